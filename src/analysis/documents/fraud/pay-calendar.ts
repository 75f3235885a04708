// Compares the dates of a pay stub with each other and with the year-to-date pay: the length of the pay period with the
// printed frequency, the pay date with the end of the period, and the year to date with the number of pay dates.
import { formatMoney, greater, sum } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import { type Field, type Fields, PRINTED_FREQUENCIES, type ReadDocument } from '#domain/documents/read-documents.ts';
import { daysBetween } from './contradictions.ts';
import { isScanned } from './figures.ts';
import type { Finding } from './findings.ts';

export type Frequency = (typeof PRINTED_FREQUENCIES)[number];
/** The number of days in a pay period, and the number of pay periods in a year. */
const PERIODS: Record<Frequency, { days: readonly [least: number, most: number]; per_year: number }> = {
  weekly: { days: [7, 7], per_year: 52 },
  biweekly: { days: [14, 14], per_year: 26 },
  semimonthly: { days: [13, 16], per_year: 24 },
  monthly: { days: [28, 31], per_year: 12 },
};
/** Salaries are paid in advance by up to a week. */
const ADVANCE_DAYS_MAX = 7;
/**
 * The expected year-to-date pay is the current pay times the number of pay dates. More hours in other periods, or leave
 * in the current period, may raise the year-to-date pay to at most this percentage of the expected pay.
 */
const RAISED_HUNDREDTHS = 150n;
/**
 * If the year-to-date pay is above this percentage of the expected pay, not even a large bonus, or unpaid leave in the
 * current period, is a likely reason.
 */
const IMPLAUSIBLE_HUNDREDTHS = 300n;

export function payCalendarFindings(document: ReadDocument, pages: readonly Page[]): Finding[] {
  if (document.document_type !== 'PAYSTUB') return [];
  const findings = [...periodFinding(document), ...payDateFinding(document), ...yearFinding(document)];
  // In a scan the severity is low, because OCR misreads digits of dates and amounts.
  return findings.map((one) => (isScanned(pages, one.page ?? 1) ? { ...one, severity: 'low' as const } : one));
}

const CONFIDENCE_MIN = 0.9;

const dateOf = ({ fields }: ReadDocument, name: string): Field | undefined => {
  const field = fields[name];
  return typeof field?.value === 'string' && field.confidence >= CONFIDENCE_MIN ? field : undefined;
};

const finding = (
  { page, box }: Field,
  severity: 'low' | 'medium',
  values: Pick<Finding, 'expected' | 'actual' | 'message'>,
): Finding => ({ code: 'arithmetic_mismatch', cause: 'calendar', severity, page, box, ...values });

function periodDays(document: ReadDocument): number | undefined {
  const [start, end] = [dateOf(document, 'period_start'), dateOf(document, 'period_end')];
  if (start === undefined || end === undefined) return undefined;
  return daysBetween(String(start.value), String(end.value)) + 1;
}

/** Returns the frequencies that a pay stub shows: the printed one, and those that fit the length of its pay period. */
export function shownFrequencies(stub: ReadDocument): Frequency[] {
  const [printed, days] = [stub.terms?.pay_frequency, periodDays(stub)];
  return PRINTED_FREQUENCIES.filter((frequency) => {
    const [least, most] = PERIODS[frequency].days;
    return frequency === printed || (days !== undefined && days >= least && days <= most);
  });
}

/**
 * A new employee may have a shorter pay period, and the printed frequency may apply to the whole company, so the
 * severity is low.
 */
function periodFinding(document: ReadDocument): Finding[] {
  const [days, end] = [periodDays(document), document.fields['period_end']];
  const frequency = document.terms?.pay_frequency;
  if (days === undefined || end === undefined || frequency === undefined) return [];
  const [least, most] = PERIODS[frequency].days;
  if (days >= least && days <= most) return [];
  const expected = least === most ? `${least} days` : `${least} to ${most} days`;
  const message = `A ${frequency} pay period has ${expected}, but this one has ${days} days.`;
  return [finding(end, 'low', { expected, actual: `${days} days`, message })];
}

function payDateFinding(document: ReadDocument): Finding[] {
  const [end, paid] = [dateOf(document, 'period_end'), dateOf(document, 'pay_date')];
  if (end === undefined || paid === undefined) return [];
  const early = daysBetween(String(paid.value), String(end.value));
  if (early <= ADVANCE_DAYS_MAX) return [];
  const [expected, actual] = [`at most ${ADVANCE_DAYS_MAX} days before ${String(end.value)}`, String(paid.value)];
  const message = `The pay date ${actual} is ${early} days before the pay period ends.`;
  return [finding(paid, 'medium', { expected, actual, message })];
}

/**
 * Finds year-to-date pay that is too high for the number of pay dates since 1 January. In January this check also finds
 * a year to date that was not reset and still includes the year before. A person who began the job during the year has
 * less pay, so there is no lower bound.
 */
function yearFinding(document: ReadDocument): Finding[] {
  const [paid, days] = [dateOf(document, 'pay_date'), periodDays(document)];
  const [gross, year] = [amountOf(document.fields['gross_pay']), amountOf(document.fields['gross_pay_ytd'])];
  const ytd = document.fields['gross_pay_ytd'];
  if (paid === undefined || days === undefined || gross === undefined || year === undefined || ytd === undefined) {
    return [];
  }
  const per_year = Object.values(PERIODS).find(({ days: [least, most] }) => days >= least && days <= most)?.per_year;
  if (per_year === undefined) return [];
  const pay_date = String(paid.value);
  const day_of_year = daysBetween(`${pay_date.slice(0, 4)}-01-01`, pay_date);
  const dates = Math.floor((day_of_year * per_year) / 365) + 1;
  const most = greater(gross, 0n) * BigInt(dates);
  // Rows without an amount in this period, such as a bonus of an earlier period, do not show the usual pay.
  const usual = year - sum((document.tables['earnings'] ?? []).filter(isEarlier).map(ytdOf));
  if (most === 0n || usual * 100n <= most * RAISED_HUNDREDTHS) return [];
  const severity = usual * 100n > most * IMPLAUSIBLE_HUNDREDTHS ? 'medium' : 'low';
  const [expected, actual] = [`about ${formatMoney(most)}`, formatMoney(usual)];
  const message =
    `The pay of the year is ${actual}, but ${dates === 1 ? 'one pay date' : `${dates} pay dates`} since 1 January ` +
    `with a pay of ${formatMoney(gross)} give ${formatMoney(most)}.`;
  return [finding(ytd, severity, { expected, actual, message })];
}

const amountOf = (field: Field | undefined): bigint | undefined =>
  typeof field?.value === 'bigint' && field.confidence >= CONFIDENCE_MIN ? field.value : undefined;

const isEarlier = ({ current, ytd }: Fields): boolean =>
  typeof ytd?.value === 'bigint' && (typeof current?.value !== 'bigint' || current.value === 0n);
const ytdOf = ({ ytd }: Fields): bigint => (typeof ytd?.value === 'bigint' ? ytd.value : 0n);
