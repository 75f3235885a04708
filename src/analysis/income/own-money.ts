// Credits that bring back the person's own money: moved from another account, or given back for a purchase.
import type { Credit, Rows } from './credits.ts';
import type { IncomeTransaction } from './input.ts';
import { dayOf } from './months.ts';
import type { Reading } from './readings.ts';
import type { RejectionReason } from './rejections.ts';

const TRANSFER_DAYS_MAX = 3;
const RETURN_DAYS_MAX = 90;
/** Words of bills and purchases: such a debit has not gone to one's own account. */
const SPENT =
  /\b(?:POS|PURCHASE|BILL|RENT|LOAN|MORTGAGE|MTG|INSURANCE|INS|UTIL|CARD|AUTOPAY|TUITION|FEE|SUBSCRIPTION)\b/i;

/** By debits of the very same amount. Texts of debits are only read where the amount agrees. */
export function ownMoney({ debits, read }: Rows, credits: readonly Credit[]): Map<Credit, RejectionReason> {
  const doubtful = credits.filter(isDoubtful);
  const by_cents = debitsOf(debits, new Set(doubtful.map(({ cents }) => cents)));
  const reasons = new Map<Credit, RejectionReason>();
  const used = new Set<IncomeTransaction>();
  for (const credit of doubtful) {
    const same = by_cents.get(credit.cents) ?? [];
    const isFree = ({ transaction }: Debit): boolean => !used.has(transaction);
    const moves = between(same, credit.day - TRANSFER_DAYS_MAX, credit.day + TRANSFER_DAYS_MAX).filter(
      (debit) => isFree(debit) && isMove(credit, debit, read(debit.transaction.description, null).reading),
    );
    const source = nearest(credit, moves);
    if (source !== undefined) {
      used.add(source.transaction);
      reasons.set(credit, 'own_transfer');
      continue;
    }
    const purchase = between(same, credit.day - RETURN_DAYS_MAX, credit.day).find(
      (debit) => isFree(debit) && isPurchase(credit, debit, read(debit.transaction.description, null).reading),
    );
    if (purchase === undefined) continue;
    used.add(purchase.transaction);
    reasons.set(credit, 'refund');
  }
  return reasons;
}

/** Who says clearly that it is pay or a benefit is believed, whatever else moved on that day. */
function isDoubtful({ verdict, reading }: Credit): boolean {
  if (verdict === null) return true;
  if ('reason' in verdict) return verdict.is_soft;
  return verdict.strength !== 'strong' || reading.app !== null;
}

type Debit = { transaction: IncomeTransaction; day: number };

function debitsOf(debits: readonly IncomeTransaction[], amounts: ReadonlySet<number>): Map<number, Debit[]> {
  const found = new Map<number, Debit[]>();
  if (amounts.size === 0) return found;
  for (const transaction of debits) {
    const cents = Number(transaction.amount_cents);
    if (!amounts.has(cents)) continue;
    const known = found.get(cents);
    const debit = { transaction, day: dayOf(transaction.date) };
    if (known === undefined) found.set(cents, [debit]);
    else known.push(debit);
  }
  for (const same of found.values()) {
    same.sort((a, b) => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1));
  }
  return found;
}

function isMove(credit: Credit, { transaction }: Debit, out: Reading): boolean {
  const { account_id, currency_code } = credit.transaction;
  if (transaction.account_id === account_id || transaction.currency_code !== currency_code) return false;
  const is_moved =
    out.tags.has('transfer') || out.tags.has('app') || out.tags.has('cash_out') || out.tags.has('brokerage');
  return is_moved || !SPENT.test(transaction.description);
}

function isPurchase(credit: Credit, { transaction }: Debit, out: Reading): boolean {
  const { words, app } = credit.reading;
  if (app !== null || words.length === 0 || transaction.account_id !== credit.transaction.account_id) return false;
  return out.words[0] === words[0];
}

/** Of debits by day, those of some days, both included: an amount may move to and fro every day for years. */
function between(debits: readonly Debit[], first: number, last: number): readonly Debit[] {
  const from = firstFrom(debits, first);
  return debits.slice(from, firstFrom(debits, last + 1, from));
}

/** The place of the first on or after a day, by halving. */
function firstFrom(debits: readonly Debit[], day: number, from = 0): number {
  let [low, high] = [from, debits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((debits[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function nearest(credit: Credit, debits: readonly Debit[]): Debit | undefined {
  const distance = ({ day }: Debit): number => Math.abs(day - credit.day);
  return debits.toSorted((a, b) => distance(a) - distance(b))[0];
}
