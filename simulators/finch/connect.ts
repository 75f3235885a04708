// The connect page. The client creates a session, and the page opens only with a session. An administrator chooses the
// payroll provider, logs in, agrees, and returns to the client with a code.
import type { Answer } from '../kit/answers.ts';
import { FieldError, type Fields, optionalInteger, optionalString, optionalStrings, stringOf } from '../kit/fields.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { secretOf, uuidOf } from '../kit/random.ts';
import { basicAuth, formBody, jsonBody, type SimRequest } from '../kit/request.ts';
import { COMPANIES, type Company } from './companies.ts';
import { badRequest, connectionExists, invalidClient, notFound, refuse } from './errors.ts';
import { type Connection, type ConnectSession, PRODUCTS, type State } from './state.ts';

const PROVIDERS = [
  { id: 'ledgerline', name: 'Ledgerline Payroll' },
  { id: 'harborpay', name: 'HarborPay' },
];
const CODE_SECONDS = 600;
/** A session of a new connection expires after 90 days, and a session of an existing connection after 30 days. */
const NEW_MINUTES = 129_600;
const RENEWAL_MINUTES = 43_200;

/** Handles `POST /connect/sessions`. A customer who has a connection cannot begin another one. */
export function createSession(state: State, request: SimRequest): Answer {
  checkClient(state, request);
  const fields = jsonBody(request);
  const [customer_id, customer_name] = [nameOf(fields, 'customer_id'), nameOf(fields, 'customer_name')];
  const products = optionalStrings(fields, 'products');
  if (products === undefined) throw new FieldError('products', 'missing', 'products is required');
  const existing = [...state.connections.values()].find(
    (one) => one.customer_id === customer_id && one.status !== 'disconnected',
  );
  if (existing !== undefined) refuse(connectionExists(existing.id));
  const sandbox = optionalString(fields, 'sandbox');
  if (sandbox !== undefined && sandbox !== 'finch' && sandbox !== 'provider') {
    refuse(badRequest('sandbox must be finch or provider'));
  }
  const customer = { customer_id, customer_name, connection: null, provider: null };
  return addSession(state, request, { ...customer, products, ...visitOf(state, fields, NEW_MINUTES, request.now) });
}

/** Handles `POST /connect/sessions/reauthenticate`. A disconnected connection cannot be renewed. */
export function renewSession(state: State, request: SimRequest): Answer {
  checkClient(state, request);
  const fields = jsonBody(request);
  const connection = state.connections.get(stringOf(fields, 'connection_id'));
  if (connection === undefined || connection.status === 'disconnected') refuse(notFound);
  const products = optionalStrings(fields, 'products') ?? connection.products;
  const { customer_id, customer_name, provider } = connection;
  const customer = { customer_id, customer_name, connection, provider };
  return addSession(state, request, { ...customer, products, ...visitOf(state, fields, RENEWAL_MINUTES, request.now) });
}

function checkClient(state: State, request: SimRequest): void {
  const given = basicAuth(request);
  if (given?.user !== state.client_id || given.password !== state.client_secret) refuse(invalidClient);
}

const NAME_LENGTH_MAX = 255;

function nameOf(fields: Fields, name: string): string {
  const value = stringOf(fields, name);
  if (value.length > NAME_LENGTH_MAX) refuse(badRequest(`${name} must have at most ${NAME_LENGTH_MAX} characters`));
  return value;
}

function visitOf(state: State, fields: Fields, minutes_max: number, now: Date) {
  const redirect_uri = optionalString(fields, 'redirect_uri') ?? '';
  checkRedirect(state, redirect_uri);
  const minutes = optionalInteger(fields, 'minutes_to_expire', 1, minutes_max) ?? minutes_max;
  return { redirect_uri, expires_at: new Date(now.getTime() + minutes * 60_000) };
}

function addSession(state: State, { origin }: SimRequest, session: Omit<ConnectSession, 'state' | 'company'>): Answer {
  checkProducts(session.products);
  state.counter += 1;
  const session_id = uuidOf('finch', state.seed, 'session', state.counter);
  state.sessions.set(session_id, { ...session, state: null, company: null });
  return { status: 200, json: { session_id, connect_url: `${origin}/authorize?session=${session_id}` } };
}

/**
 * `GET /authorize?session&state`: opens the page. The `state` in the query is returned to the client at the end. An
 * address without a session opens nothing.
 */
export function authorize(state: State, { query, now }: SimRequest): Answer {
  const id = query.get('session') ?? '';
  const session = state.sessions.get(id);
  if (session === undefined) return problem('This address has no valid session.');
  if (now > session.expires_at) return problem('This page has expired.', 410);
  session.state = query.get('state');
  return { status: 200, html: session.provider === null ? providerPage(id) : loginPage(id, session.provider, '') };
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

/**
 * The same login at the same payroll provider has one connection, even if two customers use it. A disconnected
 * connection is never used again: the next login makes a connection with another id.
 */
function connectionOf(state: State, session: ConnectSession, company: Company, provider: string): Connection {
  const earlier = [...state.connections.values()].filter((one) => one.company === company && one.provider === provider);
  const known = earlier.find(({ status }) => status !== 'disconnected');
  if (known !== undefined) {
    known.products = session.products;
    known.synced_to = state.clock.today();
    known.status = 'connected';
    return known;
  }
  const connection: Connection = {
    id: uuidOf('finch', state.seed, 'connection', company.id, provider, earlier.length),
    access_tokens: [],
    company,
    provider,
    products: session.products,
    customer_id: session.customer_id,
    customer_name: session.customer_name,
    status: 'connected',
    is_syncing: state.is_staged,
    synced_to: state.clock.today(),
    asked: new Map(),
  };
  state.connections.set(connection.id, connection);
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
