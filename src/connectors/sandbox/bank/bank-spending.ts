// Card purchases, which are made on any day and stay pending until the banks settle them.
import { toDay } from '#base/calendar.ts';
import type { BankLife, Merchant, Spending } from '#connectors/sandbox/lives/bank-life.ts';
import { type Random, randomOf } from '#connectors/sandbox/lives/random.ts';
import { businessDaysAfter } from './bank-days.ts';
import type { Entry } from './bank-entries.ts';

/**
 * The earliest and the latest time of a purchase, in UTC. Between these two times, the date in every time zone of the
 * US mainland is the same as the date in UTC.
 */
const FIRST_SECOND = 13 * 3_600;
const LAST_SECOND = 24 * 3_600 - 1;
/** The first purchase of each day takes two business days to settle, so there is nearly always a pending purchase. */
const SLOW_DAYS = 2;
const QUICK_PERCENT = 60;
const RETURN_DAYS = 5;

export function purchases(life: BankLife, spending: Spending, until: number): Entry[] {
  const entries: Entry[] = [];
  for (let day = toDay(life.start_date); day <= until; day++) {
    const random = randomOf(life.seed, spending.key, String(day));
    let settles_after = SLOW_DAYS;
    for (let at = 0; at < spending.merchants.length; at++) {
      const merchant = spending.merchants[at];
      if (merchant === undefined || !random.chance(merchant.percent)) continue;
      const entry = purchase(spending, merchant, `${spending.key}/${day}/${at}`, day, settles_after, random);
      entries.push(entry);
      const is_returned = random.chance(merchant.returned_percent ?? 0);
      if (is_returned && day + RETURN_DAYS <= until) entries.push(returned(entry, merchant));
      settles_after = random.chance(QUICK_PERCENT) ? 1 : SLOW_DAYS;
    }
  }
  return entries;
}

function purchase(
  { account }: Spending,
  merchant: Merchant,
  key: string,
  day: number,
  settles_after: number,
  random: Random,
): Entry {
  const [low, high] = merchant.amount;
  const [cents, seconds] = [BigInt(random.integer(low, high)), random.integer(FIRST_SECOND, LAST_SECOND)];
  const posts = businessDaysAfter(day, settles_after);
  return { account, key, type: 'DEBIT', cents, day, posts, seconds, wording: merchant, check_number: null };
}

/**
 * A refund of the purchase's full amount. It is made `RETURN_DAYS` after the purchase and settles on the next business
 * day.
 */
function returned(entry: Entry, merchant: Merchant): Entry {
  const day = entry.day + RETURN_DAYS;
  const wording = {
    ...merchant,
    description: `RETURN ${merchant.description}`,
    categories: [...merchant.categories, 'Refund'],
  };
  return { ...entry, key: `${entry.key}/return`, type: 'CREDIT', day, posts: businessDaysAfter(day, 1), wording };
}
