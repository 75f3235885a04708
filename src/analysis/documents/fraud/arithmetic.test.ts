import { describe, expect, test } from 'vitest';
import { checkBankStatement } from '#analysis/documents/checks/bank-statement.ts';
import { documentOf, fieldOf, pageWith } from '#test/read-documents.ts';
import { arithmeticFindings } from './arithmetic.ts';
import { payrollTaxFindings } from './payroll-taxes.ts';

type Stub = { gross?: bigint; gross_ytd?: bigint; net?: bigint; social?: bigint; medicare?: bigint; earning?: string };

function stub({ gross = 200_000n, gross_ytd = 600_000n, net = 161_700n, ...more }: Stub, confidence = 1) {
  const { social = 12_400n, medicare = 2_900n, earning = 'Regular' } = more;
  return documentOf(
    'PAYSTUB',
    { pay_date: '2026-02-13', gross_pay: gross, gross_pay_ytd: gross_ytd, net_pay: net },
    {
      earnings: [{ description: earning, current: gross, ytd: 600_000n }],
      taxes: [
        { description: 'Federal', current: 13_000n, ytd: 39_000n },
        { description: 'Social Security', current: social, ytd: social * 3n },
        { description: 'Medicare', current: medicare, ytd: medicare * 3n },
      ],
      deductions: [{ description: '401(k)', current: 10_000n, ytd: 30_000n }],
    },
    { confidence },
  );
}
const severities = (findings: readonly { severity: string }[]) => findings.map(({ severity }) => severity);
const TEXT = [pageWith([])];

describe('arithmeticFindings', () => {
  test('returns nothing for a stub whose figures fit together', () => {
    expect(arithmeticFindings(stub({}), TEXT)).toEqual([]);
  });

  test('returns a finding of high severity with the expected amount if a figure in the text of a PDF contradicts the other figures', () => {
    expect(arithmeticFindings(stub({ net: 261_700n }), TEXT)).toEqual([
      {
        code: 'arithmetic_mismatch',
        cause: 'figures',
        severity: 'high',
        page: 1,
        box: expect.anything(),
        expected: '1617.00',
        actual: '2617.00',
        message: 'The gross pay minus taxes and deductions is not the net pay: expected 1617.00, found 2617.00.',
      },
    ]);
  });

  test('returns a finding of high severity if the same wrong figure is printed as current pay and as year to date, as in the first pay period of the year', () => {
    const first = (net: bigint) =>
      documentOf(
        'PAYSTUB',
        { gross_pay: 200_000n, gross_pay_ytd: 200_000n, net_pay: net, net_pay_ytd: net },
        {
          taxes: [{ description: 'Federal', current: 30_000n, ytd: 30_000n }],
          distributions: [{ description: 'Checking', current: 170_000n }],
        },
      );
    expect(arithmeticFindings(first(170_000n), TEXT)).toEqual([]);
    expect(arithmeticFindings(first(270_000n), TEXT)[0]?.severity).toBe('high');
  });

  test('returns a finding of low severity if the difference equals an amount on the page that was not read', () => {
    expect(severities(arithmeticFindings(stub({ net: 131_700n }), [pageWith(['300.00'])]))).toEqual(['low']);
    expect(severities(arithmeticFindings(stub({ net: 131_700n }), [pageWith(['301.00'])]))).toEqual(['high']);
  });

  test('returns a finding of medium severity if one sum fails and many amounts on the page were not read', () => {
    const others = (count: number) => [pageWith(Array.from({ length: count }, (_, at) => `${at + 11}.07`))];
    expect(severities(arithmeticFindings(stub({ net: 61_700n }), others(4)))).toEqual(['high']);
    expect(severities(arithmeticFindings(stub({ net: 61_700n }), others(5)))).toEqual(['medium']);
    // A deduction that was not read cannot explain a net pay that is too high.
    expect(severities(arithmeticFindings(stub({ net: 261_700n }), others(5)))).toEqual(['high']);
  });

  test('returns a finding of at most medium severity if a figure was read with low confidence', () => {
    expect(severities(arithmeticFindings(stub({ net: 261_700n }, 0.8), TEXT))).toEqual(['medium']);
  });

  test('for a scan, returns a finding of at most medium severity; if one misread digit explains the difference, returns no finding', () => {
    const scan = [pageWith([], 'ocr')];
    // 1,817.00 may be a misread 1,617.00, because OCR may read a 6 as an 8.
    expect(arithmeticFindings(stub({ net: 181_700n }), scan)).toEqual([]);
    expect(severities(arithmeticFindings(stub({ net: 273_311n }), scan))).toEqual(['medium']);
  });

  test('returns a finding of low severity if the year to date is more than the sum of its rows, because a bonus of an earlier period may have no row', () => {
    expect(severities(arithmeticFindings(stub({ gross_ytd: 700_000n }), TEXT))).toEqual(['low']);
    expect(severities(arithmeticFindings(stub({ gross_ytd: 500_000n }), TEXT))).toEqual(['high']);
  });

  test('returns a finding of high severity for a W-2 whose taxes do not follow from its wages', () => {
    const w2 = (social_security_tax: bigint) =>
      arithmeticFindings(documentOf('W2', { social_security_wages: 5_000_000n, social_security_tax }), TEXT);
    expect(w2(310_000n)).toEqual([]);
    expect(severities(w2(290_000n))).toEqual(['high']);
  });
});

