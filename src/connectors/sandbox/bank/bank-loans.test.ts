import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#base/money.ts';
import { loanWith } from '#connectors/sandbox/cast/sample-bank-accounts.ts';
import { levelPayment, scheduleOf } from './bank-loans.ts';

describe('levelPayment() returns the monthly payment of a loan', () => {
  // Calculated by hand with twenty digits: principal · i / (1 − (1 + i)⁻ⁿ), where i is the monthly rate and n the
  // number of months.
  test.each([
    [100_000_00n, 6_00n, 360, 599_55n],
    [20_000_00n, 5_00n, 60, 377_42n],
    [12_000_00n, 0n, 12, 1_000_00n],
  ])(
    'a loan of %d cents at a rate of %d basis points over %d months costs %d cents a month',
    (principal, rate, months, expected) => {
      expect(levelPayment(principal, rate, months)).toBe(expected);
    },
  );
});

describe('scheduleOf() returns the payments of a loan', () => {
  const anyLoan = fc.record({
    principal: fc.bigInt({ min: 1_000_000n, max: 90_000_000n }),
    rate: fc.bigInt({ min: 0n, max: 1_500n }),
    term_months: fc.integer({ min: 1, max: 360 }),
    due_day: fc.integer({ min: 1, max: 31 }),
  });

  test('every payment covers the interest due and reduces the principal; the last payment reduces it to zero', () => {
    fc.assert(
      fc.property(anyLoan, (given) => {
        const loan = loanWith({ key: 'any', originated_on: '2024-01-31', ...given });
        const schedule = scheduleOf(loan);
        expect(schedule.at(-1)?.left).toBe(0n);
        expect(schedule.length).toBeLessThanOrEqual(loan.term_months);
        let left = loan.principal;
        for (const { amount, interest, left: after } of schedule) {
          expect(after).toBe(left + interest - amount);
          expect(after).toBeLessThan(left);
          left = after;
        }
        expect(sum(schedule.map(({ amount, interest }) => amount - interest))).toBe(loan.principal);
      }),
      { numRuns: 60 },
    );
  });

  test('the last payment differs from the first by less than a cent per month of the term', () => {
    const schedule = scheduleOf(
      loanWith({ key: 'car', originated_on: '2024-01-01', principal: 2_340_000n, rate: 749n, term_months: 72 }),
    );
    expect(schedule).toHaveLength(72);
    const [first, last] = [schedule[0]?.amount ?? 0n, schedule.at(-1)?.amount ?? 0n];
    expect(first - last < 72n && last - first < 72n).toBe(true);
  });
});
