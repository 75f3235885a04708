import { expect, test } from 'vitest';
import type { Field } from '#domain/documents/read-documents.ts';
import { documentOf } from '#test/read-documents.ts';
import { lineOffsetFindings } from './line-offsets.ts';

const PAGE = { number: 1, width: 612, height: 792, drawn: [], form_fields: [], annotations: [] };
const ROWS = [
  ['wages', 'federal_tax'],
  ['social_security_wages', 'social_security_tax'],
  ['medicare_wages', 'medicare_tax'],
];

/**
 * Returns the findings for a W-2. `offsets` has, for each row, the vertical distance in points between the wages and
 * the tax.
 */
function found(offsets: readonly number[], change: Partial<Field> = {}) {
  const w2 = documentOf('W2', Object.fromEntries(ROWS.flat().map((name) => [name, 100n])));
  const fields = Object.fromEntries(
    ROWS.flatMap(([wages = '', tax = ''], row): [string, Field][] => {
      const at = (name: string, bottom: number): [string, Field] => {
        const field = w2.fields[name];
        if (field === undefined) throw new Error(`no field ${name}`);
        return [name, { ...field, box: { left: 0, top: 0, right: 9, bottom }, ...change }];
      };
      return [at(wages, 40 + 24 * row + (offsets[row] ?? 0)), at(tax, 40 + 24 * row)];
    }),
  );
  return lineOffsetFindings(PAGE, [{ ...w2, fields }]).map(({ severity, box }) => [severity, box?.bottom]);
}

test('an amount is reported as moved if wages and tax of a W-2 are at the same height in two rows, but not in the third row', () => {
  expect(found([0, 0, 0])).toEqual([]);
  expect(found([0.34, 0, 0])).toEqual([]);
  expect(found([0.36, 0, 0])).toEqual([['medium', 40.36]]);
  expect(found([0, -0.8, 0])).toEqual([['medium', 63.2]]);
  expect(found([2.1, 0, 0])).toEqual([]);
});

test('no amount is reported as moved if the offset between wages and tax is the same in each row, or different in each row', () => {
  expect(found([0.8, 0.8, 0.8])).toEqual([]);
  expect(found([0.8, 1.6, 0])).toEqual([]);
});

test('the positions of form fields and of words read by OCR are not compared', () => {
  expect(found([0.8, 0, 0], { method: 'form_field' })).toEqual([]);
  expect(found([0.8, 0, 0], { confidence: 0.96 })).toEqual([]);
});
