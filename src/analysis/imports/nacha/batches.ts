// The batches of a NACHA file: who pays, for what and when, and the totals that the batch control record must have.
import { type FixedRecord, faultAt, textAt } from '#analysis/imports/fixed/fixed-records.ts';
import { isDate } from '#base/calendar.ts';

export type Totals = {
  entries: bigint;
  entries_and_addenda: bigint;
  /**
   * The entry hash: the sum of the routing numbers. Only the first eight digits of each routing number are used, read
   * as a whole number.
   */
  hash: bigint;
  /** The sums of the debits and of the credits, in cents. */
  debits: bigint;
  credits: bigint;
};

export type Batch = {
  service_class: string;
  company_name: string;
  company_id: string;
  description: string;
  effective_date: string;
  number: string;
  /**
   * Whether the entries of the batch are read. Only the classes PPD (payments to people) and CCD (payments to
   * companies) may contain pay.
   */
  is_pay: boolean;
  totals: Totals;
};

export const newTotals = (): Totals => ({ entries: 0n, entries_and_addenda: 0n, hash: 0n, debits: 0n, credits: 0n });

export function addEntry(totals: Totals, is_credit: boolean, amount: bigint, routing: bigint): void {
  totals.entries += 1n;
  totals.entries_and_addenda += 1n;
  totals.hash += routing;
  if (is_credit) totals.credits += amount;
  else totals.debits += amount;
}

const SERVICE_CLASSES = new Set(['200', '220', '225']);
const PAY_CLASSES = new Set(['PPD', 'CCD']);

type Opened = { batch: Batch; warning: { line: number; column: number; message: string } | undefined };

export function openBatch(record: FixedRecord, created_on: string | null): Opened {
  const service_class = textAt(record, 2, 4);
  // Batches of class 280 (ADV) are notices between banks, and their records have another layout.
  if (service_class === '280') throw faultAt(record, 2, 'accounting advices (ADV) are not read');
  if (!SERVICE_CLASSES.has(service_class))
    throw faultAt(record, 2, 'the service class code is none of 200, 220 and 225');
  const entry_class = textAt(record, 51, 53).toUpperCase();
  const is_pay = PAY_CLASSES.has(entry_class);
  const { date, is_stated } = effectiveDate(record, created_on, is_pay);
  const message = is_pay
    ? 'The batch has no effective date; the date of the file is used.'
    : 'The entries of the batch are left out, because its class is neither PPD nor CCD.';
  const batch: Batch = {
    service_class,
    company_name: textAt(record, 5, 20),
    company_id: textAt(record, 41, 50),
    description: textAt(record, 54, 63),
    effective_date: date,
    number: textAt(record, 88, 94),
    is_pay,
    totals: newTotals(),
  };
  const column = is_pay ? 70 : 51;
  return { batch, warning: is_pay && is_stated ? undefined : { line: record.line, column, message } };
}

/**
 * Returns the effective date. A batch without an effective date is due immediately, so the date of the file is used
 * instead.
 */
function effectiveDate(record: FixedRecord, created_on: string | null, is_pay: boolean) {
  const text = record.text.slice(69, 75);
  const date = dateOfSix(text);
  if (date !== undefined) return { date, is_stated: true };
  if (!/^(?: *|0*)$/.test(text) && is_pay) throw faultAt(record, 70, 'the effective date is not a date (YYMMDD)');
  if (created_on === null && is_pay) throw faultAt(record, 70, 'neither the batch nor the file has a date');
  return { date: created_on ?? '', is_stated: false };
}

/** Parses `YYMMDD`. The ACH network began in the 1970s, so the years 70 to 99 are in the twentieth century. */
export function dateOfSix(text: string): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const century = Number(text.slice(0, 2)) < 70 ? '20' : '19';
  const date = `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return isDate(date) ? date : undefined;
}
