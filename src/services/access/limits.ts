// Enforces budgets. Requests are counted in this process under short leases, so that most requests cost no query. A
// lease is the database's permission to admit a few more requests before this process reports them. Refreshes, logins,
// codes and order batches are counted in the database, in the transaction they belong to. Single orders are counted in
// order-budget.ts.

import { elapsedMs } from '#base/clock.ts';
import { newId } from '#base/ids.ts';
import { limiterDecisions } from '#base/measures.ts';
import {
  type Ask,
  type Copy,
  type Decision,
  decideFromCopy,
  type Exchanged,
  exchange,
  givenUpAt,
  type Report,
  type Rule,
  reportOf,
  take as takeFromWindow,
  wantedLease,
  windowMs,
} from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { commitLazily, lockWindow, type Subject, saveWindow } from '#storage/access/limits.ts';
import type { Database, Db } from '#storage/platform/db.ts';

/**
 * Asks for `n` units of a budget together. For refreshes, logins and codes, `now` is the time of use on the owner's
 * clock. For orders, the time of use is taken from the database's clock.
 */
export type Draw = { readonly subject_id: string; readonly n: number; readonly limit: number } & (
  | { readonly budget: 'orders' | 'batch-orders' }
  | { readonly budget: 'refresh' | 'logins' | 'codes'; readonly now: Date }
);

/** Takes all `n` units or none, in the caller's transaction. */
export async function take(tx: Db, scope: Scope, draw: Draw): Promise<Decision> {
  const rule: Rule = { limit: draw.limit, window_ms: windowMs(draw.budget) };
  // A row lock lasts until the end of its transaction, so a transaction is opened here. If the caller already has a
  // transaction, a savepoint is opened instead.
  return tx.transaction(async (inner) => {
    const locked = await lockWindow(inner, scope, draw);
    const now_ms = 'now' in draw ? draw.now.getTime() : locked.now_ms;
    const { window, decision } = takeFromWindow(locked.window, rule, now_ms, draw.n);
    if (window !== locked.window) await saveWindow(inner, scope, draw, window);
    return decision;
  });
}

export type Limiter = {
  /**
   * Decides whether one request made with a secret is admitted. The decision uses this process's lease if possible, and
   * otherwise the database. Throws `unavailable` if the database does not respond.
   */
  request(scope: Scope, key_id: string, limit: number): Decision | Promise<Decision>;
  /** Returns the leases to the database. After that, every request is decided in the database. */
  stop(): Promise<void>;
};

/**
 * The interval at which a waiting request checks whether other processes have reported on their leases. Each process
 * reports within a second, so requests wait rarely and only briefly.
 */
const POLL_MS = 20;
/** The delay before a process retries a failed report on its leases. */
const RETRY_MS = 250;

type Ledger = {
  readonly database: Database;
  readonly window_ms: number;
  readonly tabs: Map<string, Tab>;
  open: boolean;
};

type Waiting = { resolve(decision: Decision): void; reject(error: unknown): void };

/** This process's state for one secret. It is dropped when a whole lease period passes without requests. */
type Tab = {
  readonly key: string;
  readonly scope: Scope;
  readonly subject: Subject;
  limit: number;
  copy: Copy | undefined;
  /** The report on an ended lease. It is kept here until it is stored in the database. */
  report: Report | undefined;
  /**
   * How far the database's clock is ahead of our clock. The value may be too large but is never too small, so a use is
   * never recorded with a time that is too early, and a lease is never used for too long.
   */
  ahead_ms: number;
  waiting: Waiting[];
  syncing: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
};

export function openLimiter(options: { database: Database; window_ms?: number }): Limiter {
  const { database, window_ms = windowMs('requests') } = options;
  const ledger: Ledger = { database, window_ms, tabs: new Map(), open: true };
  return {
    request(scope, key_id, limit) {
      const tab = tabOf(ledger, scope, key_id, limit);
      const { copy } = tab;
      if (copy?.rule.limit === limit) {
        const decision = decideFromCopy(copy, nowMs(tab));
        if (decision !== undefined) return counted(decision, 'process');
      }
      tab.limit = limit;
      return new Promise((resolve, reject) => {
        tab.waiting.push({ resolve: (decision) => resolve(counted(decision, 'database')), reject });
        tab.syncing ??= syncWithStore(ledger, tab);
      });
    },
    async stop() {
      ledger.open = false;
      await Promise.all([...ledger.tabs.values()].map((tab) => closeTab(ledger, tab)));
    },
  };
}

function counted(decision: Decision, where: keyof typeof limiterDecisions): Decision {
  limiterDecisions[where][decision.admitted ? 'admitted' : 'refused']++;
  return decision;
}

function tabOf(ledger: Ledger, scope: Scope, key_id: string, limit: number): Tab {
  const key = `${scope.client_id}:${scope.environment}:${key_id}`;
  const known = ledger.tabs.get(key);
  if (known !== undefined) return known;
  const tab: Tab = {
    key,
    scope,
    subject: { budget: 'requests', subject_id: key_id },
    limit,
    copy: undefined,
    report: undefined,
    ahead_ms: 0,
    waiting: [],
    syncing: undefined,
    timer: undefined,
  };
  ledger.tabs.set(key, tab);
  return tab;
}

