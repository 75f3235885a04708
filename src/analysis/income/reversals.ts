// Finds pay that the employer reversed, usually to pay it again. The reversed deposit is not counted as income, but the
// new deposit is.
import { groupBy } from '#base/lists.ts';
import { placeAfter } from './by-day.ts';
import { dayOf } from './calendars/months.ts';
import type { Credit, Rows } from './credits.ts';
import type { IncomeTransaction } from './input.ts';
import type { Reading } from './texts/readings.ts';
import { tokensOf } from './texts/tokens.ts';

/** The maximum number of days between a deposit and its reversal. It is long enough to include a weekend. */
const REVERSAL_DAYS_MAX = 7;
/**
 * The maximum number of equal deposits that are compared with a reversal. Real statements have fewer equal deposits.
 * The limit bounds the time that a forged statement can cost.
 */
const LOOKED_AT_MAX = 50;
const IS_REVERSAL =
  /\b(?:REVE?RS|REVR|RVR?SL|REV\b|RETU?RN|RTR?N\b|CORRECT|RECALL|RECLAIM|RETRACT|ERRONEOUS|ERROR\b|REJECT|CLAWBACK|VOID|CANCEL|DUPLICATE|ADJ)/i;
/** The minimum length of a truncated name; shorter prefixes match too many words. */
const CUT_LETTERS_MIN = 5;

/**
 * The reversed credits: for each reversal, the payer's last deposit of the same amount in the same account. The deposit
 * is made on the day of the reversal, or at most `REVERSAL_DAYS_MAX` days before it.
 */
export function takenBack({ debits, credits, read }: Rows): ReadonlySet<Credit> {
  const taken = new Set<Credit>();
  const by_amount = groupBy(credits, ({ transaction }) => amountKey(transaction));
  for (const debit of debits.filter((one) => by_amount.has(amountKey(one))).toSorted(byDateAndId)) {
    const { reading } = read(debit.description, null);
    const is_pay = reading.tags.has('payroll') && reading.words.length > 0;
    if (!is_pay && !IS_REVERSAL.test(debit.description)) continue;
    const same = by_amount.get(amountKey(debit)) ?? [];
    const at = placeTaken(same, dayOf(debit.date), wordsIn(debit), reading);
    if (at < 0) continue;
    // A reversed deposit cannot be reversed again.
    for (const credit of same.splice(at, 1)) taken.add(credit);
  }
  return taken;
}

const amountKey = ({ account_id, currency_code, amount_cents }: IncomeTransaction): string =>
  `${amount_cents}|${currency_code}|${account_id}`;

function placeTaken(same: readonly Credit[], day: number, said: ReadonlySet<string>, reading: Reading): number {
  const behind = placeAfter(same, day);
  for (let at = behind - 1; at >= Math.max(behind - LOOKED_AT_MAX, 0); at--) {
    const credit = same[at];
    if (credit === undefined || credit.day < day - REVERSAL_DAYS_MAX) return -1;
    if (isOf(credit, said, reading)) return at;
  }
  return -1;
}

/** Whether the reversal names the credit's payer anywhere in its description, or names no payer at all. */
function isOf({ reading: { words } }: Credit, said: ReadonlySet<string>, { words: named }: Reading): boolean {
  const [first] = words;
  if (first === undefined) return named.length === 0;
  if (said.has(first) || named.length === 0) return true;
  return [...said].some((word) => Math.min(word.length, first.length) >= CUT_LETTERS_MIN && isCut(word, first));
}

const isCut = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

const wordsIn = ({ description }: IncomeTransaction): ReadonlySet<string> =>
  new Set(tokensOf(description).map(({ raw, word }) => (word === '' ? raw : word)));

const byDateAndId = (a: { date: string; id: string }, b: { date: string; id: string }): number =>
  `${a.date} ${a.id}` < `${b.date} ${b.id}` ? -1 : 1;
