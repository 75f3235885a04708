// Formats the documents of a file as text for a terminal: fields, tables, checks and signs of alteration.
import type { InDecimals } from '#base/money.ts';
import { fill, harmless, widthOf } from '#cli/columns.ts';
import type { DerivedFigures } from '#connectors/documents/derived-figures.ts';
import type { FraudSignal } from '#domain/documents/fraud-signals.ts';
import type { ReadDocument } from '#domain/documents/read-documents.ts';

type Shown = InDecimals<ReadDocument> & {
  derived_figures: InDecimals<DerivedFigures>;
  fraud_signals: FraudSignal[];
  is_suspicious: boolean;
};
type ShownFields = Shown['fields'];

const NAME_WIDTH = 26;
const COLUMN_WIDTH_MAX = 40;

export function describeDocuments(documents: readonly Shown[]): string {
  if (documents.length === 0) return 'The file has no pages.';
  return documents.map(describeDocument).join('\n\n');
}

function describeDocument(document: Shown): string {
  const { document_type, subtype, fields, tables, derived_figures, checks, fraud_signals } = document;
  const [first, last] = document.pages;
  const pages = first === last ? `page ${first}` : `pages ${first} to ${last}`;
  const failed = checks.filter(({ holds }) => !holds);
  return [
    `${subtype ?? document_type}, ${pages}`,
    ...Object.entries(fields).map(([name, { value }]) => `  ${fill(name, NAME_WIDTH)} ${harmless(String(value))}`),
    ...Object.entries(tables).flatMap(([name, rows]) => (rows.length > 0 ? describeTable(name, rows) : [])),
    ...Object.entries(derived_figures).map(
      ([name, { value, rule, inputs }]) => `  derived: ${name} ${value}, ${rule} (${inputs.join(', ')})`,
    ),
    ...(checks.length > 0 ? [`  ${checks.length - failed.length} of ${checks.length} checks hold`] : []),
    ...failed.map(
      ({ name, expected, actual, inputs }) =>
        `  does not hold: ${name}, expected ${expected}, found ${actual} (${inputs.join(', ')})`,
    ),
    ...describeRepairs(fields, ''),
    ...Object.entries(tables).flatMap(([table, rows]) =>
      rows.flatMap((row, index) => describeRepairs(row, `${table}[${index}].`)),
    ),
    ...(document.is_suspicious ? ['  suspicious: a person should look at this document'] : []),
    ...fraud_signals.map(({ severity, code, message }) => `  ${severity}: ${code}, ${harmless(message)}`),
  ].join('\n');
}

const describeRepairs = (fields: ShownFields, place: string): string[] =>
  Object.entries(fields).flatMap(([name, { value, repair }]) =>
    repair === undefined
      ? []
      : [
          `  repaired: ${place}${name} is ${String(value)}, OCR read ${repair.read}; it follows from ${repair.checks
            .map((check) => `${check.name} (${check.inputs.join(', ')})`)
            .join(', ')}`,
        ],
  );

function describeTable(name: string, rows: readonly ShownFields[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = (row: ShownFields, column: string): string => harmless(String(row[column]?.value ?? ''));
  const widths = columns.map((column) =>
    Math.min(COLUMN_WIDTH_MAX, Math.max(widthOf(column), ...rows.map((row) => widthOf(text(row, column))))),
  );
  const line = (cells: readonly string[]): string =>
    `    ${cells.map((cell, index) => fill(cell, widths[index] ?? 0)).join('  ')}`.trimEnd();
  return [`  ${name}`, line(columns), ...rows.map((row) => line(columns.map((column) => text(row, column))))];
}
