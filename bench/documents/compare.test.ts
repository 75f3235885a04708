import { describe, expect, test } from 'vitest';
import type { Field, Fields, ReadDocument } from '#domain/documents/read-documents.ts';
import { compareDocuments } from './compare.ts';
import type { Truth } from './generator/sample.ts';

const field = (value: string): Field => ({
  value,
  raw: value,
  page: 1,
  box: { left: 0, top: 0, right: 1, bottom: 1 },
  method: 'table',
  confidence: 0.9,
});

const rowOf = (text: string): Record<string, string> => {
  const [date = '', description = '', amount = ''] = text.split(' ');
  return { date, description, amount };
};
const cellsOf = (text: string): Fields =>
  Object.fromEntries(Object.entries(rowOf(text)).map(([name, value]) => [name, field(value)]));

function compared(wanted: readonly string[], found: readonly string[]) {
  const base = { document_type: 'BANK_STATEMENT' as const, subtype: null, pages: [1, 1] as [number, number] };
  const truth: Truth = { ...base, fields: {}, tables: { transactions: wanted.map(rowOf) } };
  const read: ReadDocument = { ...base, fields: {}, tables: { transactions: found.map(cellsOf) }, checks: [] };
  const { right, all, differences } = compareDocuments(truth, read);
  return { right, all, fields: differences.map((difference) => difference.field) };
}

const [A, B, C, D] = ['05-01 store 10.00', '05-02 rent 900.00', '05-02 gym 35.00', '05-09 payroll 700.00'] as const;

describe('compareDocuments aligns the rows of a list', () => {
  test('if the first row was not read, only the fields of this row are wrong', () => {
    expect(compared([A, B, C, D], [B, C, D])).toEqual({
      right: 9,
      all: 12,
      fields: [
        'transactions[0, not read].date',
        'transactions[0, not read].description',
        'transactions[0, not read].amount',
      ],
    });
  });

  test('all fields of an extra row are wrong', () => {
    expect(compared([A, B], [A, C, B])).toEqual({
      right: 6,
      all: 9,
      fields: ['transactions[1].date', 'transactions[1].description', 'transactions[1].amount'],
    });
  });

  test('if two rows are read in the wrong order, one of them is counted twice: as not read and as extra', () => {
    expect(compared([A, D, B], [D, A, B])).toMatchObject({ right: 6, all: 12 });
  });

  test('a row that is wrong in all fields is counted as one wrong row', () => {
    expect(compared([A, B, C], [A, '06-30 dirt 1.00', C])).toMatchObject({ right: 6, all: 9 });
  });

  test('a row with one wrong field is compared with its own expected row, although the row before it was not read', () => {
    expect(compared([A, B, C, D], [A, '05-02 gym 85.00', D])).toEqual({
      right: 8,
      all: 12,
      fields: [
        'transactions[1, not read].date',
        'transactions[1, not read].description',
        'transactions[1, not read].amount',
        'transactions[1].amount',
      ],
    });
  });

  test('all fields of a document that was not found are wrong', () => {
    const truth: Truth = {
      document_type: 'BANK_STATEMENT',
      subtype: null,
      pages: [1, 1],
      fields: { bank_name: 'Harbor' },
      tables: { transactions: [rowOf(A)] },
    };
    expect(compareDocuments(truth, undefined)).toMatchObject({ right: 0, all: 4 });
  });
});
