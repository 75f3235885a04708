import { describe, expect, test } from 'vitest';
import { growthOf, operationsOf } from '#test/cost.ts';
import { COSTLY } from '#test/costly-statements.ts';
import { incomeReport } from './report.ts';

/** Enough rows to reach every limit except the limit on name comparisons. */
const ROWS = 1_000;
/** Enough rows for statements of one amount: a credit is compared with at most 50 transactions of its amount. */
const MATCHED_ROWS = 400;
const MATCHED = new Set([
  'credits and purchases of one amount',
  'bills of one amount that other accounts paid',
  'pending and booked',
  'pay and reversals of one amount',
]);
/** Enough rows to reach the limit on name comparisons. */
const COMPARED_ROWS = 2_000;
const COMPARED = new Set([
  'near-equal names',
  'near-equal names with an id each',
  'one name with many ids, and the same cut short',
]);
/** Twice as many rows may cost twice as much, and a little more for sorting. */
const GROWTH_MAX = 2.3;

describe('the cost of an income report grows linearly with the number of rows', () => {
  test.each(Object.entries(COSTLY))(
    'the cost of an income report grows linearly with the number of rows for the sample statement "%s"',
    async (name, statementOf) => {
      const rows = COMPARED.has(name) ? COMPARED_ROWS : MATCHED.has(name) ? MATCHED_ROWS : ROWS;
      expect(await growthOf(statementOf, incomeReport, rows)).toBeLessThanOrEqual(GROWTH_MAX);
    },
  );
});

test('computing the same report again takes the same number of operations', async () => {
  const statement = COSTLY['many recurring payers']?.(ROWS);
  const count = () => operationsOf(() => statement && incomeReport(statement));
  await count();
  expect(await count()).toBe(await count());
});
