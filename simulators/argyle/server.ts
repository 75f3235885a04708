// A service with Argyle's API: users and user tokens, verifications with sessions and the hosted Link page, accounts
// that are synced in stages, pay data with documents, and signed webhooks.
import type { Answer } from '../kit/answers.ts';
import { bankOf } from '../kit/bank.ts';
import type { SimClock } from '../kit/clock.ts';
import { FieldError, isFields, optionalString, optionalStrings } from '../kit/fields.ts';
import { type GuidedSimulator, withGuide } from '../kit/guide.ts';
import { uuidOf } from '../kit/random.ts';
import { basicAuth, jsonBody, type SimRequest } from '../kit/request.ts';
import type { Route } from '../kit/routes.ts';
import { type Service, type SimOptions, startServer } from '../kit/server.ts';
import { webhookSender } from '../kit/webhooks.ts';
import type { PayStub } from '../lives/pay-stubs.ts';
import { controlOf } from './controls.ts';
import { stubId, toAccount, toDestinations, toEmployment, toIdentity, toUser } from './data.ts';
import { documentsOf, type PayDocument } from './documents.ts';
import { linkStep, openLink, userToken } from './link.ts';
import { accountsIn, compareTimes, listAnswer, periodOf, queryOf } from './lists.ts';
import { EVENTS, notify } from './notify.ts';
import { toGig, toPayoutStub, toPaystub } from './paystubs.ts';
import {
  type Account,
  accountOf,
  fail,
  itemsOf,
  notFound,
  payoutsIn,
  refuse,
  type State,
  type Subscription,
  scheduledIn,
  stubsOf,
} from './state.ts';
import { createSession, listVerifications, oneVerification, orderVerification } from './verifications.ts';

export type ArgyleOptions = SimOptions & { key_id?: string; key_secret?: string };

export const ARGYLE_KEY_ID = 'argyle-simulator-key';
export const ARGYLE_KEY_SECRET = 'argyle-simulator-secret';

export async function startArgyle(options: ArgyleOptions = {}): Promise<GuidedSimulator> {
  const simulator = await startServer((clock, seed) => serviceOf(stateOf(clock, seed, options)), options);
  return withGuide(simulator, {
    connector: 'argyle',
    name: 'Argyle simulator',
    settings: {
      base_url: simulator.url,
      client_id: options.key_id ?? ARGYLE_KEY_ID,
      secret: { env: 'SIMULATOR_ARGYLE_SECRET' },
      webhook_secret: { env: 'SIMULATOR_ARGYLE_WEBHOOK_SECRET' },
    },
    environment: {
      SIMULATOR_ARGYLE_SECRET: options.key_secret ?? ARGYLE_KEY_SECRET,
      SIMULATOR_ARGYLE_WEBHOOK_SECRET: 'argyle-simulator-webhook-secret',
    },
  });
}

function stateOf(clock: SimClock, seed: number, options: ArgyleOptions): State {
  const bank = bankOf(clock, seed);
  return {
    bank,
    clock,
    seed,
    key_id: options.key_id ?? ARGYLE_KEY_ID,
    key_secret: options.key_secret ?? ARGYLE_KEY_SECRET,
    items: itemsOf(bank.people),
    users: new Map(),
    accounts: new Map(),
    subscriptions: new Map(),
    verifications: new Map(),
    sessions: new Map(),
    webhooks: webhookSender(),
    is_staged: false,
    counter: 0,
  };
}

type Handle = (state: State, request: SimRequest) => Answer;

