// A service with Plaid's API: link tokens with a hosted page, items, accounts, transactions with cursors, and signed
// webhooks. Clients fetch the key of the signature.
import type { Answer } from '../kit/answers.ts';
import { bankOf, INSTITUTIONS } from '../kit/bank.ts';
import type { SimClock } from '../kit/clock.ts';
import {
  FieldError,
  type Fields,
  isFields,
  optionalFields,
  optionalInteger,
  optionalString,
  stringOf,
} from '../kit/fields.ts';
import { type GuidedSimulator, withGuide } from '../kit/guide.ts';
import { jsonBody, type SimRequest } from '../kit/request.ts';
import type { Route } from '../kit/routes.ts';
import { Refusal, type Service, type SimOptions, startServer } from '../kit/server.ts';
import { webhookSender } from '../kit/webhooks.ts';
import { controlOf } from './controls.ts';
import { chosenAccounts, hasNumbers, requestId, toAccount, toHoldings, toNumbers, toOwners } from './data.ts';
import { errorAnswer, errorOf, rateLimited, refuse } from './errors.ts';
import { hostedPage } from './hosted.ts';
import { debtsOf, toLiabilities } from './liabilities.ts';
import { createLinkToken, hostedUrl, require, toLinkTokenAnswer } from './link.ts';
import { findItem, type Item, itemOf, requireProduct, type State } from './state.ts';
import { syncPage } from './transactions.ts';
import { webhookKeys } from './webhook-keys.ts';

export type PlaidOptions = SimOptions & { client_id?: string; secret?: string };

export const PLAID_CLIENT_ID = 'plaid-simulator-client';
export const PLAID_SECRET = 'plaid-simulator-secret';

export async function startPlaid(options: PlaidOptions = {}): Promise<GuidedSimulator> {
  const simulator = await startServer((clock, seed) => serviceOf(stateOf(clock, seed, options)), options);
  return withGuide(simulator, {
    connector: 'plaid',
    name: 'Plaid simulator',
    settings: {
      base_url: simulator.url,
      client_id: options.client_id ?? PLAID_CLIENT_ID,
      secret: { env: 'SIMULATOR_PLAID_SECRET' },
      client_name: 'Vouch',
      country_codes: ['US'],
      language: 'en',
    },
    environment: { SIMULATOR_PLAID_SECRET: options.secret ?? PLAID_SECRET },
  });
}

const stateOf = (clock: SimClock, seed: number, options: PlaidOptions): State => ({
  bank: bankOf(clock, seed),
  clock,
  seed,
  client_id: options.client_id ?? PLAID_CLIENT_ID,
  secret: options.secret ?? PLAID_SECRET,
  link_tokens: new Map(),
  public_tokens: new Map(),
  items: new Map(),
  webhooks: webhookSender(),
  keys: webhookKeys(seed, clock.now()),
  is_staged: false,
  mutations_left: 0,
  requests: 0,
});

type Call = (state: State, body: Fields, request: SimRequest) => Record<string, unknown>;
/** The fields in `required` and `optional` are allowed; all other fields are unknown to the endpoint. */
type Endpoint = { required: readonly string[]; optional?: readonly string[]; call: Call };

