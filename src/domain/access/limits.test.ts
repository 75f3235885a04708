import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Ask,
  BUDGETS,
  type Copy,
  decideFromCopy,
  exchange,
  giveBack,
  givenUpAt,
  type Hit,
  type Rule,
  reportOf,
  take,
  type Window,
  wantedLease,
  windowMs,
} from './limits.ts';

const EMPTY: Window = { hits: [], leases: [] };
const MINUTE: Rule = { limit: 300, window_ms: 60_000 };

const sum = (hits: readonly Hit[]): number => hits.reduce((total, [, n]) => total + n, 0);
const asking = (ask: Partial<Ask> = {}): Ask => ({ report: undefined, waiting: 1, lease_id: 'a', wanted: 0, ...ask });

const leased = (used: number, wanted: number): number =>
  exchange({ hits: [[0, used]], leases: [] }, MINUTE, 10, asking({ waiting: 0, wanted })).copy.permits;
/** A process's copy of the window, made half a second before the first hits in the window expire. */
const copyWith = (used: number, wanted: number): Copy =>
  exchange({ hits: [[0, used]], leases: [] }, MINUTE, 59_500, asking({ waiting: 1, wanted })).copy;

describe('the BUDGETS of the contract', () => {
  test('each budget has the size and window length that the contract lists', () => {
    expect(BUDGETS).toEqual({
      requests: { size: 300, window_seconds: 60 },
      orders: { size: 1_000, window_seconds: 3_600 },
      'batch-orders': { size: 10_000, window_seconds: 3_600 },
      refresh: { size: 4, window_seconds: 86_400 },
      logins: { size: 30, window_seconds: 3_600 },
      codes: { size: 10, window_seconds: 86_400 },
    });
    expect(windowMs('refresh')).toBe(86_400_000);
  });
});

describe('take()', () => {
  const cases: [what: string, rule: Rule, hits: Hit[], now_ms: number, n: number, decision: object][] = [
    [
      'admits the first of 4 requests',
      { limit: 4, window_ms: 86_400_000 },
      [],
      0,
      1,
      { admitted: true, left: 3, reset_seconds: 86_400 },
    ],
    [
      'admits the fourth of 4 requests',
      { limit: 4, window_ms: 1_000 },
      [[0, 3]],
      900,
      1,
      { admitted: true, left: 0, reset_seconds: 1 },
    ],
    ['refuses a fifth request of 4', { limit: 4, window_ms: 1_000 }, [[0, 4]], 900, 1, { admitted: false, left: 0 }],
    [
      'refuses a request 1 ms before the hits expire',
      MINUTE,
      [[0, 300]],
      59_999,
      1,
      { admitted: false, retry_after_seconds: 1 },
    ],
    ['admits a request when the hits expire', MINUTE, [[0, 300]], 60_000, 1, { admitted: true, left: 299 }],
    ['admits a batch that fits exactly', MINUTE, [[0, 100]], 10, 200, { admitted: true, left: 0 }],
    [
      'refuses a batch of one more than is left',
      MINUTE,
      [[0, 100]],
      10,
      201,
      { admitted: false, left: 200, retry_after_seconds: 60 },
    ],
    ['admits a batch of the whole limit', MINUTE, [], 10, 300, { admitted: true, left: 0 }],
    [
      'refuses a batch larger than the limit',
      MINUTE,
      [],
      10,
      301,
      { admitted: false, left: 300, retry_after_seconds: 60 },
    ],
    ['admits an empty batch', MINUTE, [], 10, 0, { admitted: true, left: 300, reset_seconds: 0 }],
    [
      'refuses every request if the limit is 0',
      { limit: 0, window_ms: 60_000 },
      [],
      0,
      1,
      { admitted: false, left: 0, retry_after_seconds: 60 },
    ],
    [
      'refuses a request if the limit was lowered below the number in use',
      { limit: 2, window_ms: 60_000 },
      [
        [0, 3],
        [9_000, 1],
      ],
      10_000,
      1,
      { admitted: false, left: 0, retry_after_seconds: 50 },
    ],
    [
      'refuses a batch until the first hit expires',
      { limit: 5, window_ms: 60_000 },
      [
        [0, 2],
        [20_000, 2],
      ],
      30_000,
      2,
      { admitted: false, left: 1, retry_after_seconds: 30, reset_seconds: 30 },
    ],
    [
      'refuses a batch until the second hit expires',
      { limit: 5, window_ms: 60_000 },
      [
        [0, 2],
        [20_000, 2],
      ],
      30_000,
      4,
      { admitted: false, left: 1, retry_after_seconds: 50, reset_seconds: 30 },
    ],
    ['accepts a time with a fraction of a millisecond', MINUTE, [], 0.4, 1, { admitted: true, reset_seconds: 60 }],
  ];
  test.each(cases)('take() %s', (_, rule, hits, now_ms, n, decision) => {
    const taken = take({ hits, leases: [] }, rule, now_ms, n);
    expect(taken.decision).toMatchObject({ limit: rule.limit, ...decision });
    expect(sum(taken.window.hits)).toBeLessThanOrEqual(Math.max(rule.limit, sum(hits)));
    expect(taken.window.hits === hits).toBe(!taken.decision.admitted || n === 0);
  });

  test('a rejected request is admitted after retry_after_seconds, and not a second earlier', () => {
    const history = fc.array(fc.tuple(fc.nat(59_999), fc.integer({ min: 1, max: 9 })), { maxLength: 40 });
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (steps, limit, n) => {
        const rule = { limit, window_ms: 60_000 };
        const window = steps
          .toSorted(([a], [b]) => a - b)
          .reduce((before, [at_ms, count]) => take(before, rule, at_ms, count).window, EMPTY);
        const after = (seconds: number) => take(window, rule, 60_000 + seconds * 1000, n).decision;
        const { admitted, retry_after_seconds: seconds } = after(0);
        expect(seconds === 0).toBe(admitted);
        expect(after(seconds).admitted).toBe(n <= limit);
        expect(after(seconds - 1).admitted && !admitted).toBe(false);
      }),
    );
  });
});

