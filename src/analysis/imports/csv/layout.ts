// Finds out how a CSV file is laid out: where its rows begin, what each column contains, and how dates and amounts are
// written. Columns that the caller names are not searched for. The other columns are found by their names and their
// contents.
import { type CsvColumn, type CsvColumns, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { type Decimal, decimalOf, isAmount } from './amounts.ts';
import { commonFormats, type DateReader, dateReader, formatsOf, looksLikeDate } from './dates.ts';
import { columnNamed, isDayFirstName, isHeader, PENDING, plainName, type Role } from './names.ts';

/**
 * The error for a column map that does not fit the file, or for a file that can be read in two ways. The message is a
 * sentence.
 */
export class InvalidColumns extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'InvalidColumns';
  }
}

export const AMBIGUOUS_DATES = 'The date format is ambiguous.';

export type Row = { line: number; text: string; fields: string[] };
export type Indexes = { date: number; description: number } & Partial<Record<Role, number>>;
export type Layout = {
  /** The number of rows before the first transaction. */
  skipped: number;
  header: readonly string[] | undefined;
  at: Indexes;
  date_format: string;
  /** All formats that the dates may have. If there are several, nothing in the file shows which format is right. */
  date_formats: readonly string[];
  is_ambiguous: boolean;
  readDate: DateReader;
  decimal: Decimal;
};

const COLUMNS_MAX = 200;
/**
 * The number of rows at the beginning of the file in which the header is searched for. Only a few rows are above a
 * header.
 */
const HEADER_ROWS_MAX = 60;

export function layoutOf(sample: readonly Row[], delimiter: string, given: Partial<CsvColumns>): Layout {
  const wide = sample.find(({ fields }) => fields.length > COLUMNS_MAX);
  if (wide !== undefined)
    throw new UnreadableFile({ line: wide.line, column: 1 }, `the row has more than ${COLUMNS_MAX} columns`);
  const header_at = headerAt(sample, given);
  const header = header_at === undefined ? undefined : sample[header_at]?.fields;
  const body = sample.slice(header_at === undefined ? 0 : header_at + 1);
  const at = indexesOf(header, body, given);
  const first = body.findIndex(({ fields }) => isDateCell(fields[at.date]));
  const rows = body.slice(Math.max(first, 0));
  if (first === -1) throw noRows(sample);
  const dates = dateFormatOf(rows, at, header, given);
  const decimal = given.decimal ?? decimalOf(amountTexts(rows, at)) ?? (delimiter === ';' ? ',' : '.');
  return { skipped: sample.length - rows.length, header, at, ...dates, decimal };
}

const noRows = (sample: readonly Row[]): UnreadableFile =>
  new UnreadableFile({ line: sample[0]?.line ?? 1, column: 1 }, 'no row has a date, a description and an amount');

const isDateCell = (text = ''): boolean => looksLikeDate(text) || PENDING.test(plainName(text));

const NAMED_COLUMNS = ['date', 'description', 'amount', 'debit', 'credit', 'balance', 'currency'] as const;

function headerAt(sample: readonly Row[], given: Partial<CsvColumns>): number | undefined {
  const head = sample.slice(0, HEADER_ROWS_MAX);
  const names = NAMED_COLUMNS.map((key) => given[key]).filter((column) => typeof column === 'string');
  if (names.length === 0) {
    const at = head.findIndex(({ fields }) => isHeader(fields));
    return at === -1 ? undefined : at;
  }
  const at = head.findIndex(({ fields }) => names.every((name) => indexOfName(fields, name) !== undefined));
  if (at !== -1) return at;
  const missing = names.find((name) => !head.some(({ fields }) => indexOfName(fields, name) !== undefined));
  throw new InvalidColumns(`The column ${missing ?? names[0]} was not found.`);
}

function indexOfName(fields: readonly string[], name: string): number | undefined {
  const exact = fields.findIndex((field) => field.trim() === name.trim());
  const at =
    exact === -1 ? fields.findIndex((field) => plainName(field) === plainName(name) && field.trim() !== '') : exact;
  return at === -1 ? undefined : at;
}

function indexesOf(header: readonly string[] | undefined, body: readonly Row[], given: Partial<CsvColumns>): Indexes {
  const found: Partial<Record<Role, number>> = {};
  const taken = new Set<number>();
  const take = (role: Role, at: number | undefined): void => {
    if (at === undefined || found[role] !== undefined) return;
    found[role] = at;
    taken.add(at);
  };
  for (const key of NAMED_COLUMNS) take(key, givenIndex(given[key], header));
  const has_pair = given.debit !== undefined || given.credit !== undefined;
  if (header !== undefined) {
    const names = header.map(plainName);
    const named = (role: Role): void => take(role, columnNamed(role, names, taken));
    named('date');
    if (!has_pair) named('amount');
    if (found.amount === undefined) for (const role of ['debit', 'credit'] as const) named(role);
    for (const role of ['balance', 'currency', 'description', 'direction'] as const) named(role);
    for (const role of ['transacted', 'memo', 'check', 'id', 'status'] as const) named(role);
  }
  fromContents(found, take, taken, body);
  const { date, description } = found;
  const has_amount = found.amount !== undefined || (found.debit !== undefined && found.credit !== undefined);
  if (date === undefined || description === undefined || !has_amount) throw noRows(body);
  return { ...found, date, description };
}

