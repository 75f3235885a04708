// A service with Finch's API: a connect page that returns a code, people and employment of a company, payments, and pay
// statements that may become ready only after some requests.
import type { Answer } from '../kit/answers.ts';
import type { SimClock } from '../kit/clock.ts';
import {
  FieldError,
  type Fields,
  optionalFields,
  optionalInteger,
  optionalList,
  optionalString,
  optionalStrings,
  stringOf,
} from '../kit/fields.ts';
import { type GuidedSimulator, withGuide } from '../kit/guide.ts';
import { hexId, secretOf } from '../kit/random.ts';
import { jsonBody, type SimRequest } from '../kit/request.ts';
import type { Route } from '../kit/routes.ts';
import { type Service, type SimOptions, startServer } from '../kit/server.ts';
import { webhookSender } from '../kit/webhooks.ts';
import { isDay } from '../lives/calendar.ts';
import { COMPANIES, type Employee, paymentsOf } from './companies.ts';
import { authorize, connectPage, createSession, renewSession } from './connect.ts';
import { controlOf } from './controls.ts';
import {
  answerOf,
  badRequest,
  type FinchError,
  inProgress,
  invalidClient,
  invalidGrant,
  noIndividual,
  noPayment,
  notFound,
  rateLimited,
  reauthenticate,
  refuse,
  serverError,
  statementsInProgress,
} from './errors.ts';
import { toCompany, toDirectoryEntry, toEmploymentData, toIndividual, toPayment, toPayStatement } from './shapes.ts';
import { type Connection, connectionFor, findConnection, type Product, type State } from './state.ts';

export type FinchOptions = SimOptions & {
  client_id?: string;
  client_secret?: string;
  /** The addresses to which the connect page may redirect. Undefined: all addresses. */
  redirect_uris?: readonly string[];
  webhook_url?: string;
  /** The secret of the webhook signatures, in base64. */
  webhook_secret?: string;
  /**
   * How many requests for the statements of a payment are answered with 202 before the statements are ready. The
   * default is 0.
   */
  pending_answers?: number;
};

export const FINCH_CLIENT_ID = 'finch-simulator-client';
export const FINCH_CLIENT_SECRET = 'finch-simulator-secret';
export const FINCH_WEBHOOK_SECRET = Buffer.from('finch-simulator-webhook-secret').toString('base64');

export async function startFinch(options: FinchOptions = {}): Promise<GuidedSimulator> {
  const simulator = await startServer((clock, seed) => serviceOf(stateOf(clock, seed, options)), options);
  return withGuide(simulator, {
    connector: 'finch',
    name: 'Finch simulator',
    settings: {
      base_url: simulator.url,
      client_id: options.client_id ?? FINCH_CLIENT_ID,
      secret: { env: 'SIMULATOR_FINCH_SECRET' },
      webhook_secret: { env: 'SIMULATOR_FINCH_WEBHOOK_SECRET' },
    },
    environment: {
      SIMULATOR_FINCH_SECRET: options.client_secret ?? FINCH_CLIENT_SECRET,
      SIMULATOR_FINCH_WEBHOOK_SECRET: options.webhook_secret ?? FINCH_WEBHOOK_SECRET,
    },
    logins: COMPANIES.map(({ username, password, employer }) => ({
      username,
      password,
      story: `Administrator of the payroll of ${employer.name}.`,
    })),
  });
}

const stateOf = (clock: SimClock, seed: number, options: FinchOptions): State => ({
  clock,
  seed,
  client_id: options.client_id ?? FINCH_CLIENT_ID,
  client_secret: options.client_secret ?? FINCH_CLIENT_SECRET,
  redirect_uris: options.redirect_uris ?? null,
  webhook_url: options.webhook_url ?? null,
  webhook_secret: options.webhook_secret ?? FINCH_WEBHOOK_SECRET,
  sessions: new Map(),
  codes: new Map(),
  connections: new Map(),
  webhooks: webhookSender(),
  is_staged: false,
  pending_answers: options.pending_answers ?? 0,
  absent: { employees: 0, payments: 0, activity: 0 },
  limit_per_minute: null,
  calls: [],
  counter: 0,
});

type Handle = (state: State, request: SimRequest) => Answer;

