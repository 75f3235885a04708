// Reads pay stubs that a test prints as text.
import { readPayStub } from '#analysis/documents/stubs/pay-stub.ts';
import { inDecimals } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from './printed-page.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

/** Reads the pay stub whose pages are `texts`. */
export const readPrinted = (...texts: string[]) =>
  readStub(...texts.map((text, index) => printedPage(text, index + 1)));

/** Returns the fields of a pay stub as texts, and each table row as one text with its values in order. */
export function readStub(...pages: Page[]) {
  const { fields, tables } = readPayStub(pages);
  const rows = Object.entries(tables).map(([name, table]) => [
    name,
    table.map((row) => Object.values(valuesOf(row)).join(' | ')),
  ]);
  return { fields: valuesOf(fields), tables: Object.fromEntries(rows) };
}
