import { describe, expect, test } from 'vitest';
import { addDays, toDay } from '#base/calendar.ts';
import { AS_OF, BIWEEKLY, datesOf, FRIDAYS, reportOf, row } from '#test/deposits.ts';
import { type Calendar, LAST_DAY } from './calendars/calendars.ts';

describe('wages that are paid out early (earned wage access)', () => {
  const pay = FRIDAYS.map((date) => row(date, 140_000, 'BASIN GEAR PAYROLL'));
  const early = () => FRIDAYS.slice(1).map((date) => row(addDays(date, -5), 20_000, 'DAILYPAY INC'));

  test('wages that are paid out early are part of the employer’s pay', () => {
    const { sources } = reportOf([...pay, ...early()]);
    expect(sources).toMatchObject([
      {
        transaction_count: pay.length * 2 - 1,
        pay_frequency: 'BW',
        income_category: 'PAYCHECK',
        forecasted_average_monthly_income: (160_000n * 26n + 6n) / 12n,
      },
    ]);
  });

  test('wages that are paid out early are a separate source if two employers might have paid them', () => {
    const second = FRIDAYS.map((date) => row(addDays(date, -2), 90_000, 'QUILL PRESS PAYROLL'));
    expect(reportOf([...pay, ...second, ...early()]).sources).toHaveLength(3);
  });
});

