// Reads the fields of official fillable forms by their names. Forms of other years use the same names for other boxes,
// so the caller decides from the year whether the names apply. If the names do not apply, the form is read by its
// printed labels.
import type { FormField, Page } from '#domain/documents/pages.ts';
import type { Field, Fields, Reading, Tables } from '#domain/documents/read-documents.ts';
import { amountIn } from './amounts.ts';

/** Adds the values of the named fields to the reading; they replace the values found by labels. */
export function withNamedFields(
  reading: Reading,
  pages: readonly Page[],
  names: Readonly<Record<string, string>>,
): Reading {
  const fields: Fields = { ...reading.fields };
  const parts = new Map<string, Map<number, Field>>();
  const rows = new Map<string, Fields[]>();
  for (const { key, field } of pages.flatMap((page) => namedFields(page, names))) {
    const [name = '', index, column] = key.split('.');
    if (column !== undefined) {
      const table = rows.get(name) ?? [];
      table[Number(index)] = { ...table[Number(index)], [column]: field };
      rows.set(name, table);
    } else if (index !== undefined) parts.set(name, (parts.get(name) ?? new Map()).set(Number(index), field));
    else if (name === 'employer') Object.assign(fields, employerOf(field));
    else fields[name] = field;
  }
  for (const [name, pieces] of parts) fields[name] = joined(pieces);
  const tables: Tables = { ...reading.tables };
  for (const [name, table] of rows) tables[name] = table.filter((row) => row !== undefined);
  return { fields, tables };
}

const AMOUNT = /^line_|wages|_tax$|tips|care|plans|amount|gross_|\.amount$/;

function namedFields({ number, form_fields }: Page, names: Readonly<Record<string, string>>) {
  return form_fields.flatMap((form_field) => {
    const key = names[form_field.name.replace(/^topmostSubform\[0\]\.(?:Copy\w+\[0\]\.)?/, '')];
    const value = key === undefined ? undefined : valueOf(key, form_field);
    if (key === undefined || value === undefined) return [];
    const { box } = form_field;
    const field: Field = { value, raw: form_field.value, page: number, box, method: 'form_field', confidence: 1 };
    return [{ key: key.split('=')[0] ?? key, field }];
  });
}

function valueOf(key: string, { value }: FormField): Field['value'] | undefined {
  const [, choice] = key.split('=');
  if (choice !== undefined) return value === 'On' ? choice : undefined;
  if (value === 'On') return true;
  if (AMOUNT.test(key)) return amountIn(value);
  if (key === 'payer_name' || key === 'recipient_name') return linesOf(value)[0];
  return key === 'employer' ? value : linesOf(value).join(', ');
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first line of the field is the name of the employer; the other lines are the address. */
function employerOf(field: Field): Fields {
  const [name, ...address] = linesOf(String(field.value));
  return {
    ...(name === undefined ? {} : { employer_name: { ...field, value: name, raw: name } }),
    ...(address.length === 0
      ? {}
      : { employer_address: { ...field, value: address.join(', '), raw: address.join('\n') } }),
  };
}

function joined(pieces: ReadonlyMap<number, Field>): Field {
  const ordered = [...pieces].toSorted(([a], [b]) => a - b).map(([, field]) => field);
  const text = ordered.map(({ value }) => value).join(' ');
  const [first] = ordered;
  if (first === undefined) throw new RangeError('a name has at least one part');
  return { ...first, value: text, raw: text };
}