function givenIndex(column: CsvColumn | undefined, header: readonly string[] | undefined): number | undefined {
  if (column === undefined) return undefined;
  if (typeof column === 'string') return indexOfName(header ?? [], column);
  if (!Number.isInteger(column) || column < 0 || column >= COLUMNS_MAX) {
    throw new InvalidColumns(`The column ${column} was not found.`);
  }
  return column;
}

type Take = (role: Role, at: number | undefined) => void;

/**
 * Finds columns by their contents. A column is the date column if most of its rows have dates. Of the columns with
 * amounts, the first is the amount and the second is the balance.
 */
function fromContents(
  found: Partial<Record<Role, number>>,
  take: Take,
  taken: Set<number>,
  body: readonly Row[],
): void {
  const width = Math.max(0, ...body.map(({ fields }) => fields.length));
  const share = (at: number, isKind: (text: string) => boolean): number => {
    const texts = body.map(({ fields }) => fields[at]?.trim() ?? '').filter((text) => text !== '');
    return texts.length < body.length / 2 ? 0 : texts.filter(isKind).length / texts.length;
  };
  const free = (): number[] => Array.from({ length: width }, (_, at) => at).filter((at) => !taken.has(at));
  if (found.date === undefined)
    take(
      'date',
      free().find((at) => share(at, (text) => formatsOf(text).length > 0) > 0.8),
    );
  if (found.amount === undefined && found.debit === undefined) {
    // A number with decimals is an amount; a whole number may be the number of a check or an account.
    const amounts = free().filter((at) => share(at, isAmount) > 0.8);
    const [amount, balance] = amounts.filter((at) => share(at, (text) => /[.,]\d{2}\D*$/.test(text)) > 0.5);
    take('amount', amount ?? (amounts.length === 1 ? amounts[0] : undefined));
    take('balance', balance);
  }
  if (found.currency === undefined)
    take(
      'currency',
      free().find((at) => share(at, (text) => CURRENCIES.has(text)) === 1),
    );
  if (found.description === undefined) {
    const lengths = free().map((at) => ({
      at,
      length: body.reduce((sum, { fields }) => sum + lettersIn(fields[at]), 0),
    }));
    const longest = lengths.toSorted((a, b) => b.length - a.length)[0];
    if (longest !== undefined && longest.length > 0) take('description', longest.at);
  }
}

/**
 * A column of currencies is found by its contents, because some of its names, for example `Valuta`, mean a date in
 * another language.
 */
const CURRENCIES = new Set('USD CAD MXN EUR GBP CHF SEK NOK DKK PLN CZK HUF RON JPY AUD NZD BRL INR'.split(' '));

const lettersIn = (text = ''): number => text.replace(/[^\p{L}]/gu, '').length;

function dateFormatOf(
  rows: readonly Row[],
  at: Indexes,
  header: readonly string[] | undefined,
  given: Partial<CsvColumns>,
): Pick<Layout, 'date_format' | 'date_formats' | 'is_ambiguous' | 'readDate'> {
  const texts = rows.map(({ fields }) => fields[at.date] ?? '').filter(looksLikeDate);
  const formats = commonFormats(texts);
  if (given.date_format !== undefined) {
    const readDate = dateReader(given.date_format);
    if (readDate === undefined) throw new InvalidColumns('The date format needs a year, a month and a day.');
    const date_formats = formats.includes(given.date_format) ? formats : [given.date_format, ...formats];
    return { date_format: given.date_format, date_formats, is_ambiguous: false, readDate };
  }
  const name = header?.[at.date] ?? '';
  const stated = /\(?([DMY]+([-/. ])[DMY]+\2[DMY]+)\)?/i.exec(name)?.[1];
  const is_stated = stated !== undefined && formats.includes(stated.toUpperCase());
  const [first, second] = is_stated ? [stated.toUpperCase()] : isDayFirstName(name) ? formats.toReversed() : formats;
  const date_format = first ?? mostCommonFormat(texts);
  const readDate = dateReader(date_format ?? '');
  if (date_format === undefined || readDate === undefined) throw noRows(rows);
  return {
    date_format,
    date_formats: formats.length === 0 ? [date_format] : formats,
    is_ambiguous: second !== undefined && !isDayFirstName(name),
    readDate,
  };
}

/**
 * Returns the format that fits the most dates. It is used if no format fits all dates, for example because one of the
 * dates does not exist. A date that does not exist is reported as a fault when its row is read.
 */
function mostCommonFormat(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) for (const format of formatsOf(text)) counts.set(format, (counts.get(format) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function* amountTexts(rows: readonly Row[], at: Indexes): Generator<string> {
  for (const { fields } of rows) {
    for (const index of [at.amount, at.debit, at.credit, at.balance]) {
      if (index !== undefined) yield fields[index] ?? '';
    }
  }
}
