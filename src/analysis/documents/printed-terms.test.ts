import { describe, expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { printedTerms } from './printed-terms.ts';

const onStub = (text: string) => printedTerms('PAYSTUB', [printedPage(text)]).pay_frequency;
const onStatement = (text: string) => printedTerms('BANK_STATEMENT', [printedPage(text)]).account_type;

describe('the pay frequency on a stub', () => {
  test.each([
    ['Pay Frequency: Bi-Weekly', 'biweekly'],
    ['Employee ID 4411      Pay Frequency   Biweekly', 'biweekly'],
    ['Pay cycle      Pay date\nSemi-Monthly   02/15/2026', 'semimonthly'],
    ['Pay schedule: every two weeks', 'biweekly'],
    ['Pay group: Weekly hourly', 'weekly'],
    ['Frequency: MONTHLY', 'monthly'],
    ['Semimonthly payroll', 'semimonthly'],
    // `Monthly` is a column of a table of benefits here, not a pay frequency.
    ['Benefit      Monthly      Yearly', undefined],
    ['Biweekly payroll     Monthly pay', undefined],
    ['Pay frequency: see contract', undefined],
    ['Net pay 1,200.00', undefined],
  ])('the pay frequency on a stub is read from the text %j as %s', (text, frequency) => {
    expect(onStub(text)).toBe(frequency);
  });
});

describe('the type of account', () => {
  test.each([
    ['Everyday Checking\nAccount number: XXXXXX4821', 'Everyday Checking'],
    ['Savings account number: 000123454821', 'Savings'],
    ['Account type: Premier Money Market Savings', 'Premier Money Market Savings'],
    ['TOTAL CHECKING - x4821', 'TOTAL CHECKING'],
    ['Simply Checking (4821)\n\n01/05   Transfer to savings 4411   -20.00', 'Simply Checking'],
    ['Harbor Bank     Share Draft #4821', 'Share Draft'],
    ['* * * FREE CHECKING * * *\nAccount number: 4411229911', 'FREE CHECKING'],
    ['Regular Share     Account ending in 4821', 'Regular Share'],
    ['Old Foundry Savings Bank\nAccount number: 4411229911', undefined],
    ['Old Foundry Savings Bank\nSimply Checking Summary\nAccount number: 4411229911', 'Simply Checking'],
    // The account number belongs to the account name near it. `Free Checking` is another account that the bank offers.
    ['Way Ahead Savings\nAccount number: 4411229911\n\n\n\nFree Checking', 'Way Ahead Savings'],
    ['Regular Savings\n\n\n\n\nFree Checking', undefined],
    ['Link your checking and savings for overdraft protection', undefined],
    ['Harbor Bank\nAccount number: 4411229911', undefined],
  ])('the type of a bank account is read from the text %j as %s', (text, type) => {
    expect(onStatement(text)).toBe(type);
  });

  test('neither the type of account nor the pay frequency is read on a W-2', () => {
    expect(printedTerms('W2', [printedPage('Everyday Checking     Pay frequency: weekly')])).toEqual({});
  });
});
