// Reads a pay stub: tables with typed columns, labelled values, totals, and the names of employer and employee.

import { linesOf } from '#analysis/documents/geometry/lines.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Field, Fields, Reading, Tables } from '#domain/documents/read-documents.ts';
import { fieldOf } from './fields.ts';
import { headersOf } from './headers.ts';
import { labelledFields } from './labelled-fields.ts';
import { labelledValues } from './labels.ts';
import { looseDeposits } from './loose-deposits.ts';
import { partiesOf } from './parties.ts';
import { parseQuantity } from './quantities.ts';
import { type Row, type StubTable, tableOf } from './rows.ts';
import { tableRows } from './table-rows.ts';
import { TOTALS, type Total, totalsOf } from './totals.ts';

export function readPayStub(originals: Page[]): Reading {
  const pages = originals.map(withoutDrawings);
  const tables = withoutCopies(pages.flatMap((page) => stubTables(page)));
  const used = new Set(tables.flatMap(({ words }) => [...words]));
  const table_rows = tables.flatMap((table) => table.rows);
  const has_deposits = table_rows.some(({ section }) => section === 'distributions');
  const rows = has_deposits ? table_rows : [...table_rows, ...pages.flatMap((page) => looseDeposits(page, used))];
  const labelled = pages.flatMap((page) =>
    labelledValues({ ...page, words: page.words.filter((word) => !used.has(word)) }),
  );
  const fields: Fields = {
    ...partiesOf(pages, labelled, used),
    ...labelledFields(pages, labelled),
    ...totalFields(pages, rows, used),
  };
  return { fields, tables: nonEmpty(tableRows(rows)) };
}

/** Lines, frames and leaders that are drawn with characters. */
const DRAWING = /^(?:[|¦]+|[-–—=_*~+|]{3,}|[.…]{3,})$/;
const withoutDrawings = (page: Page): Page => ({
  ...page,
  words: page.words.filter(({ text }) => !DRAWING.test(text)),
});

/** Pages have up to ten tables; the limit bounds the work on damaged pages. */
const HEADERS_MAX = 40;

function stubTables(page: Page): StubTable[] {
  const lines = linesOf(page.words);
  const headers = headersOf(page, lines).slice(0, HEADERS_MAX);
  return headers.map((header) => tableOf(page, header, headers));
}

/** Some stubs print the same table twice, once for the employer and once for the employee. The words of copies count. */
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

/** The total of a section, by the section in which the row `Total` stands. */
const SECTION_TOTALS: Partial<Record<NonNullable<Row['section']>, Total>> = {
  earnings: 'gross_pay',
  taxes: 'total_taxes',
  deductions: 'total_deductions',
};

function totalFields(pages: readonly Page[], rows: readonly Row[], used: ReadonlySet<Word>): Fields {
  const found: Fields = {};
  const add = (name: string, word: Word | undefined, page: number, certainty: number) => {
    const value = word === undefined ? undefined : parseQuantity(word.text);
    if (word === undefined || value === undefined || name in found) return;
    found[name] = totalField(value < 0n ? -value : value, word, page, certainty);
  };
  const named = rows.filter(({ total }) => TOTALS.some((name) => name === total));
  const sections = rows.filter(({ total }) => total === 'section');
  for (const { total, numbers, page } of named) {
    add(`${total}`, numbers.current, page, 1);
    add(`${total}_ytd`, numbers.ytd, page, 1);
  }
  for (const page of pages) {
    for (const { name, year, word, certainty } of totalsOf(page, used))
      add(year ? `${name}_ytd` : name, word, page.number, certainty);
  }
  for (const { section, numbers, page, mixed } of sections) {
    const name = section === undefined || mixed ? undefined : SECTION_TOTALS[section];
    if (name === undefined || sections.filter((other) => other.section === section).length > 1) continue;
    add(name, numbers.current, page, 0.9);
    add(`${name}_ytd`, numbers.ytd, page, 0.9);
  }
  return found;
}

const totalField = (value: bigint, word: Word, page: number, certainty: number): Field =>
  fieldOf(value, [word], page, certainty === 1 ? 'table' : 'label', certainty);
