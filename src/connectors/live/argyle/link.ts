// The login. The person connects an employer on Argyle's own page. Argyle calls the result an account.
import { type Static, Type } from 'typebox';
import { type Account, type Io, type LoginRequest, type LoginStep, ProviderFailure } from '#connectors/contract.ts';
import { recall } from '#connectors/live/entries.ts';
import type { FailedStatus } from '#domain/connections/tasks.ts';
import { ask, askAll, baseOf, type Settings } from './client.ts';
import { ArgyleAccount, KnownUser, NewUser, pageOf, UserToken } from './wire.ts';

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

/** `before`: the accounts that the user had before the visit, each with the time of its last change. */
const Visiting = Type.Object({ user_id: Type.String(), before: Type.Record(Type.String(), Type.String()) });
type Visiting = Static<typeof Visiting>;

export async function sendAway(settings: Settings, request: LoginRequest, io: Io): Promise<LoginStep> {
  const { user_token, ...memory } = await userOf(settings, request, io);
  const back = new URL(request.redirect_url);
  back.searchParams.set('state', request.state);
  const url = new URL(settings.link_url ?? `${baseOf(settings)}/link`);
  url.searchParams.set('user_token', user_token);
  url.searchParams.set('redirect_url', back.href);
  return { step: 'redirect', url: url.href, memory };
}

/**
 * Returns the person's user at Argyle with a new token, or a new user if there is none yet. Argyle recognizes an account
 * that is connected again only if it has the same user.
 */
async function userOf(
  settings: Settings,
  { account, person_id }: LoginRequest,
  io: Io,
): Promise<Visiting & { user_token: string }> {
  const user_id = account ? recall(ArgyleMemory, account.memory).user_id : await findUser(settings, person_id, io);
  if (user_id === undefined) {
    const { id, user_token } = await ask(settings, '/users', NewUser, io, { external_id: person_id });
    return { user_id: id, user_token, before: {} };
  }
  const accounts = await accountsOf(settings, user_id, io);
  const { user_token } = await ask(settings, '/user-tokens', UserToken, io, { user: user_id });
  return { user_id, user_token, before: Object.fromEntries(accounts.map((one) => [one.id, changeOf(one)])) };
}

async function findUser(settings: Settings, person_id: string, io: Io): Promise<string | undefined> {
  const { results } = await ask(settings, `/users?external_id=${person_id}`, pageOf(KnownUser), io);
  return results[0]?.id;
}

const accountsOf = (settings: Settings, user_id: string, io: Io): Promise<ArgyleAccount[]> =>
  askAll(settings, '/accounts', { user: user_id }, ArgyleAccount, io);

const changeOf = ({ updated_at }: ArgyleAccount): string => updated_at ?? '';

export async function comeBack(settings: Settings, request: LoginRequest, io: Io): Promise<Account> {
  const query = request.reply?.kind === 'redirect' ? request.reply.query : {};
  if (query['state'] !== request.state)
    throw new ProviderFailure('error', 'The response does not belong to this login.', { scope: 'link' });
  const { user_id, before } = recall(Visiting, request.memory);
  const is_complete = query['user_submission_complete'] === 'true';
  const accounts = connectedIn(await accountsOf(settings, user_id, io), before, is_complete);
  const usable = accounts.find(({ connection }) => connection.status !== 'error');
  if (usable !== undefined) return accountOf(user_id, usable);
  const [refused] = accounts;
  if (refused !== undefined) throw failureOf(refused);
  throw new ProviderFailure('login_error', 'You did not connect an employer.');
}

/**
 * The accounts that the person connected during the visit, new accounts first. If the person completed the visit and no
 * account has changed, Argyle has recognized an account that was connected before.
 */
function connectedIn(
  accounts: readonly ArgyleAccount[],
  before: Visiting['before'],
  is_complete: boolean,
): readonly ArgyleAccount[] {
  const added = accounts.filter(({ id }) => before[id] === undefined);
  const changed = accounts.filter((one) => before[one.id] !== undefined && before[one.id] !== changeOf(one));
  const connected = [...added, ...changed];
  if (connected.length > 0 || !is_complete) return connected;
  return accounts.toSorted((a, b) => (changeOf(a) < changeOf(b) ? 1 : -1));
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