const ROUTES: readonly (readonly [Route['method'], string, Handle])[] = [
  ['POST', '/v2/users', createUser],
  ['GET', '/v2/users', listUsers],
  ['GET', '/v2/users/:id', (state, request) => ({ status: 200, json: toUser(state, userOf(state, request)) })],
  ['DELETE', '/v2/users/:id', deleteUser],
  ['POST', '/v2/user-tokens', createUserToken],
  ['POST', '/v2/verifications', orderVerification],
  ['GET', '/v2/verifications', listVerifications],
  ['GET', '/v2/verifications/:id', oneVerification],
  ['POST', '/v2/sessions', createSession],
  ['GET', '/v2/items', listItems],
  [
    'GET',
    '/v2/accounts',
    (state, request) => listAnswer(request, accountsIn(state, request), (one) => toAccount(state, one)),
  ],
  ['GET', '/v2/accounts/:id', (state, request) => ({ status: 200, json: toAccount(state, ofPath(state, request)) })],
  ['DELETE', '/v2/accounts/:id', deleteAccount],
  ['GET', '/v2/identities', (state, request) => listAnswer(request, collected(state, request), toIdentity)],
  ['GET', '/v2/identities/:id', oneIdentity],
  ['GET', '/v2/employments', (state, request) => listAnswer(request, collected(state, request), toEmployment)],
  ['GET', '/v2/paystubs', (state, request) => listAnswer(request, paystubs(state, request), ({ show }) => show())],
  ['GET', '/v2/paystubs/:id', onePaystub],
  ['GET', '/v2/gigs', listGigs],
  ['GET', '/v2/shifts', (_, request) => listAnswer(request, [], (row) => row)],
  ['GET', '/v2/deposit-destinations', listDestinations],
  [
    'GET',
    '/v2/payroll-documents',
    (state, request) => listAnswer(request, documents(state, request), ({ json }) => json),
  ],
  ['GET', '/v2/payroll-documents/:id', (state, request) => ({ status: 200, json: oneDocument(state, request).json })],
  ['GET', '/v2/payroll-documents/:id/file', redirectToFile],
  ['GET', '/v2/payroll-documents/:id/download', downloadFile],
  ['POST', '/v2/webhooks', createSubscription],
  ['GET', '/v2/webhooks', (state, request) => listAnswer(request, [...state.subscriptions.values()], toSubscription)],
  ['DELETE', '/v2/webhooks/:id', deleteSubscription],
];

function serviceOf(state: State): Service {
  return {
    routes: [
      ...ROUTES.map(
        ([method, pattern, handle]): Route => ({
          method,
          pattern,
          handle: (request) => {
            authenticate(state, request);
            return handle(state, request);
          },
        }),
      ),
      { method: 'GET', pattern: '/connect/:token', handle: (request) => openLink(state, request) },
      { method: 'POST', pattern: '/connect/:token/:step', handle: (request) => linkStep(state, request) },
    ],
    errors: {
      notFound: () => notFound,
      wrongMethod: ({ method }) => fail(405, { detail: `Method "${method}" not allowed.` }),
      badField: (_, { field, problem, message }) =>
        field === 'body'
          ? fail(400, { detail: 'JSON parse error' })
          : fail(400, { [field]: [problem === 'missing' ? 'This field is required.' : `${message}.`] }),
      rateLimit: () => fail(429, { detail: 'Request was throttled.' }),
      serverError: (_, status) => fail(status, { detail: 'Internal server error.' }),
      expired: () => fail(401, { detail: 'Invalid username/password.' }),
    },
    drift: { rows: ['results'], enum_field: 'status', missing_field: 'gross_pay' },
    control: controlOf(state),
    webhooks: state.webhooks,
  };
}

function authenticate(state: State, request: SimRequest): void {
  const given = basicAuth(request);
  if (given === undefined) refuse(401, { detail: 'Authentication credentials were not provided.' });
  if (given.user !== state.key_id || given.password !== state.key_secret) {
    refuse(401, { detail: 'Invalid username/password.' });
  }
}

