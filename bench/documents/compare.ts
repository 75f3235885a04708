// Compares what was read with the truth: document by document, field by field.
import { formatMoney } from '#base/money.ts';
import type { Field, Fields, ReadDocument } from '#domain/documents/read-documents.ts';
import type { Truth } from './generator/sample.ts';

/**
 * If a printed field was not read, `found` is undefined. If a field was read but not printed, `wanted` is undefined.
 */
export type Difference = { field: string; wanted: string | undefined; found: string | undefined };
export type Comparison = { right: number; all: number; differences: Difference[] };

/** A field or table cell is right if it equals the truth, apart from letter case and white space. */
export function compareDocuments(truth: Truth, read: ReadDocument | undefined): Comparison {
  const pairs = [
    ...pairsOf('', truth.fields, read?.fields ?? {}),
    ...tableNames(truth, read).flatMap((table) => {
      const [wanted, found] = [truth.tables[table] ?? [], read?.tables[table] ?? []];
      return Array.from({ length: Math.max(wanted.length, found.length) }, (_, at) =>
        pairsOf(`${table}[${at}].`, wanted[at] ?? {}, found[at] ?? {}),
      ).flat();
    }),
  ];
  const differences = pairs.filter(({ wanted, found }) => plain(wanted) !== plain(found));
  return { right: pairs.length - differences.length, all: pairs.length, differences };
}

const tableNames = (truth: Truth, read: ReadDocument | undefined): string[] => [
  ...new Set([...Object.keys(truth.tables), ...Object.keys(read?.tables ?? {})]),
];

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
 * Finds the read document that corresponds to a document of the truth. If only one read document begins on the same
 * page, it is that one. If several do, it is the only one of the same type, or else the one at the same position in the
 * list.
 */
export function counterpart(truth: Truth, position: number, read: readonly ReadDocument[]): ReadDocument | undefined {
  const there = read.filter(({ pages }) => pages[0] === truth.pages[0]);
  if (there.length === 1) return there[0];
  const alike = there.filter((one) => one.document_type === truth.document_type && one.subtype === truth.subtype);
  return alike.length === 1 ? alike[0] : read[position];
}
