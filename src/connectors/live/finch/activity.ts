// Decides whether a person works at the company. Payroll systems often do not state it.
import type { Employment, Payment, Person } from './wire.ts';

/**
 * A person who was paid within these days counts as employed, if Finch states nothing else. The number allows for a
 * month between two payments and for a month until Finch has read the payment.
 */
export const ACTIVE_DAYS = 60;

/** The statuses that state whether the person works at the company now. Someone on leave still has the job. */
const STATUSES: Readonly<Record<string, boolean>> = {
  active: true,
  leave: true,
  terminated: false,
  retired: false,
  deceased: false,
  prehire: false,
};

/**
 * Returns whether the person works at the company today, from the person's own data. Returns `undefined` if this data
 * does not state it.
 */
export function statedActivity(person: Person, employment: Employment | undefined, today: string): boolean | undefined {
  const stated = person.is_active ?? employment?.is_active;
  if (typeof stated === 'boolean') return stated;
  const { employment_status: status, end_date } = employment ?? {};
  if (status && Object.hasOwn(STATUSES, status)) return STATUSES[status];
  return end_date ? end_date >= today : undefined;
}

/** The ids of the people who were paid in these payments, up to today. */
export const paidIn = (payments: readonly Payment[], today: string): ReadonlySet<string> =>
  new Set(
    payments.flatMap(({ pay_date, individual_ids }) => (pay_date && pay_date <= today ? (individual_ids ?? []) : [])),
  );
