// Parses CSV files of banks. The delimiter, the columns, the formats and the direction of the amounts are found in the
// first rows. Then the rows are read one after the other, so that a large file needs little memory.
import {
  type Chunks,
  type CsvColumn,
  type CsvColumns,
  type FileParser,
  type ImportedPart,
  UnreadableFile,
} from '#analysis/imports/imported-parts.ts';
import { type Line, recordReader, type SourceRecord } from '#base/csv.ts';
import { accountOf } from './account.ts';
import { delimiterOf, statedDelimiter } from './delimiter.ts';
import { type Layout, layoutOf, type Row } from './layout.ts';
import { readTextLines } from './lines.ts';
import { plainName } from './names.ts';
import { amountRuleOf, placeOf, type ReadRow, type RowResult, readRow } from './rows.ts';
import { balanceFollower, type Direction, directionOf, type Entry } from './running-balance.ts';

export type CsvOptions = { columns?: Partial<CsvColumns> };

const SAMPLE_LINES = 2_000;
const SAMPLE_CHARACTERS_MAX = 4_194_304;
/** The maximum number of warnings, because an import keeps no more. */
const WARNINGS_MAX = 100;
const ACCOUNT_KEY = 'csv';

/**
 * Returns a parser. It throws `InvalidColumns` if the columns do not fit the file, or if the dates have two readings.
 */
export const parseCsv =
  ({ columns = {} }: CsvOptions = {}): FileParser =>
  (chunks) =>
    parse(chunks, columns);

async function* parse(chunks: Chunks, given: Partial<CsvColumns>): AsyncGenerator<ImportedPart> {
  const batches = readTextLines(chunks);
  const { head, spare } = await takeHead(batches);
  if (head.every(({ text }) => text.trim() === ''))
    throw new UnreadableFile({ line: 1, column: 1 }, 'the file is empty');
  const stated = statedDelimiter(head[0]);
  const delimiter = stated ?? delimiterOf(head);
  const first = [...(stated === undefined ? head : head.slice(1)), ...spare];
  const rows = readRows(first, batches, delimiter);
  const sample = await takeSample(rows, head.at(-1)?.number ?? 0);
  const layout = layoutOf(sample.rows, delimiter, given);
  const preamble = sample.rows.slice(0, layout.skipped);
  const body = sample.rows.slice(layout.skipped);
  const rule = amountRuleOf(body, layout);
  const read = (row: Row): RowResult => readRow(row, delimiter, layout, rule);
  const direction = fileDirection(body, read, layout, given);
  yield { part: 'columns', columns: usedColumns(layout, direction) };
  yield { part: 'account', account: accountOf(ACCOUNT_KEY, preamble, body, layout) };
  const state = newState(direction);
  const add = (row: Row): void => addParts(row, read(row), state, layout, delimiter);
  yield* partsOf([...body, ...sample.next], add, state);
  for await (const batch of rows) yield* partsOf(batch, add, state);
  yield* endBalances(state);
}

/** The first lines, and the lines after them that were read together with them. */
async function takeHead(batches: AsyncGenerator<Line[]>): Promise<{ head: Line[]; spare: Line[] }> {
  const head: Line[] = [];
  let characters = 0;
  for (;;) {
    const { value, done } = await batches.next();
    if (done === true) return { head, spare: [] };
    for (const [at, line] of value.entries()) {
      head.push(line);
      characters += line.text.length;
      if (head.length === SAMPLE_LINES || characters >= SAMPLE_CHARACTERS_MAX)
        return { head, spare: value.slice(at + 1) };
    }
  }
}

/** Yields the rows in batches. Rows before a fault are yielded before it is thrown. */
async function* readRows(
  first: readonly Line[],
  batches: AsyncIterable<Line[]>,
  delimiter: string,
): AsyncGenerator<Row[]> {
  const reader = recordReader(delimiter);
  let rows: Row[] = [];
  const add = (records: Iterable<SourceRecord>): void => {
    for (const record of records) {
      if ('fault' in record) throw new UnreadableFile({ line: record.line, column: 1 }, `the row ${record.fault}`);
      if (record.fields.some((field) => field.trim() !== '')) rows.push(record);
    }
  };
  const run = function* (work: () => void): Generator<Row[]> {
    try {
      work();
    } catch (error) {
      yield rows;
      throw error;
    }
    yield rows;
    rows = [];
  };
  const takeAll = (lines: readonly Line[]) => () => lines.forEach((line) => add(reader.take(line)));
  yield* run(takeAll(first));
  for await (const lines of batches) yield* run(takeAll(lines));
  yield* run(() => add(reader.end()));
}