describe('deposits with unclear descriptions', () => {
  test('deposits are wages if a company pays them on the days of a pay calendar', () => {
    const plain = reportOf(FRIDAYS.map((date) => row(date, 181_237, 'BASIN GEAR')));
    const ppd = reportOf(FRIDAYS.map((date) => row(date, 180_000, 'BASIN GEAR PPD ID: 9990000400')));
    expect(plain.explain.sources[0]?.category).toEqual({ value: 'PAYCHECK', rule: 'rhythm.company' });
    expect(ppd.explain.sources[0]?.category).toEqual({ value: 'PAYCHECK', rule: 'rhythm.company-ppd' });
  });

  test('regular deposits are other income if each deposit is below a hundred dollars', () => {
    const category = (cents: number) =>
      reportOf(FRIDAYS.map((date) => row(date, cents, 'BASIN GEAR'))).explain.sources[0]?.category;
    expect(category(9_999)).toEqual({ value: 'OTHER', rule: 'rhythm.other' });
    expect(category(10_001)).toEqual({ value: 'PAYCHECK', rule: 'rhythm.company' });
  });

  test.each([
    ['undecided.wire', 'INCOMING WIRE BASIN GEAR', () => 181_237],
    ['undecided.wire', 'RTP CREDIT FROM BASIN GEAR', () => 181_237],
    ['undecided.payer-kind', 'BASIN MONTHLY INCOME FUND', () => 181_237],
    ['undecided.payer-kind', 'BASIN CAPITAL PPD ID: 9990000412', () => 250_000],
    ['undecided.round-amounts', 'BASIN GEAR', (at: number) => 150_000 + (at % 3) * 5_000],
    ['undecided.uneven-amounts', 'BASIN GEAR', (at: number) => 91_237 + (at % 5) * 88_100],
  ] as const)(
    'deposits with unclear descriptions are categorised as other income by the rule %s, and their gross amount equals the net amount: %s',
    (rule, text, cents) => {
      const { sources, explain } = reportOf(FRIDAYS.map((date, at) => row(date, cents(at), text)));
      expect(explain.sources.map(({ category }) => category)).toEqual([{ value: 'OTHER', rule }]);
      expect(sources[0]?.avg_gross_deposit_amount).toBe(sources[0]?.avg_deposit_amount);
      expect(sources[0]?.employer).toBeNull();
    },
  );

  test.each([
    'COMPUTERSHARE STOCK SALE',
    'BITSTAMP USA INC',
    'ONEMAIN FINANCIAL FUNDING PPD ID: 1351197114',
    'RUST CONSULTING SETTLEMENT FUND',
  ])('deposits that come from sales, loans or settlements are not income, even if they are regular: %s', (text) => {
    expect(reportOf(FRIDAYS.map((date) => row(date, 181_237, text))).sources).toEqual([]);
  });

  test('deposits are pay if there is a pay stub from their payer', () => {
    const rows = FRIDAYS.map((date) => row(date, 180_000, 'BASIN GEAR'));
    const stub = { id: 's1', pay_date: null, gross_cents: 240_000n, net_cents: 180_100n };
    const { explain } = reportOf(rows, { calibrations: [{ ...stub, employer_name: 'Basin Gear, Inc.' }] });
    expect(explain.sources[0]?.category).toEqual({ value: 'PAYCHECK', rule: 'stub.employer' });
    const { sources } = reportOf(rows, { calibrations: [{ ...stub, employer_name: 'Quill Press' }] });
    expect(sources).toMatchObject([{ income_category: 'OTHER' }]);
  });

  test('even small deposits are pay if the other part of the same pay checks goes to another account', () => {
    const part = FRIDAYS.map((date) => row(date, 5_000, 'BASIN GEAR', { account_id: 'savings' }));
    const rest = FRIDAYS.map((date) => row(date, 180_000, 'BASIN GEAR PAYROLL'));
    const { explain } = reportOf([...part, ...rest]);
    expect(explain.sources.map(({ category }) => category.rule)).toEqual(['text.payroll-words', 'rhythm.part-of-pay']);
    const other_days = FRIDAYS.map((date) => row(addDays(date, -3), 180_000, 'BASIN GEAR PAYROLL'));
    expect(reportOf([...part, ...other_days]).explain.sources[1]?.category.rule).toBe('rhythm.other');
  });

  test('deposits get their income category from the bank’s category', () => {
    const dates = ['2025-11-04', '2025-11-23', '2025-12-02', '2026-01-09', '2026-01-21', '2026-02-16'];
    const { explain } = reportOf(
      dates.map((date, at) => row(date, 60_000 + at, 'BASIN GEAR', { categories: ['Income', 'Gig'] })),
    );
    expect(explain.sources[0]?.category).toEqual({ value: 'GIG_ECONOMY', rule: 'provider.category' });
  });

  test('deposits from a gig platform are staff pay if steady amounts come every two weeks, and gig work if uneven amounts come every week', () => {
    const staff = reportOf(FRIDAYS.map((date) => row(date, 310_000, 'UBER TECHNOLOGIES PAYROLL')));
    const weeks = datesOf({ model: 'weekly', phase: toDay('2026-02-27'), roll: 'previous' });
    const driver = reportOf(weeks.map((date, at) => row(date, 20_000 + at * 2_000, 'UBER TECHNOLOGIES PAYROLL')));
    const called_weekly = reportOf(FRIDAYS.map((date) => row(date, 310_000, 'DOORDASH INC WEEKLY PAY')));
    expect(staff.explain.sources[0]?.category).toEqual({ value: 'PAYCHECK', rule: 'text.payroll-words' });
    expect(driver.explain.sources[0]?.category).toEqual({ value: 'GIG_ECONOMY', rule: 'rhythm.platform-worker' });
    expect(called_weekly.explain.sources[0]?.category.rule).toBe('rhythm.platform-employee');
  });

  test('deposits that are described as driver pay are pay checks if they come every two weeks, and gig work if they come every week', () => {
    const weeks = datesOf({ model: 'weekly', phase: toDay('2026-02-27'), roll: 'previous' });
    const rules = [FRIDAYS, weeks].map(
      (dates) =>
        reportOf(dates.map((date) => row(date, 250_000, 'MESA HAULING DRIVER PAY'))).explain.sources[0]?.category,
    );
    expect(rules).toEqual([
      { value: 'PAYCHECK', rule: 'rhythm.platform-employee' },
      { value: 'GIG_ECONOMY', rule: 'text.gig-words' },
    ]);
  });

  describe('three monthly deposits whose description is only a name', () => {
    const months = (cents: number[], dates: string[], text = 'BASIN GEAR') =>
      reportOf(dates.map((date, at) => row(date, cents[at] ?? 0, text))).sources.length;
    const [moved, loose] = [
      ['2025-12-12', '2026-01-14', '2026-02-12'],
      ['2025-12-19', '2026-01-28', '2026-02-19'],
    ];

    test('three deposits are income if their dates fit a pay calendar exactly, whatever the amounts are', () => {
      expect(months([210_000, 290_000, 240_000], ['2025-12-31', '2026-01-30', '2026-02-27'])).toBe(1);
      expect(months([210_000, 290_000, 240_000], loose)).toBe(0);
    });

    test('three deposits are income if one of them is one day off the calendar and the amounts are similar', () => {
      expect([months([210_000, 210_400, 209_000], moved), months([210_000, 290_000, 340_000], moved)]).toEqual([1, 0]);
      expect(months([210_000, 210_000, 210_000], loose)).toBe(0);
    });

    test('three deposits are income if the bank calls them direct deposits, even if the calendar fits less exactly', () => {
      expect(months([210_000, 290_000, 340_000], moved, 'Direct Deposit from BASIN GEAR')).toBe(1);
    });
  });

  test('deposits from a payer whose name contains RETIREMENT or PENSION are pay if they come every two weeks, and pensions if they come monthly', () => {
    const months = datesOf({ model: 'monthly', day: LAST_DAY, roll: 'previous' });
    const category = (dates: string[], text: string) =>
      reportOf(dates.map((date) => row(date, 180_000, text))).sources[0]?.income_category;
    expect([category(FRIDAYS, 'MESA RETIREMENT HOMES'), category(months, 'MESA RETIREMENT SYSTEM')]).toEqual([
      'PAYCHECK',
      'RETIREMENT',
    ]);
    expect([category(FRIDAYS, 'MESA PENSION PAYROLL'), category(months, 'MESA PENSION PAYROLL')]).toEqual([
      'PAYCHECK',
      'RETIREMENT',
    ]);
  });

  test('five deposits whose dates fit a calendar only loosely are income if their amounts are equal, but not if the amounts vary', () => {
    const early = ['2025-12-29', '2026-01-14', '2026-01-30', '2026-02-11', '2026-02-26'];
    const sources = (amounts: number[]) =>
      reportOf(early.map((date, at) => row(date, amounts[at] ?? 0, 'BASIN GEAR'))).sources.length;
    expect(sources([117_000, 117_000, 117_000, 117_000, 117_000])).toBe(1);
    expect(sources([117_000, 151_000, 94_000, 139_000, 120_000])).toBe(0);
  });

  test('deposits get the category that the bank’s data contains, even if the bank prints DIRECT DEPOSIT before the payer’s name', () => {
    const { explain } = reportOf(
      FRIDAYS.map((date) => row(date, 60_000, 'Direct Deposit - BASIN GEAR', { categories: ['Income', 'Gig'] })),
    );
    expect(explain.sources[0]?.category).toEqual({ value: 'GIG_ECONOMY', rule: 'provider.category' });
  });

  test('deposits from a broker are pay if they come every two weeks, and are rejected as brokerage_move if they come on irregular days', () => {
    const dates = ['2025-11-04', '2025-11-23', '2025-12-02', '2026-01-09', '2026-01-21', '2026-02-16'];
    const text = 'EDWARD JONES PPD ID: 9990000412';
    expect(reportOf(FRIDAYS.map((date) => row(date, 181_237, text))).sources).toMatchObject([
      { income_category: 'PAYCHECK' },
    ]);
    expect(reportOf(dates.map((date) => row(date, 180_000, 'EDWARD JONES'))).explain.rejected[0]?.reason).toBe(
      'brokerage_move',
    );
  });
});

