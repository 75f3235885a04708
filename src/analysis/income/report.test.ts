import { describe, expect, test } from 'vitest';
import { addDays, toDate, toDay } from '#base/calendar.ts';
import { row } from '#test/deposits.ts';
import { payDays } from './calendars/calendars.ts';
import type { IncomeInput, IncomeTransaction } from './input.ts';
import { incomeReport } from './report.ts';

const reportOf = (transactions: IncomeTransaction[], more: Partial<IncomeInput> = {}) =>
  incomeReport({
    as_of: '2026-03-04',
    days_requested: 90,
    accounts: [
      { id: 'checking', type: 'CHECKING' },
      { id: 'empty', type: 'SAVINGS' },
    ],
    transactions,
    ...more,
  });

describe('the date range of an income report', () => {
  test('the date range has the requested number of days, including the last day', () => {
    const dates = ['2025-12-04', '2025-12-05', '2025-12-19', '2026-01-02', '2026-01-16', '2026-03-04', '2026-03-05'];
    const { explain } = reportOf(dates.map((date) => row(date, 100_000, 'BASIN GEAR PAYROLL', { id: date })));
    const named = [
      ...explain.sources.flatMap(({ transactions }) => transactions),
      ...explain.rejected.map((credit) => credit.transaction_id),
    ];
    expect(named).toEqual(dates.slice(1, -1));
  });

  test('the days_available of each account are counted from the account’s first credit or debit in the date range', () => {
    const spent = row('2026-01-20', 500, 'POS PURCHASE QUARRY COFFEE', { type: 'DEBIT' });
    const too_early = row('2025-12-04', 500, 'POS PURCHASE QUARRY COFFEE', { type: 'DEBIT' });
    const available = (rows: IncomeTransaction[]) => reportOf(rows).accounts;
    expect(available([spent, too_early])).toEqual([
      { id: 'checking', days_available: 44 },
      { id: 'empty', days_available: 0 },
    ]);
    expect(available([row('2025-12-05', 500, 'DEPOSIT')])).toMatchObject([{ days_available: 90 }, {}]);
  });
});

describe('the historical summary', () => {
  const report = reportOf(
    ['2025-12-10', '2025-12-24', '2026-02-04', '2026-02-18', '2026-03-04'].map((date) =>
      row(date, 100_000, 'BASIN GEAR PAYROLL'),
    ),
  );

  test('lists every month from the first deposit to the last, even without deposits; the first and last month are clipped to the window', () => {
    const months = report.sources[0]?.historical_summary.map(({ start_date, end_date, total_amount }) => [
      start_date,
      end_date,
      total_amount,
    ]);
    expect(months).toEqual([
      ['2025-12-05', '2025-12-31', 200_000n],
      ['2026-01-01', '2026-01-31', 0n],
      ['2026-02-01', '2026-02-28', 200_000n],
      ['2026-03-01', '2026-03-04', 100_000n],
    ]);
  });

  test('the historical summary shows each transaction with its fields', () => {
    const check = row('2026-02-04', 100_000, 'BASIN GEAR PAYROLL', { check_number: '771', id: 'shown' });
    const { sources } = reportOf([
      check,
      ...['2026-02-18', '2026-03-04'].map((date) => row(date, 100_000, 'BASIN GEAR PAYROLL')),
    ]);
    expect(sources[0]?.historical_summary[0]?.transactions[0]).toEqual({
      amount: 100_000n,
      iso_currency_code: 'USD',
      date: '2026-02-04',
      check_number: '771',
      description: 'BASIN GEAR PAYROLL',
      pending: false,
      transaction_id: 'shown',
    });
  });
});

