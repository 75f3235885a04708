import { describe, expect, test } from 'vitest';
import { addDays, nextBusinessDay, previousBusinessDay, toDate, toDay } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import { type Calendar, LAST_DAY, payDays } from './calendars/calendars.ts';
import type { IncomeTransaction } from './input.ts';
import { type FilingStatus, netOf } from './net-pay.ts';
import { incomeReport } from './report.ts';

const AS_OF = '2026-03-04';
let made = 0;
const row = (date: string, amount: number, description: string, account_id = 'checking'): IncomeTransaction => ({
  id: `t${String(++made).padStart(4, '0')}`,
  account_id,
  date,
  amount_cents: BigInt(amount),
  type: 'CREDIT',
  status: 'POSTED',
  description,
  currency_code: 'USD',
});
const rows = (calendar: Calendar, from: string, text: string, amount: (at: number) => number, account = 'checking') =>
  payDays(calendar, toDay(from), toDay(AS_OF)).map((day, at) => row(toDate(day), amount(at), text, account));

const transactions = [
  ...rows(
    { model: 'biweekly', phase: toDay('2026-02-27'), roll: 'previous' },
    '2025-03-10',
    'BASIN GEAR PAYROLL',
    (at) => (at < 15 ? 200_000 : 208_000),
  ),
  row('2025-12-19', 300_000, 'BASIN GEAR PAYROLL'),
  ...rows(
    { model: 'semi_monthly', days: [15, LAST_DAY], roll: 'previous' },
    '2025-04-01',
    'QUILL PRESS DIR DEP',
    (at) => 90_000 + ((at * 7_919) % 9_000),
  ),
  ...rows(
    { model: 'monthly_weekday', nth: 2, weekday: 3, roll: 'previous' },
    '2025-04-01',
    'SSA TREAS 310 XXSOC SEC',
    () => 184_200,
  ),
  ...rows(
    { model: 'monthly', day: LAST_DAY, roll: 'previous' },
    '2025-04-01',
    'INTEREST PAYMENT',
    (at) => 900 + at,
    'savings',
  ),
  ...['2025-09-04', '2025-09-23', '2025-10-02', '2025-11-09', '2026-01-21', '2026-02-16'].map((date, at) =>
    row(date, 70_000 + at * 31_000, 'JUNIPER STUDIO VENDOR PMT'),
  ),
  ...['2026-02-01', '2026-02-04', '2026-02-12', '2026-02-14', '2026-02-24', '2026-02-25'].map((date) =>
    row(date, 8_100, 'VISA DIRECT PARCELPUP COURIER'),
  ),
  ...['2026-02-05', '2026-02-09', '2026-02-10', '2026-02-26'].map((date) =>
    row(date, 6_400, 'HOPALONG RIDES DRIVER PAY'),
  ),
  ...rows({ model: 'monthly', day: 20, roll: 'next' }, '2025-04-01', 'GULF TEACHERS RET PENSION', () => 61_240),
  ...['2026-02-18', '2026-02-18', '2026-02-19'].map((date) => row(date, 11_300, 'FERNWAY MARKET VENDOR PMT')),
  row('2026-02-02', 81_200, 'IRS TREAS 310 TAX REF'),
  ...rows(
    { model: 'weekly', phase: toDay('2025-04-04'), roll: 'previous' },
    '2025-03-10',
    'OLD MESA PRESS WAGES',
    () => 51_000,
  ).slice(0, 20),
];
const report = incomeReport({
  as_of: AS_OF,
  days_requested: 365,
  accounts: [
    { id: 'checking', type: 'CHECKING' },
    { id: 'savings', type: 'SAVINGS' },
  ],
  transactions,
  state: 'CO',
});

