import { describe, expect, test } from 'vitest';
import { toDate, toDay } from '#base/calendar.ts';
import { payDays } from './calendars/calendars.ts';
import type { Calibration, IncomeInput, IncomeTransaction } from './input.ts';
import { grossOf } from './net-pay.ts';
import { incomeReport } from './report.ts';

const AS_OF = '2026-03-04';
const FRIDAYS = payDays(
  { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' },
  toDay('2025-09-01'),
  toDay(AS_OF),
).map(toDate);

let made = 0;
const row = (date: string, amount: number, description: string, account_id = 'checking'): IncomeTransaction => ({
  id: `t${++made}`,
  account_id,
  date,
  amount_cents: BigInt(amount),
  type: 'CREDIT',
  status: 'POSTED',
  description,
  currency_code: 'USD',
});
const pay = (amount = 169_085, account = 'checking') =>
  FRIDAYS.map((date) => row(date, amount, 'BASIN GEAR PAYROLL', account));
const monthly = (text: string) =>
  payDays({ model: 'monthly', day: 3, roll: 'previous' }, toDay('2025-09-01'), toDay(AS_OF)).map((day) =>
    row(toDate(day), 95_000, text),
  );
const sourcesOf = (transactions: IncomeTransaction[], more: Partial<IncomeInput> = {}) =>
  incomeReport({
    as_of: AS_OF,
    days_requested: 365,
    accounts: [
      { id: 'checking', type: 'CHECKING' },
      { id: 'savings', type: 'SAVINGS' },
    ],
    transactions,
    state: 'TX',
    ...more,
  });

const TABLES = {
  year: 2026,
  filing_status: 'single',
  periods_per_year: 26,
  state_rate_ppm: 0,
  pre_tax_ppm: 50_000,
} as const;

describe('gross pay computed with the tax tables', () => {
  test('gross pay depends on the year, the state, the filing status and the number of pay days per year', () => {
    const [source] = sourcesOf(pay()).sources;
    expect(source?.avg_gross_deposit_amount).toBe(grossOf(169_085n, TABLES));
    const [married] = sourcesOf(pay(), { filing_status: 'married', state: 'CO' }).sources;
    expect(married?.avg_gross_deposit_amount).toBe(
      grossOf(169_085n, { ...TABLES, filing_status: 'married', state_rate_ppm: 44_000 }),
    );
  });

  test('the gross pay of a month is computed with the same ratio of gross to net as the gross pay of one deposit', () => {
    const [source] = sourcesOf(pay()).sources;
    const gross = grossOf(169_085n, TABLES);
    expect(source?.historical_average_monthly_income).toBe(366_351n);
    expect(source?.historical_average_monthly_gross_income).toBe((366_351n * gross * 2n + 169_085n) / (2n * 169_085n));
  });

  test('assumes the filing status "single" if it is unknown; the explanation’s inputs then also list the gross pay for "married"', () => {
    const [source] = sourcesOf(pay()).explain.sources;
    const { inputs } = source?.figures['avg_gross_deposit_amount'] ?? { inputs: {} };
    expect(inputs).toMatchObject({
      filing_status: 'single',
      gross_if_married: grossOf(169_085n, { ...TABLES, filing_status: 'married' }),
    });
  });

  test.each([
    [96_153, 30_000],
    [96_154, 50_000],
    [230_769, 50_000],
    [230_770, 60_000],
  ])(
    'for a net pay of %d cents, gross pay is computed with an assumed retirement contribution of %d parts per million',
    (net, pre_tax_ppm) => {
      const [source] = sourcesOf(pay(net)).explain.sources;
      expect(source?.figures['avg_gross_deposit_amount']?.inputs).toMatchObject({ pre_tax_ppm });
    },
  );

  test('for a pay check split between accounts, gross pay is computed for the whole and divided in proportion to the deposits', () => {
    const { sources } = sourcesOf([...pay(144_085), ...pay(25_000, 'savings')]);
    const gross = grossOf(169_085n, TABLES);
    const share = (net: bigint) => (net * gross * 2n + 169_085n) / (2n * 169_085n);
    expect(sources.map(({ account_id, avg_gross_deposit_amount }) => [account_id, avg_gross_deposit_amount])).toEqual([
      ['checking', share(144_085n)],
      ['savings', share(25_000n)],
    ]);
  });
});

describe('a pay stub takes precedence over the tax tables', () => {
  const stub = (more: Partial<Calibration> = {}): Calibration => ({
    id: 'stub',
    employer_name: null,
    pay_date: '2026-02-27',
    gross_cents: 240_000n,
    net_cents: 169_085n,
    ...more,
  });
  const ruleFor = (...calibrations: Calibration[]) => {
    const report = sourcesOf(pay(), { calibrations });
    return report.explain.sources[0]?.figures['avg_gross_deposit_amount']?.rule;
  };

  test('a stub is used if its net pay was deposited', () => {
    const [source] = sourcesOf(pay(), { calibrations: [stub()] }).sources;
    expect(source?.avg_gross_deposit_amount).toBe(240_000n);
  });

  test.each<[string, Partial<Calibration>, string]>([
    ['with a net one cent higher', { net_cents: 169_086n }, 'gross.pay-stub'],
    ['with a net two cents higher', { net_cents: 169_087n }, 'gross.withholding-tables'],
    ['dated three business days before the deposit', { pay_date: '2026-02-24' }, 'gross.pay-stub'],
    ['dated four business days before the deposit', { pay_date: '2026-02-23' }, 'gross.withholding-tables'],
    ['dated one business day after the deposit', { pay_date: '2026-03-02' }, 'gross.pay-stub'],
    ['dated two business days after the deposit', { pay_date: '2026-03-03' }, 'gross.withholding-tables'],
    ['without a pay date', { pay_date: null }, 'gross.pay-stub'],
    ['with less gross than net', { gross_cents: 169_084n }, 'gross.withholding-tables'],
  ])(
    'a stub that names no employer is used only if its net pay was deposited near its pay date, to within a cent, and is not above its gross pay: a stub %s',
    (_, more, rule) => expect(ruleFor(stub(more))).toBe(rule),
  );

  test('a stub whose net pay was not deposited is used for deposits from its employer, but a stub whose net pay was deposited takes precedence', () => {
    const other = { net_cents: 99_000n, gross_cents: 150_000n };
    expect(ruleFor(stub({ ...other, employer_name: 'Basin Gear, Inc.' }))).toBe('gross.pay-stub-of-employer');
    expect(ruleFor(stub({ ...other, employer_name: 'Quill Press' }))).toBe('gross.withholding-tables');
    expect(ruleFor(stub({ ...other, employer_name: 'Basin Gear' }), stub({ id: 'arrived' }))).toBe('gross.pay-stub');
  });

  test('a stub is used if its net pay is the total of a pay check that is split between accounts', () => {
    const { explain } = sourcesOf([...pay(144_085), ...pay(25_000, 'savings')], { calibrations: [stub()] });
    expect(explain.sources.map(({ figures }) => figures['avg_gross_deposit_amount']?.rule)).toEqual([
      'gross.pay-stub',
      'gross.pay-stub',
    ]);
  });
});

describe('the gross amount for a net amount of 950.00', () => {
  test.each([
    ['GULF TEACHERS RET PENSION', 100_000n],
    ['STATE UNEMPLOYMENT COMP', 100_000n],
    ['UNUM LIFE INS LTD BENEFIT', 100_000n],
    ['DFAS-CLEVELAND RETIRED PAY', 100_000n],
    ['SSA TREAS 310 XXSOC SEC', 95_000n],
    ['VACP TREAS 310 XXVA BENEF', 95_000n],
    ['TX CHILD SUPPORT SDU', 95_000n],
    ['AIRBNB PAYOUT', 95_000n],
    ['UBER USA 6787', 95_000n],
    ['INTEREST PAYMENT', 95_000n],
  ])('the gross amount for a net deposit of 950.00 described as %s is %s cents', (text, gross) =>
    expect(sourcesOf(monthly(text)).sources).toMatchObject([{ avg_gross_deposit_amount: gross }]),
  );
});

describe('the employer of an income source', () => {
  const known = [
    { id: 'c1', name: 'Quill Press', logo_url: null },
    { id: 'c2', name: 'Basin Gear & Sons, Inc.', logo_url: 'https://example.com/basin.png' },
  ];

  test('the employer is a known company even if the bank truncates the company’s name', () => {
    expect(sourcesOf(pay(), { employers: known }).sources[0]?.employer).toEqual(known[1]);
  });

  test('the employer is the name that the bank prints if no known company matches', () => {
    expect(sourcesOf(pay(), { employers: known.slice(0, 1) }).sources[0]?.employer).toEqual({
      id: null,
      name: 'BASIN GEAR',
      logo_url: null,
    });
  });

  test('the employer is null if the income is a pension', () => {
    expect(sourcesOf(monthly('GULF TEACHERS RET PENSION'), { employers: known }).sources[0]?.employer).toBeNull();
  });
});
