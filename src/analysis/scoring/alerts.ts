// Alerts: what a reader of the report should know before relying on its numbers.
import { balancesOn, knownFrom } from '#analysis/assets/balances.ts';
import { toDay } from '#base/calendar.ts';
import { groupBy } from '#base/lists.ts';
import type { ScoringAlert } from '#domain/reports/scoring-reports.ts';
import type { Held } from './accounts.ts';
import type { Facts } from './facts.ts';
import { CURRENCY, type ScoringInput } from './input.ts';

export const ALERTS = {
  no_transactions: 'There are no transactions up to the cutoff date.',
  short_history: 'Fewer than 90 days of transactions are available; longer periods have no values.',
  stale_data: 'The last transaction is more than 30 days before the cutoff date.',
  no_income: 'No income stream was found.',
  no_balance: 'No balance was provided, so balance attributes have no values.',
  balance_date_missing: 'A balance has no date and is treated as the balance on the cutoff date.',
  balance_mismatch: 'Balances and transactions do not match the closing balance of a bank statement.',
  pending_left_out: 'Pending transactions are left out.',
  currency_left_out: 'Accounts or transactions in currencies other than US dollars are left out.',
  no_accounts: 'No bank has reported any accounts.',
} as const satisfies Record<string, string>;
export type AlertCode = keyof typeof ALERTS;

export const alertOf = (alert_code: AlertCode): ScoringAlert => ({ alert_code, message: ALERTS[alert_code] });

const SHORT_DAYS = 90;
const STALE_DAYS = 30;

/** Alerts are returned in the order of `ALERTS`. */
export function alertsOf(input: ScoringInput, facts: Facts): ScoringAlert[] {
  const { first_day, cutoff, lines } = facts;
  const seen = input.transactions.filter(({ date }) => date <= input.cutoff_date);
  const last_day = lines.reduce((last, { day }) => Math.max(last, day), -Infinity);
  const raised: [AlertCode, boolean][] = [
    ['no_transactions', first_day === undefined],
    ['short_history', first_day !== undefined && cutoff - first_day + 1 < SHORT_DAYS],
    ['stale_data', first_day !== undefined && cutoff - last_day > STALE_DAYS],
    ['no_income', facts.income.sources.length === 0],
    ['no_balance', facts.balance === null],
    ['balance_date_missing', facts.held.some(isUndated)],
    ['balance_mismatch', hasMismatch(input, facts)],
    ['pending_left_out', seen.some(({ status }) => status === 'PENDING')],
    ['currency_left_out', [...input.accounts, ...seen].some(({ currency_code }) => currency_code !== CURRENCY)],
  ];
  return raised.flatMap(([code, is_raised]) => (is_raised ? [alertOf(code)] : []));
}

/**
 * Whether a money account's balance lacks a date. Debts are exempt, because the amount owed is shown as reported,
 * whatever its date.
 */
const isUndated = ({ account: { balance, balance_as_of }, role }: Held): boolean =>
  role === 'money' && balance !== null && balance_as_of === 'unknown';

/**
 * Whether a balance on a bank statement differs from the balance that we computed for the same day. An account's
 * balances before its first movement are unknown and are not compared.
 */
function hasMismatch({ checkpoints, cutoff_date }: ScoringInput, { held }: Facts): boolean {
  const seen = checkpoints.filter(({ date }) => date <= cutoff_date);
  const by_account = groupBy(seen, ({ account_id }) => account_id);
  return held.some(({ account, ledger }) => {
    const own = (by_account.get(account.id) ?? []).map(({ date, balance }) => ({ day: toDay(date), balance }));
    if (ledger === undefined || own.length === 0) return false;
    const known = knownFrom(ledger.movements) ?? Infinity;
    const balances = balancesOn(
      ledger,
      own.map(({ day }) => day),
    );
    return own.some(({ day, balance }) => day >= known && balances.get(day) !== balance);
  });
}
