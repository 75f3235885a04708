import { describe, expect, test } from 'vitest';
import type { CsvColumns } from '#analysis/imports/imported-parts.ts';
import { previewCsv } from './preview-csv.ts';

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const preview = (text: string, columns: Partial<CsvColumns> = {}) => previewCsv(chunksOf(text), columns);
const rowsOf = async (text: string, columns: Partial<CsvColumns> = {}) =>
  (await preview(text, columns)).rows.map(({ date, description, amount }) => [date, description, amount]);

const SLASHES = 'Date,Description,Amount\n03/04/2026,ACME PAYROLL,1690.85\n05/06/2026,GROCER,-12.34\n';
const PAIR = 'When;What;Out;In\n15.01.2026;ACME;;1.690,85\n16.01.2026;GROCER;12,34;\n';

describe('previewCsv', () => {
  test('returns the index of each column, the columns and date formats to choose from, and the first rows as they would be read', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `2026-01-1${at},Shop ${at},-${at + 1}.00`).join('\n');
    expect(await preview(`Date,Description,Amount\n${rows}\n`)).toEqual({
      columns: {
        date: 0,
        description: 1,
        amount: 2,
        debit: null,
        credit: null,
        date_format: 'YYYY-MM-DD',
        decimal: '.',
        sign: 'credit_positive',
      },
      choices: [
        { name: 'Date', example: '2026-01-10' },
        { name: 'Description', example: 'Shop 0' },
        { name: 'Amount', example: '-1.00' },
      ],
      date_formats: [{ format: 'YYYY-MM-DD', date: '2026-01-10' }],
      date_example: '2026-01-10',
      is_ambiguous: false,
      rows: [0, 1, 2, 3].map((at) => ({
        date: `2026-01-1${at}`,
        description: `Shop ${at}`,
        amount: BigInt(-100 * (at + 1)),
      })),
    });
  });

  test('reports that dates are ambiguous and returns both formats; a format that the caller gives resolves the ambiguity', async () => {
    const both = [
      { format: 'MM/DD/YYYY', date: '2026-03-04' },
      { format: 'DD/MM/YYYY', date: '2026-04-03' },
    ];
    expect(await preview(SLASHES)).toMatchObject({ date_formats: both, is_ambiguous: true });
    expect(await preview(SLASHES, { date_format: 'DD/MM/YYYY' })).toMatchObject({
      columns: { date_format: 'DD/MM/YYYY' },
      date_formats: both,
      is_ambiguous: false,
      rows: [{ date: '2026-04-03' }, { date: '2026-06-05' }],
    });
  });

  test('reads the rows with the columns, signs and date formats that the caller gives', async () => {
    const given = { date: 0, description: 1, debit: 2, credit: 3 };
    expect(await rowsOf(PAIR, given)).toEqual([
      ['2026-01-15', 'ACME', 169_085n],
      ['2026-01-16', 'GROCER', -1_234n],
    ]);
    expect(await rowsOf(SLASHES, { date_format: 'MM/DD/YYYY', sign: 'debit_positive' })).toEqual([
      ['2026-03-04', 'ACME PAYROLL', -169_085n],
      ['2026-05-06', 'GROCER', 1_234n],
    ]);
  });

  test.each<[string, string, Partial<CsvColumns>]>([
    ['Line 2, column 1: no row has a date, a description and an amount.', SLASHES, { date: 1 }],
    ['Line 2, column 1: the date does not follow YYYY-MM-DD.', SLASHES, { date_format: 'YYYY-MM-DD' }],
    ['The date format needs a year, a month and a day.', SLASHES, { date_format: 'YYYY' }],
    ['Line 1, column 1: the file is empty.', ' \n', {}],
  ])('previewCsv throws the error “%s”', async (message, text, columns) => {
    await expect(preview(text, columns)).rejects.toThrow(message);
  });
});
