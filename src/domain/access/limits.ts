// Budgets: how many requests may be admitted in any window of a given length. Every admitted request is counted. If a
// window has very many requests, all requests of the same thousandth of the window are stored with the time of the last
// of them. A request may then be counted a little too long, but never for too short a time. A window is a log of
// admitted requests, together with leases. Under a lease, a process may admit a few more requests before it reports
// them.

export const BUDGETS = {
  requests: { size: 300, window_seconds: 60 },
  orders: { size: 1_000, window_seconds: 3_600 },
  'batch-orders': { size: 10_000, window_seconds: 3_600 },
  refresh: { size: 4, window_seconds: 86_400 },
  logins: { size: 30, window_seconds: 3_600 },
  codes: { size: 10, window_seconds: 86_400 },
} as const satisfies Record<string, { size: number; window_seconds: number }>;
export type Budget = keyof typeof BUDGETS;

export const windowMs = (budget: Budget): number => BUDGETS[budget].window_seconds * 1000;

export type Rule = { readonly limit: number; readonly window_ms: number };

/**
 * `n` requests admitted at one moment. From that moment on, they count towards the limit for the length of one window.
 */
export type Hit = readonly [at_ms: number, n: number];
/**
 * Permits that a process may use until `until_ms` without another `exchange`. The number of used permits is unknown
 * until the process reports it.
 */
export type Lease = readonly [id: string, n: number, until_ms: number];
export type Window = { readonly hits: readonly Hit[]; readonly leases: readonly Lease[] };

export type Decision = {
  readonly admitted: boolean;
  readonly limit: number;
  /** The number of permits that remain immediately after this request. */
  readonly left: number;
  /**
   * 0 if the request is admitted. Otherwise, the whole seconds until the same request would be admitted, at least 1.
   */
  readonly retry_after_seconds: number;
  /** Whole seconds until the number of free permits is higher than `left`. It is 0 if no permit is in use. */
  readonly reset_seconds: number;
};

/** The response headers that describe a budget after a decision. */
export const limitHeaders = (budget: Budget, { limit, left, reset_seconds }: Decision): Record<string, string> => ({
  'ratelimit-policy': `"${budget}";q=${limit};w=${BUDGETS[budget].window_seconds}`,
  ratelimit: `"${budget}";r=${left};t=${reset_seconds}`,
});

/** The permits a process used under a lease, with the times of use. */
export type Report = { readonly lease_id: string; readonly until_ms: number; readonly uses: readonly Hit[] };

export type Ask = {
  readonly report: Report | undefined;
  /** The number of requests that wait for a decision. */
  readonly waiting: number;
  /** The id for the new lease that the process requests. `wanted` is the maximum number of permits in that lease. */
  readonly lease_id: string;
  readonly wanted: number;
};

export type Exchanged = {
  readonly window: Window;
  /** Whether the window changed and must be written. */
  readonly changed: boolean;
  /**
   * Decisions on as many waiting requests as can be decided now, in the order of the requests. The decisions on the
   * remaining requests depend on other processes' leases, so the remaining requests must be submitted again.
   */
  readonly decisions: readonly Decision[];
  readonly copy: Copy;
};

/**
 * A window at one moment. The hits from index `oldest` on are still inside the window; `used` is the sum of their
 * permits.
 */
type Tally = {
  readonly rule: Rule;
  readonly hits: readonly Hit[];
  readonly oldest: number;
  readonly used: number;
  /**
   * The permits that are leased to other processes. Another process may use its permits at any moment, so leased
   * permits do not count as free.
   */
  readonly leased: number;
};

/**
 * A process's own view of a window. Until `until_ms`, the process decides requests from this view alone, without an
 * exchange with the database, as long as it has permits left or the window is full.
 */
export type Copy = Tally & {
  readonly lease_id: string | undefined;
  readonly until_ms: number;
  /** The number of requests admitted in the exchange that made this copy. */
  readonly admitted: number;
  /** Index in `hits` of the first hit that this process added after the exchange. */
  readonly own: number;
  readonly hits: Hit[];
  permits: number;
  uses: number;
  oldest: number;
  used: number;
};

/**
 * The maximum length of a lease. Leases are short, because other processes may have to wait until the holder of a lease
 * reports its usage. If no report arrives within this length of time after the end of the lease, the holder is treated
 * as dead.
 */
const LEASE_MS_MAX = 1_000;
/**
 * One lease gets at most a quarter of the leasable permits, so that four processes that start together all get permits.
 */
const LEASE_SHARE = 4;
const LEASE_WANTED_MIN = 8;
/**
 * A window with more hits than this is stored in coarser time steps, so that even a limit of a billion hits needs no
 * larger row.
 */
const HITS_MAX = 2_000;
const STEPS = 1_000;

