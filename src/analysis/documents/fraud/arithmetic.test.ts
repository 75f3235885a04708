import { describe, expect, test } from 'vitest';
import { documentOf, pageWith } from '#test/read-documents.ts';
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
  test('finds nothing on a stub with consistent figures', () => {
    expect(arithmeticFindings(stub({}), TEXT)).toEqual([]);
  });

  test('returns a strong sign with the expected amount for a figure that contradicts the others', () => {
    expect(arithmeticFindings(stub({ net: 261_700n }), TEXT)).toEqual([
      {
        code: 'arithmetic_mismatch',
        severity: 'high',
        page: 1,
        box: expect.anything(),
        expected: '1617.00',
        actual: '2617.00',
        message: 'The gross pay minus taxes and deductions is not the net pay: expected 1617.00, found 2617.00.',
      },
    ]);
  });

  test('returns a weak sign if the difference equals another amount on the page, which was not read', () => {
    expect(severities(arithmeticFindings(stub({ net: 131_700n }), [pageWith(['300.00'])]))).toEqual(['low']);
    expect(severities(arithmeticFindings(stub({ net: 131_700n }), [pageWith(['301.00'])]))).toEqual(['high']);
  });

  test('returns a medium sign if a figure was read with low confidence', () => {
    expect(severities(arithmeticFindings(stub({ net: 261_700n }, 0.8), TEXT))).toEqual(['medium']);
  });

  test('returns a medium sign for a scan, and nothing if one misread digit explains the difference', () => {
    const scan = [pageWith([], 'ocr')];
    // 1,817.00 may be a misread 1,617.00, because OCR may read a 6 as an 8.
    expect(arithmeticFindings(stub({ net: 181_700n }), scan)).toEqual([]);
    expect(severities(arithmeticFindings(stub({ net: 273_311n }), scan))).toEqual(['medium']);
  });

  test('returns a weak sign if the year to date exceeds the sum of its rows, because an earlier bonus may have no row', () => {
    expect(severities(arithmeticFindings(stub({ gross_ytd: 700_000n }), TEXT))).toEqual(['low']);
    expect(severities(arithmeticFindings(stub({ gross_ytd: 500_000n }), TEXT))).toEqual(['high']);
  });

  test('returns a strong sign for a W-2 whose taxes do not follow from its wages', () => {
    const w2 = (social_security_tax: bigint) =>
      arithmeticFindings(documentOf('W2', { social_security_wages: 5_000_000n, social_security_tax }), TEXT);
    expect(w2(310_000n)).toEqual([]);
    expect(severities(w2(290_000n))).toEqual(['high']);
  });
});

describe('payrollTaxFindings', () => {
  const found = (changes: Stub) => payrollTaxFindings(stub(changes), TEXT);

  test('finds nothing if taxes follow the legal rates, or differ from them by 0.1 %', () => {
    expect(found({})).toEqual([]);
    expect(found({ social: 12_412n })).toEqual([]);
  });

  test('returns a strong sign for a tax above its rate', () => {
    expect(found({ social: 15_000n })).toMatchObject([
      { severity: 'high', expected: 'at most 124.00', actual: '150.00' },
    ]);
    expect(found({ medicare: 4_000n })).toMatchObject([{ severity: 'high', expected: 'at most 29.00' }]);
  });

  test('returns a strong sign if gross pay was raised but its taxes were not, and a medium sign if it may be untaxed', () => {
    expect(found({ gross: 300_000n })).toMatchObject([{ severity: 'high', expected: '2000.00', actual: '3000.00' }]);
    expect(found({ gross: 300_000n, earning: 'Travel allowance' })).toMatchObject([{ severity: 'medium' }]);
  });

  test('returns a strong sign if the year to date was raised but its taxes were not', () => {
    expect(found({ gross_ytd: 700_000n })).toMatchObject([
      { severity: 'high', expected: '6000.00', actual: '7000.00' },
    ]);
  });

  test('finds nothing above the wage base of the year, where no Social Security tax is withheld', () => {
    expect(found({ gross_ytd: 18_500_000n, social: 100n })).toEqual([]);
  });
});
