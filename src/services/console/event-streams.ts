// Live streams of the event log, for the pages of the console. Each stream reads the log from its own position, so a
// slow reader delays no other reader and keeps at most one batch in memory. Once a second, a process reads the last
// positions of all logs that it streams. The positions are read with one statement, and no database connection is held
// between two reads.
import { newAlarm } from '#base/alarm.ts';
import { throttled } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { cursorOf, placeOf } from '#domain/events/event-log.ts';
import { EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { fileEvents } from '#services/events/event-log.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import { type FiledEvent, listFiledEvents, listLastSequences } from '#storage/events/events.ts';
import { SYSTEM } from '#storage/platform/db.ts';

export const STREAMS_PER_SESSION_MAX = 6;
/**
 * The maximum number of streams of one user. A user may have several sessions, and the streams of these sessions
 * together must leave room for the client's other users.
 */
export const STREAMS_PER_USER_MAX = 12;
const STREAMS_PER_CLIENT_MAX = 60;
const POLL_MS = 1_000;
/** The time during which new events are collected, so that all of them together cause only one query. */
const GATHER_MS = 50;
const BATCH = 100;
const HEARTBEAT_MS = 10_000;
const DAY_MS = 86_400_000;

export type StreamReader = {
  session_id: string;
  user_id: string;
  /**
   * The cursor of the last event that the reader has. If it is undefined, the stream begins with the next new event.
   */
  after: string | undefined;
  /**
   * Whether the reader may still read the log. This is checked before each heartbeat, and before each batch of events
   * except the first batch.
   */
  isAllowed(): Promise<boolean>;
  signal: AbortSignal;
};

export type EventStreams = {
  /** Returns the text of the stream in pieces. Throws 429 if the session, user or client has too many streams. */
  open(ctx: Ctx, reader: StreamReader): AsyncGenerator<string>;
  /** Ends all streams. */
  close(): void;
};

type Stream = { scope: Scope; session_id: string; user_id: string; sequence: number; ring(): void };

export function openEventStreams(parts: CtxParts): EventStreams {
  const streams = new Set<Stream>();
  let is_closing = false;
  let polling: NodeJS.Timeout | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;
  let looking: Promise<void> | undefined;
  let look_again = false;

  /** Wakes the streams whose log has grown. All calls during a running query together cause one more query. */
  function look(): void {
    if (looking !== undefined) {
      look_again = true;
      return;
    }
    look_again = false;
    looking = lookOnce()
      .catch((err: unknown) => parts.log.debug({ err }, 'could not look for new events'))
      .finally(() => {
        looking = undefined;
        if (look_again) look();
      });
  }

  function lookSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      look();
    }, GATHER_MS).unref();
  }

  async function lookOnce(): Promise<void> {
    const { addressed } = await fileEvents(parts);
    if (addressed > 0) parts.event_signal.send();
    const scopes = new Map([...streams].map(({ scope }) => [keyOf(scope), scope]));
    const lasts = await listLastSequences(parts.database.scoped(SYSTEM), [...scopes.values()]);
    const last_of = new Map(lasts.map((last) => [keyOf(last), last.last_sequence]));
    for (const stream of streams) if ((last_of.get(keyOf(stream.scope)) ?? 0) > stream.sequence) stream.ring();
  }

  function join(stream: Stream): void {
    const count = (isSame: (other: Stream) => boolean): number => [...streams].filter(isSame).length;
    if (
      count(({ scope }) => scope.client_id === stream.scope.client_id) >= STREAMS_PER_CLIENT_MAX ||
      count(({ user_id }) => user_id === stream.user_id) >= STREAMS_PER_USER_MAX ||
      count(({ session_id }) => session_id === stream.session_id) >= STREAMS_PER_SESSION_MAX
    ) {
      throw throttled(HEARTBEAT_MS / 1000);
    }
    streams.add(stream);
    polling ??= setInterval(look, POLL_MS).unref();
    unsubscribe ??= parts.event_signal.subscribe(lookSoon);
  }

  function leave(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(polling);
    clearTimeout(gathering);
    [polling, gathering] = [undefined, undefined];
    unsubscribe?.();
    unsubscribe = undefined;
  }

  /** The text of one stream. The next piece is produced only after the previous piece was sent. */
  async function* textOf(ctx: Ctx, stream: Stream, { isAllowed, signal }: StreamReader, alarm: Alarm) {
    const isOver = () => signal.aborted || is_closing;
    try {
      yield placeText(cursorOf(stream.sequence));
      while (!isOver()) {
        alarm.reset();
        const events = await readOn(ctx, stream);
        if (events.length > 0) yield events.map(toText).join('');
        const has_more = events.length === BATCH;
        if (!has_more) await alarm.wait(HEARTBEAT_MS);
        if (isOver()) return;
        if (!(await isAllowed())) {
          yield 'event: end\ndata: {}\n\n';
          return;
        }
        if (!has_more) yield ':\n\n';
      }
    } finally {
      leave(stream);
    }
  }

  return {
    async *open(ctx, reader) {
      const alarm = newAlarm();
      const stream = {
        scope: ctx.scope,
        session_id: reader.session_id,
        user_id: reader.user_id,
        sequence: placeOf(reader.after ?? '') ?? 0,
        ring: () => alarm.ring(),
      };
      join(stream);
      reader.signal.addEventListener('abort', () => alarm.ring(), { once: true });
      try {
        if (reader.after === undefined) stream.sequence = await lastOf(ctx);
      } catch (error) {
        leave(stream);
        throw error;
      }
      yield* textOf(ctx, stream, reader, alarm);
    },
    close() {
      is_closing = true;
      for (const stream of streams) stream.ring();
    },
  };
}

type Alarm = ReturnType<typeof newAlarm>;

const keyOf = ({ client_id, environment }: Scope): string => `${client_id} ${environment}`;

async function lastOf(ctx: Ctx): Promise<number> {
  await fileEvents(ctx);
  const [last] = await listLastSequences(ctx.database.scoped(SYSTEM), [ctx.scope]);
  return last?.last_sequence ?? 0;
}

/** Reads the next events of the stream, and moves the stream's position past them. */
async function readOn(ctx: Ctx, stream: Stream): Promise<FiledEvent[]> {
  const created_since = new Date(ctx.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS);
  const events = await listFiledEvents(ctx.db, ctx.scope, { after: stream.sequence, created_since, limit: BATCH });
  stream.sequence = events.at(-1)?.sequence ?? stream.sequence;
  return events;
}

/**
 * The first text of a stream. It contains the reader's position in the log, so that the reader can resume at this
 * position even if it has not received an event yet.
 */
const placeText = (cursor: string): string =>
  `retry: 2000\nid: ${cursor}\nevent: place\ndata: {"cursor":"${cursor}"}\n\n`;

/** A payload is one line of JSON, so it can be sent unchanged as the data of a server-sent event. */
const toText = ({ sequence, event_type, created_at, payload }: FiledEvent): string =>
  `id: ${cursorOf(sequence)}\nevent: event\ndata: {"cursor":"${cursorOf(sequence)}","event_type":"${event_type}","created_at":"${toTimestamp(created_at)}","payload":${payload}}\n\n`;
