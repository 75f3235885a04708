// Reads pay stubs that a test prints as text.
import { readPayStub } from '#analysis/documents/stubs/pay-stub.ts';
import { inDecimals } from '#base/money.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from './printed-page.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

/**
 * Reads the pay stub whose pages are `texts`. Returns the fields as texts, and each table row as one text with its
 * values in order.
 */
export function readPrinted(...texts: string[]) {
  const { fields, tables } = readPayStub(texts.map((text, index) => printedPage(text, index + 1)));
  const rows = Object.entries(tables).map(([name, table]) => [
    name,
    table.map((row) => Object.values(valuesOf(row)).join(' | ')),
  ]);
  return { fields: valuesOf(fields), tables: Object.fromEntries(rows) };
}
