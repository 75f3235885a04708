import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readBankStatement } from './bank-statement.ts';

const headOf = (period: string): string => `
First Harbor Bank                              Statement period: ${period}
                                               Account number: XXXXXX4821
Ada B Sample
12 Elm St
Orrin, IL 60441

Beginning balance        1,000.00
Ending balance           1,250.00
`;

/** Returns the page as if its words came from OCR. */
function scanned(text: string): Page {
  const page = printedPage(text);
  return { ...page, words: page.words.map((word) => ({ ...word, confidence: 0.9 })) };
}

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

function read(page: Page) {
  const { fields, tables } = readBankStatement([page]);
  const rows = (tables['transactions'] ?? []).map((row) => {
    const { date, description, amount } = valuesOf(row);
    return [date, amount ?? '-', description].map(String).join(' ');
  });
  return { fields: valuesOf(fields), rows };
}

const PERIOD = '12/16/2025 - 01/15/2026';
const ROWS = [
  'Date         Description                    Amount',
  '1218         Corner store                   -10.00',
  '1222         Book attic                     -20.00',
  '12723        Payroll                        300.00',
  '28           Water works                    -20.00',
];
const READ = [
  '2025-12-18 -10.00 Corner store',
  '2025-12-22 -20.00 Book attic',
  '2025-12-23 300.00 Payroll',
  '2025-12-28 -20.00 Water works',
];

test('readBankStatement leaves out the character that OCR reads from a picture before a transaction', () => {
  const rows = ['12/18    @ Corner store    -10.00', '12/22    @® Book attic    -20.00', '12/23    Q & @ Home    5.00'];
  const text = [headOf(PERIOD), 'Date    Description    Amount', ...rows].join('\n');
  const wanted = ['2025-12-18 -10.00 Corner store', '2025-12-22 -20.00 Book attic', '2025-12-23 5.00 Q & @ Home'];
  expect(read(scanned(text)).rows).toEqual(wanted);
  expect(read(printedPage(text)).rows[0]).toBe('2025-12-18 -10.00 @ Corner store');
});

describe('readBankStatement for small print, where OCR drops the slashes in dates', () => {
  test('reads the dates of a list in which OCR lost every slash', () => {
    expect(read(scanned([headOf(PERIOD), ...ROWS].join('\n'))).rows).toEqual(READ);
  });

  test('reads the statement period, so that the transactions get their years', () => {
    const { fields, rows } = read(scanned([headOf('12/16/2025 to 017152026'), ...ROWS].join('\n')));
    expect(fields).toMatchObject({ period_start: '2025-12-16', period_end: '2026-01-15' });
    expect(rows).toEqual(READ);
  });

  test('in the text of a PDF, does not read digits without slashes as a date', () => {
    const { fields, rows } = read(printedPage([headOf('12162025 to 01152026'), ...ROWS].join('\n')));
    expect(fields['period_start']).toBeUndefined();
    expect(rows).toEqual([]);
  });

  test('keeps a readable date even if it is outside the statement period', () => {
    const rows = ['Date         Description                    Amount', '12/18        Corner store          -10.00'];
    const late = ['12/19        Book attic            -20.00', '03/02        Payroll               300.00'];
    expect(read(scanned([headOf(PERIOD), ...rows, ...late].join('\n'))).rows.map((row) => row.slice(0, 10))).toEqual([
      '2025-12-18',
      '2025-12-19',
    ]);
  });
});

describe('readBankStatement for scans', () => {
  test('does not treat an amount without a sign as positive if other amounts of the list have a plus or a minus', () => {
    const rows = [
      'Date         Description                    Amount',
      '12/18        Corner store                   10.00-',
      '12/20        Payroll                       310.00+',
      '12/22        Book attic                     20.00 ',
      '12/28        Water works                    30.00-',
    ];
    expect(read(scanned([headOf(PERIOD), ...rows].join('\n'))).rows).toEqual([
      '2025-12-18 -10.00 Corner store',
      '2025-12-20 310.00 Payroll',
      '2025-12-22 -20.00 Book attic',
      '2025-12-28 -30.00 Water works',
    ]);
  });

  test('joins words that OCR split after a colon if other rows of the list print such words together', () => {
    const rows = [
      'Date         Description                    Amount',
      '12/18        GYM ID:12345                   -10.00',
      '12/20        GAS ID:23456                   -20.00',
      '12/22        PHONE ID: 34567                -30.00',
    ];
    const page = scanned([headOf(PERIOD), ...rows].join('\n'));
    const near = page.words.map((word) =>
      word.text === '34567' ? { ...word, box: { ...word.box, left: word.box.left - 3 } } : word,
    );
    expect(read({ ...page, words: near }).rows.at(-1)).toBe('2025-12-22 -30.00 PHONE ID:34567');
    const apart = page.words.map((word) =>
      word.text === '34567' ? { ...word, box: { ...word.box, left: word.box.left + 4 } } : word,
    );
    expect(read({ ...page, words: apart }).rows.at(-1)).toBe('2025-12-22 -30.00 PHONE ID: 34567');
  });

  test('removes the mark after a check number, even if OCR misread the mark', () => {
    const rows = [
      'Date         Check No.     Amount',
      '12/18        749"           10.00',
      '12/20        752%           20.00',
    ];
    const text = [headOf(PERIOD), 'Checks paid', ...rows].join('\n');
    expect(read(scanned(text)).rows).toEqual(['2025-12-18 -10.00 749', '2025-12-20 -20.00 752']);
  });
});