const LINK_FIELDS =
  'client_name language country_codes user products webhook hosted_link redirect_uri transactions access_token institution_id required_if_supported_products optional_products additional_consented_products account_filters link_customization_name android_package_name update auth investments';

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/link/token/create': {
    required: [],
    optional: LINK_FIELDS.split(' '),
    call: (state, body, request) => {
      const token = createLinkToken(state, body, request.now);
      const hosted_link_url = hostedUrl(token, request.origin);
      const expiration = token.expires_at.toISOString();
      return { expiration, ...(hosted_link_url === null ? {} : { hosted_link_url }), link_token: token.link_token };
    },
  },
  '/link/token/get': {
    required: ['link_token'],
    call: (state, body, request) => toLinkTokenAnswer(state, stringOf(body, 'link_token'), request.now),
  },
  '/item/public_token/exchange': { required: ['public_token'], call: exchange },
  '/item/get': { required: ['access_token'], call: (state, body, request) => getItem(state, body, request) },
  '/item/remove': {
    required: ['access_token'],
    optional: ['reason_code', 'reason_note'],
    call: (state, body) => {
      findItem(state, stringOf(body, 'access_token')).is_removed = true;
      return {};
    },
  },
  '/accounts/get': { required: ['access_token'], optional: ['options'], call: accounts },
  '/accounts/balance/get': { required: ['access_token'], optional: ['options'], call: accounts },
  '/transactions/sync': { required: ['access_token'], optional: ['cursor', 'count', 'options'], call: sync },
  '/auth/get': {
    required: ['access_token'],
    optional: ['options'],
    call: (state, body, request) => {
      const item = productItem(state, body, 'auth');
      const list = chosenAccounts(state, item, optionalFields(body, 'options')).filter(({ plan }) => hasNumbers(plan));
      if (list.length === 0) refuse('NO_AUTH_ACCOUNTS');
      const shown = list.map((account) => toAccount(item, account, request.now));
      return { accounts: shown, item: toItem(item), numbers: toNumbers(item, list) };
    },
  },
  '/identity/get': {
    required: ['access_token'],
    optional: ['options'],
    call: (state, body, request) => {
      const item = productItem(state, body, 'identity');
      const shown = chosenAccounts(state, item, optionalFields(body, 'options')).map((account) => ({
        ...toAccount(item, account, request.now),
        owners: toOwners(item.life, account.plan),
      }));
      return { accounts: shown, item: toItem(item) };
    },
  },
  '/liabilities/get': {
    required: ['access_token'],
    optional: ['options'],
    call: (state, body, request) => {
      const item = productItem(state, body, 'liabilities');
      const list = chosenAccounts(state, item, optionalFields(body, 'options'));
      if (debtsOf(list).length === 0) refuse('NO_LIABILITY_ACCOUNTS');
      const shown = list.map((account) => toAccount(item, account, request.now));
      return { accounts: shown, item: toItem(item), liabilities: toLiabilities(item, list, state.clock.today()) };
    },
  },
  '/investments/holdings/get': {
    required: ['access_token'],
    optional: ['options'],
    call: (state, body, request) => {
      const item = productItem(state, body, 'investments');
      const list = chosenAccounts(state, item, optionalFields(body, 'options'));
      if (!list.some(({ plan }) => plan.kind === 'brokerage')) refuse('NO_INVESTMENT_ACCOUNTS');
      const shown = list.map((account) => toAccount(item, account, request.now));
      return { accounts: shown, item: toItem(item), ...toHoldings(item, list, request.now) };
    },
  },
  '/institutions/get_by_id': {
    required: ['institution_id', 'country_codes'],
    optional: ['options'],
    call: (_, body) => {
      const institution = INSTITUTIONS.find(({ id }) => id === stringOf(body, 'institution_id'));
      if (institution === undefined) refuse('INVALID_INSTITUTION');
      const { id, name, domain } = institution;
      const more = { country_codes: ['US'], oauth: false, routing_numbers: [], url: `https://${domain}` };
      return { institution: { institution_id: id, name, products: ['transactions', 'auth', 'identity'], ...more } };
    },
  },
  '/webhook_verification_key/get': {
    required: ['key_id'],
    call: (state, body) => {
      const key = state.keys.find(stringOf(body, 'key_id'));
      if (key === undefined) refuse('INVALID_WEBHOOK_VERIFICATION_KEY_ID');
      return { key };
    },
  },
};

function serviceOf(state: State): Service {
  const idOf = (): string => {
    state.requests += 1;
    return requestId(state.seed, state.requests);
  };
  const routes: Route[] = Object.entries(ENDPOINTS).map(([pattern, endpoint]) => ({
    method: 'POST',
    pattern,
    handle: (request) => answer(state, endpoint, request, idOf()),
  }));
  return {
    routes: [
      ...routes,
      { method: 'GET', pattern: '/hosted/:token', handle: (request) => hostedPage(state, request) },
      { method: 'POST', pattern: '/hosted/:token/:session/:step', handle: (request) => hostedPage(state, request) },
    ],
    errors: {
      notFound: () => errorAnswer('NOT_FOUND', idOf()),
      wrongMethod: () => errorAnswer('NOT_FOUND', idOf()),
      badField: (_, error) => errorAnswer('INVALID_FIELD', idOf(), error.message),
      rateLimit: (request) => rateLimited(idOf(), request.path),
      serverError: (_, status) => ({ ...errorAnswer('INTERNAL_SERVER_ERROR', idOf()), status }),
      expired: () => errorAnswer('ITEM_LOGIN_REQUIRED', idOf()),
    },
    drift: { rows: ['added', 'holdings'], enum_field: 'subtype', missing_field: 'merchant_name' },
    control: controlOf(state),
    webhooks: state.webhooks,
  };
}

