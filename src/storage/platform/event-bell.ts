// The bell that tells whoever files and delivers events that there is something to do: in this process by a call, in the
// others by a notice. Only a hint: the events are in the database, and are found without it too, a little later.
import { type Database, SYSTEM } from './db.ts';
import { announceEvents } from './notices.ts';

export type EventBell = {
  ring(): void;
  /** There is somebody in this process; the others need not be told. */
  answer(onRing: () => void): void;
  /** Somebody in another process rang. */
  pass(): void;
};

/** So many rings of one moment make one notice. */
const GATHER_MS = 5;

export function openEventBell(database: Database): EventBell {
  let onRing: (() => void) | undefined;
  let gathering = false;

  async function tellOthers(): Promise<void> {
    gathering = false;
    await announceEvents(database.scoped(SYSTEM)).catch(() => undefined);
  }

  return {
    ring() {
      if (onRing !== undefined) return onRing();
      if (gathering) return;
      gathering = true;
      setTimeout(() => void tellOthers(), GATHER_MS).unref();
    },
    answer(listener) {
      onRing = listener;
    },
    pass: () => onRing?.(),
  };
}
