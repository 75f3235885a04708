// Wakes the code that adds new events to the event log and delivers them. It calls the code in this process or notifies
// other processes. A wake-up is only a hint, because without it the events are found in the database a little later.
import { type Database, SYSTEM } from './db.ts';
import { announceEvents } from './notices.ts';

export type EventSignal = {
  send(): void;
  /** Registers this process's listener. `send` then calls the listener and does not notify other processes. */
  listen(onSignal: () => void): void;
  /** The caller calls `receive` when a notification from another process has arrived. */
  receive(): void;
};

/** Calls of `send` within this time are sent as one notification. */
const GATHER_MS = 5;

export function openEventSignal(database: Database): EventSignal {
  let onSignal: (() => void) | undefined;
  let gathering = false;

  async function notifyOthers(): Promise<void> {
    gathering = false;
    await announceEvents(database.scoped(SYSTEM)).catch(() => undefined);
  }

  return {
    send() {
      if (onSignal !== undefined) return onSignal();
      if (gathering) return;
      gathering = true;
      setTimeout(() => void notifyOthers(), GATHER_MS).unref();
    },
    listen(listener) {
      onSignal = listener;
    },
    receive: () => onSignal?.(),
  };
}