function answer(state: State, endpoint: Endpoint, request: SimRequest, request_id: string): Answer {
  try {
    const body = checkedBody(state, endpoint, request);
    return { status: 200, json: { ...endpoint.call(state, body, request), request_id } };
  } catch (error) {
    if (error instanceof Refusal) {
      const { json } = error.answer;
      return { ...error.answer, json: { ...(isFields(json) ? json : {}), request_id } };
    }
    if (error instanceof FieldError) return errorAnswer('INVALID_FIELD', request_id, error.message);
    throw error;
  }
}

function checkedBody(state: State, endpoint: Endpoint, request: SimRequest): Fields {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) refuse('INVALID_HEADERS');
  const body = parsed(request);
  const client_id = headerOf(request, 'plaid-client-id') ?? optionalString(body, 'client_id');
  const secret = headerOf(request, 'plaid-secret') ?? optionalString(body, 'secret');
  const missing = [...(client_id === undefined ? ['client_id'] : []), ...(secret === undefined ? ['secret'] : [])];
  if (missing.length > 0) refuse('MISSING_FIELDS', missing.join(', '));
  if (client_id !== state.client_id || secret !== state.secret) refuse('INVALID_API_KEYS');
  const known = new Set(['client_id', 'secret', ...endpoint.required, ...(endpoint.optional ?? [])]);
  const unknown = Object.keys(body).filter((name) => !known.has(name));
  if (unknown.length > 0) refuse('UNKNOWN_FIELDS', unknown.join(', '));
  require(body, endpoint.required);
  return body;
}

function parsed(request: SimRequest): Fields {
  try {
    return jsonBody(request);
  } catch {
    refuse('INVALID_BODY');
  }
}

function headerOf(request: SimRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function exchange(state: State, body: Fields, request: SimRequest): Record<string, unknown> {
  const found = state.public_tokens.get(stringOf(body, 'public_token'));
  if (found === undefined || found.is_used || request.now > found.expires_at) refuse('INVALID_PUBLIC_TOKEN');
  found.is_used = true;
  return { access_token: found.item.access_token, item_id: found.item.item_id };
}

function productItem(state: State, body: Fields, product: Parameters<typeof requireProduct>[1]): Item {
  const item = itemOf(state, stringOf(body, 'access_token'));
  requireProduct(item, product);
  return item;
}

function accounts(state: State, body: Fields, request: SimRequest): Record<string, unknown> {
  const item = itemOf(state, stringOf(body, 'access_token'));
  const list = chosenAccounts(state, item, optionalFields(body, 'options'));
  return { accounts: list.map((account) => toAccount(item, account, request.now)), item: toItem(item) };
}

function sync(state: State, body: Fields, request: SimRequest): Record<string, unknown> {
  const item = productItem(state, body, 'transactions');
  const count = optionalInteger(body, 'count', 1, 500) ?? 100;
  const options = optionalFields(body, 'options') ?? {};
  const page = syncPage(
    state,
    item,
    optionalString(body, 'cursor') ?? '',
    count,
    optionalString(options, 'account_id'),
  );
  item.has_synced = true;
  const with_original = options['include_original_description'] === true;
  const shown = (list: typeof page.added) =>
    with_original ? list : list.map((transaction) => ({ ...transaction, original_description: null }));
  return {
    accounts: chosenAccounts(state, item, undefined).map((account) => toAccount(item, account, request.now)),
    ...page,
    added: shown(page.added),
    modified: shown(page.modified),
    transactions_update_status: {
      not_ready: 'NOT_READY',
      initial: 'INITIAL_UPDATE_COMPLETE',
      historical: 'HISTORICAL_UPDATE_COMPLETE',
    }[item.phase],
  };
}

/** `/item/get` returns the item even if its login is broken, and names the error. */
function getItem(state: State, body: Fields, request: SimRequest): Record<string, unknown> {
  const item = findItem(state, stringOf(body, 'access_token'));
  const time = item.phase === 'not_ready' ? null : request.now.toISOString();
  const never = { last_failed_update: null, last_successful_update: null };
  return {
    item: toItem(item),
    status: {
      investments: item.consented.has('investments') ? { ...never, last_successful_update: time } : null,
      last_webhook: null,
      transactions: item.consented.has('transactions') ? { ...never, last_successful_update: time } : null,
    },
  };
}

const toItem = (item: Item): Record<string, unknown> => ({
  auth_method: null,
  available_products: [...item.consented].filter((product) => !item.products.includes(product)),
  billed_products: item.products,
  consent_expiration_time: null,
  consented_products: [...item.consented],
  created_at: item.created_at.toISOString(),
  error: item.error === null ? null : errorOf(item.error),
  institution_id: item.institution.id,
  institution_name: item.institution.name,
  item_id: item.item_id,
  products: item.products,
  update_type: 'background',
  webhook: item.webhook ?? '',
});
