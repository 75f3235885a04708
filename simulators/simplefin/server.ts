// A SimpleFIN server. Setup tokens are made on a page and claimed once. A claimed token gives access to account data
// with a daily budget of reads.
import type { Answer } from '../kit/answers.ts';
import { type Bank, bankOf, INSTITUTIONS } from '../kit/bank.ts';
import { type SimClock, secondsOf } from '../kit/clock.ts';
import { FieldError, type Fields, optionalInteger, optionalString, optionalStrings, stringOf } from '../kit/fields.ts';
import { type GuidedSimulator, withGuide } from '../kit/guide.ts';
import { alert, escapeHtml, field, page } from '../kit/html.ts';
import { secretOf, wordId } from '../kit/random.ts';
import { basicAuth, formBody, type SimRequest } from '../kit/request.ts';
import { Refusal, type Service, type SimOptions, startServer } from '../kit/server.ts';
import type { AccountHistory } from '../lives/history.ts';
import type { Life } from '../lives/life.ts';
import { accountId, toAccounts, type Wanted } from './accounts.ts';

export type SimplefinOptions = SimOptions & {
  /** How many reads are allowed with one access URL within 24 hours. The default is 24. */
  budget?: number;
  /**
   * How many reads above the budget are answered with a warning in `errors`, before reads get 429. The default is 4.
   */
  leeway?: number;
};

export type SimplefinSimulator = GuidedSimulator & { setupToken(username: string): string };

const ROOT = '/simplefin';
const DAY_SECONDS = 86_400;
const SPAN_SECONDS_MAX = 90 * DAY_SECONDS;

type Access = { user: string; password: string; life: Life; reads: number[]; state: 'open' | 'revoked' | 'unpaid' };
type Claim = { life: Life; state: 'new' | 'claimed' | 'disabled' };
type State = {
  bank: Bank;
  clock: SimClock;
  seed: number;
  claims: Map<string, Claim>;
  accesses: Map<string, Access>;
  /** For each user name, the messages that are added to the person's account sets. */
  messages: Map<string, readonly string[]>;
  /** For each user name, the institution that needs a new login. Its accounts keep their old data. */
  stale: Map<string, { institution: string; since: Date }>;
  /** For each user name, the names of the accounts that are returned. Without an entry, all accounts are returned. */
  given: Map<string, readonly string[]>;
  budget: number;
  leeway: number;
};

export async function startSimplefin(options: SimplefinOptions = {}): Promise<SimplefinSimulator> {
  const simulator = await startServer((clock, seed) => serviceOf(stateOf(clock, seed, options)), options);
  const settings = { origins: [simulator.url] };
  return {
    ...withGuide(simulator, { connector: 'simplefin', name: 'SimpleFIN simulator', settings }),
    setupToken: (username) => {
      const made = simulator.control('setup-token', { username });
      return typeof made === 'object' && made !== null && 'setup_token' in made ? String(made.setup_token) : '';
    },
  };
}

const stateOf = (clock: SimClock, seed: number, options: SimplefinOptions): State => ({
  bank: bankOf(clock, seed),
  clock,
  seed,
  claims: new Map(),
  accesses: new Map(),
  messages: new Map(),
  stale: new Map(),
  given: new Map(),
  budget: options.budget ?? 24,
  leeway: options.leeway ?? 4,
});

const forbidden: Answer = { status: 403, text: 'Forbidden' };
const setOf = (errors: readonly string[], accounts: readonly unknown[]) => ({ errors, accounts });

function serviceOf(state: State): Service {
  return {
    routes: [
      { method: 'GET', pattern: `${ROOT}/info`, handle: () => ({ status: 200, json: { versions: ['1.0'] } }) },
      { method: 'GET', pattern: `${ROOT}/create`, handle: () => ({ status: 200, html: createPage('') }) },
      { method: 'POST', pattern: `${ROOT}/create`, handle: (request) => create(state, request) },
      { method: 'POST', pattern: `${ROOT}/claim/:token`, handle: (request) => claim(state, request) },
      { method: 'GET', pattern: `${ROOT}/accounts`, handle: (request) => accounts(state, request) },
    ],
    errors: {
      notFound: () => ({ status: 404, text: 'Not Found' }),
      wrongMethod: () => ({ status: 405, text: 'Method Not Allowed' }),
      badField: (_, error) => ({ status: 400, json: setOf([`${error.message}.`], []) }),
      rateLimit: () => ({ status: 429, text: 'Too Many Requests' }),
      serverError: (_, status) => ({ status, text: 'Internal Server Error' }),
      expired: () => forbidden,
    },
    drift: { rows: ['transactions'], enum_field: 'currency', missing_field: 'balance-date' },
    control: controlOf(state),
  };
}