/**
 * Admits either all `n` requests or none. If no request is admitted, the returned window is the same object as before.
 */
export function take(window: Window, rule: Rule, now_ms: number, n: number): { window: Window; decision: Decision } {
  const before = tallyOf(liveHits(window.hits, rule, now_ms), rule, 0);
  if (before.used + n > rule.limit) return { window, decision: refusal(before, now_ms, n) };
  if (n === 0) return { window, decision: admission(before, now_ms) };
  const hits = addHits(before.hits, [[Math.ceil(now_ms), n]], rule);
  return { window: { ...window, hits }, decision: admission(tallyOf(hits, rule, 0), now_ms) };
}

/**
 * Undoes a `take` that was made at `at_ms`. The hit of this `take` may have been merged into a later hit, so we reduce
 * the first hit at or after `at_ms`.
 */
export function giveBack(window: Window, at_ms: number, n: number): Window {
  const found = window.hits.findIndex(([moment]) => moment >= Math.ceil(at_ms));
  const hits = window.hits
    .map(([moment, count], index): Hit => [moment, index === found ? count - n : count])
    .filter(([, count]) => count > 0);
  return { ...window, hits };
}

/**
 * One exchange between a process and the window. The process reports the uses of its last lease, gets decisions for its
 * waiting requests and may get a new lease. A request that exceeds the limit is rejected, with one exception. If the
 * request exceeds the limit only because of permits that are leased to other processes, the request waits, because
 * those permits may stay unused.
 */
export function exchange(window: Window, rule: Rule, now_ms: number, ask: Ask): Exchanged {
  const { uses, leases, settled } = settleLeases(window.leases, rule, now_ms, ask.report);
  const before = tallyOf(addHits(liveHits(window.hits, rule, now_ms), uses, rule), rule, sum(leases));
  const { used, leased } = before;
  const admitted = atLeast0(Math.min(ask.waiting, rule.limit - used - leased));
  const undecided = atLeast0(Math.min(ask.waiting - admitted, rule.limit - used - admitted));
  const permits = atLeast0(Math.min(ask.wanted, leasable(rule, used + leased + admitted)));
  const until_ms = Math.floor(now_ms + leaseMs(rule));
  const hits = admitted === 0 ? before.hits : addHits(before.hits, [[Math.ceil(now_ms), admitted]], rule);
  const after = tallyOf(hits, rule, leased);
  return {
    window: { hits, leases: permits === 0 ? leases : [...leases, [ask.lease_id, permits, until_ms]] },
    changed: settled || admitted > 0 || permits > 0,
    decisions: Array.from({ length: ask.waiting - undecided }, (_, index) =>
      index < admitted ? admission({ ...after, used: used + index + 1 }, now_ms) : refusal(after, now_ms, 1),
    ),
    copy: {
      ...after,
      hits: [...hits],
      own: hits.length,
      lease_id: permits === 0 ? undefined : ask.lease_id,
      until_ms,
      admitted,
      permits,
      uses: 0,
    },
  };
}

/**
 * Decides one request from this process's copy of the window. Returns `undefined` if the process must exchange with the
 * window first. Other processes only add hits to the window, so if the copy is full, the window is full too. If the
 * copy is not full, the request can be admitted only with a permit from a lease.
 */
export function decideFromCopy(copy: Copy, now_ms: number): Decision | undefined {
  if (now_ms >= copy.until_ms) return undefined;
  dropExpired(copy, now_ms);
  if (copy.permits === 0) return copy.used < copy.rule.limit ? undefined : refusal(copy, now_ms, 1);
  copy.permits--;
  copy.uses++;
  copy.used++;
  recordUse(copy, Math.ceil(now_ms));
  return admission(copy, now_ms);
}

export function reportOf(copy: Copy): Report | undefined {
  const { lease_id, until_ms, hits, own } = copy;
  return lease_id === undefined ? undefined : { lease_id, until_ms, uses: hits.slice(own) };
}

/**
 * The number of permits to lease: twice the number of recent requests, but at least `LEASE_WANTED_MIN`. It is 0 for a
 * single request, because returning the lease would cost more than the lease saves. It is also 0 for a process that has
 * no uses to report and no waiting requests.
 */
export function wantedLease(copy: Copy | undefined, waiting: number): number {
  const { uses, admitted } = copy ?? { uses: 0, admitted: 0 };
  const pace = waiting === 0 ? uses : uses + admitted + waiting - 1;
  return pace === 0 ? 0 : Math.max(LEASE_WANTED_MIN, 2 * pace);
}

/**
 * The time from which a lease is treated as fully used if its use was not reported. A report that arrives later is
 * ignored.
 */
export const givenUpAt = (rule: Rule, until_ms: number): number => until_ms + leaseMs(rule);

