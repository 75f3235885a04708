import { describe, expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { classifyPage } from './classify.ts';

const typeOf = (text: string) => classifyPage(printedPage(text))[0]?.document_type;

describe('classifyPage() of a page with unusual words', () => {
  test('returns PAYSTUB for a page that lists taxes with amounts, even if it is a letter', () => {
    expect(
      typeOf(`
Dear Thaddeus, this is the statement of your pay for June 1, 2024 through June 15, 2024.
This check     Year to date       For
  2,242.93        15,375.85       Stipend
  2,242.93        15,375.85       Total pay before taxes
    128.93           895.04       Federal income tax
    137.83           960.73       Social security tax
     32.23           224.66       Medicare tax
  1,943.94        13,295.42       Net pay`),
    ).toBe('PAYSTUB');
  });

  test('returns OTHER for the same words without amounts', () => {
    expect(
      typeOf(`
Dear Thaddeus, your pay is 2,242.93 a month. From it we withhold
Federal income tax
Social security tax
Medicare tax`),
    ).toBe('OTHER');
  });

  test('returns BANK_STATEMENT for rows with a correct running balance, and OTHER if the balance is wrong', () => {
    const rows = `
Deposits and withdrawals
07/07   Branch                                900.00           1,000.00
07/15   Machine                               100.00             900.00
07/25   Fuel                                  200.00             700.00`;
    expect(typeOf(rows)).toBe('BANK_STATEMENT');
    expect(typeOf(rows.replace('900.00\n', '901.00\n'))).toBe('OTHER');
  });
});
