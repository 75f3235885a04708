// Fires due timers of all owners; an owner is a client in one environment. Owners are processed concurrently, and in
// turns: a free slot goes to the owner whose last turn was longest ago. Owners whose timers fail or are slow may use
// only some of the slots, so that they do not delay other owners.
import { newAlarm } from '#base/alarm.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { House } from '#services/house.ts';
import { fireTurn, ownersWithDueTimers } from '#services/platform/timers.ts';

const POLL_MS = 500;
/**
 * The number of owners processed concurrently. It is a sixth of the database connections of a process, which has 24
 * connections by default.
 */
const TURNS_AT_ONCE = 4;
const SLOW_AT_ONCE = 2;

export type TimerLoop = { stop(): Promise<void> };

export function startTimers(house: House): TimerLoop {
  const alarm = newAlarm();
  /** The owners whose timers are being processed now. */
  const turns = new Map<string, Promise<void>>();
  /** The owners whose last run was slow or failed. */
  const slow = new Set<string>();
  /** The number of the last turn of each owner. Turns are numbered in the order in which they begin. */
  const last_turns = new Map<string, number>();
  let turns_begun = 0;
  const lastTurnOf = (owner: Scope): number => last_turns.get(keyOf(owner)) ?? 0;
  let is_stopping = false;

  async function loop(): Promise<void> {
    while (!is_stopping) {
      alarm.reset();
      const owners = await ownersWithDueTimers(house).catch((err: unknown) => {
        house.log.warn({ err }, 'could not look for due timers, trying again');
        return [];
      });
      for (const owner of owners.toSorted((one, other) => lastTurnOf(one) - lastTurnOf(other))) {
        if (hasPlaceFor(keyOf(owner))) begin(owner);
      }
      // A run that fired timers wakes the loop. More timers may be due, and an owner that found no free slot may find
      // one now.
      await alarm.wait(POLL_MS);
    }
  }

  function hasPlaceFor(key: string): boolean {
    if (is_stopping || turns.has(key) || turns.size >= TURNS_AT_ONCE) return false;
    return !slow.has(key) || [...turns.keys()].filter((other) => slow.has(other)).length < SLOW_AT_ONCE;
  }

  function begin(owner: Scope): void {
    const key = keyOf(owner);
    last_turns.set(key, ++turns_begun);
    const turn = takeTurn(owner, key).finally(() => turns.delete(key));
    turns.set(key, turn);
  }

  async function takeTurn(owner: Scope, key: string): Promise<void> {
    try {
      const { fired, is_slow } = await fireTurn(house, house.timer_handlers, owner);
      slow.delete(key);
      if (is_slow) slow.add(key);
      if (fired > 0) alarm.ring();
    } catch (err) {
      slow.add(key);
      house.log.warn({ err, ...owner }, 'could not fire timers, trying again');
    }
  }

  const running = loop();
  return {
    async stop() {
      is_stopping = true;
      alarm.ring();
      await running;
      await Promise.all(turns.values());
    },
  };
}

const keyOf = ({ client_id, environment }: Scope): string => `${client_id} ${environment}`;
