// Reads transactions from a CSV file as an account holder may export it: a header line, then one transaction per line.
import { createReadStream } from 'node:fs';
import { isDate } from '#base/calendar.ts';
import { readCsv } from '#base/csv.ts';
import { formatMoney, parseMoney } from '#base/money.ts';
import type { TransactionAnswer } from '#domain/reports/transactions.ts';
import { OperatorError } from '#services/access/clients.ts';

/**
 * The accepted column headers, written in lower case. For each column, the first header in the list is our own header;
 * the others occur in common exports.
 */
const TITLES = {
  date: ['date', 'transacted_at', 'transaction date', 'posting date', 'posted date'],
  amount: ['amount'],
  description: ['description', 'name', 'payee', 'details'],
  type: ['type'],
  account: ['account', 'account_id', 'account name'],
  currency: ['currency', 'currency_code', 'iso_currency_code'],
  memo: ['memo'],
  status: ['status'],
  check_number: ['check_number', 'check number', 'check or slip #'],
} as const;
type Column = keyof typeof TITLES;
const COLUMNS = Object.keys(TITLES).filter((name): name is Column => name in TITLES);
const NEEDED: readonly Column[] = ['date', 'amount', 'description'];

/** Throws if any line cannot be parsed, because a report that silently lacks a deposit would be wrong. */
export async function readTransactions(path: string): Promise<TransactionAnswer[]> {
  let places: Map<Column, number> | undefined;
  const transactions: TransactionAnswer[] = [];
  for await (const record of readCsv(chunksOf(path))) {
    if ('fault' in record) throw new OperatorError(`${path}, line ${record.line}: ${record.fault}`);
    if (places === undefined) {
      places = placesOf(path, record.fields);
      continue;
    }
    const known = places;
    const cell = (column: Column): string => record.fields[known.get(column) ?? -1]?.trim() ?? '';
    transactions.push(toTransaction(cell, `${path}, line ${record.line}`, record.line));
  }
  return transactions;
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path)) yield Buffer.from(chunk);
  } catch (cause) {
    throw new OperatorError(`${path} cannot be read`, { cause });
  }
}

function placesOf(path: string, titles: readonly string[]): Map<Column, number> {
  const lower = titles.map((title) => title.trim().toLowerCase());
  const places = COLUMNS.flatMap((column) => {
    const at = lower.findIndex((title) => TITLES[column].some((known) => known === title));
    return at < 0 ? [] : [[column, at] as const];
  });
  const found = new Map(places);
  const missing = NEEDED.filter((column) => !found.has(column));
  if (missing.length > 0) throw new OperatorError(`${path} has no column ${missing.join(', no column ')}`);
  return found;
}

function toTransaction(cell: (column: Column) => string, where: string, line: number): TransactionAnswer {
  const date = toDate(cell('date'));
  const cents = parseMoney(cell('amount').replaceAll(/[$,]/g, ''));
  if (date === undefined) throw new OperatorError(`${where}: "${cell('date')}" is not a date`);
  if (cents === undefined) throw new OperatorError(`${where}: "${cell('amount')}" is not an amount`);
  const type = cell('type').toUpperCase();
  const is_debit = type === 'DEBIT' || cents < 0n;
  const transacted_at = `${date}T00:00:00Z`;
  return {
    id: numbered(line),
    account_id: cell('account'),
    external_id: null,
    created_at: transacted_at,
    updated_at: transacted_at,
    amount: formatMoney(cents < 0n ? -cents : cents),
    type: is_debit ? 'DEBIT' : 'CREDIT',
    status: cell('status').toUpperCase() === 'PENDING' ? 'PENDING' : 'POSTED',
    currency_code: cell('currency').toUpperCase() || 'USD',
    description: cell('description'),
    memo: cell('memo') || null,
    check_number: cell('check_number') || null,
    categories: [],
    merchant_category_code: null,
    posted_at: null,
    transacted_at,
    location: null,
  };
}

/**
 * CSV files have no ids, so the line number is used as the id. The user can find the transaction in the file by this
 * line number.
 */
export const numbered = (number: number): string => number.toString(16).padStart(32, '0');

/** Parses `2026-03-01`, with or without a time after it, or `03/01/2026`. */
function toDate(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const date = year === undefined ? text.slice(0, 10) : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}
