// The budget for creating single orders. An order is counted in a separate transaction before it is created, so it
// counts even if its creation fails. Further orders of the same secret may arrive during this transaction. They are
// counted together in the next transaction; otherwise each order would wait for the locks of all orders before it.
import { BUDGETS, type Decision, giveBack, take, windowMs } from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { commitLazily, lockWindow, type Subject, saveWindow } from '#storage/access/limits.ts';
import type { Database } from '#storage/platform/db.ts';

/**
 * The decision on whether one order fits into the budget. `at_ms` is the time at which the order was counted; `putBack`
 * needs this time.
 */
export type TakenOrder = Decision & { readonly at_ms: number };

export type OrderBudget = {
  /** Counts one order against a secret's order budget; throws `unavailable` if the database does not respond. */
  take(scope: Scope, key_id: string, limit?: number): Promise<TakenOrder>;
  /** Returns one order to the budget. `at_ms` is the time at which the order was counted. */
  putBack(scope: Scope, key_id: string, at_ms: number): Promise<void>;
};

/** The orders that were sent with one client secret and are waiting for a decision. */
type Line = { readonly scope: Scope; readonly subject: Subject; limit: number; waiting: Waiting[] };
type Waiting = { resolve(taken: TakenOrder): void; reject(error: unknown): void };

export function openOrderBudget(database: Database): OrderBudget {
  const lines = new Map<string, Line>();

  /** Decides on waiting orders until no order is waiting. The returned promise never rejects. */
  async function serve(key: string, line: Line): Promise<void> {
    while (line.waiting.length > 0) {
      const served = line.waiting;
      line.waiting = [];
      try {
        const decisions = await takeEach(database, line, served.length);
        for (const [at, { resolve, reject }] of served.entries()) {
          const decision = decisions[at];
          if (decision === undefined) reject(new Error('an order has no decision'));
          else resolve(decision);
        }
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    lines.delete(key);
  }

  return {
    take(scope, key_id, limit = BUDGETS.orders.size) {
      const key = `${scope.client_id}:${scope.environment}:${key_id}`;
      const known = lines.get(key);
      const line = known ?? { scope, subject: subjectOf(key_id), limit, waiting: [] };
      line.limit = limit;
      return new Promise((resolve, reject) => {
        line.waiting.push({ resolve, reject });
        if (known !== undefined) return;
        lines.set(key, line);
        void serve(key, line);
      });
    },
    putBack: (scope, key_id, at_ms) =>
      database.scoped(scope).transaction(async (tx) => {
        const subject = subjectOf(key_id);
        const { window } = await lockWindow(tx, scope, subject);
        await saveWindow(tx, scope, subject, giveBack(window, at_ms, 1));
      }),
  };
}

const subjectOf = (key_id: string): Subject => ({ budget: 'orders', subject_id: key_id });

function takeEach(database: Database, { scope, subject, limit }: Line, count: number): Promise<TakenOrder[]> {
  const rule = { limit, window_ms: windowMs('orders') };
  return database.scoped(scope).transaction(async (tx) => {
    // This commit does not wait for the disk, because the order is committed later, and that commit waits for the disk.
    const [, { window, now_ms }] = await Promise.all([commitLazily(tx), lockWindow(tx, scope, subject)]);
    let left = window;
    const decisions = Array.from({ length: count }, (): TakenOrder => {
      const taken = take(left, rule, now_ms, 1);
      left = taken.window;
      return { ...taken.decision, at_ms: now_ms };
    });
    if (left !== window) await saveWindow(tx, scope, subject, left);
    return decisions;
  });
}