const leaseMs = (rule: Rule): number => Math.min(LEASE_MS_MAX, rule.window_ms / 10);

/**
 * If more than half of the limit is used, no permits are leased. So near the limit, every process sees the exact count.
 */
const leasable = (rule: Rule, taken: number): number => Math.floor((Math.floor(rule.limit / 2) - taken) / LEASE_SHARE);

function settleLeases(all: readonly Lease[], rule: Rule, now_ms: number, report: Report | undefined) {
  const uses: Hit[] = [];
  const leases = all.filter(([id, n, until_ms]) => {
    if (id === report?.lease_id) uses.push(...report.uses);
    // The process that held the lease is treated as dead. We assume that it used all permits of the lease at the last
    // moment.
    else if (now_ms >= givenUpAt(rule, until_ms)) uses.push([until_ms, n]);
    else return true;
    return false;
  });
  return { uses, leases, settled: leases.length < all.length };
}

function liveHits(hits: readonly Hit[], rule: Rule, now_ms: number): readonly Hit[] {
  const first = hits.findIndex(([at_ms]) => at_ms + rule.window_ms > now_ms);
  return first === -1 ? [] : hits.slice(first);
}

/**
 * Adds hits and returns all hits in order of time. Hits of the same millisecond are merged. If there are still too many
 * hits, hits that are further apart are merged, too.
 */
function addHits(hits: readonly Hit[], more: readonly Hit[], rule: Rule): readonly Hit[] {
  if (more.length === 0) return hits;
  const exact = joinSteps(
    [...hits, ...more].toSorted(([a], [b]) => a - b),
    1,
  );
  return exact.length <= HITS_MAX ? exact : joinSteps(exact, rule.window_ms / STEPS);
}

/**
 * Merges all hits that fall into the same step of the window. The merged hit has the time of the last hit, so that no
 * hit expires too early.
 */
function joinSteps(hits: readonly Hit[], step_ms: number): readonly Hit[] {
  const joined: Hit[] = [];
  for (const [at_ms, n] of hits) {
    const last = joined.at(-1);
    if (last !== undefined && Math.ceil(last[0] / step_ms) === Math.ceil(at_ms / step_ms)) {
      joined[joined.length - 1] = [at_ms, last[1] + n];
    } else joined.push([at_ms, n]);
  }
  return joined;
}

function dropExpired(copy: Copy, now_ms: number): void {
  for (let hit = copy.hits[copy.oldest]; hit !== undefined; hit = copy.hits[copy.oldest]) {
    if (hit[0] + copy.rule.window_ms > now_ms) return;
    copy.used -= hit[1];
    copy.oldest++;
  }
}

function recordUse(copy: Copy, at_ms: number): void {
  const last = copy.hits.length - 1;
  const previous = last < copy.own ? undefined : copy.hits[last];
  if (previous?.[0] === at_ms) copy.hits[last] = [at_ms, previous[1] + 1];
  else copy.hits.push([at_ms, 1]);
}

const tallyOf = (hits: readonly Hit[], rule: Rule, leased: number): Tally => ({
  rule,
  hits,
  oldest: 0,
  used: sum(hits),
  leased,
});

const sum = (parts: readonly (Hit | Lease)[]): number => parts.reduce((total, part) => total + part[1], 0);

const atLeast0 = (n: number): number => Math.max(0, n);

const admission = (tally: Tally, now_ms: number): Decision => ({
  admitted: true,
  limit: tally.rule.limit,
  left: atLeast0(tally.rule.limit - tally.used - tally.leased),
  retry_after_seconds: 0,
  reset_seconds: secondsUntilFree(tally, now_ms, 1) ?? 0,
});

/**
 * A request for more permits than the whole budget is never admitted. Its `retry_after_seconds` is the length of the
 * window.
 */
const refusal = (tally: Tally, now_ms: number, n: number): Decision => ({
  ...admission(tally, now_ms),
  admitted: false,
  retry_after_seconds:
    secondsUntilFree(tally, now_ms, tally.used + n - tally.rule.limit) ?? wholeSeconds(tally.rule.window_ms),
});

/**
 * The number of seconds until `n` of the permits in use have expired; `undefined` if fewer than `n` permits are in use.
 */
function secondsUntilFree({ hits, oldest, rule }: Tally, now_ms: number, n: number): number | undefined {
  let freed = 0;
  for (let index = oldest; index < hits.length; index++) {
    const [at_ms, here] = hits[index] ?? [0, 0];
    freed += here;
    // The logged time of a hit is the end of the hit's millisecond, so this time may be in the future. `Math.min`
    // ensures that no caller waits longer than a window.
    if (freed >= n) return wholeSeconds(Math.min(rule.window_ms, at_ms + rule.window_ms - now_ms));
  }
  return undefined;
}

const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
