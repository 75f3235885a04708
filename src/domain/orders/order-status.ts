// The states of a suborder and which it may take next; the status of an order, which follows from its suborders and is
// kept with the order only to be listed by.
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

/** An order takes the same ones: what its suborders came to. */
export type OrderStatus = SuborderStatus;

const OPEN: ReadonlySet<SuborderStatus> = new Set(['pending', 'sent']);

export const isOpen = (status: SuborderStatus): boolean => OPEN.has(status);

/** From open to sent or to any end; an end is for ever. */
export const canBecome = (from: SuborderStatus, to: SuborderStatus): boolean =>
  to !== 'pending' && (from === 'pending' || (from === 'sent' && to !== 'sent'));

/** Of several ends of a finished order the one that is told. */
const RANKS: readonly OrderStatus[] = ['completed', 'error', 'no_data', 'expired'];

export function orderStatus(canceled_at: Date | null, suborders: readonly SuborderStatus[]): OrderStatus {
  if (canceled_at !== null) return 'canceled';
  if (suborders.some(isOpen)) return suborders.every((status) => status === 'pending') ? 'pending' : 'sent';
  return RANKS.find((status) => suborders.includes(status)) ?? 'skipped';
}

/**
 * What a task that failed makes of its suborder once the person has left. Undefined: the person may try again until the
 * order expires.
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