// The following code recomputes every reported value. It uses only the value's explanation and the transactions that
// the explanation names.
type Inputs = Record<string, unknown>;
const amount_of = new Map(transactions.map(({ id, amount_cents }) => [id, amount_cents]));
const date_of = new Map(transactions.map(({ id, date }) => [id, date]));
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []);
const total = (value: unknown): bigint => sum(ids(value).map((id) => amount_of.get(id) ?? 0n));
const big = (value: unknown): bigint => (typeof value === 'bigint' ? value : BigInt(Number(value)));
const lists = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const RECOMPUTED: Record<string, (inputs: Inputs, value: unknown) => unknown> = {
  'date.first-deposit': ({ transactions }) => date_of.get(ids(transactions)[0] ?? ''),
  'date.last-deposit': ({ transactions }) => date_of.get(ids(transactions)[0] ?? ''),
  'total.sum': ({ transactions }) => total(transactions),
  'total.count': ({ transactions }) => ids(transactions).length,
  'history.by-month': monthsAgain,
  'deposit.mean-within-quartile-fence': meanOf,
  'deposit.mean-within-median-deviations': meanOf,
  'average.by-pay-days': ({ total_amount, pay_days_expected, periods_per_year }) =>
    divideRounded(big(total_amount) * big(periods_per_year), big(pay_days_expected) * 12n),
  'average.by-full-months': ({ transactions, full_months }) => divideRounded(total(transactions), big(full_months)),
  'average.by-days': ({ total_amount, days }) =>
    divideRounded(big(total_amount) * 2n * 304_375n, BigInt(Number(days) * 2) * 10_000n),
  'average.one-month': ({ total_amount }) => total_amount,
  'average.by-years': ({ total_amount, years }) => divideRounded(big(total_amount), big(years) * 12n),
  'forecast.ended': ({ days_since_last, current_days_max }) =>
    Number(days_since_last) > Number(current_days_max) ? 0n : -1n,
  'forecast.one-off': () => 0n,
  'forecast.level-after-step': ({ pay_days, periods_per_year }) =>
    divideRounded(
      BigInt(Math.round(middleOf(lists(pay_days).map((day) => Number(total(day)))))) * big(periods_per_year),
      12n,
    ),
  'forecast.level-weighted': weightedAgain,
  'forecast.average': ({ historical_average_monthly_income }) => historical_average_monthly_income,
  'forecast.recent-and-year': ({ recent_months, recent_transactions, long_months, long_transactions }) =>
    divideRounded(
      total(recent_transactions) * big(long_months) + total(long_transactions) * big(recent_months),
      2n * big(recent_months) * big(long_months),
    ),
  'next.no-rhythm': () => null,
  'next.ended': () => null,
  'next.by-calendar': nextAgain,
  'gross.equals-net': grossAgain,
  'gross.flat-withholding': grossAgain,
  'gross.withholding-tables': (inputs, value) => (isGrossRight(inputs) ? grossAgain(inputs) : `not ${String(value)}`),
  'frequency.best-calendar': ({ deposit_days }) => frequencyAgain(ids(deposit_days).map(toDay)),
  'frequency.no-rhythm': () => null,
};

/** The pay frequency, derived from the usual interval between deposits. */
function frequencyAgain(days: number[]): string | undefined {
  const gap = middleOf(days.slice(1).map((day, at) => day - (days[at] ?? 0)));
  return gap === 7 ? 'W' : gap === 14 ? 'BW' : gap > 14 && gap < 17 ? 'SM' : gap > 27 ? 'M' : undefined;
}

function monthsAgain({ transactions_by_month, window }: Inputs) {
  const [from, until] = ids(window);
  const [first] = lists(transactions_by_month).flatMap(ids);
  let month = (date_of.get(first ?? '') ?? '').slice(0, 7);
  return lists(transactions_by_month).map((listed) => {
    const [start, next] = [`${month}-01`, addDays(`${month}-28`, 4).slice(0, 7)];
    const end = addDays(`${next}-01`, -1);
    expect(ids(listed).every((id) => date_of.get(id)?.startsWith(month))).toBe(true);
    month = next;
    return {
      start_date: start < (from ?? '') ? from : start,
      end_date: end > (until ?? '') ? until : end,
      total_amount: total(listed),
    };
  });
}

function meanOf({ transactions }: Inputs) {
  return divideRounded(total(transactions), BigInt(ids(transactions).length));
}

function middleOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

function weightedAgain({
  pay_days,
  periods_per_year,
  half_life_pay_days,
  deviations_max,
  median_deviation_factor,
}: Inputs) {
  const paid = lists(pay_days).map((day) => Number(total(day)));
  const middle = middleOf(paid);
  const reach =
    Number(deviations_max) *
    Number(median_deviation_factor) *
    middleOf(paid.map((amount) => Math.abs(amount - middle)));
  const weights = paid.map((_, at) => 0.5 ** ((paid.length - 1 - at) / Number(half_life_pay_days)));
  const drawn = paid.map((amount) => Math.min(Math.max(amount, middle - reach), middle + reach));
  const mean =
    drawn.reduce((sum, amount, at) => sum + amount * (weights[at] ?? 0), 0) /
    weights.reduce((sum, weight) => sum + weight, 0);
  return divideRounded(BigInt(Math.round(mean)) * big(periods_per_year), 12n);
}

