// Scoring attributes that do not aggregate one class of movements. Each of them has its own computation.
import { nsfCount } from '#analysis/assets/nsf.ts';
import { toDay } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import { isAveraged } from '#domain/reports/lasting-income.ts';
import { meanOf, percentOf, whole } from './arithmetic.ts';
import type { Facts } from './facts.ts';
import { totalIn } from './flows.ts';
import { LOW_BALANCE } from './holdings.ts';
import { DAYS_MAX, daysIn, type Period, spanOf } from './windows.ts';

type Extra = (facts: Facts, period: Period) => bigint | null;

export const EXTRAS = {
  net: (facts, period) => totalIn(facts, period, 'inflow') - totalIn(facts, period, 'outflow'),
  net_less_transfers: (facts, period) =>
    totalIn(facts, period, 'inflow_less_transfers') - totalIn(facts, period, 'outflow_less_transfers'),
  net_share: (facts, period) => {
    const came_in = totalIn(facts, period, 'inflow_less_transfers');
    return percentOf(came_in - totalIn(facts, period, 'outflow_less_transfers'), came_in);
  },
  transactions: (facts, period) => whole(linesIn(facts, period).length),
  nsf: (facts, period) => whole(nsfIn(facts, spanOf(period, facts.cutoff))),
  days_since_nsf: (facts, period) => {
    const { from, until } = spanOf(period, facts.cutoff);
    if (nsfIn(facts, { from, until }) === 0) return null;
    // The span from a day to `until` contains an event if and only if the day is not after the last event. So a binary
    // search over the days finds the day of the last event.
    let [found, none] = [from, until + 1];
    while (none - found > 1) {
      const middle = (found + none) >> 1;
      if (nsfIn(facts, { from: middle, until }) > 0) found = middle;
      else none = middle;
    }
    return whole(until - found);
  },
  income_regularity: ({ income }) => {
    const rhythms = income.explain.sources.map(({ figures }) => figures['pay_frequency']?.inputs ?? {});
    return percentOf(
      BigInt(rhythms.reduce((hits, inputs) => hits + countIn(inputs, 'pay_days_hit'), 0)),
      BigInt(rhythms.reduce((expected, inputs) => expected + countIn(inputs, 'pay_days_expected'), 0)),
    );
  },
  active_streams: (facts) => whole(lastingIn(facts).filter(isActive).length),
  largest_stream_share: (facts) => {
    const totals = lastingIn(facts).map(({ total_amount }) => total_amount);
    return percentOf(
      totals.reduce((most, total) => (total > most ? total : most), 0n),
      sum(totals),
    );
  },
  buffer_days: (facts, period) => {
    const balance = meanOf(facts.balancesIn(period) ?? []);
    const spent = totalIn(facts, period, 'outflow_less_transfers');
    if (balance === null || spent === 0n) return null;
    return balance < 0n ? 0n : divideRounded(balance * BigInt(daysIn(period)) * 100n, spent);
  },
  low_pay_cycles: (facts, period) => {
    const balances = facts.balancesIn(period);
    if (balances === null) return null;
    const first = facts.cutoff - balances.length + 1;
    // The balance at the end of a pay cycle is the balance at the end of the day before the next pay day.
    const ends = payDaysOf(facts)
      .filter((day) => day >= first && day <= facts.cutoff)
      .slice(1)
      .map((day) => balances[day - 1 - first] ?? 0n);
    return percentOf(BigInt(ends.filter((balance) => balance < LOW_BALANCE).length), BigInt(ends.length));
  },
  longest_gap: (facts, period) => {
    const { from, until } = spanOf(period, facts.cutoff);
    const first = Math.max(from, facts.first_day ?? from);
    const days = [...new Set(linesIn(facts, period).map(({ day }) => day))].toSorted((a, b) => a - b);
    const gaps = [...days, until + 1].map((day, at) => day - (days[at - 1] ?? first - 1) - 1);
    return whole(Math.max(...gaps));
  },
  history: ({ first_day, cutoff }) => whole(first_day === undefined ? 0 : cutoff - first_day + 1),
  accounts: ({ held }) => whole(held.filter(({ role }) => role === 'money').length),
  debts: (facts) => whole(debtsOf(facts).length),
  debts_autopay: (facts) => whole(debtsOf(facts).filter(({ account }) => account.has_autopay).length),
  owed: (facts) => {
    const owed = debtsOf(facts).flatMap(({ account }) => account.balance ?? []);
    return owed.length === 0 ? null : sum(owed);
  },
  paid_on_debts: (facts, period) => {
    const { from, until } = spanOf(period, facts.cutoff);
    const debts = debtsOf(facts);
    if (debts.length === 0) return null;
    const paid = debts.flatMap(({ movements }) =>
      movements.filter(({ type, made }) => type === 'CREDIT' && made >= from && made <= until),
    );
    return sum(paid.map(({ cents }) => cents));
  },
} as const satisfies Record<string, Extra>;
export type ExtraName = keyof typeof EXTRAS;

/** Attributes of debts, which are computed only if the client enabled loan data. */
export const OF_DEBTS: ReadonlySet<ExtraName> = new Set(['debts', 'debts_autopay', 'owed', 'paid_on_debts']);

const linesIn = ({ lines, cutoff }: Facts, period: Period) => {
  const { from, until } = spanOf(period, cutoff);
  return lines.filter(({ day }) => day >= from && day <= until);
};

const nsfIn = ({ nsf_lines }: Facts, span: { from: number; until: number }): number =>
  nsf_lines.reduce((count, movements) => count + nsfCount(movements, span), 0);

const debtsOf = ({ held }: Facts) => held.filter(({ role }) => role === 'debt');

/** Income sources that are expected to recur. Tax refunds and cash deposits are left out. */
const lastingIn = ({ income }: Facts) => income.sources.filter(({ income_category }) => isAveraged(income_category));

const isActive = ({ forecasted_average_monthly_income }: { forecasted_average_monthly_income: bigint }): boolean =>
  forecasted_average_monthly_income > 0n;

const countIn = (inputs: Readonly<Record<string, unknown>>, name: string): number => {
  const count = inputs[name];
  return typeof count === 'number' ? count : 0;
};

/**
 * The days on which the largest income source made a deposit, oldest first. Only sources with a pay frequency are
 * considered.
 */
function payDaysOf(facts: Facts): number[] {
  const [largest] = lastingIn(facts)
    .filter(({ pay_frequency }) => pay_frequency !== null)
    .toSorted((a, b) => (a.total_amount === b.total_amount ? 0 : a.total_amount > b.total_amount ? -1 : 1));
  const dates = largest?.historical_summary.flatMap(({ transactions }) => transactions.map(({ date }) => date)) ?? [];
  const first = facts.cutoff - DAYS_MAX;
  return [...new Set(dates.map(toDay))].filter((day) => day > first).toSorted((a, b) => a - b);
}
