// Pay that the employer took back, mostly to pay it again: it was not paid, and the second time counts.
import { groupBy } from '#base/lists.ts';
import { between } from './by-day.ts';
import type { Credit, Rows } from './credits.ts';
import { dayOf } from './months.ts';

/** So long an employer may call a deposit back, with a weekend between. */
const REVERSAL_DAYS_MAX = 7;
const IS_REVERSAL = /REVERS|RETURN|RETRN|CORRECT|RECALL/i;

/** Of deposits of the same amount by the same payer the last before the reversal. */
export function takenBack({ debits, credits, read }: Rows): ReadonlySet<Credit> {
  const taken = new Set<Credit>();
  const reversals = debits.filter(({ description }) => IS_REVERSAL.test(description));
  const by_cents = groupBy(reversals.length === 0 ? [] : credits, ({ cents }) => cents);
  for (const { account_id, currency_code, amount_cents, date, description, id } of reversals.toSorted(byDateAndId)) {
    const [day, cents] = [dayOf(date), Number(amount_cents)];
    const { words } = read(description, null).reading;
    const found = between(by_cents.get(cents) ?? [], day - REVERSAL_DAYS_MAX, day).findLast(
      (credit) =>
        credit.transaction.account_id === account_id &&
        credit.transaction.currency_code === currency_code &&
        words.includes(credit.reading.words[0] ?? id) &&
        !taken.has(credit),
    );
    if (found !== undefined) taken.add(found);
  }
  return taken;
}

const byDateAndId = (a: { date: string; id: string }, b: { date: string; id: string }): number =>
  `${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1;