/** Finds the next pay day. It checks one day after another until a day is a pay day according to `anchor`. */
function nextAgain({ model, anchor, roll, last_payment_date, as_of, offset_days }: Inputs): string {
  const isDue = (date: string): boolean => {
    const text = String(anchor);
    if (model === 'biweekly' || model === 'weekly') {
      const period = model === 'weekly' ? 7 : 14;
      return (toDay(date) - toDay(text.split(' ')[1] ?? '')) % period === 0;
    }
    const is_last = addDays(date, 1).endsWith('-01');
    if (model === 'monthly_weekday') {
      const day = Number(date.slice(8));
      return new Date(date).getUTCDay() === 3 && text === '2. Wednesday' && day > 7 && day <= 14;
    }
    return (text.includes('last') && is_last) || text.split(' and ').includes(`day ${Number(date.slice(8))}`);
  };
  const paidOn = (date: string) =>
    roll === 'previous' ? previousBusinessDay(date) : roll === 'next' ? nextBusinessDay(date) : date;
  for (let date = addDays(String(last_payment_date), -5); ; date = addDays(date, 1)) {
    const paid = isDue(date) ? paidOn(date) : '';
    if (paid > String(last_payment_date) && addDays(paid, Number(offset_days)) >= String(as_of))
      return addDays(paid, Number(offset_days));
  }
}

function grossAgain(inputs: Inputs): bigint {
  const net = inputs['avg_deposit_amount'] ?? inputs['historical_average_monthly_income'];
  return divideRounded(big(net) * big(inputs['gross']), big(inputs['net']));
}

/**
 * Checks that the given net follows from the parts of the pay check. Also checks that the given gross is the lowest
 * gross from which the tax tables leave at least this net: a gross that is one cent lower leaves less.
 */
function isGrossRight(inputs: Inputs): boolean {
  const statuses: FilingStatus[] = ['single', 'married', 'head'];
  const withheld = {
    year: Number(inputs['year']),
    filing_status: statuses.find((status) => status === inputs['filing_status']) ?? 'single',
    periods_per_year: Number(inputs['periods_per_year']),
    state_rate_ppm: Number(inputs['state_rate_ppm']),
    pre_tax_ppm: Number(inputs['pre_tax_ppm']),
  };
  const [gross, net] = [big(inputs['pay_check_gross']), big(inputs['pay_check_net'])];
  const pay_check = Object.fromEntries(Object.entries(inputs['pay_check'] ?? {}));
  const parts = ['avg_deposit_amount', 'deposits', 'pay_days', 'paid_elsewhere'].map((part) => big(pay_check[part]));
  const [deposit = 0n, deposits = 0n, pay_days = 1n, elsewhere = 0n] = parts;
  const is_net_right = net === (deposit * deposits) / pay_days + elsewhere;
  return is_net_right && netOf(gross, withheld) >= net && netOf(gross - 1n, withheld) < net;
}

describe('explanations of an income report', () => {
  const explained = report.explain.sources.flatMap((source, at) =>
    Object.entries(source.figures).map(([field, figure]) => ({
      field,
      at,
      ...figure,
      name: source.income_description,
    })),
  );

  test.each(explained)(
    'in the income report, for the payer $name, $field can be recomputed by the rule $rule',
    ({ rule, inputs, value }) => {
      expect(RECOMPUTED[rule]?.(inputs, value)).toEqual(value);
    },
  );

  test('the sample report uses every rule except the rules for pay stubs and the rules for changed pay calendars', () => {
    expect([...new Set(explained.map(({ rule }) => rule))].toSorted()).toEqual(Object.keys(RECOMPUTED).toSorted());
  });

  test('every amount, date, pay frequency and transaction count of a source has an explanation with the reported value', () => {
    for (const [at, source] of report.sources.entries()) {
      const figures = report.explain.sources[at]?.figures ?? {};
      for (const [field, value] of Object.entries(source)) {
        if (
          typeof value !== 'bigint' &&
          !field.endsWith('_date') &&
          field !== 'pay_frequency' &&
          field !== 'transaction_count'
        )
          continue;
        expect([field, figures[field]?.value]).toEqual([field, value]);
      }
    }
  });

  test('a calendar is explained by its model, anchor and roll, and the mean distance of deposits from pay days', () => {
    const calendars = Object.fromEntries(
      report.explain.sources.map(({ income_description, calendar }) => [income_description, calendar]),
    );
    expect(calendars['BASIN GEAR']).toMatchObject({ model: 'biweekly', roll: 'previous', residual_days: 0 });
    expect(calendars['QUILL PRESS']).toMatchObject({
      model: 'semi_monthly',
      anchor: 'day 15 and last day',
      roll: 'previous',
    });
    expect(calendars['SSA']).toMatchObject({ model: 'monthly_weekday', anchor: '2. Wednesday' });
    expect(calendars['JUNIPER STUDIO']).toEqual({ model: 'none', anchor: '', roll: 'none', residual_days: 0 });
  });
});
