// Compares pay stubs and W-2s with what the person’s payroll providers report about the same employer. A record of a
// provider comes from the employer’s own system, so an unaltered document states the same as the record.

import { isLastOfYear, isMoreThanPaid } from '#analysis/documents/fraud/chains/stub-chains.ts';
import {
  amountOf,
  atMostMedium,
  daysBetween,
  type Placed,
  severityFor,
  textOf,
} from '#analysis/documents/fraud/contradictions.ts';
import type { Finding } from '#analysis/documents/fraud/findings.ts';
import { SAME_NAME, similarity } from '#analysis/income/texts/payer-names.ts';
import { formatMoney } from '#base/money.ts';
import { wordsOf } from '#domain/connections/company-names.ts';
import type { Severity } from '#domain/documents/fraud-signals.ts';
import { printedYear, type ReadDocument } from '#domain/documents/read-documents.ts';
import type { Employment } from '#domain/reports/payroll.ts';

/** An employer as a payroll provider names it. `ein` is null if it is unknown or masked. */
type PaidBy = { employer_name: string | null; employer_ein: string | null };
type Amount = bigint | undefined;

export type PayrollStatement = PaidBy & {
  pay_date: string;
  period_start: string;
  period_end: string;
  gross_pay: Amount;
  gross_pay_ytd: Amount;
  net_pay: Amount;
};
export type PayrollW2 = PaidBy & { year: number; wages: Amount; federal_tax: Amount; medicare_wages: Amount };
/** `pay_frequency` is a code of `PAY_FREQUENCIES`. */
export type PayrollEmployment = PaidBy & { pay_frequency: Employment['pay_frequency'] };
export type PayrollRecords = {
  employments: readonly PayrollEmployment[];
  statements: readonly PayrollStatement[];
  w2s: readonly PayrollW2[];
};

