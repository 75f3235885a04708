// The monthly statements of a deposit account.
import { toDate, toDay } from '#base/calendar.ts';
import type { BankLife } from '#connectors/sandbox/lives/bank-life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import type { BankStatement } from '#domain/reports/bank-statements.ts';
import { isDepositAccount } from '#domain/reports/financial-accounts.ts';
import { firstDay, lastDay, monthsBetween } from './bank-days.ts';
import type { Book } from './bank-ledger.ts';

/** One statement per complete month from `from` up to today, oldest first. */
export function bankStatementsOf(
  life: BankLife,
  book: Book,
  account_id: string,
  from: string,
  today: string,
  id_seed: string,
): BankStatement[] {
  if (!isDepositAccount(book.account)) return [];
  const [start, day] = [toDay(life.start_date), toDay(today)];
  const months = monthsBetween(start, day).filter((month) => firstDay(month) >= start && lastDay(month) < day);
  let [balance, next] = [book.opening, 0];
  const bookUntil = (day: number) => {
    let [deposits, withdrawals] = [0n, 0n];
    for (let entry = book.entries[next]; entry !== undefined && entry.posts <= day; entry = book.entries[++next]) {
      if (entry.type === 'CREDIT') deposits += entry.cents;
      else withdrawals += entry.cents;
    }
    balance += deposits - withdrawals;
    return { deposits, withdrawals };
  };
  const statements = months.map((month): BankStatement => {
    bookUntil(firstDay(month) - 1);
    const [opening_balance, period_start] = [balance, toDate(firstDay(month))];
    const { deposits, withdrawals } = bookUntil(lastDay(month));
    return {
      id: idOf(id_seed, book.account.key, 'bank_statement', period_start),
      account_id,
      period_start,
      period_end: toDate(lastDay(month)),
      opening_balance,
      closing_balance: balance,
      total_deposits: deposits,
      total_withdrawals: withdrawals,
      currency_code: 'USD',
      file_id: null,
      md5sum: null,
    };
  });
  return statements.filter(({ period_start }) => period_start >= from);
}
