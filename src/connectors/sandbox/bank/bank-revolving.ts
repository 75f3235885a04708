// Cards and lines of credit: a monthly statement, interest on the carried balance, and a payment by the due date.
import { toDate, toDay } from '#base/calendar.ts';
import { divideRounded, greater, lesser } from '#base/money.ts';
import type { BankLife, RevolvingAccount } from '#connectors/sandbox/lives/bank-life.ts';
import type { Credit } from '#domain/reports/liabilities.ts';
import { dayInMonth, monthsBetween, ROLL_DAYS_MAX, rolled } from './bank-days.ts';
import { type Entry, entryOn } from './bank-entries.ts';

/** A card statement: its closing day and balance, the minimum payment, and the amount and day of the actual payment. */
export type Billing = { closed_on: number; balance: bigint; minimum: bigint; pays_on: number; payment: bigint };

/**
 * `entries` are the entries for interest and payments. They are on the card account and on the account from which the
 * card is paid.
 */
export type Revolving = { entries: Entry[]; billings: Billing[] };

const GRACE_DAYS = 25;
const MINIMUM = 3_500n;

/** `charges`: purchases and transfers on this account, in any order. */
export function revolvingOf(
  life: BankLife,
  account: RevolvingAccount,
  charges: readonly Entry[],
  until: number,
): Revolving {
  const start = toDay(life.start_date);
  const waiting = charges.toSorted((a, b) => a.posts - b.posts);
  const entries: Entry[] = [];
  const billings: Billing[] = [];
  let [owed, next] = [account.owed_at_start, 0];
  let carried = account.payment === 'full' ? 0n : owed;
  // The range ends a few days after `until`. A statement day at the start of a month may be moved back into the
  // previous month, because banks are closed on that day.
  for (const month of monthsBetween(start, until + ROLL_DAYS_MAX)) {
    const closed_on = rolled(dayInMonth(month, account.statement_day), 'previous');
    if (closed_on < start || closed_on > until) continue;
    for (let charge = waiting[next]; charge !== undefined && charge.posts <= closed_on; charge = waiting[++next]) {
      owed += charge.type === 'DEBIT' ? charge.cents : -charge.cents;
    }
    const interest = divideRounded(greater(carried, 0n) * account.purchases_apr, 12n * 10_000n);
    if (interest > 0n) entries.push(interestCharge(account, closed_on, interest));
    owed += interest;
    const billing = billed(account, owed, closed_on, interest);
    billings.push(billing);
    // Charges may post between the statement and the payment. The payment covers only the statement balance.
    if (billing.payment > 0n) entries.push(...paymentOf(life, account, billing));
    carried = owed - billing.payment;
    owed -= billing.payment;
  }
  return { entries, billings };
}

export const availableCredit = ({ credit_line }: RevolvingAccount, balance: bigint, pending: bigint): bigint =>
  greater(credit_line - balance - pending, 0n);

/** The card's liability as the bank shows it on the given day. */
export function creditOf(
  account: RevolvingAccount,
  { billings, balance, pending }: { billings: readonly Billing[]; balance: bigint; pending: bigint },
  today: number,
): Omit<Credit, 'id' | 'account_id'> {
  const last = billings.findLast(({ closed_on }) => closed_on <= today);
  const paid = billings.findLast(({ pays_on, payment }) => pays_on <= today && payment > 0n);
  const due = last !== undefined && last.pays_on > today && last.payment > 0n ? last : undefined;
  const available_credit = availableCredit(account, balance, pending);
  return {
    advances_apr: account.advances_apr,
    purchases_apr: account.purchases_apr,
    available_cash: lesser(account.cash_line, available_credit),
    available_credit,
    balance_as_of: `${toDate(today)}T00:00:00Z`,
    credit_line: account.credit_line,
    current_balance: balance,
    last_payment_amount: paid?.payment ?? null,
    last_payment_date: paid === undefined ? null : toDate(paid.pays_on),
    last_stmt_balance: last?.balance ?? null,
    last_stmt_date: last === undefined ? null : toDate(last.closed_on),
    minimum_payment_amount: due?.minimum ?? 0n,
    next_payment_amount: due?.payment ?? null,
    next_payment_date: due === undefined ? null : toDate(due.pays_on),
    past_due_amount: 0n,
  };
}

/**
 * The minimum payment is two percent of the balance, plus the interest, but at least 35 dollars. It is never more than
 * the balance.
 */
function billed(account: RevolvingAccount, balance: bigint, closed_on: number, interest: bigint): Billing {
  const minimum = lesser(greater(balance, 0n), greater(MINIMUM, divideRounded(balance * 2n, 100n) + interest));
  const wanted = account.payment === 'full' ? balance : greater(account.payment, minimum);
  return {
    closed_on,
    balance,
    minimum,
    pays_on: rolled(closed_on + GRACE_DAYS, 'previous'),
    payment: greater(lesser(wanted, balance), 0n),
  };
}

const interestCharge = (account: RevolvingAccount, day: number, cents: bigint): Entry =>
  entryOn(day, {
    account: account.key,
    key: `interest/${day}`,
    type: 'DEBIT',
    cents,
    wording: { description: 'INTEREST CHARGE', categories: ['Interest'] },
  });

function paymentOf(life: BankLife, account: RevolvingAccount, billing: Billing): Entry[] {
  const [key, day, cents] = [`payment/${billing.closed_on}`, billing.pays_on, billing.payment];
  const categories = ['Payment', 'Credit'];
  const received = entryOn(day, {
    account: account.key,
    key,
    type: 'CREDIT',
    cents,
    wording: { description: 'AUTOMATIC PAYMENT - THANK YOU', categories },
  });
  const payer = life.accounts.find((candidate) => candidate.key === account.paid_from);
  if (payer === undefined) return [received];
  const description = `VOUCH BANK AUTOPAY ...${account.account_number.slice(-4)} WEB ID: 9990000104`;
  const paid = entryOn(day, {
    account: payer.key,
    key: `${account.key}/${key}`,
    type: 'DEBIT',
    cents,
    wording: { description, categories },
  });
  return [paid, received];
}
