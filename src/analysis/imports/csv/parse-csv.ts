// Parses CSV files of banks. The rows are read one after the other, so that a large file needs little memory.
import type { Chunks, CsvColumn, CsvColumns, FileParser, ImportedPart } from '#analysis/imports/imported-parts.ts';
import { accountOf } from './account.ts';
import { AMBIGUOUS_DATES, InvalidColumns, type Layout, type Row } from './layout.ts';
import { amountOf, openCsv } from './open-csv.ts';
import { placeOf, type ReadRow, type RowResult } from './rows.ts';
import { balanceFollower, type Direction } from './running-balance.ts';

export type CsvOptions = { columns?: Partial<CsvColumns> };

/** The maximum number of warnings that the parser yields, because an import keeps no more. */
const WARNINGS_MAX = 100;
const ACCOUNT_KEY = 'csv';

/**
 * Returns a parser. It throws `InvalidColumns` if the columns do not fit the file, or if the dates can be read in two
 * ways.
 */
export const parseCsv =
  ({ columns = {} }: CsvOptions = {}): FileParser =>
  (chunks) =>
    parse(chunks, columns);

async function* parse(chunks: Chunks, given: Partial<CsvColumns>): AsyncGenerator<ImportedPart> {
  const { delimiter, layout, direction, preamble, body, next, rows, read } = await openCsv(chunks, given);
  if (layout.is_ambiguous) throw new InvalidColumns(AMBIGUOUS_DATES);
  yield { part: 'columns', columns: usedColumns(layout, direction) };
  yield { part: 'account', account: accountOf(ACCOUNT_KEY, preamble, body, layout) };
  const state = newState(direction);
  const add = (row: Row): void => addParts(row, read(row), state, layout, delimiter);
  yield* partsOf([...body, ...next], add, state);
  for await (const batch of rows) yield* partsOf(batch, add, state);
  yield* endBalances(state);
}

function usedColumns({ header, at, date_format, decimal }: Layout, { sign }: Direction): CsvColumns {
  const columnAt = (index: number): CsvColumn => {
    const name = header?.[index]?.trim();
    const is_unique = name !== undefined && name !== '' && header?.filter((one) => one.trim() === name).length === 1;
    return is_unique ? name : index;
  };
  const optional = (key: 'amount' | 'debit' | 'credit' | 'balance' | 'currency') =>
    at[key] === undefined ? {} : { [key]: columnAt(at[key]) };
  return {
    date: columnAt(at.date),
    description: columnAt(at.description),
    ...(at.amount === undefined ? { ...optional('debit'), ...optional('credit') } : optional('amount')),
    ...optional('balance'),
    ...optional('currency'),
    date_format,
    decimal,
    sign: sign === 1n ? 'credit_positive' : 'debit_positive',
  };
}

type End = { date: string | null; balance: bigint; amount: bigint };
type State = {
  direction: Direction;
  follow: ReturnType<typeof balanceFollower>;
  warnings: number;
  /** The first and the last row that have a balance. */
  first: End | undefined;
  last: End | undefined;
  /** The parts that are found but not yielded yet. */
  found: ImportedPart[];
};

const newState = (direction: Direction): State => ({
  direction,
  // The sign is 1, because the amounts that are passed to `follow` already have the correct sign.
  follow: balanceFollower({ ...direction, sign: 1n }),
  warnings: 0,
  first: undefined,
  last: undefined,
  found: [],
});

/**
 * Adds the parts of all rows and yields them. Parts that were found before a fault are yielded before the fault is
 * thrown.
 */
function* partsOf(rows: readonly Row[], add: (row: Row) => void, state: State): Generator<ImportedPart> {
  try {
    rows.forEach(add);
  } catch (error) {
    yield* state.found;
    throw error;
  }
  yield* state.found;
  state.found = [];
}

function addParts(row: Row, result: RowResult, state: State, layout: Layout, delimiter: string): void {
  if (result.kind === 'other') return;
  const { at } = layout;
  if (result.kind === 'no_amount') {
    const column = at.amount ?? at.debit ?? at.date;
    return warn(state, row, column, delimiter, 'The row has no amount and is left out.');
  }
  const amount = result.kind === 'opening' ? 0n : amountOf(result.row, state.direction);
  const { balance, posted_on } = result.kind === 'opening' ? result : result.row;
  if (balance !== undefined) {
    state.last = { date: posted_on, balance, amount };
    state.first ??= state.last;
  }
  if (result.kind === 'transaction') {
    state.found.push({ part: 'transaction', transaction: transactionOf(row, result.row, amount, layout) });
  }
  if (state.follow({ amount, balance }) === 'contradicts') {
    warn(state, row, at.balance ?? at.date, delimiter, 'The balance does not follow from the amounts.');
  }
}

function warn(state: State, row: Row, column: number, delimiter: string, message: string): void {
  state.warnings += 1;
  if (state.warnings > WARNINGS_MAX) return;
  state.found.push({ part: 'warning', warning: { ...placeOf(row, column, delimiter), message } });
}

function transactionOf({ fields }: Row, read: ReadRow, amount: bigint, { at, readDate }: Layout) {
  const currency = textAt(fields, at.currency)?.toUpperCase();
  const transacted_on = at.transacted === undefined ? undefined : readDate(fields[at.transacted] ?? '');
  return {
    account_key: ACCOUNT_KEY,
    bank_id: textAt(fields, at.id),
    posted_on: read.is_pending ? null : read.posted_on,
    transacted_on: transacted_on ?? (read.is_pending ? read.posted_on : null),
    amount,
    currency_code: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : null,
    is_pending: read.is_pending,
    description: textAt(fields, at.description) ?? '',
    memo: textAt(fields, at.memo),
    check_number: textAt(fields, at.check),
    balance: read.balance ?? null,
  };
}

const ODD_SPACES = /[^\S ]| {2}/;

/** The text without spaces around it, and with single spaces in it; null if it is empty. */
function textAt(fields: readonly string[], index: number | undefined): string | null {
  const text = index === undefined ? '' : (fields[index] ?? '');
  return (ODD_SPACES.test(text) ? text.replace(/\s+/g, ' ') : text).trim() || null;
}

/**
 * The balance after the newest row is the closing balance. The balance before the oldest row is the opening balance.
 */
function* endBalances({ direction, first, last }: State): Generator<ImportedPart> {
  const [oldest, newest] = direction.is_newest_first ? [last, first] : [first, last];
  if (oldest === undefined || newest === undefined) return;
  const opening = { kind: 'opening' as const, amount: oldest.balance - oldest.amount, date: oldest.date };
  const closing = { kind: 'closing' as const, amount: newest.balance, date: newest.date };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...opening } };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...closing } };
}
