// Fires timers as the worker does, when the test asks for it.
import type { CtxParts } from '#services/platform/ctx.ts';
import { fireTurn, ownersWithDueTimers, type TimerHandlers } from '#services/platform/timers.ts';

/** Runs one turn for each owner with due timers. Returns how many timers fired. */
export async function fireDueTimers(parts: CtxParts, handlers: TimerHandlers): Promise<number> {
  const owners = await ownersWithDueTimers(parts);
  const turns = await Promise.all(owners.map((owner) => fireTurn(parts, handlers, owner)));
  return turns.reduce((sum, { fired }) => sum + fired, 0);
}
