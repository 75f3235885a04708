import { describe, expect, test } from 'vitest';
import { growthOf } from '#test/cost.ts';
import { CUTOFF, daysBefore, scored, scoredAccount, scoringInput } from '#test/scoring.ts';
import type { ScoringInput } from './input.ts';
import { scoringReport } from './report.ts';

const ROWS = 1_000;
const GROWTH_MAX = 2.3;

const rowsOf = (rows: number): number[] => Array.from({ length: rows }, (_, at) => at);

const COSTLY: Record<string, (rows: number) => ScoringInput> = {
  'one amount that moves between many accounts': (rows) =>
    scoringInput(
      rowsOf(rows).map((at) =>
        scored(daysBefore(at % 3), at % 2 === 0 ? '50.00' : '-50.00', 'MOVED', { account_id: `account-${at}` }),
      ),
      { accounts: rowsOf(rows).map((at) => scoredAccount({ id: `account-${at}` })) },
    ),
  'as many statements as transactions': (rows) =>
    scoringInput(
      rowsOf(rows).map((at) => scored(daysBefore(at % 300), '-50.00')),
      {
        accounts: [scoredAccount({ balance: 100_00n })],
        // Each checkpoint has the correct balance. With a wrong balance the check would stop early, and so it would
        // cost less.
        checkpoints: rowsOf(rows).map(() => ({ account_id: 'checking', date: CUTOFF, balance: 100_00n })),
      },
    ),
  'payments and their returns': (rows) =>
    scoringInput(
      rowsOf(rows).map((at) => scored(daysBefore(at % 3), at % 2 === 0 ? '34.00' : '-34.00', 'RETURNED ITEM NSF')),
    ),
};

describe('the cost of a scoring report grows linearly with the number of rows', () => {
  test.each(Object.entries(COSTLY))(
    'the cost of a scoring report grows linearly with the number of rows for the input "%s"',
    async (_, inputOf) => {
      expect(await growthOf(inputOf, scoringReport, ROWS)).toBeLessThanOrEqual(GROWTH_MAX);
    },
  );
});
