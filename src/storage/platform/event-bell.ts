// Wakes the code that files and delivers events when there is work: by a call in this process, by a notification in the
// others. It is only a hint: the events are in the database and are found without it too, a little later.
import { type Database, SYSTEM } from './db.ts';
import { announceEvents } from './notices.ts';

export type EventBell = {
  ring(): void;
  /** Registers the listener of this process; the other processes are then not notified. */
  answer(onRing: () => void): void;
  /** Another process sent a notification. */
  pass(): void;
};

/** Calls within this time are sent as one notification. */
const GATHER_MS = 5;

export function openEventBell(database: Database): EventBell {
  let onRing: (() => void) | undefined;
  let gathering = false;

  async function notifyOthers(): Promise<void> {
    gathering = false;
    await announceEvents(database.scoped(SYSTEM)).catch(() => undefined);
  }

  return {
    ring() {
      if (onRing !== undefined) return onRing();
      if (gathering) return;
      gathering = true;
      setTimeout(() => void notifyOthers(), GATHER_MS).unref();
    },
    answer(listener) {
      onRing = listener;
    },
    pass: () => onRing?.(),
  };
}
