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
import { type Line, readRecords } from '#base/csv.ts';
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
  const lines = readTextLines(chunks);
  const head = await takeHead(lines);
  if (head.every(({ text }) => text.trim() === ''))
    throw new UnreadableFile({ line: 1, column: 1 }, 'the file is empty');
  const stated = statedDelimiter(head[0]);
  const delimiter = stated ?? delimiterOf(head);
  const rows = readRows(allLines(stated === undefined ? head : head.slice(1), lines), delimiter);
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
  for (const row of body) yield* partsOf(row, read(row), state, layout, delimiter);
  if (sample.next !== undefined) yield* partsOf(sample.next, read(sample.next), state, layout, delimiter);
  for await (const row of rows) yield* partsOf(row, read(row), state, layout, delimiter);
  yield* endBalances(state);
}

async function takeHead(lines: AsyncGenerator<Line>): Promise<Line[]> {
  const head: Line[] = [];
  let characters = 0;
  while (head.length < SAMPLE_LINES && characters < SAMPLE_CHARACTERS_MAX) {
    const { value, done } = await lines.next();
    if (done === true) break;
    head.push(value);
    characters += value.text.length;
  }
  return head;
}

async function* allLines(head: readonly Line[], rest: AsyncGenerator<Line>): AsyncGenerator<Line> {
  yield* head;
  yield* rest;
}

async function* readRows(lines: AsyncIterable<Line>, delimiter: string): AsyncGenerator<Row> {
  for await (const record of readRecords(lines, delimiter)) {
    if ('fault' in record) throw new UnreadableFile({ line: record.line, column: 1 }, `the row ${record.fault}`);
    if (record.fields.some((field) => field.trim() !== '')) yield record;
  }
}

/**
 * Returns the rows up to `last_line`. `next` is the row after them, which had to be read to find the end of the sample.
 */
async function takeSample(
  rows: AsyncGenerator<Row>,
  last_line: number,
): Promise<{ rows: Row[]; next: Row | undefined }> {
  const sample: Row[] = [];
  for (;;) {
    const { value, done } = await rows.next();
    if (done === true) return { rows: sample, next: undefined };
    if (value.line > last_line) return { rows: sample, next: value };
    sample.push(value);
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
};

const newState = (direction: Direction): State => ({
  direction,
  // The amounts that are passed to `follow` already have the right sign.
  follow: balanceFollower({ ...direction, sign: 1n }),
  warnings: 0,
  first: undefined,
  last: undefined,
});

function* partsOf(
  row: Row,
  result: RowResult,
  state: State,
  layout: Layout,
  delimiter: string,
): Generator<ImportedPart> {
  if (result.kind === 'other') return;
  const { at } = layout;
  const warn = function* (column: number, message: string): Generator<ImportedPart> {
    state.warnings += 1;
    if (state.warnings > WARNINGS_MAX) return;
    yield { part: 'warning', warning: { ...placeOf(row, column, delimiter), message } };
  };
  if (result.kind === 'no_amount') {
    yield* warn(at.amount ?? at.debit ?? at.date, 'The row has no amount and is left out.');
    return;
  }
  const amount =
    result.kind === 'opening' ? 0n : result.row.amount * (result.row.is_signed ? 1n : state.direction.sign);
  const { balance, posted_on } = result.kind === 'opening' ? result : result.row;
  if (balance !== undefined) {
    state.last = { date: posted_on, balance, amount };
    state.first ??= state.last;
  }
  if (result.kind === 'transaction')
    yield { part: 'transaction', transaction: transactionOf(row, result.row, amount, layout) };
  if (state.follow({ amount, balance }) === 'contradicts') {
    yield* warn(at.balance ?? at.date, 'The balance does not follow from the amounts.');
  }
}

function transactionOf({ fields }: Row, read: ReadRow, amount: bigint, { at, readDate }: Layout) {
  const text = (index: number | undefined): string | null =>
    index === undefined ? null : (fields[index] ?? '').replace(/\s+/g, ' ').trim() || null;
  const currency = text(at.currency)?.toUpperCase() ?? '';
  return {
    account_key: ACCOUNT_KEY,
    bank_id: text(at.id),
    posted_on: read.is_pending ? null : read.posted_on,
    transacted_on: readDate(fields[at.transacted ?? -1] ?? '') ?? (read.is_pending ? read.posted_on : null),
    amount,
    currency_code: /^[A-Z]{3}$/.test(currency) ? currency : null,
    is_pending: read.is_pending,
    description: text(at.description) ?? '',
    memo: text(at.memo),
    check_number: text(at.check),
    balance: read.balance ?? null,
  };
}

/**
 * Yields the closing balance, which is the balance after the newest row, and the opening balance, which is the balance
 * before the oldest row.
 */
function* endBalances({ direction, first, last }: State): Generator<ImportedPart> {
  const [oldest, newest] = direction.is_newest_first ? [last, first] : [first, last];
  if (oldest === undefined || newest === undefined) return;
  const opening = { kind: 'opening' as const, amount: oldest.balance - oldest.amount, date: oldest.date };
  const closing = { kind: 'closing' as const, amount: newest.balance, date: newest.date };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...opening } };
  yield { part: 'balance', balance: { account_key: ACCOUNT_KEY, ...closing } };
}