describe('arithmeticFindings for a bank statement', () => {
  const CHANGE = 113_904n;
  /**
   * Returns a statement of eight rows. The rows in `changed` show a higher amount, but the balances and totals are
   * unchanged.
   */
  function statement(changed: readonly number[]) {
    const rows = Array.from({ length: 8 }, (_, at) => ({
      date: `2026-03-0${at + 1}`,
      amount: 10_000n + (changed.includes(at) ? CHANGE : 0n),
      balance: 110_000n + 10_000n * BigInt(at),
    }));
    const document = documentOf(
      'BANK_STATEMENT',
      { opening_balance: 100_000n, closing_balance: 180_000n, total_deposits: 80_000n },
      { transactions: rows },
    );
    return { ...document, checks: checkBankStatement(document) };
  }

  test('returns a finding of high severity if an amount was changed in one row or in several rows', () => {
    expect(arithmeticFindings(statement([]), TEXT)).toEqual([]);
    expect(arithmeticFindings(statement([3]), TEXT)[0]?.severity).toBe('high');
    expect(arithmeticFindings(statement([3, 6]), TEXT)[0]?.severity).toBe('high');
  });

  test('returns a finding of low severity if the difference equals the amount of a row that was not read', () => {
    expect(severities(arithmeticFindings(statement([3, 6]), [pageWith(['1,139.04', '2,278.08'])]))).toEqual(['low']);
  });
});

