// Computes the earnings of one pay stub: its lines, the sums by category, the hours and the basis of pay.
import { divideRounded, sum } from '#base/money.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import type { Earning, Statement } from '#domain/reports/statements.ts';
import { amountOf, textOf } from './fields.ts';
import { earningCategory, isSalary, repeatsHours } from './line-words.ts';

export type PayKinds = Pick<Statement, 'regular' | 'overtime' | 'bonus' | 'commission' | 'other_pay'>;

/** Returns the name of the sum in which the line is counted. */
export const kindOf = ({ category }: Pick<Earning, 'category'>): keyof PayKinds =>
  category === 'regular' || category === 'overtime' || category === 'bonus' || category === 'commission'
    ? category
    : 'other_pay';

/** Amounts are rounded line by line, so a computed sum may differ from the printed sum by up to two cents. */
const TOLERANCE = 2n;

/**
 * Returns the lines that have an amount in the given column. The column is the pay period (`current`) or the year to
 * date (`ytd`).
 */
export function earningLines(rows: readonly Fields[], column: 'current' | 'ytd'): Earning[] {
  return rows.flatMap((row): Earning[] => {
    const [name, amount] = [textOf(row, 'description'), amountOf(row, column)];
    if (name === null || amount === null) return [];
    // A line for the year to date has no rate and no hours, because the printed rate and hours belong to the pay
    // period. A year may have several rates.
    const [rate, units] = column === 'current' ? [amountOf(row, 'rate'), amountOf(row, 'hours')] : [null, null];
    return [{ name, amount, category: earningCategory(name), rate, units }];
  });
}

/**
 * Returns the sums by category. If the lines add up to gross pay, no line can be missing, so a category without lines
 * is zero. Otherwise a category without lines is unknown.
 */
export function payKindsOf(lines: readonly Earning[], gross: bigint | null): PayKinds {
  const is_complete = addsUp(lines, gross) || addsUp(lines.filter(isPay), gross);
  const total = (kind: keyof PayKinds): bigint | null => {
    const own = lines.filter((line) => kindOf(line) === kind);
    return own.length === 0 && !is_complete ? null : sum(own.map(({ amount }) => amount));
  };
  return {
    regular: total('regular'),
    overtime: total('overtime'),
    bonus: total('bonus'),
    commission: total('commission'),
    other_pay: total('other_pay'),
  };
}

/** Many employers print reimbursements among the earnings but do not count them as gross pay. */
const isPay = ({ category }: Earning): boolean => category !== 'reimbursement';

const addsUp = (lines: readonly Earning[], gross: bigint | null): boolean =>
  gross !== null && lines.length > 0 && isNear(sum(lines.map(({ amount }) => amount)), gross);

const isNear = (a: bigint, b: bigint): boolean => a - b <= TOLERANCE && b - a <= TOLERANCE;

/** Whether the hours of the line are part of the hours worked. */
export const countsHours = ({ name, units }: Earning): boolean => units !== null && !repeatsHours(name);

export function hoursOf(lines: readonly Earning[]): bigint | null {
  const hours = lines.filter(countsHours).flatMap(({ units }) => units ?? []);
  return hours.length === 0 ? null : sum(hours);
}

/**
 * Returns the basis of pay. It is `S` (salary) if the name of a line contains the word salary. It is `H` (hourly) if
 * the amount of a line of regular pay is hours times rate.
 */
export function basisOf(lines: readonly Earning[]): Statement['basis_of_pay'] {
  if (lines.some(({ name }) => isSalary(name))) return 'S';
  return hourlyRateOf(lines) === null ? null : 'H';
}

/** Returns the hourly rate of regular pay, if rate times hours is the amount of the line. */
export const hourlyRateOf = (lines: readonly Earning[]): bigint | null => lines.find(isHourly)?.rate ?? null;

/** Whether the line is regular pay whose amount is rate times hours. */
export const isHourly = ({ category, rate, units, amount }: Earning): boolean =>
  category === 'regular' &&
  rate !== null &&
  units !== null &&
  units > 0n &&
  isNear(divideRounded(rate * units, 100n), amount);

/** Returns the salary of one pay period. */
export function salaryOf(lines: readonly Earning[]): bigint | null {
  const own = lines.filter(({ name }) => isSalary(name));
  return own.length === 1 ? (own[0]?.amount ?? null) : null;
}
