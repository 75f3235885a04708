import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { printedPage } from '#test/printed-page.ts';
import { readPayStub } from './pay-stub.ts';

const valuesOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, inDecimals(value)]));

/** Returns the fields as texts, and each table row as one text with the names and values of its cells. */
function read(text: string) {
  const { fields, tables } = readPayStub([printedPage(text)]);
  const rows = Object.entries(tables).map(([name, table]) => [
    name,
    table.map((row) => {
      const { description, ...others } = valuesOf(row);
      return [description, ...Object.entries(others).map(([key, value]) => `${key} ${value}`)].join(' | ');
    }),
  ]);
  return { fields: valuesOf(fields), tables: Object.fromEntries(rows) };
}

describe('readPayStub for unknown words', () => {
  test('recognises a column of rates, because hours times rate equals the amount', () => {
    const { tables } = read(`
Earnings              Hours      Zorp     Current         YTD
Regular               80.00     25.00    2,000.00    16,000.00
Overtime               4.00     37.50      150.00       300.00`);
    expect(tables['earnings']).toEqual([
      'Regular | hours 80.00 | rate 25.00 | current 2000.00 | ytd 16000.00',
      'Overtime | hours 4.00 | rate 37.50 | current 150.00 | ytd 300.00',
    ]);
  });

  test('recognises the year to date, because its amounts are at least as large as the current amounts', () => {
    const { tables } = read(`
Earnings              Hours      Rate     Current       Grand
Regular               80.00     25.00    2,000.00    16,000.00
Overtime               4.00     37.50      150.00       300.00`);
    expect(tables['earnings']).toEqual([
      'Regular | hours 80.00 | rate 25.00 | current 2000.00 | ytd 16000.00',
      'Overtime | hours 4.00 | rate 37.50 | current 150.00 | ytd 300.00',
    ]);
  });

  test('recognises totals by their sums', () => {
    const { fields, tables } = read(`
                              This check      This year
Pay      Cash wage               600.00       5,400.00
         Card tips               400.00       2,600.00
         Wages with tips       1,000.00       8,000.00
Taxes    Federal withholding      50.00         400.00
         Social Security          62.00         496.00
         Medicare                 14.50         116.00
         Government share        126.50       1,012.00
         Net pay                 873.50       6,988.00`);
    expect(tables).toEqual({
      earnings: ['Cash wage | current 600.00 | ytd 5400.00', 'Card tips | current 400.00 | ytd 2600.00'],
      taxes: [
        'Federal withholding | current 50.00 | ytd 400.00',
        'Social Security | current 62.00 | ytd 496.00',
        'Medicare | current 14.50 | ytd 116.00',
      ],
    });
    expect(fields).toMatchObject({ gross_pay: '1000.00', total_taxes: '126.50', net_pay: '873.50' });
  });
});

describe('readPayStub for descriptions in unusual places', () => {
  test('reads descriptions that are after hours and rate', () => {
    const { tables } = read(`
Hours     Rate    Earnings              This period     To date
38.00    26.24    Regular earnings           997.12   34,706.34
                  Overtime earnings                      712.80
 2.00    26.24    Sick                        52.48      157.44`);
    expect(tables['earnings']).toEqual([
      'Regular earnings | hours 38.00 | rate 26.24 | current 997.12 | ytd 34706.34',
      'Overtime earnings | ytd 712.80',
      'Sick | hours 2.00 | rate 26.24 | current 52.48 | ytd 157.44',
    ]);
  });

  test('if a row has a code before its name, reads only the name', () => {
    const { tables } = read(`
CD     EARNINGS          UNITS      RATE      AMOUNT
104    REG PAY           72.00     47.24     3,401.28
131    HOL PAY            8.00     47.24       377.92`);
    expect(tables['earnings']).toEqual([
      'REG PAY | hours 72.00 | rate 47.24 | current 3401.28',
      'HOL PAY | hours 8.00 | rate 47.24 | current 377.92',
    ]);
  });
});

describe('readPayStub for labels', () => {
  test('reads values above their labels', () => {
    const { fields } = read(`
JANE DOE          7182         08/24/2024      08/28/2024       3938
WORKER            BADGE NO.    WEEK ENDING     DATE OF CHECK    CHECK NO.`);
    expect(fields).toMatchObject({
      employee_name: 'JANE DOE',
      employee_id: '7182',
      period_end: '2024-08-24',
      pay_date: '2024-08-28',
      check_number: '3938',
    });
  });

  test('reads a pay period without spaces around its dash', () => {
    expect(read('Pay period: 01-FEB-2024-15-FEB-2024').fields).toMatchObject({
      period_start: '2024-02-01',
      period_end: '2024-02-15',
    });
  });
});
