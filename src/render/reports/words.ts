// Formats amounts, timestamps and codes in reports for readers. An unknown value is shown as a dash.
import { type DecimalText, parseMoney } from '#base/money.ts';
import type { DataSource } from '#domain/access/products.ts';
import { isFinal, type TaskStatus } from '#domain/connections/tasks.ts';
import type { Address, EmploymentAnswer, PayrollAccountAnswer } from '#domain/reports/payroll.ts';
import { addressLines, amount, DASH, usDate } from '#render/figures.ts';

/** Formats a decimal amount as `1,234.56`. */
export const money = (text: DecimalText | null | undefined): string => amount(parseMoney(text));

/** Formats a timestamp as `03/01/2026 12:00:00 UTC`. */
export const moment = (timestamp: string | null): string =>
  timestamp === null ? DASH : `${usDate(timestamp.slice(0, 10))} ${timestamp.slice(11, 19)} UTC`;

export const period = (from: string | null, until: string | null): string =>
  from === null && until === null ? DASH : `${usDate(from)} to ${usDate(until)}`;

export const addressLine = (address: Address): string => addressLines(address).join(', ');

/** Adds dashes to a masked SSN. A masked SSN in an API response has no dashes. */
export const shownSsn = (masked: string | null): string =>
  masked === null ? DASH : masked.replace(/^(.{3})(.{2})(.{4})$/, '$1-$2-$3');

/** Writes a code as words: `NAMED_NON_OWNER` becomes `Named non owner`. */
export function inWords(code: string | null): string {
  if (code === null || code === '') return DASH;
  const words = code.replaceAll('_', ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export const yesOrNo = (value: boolean | null): string => (value === null ? DASH : value ? 'Yes' : 'No');

export function statusWords(status: TaskStatus): string {
  if (status === 'done') return 'Complete';
  return isFinal(status) ? `Ended without success: ${status}` : `In progress: ${status}`;
}

/**
 * Returns a report's date line. A failed retrieval returned no data, so its end time is not shown as the date of the
 * data.
 */
export function asOf(status: TaskStatus, ended_at: string | null): string {
  if (status === 'done') return `Current as of ${moment(ended_at)}`;
  return isFinal(status) ? `Last tried ${moment(ended_at)}` : 'Not complete yet';
}

const SUSPICIOUS = 'Flagged as suspicious: review the source before relying on this report.';
const RUNNING = 'Not complete: the data is still being retrieved.';
const FAILED = 'The last retrieval did not succeed; the data shown was retrieved earlier.';

/** Warnings about the status of the report's task. */
export function statusNotices(
  status: TaskStatus,
  { running, failed } = { running: RUNNING, failed: FAILED },
): string[] {
  if (status === 'done') return [];
  return [isFinal(status) ? failed : running];
}

export const suspicionNotices = (is_suspicious: boolean): string[] => (is_suspicious ? [SUSPICIOUS] : []);

export const repeatedNotices = (repeated: readonly unknown[] = []): string[] =>
  repeated.length === 0 ? [] : [REPEATED];
const REPEATED = 'Some accounts are connected more than once. Each of them is shown and counted once.';

/** Returns a field name in plain words, because the readers of a report are not programmers. */
export const fieldWords = (name: string): string =>
  FIELD_WORDS.get(name) ??
  name.replaceAll(/[._]/g, ' ').replaceAll(/\b(?:ssn|ein|id)\b/g, (word) => word.toUpperCase());
const FIELD_WORDS: ReadonlyMap<string, string> = new Map([
  ['is_active', 'whether the job is current'],
  ['annual_income_summary', 'yearly totals'],
  ['w2s', 'W-2s'],
  ['income_unit', 'pay basis (such as hourly or yearly)'],
  ['bank_accounts', 'direct deposit accounts'],
]);

export const SOURCE_WORDS: Record<DataSource, string> = {
  payroll: 'Payroll system',
  docs: 'Documents',
  financial_accounts: 'Bank',
  insurance: 'Insurer',
  tax: 'Tax documents',
  scoring_attributes: 'Bank',
};

export const FREQUENCY_WORDS: Record<NonNullable<EmploymentAnswer['pay_frequency']>, string> = {
  W: 'Weekly',
  BW: 'Bi-weekly',
  SM: 'Semi-monthly',
  M: 'Monthly',
  A: 'Annually',
  SA: 'Semi-annually',
  C: 'Commission',
};

export const UNIT_WORDS: Record<NonNullable<EmploymentAnswer['income_unit']>, string> = {
  YEARLY: 'a year',
  MONTHLY: 'a month',
  WEEKLY: 'a week',
  DAILY: 'a day',
  HOURLY: 'an hour',
};

export const JOB_WORDS: Record<NonNullable<EmploymentAnswer['job_type']>, string> = {
  F: 'Full time',
  P: 'Part time',
  S: 'Seasonal',
  D: 'Per diem',
  C: 'Contract',
  V: 'Volunteer',
};

export const ACCOUNT_WORDS: Record<NonNullable<PayrollAccountAnswer['account_type']>, string> = {
  C: 'Checking',
  S: 'Savings',
};

/** Returns the words for a code, or a dash if the code is null. */
export const said = <Code extends string>(words: Record<Code, string>, code: Code | null): string =>
  code === null ? DASH : words[code];
