// The connect page. An administrator chooses the payroll provider, logs in, agrees, and returns to the client with a
// code.
import type { Answer } from '../kit/answers.ts';
import { FieldError, type Fields, optionalInteger, optionalString, optionalStrings, stringOf } from '../kit/fields.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { secretOf, uuidOf } from '../kit/random.ts';
import { basicAuth, formBody, jsonBody, type SimRequest } from '../kit/request.ts';
import { Refusal } from '../kit/server.ts';
import { COMPANIES, type Company } from './companies.ts';
import { badRequest, invalidClient, notFound, refuse } from './errors.ts';
import { type Connection, type ConnectSession, PRODUCTS, type State } from './state.ts';

const PROVIDERS = [
  { id: 'ledgerline', name: 'Ledgerline Payroll' },
  { id: 'harborpay', name: 'HarborPay' },
];
const CODE_SECONDS = 600;
const SESSION_MINUTES = 129_600;

/** Handles `POST /connect/sessions` and `POST /connect/sessions/reauthenticate`. */
export function createSession(state: State, request: SimRequest): Answer {
  const given = basicAuth(request);
  if (given?.user !== state.client_id || given.password !== state.client_secret) refuse(invalidClient);
  const fields = jsonBody(request);
  const is_again = request.path.endsWith('/reauthenticate');
  const connection = is_again ? (state.connections.get(stringOf(fields, 'connection_id')) ?? refuse(notFound)) : null;
  if (!is_again) {
    stringOf(fields, 'customer_id');
    stringOf(fields, 'customer_name');
  }
  const products = optionalStrings(fields, 'products') ?? connection?.products;
  if (products === undefined) throw new FieldError('products', 'missing', 'products is required');
  const id = addSession(state, fields, products, connection, request.now);
  return { status: 200, json: { session_id: id, connect_url: `${request.origin}/connect/${id}` } };
}

function addSession(
  state: State,
  fields: Fields,
  products: readonly string[],
  connection: Connection | null,
  now: Date,
): string {
  checkProducts(products);
  const redirect_uri = optionalString(fields, 'redirect_uri') ?? '';
  checkRedirect(state, redirect_uri);
  const minutes = optionalInteger(fields, 'minutes_to_expire', 1, SESSION_MINUTES) ?? SESSION_MINUTES;
  state.counter += 1;
  const id = uuidOf('finch', state.seed, 'session', state.counter);
  state.sessions.set(id, {
    products,
    redirect_uri,
    state: optionalString(fields, 'state') ?? null,
    customer_id: optionalString(fields, 'customer_id') ?? connection?.customer_id ?? null,
    customer_name: optionalString(fields, 'customer_name') ?? connection?.customer_name ?? null,
    expires_at: new Date(now.getTime() + minutes * 60_000),
    connection,
    provider: connection?.provider ?? null,
    company: null,
  });
  return id;
}

/**
 * `GET /authorize?client_id&products&redirect_uri&state`: opens the connect page even if the client has not created a
 * session.
 */
export function authorize(state: State, request: SimRequest): Answer {
  const { query } = request;
  if (query.get('client_id') !== state.client_id) return problem('client_id is unknown.');
  try {
    const fields = Object.fromEntries([...query].filter(([name]) => name === 'redirect_uri' || name === 'state'));
    const id = addSession(state, fields, (query.get('products') ?? '').split(' '), null, request.now);
    return { status: 303, headers: { location: `${request.origin}/connect/${id}` }, text: '' };
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof FieldError)) throw error;
    return problem('products or redirect_uri is wrong.');
  }
}

function checkProducts(products: readonly string[]): void {
  const unknown = products.find((product) => !PRODUCTS.includes(product));
  if (products.length === 0 || unknown !== undefined)
    refuse(badRequest(`products has an unknown value: ${unknown ?? ''}`));
}

/** If the application registered addresses, the redirect address must be one of them. */
function checkRedirect(state: State, redirect_uri: string): void {
  if (!URL.canParse(redirect_uri)) refuse(badRequest('redirect_uri must be a valid URI'));
  const known = state.redirect_uris;
  if (known !== null && !known.includes(redirect_uri)) refuse(badRequest('redirect_uri is not registered'));
}

