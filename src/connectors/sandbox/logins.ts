// The user names and passwords that the sandbox's providers accept, and what happens after each login.
import { hash, timingSafeEqual } from 'node:crypto';
import type { FailedStatus } from '#domain/connections/tasks.ts';

/**
 * What follows an accepted login. `data`: the data is ready immediately. `slow`: the data is ready after a minute.
 * `code`: a second factor is required. `refused_code`: a second factor is required, and every code is rejected.
 * `empty`: the account has no data.
 */
export const WAYS = ['data', 'slow', 'code', 'refused_code', 'empty'] as const;
export type Way = (typeof WAYS)[number];

export type Verdict =
  | { accepted: true; username: string; way: Way }
  | { accepted: false; status: FailedStatus; message: string };

export const SLOW_SECONDS = 60;

/** The message the applicant reads for each failed status. */
export const MESSAGES: Record<FailedStatus, string> = {
  login_error: 'The user name or password is incorrect.',
  mfa_error: 'The code is incorrect.',
  config_error: 'This account is not set up for outside access. Please ask your administrator.',
  account_locked: 'This account is locked. Please unlock it at the provider, then try again.',
  no_data: 'There is nothing in this account yet.',
  unavailable: 'The provider cannot be reached at the moment. Please try again later.',
  unable_to_reset:
    'The password has expired and cannot be reset here. Please reset it at the provider, then try again.',
  not_supported: 'This account cannot be used for this request.',
  error: 'Something went wrong at the provider. Please try again.',
};

/** Whether `word` is a failed status. */
export const isFailure = (word: string): word is FailedStatus => Object.hasOwn(MESSAGES, word);

const UNKNOWN_ORGANIZATION = 'There is no organization with this ID. Please ask your employer for the right one.';

type Outcome = { way: Way } | { ends: FailedStatus };
type Passwords = ReadonlyMap<string, Outcome>;

export const ERROR_USER = 'error.user';
const CODE = '12345';
const ORGANIZATION_ID = 'vouch';

/**
 * The passwords of user names that have special passwords. Every other user name has only the password `goodpassword`.
 */
const PASSWORDS = new Map<string, Passwords>([
  [
    'goodlogin',
    new Map<string, Outcome>([
      ['goodpassword', { way: 'data' }],
      ['mfa', { way: 'code' }],
      ['longcheck', { way: 'slow' }],
    ]),
  ],
  [
    ERROR_USER,
    new Map<string, Outcome>([
      ['login_error', { ends: 'login_error' }],
      ['mfa_error', { way: 'refused_code' }],
      ['config_error', { ends: 'config_error' }],
      ['account_locked', { ends: 'account_locked' }],
      ['no_data', { way: 'empty' }],
      ['unavailable', { ends: 'unavailable' }],
      ['unable_to_reset', { ends: 'unable_to_reset' }],
      ['not_supported', { ends: 'not_supported' }],
      ['error', { ends: 'error' }],
    ]),
  ],
]);
const OTHERS: Passwords = new Map([['goodpassword', { way: 'data' }]]);

/** Aliases of the user name `goodlogin`. */
const ALIASES = new Map([
  ['goodlogin@domain.com', 'goodlogin'],
  ['(111)111-1111', 'goodlogin'],
]);

type Values = Readonly<Record<string, string>>;

/** Returns the normalised user name. It may be a name that no sample person has. */
export function usernameOf({ username = '', email = '', phone = '' }: Values): string {
  const name = [username, email, phone].map((text) => text.trim()).find((text) => text !== '') ?? '';
  return ALIASES.get(name.replaceAll(' ', '')) ?? name;
}

/** Checks credentials at a provider that has the given user names. */
export function judgeLogin(usernames: readonly string[], credentials: Values): Verdict {
  const { password = '', organization_id = '' } = credentials;
  if (!['', ORGANIZATION_ID].includes(organization_id.trim())) {
    return { accepted: false, status: 'config_error', message: UNKNOWN_ORGANIZATION };
  }
  const username = usernameOf(credentials);
  const is_known = usernames.includes(username) || username === ERROR_USER;
  const outcome = outcomeOf(PASSWORDS.get(username) ?? OTHERS, password);
  if (outcome === undefined || !is_known) return refused('login_error');
  return 'way' in outcome ? { accepted: true, username, way: outcome.way } : refused(outcome.ends);
}

const refused = (status: FailedStatus): Verdict => ({ accepted: false, status, message: MESSAGES[status] });

export const isRightCode = (code: string): boolean => isSame(code.trim(), CODE);

/**
 * Compares the given password with all valid passwords, even after a match. So the time that the comparison takes does
 * not reveal whether there was a match.
 */
function outcomeOf(passwords: Passwords, given: string): Outcome | undefined {
  let found: Outcome | undefined;
  for (const [password, outcome] of passwords) if (isSame(password, given)) found = outcome;
  return found;
}

/**
 * Compares the hashes of two texts instead of the texts, because hashes have equal lengths and can be compared in
 * constant time.
 */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