describe('a stream of deposits', () => {
  test('a stream of three deposits is income, but a stream of two deposits is not', () => {
    const pay = (count: number) =>
      reportOf(FRIDAYS.slice(-count).map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')));
    expect([pay(2).sources.length, pay(3).sources.length]).toEqual([0, 1]);
  });

  test('a single tax refund is income', () => {
    expect(reportOf([row('2025-04-02', 81_200, 'IRS TREAS 310 TAX REF')]).sources).toMatchObject([
      {
        income_category: 'TAX_REFUND',
        pay_frequency: null,
        next_payment_date: null,
        forecasted_average_monthly_income: 0n,
      },
    ]);
  });

  test('deposits from another person are income if they follow a pay calendar', () => {
    const monthly = datesOf({ model: 'monthly', day: 3, roll: 'none' });
    const { sources } = reportOf(monthly.map((date) => row(date, 60_000, 'ZELLE FROM TOBIAS FENWICK')));
    expect(sources).toMatchObject([
      { income_category: 'TRANSFER', pay_frequency: 'M', next_payment_date: '2026-04-03' },
    ]);
  });

  test('a stream stays a source after the job ended, but has a forecast of zero and no next pay day', () => {
    const { sources } = reportOf(FRIDAYS.slice(0, 12).map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')));
    expect(sources).toMatchObject([
      {
        pay_frequency: 'BW',
        next_payment_date: null,
        forecasted_average_monthly_income: 0n,
        historical_average_monthly_income: 433_333n,
      },
    ]);
  });

  test.each<[Calendar, number]>([
    [{ model: 'weekly', phase: toDay('2026-01-02'), roll: 'previous' }, 14],
    [BIWEEKLY, 25],
    [{ model: 'semi_monthly', days: [15, LAST_DAY], roll: 'previous' }, 27],
    [{ model: 'monthly', day: 10, roll: 'previous' }, 46],
  ])(
    'a stream that follows the pay calendar %j counts as current until %d days after its last deposit',
    (calendar, days) => {
      const dates = datesOf(calendar, '2025-01-01', '2025-12-31');
      const status = (as_of: string) =>
        reportOf(
          dates.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')),
          { as_of, days_requested: 730 },
        ).sources[0]?.forecasted_average_monthly_income !== 0n;
      expect([status(addDays(dates.at(-1) ?? '', days)), status(addDays(dates.at(-1) ?? '', days + 1))]).toEqual([
        true,
        false,
      ]);
    },
  );
});

describe('the next pay day of an income source', () => {
  const next = (dates: readonly string[], as_of = AS_OF) =>
    reportOf(
      dates.map((date) => row(date, 200_000, 'BASIN GEAR PAYROLL')),
      { as_of },
    ).sources[0]?.next_payment_date;

  test('the next pay day is the first pay day that is after the last deposit and not in the past', () => {
    expect(next(FRIDAYS)).toBe('2026-03-13');
    expect(next(FRIDAYS.slice(0, -1))).toBe('2026-03-13');
    expect(next(FRIDAYS.slice(0, -1), '2026-02-27')).toBe('2026-02-27');
  });

  test('the next pay day is one pay day later if the pay for the nearest pay day was already deposited', () => {
    expect(next([...FRIDAYS.slice(0, -1), '2026-02-26'], '2026-02-26')).toBe('2026-03-13');
  });

  test('the next pay day is expected early if the bank posted the last four deposits early', () => {
    const early = FRIDAYS.map((date, at) => (at >= FRIDAYS.length - 4 ? addDays(date, -2) : date));
    expect(next(early)).toBe('2026-03-11');
  });
});
