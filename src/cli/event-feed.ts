// Follows the event log of a running service: page after page while there are full ones, then a look every second. When
// the service goes away it waits for it, and goes on exactly where it stopped.
import { type Api, ApiFailure, type EventPage, type EventQuery, type LoggedEvent } from './api-client.ts';

/** Where to begin: with the oldest event, with what comes from now on, or behind a cursor. */
export type Start = 'beginning' | 'now' | { readonly after: string };

export type Feed = {
  readonly api: Pick<Api, 'listEvents'>;
  readonly start: Start;
  /** The kinds to show; all without it. */
  readonly kinds: readonly string[] | undefined;
  readonly filter: Omit<EventQuery, 'after' | 'event_type'>;
  /** Whether to wait for more once everything was shown. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
  /** How many older events were passed over so far. */
  onSkipped(count: number): void;
  /** Behind this cursor nothing is passed over; without one the log is shown from its beginning. */
  onReady(after: string | undefined): void;
  onTrouble(message: string, retry_in_ms: number): void;
  /** The trouble is over. */
  onRecovery(): void;
};

const PAGE = 500;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** The pause after so many failures in a row, from 1 on; it grows to a quarter of a minute. */
export const retryMs = (failures: number): number => RETRY_MS[failures - 1] ?? 15_000;

/** Pages of events, oldest first, none of them empty. Ends when the signal says so. */
export async function* followEvents(feed: Feed): AsyncGenerator<LoggedEvent[], void> {
  const read = openReader(feed);
  let after = typeof feed.start === 'object' ? feed.start.after : undefined;
  if (feed.start === 'now') after = await skipToNow(feed, read);
  for (let first = true; ; first = false) {
    const page = await read(after);
    if (page === undefined) return;
    if (first) feed.onReady(after);
    after = page.next ?? after;
    const wanted = page.events.filter(({ event_type }) => feed.kinds?.includes(event_type) ?? true);
    if (wanted.length > 0) yield wanted;
    if (isFull(page)) continue;
    if (!feed.follow) return;
    await feed.pause(LOOK_EVERY_MS);
  }
}

type Read = (after: string | undefined) => Promise<EventPage | undefined>;

const isFull = ({ events }: EventPage): boolean => events.length >= PAGE;

/** The log is read from its old end only, so the way to its new end leads past everything in it. */
async function skipToNow(feed: Feed, read: Read): Promise<string | undefined> {
  let after: string | undefined;
  let skipped = 0;
  for (;;) {
    const page = await read(after);
    if (page === undefined) return after;
    after = page.next ?? after;
    skipped += page.events.length;
    if (!isFull(page)) return after;
    feed.onSkipped(skipped);
  }
}

/** Reads one page however long it takes; undefined when the signal came first. */
function openReader({ api, filter, kinds, signal, pause, onTrouble, onRecovery }: Feed): Read {
  const [only, ...others] = kinds ?? [];
  const query = { ...filter, ...(only !== undefined && others.length === 0 ? { event_type: only } : {}) };
  let has_answered = false;
  return async (after) => {
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const page = await api.listEvents(after === undefined ? query : { ...query, after }, PAGE, signal);
        has_answered = true;
        if (failures > 1) onRecovery();
        return page;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof ApiFailure) || !error.passing) throw error;
        // What cannot be reached at the first word is more likely a wrong address than a service at rest.
        if (!has_answered && error.retry_after_ms === undefined) throw error;
        const wait_ms = Math.max(retryMs(failures), error.retry_after_ms ?? 0);
        onTrouble(error.message, wait_ms);
        await pause(wait_ms);
      }
    }
    return undefined;
  };
}
