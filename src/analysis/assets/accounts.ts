// One account on the day of a report: its balance, the length of its history, its NSF events and large deposits.
import { groupBy } from '#base/lists.ts';
import { parseMoney } from '#base/money.ts';
import type { KeptAccount } from '#domain/reports/financial-accounts.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { byNewestTransaction, type TransactionAnswer } from '#domain/reports/transactions.ts';
import { type BalanceSums, balanceSums, NO_SUMS } from './averages.ts';
import { balanceOn } from './balances.ts';
import { knownBalances } from './daily-balances.ts';
import { isLargeDeposit, type Threshold } from './large-deposits.ts';
import { type Movement, toMovement, type Window } from './movements.ts';
import { nsfCount } from './nsf.ts';
import { ownTransfers } from './own-transfers.ts';

/** An account with all transactions the bank has ever returned for it. */
export type HeldAccount = {
  account: KeptAccount;
  /** Whether the balance is a debt. */
  is_owed: boolean;
  lines: readonly { transaction: TransactionAnswer; movement: Movement }[];
};

export type AccountFigures = {
  /** The balance at the end of the last day of the report's date range. It is null if the bank reports no balance. */
  balance: bigint | null;
  sums: BalanceSums;
  /**
   * The end-of-day balances of those days in the window for which the balance is known. The last one is the balance of
   * the window's last day.
   */
  daily: readonly bigint[];
  days_available: number;
  nsf: number;
  /** Transactions made in the window, newest first. */
  lines: readonly { transaction: TransactionAnswer; is_large_deposit: boolean }[];
};

export function heldAccounts(
  accounts: readonly KeptAccount[],
  transactions: readonly TransactionAnswer[],
): HeldAccount[] {
  const by_account = groupBy(transactions, ({ account_id }) => account_id);
  return accounts.map((account) => ({
    account,
    is_owed: isLiabilityAccount(account),
    lines: (by_account.get(account.id) ?? []).map((transaction) => ({
      transaction,
      movement: toMovement(transaction),
    })),
  }));
}

/**
 * Finds the transfers between the person's own accounts. Transfers from debt accounts are not included: money drawn
 * from the person's own credit line is borrowed, so a lender must ask about the deposit.
 */
export const transfersBetween = (accounts: readonly HeldAccount[]): ReadonlySet<string> =>
  ownTransfers(
    accounts.filter(({ is_owed }) => !is_owed).map((held) => ({ id: held.account.id, movements: movementsOf(held) })),
  );

export function accountFigures(
  held: HeldAccount,
  window: Window,
  threshold: Threshold | null,
  own_transfers: ReadonlySet<string>,
): AccountFigures {
  const { account, is_owed } = held;
  const movements = movementsOf(held);
  const shown = held.lines.filter(({ movement: { made } }) => made >= window.from && made <= window.until);
  const balance = parseMoney(account.balances.balance);
  const ledger = balance === undefined ? undefined : { balance, movements, is_owed };
  return {
    balance: ledger === undefined ? null : balanceOn(ledger, window.until),
    sums: ledger === undefined ? NO_SUMS : balanceSums(ledger, window),
    daily: ledger === undefined ? [] : knownBalances(ledger, window),
    days_available: daysSince(shown, window),
    // A debt account has no NSF events, because a returned card payment is counted as an NSF event of the account that
    // made the payment.
    nsf: is_owed ? 0 : nsfCount(movements, window),
    lines: shown
      .toSorted((a, b) => byNewestTransaction(a.transaction, b.transaction))
      .map(({ transaction, movement }) => ({
        transaction,
        is_large_deposit: !is_owed && threshold !== null && isLargeDeposit(movement, threshold, own_transfers),
      })),
  };
}

/** The number of days from the first movement in the window to the window's last day, both included. */
const daysSince = (shown: HeldAccount['lines'], { until }: Window): number =>
  shown.reduce((days, { movement }) => Math.max(days, until - movement.made + 1), 0);

const movementsOf = ({ lines }: HeldAccount): Movement[] => lines.map(({ movement }) => movement);
