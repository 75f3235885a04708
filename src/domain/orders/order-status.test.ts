import { describe, expect, test } from 'vitest';
import { canBecome, endingAfter, isOpen, orderStatus, SUBORDER_STATUSES } from './order-status.ts';

type Status = (typeof SUBORDER_STATUSES)[number];
const FINAL: readonly Status[] = ['completed', 'error', 'no_data', 'expired', 'skipped', 'canceled'];
const MOMENT = new Date('2026-03-01T12:00:00Z');

/** Every non-empty set of suborder statuses. The empty set is left out because an order always has a suborder. */
const SETS: Status[][] = Array.from({ length: 2 ** SUBORDER_STATUSES.length - 1 }, (_, bits) =>
  SUBORDER_STATUSES.filter((_, at) => ((bits + 1) >> at) % 2 === 1),
);

describe('a suborder', () => {
  const MOVES: Record<Status, readonly Status[]> = {
    pending: ['sent', ...FINAL],
    sent: FINAL,
    completed: [],
    error: [],
    no_data: [],
    expired: [],
    skipped: [],
    canceled: [],
  };

  test.each(SUBORDER_STATUSES)(
    'a suborder with the status %s allows exactly the transitions in the transition table',
    (from) => {
      expect(SUBORDER_STATUSES.filter((to) => canBecome(from, to)).toSorted()).toEqual([...MOVES[from]].toSorted());
    },
  );

  test('a suborder is open if and only if its status is pending or sent', () => {
    expect(SUBORDER_STATUSES.filter(isOpen)).toEqual(['pending', 'sent']);
  });
});

describe('the status of an order', () => {
  test.each<[Status, Status[]]>([
    ['pending', ['pending']],
    ['pending', ['pending', 'pending']],
    ['sent', ['sent']],
    ['sent', ['pending', 'sent']],
    ['sent', ['pending', 'completed']],
    ['sent', ['error', 'pending']],
    ['sent', ['sent', 'completed', 'error']],
    ['completed', ['completed']],
    ['completed', ['skipped', 'expired', 'no_data', 'error', 'completed']],
    ['error', ['skipped', 'expired', 'no_data', 'error']],
    ['no_data', ['skipped', 'expired', 'no_data']],
    ['expired', ['skipped', 'expired']],
    ['skipped', ['skipped', 'skipped']],
  ])('the status of an order is %s if its suborders have the statuses %j', (status, suborders) => {
    expect(orderStatus(null, suborders)).toBe(status);
    expect(orderStatus(null, suborders.toReversed())).toBe(status);
  });

  test('a canceled order has the status canceled, whatever the statuses of its suborders are', () => {
    expect(SETS.filter((set) => orderStatus(MOMENT, set) !== 'canceled')).toEqual([]);
  });

  test('the status of an order follows the first matching rule, for every combination of suborder statuses', () => {
    const byTheRules = (set: Status[]): Status => {
      if (set.includes('pending') || set.includes('sent'))
        return set.some((one) => one !== 'pending') ? 'sent' : 'pending';
      if (set.includes('completed')) return 'completed';
      if (set.includes('error')) return 'error';
      if (set.includes('no_data')) return 'no_data';
      return set.includes('expired') ? 'expired' : 'skipped';
    };
    expect(SETS.filter((set) => orderStatus(null, set) !== byTheRules(set))).toEqual([]);
  });

  test('the status of an order does not depend on how many suborders have each status', () => {
    expect(SETS.filter((set) => orderStatus(null, [...set, ...set]) !== orderStatus(null, set))).toEqual([]);
  });
});

describe('endingAfter()', () => {
  test.each([
    ['no_data', 'no_data'],
    ['config_error', 'error'],
    ['unable_to_reset', 'error'],
    ['not_supported', 'error'],
    ['error', 'error'],
    ['login_error', undefined],
    ['mfa_error', undefined],
    ['account_locked', undefined],
    ['unavailable', undefined],
  ] as const)('for a task that ended in %s, endingAfter() returns the suborder status %s', (task, suborder) =>
    expect(endingAfter(task)).toBe(suborder),
  );
});
