// The table of scoring attributes: what is measured, over which span, in which unit, and a one-sentence description.
import type { ScoringUnit } from '#domain/reports/scoring-reports.ts';
import { EXTRAS, type ExtraName, OF_DEBTS } from './extras.ts';
import { type Facts, isKnown } from './facts.ts';
import { type FlowAggregate, measureFlow } from './flows.ts';
import { type BalanceAggregate, measureBalance } from './holdings.ts';
import { CLASSES, type ClassName } from './kinds.ts';
import type { Period } from './windows.ts';

type Measure =
  | { flow: FlowAggregate; of: ClassName; to?: ClassName }
  | { balance: BalanceAggregate }
  | { extra: ExtraName };

export type Attribute = {
  name: string;
  /** The unique machine-readable name. */
  short_name: string;
  time_period: Period;
  unit: ScoringUnit;
  about: string;
  measure: Measure;
};

/**
 * The title, the unit and the beginning of the description (`about`) for each aggregate. In the description of an
 * attribute, `about` is followed by the title of a class of transactions.
 */
const FLOWS: Record<Exclude<FlowAggregate, 'share'>, { title: string; unit: ScoringUnit; about: string }> = {
  sum: { title: 'total', unit: 'usd', about: 'The sum of' },
  count: { title: 'number', unit: 'count', about: 'The number of transactions in the class' },
  mean: { title: 'average', unit: 'usd', about: 'The average amount of a transaction in the class' },
  max: { title: 'largest', unit: 'usd', about: 'The largest single transaction in the class' },
  days_since_last: {
    title: 'days since the last',
    unit: 'days',
    about: 'The number of days up to the cutoff date since the last transaction in the class',
  },
  slope: {
    title: 'monthly trend',
    unit: 'usd',
    about: 'How much the monthly total rises or falls from month to month, for',
  },
  variation: {
    title: 'variation',
    unit: 'percent',
    about: 'The standard deviation of the monthly totals as a percentage of their mean, for',
  },
  months: { title: 'months with transactions', unit: 'count', about: 'The number of 30-day months with any' },
};

const flows = (of: ClassName, flow: keyof typeof FLOWS, periods: readonly Period[]): Attribute[] =>
  periods.map((time_period) => ({
    name: `${CLASSES[of].title}: ${FLOWS[flow].title}`,
    short_name: `${of}_${flow}_${time_period}`,
    time_period,
    unit: FLOWS[flow].unit,
    about: `${FLOWS[flow].about} *${CLASSES[of].title.toLowerCase()}*.`,
    measure: { flow, of },
  }));

const share = (of: ClassName, to: ClassName, time_period: Period): Attribute => ({
  name: `${CLASSES[of].title}: share of ${CLASSES[to].title.toLowerCase()}`,
  short_name: `${of}_share_${time_period}`,
  time_period,
  unit: 'percent',
  about: `The sum of *${CLASSES[of].title.toLowerCase()}* as a percentage of the sum of *${CLASSES[to].title.toLowerCase()}*.`,
  measure: { flow: 'share', of, to },
});

const balance = (
  aggregate: BalanceAggregate,
  periods: readonly Period[],
  name: string,
  unit: ScoringUnit,
  about: string,
): Attribute[] =>
  periods.map((time_period) => ({
    name,
    short_name: `balance_${aggregate}_${time_period}`,
    time_period,
    unit,
    about,
    measure: { balance: aggregate },
  }));

const extra = (
  name: ExtraName,
  periods: readonly Period[],
  title: string,
  unit: ScoringUnit,
  about: string,
): Attribute[] =>
  periods.map((time_period) => ({
    name: title,
    short_name: `${name}_${time_period}`,
    time_period,
    unit,
    about,
    measure: { extra: name },
  }));

const SHORT_TO_LONG = ['2m_l0', '6m_l0', '12m_l0'] as const;