export function connectPage(state: State, request: SimRequest): Answer {
  const id = request.params['session'] ?? '';
  const session = state.sessions.get(id);
  if (session === undefined || request.now > session.expires_at) return problem('This page has expired.', 410);
  const form = formBody(request);
  switch (request.params['step']) {
    case undefined:
      return { status: 200, html: session.provider === null ? providerPage(id) : loginPage(id, session.provider, '') };
    case 'provider': {
      const provider = PROVIDERS.find((known) => known.id === form.get('provider'));
      if (provider === undefined) return problem('Choose a provider of the list.');
      session.provider = provider.id;
      return { status: 200, html: loginPage(id, provider.id, '') };
    }
    case 'login': {
      const company = COMPANIES.find(
        (known) => known.username === form.get('username') && known.password === form.get('password'),
      );
      const is_right = company !== undefined && (session.connection === null || session.connection.company === company);
      if (!is_right)
        return { status: 200, html: loginPage(id, session.provider, alert('User name or password is wrong.')) };
      session.company = company;
      return { status: 200, html: consentPage(id, session, company) };
    }
    case 'consent':
      return session.company === null || session.provider === null
        ? problem('Log in first.')
        : finish(state, id, session, session.company, session.provider, request.now);
    case 'cancel':
      return leave(state, id, session, { error: 'access_denied' });
    default:
      return problem('This address is wrong.', 404);
  }
}

function finish(
  state: State,
  id: string,
  session: ConnectSession,
  company: Company,
  provider: string,
  now: Date,
): Answer {
  const connection = connectionOf(state, session, company, provider);
  const code = secretOf('finch', state.seed, 'code', state.codes.size);
  const expires_at = new Date(now.getTime() + CODE_SECONDS * 1000);
  state.codes.set(code, { connection, redirect_uri: session.redirect_uri, expires_at, is_used: false });
  return leave(state, id, session, { code });
}

/** A customer who connects the same company again gets the existing connection. */
function connectionOf(state: State, session: ConnectSession, company: Company, provider: string): Connection {
  const id = session.connection?.id ?? uuidOf('finch', state.seed, 'connection', company.id, session.customer_id ?? '');
  const known = state.connections.get(id);
  if (known !== undefined) {
    known.products = session.products;
    known.synced_to = state.clock.today();
    known.status = 'connected';
    return known;
  }
  const connection: Connection = {
    id,
    access_tokens: [],
    company,
    provider,
    products: session.products,
    customer_id: session.customer_id,
    customer_name: session.customer_name,
    status: 'connected',
    is_syncing: state.is_staged,
    synced_to: state.clock.today(),
    calls: [],
    asked: new Map(),
  };
  state.connections.set(id, connection);
  return connection;
}

function leave(state: State, id: string, session: ConnectSession, parameters: Record<string, string>): Answer {
  state.sessions.delete(id);
  const url = new URL(session.redirect_uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (session.state !== null) url.searchParams.set('state', session.state);
  return { status: 303, headers: { location: url.href }, text: '' };
}

const problem = (text: string, status = 400): Answer => ({ status, html: page('Finch Connect', alert(text)) });

const form = (id: string, step: string, body: string): string =>
  `<form method="post" action="/connect/${id}/${step}">${body}</form>`;
const cancelForm = (id: string): string => form(id, 'cancel', '<button>Cancel</button>');

const providerPage = (id: string): string =>
  page(
    'Choose your payroll provider',
    form(
      id,
      'provider',
      PROVIDERS.map((one) => `<p><button name="provider" value="${one.id}">${escapeHtml(one.name)}</button></p>`).join(
        '',
      ),
    ) + cancelForm(id),
  );

const loginPage = (id: string, provider: string | null, message: string): string =>
  page(
    `Log in at ${PROVIDERS.find((one) => one.id === provider)?.name ?? 'your provider'}`,
    message +
      form(
        id,
        'login',
        `${field('User name', 'username')}${field('Password', 'password', 'password')}<button>Log in</button>`,
      ) +
      cancelForm(id),
  );

const consentPage = (id: string, session: ConnectSession, company: Company): string =>
  page(
    `Share data of ${company.employer.name}`,
    `<ul>${session.products.map((product) => `<li>${escapeHtml(product)}</li>`).join('')}</ul>` +
      form(id, 'consent', '<button>Agree</button>') +
      cancelForm(id),
  );
