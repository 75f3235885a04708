// The statuses of a suborder and their transitions. An order's status is derived from its suborders; it is also stored
// with the order, but only so that lists can be filtered by status.
import type { FinalStatus } from '#domain/connections/tasks.ts';

export const SUBORDER_STATUSES = [
  'pending',
  'sent',
  'completed',
  'error',
  'no_data',
  'expired',
  'skipped',
  'canceled',
] as const;
export type SuborderStatus = (typeof SUBORDER_STATUSES)[number];

/** An order has the same statuses as a suborder; its status is derived from its suborders. */
export type OrderStatus = SuborderStatus;

const OPEN: ReadonlySet<SuborderStatus> = new Set(['pending', 'sent']);

export const isOpen = (status: SuborderStatus): boolean => OPEN.has(status);

/**
 * A `pending` suborder may become `sent` or get any final status. A `sent` suborder may get any final status. A final
 * status never changes.
 */
export const canBecome = (from: SuborderStatus, to: SuborderStatus): boolean =>
  to !== 'pending' && (from === 'pending' || (from === 'sent' && to !== 'sent'));

/**
 * The status of a finished order is the first status in this list that at least one of its suborders has. If no
 * suborder has a status in this list, the order is `skipped`.
 */
const RANKS: readonly OrderStatus[] = ['completed', 'error', 'no_data', 'expired'];

export function orderStatus(canceled_at: Date | null, suborders: readonly SuborderStatus[]): OrderStatus {
  if (canceled_at !== null) return 'canceled';
  if (suborders.some(isOpen)) return suborders.every((status) => status === 'pending') ? 'pending' : 'sent';
  return RANKS.find((status) => suborders.includes(status)) ?? 'skipped';
}

/**
 * The status that a suborder gets from its failed task once the applicant has left. If the value is `undefined`, the
 * suborder stays open, because the applicant may retry until the order expires.
 */
const ENDINGS: Record<Exclude<FinalStatus, 'done'>, SuborderStatus | undefined> = {
  no_data: 'no_data',
  config_error: 'error',
  unable_to_reset: 'error',
  not_supported: 'error',
  error: 'error',
  login_error: undefined,
  mfa_error: undefined,
  account_locked: undefined,
  unavailable: undefined,
};

export const endingAfter = (task: Exclude<FinalStatus, 'done'>): SuborderStatus | undefined => ENDINGS[task];
