import { describe, expect, test } from 'vitest';
import { growthOf, operationsOf } from '#test/cost.ts';
import { COSTLY } from '#test/costly-statements.ts';
import { incomeReport } from './report.ts';

/** So many that every bound is reached. */
const ROWS = 2_000;
/** Twice as many rows, and a little more for sorting them. */
const GROWTH_MAX = 2.3;

describe('twice as many rows cost at most about twice as much', () => {
  test.each(Object.entries(COSTLY))('%s', async (_, statementOf) => {
    expect(await growthOf(statementOf, incomeReport, ROWS)).toBeLessThanOrEqual(GROWTH_MAX);
  });
});

test('the same work has the same count', async () => {
  const statement = COSTLY['many recurring payers']?.(ROWS);
  const count = () => operationsOf(() => statement && incomeReport(statement));
  await count();
  expect(await count()).toBe(await count());
});