describe('giveBack()', () => {
  test('giveBack() restores the window to its state before `take` was called', () => {
    const before: Window = { hits: [[0, 2]], leases: [] };
    const { window } = take(before, MINUTE, 10.4, 3);
    expect(giveBack(window, 10.4, 3)).toEqual(before);
  });

  test('giveBack() keeps all other hits, whether they are earlier, later or at the same moment', () => {
    const hits: Hit[] = [
      [10, 1],
      [11, 2],
      [12, 1],
    ];
    expect(giveBack({ hits, leases: [] }, 11, 1).hits).toEqual([
      [10, 1],
      [11, 1],
      [12, 1],
    ]);
  });

  test('undoes a `take` whose hit was merged into a later hit: the number of hits in the window falls by one', () => {
    const hits = Array.from({ length: 2_000 }, (_, at): Hit => [at * 20, 1]);
    const { window: joined } = take({ hits, leases: [] }, { ...MINUTE, limit: 1e9 }, 50_000, 1);
    expect(joined.hits.length).toBeLessThanOrEqual(1_000);
    expect(sum(giveBack(joined, 31 * 20, 1).hits)).toBe(sum(joined.hits) - 1);
  });

  test('giveBack() changes nothing if the hit that it should undo has already left the window', () => {
    const window: Window = { hits: [[5, 1]], leases: [] };
    expect(giveBack(window, 6, 1)).toEqual(window);
  });
});

