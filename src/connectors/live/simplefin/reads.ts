// SimpleFIN servers allow about 24 reads a day per access address. We allow 24 per link, so the count continues if the
// person connects the same accounts with a new access address. The account's memory stores how many reads were made at
// which times. The limit is applied to every window of 24 hours, measured by the owner's clock, because the hour at
// which the server's day begins is unknown.
//
// Only a login and a successful fetch can store data. So the login counts in advance all the reads that its task may
// make. A failed fetch leaves this count unchanged. A successful fetch replaces it with the actual number.
import { type Static, Type } from 'typebox';
import { addDays, addMonths, daysBetween } from '#base/calendar.ts';
import { ProviderFailure } from '#connectors/contract.ts';

export const READS_A_DAY = 24;
const DAY_MS = 86_400_000;
const SPAN_DAYS_MAX = 90;

const READS_KEPT_MAX = 100;
export const Reads = Type.Array(Type.Object({ at_ms: Type.Number(), count: Type.Integer() }), {
  maxItems: READS_KEPT_MAX,
});
export type Reads = Static<typeof Reads>;

/**
 * Returns the reads of the last 24 hours, including `count` new reads. Throws if the new reads would exceed the limit.
 */
export function countReads(before: Reads, count: number, now: Date): Reads {
  const counted = [...recentOf(before, now), { at_ms: now.getTime(), count }];
  checkReads(counted, now);
  return counted;
}

/** Throws if the reads of the last 24 hours exceed the limit. */
export function checkReads(reads: Reads, now: Date): void {
  if (recentOf(reads, now).reduce((sum, { count }) => sum + count, 0) <= READS_A_DAY) return;
  throw new ProviderFailure(
    'unavailable',
    `These accounts can be read ${READS_A_DAY} times in 24 hours. Please try again tomorrow.`,
    { scope: 'link' },
  );
}

const recentOf = (reads: Reads, now: Date): Reads => reads.filter(({ at_ms }) => at_ms > now.getTime() - DAY_MS);

/**
 * Joins the reads of a link that was connected again. `former` are the reads with the old access address, and `reads`
 * are those with the new one. The last entry of `reads` stays last, because `settleReads` corrects the last entry.
 */
export const joinReads = (former: Reads, reads: Reads): Reads => [...former, ...reads].slice(-READS_KEPT_MAX);

/**
 * Corrects the last entry. `counted` is the number of reads that were counted in advance, and `made` is the actual
 * number.
 */
export const settleReads = (reads: Reads, counted: number, made: number): Reads =>
  reads.map((entry, at) => (at === reads.length - 1 ? { ...entry, count: entry.count - counted + made } : entry));

/** A span of days. `until` is the first day after the span. */
export type Span = { from: string; until: string };

/** Divides the history, up to and including today, into spans of at most 90 days. Returns the newest span first. */
export function spansOf(today: string, months: number): Span[] {
  const first = addMonths(today, -months);
  const spans: Span[] = [];
  let until = addDays(today, 1);
  while (until > first) {
    const from = daysBetween(first, until) > SPAN_DAYS_MAX ? addDays(until, -SPAN_DAYS_MAX) : first;
    spans.push({ from, until });
    until = from;
  }
  return spans;
}