const nowMs = (tab: Tab): number => elapsedMs() + tab.ahead_ms;

const ruleOf = (ledger: Ledger, tab: Tab): Rule => ({ limit: tab.limit, window_ms: ledger.window_ms });

/**
 * Runs one transaction at a time. Requests that arrive meanwhile wait and are decided together in the next transaction.
 * The returned promise never rejects.
 */
async function syncWithStore(ledger: Ledger, tab: Tab): Promise<void> {
  try {
    do {
      // We wait for one tick, so that requests made in the same tick are included.
      await Promise.resolve();
      const undecided = await exchangeOnce(ledger, tab);
      if (undecided > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    } while (tab.waiting.length > 0);
  } catch (error) {
    for (const { reject } of tab.waiting.splice(0)) reject(error);
  }
  tab.syncing = undefined;
  setTimer(ledger, tab);
}

/**
 * Runs one transaction on the budget's window in the database. In this transaction, the process reports on its old
 * lease, gets decisions on the waiting requests, and may get a new lease. Returns the number of waiting requests that
 * must be decided again, because other processes have not reported on their leases yet.
 */
async function exchangeOnce(ledger: Ledger, tab: Tab): Promise<number> {
  const { copy } = tab;
  const waiting = tab.waiting.length;
  // The usage report is made from this process's copy of the lease now. From here on, the process must not admit
  // requests from the copy, because the report would not count these requests.
  if (copy !== undefined) tab.report = reportOf(copy);
  tab.copy = undefined;
  const wanted = ledger.open ? wantedLease(copy, waiting) : 0;
  const ask: Ask = { report: tab.report, waiting, lease_id: newId(), wanted };
  const { exchanged, ahead_ms } = await exchangeInStore(ledger, tab, ask);
  tab.report = undefined;
  tab.copy = exchanged.copy;
  tab.ahead_ms = ahead_ms;
  const { decisions } = exchanged;
  for (const [index, { resolve }] of tab.waiting.splice(0, decisions.length).entries()) {
    const decision = decisions[index];
    if (decision !== undefined) resolve(decision);
  }
  serveFromCopy(tab, exchanged.copy);
  return waiting - decisions.length;
}

function serveFromCopy(tab: Tab, copy: Copy): void {
  const later = tab.waiting.findIndex(({ resolve }) => {
    const decision = decideFromCopy(copy, nowMs(tab));
    if (decision !== undefined) resolve(decision);
    return decision === undefined;
  });
  tab.waiting.splice(0, later === -1 ? tab.waiting.length : later);
}

async function exchangeInStore(
  ledger: Ledger,
  tab: Tab,
  ask: Ask,
): Promise<{ exchanged: Exchanged; ahead_ms: number }> {
  const { scope, subject } = tab;
  return ledger.database.scoped(scope).transaction(async (tx) => {
    const began_ms = elapsedMs();
    // `commitLazily` lets the transaction commit without waiting for the disk. It sends one statement. This statement
    // is sent together with the statement of `lockWindow`, so it costs no extra round trip: the two statements take 0.7
    // ms together, and 1.0 ms one after the other.
    const [, { window, now_ms }] = await Promise.all([commitLazily(tx), lockWindow(tx, scope, subject)]);
    const exchanged = exchange(window, ruleOf(ledger, tab), now_ms, ask);
    if (!exchanged.changed) return { exchanged, ahead_ms: now_ms - began_ms };
    // We compare our clock with the database's clock again. This comparison is more exact than the first one, because
    // there is no wait for a lock between the two readings.
    const asked_ms = elapsedMs();
    const saved_ms = await saveWindow(tx, scope, subject, exchanged.window);
    return { exchanged, ahead_ms: saved_ms - asked_ms };
  });
}

/**
 * Sets the timer that reports on a lease when the lease ends. Because of this timer, the report is made even if no
 * request arrives, and other processes need not wait for it. If the lease was used, the report also renews the lease.
 */
function setTimer(ledger: Ledger, tab: Tab): void {
  clearTimeout(tab.timer);
  if (!ledger.open) return;
  const delay_ms = tab.copy === undefined ? RETRY_MS : Math.max(1, tab.copy.until_ms - nowMs(tab));
  tab.timer = setTimeout(() => {
    if (tab.syncing !== undefined) return;
    if (owesReport(ledger, tab)) tab.syncing = syncWithStore(ledger, tab);
    else ledger.tabs.delete(tab.key);
  }, delay_ms);
  tab.timer.unref();
}

function owesReport(ledger: Ledger, tab: Tab): boolean {
  const until_ms = tab.copy?.lease_id === undefined ? tab.report?.until_ms : tab.copy.until_ms;
  return until_ms !== undefined && nowMs(tab) < givenUpAt(ruleOf(ledger, tab), until_ms);
}

async function closeTab(ledger: Ledger, tab: Tab): Promise<void> {
  clearTimeout(tab.timer);
  await tab.syncing;
  if (owesReport(ledger, tab)) await (tab.syncing ??= syncWithStore(ledger, tab));
}
