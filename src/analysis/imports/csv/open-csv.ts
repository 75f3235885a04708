// Opens a CSV file: finds the delimiter, the columns, the formats and the direction of the amounts in its first rows.
import { type Chunks, type CsvColumns, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { type Line, recordReader, type SourceRecord } from '#base/csv.ts';
import { delimiterOf, statedDelimiter } from './delimiter.ts';
import { type Layout, layoutOf, type Row } from './layout.ts';
import { readTextLines } from './lines.ts';
import { plainName } from './names.ts';
import { amountRuleOf, type ReadRow, type RowResult, readRow } from './rows.ts';
import { type Direction, directionOf, type Entry } from './running-balance.ts';

const SAMPLE_LINES = 2_000;
const SAMPLE_CHARACTERS_MAX = 4_194_304;

export type OpenCsv = {
  delimiter: string;
  layout: Layout;
  direction: Direction;
  /** The rows above the first transaction. */
  preamble: readonly Row[];
  /** The rows in which the layout was found. */
  body: readonly Row[];
  /** The rows after `body` that are already read; `rows` yields all later rows. */
  next: readonly Row[];
  rows: AsyncGenerator<Row[]>;
  /** Reads one row. Throws `UnreadableFile` if the row is a transaction with a wrong value. */
  read(row: Row): RowResult;
};

/** Throws `InvalidColumns` if the given columns do not fit the file. */
export async function openCsv(chunks: Chunks, given: Partial<CsvColumns>): Promise<OpenCsv> {
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
  return { delimiter, layout, direction, preamble, body, next: sample.next, rows, read };
}

/** The amount of a row, positive if money arrived. */
export const amountOf = ({ amount, is_signed }: ReadRow, { sign }: Direction): bigint =>
  is_signed ? amount : amount * sign;

/**
 * Reads the first lines of the file. Lines arrive in batches, so the last batch may have more lines than needed: `head`
 * contains the first lines, and `spare` the other lines of the last batch.
 */
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

/** Yields the rows in batches. Rows before a fault are yielded before the fault is thrown. */
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

/**
 * Reads the rows up to the line `last_line`. Rows arrive in batches: `rows` contains these rows, and `next` contains
 * the other rows of the last batch.
 */
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
 * Finds the order of the rows by their dates, and the sign of the amounts by the balances. If a card’s file has no
 * balances, the sign is found by the payments to the card.
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
 * Whether purchases are positive. The payments to the card show this: if a card issuer writes purchases as positive
 * amounts, it writes payments to the card as negative amounts.
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
