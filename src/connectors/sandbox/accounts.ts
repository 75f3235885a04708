// The login steps of the sandbox providers, and the fields in the `memory` of an account. Both are the same for all
// sandbox providers.
import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  type Account,
  type Fetched,
  type Io,
  type LoginRequest,
  type LoginStep,
  ProviderFailure,
} from '#connectors/contract.ts';
import { SECOND_FACTOR_SECONDS } from '#domain/connections/tasks.ts';
import { isRightCode, judgeLogin, MESSAGES, SLOW_SECONDS, WAYS, type Way } from './logins.ts';

/** The user names that a provider accepts, and each user's traits at login. */
export type Door = {
  usernames: readonly string[];
  traitsOf(username: string, today: string): Traits;
};
export type Traits = {
  is_suspicious: boolean;
  can_switch_deposits: boolean | null;
  disconnects_on_refresh: boolean;
};

/** The default traits. They apply to a provider that has no payroll data. */
export const PLAIN: Traits = { is_suspicious: false, can_switch_deposits: null, disconnects_on_refresh: false };

const SandboxMemory = Type.Object({
  username: Type.String(),
  /** The day of the first login. It never changes, because the sample data is computed relative to it. */
  first_login_date: Type.String(),
  /** The days of the refreshes so far, in order; a day may occur twice. */
  refreshed_on: Type.Array(Type.String()),
  /** The time until which the provider prepares the data, in milliseconds since 1970. */
  ready_at_ms: Type.Number(),
  is_empty: Type.Boolean(),
});
export type SandboxMemory = Static<typeof SandboxMemory>;

const AskedMemory = Type.Object({
  username: Type.String(),
  way: Type.Enum([...WAYS]),
  asked_at_ms: Type.Number(),
});

export const todayOf = (io: Io): string => io.now().toISOString().slice(0, 10);

/** Returns the `memory` of an account, validated by the connector's own schema. */
export function recall<Schema extends TSchema>(schema: Schema, memory: unknown): Static<Schema> {
  if (!Check(schema, memory)) throw new Error('the memory of the account does not match its schema');
  return memory;
}
export const recallSandbox = ({ memory }: Account): SandboxMemory => recall(SandboxMemory, memory);

/** Logs in with the values of a login form. */
export async function formLogin(door: Door, request: LoginRequest, io: Io): Promise<LoginStep> {
  if (request.reply !== undefined) return { step: 'connected', account: answered(door, request, io) };
  const verdict = judgeLogin(door.usernames, request.credentials);
  if (!verdict.accepted) throw new ProviderFailure(verdict.status, verdict.message);
  return goOn(door, verdict, request, io);
}

/**
 * Continues a login whose user name and password were already accepted. The user typed them into the widget's form or
 * on the provider's own page.
 */
export function goOn(door: Door, login: { username: string; way: Way }, request: LoginRequest, io: Io): LoginStep {
  const { username, way } = login;
  if (request.is_refresh && door.traitsOf(username, todayOf(io)).disconnects_on_refresh) throw failure('login_error');
  if (way !== 'code' && way !== 'refused_code')
    return { step: 'connected', account: accountOf(door, login, request, io) };
  return {
    step: 'second_factor',
    ask: { kind: 'code', prompt: 'Enter the 5-digit code we sent to your phone.', digits: 5 },
    memory: { username, way, asked_at_ms: io.now().getTime() },
  };
}

/** Checks that the typed code is correct and in time, and that this login accepts codes. */
export function answered(door: Door, request: LoginRequest, io: Io): Account {
  const { username, way, asked_at_ms } = recall(AskedMemory, request.memory);
  const is_late = io.now().getTime() - asked_at_ms > SECOND_FACTOR_SECONDS * 1000;
  if (is_late) throw new ProviderFailure('mfa_error', 'The code has expired. Please log in again.');
  const is_right = request.reply?.kind === 'code' && isRightCode(request.reply.code);
  if (way !== 'code' || !is_right) throw failure('mfa_error');
  return accountOf(door, { username, way }, request, io);
}

function accountOf(door: Door, login: { username: string; way: Way }, request: LoginRequest, io: Io): Account {
  const { username, way } = login;
  const { is_suspicious, can_switch_deposits } = door.traitsOf(username, todayOf(io));
  // If the account has the same login name as before, its `memory` is kept, including fields that this module does not
  // use. If the login name has changed, the `memory` is discarded.
  const before = request.account?.login === username ? request.account.memory : {};
  return {
    login: username,
    can_switch_deposits,
    is_suspicious,
    memory: {
      first_login_date: todayOf(io),
      refreshed_on: [],
      ...before,
      username,
      ready_at_ms: io.now().getTime() + (way === 'slow' ? SLOW_SECONDS * 1000 : 0),
      is_empty: way === 'empty',
    } satisfies SandboxMemory,
  };
}

/**
 * Returns the outcome `later` while the provider prepares the data, and `undefined` once the data is ready. Throws the
 * failure `no_data` if the account is empty.
 */
export function laterOf(account: Account, io: Io): Extract<Fetched, { outcome: 'later' }> | undefined {
  const { ready_at_ms, is_empty } = recallSandbox(account);
  if (is_empty) throw failure('no_data');
  const seconds = Math.ceil((ready_at_ms - io.now().getTime()) / 1000);
  return seconds <= 0 ? undefined : { outcome: 'later', seconds, progress: SLOW_SECONDS - seconds, account };
}

/**
 * Records the day of a refresh that returns data. The day is needed, because the data of some sample people changes
 * with every refresh.
 */
export function refreshed(account: Account, is_refresh: boolean, io: Io): Account {
  if (!is_refresh) return account;
  const { refreshed_on } = recallSandbox(account);
  return { ...account, memory: { ...account.memory, refreshed_on: [...refreshed_on, todayOf(io)] } };
}

const failure = (status: keyof typeof MESSAGES): ProviderFailure => new ProviderFailure(status, MESSAGES[status]);
