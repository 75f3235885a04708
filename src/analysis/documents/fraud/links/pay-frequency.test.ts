import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import type { PrintedTerms } from '#domain/documents/read-documents.ts';
import { documentOf } from '#test/read-documents.ts';
import { frequencyFindings } from './pay-frequency.ts';
import type { PayrollEmployment, PayrollRecords } from './payroll-records.ts';

const EMPLOYER = { employer_name: 'Quill Harbor LLC', employer_ein: '47-1234567' };
const PAY_DATE = '2025-06-13';
const WEEK = { period_start: '2025-06-01', period_end: '2025-06-07' };
const TWO_WEEKS = { period_start: '2025-05-25', period_end: '2025-06-07' };
const HALF_MONTH = { period_start: '2025-05-16', period_end: '2025-05-31' };

type Known = { employments?: PayrollEmployment[]; paid?: string[]; deposited?: string[]; description?: string };
const findings = (
  values: Record<string, string>,
  { employments = [], paid = [], deposited = [], description = 'QUILL HARBOR PAYROLL PPD' }: Known,
  terms: PrintedTerms = {},
) => {
  const amounts = { gross_pay: undefined, gross_pay_ytd: undefined, net_pay: undefined };
  const undated = { ...EMPLOYER, ...amounts, period_start: '', period_end: '' };
  const records: PayrollRecords = {
    employments,
    statements: paid.map((pay_date) => ({ ...undated, pay_date })),
    w2s: [],
  };
  const deposits = deposited.map((date) => ({ date, cents: 150_000n, description, memo: null }));
  const stub = { ...documentOf('PAYSTUB', { ...EMPLOYER, pay_date: PAY_DATE, ...values }), terms };
  return frequencyFindings(stub, records, deposits);
};
const employment = (pay_frequency: PayrollEmployment['pay_frequency'], more = {}): PayrollEmployment => ({
  ...EMPLOYER,
  pay_frequency,
  ...more,
});
/** Pay dates before and after `PAY_DATE`, `days` days apart. */
const every = (days: number, count = 3) => {
  const steps = Array.from({ length: 2 * count + 1 }, (_, at) => at - count);
  return steps.map((step) => addDays(PAY_DATE, step * days));
};

test('a pay frequency that the payroll provider does not report is a weak finding', () => {
  expect(findings(WEEK, { employments: [employment('BW')] })).toEqual([
    {
      code: 'arithmetic_mismatch',
      severity: 'low',
      page: 1,
      box: expect.any(Object),
      expected: 'biweekly',
      actual: 'weekly',
      message: 'The pay stub of 2025-06-13 shows weekly pay; the payroll provider reports biweekly pay.',
    },
  ]);
  expect(findings({}, { employments: [employment('BW')] }, { pay_frequency: 'monthly' })).toMatchObject([
    { page: null, actual: 'monthly' },
  ]);
});

test('a pay frequency that the wage deposits of the employer do not show is a weak finding', () => {
  expect(findings(WEEK, { deposited: every(14) })).toMatchObject([
    {
      severity: 'low',
      message:
        'The pay stub of 2025-06-13 shows weekly pay; Quill Harbor LLC pays biweekly into the person’s bank account.',
    },
  ]);
  expect(findings(TWO_WEEKS, { deposited: every(7) })).toMatchObject([
    { expected: 'weekly', actual: 'biweekly or semimonthly' },
  ]);
});

describe('a pay stub causes no finding about its pay frequency', () => {
  test.each([
    ['the frequencies agree', TWO_WEEKS, { employments: [employment('BW')], paid: every(14), deposited: every(14) }],
    ['only the older pay dates agree with the stub', WEEK, { employments: [employment('BW')], paid: every(7) }],
    ['the bank agrees with the stub', WEEK, { employments: [employment('BW')], deposited: every(7) }],
    [
      'the provider reports another employer',
      WEEK,
      { employments: [employment('BW', { employer_ein: '47-7654321' })] },
    ],
    ['the provider reports a frequency that no stub shows', WEEK, { employments: [employment('A'), employment(null)] }],
    ['the period fits no frequency', { ...WEEK, period_start: '2025-06-04' }, { employments: [employment('BW')] }],
    ['there are only two payments', WEEK, { deposited: every(14).slice(0, 2) }],
    ['the payments are more than 92 days away', WEEK, { deposited: every(14).map((date) => addDays(date, 140)) }],
    ['the deposits are no pay', WEEK, { deposited: every(14), description: 'QUILL HARBOR EXPENSE REFUND PPD' }],
    ['the stub has no pay date', { ...WEEK, pay_date: '' }, { employments: [employment('BW')] }],
  ] as const)('a pay stub causes no finding about its pay frequency if %s', (_, values, known) => {
    expect(findings(values, { ...known } as Known)).toEqual([]);
  });

  test('if the provider confirms the printed frequency, the pay period does not matter, because another check compares it with the frequency', () => {
    expect(findings(WEEK, { employments: [employment('BW')] }, { pay_frequency: 'biweekly' })).toEqual([]);
  });

  test('pay of half a month may arrive early because its usual date is on a weekend', () => {
    const deposited = ['2025-04-15', '2025-04-30', '2025-05-15', '2025-05-30', '2025-06-13', '2025-06-30'];
    expect(findings(HALF_MONTH, { deposited })).toEqual([]);
    expect(findings(WEEK, { deposited })).toMatchObject([{ expected: 'semimonthly' }]);
  });
});