const ROUTES: readonly (readonly [Route['method'], string, Handle])[] = [
  ['POST', '/connect/sessions', createSession],
  ['POST', '/connect/sessions/reauthenticate', renewSession],
  ['GET', '/authorize', authorize],
  ['POST', '/connect/:session/:step', connectPage],
  ['POST', '/auth/token', token],
  ['GET', '/introspect', introspect],
  ['POST', '/disconnect', disconnect],
  ['GET', '/employer/company', company],
  ['GET', '/employer/directory', directory],
  ['POST', '/employer/individual', individuals],
  ['POST', '/employer/employment', employments],
  ['GET', '/employer/payment', payments],
  ['POST', '/employer/pay-statement', statements],
];

function serviceOf(state: State): Service {
  return {
    routes: ROUTES.map(([method, pattern, handle]) => ({
      method,
      pattern,
      handle: (request) => handle(state, request),
    })),
    errors: {
      notFound: () => answerOf(notFound),
      wrongMethod: () => answerOf({ ...notFound, code: 405, name: 'method_not_allowed' }),
      badField: (_, error) => answerOf(badRequest(error.message)),
      rateLimit: () => answerOf(rateLimited),
      serverError: (_, status) => answerOf(serverError(status)),
      expired: () => answerOf(reauthenticate),
    },
    drift: { rows: ['individuals', 'responses', 'pay_statements'], enum_field: 'type', missing_field: 'net_pay' },
    control: controlOf(state),
    webhooks: state.webhooks,
  };
}

/** A code can be used once, within ten minutes. */
function token(state: State, request: SimRequest): Answer {
  const fields = jsonBody(request);
  const [client_id, client_secret] = [stringOf(fields, 'client_id'), stringOf(fields, 'client_secret')];
  if (client_id !== state.client_id || client_secret !== state.client_secret) refuse(invalidClient);
  const found = state.codes.get(stringOf(fields, 'code'));
  if (found === undefined || found.is_used || request.now > found.expires_at) refuse(invalidGrant);
  if (optionalString(fields, 'redirect_uri') !== found.redirect_uri) refuse(invalidGrant);
  found.is_used = true;
  state.counter += 1;
  const { connection } = found;
  const access_token = secretOf('finch', state.seed, 'token', state.counter);
  connection.access_tokens.push(access_token);
  return {
    status: 200,
    json: {
      access_token,
      token_type: 'bearer',
      client_type: 'sandbox',
      connection_type: 'provider',
      connection_id: connection.id,
      account_id: connection.id,
      company_id: connection.company.id,
      customer_id: connection.customer_id,
      entity_ids: [connection.company.id],
      products: connection.products,
      provider_id: connection.provider,
    },
  };
}

function introspect(state: State, request: SimRequest): Answer {
  const connection = findConnection(state, request);
  const connection_status = { status: connection.status, message: null };
  return {
    status: 200,
    json: {
      id: connection.id,
      connection_id: connection.id,
      account_id: connection.id,
      company_id: connection.company.id,
      client_id: state.client_id,
      client_type: 'sandbox',
      connection_type: 'provider',
      connection_status,
      authentication_methods: [{ type: 'credential', products: connection.products, connection_status }],
      customer_id: connection.customer_id,
      customer_name: connection.customer_name,
      customer_email: null,
      manual: false,
      payroll_provider_id: connection.provider,
      provider_id: connection.provider,
      products: connection.products,
      username: connection.company.username,
    },
  };
}

/** Ends the connection for all of its tokens. */
function disconnect(state: State, request: SimRequest): Answer {
  findConnection(state, request).status = 'disconnected';
  return { status: 200, json: { status: 'success' } };
}

/** Returns the connection if its first fetch is done. Otherwise the request ends with 202. */
function ready(state: State, request: SimRequest, product: Product): Connection {
  const connection = connectionFor(state, request, product);
  if (connection.is_syncing) refuse(inProgress);
  return connection;
}

function company(state: State, request: SimRequest): Answer {
  return { status: 200, json: toCompany(ready(state, request, 'company').company) };
}

function directory(state: State, request: SimRequest): Answer {
  const connection = ready(state, request, 'directory');
  const { employees } = connection.company;
  const { limit, offset } = pageOf(Object.fromEntries(request.query), employees.length, true);
  const shown = employees.slice(offset, offset + limit);
  return {
    status: 200,
    json: {
      paging: { count: employees.length, offset },
      individuals: shown.map((employee) =>
        toDirectoryEntry(employee, connection.synced_to, statesActivity(state, connection, employee)),
      ),
    },
  };
}

