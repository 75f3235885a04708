// Tables of American banks' business days, by day number. Tables are used because fitting a calendar looks up days
// thousands of times.
import { federalReserveHolidays, SATURDAY, toDay, weekdayOfDay } from '#base/calendar.ts';

/**
 * The rolls: a roll says to which business day a payer moves a pay day on which banks are closed. The roll of each
 * stream is inferred from its deposits.
 */
export const ROLLS = ['previous', 'next', 'none'] as const;
export type Roll = (typeof ROLLS)[number];

/**
 * The tables cover the days from 1970 to 2099. They also cover January 2100, because the last days of 2099 may be
 * rolled into that month.
 */
const LAST_YEAR = 2100;
const DAYS = toDay(`${LAST_YEAR}-01-31`) + 1;

export const isOpen = (day: number): boolean => rolledTable('next')[day] === day;

/** The actual payment day of a payment that is due on `day`. */
export const rolled = (day: number, roll: Roll): number => rolledTable(roll)[day] ?? day;

const tables = new Map<Roll, Int32Array>();

/** A table that maps each day to the day to which `roll` moves it. The table is built once, in 10 ms. */
export function rolledTable(roll: Roll): Int32Array {
  const known = tables.get(roll);
  if (known !== undefined) return known;
  const made = Int32Array.from({ length: DAYS }, (_, day) => day);
  if (roll !== 'none') {
    const closed = closedDays();
    const step = roll === 'next' ? 1 : -1;
    for (let day = 0; day < DAYS; day++) {
      let open = day;
      while (closed[open] === 1) open += step;
      made[day] = open;
    }
  }
  tables.set(roll, made);
  return made;
}

/** For each day, 1 if banks are closed, else 0. */
function closedDays(): Uint8Array {
  const closed = Uint8Array.from({ length: DAYS }, (_, day) => (weekdayOfDay(day) % SATURDAY === 0 ? 1 : 0));
  for (let year = 1970; year <= LAST_YEAR; year++) {
    for (const { date } of federalReserveHolidays(year)) if (toDay(date) < DAYS) closed[toDay(date)] = 1;
  }
  return closed;
}
