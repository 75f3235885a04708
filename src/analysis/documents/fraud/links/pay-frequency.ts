// Compares the pay frequency that a stub shows with the pay frequency in the person’s payroll and bank links.

import { daysBetween, type Placed, textOf } from '#analysis/documents/fraud/contradictions.ts';
import type { Finding } from '#analysis/documents/fraud/findings.ts';
import { type Frequency, shownFrequencies } from '#analysis/documents/fraud/pay-calendar.ts';
import { aroundPayDate, type BankDeposit, isPaidBy } from '#analysis/documents/fraud/wage-deposits.ts';
import { dayOf } from '#analysis/income/calendars/months.ts';
import { frequencyOf, rhythmOf } from '#analysis/income/calendars/rhythm.ts';
import { isDate } from '#base/calendar.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';
import type { PAY_FREQUENCIES } from '#domain/reports/payroll.ts';
import { isSameEmployer, type PayrollRecords, placeOf } from './payroll-records.ts';

/**
 * The maximum number of days between the pay date and a payment that is used. At least three payments are needed to
 * show a frequency, and three monthly payments take up to three months.
 */
export const RHYTHM_DAYS_MAX = 92;

/** The codes that can be compared. A stub does not show other frequencies, such as `A` (annual). */
const FREQUENCIES: Partial<Record<(typeof PAY_FREQUENCIES)[number], Frequency>> = {
  W: 'weekly',
  BW: 'biweekly',
  SM: 'semimonthly',
  M: 'monthly',
};

/**
 * Finds a stub that shows a frequency which no link shows. The employer may have changed its pay dates, and a new
 * employee may have a shorter pay period, so the severity is low.
 */
export function frequencyFindings(
  document: ReadDocument,
  records: PayrollRecords,
  received: readonly BankDeposit[],
): Finding[] {
  const stub = { document, at: 0 };
  const pay_date = textOf(stub, 'pay_date');
  if (document.document_type !== 'PAYSTUB' || !isDate(pay_date)) return [];
  const shown = shownFrequencies(document);
  const [at_payroll, at_bank] = [payrollFrequencies(stub, pay_date, records), bankFrequency(stub, pay_date, received)];
  const known = [...at_payroll, ...at_bank];
  const [expected] = known;
  if (shown.length === 0 || expected === undefined || known.some((one) => shown.includes(one))) return [];
  const actual = shown.join(' or ');
  const source =
    at_payroll.length > 0
      ? `the payroll provider reports ${expected} pay`
      : `${textOf(stub, 'employer_name')} pays ${expected} into the person’s bank account`;
  const message = `The pay stub of ${pay_date} shows ${actual} pay; ${source}.`;
  return [{ ...placeOf(stub, 'period_end'), code: 'arithmetic_mismatch', severity: 'low', expected, actual, message }];
}

/** Returns the frequency that the provider reports, and the frequency of the pay dates of its statements. */
function payrollFrequencies(stub: Placed, pay_date: string, { employments, statements }: PayrollRecords): Frequency[] {
  const reported = employments
    .filter((one) => isSameEmployer(stub, one))
    .flatMap(({ pay_frequency }) => (pay_frequency === null ? [] : (FREQUENCIES[pay_frequency] ?? [])));
  const dates = statements.filter((one) => isSameEmployer(stub, one)).map((one) => one.pay_date);
  return [...reported, ...frequencyOfDates(dates.filter((date) => isNear(date, pay_date)))];
}

const isNear = (date: string, pay_date: string): boolean => Math.abs(daysBetween(date, pay_date)) <= RHYTHM_DAYS_MAX;

/** Only deposits that the bank describes as pay are used, because an employer also refunds expenses. */
function bankFrequency(stub: Placed, pay_date: string, received: readonly BankDeposit[]): Frequency[] {
  const employer = wordsOf(textOf(stub, 'employer_name'));
  const deposits = aroundPayDate(received, pay_date, RHYTHM_DAYS_MAX);
  const paid = deposits.filter((one) => one.payer.tags.has('payroll') && isPaidBy(one, employer));
  return frequencyOfDates(paid.map(({ date }) => date));
}

/** Returns the frequency of the dates; an empty list if they show none. */
function frequencyOfDates(dates: readonly string[]): Frequency[] {
  const days = [...new Set(dates.map(dayOf))].toSorted((a, b) => a - b);
  const code = frequencyOf(rhythmOf(days, 'regular'));
  const frequency = code === null ? undefined : FREQUENCIES[code];
  return frequency === undefined ? [] : [frequency];
}
