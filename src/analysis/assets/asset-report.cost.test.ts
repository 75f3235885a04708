import { describe, expect, test } from 'vitest';
import { account, BORROWER, choices, heldLink, transaction } from '#test/assets.ts';
import { growthOf } from '#test/cost.ts';
import { assetReport, type HeldLink } from './asset-report.ts';

const TODAY = '2026-03-01';
const ROWS = 2_000;
const GROWTH_MAX = 2.3;

const typeOf = (at: number) => (at % 2 === 0 ? ('CREDIT' as const) : ('DEBIT' as const));
const rowsOf = (rows: number): number[] => Array.from({ length: rows }, (_, at) => at);

/** In each case, all transactions have the same amount and day. */
const COSTLY: Record<string, (rows: number) => HeldLink[]> = {
  'transactions in as many accounts': (rows) => {
    const accounts = rowsOf(rows).map(() => account('100.00'));
    const moves = accounts.map((one, at) => transaction(one, TODAY, typeOf(at), '50.00'));
    return [heldLink(accounts, moves)];
  },
  'transactions in two accounts': (rows) => {
    const accounts = [account('100.00'), account('100.00')];
    const moves = rowsOf(rows).flatMap((at) =>
      accounts
        .slice(Math.floor(at / 2) % 2)
        .slice(0, 1)
        .map((one) => transaction(one, TODAY, typeOf(at), '50.00')),
    );
    return [heldLink(accounts, moves)];
  },
  'transactions in as many links': (rows) =>
    rowsOf(rows).map((at) => {
      const one = account('100.00');
      return heldLink([one], [transaction(one, TODAY, typeOf(at), '50.00')]);
    }),
  'fees and their refunds': (rows) => {
    const one = account('100.00');
    const moves = rowsOf(rows).map((at) =>
      transaction(one, TODAY, typeOf(at), '34.00', { description: 'OVERDRAFT FEE' }),
    );
    return [heldLink([one], moves)];
  },
};

const threshold = { ...choices().large_deposit_threshold, fixed_amount: '10.00' as const };
const reportOf = (links: HeldLink[]) =>
  assetReport(BORROWER, links, choices({ large_deposit_threshold: threshold }), TODAY);

describe('the cost of an asset report', () => {
  test.each(Object.entries(COSTLY))(
    'the cost of an asset report grows linearly with the number of %s',
    async (_, linksOf) => {
      expect(await growthOf(linksOf, reportOf, ROWS)).toBeLessThanOrEqual(GROWTH_MAX);
    },
  );
});