export const ATTRIBUTES: readonly Attribute[] = [
  ...flows('inflow', 'sum', SHORT_TO_LONG),
  ...flows('outflow', 'sum', SHORT_TO_LONG),
  ...flows('inflow_less_transfers', 'sum', SHORT_TO_LONG),
  ...flows('outflow_less_transfers', 'sum', SHORT_TO_LONG),
  ...extra('net', ['6m_l0'], 'Net cash flow', 'usd', 'Money in less money out, transfers included.'),
  ...extra(
    'net_less_transfers',
    SHORT_TO_LONG,
    'Net cash flow less transfers',
    'usd',
    'Money in less money out, excluding transfers between the person’s own accounts.',
  ),
  ...extra(
    'net_share',
    ['6m_l0'],
    'Net cash flow: share of money in',
    'percent',
    'Net cash flow less transfers as a percentage of money in less transfers; negative if more went out than came in.',
  ),
  share('outflow_less_transfers', 'inflow_less_transfers', '3m_l0'),
  ...flows('income', 'sum', ['3m_l0', '3m_l3', '6m_l0', '12m_l0']),
  ...flows('income', 'count', ['3m_l0']),
  ...flows('income', 'mean', ['6m_l0']),
  ...flows('income', 'max', ['6m_l0']),
  ...flows('income', 'days_since_last', ['12m_l0']),
  ...flows('income', 'slope', ['6m_l0']),
  ...flows('income', 'variation', ['6m_l0']),
  ...flows('income', 'months', ['6m_l0']),
  share('income', 'inflow_less_transfers', '6m_l0'),
  ...extra(
    'income_regularity',
    ['12m_l0'],
    'Income regularity',
    'percent',
    'The percentage of expected pay days, across all income streams, that had a deposit.',
  ),
  ...extra(
    'active_streams',
    ['0m_l0'],
    'Active income streams',
    'count',
    'The number of income streams for which another payment is expected.',
  ),
  ...extra(
    'largest_stream_share',
    ['12m_l0'],
    'Largest income stream: share',
    'percent',
    'The total of the largest income stream as a percentage of the total of all income streams.',
  ),
  ...flows('salary', 'sum', ['6m_l0']),
  ...flows('salary', 'count', ['6m_l0']),
  ...flows('benefits', 'sum', ['6m_l0']),
  ...flows('gig', 'sum', ['6m_l0']),
  ...flows('cash_in', 'sum', ['6m_l0']),
  ...flows('cash_out', 'sum', ['6m_l0']),
  ...flows('housing', 'sum', ['6m_l0']),
  ...flows('housing', 'days_since_last', ['6m_l0']),
  ...flows('bill', 'count', ['3m_l0']),
  ...flows('loan_in', 'sum', ['6m_l0']),
  ...flows('loan_in', 'count', ['6m_l0']),
  ...flows('loan_out', 'sum', ['6m_l0']),
  ...flows('payday_in', 'sum', ['6m_l0']),
  ...flows('payday_in', 'count', ['6m_l0']),
  ...flows('payday_out', 'sum', ['6m_l0']),
  ...flows('payday_in', 'days_since_last', ['12m_l0']),
  ...flows('advance_in', 'sum', ['6m_l0']),
  ...flows('advance_in', 'count', ['6m_l0']),
  ...flows('advance_out', 'sum', ['6m_l0']),
  ...flows('advance_in', 'days_since_last', ['12m_l0']),
  ...flows('card', 'sum', ['6m_l0']),
  ...flows('utility', 'sum', ['6m_l0']),
  ...flows('subscription', 'sum', ['6m_l0']),
  ...flows('gambling', 'sum', ['6m_l0']),
  share('gambling', 'outflow_less_transfers', '6m_l0'),
  ...flows('crypto', 'sum', ['6m_l0']),
  ...flows('fee', 'sum', ['6m_l0']),
  ...extra(
    'nsf',
    ['1m_l0', '2m_l0', '3m_l0', '12m_l0'],
    'NSF and overdraft events',
    'count',
    'Payments that were returned or that caused an overdraft fee; events whose fee was refunded are not counted.',
  ),
  ...extra(
    'days_since_nsf',
    ['12m_l0'],
    'NSF and overdraft events: days since the last',
    'days',
    'The number of days from the last such event to the cutoff date.',
  ),
  ...balance(
    'last',
    ['0m_l0'],
    'Balance',
    'usd',
    'The combined balance of all accounts at the end of the cutoff date.',
  ),
  ...balance(
    'mean',
    ['1m_l0', '2m_l0', '3m_l0', '6m_l0', '12m_l0'],
    'Balance: average',
    'usd',
    'The mean of the combined end-of-day balances of all accounts.',
  ),
  ...balance('min', ['3m_l0'], 'Balance: lowest', 'usd', 'The lowest combined end-of-day balance of all accounts.'),
  ...balance('max', ['3m_l0'], 'Balance: highest', 'usd', 'The highest combined end-of-day balance of all accounts.'),
  ...balance(
    'deviation',
    ['3m_l0'],
    'Balance: deviation',
    'usd',
    'The standard deviation of the combined end-of-day balances.',
  ),
  ...balance(
    'days_below_0',
    ['3m_l0'],
    'Days overdrawn',
    'days',
    'The number of days that ended with a negative balance.',
  ),
  ...balance(
    'days_below_100',
    ['3m_l0'],
    'Days below 100',
    'days',
    'The number of days that ended with a balance below 100 dollars.',
  ),
  ...balance(
    'slope',
    ['6m_l0'],
    'Balance: monthly trend',
    'usd',
    'How much the average monthly balance rises or falls from month to month.',
  ),
  ...extra(
    'buffer_days',
    ['3m_l0'],
    'Buffer',
    'days',
    'How many days the average balance lasts at the average daily spending; zero if the balance is negative.',
  ),
  ...extra(
    'low_pay_cycles',
    ['6m_l0'],
    'Pay cycles that end below 100',
    'percent',
    'The percentage of periods between two pay days of the largest income stream that ended with a balance below 100 dollars.',
  ),
  ...extra('transactions', ['1m_l0'], 'Transactions', 'count', 'The number of transactions of any kind.'),
  ...extra(
    'longest_gap',
    ['6m_l0'],
    'Longest time without a transaction',
    'days',
    'The largest number of consecutive days without a transaction.',
  ),
  ...extra(
    'history',
    ['0m_l0'],
    'History',
    'days',
    'The number of days from the first known transaction to the cutoff date.',
  ),
  ...extra('accounts', ['0m_l0'], 'Accounts', 'count', 'The number of accounts used for spending or saving.'),
  ...extra('debts', ['0m_l0'], 'Loans and cards', 'count', 'The number of accounts on which money can be owed.'),
  ...extra(
    'debts_autopay',
    ['0m_l0'],
    'Loans and cards paid automatically',
    'count',
    'The number of loan and card accounts with autopay.',
  ),
  ...extra(
    'owed',
    ['0m_l0'],
    'Owed on loans and cards',
    'usd',
    'The amount owed on loans and cards, as last reported.',
  ),
  ...extra(
    'paid_on_debts',
    ['6m_l0'],
    'Paid on loans and cards',
    'usd',
    'The sum of the payments into loan and card accounts.',
  ),
];

/**
 * The attribute's value, in hundredths of its unit. It is null if there is no data, or if the data covers too little of
 * the attribute's time period. Attributes about debts are also null if loan data is not enabled.
 */
export function measure(facts: Facts, { measure: asked, time_period }: Attribute): bigint | null {
  if ('extra' in asked && OF_DEBTS.has(asked.extra)) {
    return facts.loan_data_enabled ? EXTRAS[asked.extra](facts, time_period) : null;
  }
  if (time_period !== '0m_l0' && !isKnown(facts, time_period)) return null;
  if ('flow' in asked) return measureFlow(facts, time_period, asked.flow, asked.of, asked.to);
  return 'balance' in asked
    ? measureBalance(facts, time_period, asked.balance)
    : EXTRAS[asked.extra](facts, time_period);
}
