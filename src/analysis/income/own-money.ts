// Credits that bring back the person's own money: moved from another account, or given back for a purchase.
import { between } from './by-day.ts';
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
  const is_moved = out.tags.has('transfer') || out.tags.has('app') || out.tags.has('cash_out') || isBroker(out);
  return is_moved || !SPENT.test(transaction.description);
}

const isBroker = ({ tags }: Reading): boolean => tags.has('brokerage') || tags.has('broker');

function isPurchase(credit: Credit, { transaction }: Debit, out: Reading): boolean {
  const { words, app } = credit.reading;
  if (app !== null || words.length === 0 || transaction.account_id !== credit.transaction.account_id) return false;
  // One letter is the beginning of many names.
  const compared = words[0]?.length === 1 ? 2 : 1;
  return words.slice(0, compared).join(' ') === out.words.slice(0, compared).join(' ');
}

function nearest(credit: Credit, debits: readonly Debit[]): Debit | undefined {
  const distance = ({ day }: Debit): number => Math.abs(day - credit.day);
  return debits.toSorted((a, b) => distance(a) - distance(b))[0];
}
