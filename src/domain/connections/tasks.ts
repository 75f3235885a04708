// A task is one retrieval or action through a link. This file defines the statuses of a task, the transitions between
// statuses, and how a task is shown.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, PAGING, QueryText, QueryTimestamp, sensitive, shape, Timestamp } from '#base/schema.ts';
import { DATA_SOURCES, PRODUCT_TYPES } from '#domain/access/products.ts';
import { ProviderRef } from './providers.ts';

/** The statuses in which a task ends. */
const FINAL = [
  'done',
  'login_error',
  'mfa_error',
  'config_error',
  'account_locked',
  'no_data',
  'unavailable',
  'unable_to_reset',
  'not_supported',
  'error',
] as const;

export const TASK_STATUSES = ['new', 'login', 'mfa', 'parse', 'full_parse', 'switch_deposit', ...FINAL] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export type FinalStatus = (typeof FINAL)[number];
export type FailedStatus = Exclude<FinalStatus, 'done'>;
type OpenStatus = Exclude<TaskStatus, FinalStatus>;

const NEVER_CHANGES: readonly TaskStatus[] = [];
const ANY_TIME = ['config_error', 'unavailable', 'not_supported', 'error'] as const;

/**
 * For each status in which a task is still open, the statuses that may follow, as in the contract's table. If a status
 * is missing here, the code does not compile.
 */
const NEXT: Record<OpenStatus, readonly TaskStatus[]> = {
  // Documents need no login, so their tasks begin with `parse`.
  new: ['login', 'parse', ...ANY_TIME],
  login: ['mfa', 'parse', 'switch_deposit', 'login_error', 'account_locked', 'unable_to_reset', ...ANY_TIME],
  mfa: ['parse', 'switch_deposit', 'mfa_error', 'account_locked', ...ANY_TIME],
  // `login_error` may follow `parse`, because a live provider may withdraw our access while data is being read.
  parse: ['full_parse', 'no_data', 'login_error', ...ANY_TIME],
  full_parse: ['done', 'switch_deposit', 'login_error', ...ANY_TIME],
  switch_deposit: ['done', ...ANY_TIME],
};

export const isFinal = (status: TaskStatus): status is FinalStatus => FINAL.some((final) => final === status);

export const movesFrom = (status: TaskStatus): readonly TaskStatus[] =>
  isFinal(status) ? NEVER_CHANGES : NEXT[status];

export const canMove = (from: TaskStatus, to: TaskStatus): boolean => movesFrom(from).includes(to);

/** Whether the provider has neither accepted nor rejected the login yet. */
export const isLoggingIn = (status: TaskStatus): boolean => status === 'new' || status === 'login' || status === 'mfa';

/**
 * Whether the status alone shows that the login succeeded. A final status that can directly follow `login` or `mfa` is
 * treated as a failed login.
 */
export const hasLoggedIn = (status: TaskStatus): boolean =>
  !isLoggingIn(status) && !(isFinal(status) && (canMove('login', status) || canMove('mfa', status)));

/** Maps each failure that is not allowed at the end of a refresh to the most similar failure that is allowed. */
const REFRESH_ENDINGS: Partial<Record<FailedStatus, FailedStatus>> = {
  unable_to_reset: 'login_error',
  not_supported: 'config_error',
};

/**
 * The final status of a task after a failure. A provider may fail in an unexpected way, for example by reporting a
 * locked account while data is being read. If the status of the failure must not follow the task's current status, the
 * final status is `error`.
 */
export function endingOf(from: TaskStatus, failure: FailedStatus, is_refresh: boolean): FailedStatus {
  const ending = is_refresh ? (REFRESH_ENDINGS[failure] ?? failure) : failure;
  return canMove(from, ending) ? ending : 'error';
}

/** Whether this final status of a refresh shows that the link's login no longer works. */
export const isDisconnecting = (status: TaskStatus): boolean =>
  status === 'login_error' || status === 'mfa_error' || status === 'account_locked';

export const STALLED_AFTER_SECONDS = 30 * 60;
export const SECOND_FACTOR_SECONDS = 5 * 60;
/** How long the applicant may stay on a provider's own page. */
export const REDIRECT_SECONDS = 15 * 60;
export const ERROR_MESSAGE_LENGTH_MAX = 512;
const MISSING_DATA_MAX = 20;

/**
 * The messages about data that a provider could not read, as a task shows them. Duplicate messages are removed, and the
 * number of messages is limited, because people would not read more.
 */
export const shownMissing = (messages: readonly string[]): string[] =>
  [...new Set(messages.map((message) => message.slice(0, ERROR_MESSAGE_LENGTH_MAX)))].slice(0, MISSING_DATA_MAX);

export const TaskAnswer = shape('Task', 'One retrieval or action through a link.', {
  id: Id,
  link_id: Id,
  user_id: Id,
  order_id: nullable(Id),
  bridge_token: sensitive('token', nullable(Id)),
  status: choice(TASK_STATUSES),
  product_type: choice(PRODUCT_TYPES),
  data_source: choice(DATA_SOURCES),
  provider: ProviderRef,
  error_message: nullable(Type.String({ maxLength: ERROR_MESSAGE_LENGTH_MAX })),
  /**
   * `missing_data` is optional, because section 7 of the contract does not list it, and the tasks of most providers do
   * not have it.
   */
  missing_data: Type.Optional(
    Type.Array(Type.String({ maxLength: ERROR_MESSAGE_LENGTH_MAX }), { maxItems: MISSING_DATA_MAX }),
  ),
  tracking_info: nullable(Type.String()),
  is_suspicious: Type.Boolean(),
  is_refresh: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type TaskAnswer = Static<typeof TaskAnswer>;

export const TaskListQuery = Type.Object({
  user_id: QueryText,
  link_id: QueryText,
  order_id: QueryText,
  status: Type.Optional(choice(TASK_STATUSES)),
  product_type: Type.Optional(choice(PRODUCT_TYPES)),
  created_at__gte: QueryTimestamp,
  created_at__lte: QueryTimestamp,
  ...PAGING,
});
export type TaskListQuery = Static<typeof TaskListQuery>;
