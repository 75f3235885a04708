import { describe, expect, test } from 'vitest';
import { FRIDAYS, reportOf, row } from '#test/deposits.ts';
import { ownerNames } from './owners.ts';
import { newReader } from './readings.ts';

const payer = (text: string, ...owners: (string | null)[]) => newReader(ownerNames(owners))(text, null).reading.payer;

describe('the account owner’s name', () => {
  test.each([
    ['ACME TOOLS JANE DOE', 'ACME TOOLS'],
    ['ACME TOOLS DOE, JANE Q', 'ACME TOOLS'],
    ['PAYROLL ACME TOOLS DOE JANE', 'ACME TOOLS'],
    ['Direct Deposit - ACME TOOLS Jane Doe', 'ACME TOOLS'],
  ])('the account owner’s name is not part of the payer’s name: %s', (text, expected) => {
    expect(payer(text, null, 'Jane Quill Doe')).toBe(expected);
  });

  test.each([
    ['a company’s name that has only one word of it', 'ACME DOE WORKS', 'ACME DOE WORKS'],
    ['the name of a business that bears it', 'JANE DOE POTTERY', 'JANE DOE POTTERY'],
    ['a payment by a person with an app', 'ZELLE FROM JANE DOE', 'ZELLE JANE DOE'],
  ])('the account owner’s name is not removed from %s', (_, text, expected) =>
    expect(payer(text, 'Jane Doe')).toBe(expected),
  );

  test('the owner’s name is removed from payers in the report only if the bank reports the account’s owners', () => {
    const rows = FRIDAYS.map((date) => row(date, 200_000, 'ACME TOOLS JANE DOE'));
    const owners = [{ full_name: 'Jane Doe' }];
    const names = [owners, []].map(
      (owners) =>
        reportOf(rows, { accounts: [{ id: 'checking', type: 'CHECKING', owners }] }).sources[0]?.income_description,
    );
    expect(names).toEqual(['ACME TOOLS', 'ACME TOOLS JANE DOE']);
  });
});
