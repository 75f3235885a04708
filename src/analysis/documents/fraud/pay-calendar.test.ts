import { expect, test } from 'vitest';
import type { PrintedTerms } from '#domain/documents/read-documents.ts';
import { documentOf, pageWith } from '#test/read-documents.ts';
import { payCalendarFindings } from './pay-calendar.ts';

type Row = { current?: bigint; ytd: bigint };
type Change = { dates?: Record<string, string>; ytd?: bigint; earnings?: Row[]; terms?: PrintedTerms };

/** Returns the findings for a biweekly stub of 2,000 dollars, paid on the second of two possible pay dates. */
function found({ dates = {}, ytd = 400_000n, earnings = [], terms = {} }: Change, source: 'text' | 'ocr' = 'text') {
  const days = { period_start: '2026-01-05', period_end: '2026-01-18', pay_date: '2026-01-23', ...dates };
  const stub = documentOf('PAYSTUB', { ...days, gross_pay: 200_000n, gross_pay_ytd: ytd }, { earnings });
  return payCalendarFindings({ ...stub, terms }, [pageWith(['1.00'], source)]);
}
const severities = (change: Change, source?: 'text' | 'ocr') => found(change, source).map(({ severity }) => severity);

test('the year to date may be up to 1.5 times the total pay of all pay dates since 1 January; above that, the severity is low, and above 3 times it is medium', () => {
  expect(severities({ ytd: 600_000n })).toEqual([]);
  expect(severities({ ytd: 600_001n })).toEqual(['low']);
  expect(severities({ ytd: 1_200_000n })).toEqual(['low']);
  expect(found({ ytd: 1_200_001n })).toMatchObject([
    { code: 'arithmetic_mismatch', severity: 'medium', expected: 'about 4000.00', actual: '12000.01', page: 1 },
  ]);
});

test('on the first pay date of a year, the year to date is only the pay of that date; an amount that still includes the year before is a finding', () => {
  const first = { period_start: '2025-12-22', period_end: '2026-01-04', pay_date: '2026-01-09' };
  expect(severities({ dates: first, ytd: 200_000n })).toEqual([]);
  expect(severities({ dates: first, ytd: 5_200_000n })).toEqual(['medium']);
});

test('pay of earlier periods, such as a bonus, is not counted in the year to date if it has its own row', () => {
  const earnings = [{ current: 200_000n, ytd: 400_000n }, { ytd: 2_000_000n }];
  expect(severities({ ytd: 2_400_000n, earnings })).toEqual([]);
  expect(severities({ ytd: 2_400_000n })).toEqual(['medium']);
});

test('the pay date may be seven days before the end of the period, but not eight', () => {
  expect(severities({ dates: { pay_date: '2026-01-11' }, ytd: 200_000n })).toEqual([]);
  expect(severities({ dates: { pay_date: '2026-01-10' }, ytd: 200_000n })).toEqual(['medium']);
});

test.each([
  ['weekly', '2026-01-12', 0],
  ['weekly', '2026-01-11', 1],
  ['biweekly', '2026-01-05', 0],
  ['biweekly', '2026-01-04', 1],
  ['semimonthly', '2026-01-06', 0],
  ['semimonthly', '2026-01-03', 0],
  ['semimonthly', '2026-01-07', 1],
  ['semimonthly', '2026-01-02', 1],
  ['monthly', '2025-12-22', 0],
  ['monthly', '2025-12-19', 0],
  ['monthly', '2025-12-23', 1],
  ['monthly', '2025-12-18', 1],
] as const)(
  'a %s pay stub whose pay period is from %s to 2026-01-18 has %i findings of low severity',
  (pay_frequency, start, count) => {
    const change = { dates: { period_start: start }, terms: { pay_frequency }, ytd: 200_000n };
    expect(severities(change)).toEqual(Array.from({ length: count }, () => 'low'));
  },
);

test('all findings about the pay calendar have low severity in a scan', () => {
  expect(severities({ dates: { pay_date: '2026-01-10' }, ytd: 5_200_000n }, 'ocr')).toEqual(['low', 'low']);
});