describe('monthly averages', () => {
  const average = (dates: readonly string[], text: string, amount = 100_000) =>
    reportOf(
      dates.map((date) => row(date, amount, text)),
      { days_requested: 730 },
    ).sources[0]?.historical_average_monthly_income;

  test('monthly averages of regular pay include a missed pay day with an amount of zero', () => {
    const fridays = payDays(
      { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' },
      toDay('2025-03-01'),
      toDay('2026-03-04'),
    ).map(toDate);
    expect(average(fridays, 'BASIN GEAR PAYROLL')).toBe(216_667n);
    // One of the 26 deposits is missing, so the average is 25/26 of the average with all 26 deposits.
    expect(
      average(
        fridays.filter((date) => date !== fridays[9]),
        'BASIN GEAR PAYROLL',
      ),
    ).toBe(208_333n);
  });

  test('monthly averages of four-weekly pay are computed with thirteen pay days a year', () => {
    const dates = payDays(
      { model: 'four_weekly', phase: toDay('2026-02-27'), roll: 'previous' },
      toDay('2025-03-01'),
      toDay('2026-03-04'),
    ).map(toDate);
    expect(average(dates, 'BASIN GEAR PAYROLL', 120_000)).toBe(130_000n);
  });

  test('monthly averages count one month for each monthly rent, even if the first or last rent came late', () => {
    const firsts = ['2025-10-01', '2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'];
    const text = 'ZELLE FROM TOBIAS FENWICK RENT';
    expect(average(['2025-10-09', ...firsts.slice(1)], text)).toBe(100_000n);
    expect(average([...firsts.slice(0, -2), '2026-02-08'], text)).toBe(100_000n);
  });

  test('monthly averages include every week of weekly pay exactly once, even if the weekday changed', () => {
    const weeks = Array.from({ length: 30 }, (_, at) => addDays('2025-08-01', at * 7 - (at < 15 ? 0 : 3)));
    expect(average(weeks, 'BASIN GEAR PAYROLL')).toBe(433_333n);
  });

  test('monthly averages of irregular income are computed over full months', () => {
    // December and January are the full months. The deposits in November and February lie outside of them.
    const dates = ['2025-11-05', '2025-11-29', '2025-12-01', '2025-12-20', '2026-01-04', '2026-02-02'];
    expect(average(dates, 'STRIPE TRANSFER')).toBe(150_000n);
  });

  test('monthly averages of irregular income are computed from the number of days if there are fewer than two full months', () => {
    // The deposits add up to $3,000.00. They span 21 days, and the usual gap of 10.5 days between them is added, so the
    // average is computed over 31.5 days.
    expect(average(['2026-01-10', '2026-01-13', '2026-01-31'], 'STRIPE TRANSFER')).toBe(289_881n);
  });

  test.each([
    ['one day', ['2026-02-27', '2026-02-27', '2026-02-27']],
    ['two days', ['2026-02-26', '2026-02-27', '2026-02-27']],
    ['three days of a week', ['2026-02-23', '2026-02-25', '2026-02-27']],
  ])(
    'monthly averages of deposits on only %s are equal to the total of the deposits, because the deposits count as one month',
    (_, dates) => {
      for (const text of ['BASIN GEAR PAYROLL', 'STRIPE TRANSFER']) {
        const { sources, explain } = reportOf(dates.map((date) => row(date, 200_000, text)));
        expect(sources).toMatchObject([
          { historical_average_monthly_income: 600_000n, forecasted_average_monthly_income: 600_000n },
        ]);
        expect(explain.sources[0]?.figures['historical_average_monthly_income']?.rule).toBe('average.one-month');
      }
    },
  );

  test.each([
    ['average.one-month', 'two deposit days that are 30 days apart', ['2026-01-28', '2026-02-27', '2026-02-27']],
    ['average.by-days', 'two deposit days that are 31 days apart', ['2026-01-27', '2026-02-27', '2026-02-27']],
    ['average.one-month', 'two deposit days in 14 days', ['2026-02-13', '2026-02-27', '2026-02-27']],
    ['average.by-days', 'three deposit days in 14 days', ['2026-02-13', '2026-02-18', '2026-02-27']],
    ['average.one-month', 'three deposit days in 13 days', ['2026-02-14', '2026-02-18', '2026-02-27']],
  ])('monthly averages follow the rule %s for %s', (rule, _, dates) => {
    const { explain } = reportOf(dates.map((date) => row(date, 200_000, 'STRIPE TRANSFER')));
    expect(explain.sources.map(({ figures }) => figures['historical_average_monthly_income']?.rule)).toEqual([rule]);
  });

  test('the forecast uses the new pay-day calendar if weekly pay has become biweekly', () => {
    const weeks = Array.from({ length: 30 }, (_, at) => addDays('2025-06-27', at * 7));
    const fortnights = [14, 28, 42].map((days) => addDays(weeks.at(-1) ?? '', days));
    const { sources } = reportOf([
      ...weeks.map((date) => row(date, 90_000, 'BASIN GEAR PAYROLL')),
      ...fortnights.map((date) => row(date, 180_000, 'BASIN GEAR PAYROLL')),
    ]);
    expect(sources).toMatchObject([{ pay_frequency: 'BW', forecasted_average_monthly_income: 390_000n }]);
  });
});

describe('monthly averages of deposits that come a few times a year', () => {
  test('the average is computed over the days from the first deposit to the next expected deposit', () => {
    const dates = ['2025-04-11', '2025-07-20', '2025-10-08', '2026-01-13'];
    const { sources } = reportOf(
      dates.map((date) => row(date, 30_000, 'QUILL PRESS CASH DIV')),
      { days_requested: 365 },
    );
    // The monthly average is $1,200.00 divided by 374 days and multiplied by 30.4375 days. The 374 days are the 277
    // days from the first to the last deposit, plus the usual interval of 97 days between deposits.
    expect(sources).toMatchObject([{ historical_average_monthly_income: 9_766n }]);
  });
});

describe('the summary of an income report', () => {
  const fridays = payDays(
    { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' },
    toDay('2025-12-10'),
    toDay('2026-03-04'),
  ).map(toDate);
  const pay = (currency_code = 'USD') =>
    fridays.map((date) => row(date, 120_000, 'BASIN GEAR PAYROLL', { currency_code }));

  test('adds up the amounts of all sources; a tax refund counts in the total, but not in the monthly and annual amounts', () => {
    const { summary } = reportOf([...pay(), row('2026-02-20', 84_000, 'IRS TREAS 310 TAX REF')], {
      filing_status: 'single',
      state: 'TX',
    });
    expect(summary).toMatchObject({
      start_date: '2025-12-19',
      end_date: '2026-02-27',
      income_sources_count: 2,
      income_categories_count: 2,
      income_transactions_count: 7,
      total_amounts: [{ amount: 804_000n, iso_currency_code: 'USD' }],
      historical_average_monthly_income: [{ amount: 260_000n, iso_currency_code: 'USD' }],
      forecasted_average_monthly_income: [{ amount: 260_000n, iso_currency_code: 'USD' }],
      historical_annual_income: [{ amount: 3_120_000n, iso_currency_code: 'USD' }],
      forecasted_annual_income: [{ amount: 3_120_000n, iso_currency_code: 'USD' }],
    });
    const [gross] = summary.historical_average_monthly_gross_income;
    expect(summary.historical_annual_gross_income).toEqual([
      { amount: (gross?.amount ?? 0n) * 12n, iso_currency_code: 'USD' },
    ]);
  });

  test('the summary has an amount for each currency', () => {
    const { summary } = reportOf([...pay(), ...pay('CAD')]);
    expect(summary.total_amounts).toEqual([
      { amount: 720_000n, iso_currency_code: 'CAD' },
      { amount: 720_000n, iso_currency_code: 'USD' },
    ]);
  });

  test('if there are no sources, the summary has zero counts, no amounts, and the window’s dates', () => {
    expect(reportOf([]).summary).toEqual({
      start_date: '2025-12-05',
      end_date: '2026-03-04',
      income_sources_count: 0,
      income_categories_count: 0,
      income_transactions_count: 0,
      total_amounts: [],
      historical_average_monthly_gross_income: [],
      historical_average_monthly_income: [],
      forecasted_average_monthly_income: [],
      historical_annual_gross_income: [],
      historical_annual_income: [],
      forecasted_annual_income: [],
    });
  });
});