export function payrollRecordFindings(document: ReadDocument, records: PayrollRecords): Finding[] {
  const placed = { document, at: 0 };
  const { statements, w2s } = records;
  switch (document.document_type) {
    case 'PAYSTUB':
      return [...employerFindings(placed, statements), ...stubFindings(placed, statements)];
    case 'W2': {
      const about_employer = employerFindings(placed, [...w2s, ...statements]);
      return document.subtype === 'W2C' ? about_employer : [...about_employer, ...w2Findings(placed, records)];
    }
    default:
      return [];
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');
const isWholeEin = (digits: string): boolean => digits.length === 9;

/** Equal EINs mean the same employer, and different EINs different employers. Without two EINs, the names decide. */
export function isSameEmployer(one: Placed, { employer_name, employer_ein }: PaidBy): boolean {
  const [own, other] = [digitsOf(textOf(one, 'employer_ein')), digitsOf(employer_ein ?? '')];
  if (isWholeEin(own) && isWholeEin(other)) return own === other;
  return isSameName(textOf(one, 'employer_name'), employer_name ?? '');
}

export const isSameName = (a: string, b: string): boolean => similarity(wordsOf(a), wordsOf(b)) >= SAME_NAME;

/** Finds an EIN that belongs to another employer. The severity is only medium, because a company may use two names. */
function employerFindings(one: Placed, records: readonly PaidBy[]): Finding[] {
  const [ein, name] = [digitsOf(textOf(one, 'employer_ein')), textOf(one, 'employer_name')];
  const words = wordsOf(name);
  const names = records
    .filter(({ employer_ein }) => isWholeEin(ein) && digitsOf(employer_ein ?? '') === ein)
    .flatMap(({ employer_name }) => employer_name ?? []);
  const [expected] = names;
  if (expected === undefined || words.length === 0) return [];
  if (names.some((other) => wordsOf(other).some((word) => words.includes(word)))) return [];
  const { page = null, box = null } = one.document.fields['employer_name'] ?? {};
  const severity = atMostMedium(
    severityFor([
      [one, 'employer_name'],
      [one, 'employer_ein'],
    ]),
  );
  const message = `The number of the employer belongs to ${expected} at the payroll provider, and to ${name} on the document.`;
  return [{ code: 'employer_mismatch', severity, page, box, expected, actual: name, message }];
}

/** A provider may date a payment a few days before or after the date that the stub prints. */
const DATES_APART_MAX = 5;
/**
 * A pay check is reported as missing only if the provider has pay checks both before and after it. This is the maximum
 * number of days between each of them and the pay date.
 */
const NEIGHBOURS_DAYS_MAX = 45;

function stubFindings(stub: Placed, statements: readonly PayrollStatement[]): Finding[] {
  const pay_date = textOf(stub, 'pay_date');
  const own = statements.filter((statement) => isSameEmployer(stub, statement));
  if (pay_date === '' || own.length === 0) return [];
  const near = own.filter((statement) => Math.abs(daysBetween(pay_date, statement.pay_date)) <= DATES_APART_MAX);
  if (near.some((statement) => differing(stub, statement).length === 0)) return [];
  const same_day = near.filter((statement) => statement.pay_date === pay_date);
  // If the provider has several statements for this day, nothing is reported, because an employer may pay twice on one
  // day, and a provider may add up what two stubs state.
  if (same_day.length > 1) return [];
  const [statement] = same_day;
  if (statement !== undefined) return [otherPay(stub, statement)];
  return near.length === 0 && isBetween(pay_date, own) ? [unknownPay(stub, pay_date)] : [];
}

const COMPARED = ['gross_pay', 'net_pay'] as const;
const PAY_WORDS = { gross_pay: 'gross pay', net_pay: 'net pay' };
/** Providers and stubs may round the same amount differently. */
const TOLERANCE = 2n;

const isOther = (a: bigint, b: bigint, tolerance: bigint): boolean => a - b > tolerance || b - a > tolerance;

/** Returns the names of the amounts in which the stub and the statement differ. */
const differing = (stub: Placed, statement: PayrollStatement): (typeof COMPARED)[number][] =>
  COMPARED.filter((name) => {
    const [own, reported] = [amountOf(stub, name), statement[name]];
    return own !== undefined && reported !== undefined && isOther(own, reported, TOLERANCE);
  });

function otherPay(stub: Placed, statement: PayrollStatement): Finding {
  const names = differing(stub, statement);
  const [name = 'net_pay'] = names;
  const [expected, actual] = [formatMoney(statement[name] ?? 0n), formatMoney(amountOf(stub, name) ?? 0n)];
  return {
    ...placeOf(stub, name),
    code: 'arithmetic_mismatch',
    severity: severityOf(stub, names),
    expected,
    actual,
    message:
      `The pay stub of ${statement.pay_date} states a ${PAY_WORDS[name]} of ${actual}; ` +
      `the payroll provider reports ${expected}.`,
  };
}

const isBetween = (pay_date: string, statements: readonly PayrollStatement[]): boolean => {
  const days = statements.map((statement) => daysBetween(pay_date, statement.pay_date));
  return [-1, 1].every((side) => days.some((day) => day * side > 0 && day * side <= NEIGHBOURS_DAYS_MAX));
};

/** A check that was paid by hand may be missing at the provider, so the severity is only medium. */
const unknownPay = (stub: Placed, pay_date: string): Finding => ({
  ...placeOf(stub, 'pay_date'),
  code: 'arithmetic_mismatch',
  severity: atMostMedium(severityFor([[stub, 'pay_date']])),
  actual: pay_date,
  message: `The payroll provider reports pay before and after ${pay_date}, but none on this day.`,
});

const W2_COMPARED = ['wages', 'federal_tax', 'medicare_wages'] as const;
const W2_WORDS = { wages: 'wages', federal_tax: 'federal income tax', medicare_wages: 'Medicare wages' };
/** Some programs print the amounts of a W-2 in whole dollars. */
const W2_TOLERANCE = 100n;

/**
 * An employer may issue several W-2s for one year, so the document is compared with the one that it resembles most. If
 * the provider has no W-2 for the year, the document is compared with the last statement of the year.
 */
function w2Findings(w2: Placed, { statements, w2s }: PayrollRecords): Finding[] {
  const year = printedYear(w2.document);
  const [closest] = w2s
    .filter((one) => String(one.year) === year && isSameEmployer(w2, one))
    .map((reported) => ({ reported, names: differingBoxes(w2, reported) }))
    .toSorted((a, b) => a.names.length - b.names.length);
  if (closest === undefined) return yearFindings(w2, year, statements);
  const [name] = closest.names;
  if (name === undefined) return [];
  const [expected, actual] = [formatMoney(closest.reported[name] ?? 0n), formatMoney(amountOf(w2, name) ?? 0n)];
  const message = `The W-2 states ${W2_WORDS[name]} of ${actual} for ${year}; the payroll provider reports ${expected}.`;
  const severity = severityOf(w2, closest.names);
  return [{ ...placeOf(w2, name), code: 'arithmetic_mismatch', severity, expected, actual, message }];
}

const differingBoxes = (w2: Placed, reported: PayrollW2): (typeof W2_COMPARED)[number][] =>
  W2_COMPARED.filter((name) => {
    const [own, other] = [amountOf(w2, name), reported[name]];
    return own !== undefined && other !== undefined && isOther(own, other, W2_TOLERANCE);
  });

/** Checks that the W-2 does not state more than the provider's last statement of its year. */
function yearFindings(w2: Placed, year: string, statements: readonly PayrollStatement[]): Finding[] {
  const last = statements
    .filter((one) => one.pay_date.startsWith(year) && isSameEmployer(w2, one) && isLastOfYear(one))
    .toSorted((a, b) => b.pay_date.localeCompare(a.pay_date))[0];
  const name = amountOf(w2, 'medicare_wages') === undefined ? 'wages' : 'medicare_wages';
  const [paid, wages] = [last?.gross_pay_ytd, amountOf(w2, name)];
  if (year === '' || paid === undefined || wages === undefined || !isMoreThanPaid(wages, paid)) return [];
  const [most, actual] = [formatMoney(paid), formatMoney(wages)];
  const message = `The W-2 states wages of ${actual} for ${year}; the payroll provider reports a gross pay of ${most}.`;
  const severity = severityFor([[w2, name]]);
  const expected = `at most ${most}`;
  return [{ ...placeOf(w2, name), code: 'arithmetic_mismatch', severity, expected, actual, message }];
}

/** A provider may compute one amount differently, so if only one amount differs, the severity is medium at most. */
function severityOf(one: Placed, names: readonly string[]): Severity {
  const severity = severityFor(names.map((name) => [one, name]));
  return names.length > 1 ? severity : atMostMedium(severity);
}

export const placeOf = ({ document }: Placed, name: string): Pick<Finding, 'page' | 'box'> => {
  const { page = null, box = null } = document.fields[name] ?? {};
  return { page, box };
};
