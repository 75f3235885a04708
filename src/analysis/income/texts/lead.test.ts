import { describe, expect, test } from 'vitest';
import { leadOf, withNumbers } from './lead.ts';
import { tokensOf } from './tokens.ts';

describe('leadOf() skips the words that the bank prints before the payer’s name', () => {
  test.each([
    ['ACME TOOLS', 'ACME TOOLS'],
    ['ACH CREDIT ACME TOOLS', 'ACME TOOLS'],
    ['ACH CORP CREDIT PAYROLL ACME', 'PAYROLL ACME'],
    ['ACH IN ACME', 'ACME'],
    ['Deposit - ACH Paid From Acme', 'ACME'],
    ['DIRECT DEPOSIT CREDIT HARBOR', 'CREDIT HARBOR'],
    ['AUTO GLASS WORKS', 'AUTO GLASS WORKS'],
    ['ACH CREDIT 9990000412 ACME', 'ACME'],
    ['DIRECT DEPOSIT', ''],
  ])('leadOf() skips the words that the bank prints before the payer’s name in %s', (text, rest) => {
    const tokens = tokensOf(text);
    expect(
      tokens
        .slice(leadOf(tokens))
        .map(({ raw }) => raw)
        .join(' '),
    ).toBe(rest);
  });
});

describe('short numbers in a description', () => {
  test.each([
    ['9 PINES DINER PAYROLL', ['9', 'PINES', 'DINER', 'PAYROLL']],
    ['5-MILE BREWING 34567', ['5', 'MILE', 'BREWING', '']],
    ['4M COMPANY', ['4M', 'COMPANY']],
    ['ACH CREDIT 9990000412 B2 ROOFING', ['ACH', 'CREDIT', '', 'B2', 'ROOFING']],
    ['PAYROLL 6 BELLS TAVERN', ['PAYROLL', '6', 'BELLS', 'TAVERN']],
    ['B-2 BAKERY', ['B', '2', 'BAKERY']],
    ['1-800-GARDENS', ['1', '800', 'GARDENS']],
  ])('short numbers in a description are part of the payer’s name if the name begins with them: %s', (text, words) => {
    expect(withNumbers(tokensOf(text)).map(({ word }) => word)).toEqual(words);
  });

  test.each([
    ['STUDIO 54 PRESS', ['STUDIO', '', 'PRESS']],
    ['007 ACME TOOLS', ['', 'ACME', 'TOOLS']],
    ['4711 ACME TOOLS', ['', 'ACME', 'TOOLS']],
    ['03/14 ACME TOOLS', ['', '', 'ACME', 'TOOLS']],
    ['DEPOSIT 12-26-25 QUAY ATM', ['DEPOSIT', '', '', '', 'QUAY', 'ATM']],
    ['ATM 12 MAIN ST', ['ATM', '', 'MAIN', 'ST']],
    ['SSA TREAS 310 XXSOC SEC', ['SSA', 'TREAS', '', 'SOC', 'SEC']],
  ])(
    'short numbers in a description are store numbers, dates or codes if they are inside the name, padded, too long or part of a date: %s',
    (text, words) => {
      expect(withNumbers(tokensOf(text)).map(({ word }) => word)).toEqual(words);
    },
  );
});