const createPage = (message: string): string =>
  page(
    'Connect an app',
    `${message}<form method="post" action="${ROOT}/create">${field('User name', 'username')}` +
      `${field('Password', 'password', 'password')}<button>Create a setup token</button></form>`,
  );

function create(state: State, request: SimRequest): Answer {
  const form = formBody(request);
  const life = state.bank.login(form.get('username') ?? '', form.get('password') ?? '');
  if (life === undefined) return { status: 403, html: createPage(alert('User name or password is wrong.')) };
  const token = setupToken(state, life, request.origin);
  const body =
    '<p>Paste this token into the app. It works once.</p>' +
    `<p><textarea id="setup-token" readonly rows="4" cols="60">${escapeHtml(token)}</textarea></p>`;
  return { status: 200, html: page('Your setup token', body) };
}

function setupToken(state: State, life: Life, origin: string): string {
  const token = secretOf(state.seed, 'claim', state.claims.size, life.id);
  state.claims.set(token, { life, state: 'new' });
  return Buffer.from(`${origin}${ROOT}/claim/${token}`).toString('base64');
}

/**
 * A token can be claimed once. A second claim may mean that somebody else read the token, so its answer gives no
 * details.
 */
function claim(state: State, request: SimRequest): Answer {
  const found = state.claims.get(request.params['token'] ?? '');
  if (found === undefined || found.state !== 'new') return forbidden;
  found.state = 'claimed';
  const user = wordId(24, state.seed, 'user', state.accesses.size).toUpperCase();
  const password = secretOf(state.seed, 'password', state.accesses.size);
  state.accesses.set(user, { user, password, life: found.life, reads: [], state: 'open' });
  const url = new URL(`${request.origin}${ROOT}`);
  url.username = user;
  url.password = password;
  return { status: 200, text: url.href };
}

function accounts(state: State, request: SimRequest): Answer {
  const access = accessOf(state, request);
  const now = secondsOf(state.clock.now());
  access.reads = access.reads.filter((time) => time > now - DAY_SECONDS);
  access.reads.push(now);
  const over = access.reads.length - state.budget;
  if (over > state.leeway) {
    // A read counts against the budget for one day. So the client must wait until the oldest counted read is one day
    // old.
    const wait = (access.reads[0] ?? now) + DAY_SECONDS - now;
    access.reads.pop();
    const text = 'Too many requests. This token may make 24 requests a day.';
    return { status: 429, headers: { 'retry-after': String(Math.max(1, wait)) }, json: setOf([text], []) };
  }
  const warnings = over > 0 ? ['You made too many requests today. Access will be stopped if this goes on.'] : [];
  const { wanted, capped } = wantedOf(request, secondsOf(request.now));
  const { username } = access.life;
  const stale = state.stale.get(username);
  const messages = [
    ...warnings,
    ...(capped ? ['The requested date range is longer than 90 days and was shortened.'] : []),
    ...(stale === undefined ? [] : [`Connection to ${stale.institution} may need attention. Please log in again.`]),
    ...(state.messages.get(username) ?? []),
  ];
  return { status: 200, json: setOf(messages, accountSet(state, access.life, wanted, request, stale)) };
}

/** The requested accounts. Accounts of an institution that needs a new login keep their old data. */
function accountSet(
  state: State,
  life: Life,
  wanted: Wanted,
  request: SimRequest,
  stale: { institution: string; since: Date } | undefined,
): unknown[] {
  const root = `${request.origin}${ROOT}`;
  const keeper = INSTITUTIONS.find(({ name }) => name === stale?.institution);
  const fresh = accountsOf(state, life).filter(({ plan }) => !(keeper?.keeps(plan) ?? false));
  const shown = toAccounts(life, fresh, wanted, root, request.now);
  if (stale === undefined || keeper === undefined) return shown;
  const old = accountsOf(state, life, stale.since.toISOString().slice(0, 10));
  const kept = old.filter(({ plan }) => keeper.keeps(plan));
  return [...shown, ...toAccounts(life, kept, wanted, root, stale.since)];
}

function accountsOf({ bank, given }: State, life: Life, day?: string): readonly AccountHistory[] {
  const names = given.get(life.username);
  return bank.accountsOf(life, day).filter(({ plan }) => names?.includes(plan.name) ?? true);
}