describe('exchange()', () => {
  test('admits the 300th request and rejects the 301st', () => {
    const { decisions, window } = exchange({ hits: [[0, 298]], leases: [] }, MINUTE, 10, asking({ waiting: 3 }));
    expect(decisions.map(({ admitted, left }) => [admitted, left])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(window.hits).toEqual([
      [0, 298],
      [10, 2],
    ]);
  });

  test('exchange() leases permits only from the first half of the limit, and at most a quarter of the unused permits in that half', () => {
    expect([leased(1, 8), leased(1, 1_000), leased(146, 100), leased(147, 100), leased(299, 100)]).toEqual([
      8, 37, 1, 0, 0,
    ]);
  });

  test('a request waits if other processes may still return enough unused permits of their leases, and is otherwise rejected', () => {
    const window: Window = { hits: [[0, 290]], leases: [['b', 7, 1_000]] };
    const { decisions, changed } = exchange(window, MINUTE, 10, asking({ waiting: 12 }));
    expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, true, false, false]);
    expect(changed).toBe(true);
    const again = exchange({ hits: [[0, 293]], leases: window.leases }, MINUTE, 20, asking({ waiting: 7 }));
    expect(again).toMatchObject({ decisions: [], changed: false });
  });

  test('exchange() replaces a lease with its reported uses, and ignores a second report for the same lease', () => {
    const report = { lease_id: 'b', until_ms: 1_000, uses: [[3, 2] as const] };
    const first = exchange({ hits: [[5, 1]], leases: [['b', 7, 1_000]] }, MINUTE, 10, asking({ report, waiting: 0 }));
    expect(first.window).toEqual({
      hits: [
        [3, 2],
        [5, 1],
      ],
      leases: [],
    });
    expect(exchange(first.window, MINUTE, 10, asking({ report, waiting: 0 }))).toMatchObject({
      changed: false,
      window: first.window,
    });
  });

  test('exchange() stores thousands of hits as at most 2,000 entries; no hit is lost, and no hit expires too early', () => {
    const rule = { limit: 1e9, window_ms: 200_000 };
    const gaps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 5_000, maxLength: 5_000 });
    fc.assert(
      fc.property(gaps, (all) => {
        let now_ms = 0;
        const exact: Hit[] = all.map((gap) => [(now_ms += gap), 1]);
        let window = EMPTY;
        for (let index = 0; index < exact.length; index += 500) {
          const report = { lease_id: 'b', until_ms: now_ms, uses: exact.slice(index, index + 500) };
          const leases = [['b', 500, now_ms] as const];
          window = exchange({ ...window, leases }, rule, now_ms, asking({ report, waiting: 0 })).window;
        }
        expect(window.hits.length).toBeLessThanOrEqual(2_000);
        for (let moment = now_ms - rule.window_ms; moment <= now_ms; moment += 1_997) {
          const kept = sum(window.hits.filter(([at_ms]) => at_ms > moment));
          expect(kept).toBeGreaterThanOrEqual(sum(exact.filter(([at_ms]) => at_ms > moment)));
          // A hit may expire too late, but at most by a thousandth of the window's length.
          expect(kept).toBeLessThanOrEqual(sum(exact.filter(([at_ms]) => at_ms > moment - 200)));
        }
      }),
      { numRuns: 3 },
    );
  });

  test('counts all permits of a lease as used at the end of the lease, if no report arrives within a grace period after that', () => {
    const window: Window = { hits: [], leases: [['b', 7, 1_000]] };
    expect(givenUpAt(MINUTE, 1_000)).toBe(2_000);
    expect(exchange(window, MINUTE, 1_999, asking({ waiting: 0 })).window).toEqual(window);
    expect(exchange(window, MINUTE, 2_000, asking({ waiting: 0 })).window).toEqual({ hits: [[1_000, 7]], leases: [] });
  });
});

describe('a process’s copy of a rate window', () => {
  test('a copy lowers `left` by one per request, and raises it when a hit expires', () => {
    const copy = copyWith(10, 3);
    expect(decideFromCopy(copy, 59_600)).toMatchObject({ admitted: true, left: 288, reset_seconds: 1 });
    expect(decideFromCopy(copy, 59_600)).toMatchObject({ admitted: true, left: 287 });
    expect(decideFromCopy(copy, 60_000)).toMatchObject({ admitted: true, left: 296, reset_seconds: 60 });
    expect(decideFromCopy(copy, 60_000)).toBeUndefined();
    expect(reportOf(copy)).toEqual({
      lease_id: 'a',
      until_ms: 60_500,
      uses: [
        [59_600, 2],
        [60_000, 1],
      ],
    });
  });

  test('a copy makes no decisions once the time `until_ms` is reached', () => {
    expect(decideFromCopy(copyWith(10, 3), 60_499)).toMatchObject({ admitted: true });
    expect(decideFromCopy(copyWith(10, 3), 60_500)).toBeUndefined();
  });

  test('a copy rejects requests while the window is full; once a counted request expires, the copy must be updated from the database', () => {
    const copy = copyWith(299, 3);
    expect(decideFromCopy(copy, 59_999)).toMatchObject({ admitted: false, left: 0, retry_after_seconds: 1 });
    expect(decideFromCopy(copy, 60_000)).toBeUndefined();
  });

  test('a copy requests a lease of twice as many permits as it used; if it served at most one request, it requests no lease', () => {
    const copy = copyWith(1, 30);
    expect([wantedLease(undefined, 1), wantedLease(undefined, 32), wantedLease(copy, 0)]).toEqual([0, 62, 0]);
    for (let index = 0; index < 20; index++) decideFromCopy(copy, 59_600);
    expect([wantedLease(copy, 0), wantedLease(copy, 1)]).toEqual([40, 42]);
  });
});