describe('payrollTaxFindings', () => {
  const found = (changes: Stub) => payrollTaxFindings(stub(changes), TEXT);

  test('returns nothing if the taxes follow the legal rates, even with a deviation of 0.1 %', () => {
    expect(found({})).toEqual([]);
    expect(found({ social: 12_412n })).toEqual([]);
  });

  test('returns a finding of high severity for a tax above its rate', () => {
    expect(found({ social: 15_000n })).toMatchObject([
      { severity: 'high', expected: 'at most 124.00', actual: '150.00' },
    ]);
    expect(found({ medicare: 4_000n })).toMatchObject([{ severity: 'high', expected: 'at most 29.00' }]);
  });

  test('returns a finding of high severity if pay was raised but its taxes were not, and of medium severity if the added pay may be untaxed', () => {
    expect(found({ gross: 300_000n, net: 261_700n })).toMatchObject([
      { severity: 'high', expected: '2000.00', actual: '3000.00' },
    ]);
    expect(found({ gross: 300_000n, earning: 'Travel allowance' })).toMatchObject([{ severity: 'medium' }]);
  });

  test('returns a finding of medium severity if only gross pay is raised, because a pre-tax deduction may be missing', () => {
    expect(found({ gross: 300_000n })).toMatchObject([{ severity: 'medium' }]);
  });

  test('returns a finding of high severity if the total of the earnings that are always taxed exceeds the pay computed from the printed taxes', () => {
    const mixed = documentOf(
      'PAYSTUB',
      { pay_date: '2026-02-13', gross_pay: 305_000n, gross_pay_ytd: 600_000n },
      {
        earnings: [
          { description: 'Salary', current: 300_000n },
          { description: 'Phone allowance', current: 5_000n },
        ],
        taxes: [
          { description: 'FICA', current: 12_400n },
          { description: 'MEDI', current: 2_900n },
        ],
      },
    );
    expect(payrollTaxFindings(mixed, TEXT)).toMatchObject([
      { severity: 'high', expected: '2000.00', actual: '3050.00' },
    ]);
  });

  test('returns a finding of high severity if only the total of the year disagrees with the rows and taxes of the year', () => {
    const year = (gross_pay_ytd: bigint) =>
      documentOf(
        'PAYSTUB',
        { pay_date: '2026-06-19', gross_pay: 201_000n, gross_pay_ytd },
        {
          earnings: [
            { description: 'Salary', current: 200_000n, ytd: 2_000_000n },
            { description: 'Phone allowance', current: 1_000n, ytd: 10_000n },
          ],
          taxes: [
            { description: 'Social Security', current: 12_400n, ytd: 124_000n },
            { description: 'Medicare', current: 2_900n, ytd: 29_000n },
          ],
        },
      );
    expect(payrollTaxFindings(year(3_300_000n), TEXT)).toMatchObject([{ severity: 'high', expected: '20000.00' }]);
    expect(payrollTaxFindings(year(2_010_000n), TEXT)).toEqual([]);
  });

  test('if there is no Medicare row, treats the amount in a FICA row as Social Security and Medicare together', () => {
    const both = documentOf(
      'PAYSTUB',
      { pay_date: '2026-02-13', gross_pay: 200_000n, gross_pay_ytd: 600_000n },
      {
        earnings: [{ description: 'Salary', current: 200_000n }],
        taxes: [{ description: 'FICA', current: 15_300n }],
      },
    );
    expect(payrollTaxFindings(both, TEXT)).toEqual([]);
  });

  test('returns a finding of high severity if the two taxes imply different pay, both in the period and in the year', () => {
    // Social Security is 5.6 % of the pay instead of 6.2 %.
    expect(found({ social: 11_200n })).toMatchObject([{ severity: 'high', actual: '1806.45', expected: '2000.00' }]);
    // A difference of 4 % may come from small benefits.
    expect(found({ social: 12_000n })).toEqual([]);
  });

  test('returns nothing if the taxes imply different pay only in one period, because one tax may be a correction', () => {
    const corrected = stub({ social: 11_200n });
    const [federal, social, medicare] = corrected.tables['taxes'] ?? [];
    const taxes = [federal ?? {}, { ...social, ytd: fieldOf(37_200n) }, medicare ?? {}];
    expect(payrollTaxFindings({ ...corrected, tables: { ...corrected.tables, taxes } }, TEXT)).toEqual([]);
  });

  test('returns a finding of high severity if the year-to-date pay was raised but its taxes were not', () => {
    expect(found({ gross_ytd: 700_000n })).toMatchObject([
      { severity: 'high', expected: '6000.00', actual: '7000.00' },
    ]);
  });

  test('returns nothing if the pay is above the wage base of the year, where the Social Security tax ends', () => {
    expect(found({ gross_ytd: 18_500_000n, social: 100n })).toEqual([]);
  });
});
