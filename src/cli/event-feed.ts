// Follows a running service's event log: reads page after page while pages are full, then polls once per second. If the
// service is unreachable, it retries, and resumes exactly where it stopped.
import { type Api, ApiFailure, type EventPage, type EventQuery, type LoggedEvent } from './api-client.ts';

/** Where to start: at the oldest event, with the next new event, or after a cursor. */
export type Start = 'beginning' | 'now' | { readonly after: string };

export type Feed = {
  readonly api: Pick<Api, 'listEvents'>;
  readonly start: Start;
  /** The event types to yield; `undefined` for all types. */
  readonly kinds: readonly string[] | undefined;
  readonly filter: Omit<EventQuery, 'after' | 'event_type'>;
  /** Whether to wait for new events at the end of the log. */
  readonly follow: boolean;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
  /** Called with the number of older events skipped so far. */
  onSkipped(count: number): void;
  /** Called before the first event with the cursor after which all events are read; `undefined` is the log's start. */
  onReady(after: string | undefined): void;
  onTrouble(message: string, retry_in_ms: number): void;
  /** Called when the service responds again. */
  onRecovery(): void;
};

const PAGE = 500;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** The pause after this many consecutive failures (from 1); it grows to 15 seconds. */
export const retryMs = (failures: number): number => RETRY_MS[failures - 1] ?? 15_000;

/** Yields pages of events, oldest first, and no empty pages. Ends when the signal aborts. */
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

/** Reads every page up to the end of the log, because the API reads the log only from its oldest event on. */
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

/** Returns a function that reads one page and retries until it succeeds, or returns `undefined` after an abort. */
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
        // If the very first request fails, a wrong URL is more likely than a service that is down.
        if (!has_answered && error.retry_after_ms === undefined) throw error;
        const wait_ms = Math.max(retryMs(failures), error.retry_after_ms ?? 0);
        onTrouble(error.message, wait_ms);
        await pause(wait_ms);
      }
    }
    return undefined;
  };
}
