// Tests of the attribute table, and a hand-computed example of every aggregate.
import { describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { CUTOFF, daysBefore, longAgo, SALARY_DATES, salary, scored, scoredAccount, valuesOf } from '#test/scoring.ts';
import { ATTRIBUTES } from './attributes.ts';
import { CLASSES } from './kinds.ts';

describe('the attribute table', () => {
  test('the attribute table contains every short name only once, and every short name ends with its time period', () => {
    const names = ATTRIBUTES.map(({ short_name }) => short_name);
    expect(new Set(names).size).toBe(names.length);
    for (const { short_name, time_period } of ATTRIBUTES) expect(short_name.endsWith(`_${time_period}`)).toBe(true);
  });

  test('no two attributes of one time period have the same name; each description starts with a capital letter and ends with a full stop', () => {
    const titles = ATTRIBUTES.map(({ name, time_period }) => `${name} ${time_period}`);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { about } of ATTRIBUTES) expect(about).toMatch(/^[A-Z].*\.$/);
  });

  test('the attribute table uses every class of transactions at least once', () => {
    const asked = new Set<string>(ATTRIBUTES.flatMap(({ measure }) => ('flow' in measure ? [measure.of] : [])));
    expect(Object.keys(CLASSES).filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe('income attributes of thirteen pay checks of 2000.00', () => {
  const of = (...names: string[]) => valuesOf([longAgo(), ...salary()], names);

  test('the attributes include the sum of the pay checks for each time period', () => {
    expect(of('income_sum_3m_l0', 'income_sum_3m_l3', 'income_sum_6m_l0', 'income_sum_12m_l0')).toEqual({
      income_sum_3m_l0: '12000.00',
      income_sum_3m_l3: '14000.00',
      income_sum_6m_l0: '26000.00',
      income_sum_12m_l0: '26000.00',
    });
  });

  test('the attributes include the number of pay checks, their average, the largest one, and the number of days since the last one', () => {
    expect(of('salary_count_6m_l0', 'income_mean_6m_l0', 'income_max_6m_l0', 'income_days_since_last_12m_l0')).toEqual({
      salary_count_6m_l0: '13.00',
      income_mean_6m_l0: '2000.00',
      income_max_6m_l0: '2000.00',
      income_days_since_last_12m_l0: '9.00',
    });
  });

  test('the attributes include the trend and the variation over six months; the second month has three pay days, each other month has two', () => {
    // Income is 4000 dollars in the first month, 6000 in the second, and 4000 in each of the other four. The slope is
    // −18000/105 dollars and the variation is √20/26.
    expect(of('income_slope_6m_l0', 'income_variation_6m_l0', 'income_months_6m_l0')).toEqual({
      income_slope_6m_l0: '-171.43',
      income_variation_6m_l0: '17.20',
      income_months_6m_l0: '6.00',
    });
  });

  test('the attributes include one stream; the stream has a deposit on each of its pay days', () => {
    expect(of('active_streams_0m_l0', 'largest_stream_share_12m_l0', 'income_regularity_12m_l0')).toEqual({
      active_streams_0m_l0: '1.00',
      largest_stream_share_12m_l0: '100.00',
      income_regularity_12m_l0: '100.00',
    });
  });

  test('income_regularity is twelve thirteenths if one of thirteen pay days has no deposit', () => {
    const missed = salary().toSpliced(6, 1);
    expect(valuesOf([longAgo(), ...missed], ['income_regularity_12m_l0'])).toEqual({
      income_regularity_12m_l0: '92.31',
    });
  });

  test('the income share is pay as a percentage of all money received from others', () => {
    const others = [scored('2026-01-15', '6500.00', 'ZELLE FROM ODALYS BRENNECKE')];
    expect(valuesOf([longAgo(), ...salary(), ...others], ['income_share_6m_l0'])).toEqual({
      income_share_6m_l0: '80.00',
    });
  });
});

describe('money in and money out', () => {
  const transactions = [
    longAgo(),
    scored('2026-02-01', '300.00', 'ZELLE FROM ODALYS BRENNECKE'),
    scored('2026-02-02', '200.00', 'ONLINE TRANSFER FROM SAV ...4721'),
    scored('2026-02-03', '-75.50', 'LANTERN MARKET'),
    scored('2026-02-04', '-50.00', 'ONLINE TRANSFER TO SAV ...4721'),
  ];

  test('money in and money out are summed with and without transfers', () => {
    const names = ['inflow_sum', 'outflow_sum', 'inflow_less_transfers_sum', 'outflow_less_transfers_sum'];
    expect(
      valuesOf(transactions, [...names.map((name) => `${name}_2m_l0`), 'net_6m_l0', 'net_less_transfers_2m_l0']),
    ).toEqual({
      inflow_sum_2m_l0: '500.00',
      outflow_sum_2m_l0: '125.50',
      inflow_less_transfers_sum_2m_l0: '300.00',
      outflow_less_transfers_sum_2m_l0: '75.50',
      net_6m_l0: '374.50',
      net_less_transfers_2m_l0: '224.50',
    });
  });

  test('the net amount and the amount spent are percentages of the money that came in, all without transfers', () => {
    expect(valuesOf(transactions, ['net_share_6m_l0', 'outflow_less_transfers_share_3m_l0'])).toEqual({
      net_share_6m_l0: '74.83',
      outflow_less_transfers_share_3m_l0: '25.17',
    });
  });
});

test.each([
  ['benefits_sum_6m_l0', SALARY_DATES.map((date) => scored(date, '10.00', 'SSA TREAS 310 XXSOC SEC PPD')), '130.00'],
  ['gig_sum_6m_l0', SALARY_DATES.map((date) => scored(date, '10.00', 'UBER USA EDI PAYMNT')), '130.00'],
  ['cash_in_sum_6m_l0', [scored('2026-02-02', '41.00', 'ATM CASH DEPOSIT')], '41.00'],
  ['cash_out_sum_6m_l0', [scored('2026-02-02', '-42.00', 'ATM WITHDRAWAL')], '42.00'],
  ['housing_sum_6m_l0', [scored('2026-02-02', '-43.00', 'RENT')], '43.00'],
  ['housing_days_since_last_6m_l0', [scored('2026-02-02', '-43.00', 'RENT')], '27.00'],
  ['loan_in_sum_6m_l0', [scored('2026-02-02', '44.00', 'LENDINGCLUB LOAN')], '44.00'],
  ['loan_in_count_6m_l0', [scored('2026-02-02', '44.00', 'LENDINGCLUB LOAN')], '1.00'],
  ['loan_out_sum_6m_l0', [scored('2026-02-02', '-45.00', 'AUTO LOAN PMT')], '45.00'],
  ['payday_in_count_6m_l0', [scored('2026-02-02', '46.00', 'SPEEDY CASH')], '1.00'],
  ['payday_in_days_since_last_12m_l0', [scored('2026-02-02', '46.00', 'SPEEDY CASH')], '27.00'],
  ['payday_out_sum_6m_l0', [scored('2026-02-02', '-47.00', 'SPEEDY CASH')], '47.00'],
  ['advance_in_sum_6m_l0', [scored('2026-02-02', '48.00', 'EARNIN')], '48.00'],
  ['advance_out_sum_6m_l0', [scored('2026-02-02', '-49.00', 'EARNIN')], '49.00'],
  ['card_sum_6m_l0', [scored('2026-02-02', '-50.00', 'CREDIT CARD PAYMENT')], '50.00'],
  ['utility_sum_6m_l0', [scored('2026-02-02', '-51.00', 'CITY WATER DEPT')], '51.00'],
  ['subscription_sum_6m_l0', [scored('2026-02-02', '-52.00', 'RECURRING PURCHASE MOONBEAM')], '52.00'],
  ['bill_count_3m_l0', [scored('2026-02-02', '-51.00', 'CITY WATER DEPT'), scored(CUTOFF, '-1.00', 'RENT')], '2.00'],
  ['gambling_sum_6m_l0', [scored('2026-02-02', '-53.00', 'FANDUEL')], '53.00'],
  ['gambling_share_6m_l0', [scored('2026-02-02', '-53.00', 'FANDUEL'), scored(CUTOFF, '-53.00')], '50.00'],
  ['crypto_sum_6m_l0', [scored('2026-02-02', '-54.00', 'COINBASE')], '54.00'],
  ['fee_sum_6m_l0', [scored('2026-02-02', '-34.00', 'OVERDRAFT FEE')], '34.00'],
  ['transactions_1m_l0', [scored('2026-01-31', '-1.00'), scored('2026-01-30', '-1.00')], '1.00'],
])('the scoring attribute %s has the value that was computed by hand', (name, transactions, expected) => {
  expect(valuesOf([longAgo(), ...transactions], [name])).toEqual({ [name]: expected });
});

describe('NSF and overdraft events', () => {
  const fee = (date: string, amount = '-34.00', description = 'OVERDRAFT FEE') => scored(date, amount, description);

  test('NSF and overdraft events are counted for each time period, but not if the fee of the event was refunded', () => {
    const transactions = [
      longAgo(),
      fee('2026-02-20'),
      fee('2026-02-22', '34.00', 'FEE REVERSAL OVERDRAFT FEE'),
      fee('2026-02-10'),
      fee('2026-01-05'),
      fee('2025-12-05'),
      fee('2025-06-05'),
    ];
    const names = ['nsf_1m_l0', 'nsf_2m_l0', 'nsf_3m_l0', 'nsf_12m_l0', 'days_since_nsf_12m_l0'];
    expect(Object.values(valuesOf(transactions, names))).toEqual(['1.00', '2.00', '3.00', '4.00', '19.00']);
  });

  test.each([0, 1, 17, 363, 364])(
    'days_since_nsf is the number of days since the last NSF or overdraft event: %d',
    (days) => {
      const names = ['days_since_nsf_12m_l0'];
      expect(Object.values(valuesOf([longAgo(), fee(daysBefore(days))], names))).toEqual([`${days}.00`]);
    },
  );

  test('days_since_nsf is null if the last year has no event', () => {
    expect(valuesOf([longAgo(), fee('2025-03-01')], ['nsf_12m_l0', 'days_since_nsf_12m_l0'])).toEqual({
      nsf_12m_l0: '0.00',
      days_since_nsf_12m_l0: null,
    });
  });
});

test('the longest gap without transactions may begin at the start of the time period and extend to its end', () => {
  const gap = (...dates: string[]) =>
    Object.values(valuesOf([longAgo(), ...dates.map((date) => scored(date, '-1.00'))], ['longest_gap_6m_l0']));
  expect(gap()).toEqual(['180.00']);
  expect(gap('2025-09-03', CUTOFF)).toEqual(['178.00']);
  expect(gap('2025-12-01')).toEqual(['90.00']);
});

test('debts are counted only if loan_data_enabled is set', () => {
  const card = scoredAccount({ id: 'card', type: 'CREDIT_CARD', balance: 12_345n, has_autopay: true });
  const loan = scoredAccount({ id: 'loan', type: 'LOAN', balance: null });
  const payment = scored('2026-02-02', '60.00', 'PAYMENT THANK YOU', { account_id: 'card' });
  const names = ['debts_0m_l0', 'debts_autopay_0m_l0', 'owed_0m_l0', 'paid_on_debts_6m_l0', 'accounts_0m_l0'];
  const accounts = [scoredAccount(), card, loan];
  const values = (loan_data_enabled: boolean) =>
    Object.values(valuesOf([payment], names, { accounts, loan_data_enabled }));
  expect(values(true)).toEqual(['2.00', '1.00', '123.45', '60.00', '1.00']);
  expect(values(false)).toEqual([null, null, null, null, '1.00']);
});

describe('attributes if data is missing', () => {
  test('sums and counts of income are zero if there are no deposits, and every aggregate that needs a deposit is null', () => {
    const names = ['income_sum_6m_l0', 'income_count_3m_l0', 'income_months_6m_l0', 'income_mean_6m_l0'];
    const without = ['income_max_6m_l0', 'income_days_since_last_12m_l0', 'income_share_6m_l0', 'income_slope_6m_l0'];
    const streams = ['income_variation_6m_l0', 'income_regularity_12m_l0', 'largest_stream_share_12m_l0'];
    expect(Object.values(valuesOf([longAgo()], [...names, ...without, ...streams]))).toEqual([
      '0.00',
      '0.00',
      '0.00',
      ...Array.from({ length: 8 }, () => null),
    ]);
  });

  test('attributes of a time period have no value if more than a tenth of its days are unknown', () => {
    const known = (first: string) => Object.values(valuesOf([scored(first, '-1.00')], ['outflow_sum_6m_l0']));
    expect(known(addDays('2025-09-03', 18))).toEqual(['1.00']);
    expect(known(addDays('2025-09-03', 19))).toEqual([null]);
  });

  test('attributes that cover several days have no value if there are no transactions', () => {
    const names = ATTRIBUTES.filter(({ time_period }) => time_period !== '0m_l0').map(({ short_name }) => short_name);
    expect(new Set(Object.values(valuesOf([], names)))).toEqual(new Set([null]));
    expect(valuesOf([], ['history_0m_l0', 'accounts_0m_l0', 'balance_last_0m_l0'])).toEqual({
      history_0m_l0: '0.00',
      accounts_0m_l0: '1.00',
      balance_last_0m_l0: null,
    });
  });
});
