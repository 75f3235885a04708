// Reads a pay stub: tables, labelled values, totals, and the names of employer and employee.

import { linesOf } from '#analysis/documents/geometry/lines.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields, Reading, Tables } from '#domain/documents/read-documents.ts';
import { bestReading, contradictions, withoutExtras } from './best-reading.ts';
import { type Header, headersOf } from './headers.ts';
import { joinedYears } from './joined-years.ts';
import { labelledFields } from './labelled-fields.ts';
import { labelledValues } from './labels.ts';
import { listsOf } from './lists/list-rows.ts';
import { looseDeposits } from './loose-deposits.ts';
import { partiesOf } from './parties.ts';
import { splitProduct, withSigns } from './quantities.ts';
import { asSummary, withSums } from './row-sums.ts';
import { type Row, type StubTable, tableOf } from './rows.ts';
import { withSpeltHeaders } from './scans/misspelt-headers.ts';
import { rowsInSentences } from './sentences.ts';
import { tableRows } from './table-rows.ts';
import { totalFields } from './total-choice.ts';
import { transposedRows } from './transposed.ts';
import { withYears } from './year-tables.ts';

/**
 * Reads the pages by the headers of their tables. If the figures do not fit together, makes further readings: one
 * without any tables, in which everything is read as lists without headers, and one for each table, in which this table
 * is left out. Returns the reading whose figures fit together best.
 */
export function readPayStub(originals: Page[]): Reading {
  const pages = originals.map((page) => inPlainWords(withSpeltHeaders(page)));
  const tables = withoutCopies(allTables(pages));
  const by_headers = readingOf(pages, tables);
  const is_settled = contradictions(by_headers) === 0 && tables.some(({ rows }) => rows.length > 0);
  const is_long = pages.reduce((count, { words }) => count + words.length, 0) > WORDS_MAX;
  if (is_settled || is_long) return by_headers;
  const filled = tables.filter(({ rows }) => rows.length > 0).slice(0, TABLES_TRIED_MAX);
  const others = filled.length > 1 ? filled.map((table) => tables.filter((other) => other !== table)) : [];
  return bestReading([by_headers, readingOf(pages, []), ...others.map((some) => readingOf(pages, some))]);
}

/** The maximum number of tables that are left out, one table per reading. */
const TABLES_TRIED_MAX = 8;

/**
 * A pay stub has a few hundred words; for a file with more words than this, only the reading by the headers of its
 * tables is made.
 */
const WORDS_MAX = 6_000;

/**
 * Reads the pay stub from the given tables. Sections that are in none of these tables are read from lists on the page.
 */
function readingOf(pages: readonly Page[], headed: readonly StubTable[]): Reading {
  const headed_words = new Set(headed.flatMap(({ words }) => [...words]));
  const headed_sections = sectionsOf(headed.flatMap((table) => table.rows));
  // Some stubs have a table of totals by type beside their rows. The table is ignored for a section that has rows.
  const transposed = pages.map((page) => {
    const { rows, ...table } = transposedRows(without(page, headed_words));
    return {
      ...table,
      rows: rows.filter(({ section, total }) => total !== undefined || !headed_sections.has(section)),
    };
  });
  const tables = [...headed, ...transposed];
  const used = new Set(tables.flatMap(({ words }) => [...words]));
  const lists = listsOf(pages, used);
  const table_rows = joinedYears(tables.flatMap((table) => table.rows));
  const known = sectionsOf(table_rows);
  const has_unnamed = table_rows.some(({ mixed, total }) => mixed && total === undefined);
  const list_rows = joinedYears([...table_rows, ...lists.flatMap(({ rows }) => rows)])
    .slice(table_rows.length)
    .filter(
      ({ section, total }) => total !== undefined || !(known.has(section) || (has_unnamed && isWithheld(section))),
    );
  const found_rows = [...table_rows, ...list_rows];
  const has_withheld = found_rows.some(({ section, total }) => isWithheld(section) && total === undefined);
  const rows = has_withheld ? found_rows : [...found_rows, ...pages.flatMap(rowsInSentences)];
  const has_deposits = rows.some(({ section, total }) => section === 'distributions' && total === undefined);
  const all_rows = has_deposits ? rows : [...rows, ...pages.flatMap((page) => looseDeposits(page, used))];
  const list_words = new Set(list_rows.flatMap((row) => row.description?.words ?? []));
  const labelled = pages.flatMap((page) => labelledValues(without(page, new Set([...used, ...list_words]))));
  const taken = new Set([...used, ...lists.flatMap(({ words }) => [...words])]);
  const fields: Fields = {
    ...partiesOf(pages, labelled, taken),
    ...labelledFields(pages, labelled),
    ...totalFields(pages, table_rows, list_rows, used),
  };
  return withoutExtras({ fields, tables: nonEmpty(tableRows(all_rows)) });
}

