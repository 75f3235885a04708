// Builds NACHA files for tests: records with sensible values, and files with correct control records.
import { digits, record } from './fixed-files.ts';

export type Fields = Record<number, string>;
export const header = (fields: Fields = {}) =>
  record(94, {
    1: '101 091000019 123456789',
    24: '260102',
    30: '0800',
    34: 'A094101',
    41: 'FIRST EXAMPLE BANK',
    64: 'NORTH HILL BAKERY',
    ...fields,
  });
export const batchHeader = (fields: Fields = {}) =>
  record(94, {
    1: '5220',
    5: 'NORTH HILL BAKER',
    41: '1123456789',
    51: 'PPD',
    54: 'PAYROLL',
    70: '260105',
    79: '1',
    80: '09100001',
    88: '0000001',
    ...fields,
  });
export const entry = (code: string, amount: number, fields: Fields = {}) =>
  record(94, {
    1: `6${code}`,
    4: '091000019',
    13: '00123-456 ',
    30: digits(amount, 10),
    40: 'E-0042',
    55: 'ANNA EXAMPLE',
    79: '0',
    80: '091000010000001',
    ...fields,
  });
export const addenda = (type: string, text = '') => record(94, { 1: `7${type}`, 4: text });

export type Control = { count: number; hash: number; debits?: number; credits?: number; fields?: Fields };
export const batchControl = ({ count, hash, debits = 0, credits = 0, fields = {} }: Control) =>
  record(94, {
    1: '8220',
    5: digits(count, 6),
    11: digits(hash, 10),
    21: digits(debits, 12),
    33: digits(credits, 12),
    45: '1123456789',
    80: '09100001',
    88: '0000001',
    ...fields,
  });
export const fileControl = ({ count, hash, debits = 0, credits = 0, fields = {} }: Control) =>
  record(94, {
    1: '9',
    2: digits(1, 6),
    8: digits(1, 6),
    14: digits(count, 8),
    22: digits(hash, 10),
    32: digits(debits, 12),
    44: digits(credits, 12),
    ...fields,
  });
export const HASH = 9_100_001;
export const FILLER = '9'.repeat(94);
export const file = (...records: string[]) => `${records.join('\n')}\n`;

/** Builds a file with one batch. Its control records are correct for the given entries. */
export function oneBatch(entries: string[], head: Fields = {}): string {
  let [debits, credits, hash] = [0, 0, 0];
  for (const row of entries.filter((one) => one.startsWith('6'))) {
    if (row.charAt(2) < '5') credits += Number(row.slice(29, 39));
    else debits += Number(row.slice(29, 39));
    hash += Number(row.slice(3, 11));
  }
  const control = { count: entries.length, hash, debits, credits };
  const service_class = head[1]?.slice(1) ?? '220';
  const blocks = digits(Math.ceil((entries.length + 4) / 10), 6);
  const fields = { 2: service_class };
  return file(
    header(),
    batchHeader(head),
    ...entries,
    batchControl({ ...control, fields }),
    fileControl({ ...control, fields: { 8: blocks } }),
  );
}
