// Wakes the code that adds new events to the event log and delivers them. If the code runs in this process, it is
// called. If it runs in other processes, they are notified. A wake-up is only a hint: without it, the events are found
// in the database a little later.
import { type Database, SYSTEM } from './db.ts';
import { announceEvents } from './notices.ts';

export type EventSignal = {
  send(): void;
  /** Registers this process's listener. `send` then calls the listener and does not notify other processes. */
  listen(onSignal: () => void): void;
  /**
   * Calls `onNews`, in addition to the listener, whenever this process sends or receives a signal. Returns a function
   * that ends the subscription.
   */
  subscribe(onNews: () => void): () => void;
  /** Must be called when a notification from another process has arrived. */
  receive(): void;
};

/** The time during which all calls of `send` are sent as one notification. */
const GATHER_MS = 5;

export function openEventSignal(database: Database): EventSignal {
  let onSignal: (() => void) | undefined;
  let gathering = false;
  const subscribers = new Set<() => void>();
  const tell = () => {
    for (const onNews of subscribers) onNews();
  };

  async function notifyOthers(): Promise<void> {
    gathering = false;
    await announceEvents(database.scoped(SYSTEM)).catch(() => undefined);
  }

  return {
    send() {
      tell();
      if (onSignal !== undefined) return onSignal();
      if (gathering) return;
      gathering = true;
      setTimeout(() => void notifyOthers(), GATHER_MS).unref();
    },
    listen(listener) {
      onSignal = listener;
    },
    subscribe(onNews) {
      subscribers.add(onNews);
      return () => subscribers.delete(onNews);
    },
    receive() {
      tell();
      onSignal?.();
    },
  };
}
