// Overdraft rules of an account. A purchase above the available balance is declined. A payment above the balance is
// either returned or paid by the bank, and the bank charges a fee in both cases. The bank reverses some of the fees.
import { dayOfMonth, toDate, toDay } from '#base/calendar.ts';
import type { BankLife, DepositAccount, Overdraft } from '#connectors/sandbox/lives/bank-life.ts';
import { businessDaysAfter, isOpen } from './bank-days.ts';
import { type Entry, entryOn } from './bank-entries.ts';

const REVERSED_AFTER_DAYS = 2;
const RETRIED_AFTER_DAYS = 5;
const RETRY = '/retry';
const TELLER_NOTES = 2_000n;

/** Computes entries and fees day by day. On each day credits come first, then debits, then new purchases. */
export function withFees(
  life: BankLife,
  account: DepositAccount,
  overdraft: Overdraft,
  plain: readonly Entry[],
  until: number,
): Entry[] {
  const booked: Entry[] = [];
  const by_day = byDay(plain);
  /** `coming`: future fee reversals and payment retries. `waiting`: pending purchases. */
  const coming: Entry[] = [];
  let waiting: Entry[] = [];
  let [balance, fees, charged_on] = [account.balance.cents, 0, 0];
  const book = (entry: Entry) => {
    balance += entry.type === 'CREDIT' ? entry.cents : -entry.cents;
    booked.push(entry);
  };
  const charge = (entry: Entry, description: string) => {
    const fee = feeFor(entry, overdraft.fee, description);
    book(fee);
    if (++fees % overdraft.reversed_every === 0) coming.push(reversalOf(fee));
  };
  const pay = (entry: Entry) => {
    book(entry);
    if (balance >= 0n) return;
    // The bank never returns a purchase unpaid, because a purchase was authorised when it was made. The bank returns
    // only other payments.
    if (isPurchase(entry) || balance >= -overdraft.limit) {
      // The bank charges at most one overdraft fee per day.
      if (charged_on !== entry.posts) charge(entry, 'OVERDRAFT FEE');
      charged_on = entry.posts;
      return;
    }
    book(returnOf(entry));
    charge(entry, 'NSF FEE RETURNED ITEM');
    if (!entry.key.endsWith(RETRY)) coming.push(retryOf(entry));
  };
  for (let day = toDay(life.start_date); day <= until; day++) {
    const made = by_day.get(day) ?? [];
    const due = [...coming.filter(({ posts }) => posts === day), ...made.filter((entry) => !isPurchase(entry))];
    for (const entry of due.filter(({ type }) => type === 'CREDIT')) book(entry);
    for (const entry of due.filter(({ type }) => type === 'DEBIT')) pay(entry);
    for (const entry of waiting.filter(({ posts }) => posts === day)) pay(entry);
    waiting = waiting.filter(({ posts }) => posts > day);
    const cash = cashFor(overdraft, day, balance);
    if (cash > 0n) book(withdrawalOf(account, day, cash));
    let available = balance;
    for (const { cents } of waiting) available -= cents;
    for (const entry of made.filter(isPurchase)) {
      if (entry.cents > available) continue;
      available -= entry.cents;
      waiting.push(entry);
    }
  }
  return [...booked, ...waiting];
}

const isPurchase = ({ day, posts }: Entry): boolean => posts > day;

function byDay(entries: readonly Entry[]): Map<number, Entry[]> {
  const days = new Map<number, Entry[]>();
  for (const entry of entries) {
    const known = days.get(entry.day);
    if (known === undefined) days.set(entry.day, [entry]);
    else known.push(entry);
  }
  return days;
}

const feeFor = (entry: Entry, cents: bigint, description: string): Entry =>
  entryOn(entry.posts, {
    account: entry.account,
    key: `${entry.key}/fee`,
    type: 'DEBIT',
    cents,
    wording: { description, categories: ['Fee', 'Overdraft'] },
  });

const returnOf = (entry: Entry): Entry => ({
  ...entry,
  key: `${entry.key}/return`,
  type: 'CREDIT',
  wording: {
    description: `RETURNED ITEM INSUFFICIENT FUNDS ${entry.wording.description}`,
    categories: ['Reversal'],
  },
});

/** The second attempt to make a payment that the bank has returned. There is only one such retry. */
const retryOf = (entry: Entry): Entry =>
  entryOn(businessDaysAfter(entry.posts, RETRIED_AFTER_DAYS), {
    account: entry.account,
    key: `${entry.key}${RETRY}`,
    type: 'DEBIT',
    cents: entry.cents,
    wording: { ...entry.wording, description: `RETRY PYMT ${entry.wording.description}` },
  });

const reversalOf = (fee: Entry): Entry =>
  entryOn(businessDaysAfter(fee.posts, REVERSED_AFTER_DAYS), {
    account: fee.account,
    key: `${fee.key}/reversal`,
    type: 'CREDIT',
    cents: fee.cents,
    wording: { description: `FEE REVERSAL ${fee.wording.description}`, categories: ['Fee', 'Reversal'] },
  });

/**
 * The cash to withdraw on the given day, a multiple of 20 dollars. Cash is withdrawn only on the first business day on
 * or after `withdrawal.day`, and only if the balance is higher than `withdrawal.above`; otherwise the result is 0.
 */
function cashFor({ withdrawal }: Overdraft, day: number, balance: bigint): bigint {
  const into_month = dayOfMonth(toDate(day));
  const is_the_day =
    isOpen(day) && into_month >= withdrawal.day && !openBetween(day - into_month + withdrawal.day, day);
  if (!is_the_day || balance <= withdrawal.above) return 0n;
  return ((balance - withdrawal.keep) / TELLER_NOTES) * TELLER_NOTES;
}

function openBetween(from: number, before: number): boolean {
  for (let day = from; day < before; day++) if (isOpen(day)) return true;
  return false;
}

const withdrawalOf = (account: DepositAccount, day: number, cents: bigint): Entry =>
  entryOn(day, {
    account: account.key,
    key: `withdrawal/${day}`,
    type: 'DEBIT',
    cents,
    wording: { description: 'WITHDRAWAL MADE IN A BRANCH', categories: ['Cash', 'Withdrawal'] },
  });