/** Returns the sections that have rows other than totals. */
const sectionsOf = (rows: readonly Row[]): ReadonlySet<Row['section']> =>
  new Set(rows.filter(({ total }) => total === undefined).map(({ section }) => section));

const without = (page: Page, used: ReadonlySet<Word>): Page => ({
  ...page,
  words: page.words.filter((word) => !used.has(word)),
});

const isWithheld = (section: Row['section']): boolean => section === 'taxes' || section === 'deductions';

/** Matches lines, frames and leaders that are drawn with characters. They are removed from the page. */
const DRAWING = /^(?:[|¦]+|[-–—=_*~+|]{3,}|[.…]{3,})$/;
const inPlainWords = (page: Page): Page => ({
  ...page,
  words: withSigns(page.words.filter(({ text }) => !DRAWING.test(text)).flatMap(splitProduct)),
});

/** A page has up to ten tables; the limit bounds the work on damaged pages. */
const HEADERS_MAX = 40;

function allTables(pages: readonly Page[]): StubTable[] {
  const tables: StubTable[] = [];
  for (const page of pages) tables.push(...preTaxFirst(stubTables(page, tables)));
  return tables;
}

const PRE_TAX = /\b(?:pre|before)[ -]?tax\b|\bfrom gross\b/i;
const POST_TAX = /\b(?:post|after)[ -]?tax\b|\b(?:from|to) net\b/i;

/**
 * Of two tables of deductions side by side, the table of pre-tax deductions is read first, even if it begins a little
 * lower.
 */
function preTaxFirst(tables: readonly StubTable[]): StubTable[] {
  const find = (pattern: RegExp) => tables.findIndex(({ header: { headings } }) => pattern.test(headings[0] ?? ''));
  const [pre, post] = [find(PRE_TAX), find(POST_TAX)];
  const [first, second] = [tables[pre], tables[post]];
  if (first === undefined || second === undefined || post > pre) return [...tables];
  const { left, right } = first.header.box;
  if (left < second.header.box.right && right > second.header.box.left) return [...tables];
  const others = tables.filter((table) => table !== first);
  return [...others.slice(0, post), first, ...others.slice(post)];
}

function stubTables(page: Page, before: readonly StubTable[]): StubTable[] {
  const lines = linesOf(page.words);
  const headers = withYears(headersOf(page, lines).slice(0, HEADERS_MAX), lines);
  const textOf = ({ columns }: Header) => columns.map(({ text }) => text).join(' ');
  // A table without descriptions is assumed to be a list whose descriptions are elsewhere, so the table is left out.
  return headers
    .map((header) => {
      const same = before.findLast((table) => textOf(table.header) === textOf(header));
      const table = tableOf(page, header, headers, same);
      return { ...table, rows: asSummary(withSums(table.rows)) };
    })
    .filter(({ rows }) => rows.some(({ description }) => description !== undefined));
}

/**
 * Removes the rows of repeated tables, because some stubs print a table twice, for the employer and for the employee.
 * The words of a copy are still treated as used.
 */
function withoutCopies(tables: readonly StubTable[]): StubTable[] {
  const seen = new Set<string>();
  return tables.map((table) => {
    const key = table.rows.map(signature).join('\n');
    const is_copy = seen.has(key);
    seen.add(key);
    return is_copy ? { ...table, rows: [] } : table;
  });
}

const signature = ({ section, description, numbers }: Row): string =>
  [section, description?.text, ...Object.entries(numbers).map(([kind, { text }]) => `${kind} ${text}`)].join(' ');

const nonEmpty = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows.length > 0));