function createUser(state: State, request: SimRequest): Answer {
  const fields = jsonBody(request);
  const email = optionalString(fields, 'email');
  if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
    refuse(400, { email: ['Enter a valid email address.'] });
  }
  const phone = optionalString(fields, 'phone_number');
  if (phone !== undefined && !/^\+?[\d ()-]{7,20}$/.test(phone)) {
    refuse(400, { phone_number: ['Enter a valid phone number.'] });
  }
  const external_id = optionalString(fields, 'external_id') ?? null;
  if ((external_id ?? '').length > 100)
    refuse(400, { external_id: ['Ensure this field has no more than 100 characters.'] });
  state.counter += 1;
  const id = uuidOf('argyle', state.seed, 'user', state.counter);
  const user = { id, created_at: request.now, fields, external_id };
  state.users.set(id, user);
  return { status: 200, json: { id, user_token: userToken(state, user, request.now) } };
}

function listUsers(state: State, request: SimRequest): Answer {
  const external_id = queryOf(request).query.get('external_id');
  const users = [...state.users.values()].filter(
    (user) => external_id === undefined || user.external_id === external_id,
  );
  return listAnswer(request, users, (user) => toUser(state, user));
}

function userOf(state: State, request: SimRequest) {
  return state.users.get(request.params['id'] ?? '') ?? refuse(404, { detail: 'Not found.' });
}

function deleteUser(state: State, request: SimRequest): Answer {
  const user = userOf(state, request);
  for (const account of state.accounts.values()) if (account.user === user) state.accounts.delete(account.id);
  state.users.delete(user.id);
  return { status: 204 };
}

function createUserToken(state: State, request: SimRequest): Answer {
  const id = optionalString(jsonBody(request), 'user');
  if (id === undefined) throw new FieldError('user', 'missing', 'user is required');
  const user = state.users.get(id);
  if (user === undefined) refuse(400, { user: ['User not found.'] });
  return { status: 200, json: { user_token: userToken(state, user, request.now) } };
}

function listItems(state: State, request: SimRequest): Answer {
  const text = (queryOf(request).query.get('q') ?? '').toLowerCase();
  const found = state.items.filter(({ name }) => name.toLowerCase().includes(text));
  return listAnswer(request, found, ({ id, name, kind }) => ({
    id,
    name,
    kind,
    logo_url: null,
    status: 'healthy',
    is_verified: true,
    known_limitations: null,
  }));
}

const ofPath = (state: State, request: SimRequest): Account => accountOf(state, request.params['id'] ?? '');

function deleteAccount(state: State, request: SimRequest): Answer {
  const account = ofPath(state, request);
  state.accounts.delete(account.id);
  notify(state, account, 'accounts.removed');
  return { status: 204 };
}

/** The accounts whose data was collected at least in part. */
const collected = (state: State, request: SimRequest): readonly Account[] =>
  accountsIn(state, request).filter(({ phase }) => phase !== 'connecting');

function oneIdentity(state: State, request: SimRequest): Answer {
  const all = [...state.accounts.values()].filter(({ phase }) => phase !== 'connecting').map(toIdentity);
  const found = all.find((identity) => identity['id'] === request.params['id']);
  return found === undefined ? notFound : { status: 200, json: found };
}

type Shown = { id: string; date: string; show(): unknown };

/** The pay stubs that a request lists, newest first. */
function paystubs(state: State, request: SimRequest): readonly Shown[] {
  const rows = accountsIn(state, request).flatMap((account): Shown[] => {
    const { work } = account;
    const show = (stub: PayStub, status: 'completed' | 'scheduled'): Shown[] =>
      'job' in work
        ? [
            {
              id: stubId(account, stub.id),
              date: stub.pay_date,
              show: () => toPaystub(account, work.job, stub, status),
            },
          ]
        : [];
    const stubs = [
      ...stubsOf(account).flatMap((stub) => show(stub, 'completed')),
      ...scheduledIn(account).flatMap((stub) => show(stub, 'scheduled')),
    ];
    const payouts = payoutsIn(state, account).map(
      (payout): Shown => ({
        id: stubId(account, payout.id),
        date: payout.paid_on,
        show: () => toPayoutStub(account, payout),
      }),
    );
    return [...stubs, ...payouts].filter(({ id }) => !account.vanished.has(id));
  });
  const isWithin = periodOf(request);
  return rows
    .filter(({ date }) => isWithin(`${date}T00:00:00Z`))
    .toSorted((one, other) => compareTimes(other.date, one.date));
}

