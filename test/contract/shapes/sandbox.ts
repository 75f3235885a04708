// Response schemas of the sandbox endpoints: contract, section 24.5.
import { count, extend, id, object, orNull, timestamp } from './words.ts';

export const clock = object({ now: timestamp, real_now: timestamp, offset_seconds: count });
export const advancedClock = extend(clock, { fired: count });
export const injectedTransactions = object({ accounts_count: count, transactions_count: count });
export const injectedPayroll = object({ employments_count: count, statements_count: count });
/** The link's id is reserved when the task is created, so it is present even after a failed login. */
export const connection = object({ public_token: orNull(id), task_id: id, link_id: id });
