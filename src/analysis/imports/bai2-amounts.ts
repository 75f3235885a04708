// Amounts, funds types and type codes of BAI2 records.
import { quoted } from './amounts.ts';
import type { Bai2Record, Field } from './bai2-records.ts';
import { UnreadableFile } from './imported-parts.ts';

/** The amount as it is written, in the smallest unit of the currency. Control totals are sums of such numbers. */
export function rawAmount({ text, place }: Field): bigint {
  if (/^[+-]?\d{1,18}$/.test(text)) return BigInt(text);
  throw new UnreadableFile(place, text === '' ? 'a missing amount' : `${quoted(text)} instead of an amount`);
}

/**
 * Reads the funds type and the fields that belong to it: three amounts (S), a date and a time (V), or the number of
 * pairs followed by pairs of days and amounts (D). These fields say when the money is available.
 */
export function passFunds(record: Bai2Record): void {
  const funds = record.next();
  let fields = 0;
  if (funds.text === 'S') fields = 3;
  else if (funds.text === 'V') fields = 2;
  else if (funds.text === 'D') {
    const count = record.next();
    if (!/^\d{1,3}$/.test(count.text)) {
      throw new UnreadableFile(count.place, `${quoted(count.text)} instead of a number of distributions`);
    }
    fields = 2 * Number(count.text);
  } else if (!/^[012Z]?$/.test(funds.text)) {
    throw new UnreadableFile(funds.place, `${quoted(funds.text)} instead of a funds type`);
  }
  for (let nth = 0; nth < fields; nth += 1) record.next();
}

/**
 * Returns 1 for a credit and -1 for a debit; undefined for balances, loans and information without money. The codes
 * from 920 on are defined by the bank.
 */
export function directionOf(type: string): bigint | undefined {
  const code = Number(type);
  if ((code >= 100 && code <= 399) || (code >= 920 && code <= 959)) return 1n;
  return (code >= 400 && code <= 699) || code >= 960 ? -1n : undefined;
}

/** The meaning of frequent type codes, for records without text. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  '108': 'Credit',
  '115': 'Lockbox deposit',
  '142': 'ACH credit received',
  '165': 'Preauthorized ACH credit',
  '175': 'Check deposit',
  '195': 'Incoming money transfer',
  '275': 'Cash concentration credit',
  '301': 'Commercial deposit',
  '354': 'Interest credit',
  '409': 'Debit',
  '451': 'ACH debit received',
  '455': 'Preauthorized ACH debit',
  '475': 'Check paid',
  '495': 'Outgoing money transfer',
  '555': 'Deposited item returned',
  '575': 'Cash concentration debit',
  '698': 'Miscellaneous fees',
};
