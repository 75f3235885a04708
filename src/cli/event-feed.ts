// Follows a running service's event log: reads page after page while pages are full, then polls once per second. If the
// service is unreachable, the feed retries, and resumes exactly where it stopped.
import { type Api, ApiFailure, type EventPage, type EventQuery, type LoggedEvent } from './api-client.ts';

/** Where to start: at the oldest event, at the end of the log, after a cursor, or with the newest existing events. */
export type Start = 'beginning' | 'now' | { readonly after: string } | { readonly last: number };

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
  /**
   * Called once, when the first page after the starting point has been read. The page starts after the cursor `after`,
   * or at the log's start if `after` is `undefined`.
   */
  onReady(after: string | undefined): void;
  onTrouble(message: string, retry_in_ms: number): void;
  /** Called when the service responds again. */
  onRecovery(): void;
};

const PAGE = 500;
const LOOK_EVERY_MS = 1_000;
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/**
 * The pause after the given number (at least 1) of consecutive failures. With each further failure the pause grows, up
 * to 15 seconds.
 */
export const retryMs = (failures: number): number => RETRY_MS[failures - 1] ?? 15_000;

/**
 * Yields non-empty pages of events, oldest first. Ends when the signal aborts or, without `follow`, at the end of the
 * log.
 */
export async function* followEvents(feed: Feed): AsyncGenerator<LoggedEvent[], void> {
  const read = openReader(feed);
  let after = typeof feed.start === 'object' && 'after' in feed.start ? feed.start.after : undefined;
  const newest_max = newestMax(feed.start);
  if (newest_max !== undefined) {
    const { newest, end } = await skipToNow(feed, read, newest_max);
    after = end;
    if (newest.length > 0) yield newest;
    if (!feed.follow) return;
  }
  for (let first = true; ; first = false) {
    const page = await read(after);
    if (page === undefined) return;
    if (first) feed.onReady(after);
    after = page.next ?? after;
    const wanted = wantedOf(feed, page);
    if (wanted.length > 0) yield wanted;
    if (isFull(page)) continue;
    if (!feed.follow) return;
    await feed.pause(LOOK_EVERY_MS);
  }
}

type Read = (after: string | undefined) => Promise<EventPage | undefined>;

const isFull = ({ events }: EventPage): boolean => events.length >= PAGE;

/**
 * Returns how many existing events the feed yields if it starts at the end of the log (none) or with the newest events.
 * Returns `undefined` for any other start.
 */
function newestMax(start: Start): number | undefined {
  if (start === 'now') return 0;
  return typeof start === 'object' && 'last' in start ? start.last : undefined;
}

const wantedOf = ({ kinds }: Feed, { events }: EventPage): LoggedEvent[] =>
  events.filter(({ event_type }) => kinds?.includes(event_type) ?? true);

/**
 * Skips to the end of the log. The API can list the log only from the oldest event on, so we have to read every page.
 * Returns the cursor of the end, and the requested number of newest events.
 */
async function skipToNow(feed: Feed, read: Read, newest_max: number) {
  let newest: LoggedEvent[] = [];
  let end: string | undefined;
  let skipped = 0;
  for (;;) {
    const page = await read(end);
    if (page === undefined) return { newest: [], end };
    end = page.next ?? end;
    if (newest_max > 0) newest = [...newest, ...wantedOf(feed, page)].slice(-newest_max);
    skipped += page.events.length;
    if (!isFull(page)) return { newest, end };
    feed.onSkipped(skipped);
  }
}

/**
 * Returns a function that reads one page. After a transient failure, the function tries again. After an abort, the
 * function returns `undefined`.
 */
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
        // If the very first request fails without a `Retry-After` header, the error is thrown, because a wrong URL is
        // more likely than a service that is down.
        if (!has_answered && error.retry_after_ms === undefined) throw error;
        const wait_ms = Math.max(retryMs(failures), error.retry_after_ms ?? 0);
        onTrouble(error.message, wait_ms);
        await pause(wait_ms);
      }
    }
    return undefined;
  };
}
