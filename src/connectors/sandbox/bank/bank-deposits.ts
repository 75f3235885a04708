// Entries of deposit accounts that depend on the balance: interest and overdraft fees.
import { toDay } from '#base/calendar.ts';
import { divideRounded, PPM } from '#base/money.ts';
import type { BankLife, DepositAccount } from '#connectors/sandbox/lives/bank-life.ts';
import { lastDay, monthsBetween, rolled } from './bank-days.ts';
import { type Entry, entryOn } from './bank-entries.ts';
import { withFees } from './bank-overdraft.ts';

/** All entries of an account, computed from the entries that do not depend on its balance (`plain`). */
export function depositEntries(
  life: BankLife,
  account: DepositAccount,
  plain: readonly Entry[],
  until: number,
): readonly Entry[] {
  const entries = account.overdraft === null ? plain : withFees(life, account, account.overdraft, plain, until);
  return account.interest_ppm === 0n ? entries : [...entries, ...interestOf(life, account, entries, until)];
}

/** The amount in cents: positive for money in, negative for money out. */
export const signed = ({ type, cents }: Entry): bigint => (type === 'CREDIT' ? cents : -cents);

/** Interest is paid on each month's last business day, for every day since the previous payment. */
function interestOf(life: BankLife, account: DepositAccount, entries: readonly Entry[], until: number): Entry[] {
  const wording = { description: 'INTEREST PAYMENT', categories: ['Income', 'Interest'] };
  const ordered = entries.toSorted((a, b) => a.posts - b.posts);
  const earned: Entry[] = [];
  let [balance, next, since] = [account.balance.cents, 0, toDay(life.start_date)];
  for (const month of monthsBetween(since, until)) {
    const day = rolled(lastDay(month), 'previous');
    if (day < since || day > until) continue;
    // The sum of all balances since the last interest payment, each multiplied by the number of days for which it
    // lasted.
    let balance_days = 0n;
    for (let entry = ordered[next]; entry !== undefined && entry.posts <= day; entry = ordered[++next]) {
      balance_days += balance * BigInt(entry.posts - since);
      [balance, since] = [balance + signed(entry), entry.posts];
    }
    balance_days += balance * BigInt(day - since);
    since = day;
    const cents = divideRounded(balance_days * account.interest_ppm, 365n * PPM);
    if (cents <= 0n) continue;
    balance += cents;
    earned.push(entryOn(day, { account: account.key, key: `interest/${day}`, type: 'CREDIT', cents, wording }));
  }
  return earned;
}
