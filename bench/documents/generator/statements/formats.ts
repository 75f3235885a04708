// Prints dates and amounts in the formats of various issuers.
import type { Random } from '../sample.ts';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const DAY_MS = 86_400_000;

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;
export const instantOf = (date: string): Date => new Date(`${date}T04:12:00Z`);

/** Returns the last day of a monthly statement that starts on `start`. */
export function monthFrom(start: string): string {
  const date = new Date(start);
  return daysAfter(
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())).toISOString().slice(0, 10),
    -1,
  );
}

export const yearsAfter = (date: string, years: number): string =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

/** Returns a random date. Its day of the month is at most 28, because every month has a 28th. */
export const dateOf = (random: Random, from_year: number, to_year: number): string =>
  `${random.integer(from_year, to_year)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;

const two = (number: number): string => String(number).padStart(2, '0');
const partsOf = (date: string): { year: string; month: string; day: string; name: string } => {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month, day, name: MONTHS[Number(month) - 1] ?? '' };
};

export type DateForm = keyof typeof DATES;
const DATES = {
  'MM/DD/YYYY': ({ year, month, day }) => `${month}/${day}/${year}`,
  'MM/DD/YY': ({ year, month, day }) => `${month}/${day}/${year.slice(2)}`,
  'M/D/YY': ({ year, month, day }) => `${Number(month)}/${Number(day)}/${year.slice(2)}`,
  'M/D/YYYY': ({ year, month, day }) => `${Number(month)}/${Number(day)}/${year}`,
  'MM-DD-YYYY': ({ year, month, day }) => `${month}-${day}-${year}`,
  'MM-DD-YY': ({ year, month, day }) => `${month}-${day}-${year.slice(2)}`,
  'YYYY-MM-DD': ({ year, month, day }) => `${year}-${month}-${day}`,
  'Month D, YYYY': ({ year, day, name }) => `${name} ${Number(day)}, ${year}`,
  'Mon D, YYYY': ({ year, day, name }) => `${name.slice(0, 3)} ${Number(day)}, ${year}`,
  'Mon DD, YYYY': ({ year, day, name }) => `${name.slice(0, 3)} ${day}, ${year}`,
  'DD Mon YYYY': ({ year, day, name }) => `${day} ${name.slice(0, 3)} ${year}`,
  'DD-MON-YY': ({ year, day, name }) => `${day}-${name.slice(0, 3).toUpperCase()}-${year.slice(2)}`,
  'MM/DD': ({ month, day }) => `${month}/${day}`,
  'MM-DD': ({ month, day }) => `${month}-${day}`,
  'M/D': ({ month, day }) => `${Number(month)}/${Number(day)}`,
  'Mon DD': ({ day, name }) => `${name.slice(0, 3)} ${day}`,
  'MON DD': ({ day, name }) => `${name.slice(0, 3).toUpperCase()} ${day}`,
} satisfies Record<string, (parts: ReturnType<typeof partsOf>) => string>;

export const printed = (date: string, form: DateForm): string => DATES[form](partsOf(date));

/** The format of a negative amount: `-1.00`, `1.00-` or `(1.00)`. */
export type Negative = 'before' | 'after' | 'parentheses';
export type MoneyForm = { dollar?: boolean; negative?: Negative; plus?: boolean; space?: boolean };

export function money(cents: number, form: MoneyForm = {}): string {
  const { dollar = false, negative = 'before', plus = false, space = false } = form;
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const amount = `${dollar ? '$' : ''}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  const gap = space ? ' ' : '';
  if (cents < 0 && negative === 'before') return `-${gap}${amount}`;
  if (cents < 0) return negative === 'after' ? `${amount}${gap}-` : `(${amount})`;
  if (!plus) return amount;
  return negative === 'after' ? `${amount}${gap}+` : `+${gap}${amount}`;
}

export const wholeDollars = (cents: number): string => money(cents, { dollar: true }).replace(/\.00$/, '');
