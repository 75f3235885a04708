// The login. The person connects an employer on Argyle's own page (Hosted Link). Argyle calls the result an account.
//
// Argyle creates the page's address for a verification, which is an order for a report. The report is not used: the
// connector reads the data of the account.
import { type Static, Type } from 'typebox';
import { type Account, type Io, type LoginRequest, type LoginStep, ProviderFailure } from '#connectors/contract.ts';
import { recall } from '#connectors/live/entries.ts';
import type { ProductType } from '#domain/access/products.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import { ask, askAll, type Settings } from './client.ts';
import { ArgyleAccount, ArgyleUser, LinkSession, pageOf, Verification } from './wire.ts';

export const ArgyleMemory = Type.Object({
  user_id: Type.String(),
  account_id: Type.String(),
  /** How often the connector has waited for data since the last login. */
  waits: Type.Integer(),
  /** The parts of the data that Argyle had already collected at the login of this task. */
  ready: Type.Optional(Type.Array(Type.String())),
  /** The keys of the employments, if this task has already read the employments. */
  employments: Type.Optional(Type.Array(Type.String())),
});

const PARTS = ['identities', 'paystubs', 'payroll_documents', 'gigs'] as const;
export type Part = (typeof PARTS)[number];

/** The parts that Argyle has finished collecting. There are none while the account is still connecting. */
export const readyParts = ({ connection, availability }: ArgyleAccount): Part[] =>
  connection.status === 'connected' ? PARTS.filter((part) => availability?.[part]?.status !== 'in_progress') : [];

/** The times at which an account and the status of its connection changed last. */
const Changes = Type.Object({ account: Type.String(), connection: Type.String() });
/** `before`: the accounts that the user had before the visit. */
const Visiting = Type.Object({ user_id: Type.String(), before: Type.Record(Type.String(), Changes) });
type Visiting = Static<typeof Visiting>;

export async function sendAway(settings: Settings, request: LoginRequest, io: Io): Promise<LoginStep> {
  const memory = await userOf(settings, request, io);
  const back = new URL(request.redirect_url);
  back.searchParams.set('state', request.state);
  const report = { type: reportFor(request.products) };
  const { id } = await ask(settings, '/verifications', Verification, io, { user: memory.user_id, report });
  const configuration = { redirect_url: back.href };
  const { link } = await ask(settings, '/sessions', LinkSession, io, { verification: id, configuration });
  return { step: 'redirect', url: link, memory };
}

/** Argyle's report types for payroll: income and employment (`voie`), or employment alone (`voe`). */
const reportFor = (products: readonly ProductType[]): 'voie' | 'voe' => (products.includes('income') ? 'voie' : 'voe');

/**
 * Returns the person's user at Argyle, or a new user if there is none yet. An account that is connected again keeps its
 * id only if it has the same user.
 */
async function userOf(settings: Settings, { account, person_id }: LoginRequest, io: Io): Promise<Visiting> {
  const user_id = account ? recall(ArgyleMemory, account.memory).user_id : await findUser(settings, person_id, io);
  if (user_id === undefined) {
    const { id } = await ask(settings, '/users', ArgyleUser, io, { external_id: person_id });
    return { user_id: id, before: {} };
  }
  const accounts = await accountsOf(settings, user_id, io);
  return { user_id, before: Object.fromEntries(accounts.map((one) => [one.id, changesOf(one)])) };
}

const Users = pageOf(ArgyleUser);
async function findUser(settings: Settings, person_id: string, io: Io): Promise<string | undefined> {
  const { results } = await ask(settings, `/users?external_id=${person_id}`, Users, io);
  return results[0]?.id;
}

const accountsOf = (settings: Settings, user_id: string, io: Io): Promise<ArgyleAccount[]> =>
  askAll(settings, '/accounts', { user: user_id }, ArgyleAccount, io);

const changesOf = ({ updated_at, connection }: ArgyleAccount): Static<typeof Changes> => ({
  account: updated_at ?? '',
  connection: connection.updated_at ?? '',
});

/**
 * Argyle names no account when the person returns, so the account is found among the accounts of the person's user. The
 * return itself proves nothing: the person may have closed the page.
 */
