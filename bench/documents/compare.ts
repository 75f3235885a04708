// Compares the values that were read with the expected values: document by document, field by field.
import { formatMoney } from '#base/money.ts';
import type { Field, Fields, ReadDocument } from '#domain/documents/read-documents.ts';
import type { Truth } from './generator/sample.ts';
import { alignedRows, type RowPair } from './row-alignment.ts';

/**
 * `wanted` is the expected value. It is undefined if a field was read although it is not printed. `found` is the value
 * that was read. It is undefined if a printed field was not read.
 */
export type Difference = { field: string; wanted: string | undefined; found: string | undefined };
export type Comparison = { right: number; all: number; differences: Difference[] };

/**
 * A field or table cell is correct if it equals the expected value; letter case and white space are ignored. The rows
 * of a list are aligned first. All fields of a row that was not read are wrong, and so are all fields of an extra row.
 * The name of a cell contains the position of its row among the rows that were read.
 */
export function compareDocuments(truth: Truth, read: ReadDocument | undefined): Comparison {
  const pairs = [
    ...pairsOf('', truth.fields, read?.fields ?? {}),
    ...tableNames(truth, read).flatMap((table) =>
      rowPairs(table, truth.tables[table] ?? [], read?.tables[table] ?? []).flat(),
    ),
  ];
  const differences = pairs.filter((pair) => !isRight(pair));
  return { right: pairs.length - differences.length, all: pairs.length, differences };
}

const tableNames = (truth: Truth, read: ReadDocument | undefined): string[] => [
  ...new Set([...Object.keys(truth.tables), ...Object.keys(read?.tables ?? {})]),
];

const isRight = ({ wanted, found }: Difference): boolean => plain(wanted) === plain(found);

function rowPairs(table: string, wanted: Truth['tables'][string], found: readonly Fields[]): Difference[][] {
  const cellsOf = (pair: RowPair): Difference[] => {
    const place = pair.found ?? `${pair.wanted}, not read`;
    return pairsOf(`${table}[${place}].`, wanted[pair.wanted ?? -1] ?? {}, found[pair.found ?? -1] ?? {});
  };
  return alignedRows(wanted.length, found.length, (pair) => {
    const cells = cellsOf(pair);
    return { right: cells.filter(isRight).length, all: cells.length };
  }).map(cellsOf);
}

function pairsOf(prefix: string, wanted: Record<string, string | boolean>, found: Fields): Difference[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return [...names].map((name) => ({
    field: `${prefix}${name}`,
    wanted: wanted[name] === undefined ? undefined : String(wanted[name]),
    found: textOf(found[name]),
  }));
}

function textOf(field: Field | undefined): string | undefined {
  if (field === undefined) return undefined;
  return typeof field.value === 'bigint' ? formatMoney(field.value) : String(field.value);
}

const plain = (text: string | undefined): string | undefined => text?.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns the document that was read and begins on the same page as the expected document. If several begin on that
 * page, prefers those with the expected type. If several are still left, returns the one whose position is nearest to
 * `position`.
 */
export function counterpart(truth: Truth, position: number, read: readonly ReadDocument[]): ReadDocument | undefined {
  const there = read.filter(({ pages }) => pages[0] === truth.pages[0]);
  const alike = there.filter((one) => one.document_type === truth.document_type && one.subtype === truth.subtype);
  const candidates = alike.length > 0 ? alike : there;
  const distance = (one: ReadDocument): number => Math.abs(read.indexOf(one) - position);
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}

/**
 * Returns, for each expected document of a file, the document that was read. Documents that begin on the same page are
 * distinguished by their order.
 */
export const counterparts = (truths: readonly Truth[], read: readonly ReadDocument[]): (ReadDocument | undefined)[] =>
  truths.map((truth, position) => {
    const rank = truths.slice(0, position).filter(({ pages }) => pages[0] === truth.pages[0]).length;
    return counterpart(truth, read.findIndex(({ pages }) => pages[0] === truth.pages[0]) + rank, read);
  });
