import { expect, test } from 'vitest';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { incomeTaxFindings } from './income-tax.ts';

const TEXT = [pageWith([])];
/** Returns the findings for a stub of two weeks with a pay of 2,000 dollars. */
const found = (tax: bigint, more: { bonus?: bigint; period_end?: string } = {}) => {
  const { bonus = 0n, period_end = '2026-02-15' } = more;
  return incomeTaxFindings(
    documentOf(
      'PAYSTUB',
      { pay_date: '2026-02-20', period_start: '2026-02-02', period_end, gross_pay: 200_000n + bonus },
      {
        earnings: [
          { description: 'Regular', current: 200_000n },
          { description: 'Bonus', current: bonus },
        ],
        taxes: [
          { description: 'Federal Income Tax', current: tax },
          { description: 'Fed Med/EE', current: 2_900n },
        ],
      },
    ),
    TEXT,
  );
};

test('there is no finding for a tax of zero or for the tax that follows from the filing status single', () => {
  expect(found(0n)).toEqual([]);
  expect(found(15_615n)).toEqual([]);
});

test('the finding has low severity for a tax higher than in any table of Publication 15-T, and medium severity for a tax higher than the top rate', () => {
  expect(found(60_000n)).toMatchObject([{ severity: 'low', actual: '600.00', page: 1 }]);
  expect(found(80_000n)).toMatchObject([
    { code: 'arithmetic_mismatch', severity: 'medium', expected: expect.stringMatching(/^at most \d+\.\d\d$/) },
  ]);
});

test('there is no finding for a bonus that is taxed at a fixed rate, or for a tax in a period of unusual length', () => {
  expect(found(150_000n, { bonus: 400_000n })).toEqual([]);
  expect(found(80_000n, { period_end: '2026-02-22' })).toEqual([]);
});