function accessOf(state: State, request: SimRequest): Access {
  const given = basicAuth(request);
  const access = given === undefined ? undefined : state.accesses.get(given.user);
  if (access === undefined || access.password !== given?.password || access.state === 'revoked') {
    throw new Refusal(forbidden);
  }
  if (access.state === 'unpaid') throw new Refusal({ status: 402, text: 'Payment Required' });
  return access;
}

const PARAMETERS = new Set(['start-date', 'end-date', 'pending', 'account', 'balances-only', 'version']);

function wantedOf(request: SimRequest, now: number): { wanted: Wanted; capped: boolean } {
  const { query } = request;
  const unknown = [...query.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined) throw new FieldError(unknown, 'value', `${unknown} is not a parameter`);
  const end = timeOf(query, 'end-date') ?? now + DAY_SECONDS;
  const asked = timeOf(query, 'start-date');
  const start = Math.max(asked ?? 0, end - SPAN_SECONDS_MAX);
  const ids = query.getAll('account');
  const wanted = {
    start,
    end,
    with_pending: query.get('pending') === '1',
    only_balances: query.get('balances-only') === '1',
    accounts: ids.length === 0 ? undefined : new Set(ids),
  };
  // A period that is at most one day too long is shortened without a message. A period without an end date ends one day
  // in the future, although the client counts the days only up to now.
  return { wanted, capped: asked !== undefined && end - asked > SPAN_SECONDS_MAX + DAY_SECONDS };
}

function timeOf(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,11}$/.test(text)) throw new FieldError(name, 'type', `${name} must be a UNIX timestamp`);
  return Number(text);
}

function controlOf(state: State): Service['control'] {
  const lifeOf = (fields: Fields): Life => {
    const life = state.bank.byUsername(stringOf(fields, 'username'));
    if (life === undefined) throw new FieldError('username', 'value', 'username is unknown');
    return life;
  };
  const setAccess = (fields: Fields, access_state: Access['state']): { changed: number } => {
    const { username } = lifeOf(fields);
    const mine = [...state.accesses.values()].filter(({ life }) => life.username === username);
    for (const access of mine) access.state = access_state;
    return { changed: mine.length };
  };
  return {
    'setup-token': (fields, origin) => ({ setup_token: setupToken(state, lifeOf(fields), origin) }),
    /** Disables all unclaimed tokens of a person. */
    'disable-tokens': (fields) => {
      const life = lifeOf(fields);
      const open = [...state.claims.values()].filter((found) => found.life === life && found.state === 'new');
      for (const found of open) found.state = 'disabled';
      return { changed: open.length };
    },
    revoke: (fields) => setAccess(fields, 'revoked'),
    'stop-paying': (fields) => setAccess(fields, 'unpaid'),
    restore: (fields) => {
      state.stale.delete(lifeOf(fields).username);
      state.messages.delete(lifeOf(fields).username);
      return setAccess(fields, 'open');
    },
    /** An institution requires a new login. Its accounts keep their present data. */
    disconnect: (fields) => {
      const institution = optionalString(fields, 'institution') ?? INSTITUTIONS[0]?.name ?? '';
      state.stale.set(lifeOf(fields).username, { institution, since: state.clock.now() });
      return { institution };
    },
    errors: (fields) => {
      const messages = fields['errors'];
      if (!Array.isArray(messages)) throw new FieldError('errors', 'type', 'errors must be an array of strings');
      state.messages.set(lifeOf(fields).username, messages.map(String));
      return { errors: messages.length };
    },
    /** Sets which accounts of the person are returned from now on. Without `names`, all accounts are returned. */
    accounts: (fields) => {
      const { username } = lifeOf(fields);
      const names = optionalStrings(fields, 'names');
      if (names === undefined) state.given.delete(username);
      else state.given.set(username, names);
      return { names };
    },
    budget: (fields) => {
      state.budget = optionalInteger(fields, 'budget', 0, 100_000) ?? state.budget;
      state.leeway = optionalInteger(fields, 'leeway', 0, 100_000) ?? state.leeway;
      return { budget: state.budget, leeway: state.leeway };
    },
    people: () => ({
      people: state.bank.people.map((life) => ({
        username: life.username,
        password: life.password,
        story: life.story,
        accounts: state.bank.accountsOf(life).map((account) => accountId(life, account)),
      })),
    }),
  };
}