function onePaystub(state: State, request: SimRequest): Answer {
  const found = paystubs(state, { ...request, query: new URLSearchParams() }).find(
    ({ id }) => id === request.params['id'],
  );
  return found === undefined ? notFound : { status: 200, json: found.show() };
}

function listGigs(state: State, request: SimRequest): Answer {
  const rows = accountsIn(state, request).flatMap((account) =>
    payoutsIn(state, account).flatMap(({ trips }) => trips.map((trip) => ({ account, trip }))),
  );
  const isWithin = periodOf(request);
  const shown = rows
    .filter(({ trip }) => isWithin(trip.started_at))
    .toSorted((one, other) => compareTimes(other.trip.started_at, one.trip.started_at));
  return listAnswer(request, shown, ({ account, trip }) => toGig(account, trip));
}

function listDestinations(state: State, request: SimRequest): Answer {
  return listAnswer(request, collected(state, request).flatMap(toDestinations), (row) => row);
}

const documents = (state: State, request: SimRequest): readonly PayDocument[] =>
  accountsIn(state, request).flatMap((account) => documentsOf(account, request.origin));

function oneDocument(state: State, request: SimRequest): PayDocument {
  const all = documents(state, { ...request, query: new URLSearchParams() });
  return all.find(({ id }) => id === request.params['id']) ?? refuse(404, { detail: 'Not found.' });
}

/** Redirects from a file's address, which never changes, to its download. The download requires the API keys again. */
function redirectToFile(state: State, request: SimRequest): Answer {
  const { id } = oneDocument(state, request);
  return { status: 302, headers: { location: `${request.origin}/v2/payroll-documents/${id}/download` }, text: '' };
}

function downloadFile(state: State, request: SimRequest): Answer {
  return { status: 200, bytes: { type: 'application/pdf', content: oneDocument(state, request).file() } };
}

function createSubscription(state: State, request: SimRequest): Answer {
  const fields = jsonBody(request);
  const [name, url] = [optionalString(fields, 'name'), optionalString(fields, 'url')];
  const events = optionalStrings(fields, 'events');
  const missing = Object.entries({ name, url, events }).filter(([, value]) => value === undefined);
  if (name === undefined || url === undefined || events === undefined) {
    refuse(400, Object.fromEntries(missing.map(([key]) => [key, ['This field is required.']])));
  }
  if (!URL.canParse(url)) refuse(400, { url: ['Enter a valid URL.'] });
  const unknown = events.find((event) => !EVENTS.some((known) => known === event));
  if (unknown !== undefined || events.length === 0)
    refuse(400, { events: [`"${unknown ?? ''}" is not a valid choice.`] });
  const { config } = fields;
  state.counter += 1;
  const subscription: Subscription = {
    id: uuidOf('argyle', state.seed, 'webhook', state.counter),
    name,
    url,
    events,
    secret: optionalString(fields, 'secret') ?? null,
    config: isFields(config) ? config : {},
    created_at: request.now,
    updated_at: request.now,
  };
  state.subscriptions.set(subscription.id, subscription);
  return { status: 200, json: toSubscription(subscription) };
}

function deleteSubscription(state: State, request: SimRequest): Answer {
  return state.subscriptions.delete(request.params['id'] ?? '') ? { status: 204 } : notFound;
}

const toSubscription = ({ created_at, updated_at, ...rest }: Subscription): Record<string, unknown> => ({
  ...rest,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  last_sent_at: null,
});
