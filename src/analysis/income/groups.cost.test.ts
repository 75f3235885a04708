import { expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { AS_OF, reportOf, row } from '#test/deposits.ts';
import { rowsOf } from './credits.ts';
import { groupsOf, newComparing } from './groups.ts';
import { COMPARISONS_MAX } from './texts/payer-names.ts';

/**
 * Converts a number to four letters. The letters are used in names like ACME HOLDING AAAB SERVICES, which differ but
 * share most of their letters.
 */
const letters = (at: number): string =>
  [17_576, 676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(at / place) % 26))).join('');
const rows = (names: number) =>
  Array.from({ length: names }, (_, at) =>
    row(addDays(AS_OF, -(at % 300)), 50_000 + at, `ACME HOLDING ${letters(at * 7)} SERVICES`),
  );
function comparisonsOf(names: number): number {
  const comparing = newComparing();
  const input = { as_of: AS_OF, days_requested: 365, accounts: [], transactions: rows(names) };
  groupsOf(rowsOf(input).credits, comparing);
  return COMPARISONS_MAX - comparing.left;
}

test('the number of comparisons grows at most about linearly with the number of similar payers, and stays near or below the limit', () => {
  const [half, whole] = [comparisonsOf(2_000), comparisonsOf(4_000)];
  expect(half).toBeGreaterThan(0);
  expect(whole).toBeLessThanOrEqual(2.5 * half);
  // When two payers are compared, one comparison is counted for each spelling of the first payer. The last pair of
  // payers may therefore exceed the limit.
  expect(whole).toBeLessThanOrEqual(COMPARISONS_MAX + 10);
});

test('once the maximum number of comparisons is reached, credits of payers that were not compared are rejected as too_many_payers; every credit is in a source or rejected', () => {
  const { sources, explain } = reportOf(rows(4_000));
  const reasons = explain.rejected.map(({ reason }) => reason);
  expect(reasons).toContain('too_many_payers');
  expect(sources.reduce((sum, source) => sum + source.transaction_count, 0) + reasons.length).toBe(4_000);
});
