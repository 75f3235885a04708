// Timers as the worker fires them, at the moment a test chooses.
import type { CtxParts } from '#services/ctx.ts';
import { fireTurn, ownersWithDueTimers, type TimerHandlers } from '#services/timers.ts';

/** One turn for each owner that has something due. Returns how many timers fired. */
export async function fireDueTimers(parts: CtxParts, handlers: TimerHandlers): Promise<number> {
  const owners = await ownersWithDueTimers(parts);
  const turns = await Promise.all(owners.map((owner) => fireTurn(parts, handlers, owner)));
  return turns.reduce((sum, { fired }) => sum + fired, 0);
}