/** The rows up to the last line of the head, and the rows after it that were read together with them. */
async function takeSample(rows: AsyncGenerator<Row[]>, last_line: number): Promise<{ rows: Row[]; next: Row[] }> {
  const sample: Row[] = [];
  for (;;) {
    const { value, done } = await rows.next();
    if (done === true) return { rows: sample, next: [] };
    const end = value.findIndex(({ line }) => line > last_line);
    sample.push(...(end === -1 ? value : value.slice(0, end)));
    if (end !== -1) return { rows: sample, next: value.slice(end) };
  }
}

/**
 * Finds the order of the rows by their dates, and the sign of the amounts by the balances. Without balances, the sign
 * in the file of a card is found by the payments to the card.
 */
function fileDirection(
  body: readonly Row[],
  read: (row: Row) => RowResult,
  layout: Layout,
  given: Partial<CsvColumns>,
): Direction {
  const entries: (Entry & { row: ReadRow; description: string })[] = [];
  for (const one of body) {
    const result = readOrSkip(() => read(one));
    if (result?.kind !== 'transaction') continue;
    const { row } = result;
    entries.push({
      amount: row.amount,
      balance: row.balance,
      row,
      description: plainName(one.fields[layout.at.description] ?? ''),
    });
  }
  const dates = entries.flatMap(({ row }) => row.posted_on ?? []);
  const [first = '', last = ''] = [dates[0], dates.at(-1)];
  const is_newest_first = first === last ? undefined : first > last;
  const is_signed = entries.some(({ row }) => row.is_signed);
  const known = given.sign === undefined ? (is_signed ? 1n : undefined) : given.sign === 'credit_positive' ? 1n : -1n;
  const shown = directionOf(entries, is_newest_first, known);
  return {
    is_newest_first: is_newest_first ?? shown?.is_newest_first ?? false,
    sign: known ?? shown?.sign ?? (hasNegativePayments(entries) ? -1n : 1n),
  };
}

/** Skips a faulty row while the sample is examined. The fault is reported later, when the row itself is read. */
function readOrSkip(read: () => RowResult): RowResult | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

const PAYMENT_TO_CARD = /\b(?:payment (?:thank you|received)|thank you|autopay|automatic payment|online payment)\b/;

/**
 * Whether purchases are positive: card issuers that write purchases as positive amounts write payments to the card as
 * negative amounts.
 */
function hasNegativePayments(entries: readonly { amount: bigint; description: string }[]): boolean {
  const payments = entries.filter(({ description }) => PAYMENT_TO_CARD.test(description));
  const purchases = entries.filter(({ description }) => !PAYMENT_TO_CARD.test(description));
  return (
    payments.length > 0 &&
    payments.every(({ amount }) => amount < 0n) &&
    purchases.filter(({ amount }) => amount > 0n).length * 2 > purchases.length
  );
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
  /** The parts that were not yielded yet. */
  found: ImportedPart[];
};

const newState = (direction: Direction): State => ({
  direction,
  // The amounts that are passed to `follow` already have the right sign.
  follow: balanceFollower({ ...direction, sign: 1n }),
  warnings: 0,
  first: undefined,
  last: undefined,
  found: [],
});

/** Adds the parts of all rows and yields them. Parts that were found before a fault are yielded before it is thrown. */
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
  const amount =
    result.kind === 'opening'
      ? 0n
      : result.row.is_signed
        ? result.row.amount
        : result.row.amount * state.direction.sign;
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

/** The balance after the newest row is the closing one; before the oldest row, it is the opening one. */
function* endBalances({ direction, first, last }: State): Generator<ImportedPart> {
  const [oldest, newest] = direction.is_newest_first ? [last, first] : [first, last];
  if (oldest === undefined || newest === undefined) return;
  const opening = { kind: 'opening' as const, amount: oldest.balance - oldest.amount, date: oldest.date };
  const closing = { kind: 'closing' as const, amount: newest.balance, date: newest.date };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...opening } };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...closing } };
}
