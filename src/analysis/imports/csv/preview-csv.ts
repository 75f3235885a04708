// Shows how a CSV file would be read, with its first rows as an example. A person can then confirm or correct the
// reading before the whole file is read.
import { type Chunks, type CsvColumns, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { dateReader } from './dates.ts';
import type { Layout } from './layout.ts';
import { amountOf, openCsv } from './open-csv.ts';

/** Columns are given by their index, because an index always identifies exactly one column. */
export type CsvPreview = {
  columns: {
    date: number;
    description: number;
    amount: number | null;
    debit: number | null;
    credit: number | null;
    date_format: string;
    decimal: '.' | ',';
    sign: 'credit_positive' | 'debit_positive';
  };
  /** All columns of the file, with the first value in each; the name is empty if the file names no columns. */
  choices: { name: string; example: string }[];
  /** All formats that the dates may have, each with its reading of `date_example`, a date of the file. */
  date_formats: { format: string; date: string | null }[];
  date_example: string;
  /** Whether nothing in the file shows which of the formats is right. */
  is_ambiguous: boolean;
  /** Amounts are in cents, positive if money arrived. A pending transaction may have no date. */
  rows: { date: string | null; description: string; amount: bigint }[];
};

/** The number of rows in a preview: enough to compare with a list of the bank, and few enough for a small screen. */
const ROWS_MAX = 4;
const TEXT_LENGTH_MAX = 80;

/** Throws `UnreadableFile` if one of the first rows cannot be read, and `InvalidColumns` if the columns do not fit. */
export async function previewCsv(chunks: Chunks, given: Partial<CsvColumns>): Promise<CsvPreview> {
  const { layout, direction, body, read } = await openCsv(chunks, given);
  const rows: CsvPreview['rows'] = [];
  for (const row of body) {
    if (rows.length === ROWS_MAX) break;
    const result = read(row);
    if (result.kind !== 'transaction') continue;
    rows.push({
      date: result.row.posted_on,
      description: shown(row.fields[layout.at.description]),
      amount: amountOf(result.row, direction),
    });
  }
  if (rows.length === 0) throw new UnreadableFile({ line: body[0]?.line ?? 1, column: 1 }, 'no row has an amount');
  return {
    columns: {
      ...columnsOf(layout),
      date_format: layout.date_format,
      decimal: layout.decimal,
      sign: direction.sign === 1n ? 'credit_positive' : 'debit_positive',
    },
    choices: choicesOf(layout, body),
    ...datesOf(layout, body),
    is_ambiguous: layout.is_ambiguous,
    rows,
  };
}

function columnsOf({ at: { date, description, amount, debit, credit } }: Layout) {
  if (amount !== undefined) return { date, description, amount, debit: null, credit: null };
  return { date, description, amount: null, debit: debit ?? null, credit: credit ?? null };
}

/** If there is a date that the formats read differently, this date is the example. */
function datesOf({ at, date_formats }: Layout, body: readonly { fields: readonly string[] }[]) {
  const readers = date_formats.map((format) => dateReader(format));
  const readingsOf = (text: string) => readers.map((read) => read?.(text) ?? null);
  const texts = body.map(({ fields }) => fields[at.date] ?? '').filter((text) => readingsOf(text)[0] !== null);
  const date_example = texts.find((text) => new Set(readingsOf(text)).size > 1) ?? texts[0] ?? '';
  const dates = readingsOf(date_example);
  return {
    date_formats: date_formats.map((format, at) => ({ format, date: dates[at] ?? null })),
    date_example: shown(date_example),
  };
}

function choicesOf({ header = [] }: Layout, body: readonly { fields: readonly string[] }[]): CsvPreview['choices'] {
  const width = Math.max(header.length, ...body.slice(0, ROWS_MAX).map(({ fields }) => fields.length));
  return Array.from({ length: width }, (_, at) => ({
    name: shown(header[at]),
    example: shown(body.find(({ fields }) => (fields[at] ?? '').trim() !== '')?.fields[at]),
  }));
}

const shown = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH_MAX);
