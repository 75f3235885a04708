import { expect, test } from 'vitest';
import { readPayStub } from '#analysis/documents/stubs/pay-stub.ts';
import { inDecimals } from '#base/money.ts';
import type { Page } from '#domain/documents/pages.ts';
import { printedPage } from '#test/printed-page.ts';

/** Returns the page as if its words came from OCR. */
function scanned(text: string): Page {
  const page = printedPage(text);
  return { ...page, words: page.words.map((word) => ({ ...word, confidence: 0.85 })) };
}

const rowsOf = (text: string, table: string): string[] =>
  (readPayStub([scanned(text)]).tables[table] ?? []).map((row) =>
    Object.values(row)
      .map(({ value }) => inDecimals(value))
      .join(' '),
  );

test('readPayStub still reads the rows below a row whose name was not recognised by OCR', () => {
  const text = `
Earnings              Hours      Rate     Current         YTD
Regular               80.00     25.00    2,000.00    16,000.00
                                                        300.00
Holiday                                                 400.00
Bonus                                                   500.00

Gross pay                                2,000.00    17,200.00`;
  expect(rowsOf(text, 'earnings')).toEqual(['Regular 80.00 25.00 2000.00 16000.00', 'Holiday 400.00', 'Bonus 500.00']);
});

test('readPayStub recognises a column whose name OCR misspelt', () => {
  const text = `
Earnings              Hours      Rare     Current   Year to dare
Regular               80.00     25.00    2,000.00    16,000.00
Overtime               4.00     37.50      150.00       300.00`;
  expect(rowsOf(text, 'earnings')).toEqual([
    'Regular 80.00 25.00 2000.00 16000.00',
    'Overtime 4.00 37.50 150.00 300.00',
  ]);
});

test('readPayStub returns five stars before the last digits of a Social Security number, even if OCR read six', () => {
  const { fields } = readPayStub([scanned('Employee Ada Sample     SSN: ******2886')]);
  expect(fields['employee_ssn']?.value).toBe('*****2886');
});