export async function comeBack(settings: Settings, request: LoginRequest, io: Io): Promise<Account> {
  const query = request.reply?.kind === 'redirect' ? request.reply.query : {};
  if (query['state'] !== request.state)
    throw new ProviderFailure('error', 'The response does not belong to this login.', { scope: 'link' });
  const { user_id, before } = recall(Visiting, request.memory);
  const is_complete = query['user_submission_complete'] === 'true';
  const own_id = request.account && recall(ArgyleMemory, request.account.memory).account_id;
  const accounts = connectedIn(await accountsOf(settings, user_id, io), before, is_complete, own_id);
  const usable = accounts.find(({ connection }) => connection.status !== 'error');
  if (usable !== undefined) return accountOf(user_id, usable);
  const [refused] = accounts;
  if (refused !== undefined) throw failureOf(refused);
  throw new ProviderFailure('login_error', 'You did not connect an employer.');
}

/**
 * The accounts that the person connected during the visit: first new accounts, then accounts whose connection changed.
 * If there are no such accounts, but the person completed the visit, the person logged in at an account that was still
 * connected. The accounts are then sorted: first accounts that changed during the visit, then the account of the link,
 * then all others; the latest change comes first. Accounts also change while Argyle collects data, so a change alone
 * proves no login.
 */
function connectedIn(
  accounts: readonly ArgyleAccount[],
  before: Visiting['before'],
  is_complete: boolean,
  own_id: string | undefined,
): readonly ArgyleAccount[] {
  const added = accounts.filter(({ id }) => before[id] === undefined);
  const has = (what: 'account' | 'connection') => (one: ArgyleAccount) =>
    before[one.id] !== undefined && before[one.id]?.[what] !== changesOf(one)[what];
  const connected = [...added, ...accounts.filter(has('connection'))];
  if (connected.length > 0 || !is_complete) return connected;
  const newest = accounts.toSorted((a, b) => (changesOf(a).account < changesOf(b).account ? 1 : -1));
  return [...newest.filter(has('account')), ...newest.filter(({ id }) => id === own_id), ...newest];
}

/**
 * Logs in for a refresh. The login checks that the account is still connected, because a link is marked as disconnected
 * only if a login fails.
 */
export async function logInAgain(settings: Settings, { account }: LoginRequest, io: Io): Promise<Account> {
  if (account === undefined) throw new ProviderFailure('login_error', 'Please connect your employer again.');
  const { user_id, account_id } = recall(ArgyleMemory, account.memory);
  const found = await ask(settings, `/accounts/${encodeURIComponent(account_id)}`, ArgyleAccount, io);
  if (found.connection.status === 'error') throw failureOf(found);
  return accountOf(user_id, found);
}

const accountOf = (user_id: string, found: ArgyleAccount): Account => ({
  login: found.id,
  can_switch_deposits: false,
  is_suspicious: false,
  memory: { user_id, account_id: found.id, waits: 0, ready: readyParts(found) },
});

const STATUSES: Readonly<Record<string, FailedStatus>> = {
  account_locked: 'account_locked',
  account_disabled: 'account_locked',
  account_inaccessible: 'account_locked',
  login_attempts_exceeded: 'account_locked',
  password_reset_required: 'unable_to_reset',
  service_unavailable: 'unavailable',
  system_error: 'unavailable',
  account_incomplete: 'no_data',
  no_data: 'no_data',
  unsupported_auth_type: 'not_supported',
  unsupported_mfa_method: 'not_supported',
};

/**
 * Returns the task status for an error code. A code that is not in `STATUSES` becomes `mfa_error` if it is about a
 * second factor; otherwise it becomes `login_error`.
 */
export function statusOf(error_code: string | null | undefined): FailedStatus {
  if (!error_code) return 'login_error';
  const named = Object.hasOwn(STATUSES, error_code) ? STATUSES[error_code] : undefined;
  return named ?? (/^(?:in)?(?:valid_)?mfa_/.test(error_code) ? 'mfa_error' : 'login_error');
}

/**
 * The failure for an account's error. The error concerns either the payroll system of one employer or only this
 * account, never Argyle as a whole.
 */
export const failureOf = ({ connection }: ArgyleAccount): ProviderFailure =>
  new ProviderFailure(
    statusOf(connection.error_code),
    connection.error_message || 'The connection to your employer has ended. Please connect it again.',
    { scope: connection.error_code === 'service_unavailable' ? 'institution' : 'link' },
  );
