// Link tokens: how they are created, and what clients can read about their sessions.
import {
  type Fields,
  optionalBoolean,
  optionalFields,
  optionalInteger,
  optionalString,
  optionalStrings,
} from '../kit/fields.ts';
import { hexId, uuidOf } from '../kit/random.ts';
import { toAccount } from './data.ts';
import { refuse } from './errors.ts';
import { findItem, historiesOf, type Item, type LinkSession, type LinkToken, PRODUCTS, type State } from './state.ts';

const LANGUAGES = [
  'da',
  'nl',
  'en',
  'et',
  'fr',
  'de',
  'hi',
  'it',
  'lv',
  'lt',
  'no',
  'pl',
  'pt',
  'ro',
  'es',
  'sv',
  'vi',
];
const HOSTED_SECONDS = 1800;
const LINK_SECONDS = 4 * 3600;
const SESSION_TOLD_MS = 6 * 3_600_000;

export function createLinkToken(state: State, body: Fields, now: Date): LinkToken {
  const access_token = optionalString(body, 'access_token');
  const products = optionalStrings(body, 'products');
  require(body, [
    'client_name',
    'language',
    'country_codes',
    'user',
    ...(access_token === undefined ? ['products'] : []),
  ]);
  const user = optionalFields(body, 'user') ?? {};
  if (optionalString(user, 'client_user_id') === undefined) refuse('MISSING_FIELDS', 'user.client_user_id');
  const language = optionalString(body, 'language') ?? '';
  if (!LANGUAGES.includes(language)) refuse('INVALID_FIELD', `language must be one of ${LANGUAGES.join(', ')}`);
  const countries = optionalStrings(body, 'country_codes') ?? [];
  if (countries.length === 0 || !countries.every((code) => /^[A-Z]{2}$/.test(code))) {
    refuse('INVALID_FIELD', 'country_codes must be an array of ISO 3166-1 alpha-2 codes');
  }
  const lists = ['required_if_supported_products', 'optional_products', 'additional_consented_products'];
  const all = [...(products ?? []), ...lists.flatMap((name) => optionalStrings(body, name) ?? [])];
  const unknown = all.filter((product) => !PRODUCTS.includes(product));
  if (unknown.length > 0) refuse('INVALID_PRODUCT', JSON.stringify(unknown));
  if (access_token === undefined && products?.length === 0) refuse('MISSING_FIELDS', 'products');
  const hosted = optionalFields(body, 'hosted_link');
  const redirect = hosted === undefined ? undefined : optionalString(hosted, 'completion_redirect_uri');
  for (const [name, url] of [
    ['webhook', optionalString(body, 'webhook')],
    ['hosted_link.completion_redirect_uri', redirect],
  ] as const) {
    if (url !== undefined && !URL.canParse(url)) refuse('INVALID_FIELD', `${name} must be a valid URL`);
  }
  if (hosted !== undefined) optionalBoolean(hosted, 'is_mobile_app');
  const lifetime =
    hosted === undefined
      ? LINK_SECONDS
      : (optionalInteger(hosted, 'url_lifetime_seconds', 1, 1_814_400) ?? HOSTED_SECONDS);
  const days = optionalInteger(optionalFields(body, 'transactions') ?? {}, 'days_requested', 1, 730) ?? 90;
  const number = state.link_tokens.size;
  const token: LinkToken = {
    link_token: `link-sandbox-${uuidOf('plaid', state.seed, 'link', number)}`,
    client_name: optionalString(body, 'client_name') ?? '',
    client_user_id: optionalString(user, 'client_user_id') ?? '',
    products: products ?? [],
    consented: new Set(all),
    webhook: optionalString(body, 'webhook') ?? null,
    completion_redirect_uri: redirect ?? null,
    is_hosted: hosted !== undefined,
    days,
    created_at: now,
    expires_at: new Date(now.getTime() + lifetime * 1000),
    item: access_token === undefined ? null : findItem(state, access_token),
    sessions: [],
  };
  state.link_tokens.set(hexId(32, 'hosted', token.link_token), token);
  return token;
}

export const hostedUrl = (token: LinkToken, origin: string): string | null =>
  token.is_hosted ? `${origin}/hosted/${hexId(32, 'hosted', token.link_token)}` : null;

/**
 * The answer for a link token. A session is left out once six hours have passed since its end. The answer has no
 * `link_sessions` if nobody has opened the link token, or if all its sessions are left out.
 */
export function toLinkTokenAnswer(state: State, link_token: string, now: Date): Record<string, unknown> {
  const token = [...state.link_tokens.values()].find((found) => found.link_token === link_token);
  if (token === undefined) refuse('INVALID_LINK_TOKEN');
  const told = token.sessions.filter(
    ({ finished_at }) => finished_at === null || now.getTime() - finished_at.getTime() < SESSION_TOLD_MS,
  );
  return {
    created_at: token.created_at.toISOString(),
    expiration: token.expires_at.toISOString(),
    ...(told.length === 0 ? {} : { link_sessions: told.map((session) => toSession(state, session)) }),
    link_token,
    metadata: {
      account_filters: {},
      client_name: token.client_name,
      country_codes: ['US'],
      initial_products: token.products,
      institution_data: null,
      language: 'en',
      redirect_uri: null,
      webhook: token.webhook,
    },
  };
}

function toSession(state: State, session: LinkSession): Record<string, unknown> {
  const { institution, public_token } = session;
  const item = public_token === null ? undefined : state.public_tokens.get(public_token)?.item;
  const chosen = institution === null ? null : { institution_id: institution.id, name: institution.name };
  const accounts = item === undefined ? [] : accountsOf(state, item);
  const is_over = session.finished_at !== null;
  const exit = {
    error: null,
    metadata: { institution: chosen, link_session_id: session.id, status: 'requires_credentials' },
  };
  return {
    events: session.events,
    ...(session.status === 'EXITED' ? { exit, on_exit: exit } : {}),
    ...(is_over ? { finished_at: session.finished_at?.toISOString() } : {}),
    link_session_id: session.id,
    ...(item === undefined ? {} : { on_success: { public_token, metadata: { accounts, institution: chosen } } }),
    ...(session.status === 'SUCCESS'
      ? {
          results: {
            bank_income_results: [],
            cra_item_add_results: [],
            document_income_results: null,
            item_add_results: item === undefined ? [] : [{ accounts, institution: chosen, public_token }],
            payroll_income_results: [],
          },
        }
      : {}),
    started_at: session.started_at.toISOString(),
  };
}

const accountsOf = (state: State, item: Item): unknown[] =>
  historiesOf(state, item).map((account) => {
    const { account_id, mask, name, subtype, type } = toAccount(item, account, item.created_at);
    return { id: account_id, class_type: null, mask, name, subtype, type, verification_status: null };
  });

/** Refuses a request that lacks required fields. The error names all missing fields, as Plaid's error does. */
export function require(body: Fields, names: readonly string[]): void {
  const missing = names.filter((name) => body[name] === undefined || body[name] === null || body[name] === '');
  if (missing.length > 0) refuse('MISSING_FIELDS', missing.join(', '));
}
