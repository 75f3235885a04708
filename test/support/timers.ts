// Fires due timers in the same way as the worker, but only when a test requests it.
import type { CtxParts } from '#services/platform/ctx.ts';
import { fireTurn, ownersWithDueTimers, type TimerHandlers } from '#services/platform/timers.ts';

/** Calls `fireTurn()` once for each owner that has due timers. Returns how many timers fired. */
export async function fireDueTimers(parts: CtxParts, handlers: TimerHandlers): Promise<number> {
  const owners = await ownersWithDueTimers(parts);
  const turns = await Promise.all(owners.map((owner) => fireTurn(parts, handlers, owner)));
  return turns.reduce((sum, { fired }) => sum + fired, 0);
}
