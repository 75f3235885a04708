// Finds credits that are the person's own money: a transfer from another account, or a refund of a purchase.
import { groupBy } from '#base/lists.ts';
import { newOfAnother, type OfAnother } from '#base/of-another.ts';
import { dayOf } from './calendars/months.ts';
import type { Credit, Rows } from './credits.ts';
import type { IncomeTransaction } from './input.ts';
import type { Reading } from './texts/readings.ts';
import type { RejectionReason } from './texts/rejections.ts';

const TRANSFER_DAYS_MAX = 3;
const RETURN_DAYS_MAX = 90;
/**
 * Words that banks use for bills and purchases. A debit with such a word in its description is assumed to be a payment
 * to another person or company. If the description also names a transfer, a payment app, a cash withdrawal or a broker,
 * the debit may have gone to another account of the person.
 */
const SPENT =
  /\b(?:POS|PURCHASE|BILL|RENT|LOAN|MORTGAGE|MTG|INSURANCE|INS|UTIL|CARD|AUTOPAY|TUITION|FEE|SUBSCRIPTION)\b/i;

/** Matches credits with debits of exactly the same amount. A debit's description is read only if the amount matches. */
export function ownMoney({ debits, read }: Rows, credits: readonly Credit[]): Map<Credit, RejectionReason> {
  const doubtful = credits.filter(isDoubtful);
  const by_cents = debitsOf(debits, new Set(doubtful.map(({ cents }) => cents)));
  const reasons = new Map<Credit, RejectionReason>();
  const used = new Set<IncomeTransaction>();
  const readOut = ({ description }: IncomeTransaction): Reading => read(description, null).reading;
  const finders = new Map<number, Finders>();
  for (const credit of doubtful) {
    const same = by_cents.get(credit.cents);
    if (same === undefined) continue;
    const { moveTo, purchaseOf } = finders.get(credit.cents) ?? {
      moveTo: newMoveFinder(same, used, readOut),
      purchaseOf: newPurchaseFinder(same, used, readOut),
    };
    finders.set(credit.cents, { moveTo, purchaseOf });
    const source = moveTo(credit);
    const found = source ?? purchaseOf(credit);
    if (found === undefined) continue;
    used.add(found);
    reasons.set(credit, source === undefined ? 'refund' : 'own_transfer');
  }
  return reasons;
}

/**
 * A finder takes a credit and returns a matching debit that is not used yet. The calls must follow the order of the
 * credits' days.
 */
type Finder = (credit: Credit) => IncomeTransaction | undefined;
type Finders = { moveTo: Finder; purchaseOf: Finder };
type ReadOut = (transaction: IncomeTransaction) => Reading;

/**
 * Whether the credit may be the person's own money. The result is false if another rule already rejects the credit for
 * certain. It is also false if the description clearly names pay or a benefit and names no payment app. Such a credit
 * is not compared with debits.
 */
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

/** Day offsets in search order: the nearest day first. If two days are equally near, the earlier day comes first. */
const OFFSETS = Array.from({ length: 2 * TRANSFER_DAYS_MAX + 1 }, (_, at) => (at % 2 === 0 ? at / 2 : -(at + 1) / 2));

/** For a credit, finds the debit that is in another account and is nearest in time to the credit. */
function newMoveFinder(same: readonly Debit[], used: ReadonlySet<IncomeTransaction>, readOut: ReadOut): Finder {
  const days = new Map<string, OfAnother<IncomeTransaction>>();
  const isFree = (debit: IncomeTransaction): boolean => !used.has(debit) && mayBeMove(debit, readOut(debit));
  for (const [key, debits] of groupBy(same, ({ transaction, day }) => `${transaction.currency_code}${day}`)) {
    days.set(
      key,
      newOfAnother(
        debits.map(({ transaction }) => transaction),
        isFree,
      ),
    );
  }
  return ({ day, transaction: { account_id, currency_code } }) => {
    for (const offset of OFFSETS) {
      const found = days.get(`${currency_code}${day + offset}`)?.(account_id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function mayBeMove({ description }: IncomeTransaction, out: Reading): boolean {
  const is_moved = out.tags.has('transfer') || out.tags.has('app') || out.tags.has('cash_out') || isBroker(out);
  return is_moved || !SPENT.test(description);
}

const isBroker = ({ tags }: Reading): boolean => tags.has('brokerage') || tags.has('broker');

/** For a credit, finds the earliest debit in the same account that was paid to the name in the credit. */
function newPurchaseFinder(same: readonly Debit[], used: ReadonlySet<IncomeTransaction>, readOut: ReadOut): Finder {
  const keyOf = ({ account_id }: IncomeTransaction, { words }: Reading): string =>
    `${account_id}|${beginningOf(words)}`;
  let bought: Map<string, { debits: Debit[]; next: number }> | undefined;
  return ({ day, transaction, reading }) => {
    if (reading.app !== null || reading.words.length === 0) return undefined;
    bought ??= new Map(
      [...groupBy(same, (debit) => keyOf(debit.transaction, readOut(debit.transaction)))].map(([key, debits]) => [
        key,
        { debits, next: 0 },
      ]),
    );
    const own = bought.get(keyOf(transaction, reading));
    if (own === undefined) return undefined;
    // A debit that is too old for this credit is too old for all later credits.
    for (let debit = own.debits[own.next]; debit !== undefined; debit = own.debits[++own.next]) {
      if (debit.day >= day - RETURN_DAYS_MAX && !used.has(debit.transaction)) break;
    }
    const first = own.debits[own.next];
    return first !== undefined && first.day <= day ? first.transaction : undefined;
  };
}

/**
 * Returns the first word. If the first word is a single letter, returns the first two words, because many names start
 * with the same letter.
 */
const beginningOf = (words: readonly string[]): string => words.slice(0, words[0]?.length === 1 ? 2 : 1).join(' ');