function individuals(state: State, request: SimRequest): Answer {
  const connection = ready(state, request, 'individual');
  const include = optionalStrings(optionalFields(jsonBody(request), 'options') ?? {}, 'include') ?? [];
  const with_ssn = include.includes('ssn') && connection.products.includes('ssn');
  const absent = new Set(connection.company.employees.slice(0, state.absent.employees));
  return people(connection, request, (employee) => (absent.has(employee) ? null : toIndividual(employee, with_ssn)));
}

function employments(state: State, request: SimRequest): Answer {
  const connection = ready(state, request, 'employment');
  return people(connection, request, (employee) =>
    toEmploymentData(employee, connection.synced_to, statesActivity(state, connection, employee)),
  );
}

const statesActivity = ({ absent }: State, { company: { employees } }: Connection, employee: Employee): boolean =>
  employees.indexOf(employee) >= absent.activity;

function people(connection: Connection, request: SimRequest, show: (employee: Employee) => object | null): Answer {
  const responses = requestsOf(request).map((fields) => {
    const individual_id = stringOf(fields, 'individual_id');
    const employee = connection.company.employees.find(({ id }) => id === individual_id);
    const body = employee === undefined ? null : show(employee);
    return body === null
      ? { individual_id, code: noIndividual.code, body: noIndividual }
      : { individual_id, code: 200, body };
  });
  return { status: 200, json: { responses } };
}

function requestsOf(request: SimRequest): readonly Fields[] {
  const list = optionalList(jsonBody(request), 'requests');
  if (list === undefined || list.length === 0) throw new FieldError('requests', 'missing', 'requests is required');
  return list;
}

/** Returns the payments of a period, including its first and last day. The answer is an array, oldest payment first. */
function payments(state: State, request: SimRequest): Answer {
  const connection = ready(state, request, 'payment');
  const day = (name: string): string => {
    const text = request.query.get(name) ?? '';
    if (!isDay(text)) refuse(badRequest(`${name} must be a date in the form YYYY-MM-DD`));
    return text;
  };
  const [start, end] = [day('start_date'), day('end_date')];
  if (start > end) refuse(badRequest('start_date must not be after end_date'));
  const found = paymentsOf(connection.company, connection.synced_to, state.seed).filter(
    ({ pay_date }) => pay_date >= start && pay_date <= end,
  );
  return { status: 200, json: found.map(toPayment) };
}

function statements(state: State, request: SimRequest): Answer {
  const connection = ready(state, request, 'pay_statement');
  const all = paymentsOf(connection.company, connection.synced_to, state.seed);
  const failed = (payment_id: string, error: FinchError) => ({ payment_id, code: error.code, body: error });
  const responses = requestsOf(request).map((fields) => {
    const payment_id = stringOf(fields, 'payment_id');
    const payment = all.find(({ id }) => id === payment_id);
    const is_absent = payment !== undefined && all.indexOf(payment) >= all.length - state.absent.payments;
    if (payment === undefined || is_absent) return failed(payment_id, noPayment);
    const asked = (connection.asked.get(payment_id) ?? 0) + 1;
    connection.asked.set(payment_id, asked);
    if (asked <= state.pending_answers) return failed(payment_id, statementsInProgress);
    const { limit, offset } = pageOf(fields, payment.stubs.length, false);
    const pay_statements = payment.stubs
      .slice(offset, offset + limit)
      .map(({ employee, stub }) => toPayStatement(employee, stub));
    return { payment_id, code: 200, body: { paging: { count: payment.stubs.length, offset }, pay_statements } };
  });
  return {
    status: 200,
    headers: { 'finch-request-id': hexId(32, 'finch', state.seed, connection.id, connection.asked.size) },
    json: { responses },
  };
}

/**
 * Reads `limit` and `offset`. Without a limit, the page contains all rows. `is_text` is true if the fields come from a
 * query, where numbers are text.
 */
function pageOf(fields: Fields, count: number, is_text: boolean): { limit: number; offset: number } {
  const numbers = is_text
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, value === '' ? undefined : Number(value)]),
      )
    : fields;
  const limit = optionalInteger(numbers, 'limit', 1, 100_000) ?? Math.max(1, count);
  return { limit, offset: optionalInteger(numbers, 'offset', 0, 1_000_000) ?? 0 };
}
