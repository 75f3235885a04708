// `vouch listen`: forwards events of a running service to a receiver, one at a time, signed like a webhook of the
// service. It forwards all events, or only those of the given types. An event is retried until the receiver accepts it,
// and later events wait for it.
import { Agent } from 'undici';
import { elapsedMs, systemClock } from '#base/clock.ts';
import { accessKey, signWithKeys, webhookKey } from '#domain/events/webhook-signatures.ts';
import { type LoggedEvent, reasonOf } from './api-client.ts';
import { type Feed, followEvents, retryMs } from './event-feed.ts';

/** One delivery attempt. */
export type Attempt = {
  /** The number of the attempt, from 1 on. */
  attempt: number;
  status_code: number | null;
  /** The reason why there is no status code. */
  error_message: string | null;
  duration_ms: number;
  /** The pause before the next attempt; null if the event was accepted. */
  retry_in_ms: number | null;
};

export type Summary = {
  forwarded: number;
  failed_attempts: number;
  /** The number of events that were read but had not been accepted when the command ended. */
  waiting: number;
  /**
   * The cursor of the last accepted event, or of the starting point if no event was accepted. Null means the start of
   * the log.
   */
  last_cursor: string | null;
};

/** The output of the command `vouch listen`. Each method prints one kind of message about the progress. */
export type View = {
  skipped(count: number): void;
  ready(): void;
  sending(event: LoggedEvent, waiting: number): void;
  tried(event: LoggedEvent, attempt: Attempt): void;
  /** Shows that the service (not the receiver) is unreachable. */
  trouble(message: string, retry_in_ms: number): void;
  /** Shows that the service responds again. */
  recovered(): void;
  /** Shows that the receiver has accepted every event that was read so far. */
  idle(): void;
  ended(summary: Summary): void;
};

export type ListenOptions = Pick<Feed, 'api' | 'start' | 'kinds' | 'signal' | 'pause'> & {
  readonly forward_to: string;
  readonly signing_secret: string;
  readonly access_secret: string;
  readonly view: View;
};

/** The timeout for the receiver's response. It equals the timeout of the service's own webhook deliveries. */
const ANSWER_WITHIN_MS = 10_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export async function listen(options: ListenOptions): Promise<Summary> {
  const { signal, view } = options;
  const sender = openSender(options);
  const summary: Summary = { forwarded: 0, failed_attempts: 0, waiting: 0, last_cursor: null };
  let begun = false;
  const feed: Feed = {
    ...options,
    filter: {},
    follow: true,
    onSkipped: (count) => view.skipped(count),
    onReady: (after) => {
      begun = true;
      summary.last_cursor = after ?? null;
      view.ready();
    },
    onTrouble: (message, retry_in_ms) => view.trouble(message, retry_in_ms),
    onRecovery: () => view.recovered(),
  };
  try {
    for await (const events of followEvents(feed)) {
      summary.waiting = events.length;
      for (const event of events) {
        if (!(await handOver(options, sender.send, event, summary))) break;
      }
      if (signal.aborted) break;
      view.idle();
    }
  } finally {
    await sender.close();
    // The summary is shown even if an error follows. It is left out only if the command ends before it has begun to
    // follow the log, for example because the very first request failed.
    if (begun) view.ended(summary);
  }
  return summary;
}

/** Sends an event again and again until the receiver accepts it. Returns false if the signal aborts before that. */
async function handOver(
  { signal, pause, view }: ListenOptions,
  send: Send,
  event: LoggedEvent,
  summary: Summary,
): Promise<boolean> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    view.sending(event, summary.waiting);
    const answer = await send(event);
    if (signal.aborted && answer.status_code === null) return false;
    const taken = answer.status_code !== null && answer.status_code >= 200 && answer.status_code < 300;
    const retry_in_ms = taken ? null : retryMs(attempt);
    if (taken) {
      summary.forwarded += 1;
      summary.waiting -= 1;
      summary.last_cursor = event.cursor;
    } else summary.failed_attempts += 1;
    view.tried(event, { attempt, ...answer, retry_in_ms });
    if (retry_in_ms === null) return true;
    await pause(retry_in_ms);
  }
  return false;
}

type Send = (event: LoggedEvent) => Promise<Pick<Attempt, 'status_code' | 'error_message' | 'duration_ms'>>;

function openSender({ forward_to, signing_secret, access_secret, signal }: ListenOptions) {
  const agent = new Agent({ connectTimeout: ANSWER_WITHIN_MS, headersTimeout: ANSWER_WITHIN_MS });
  const keys = { signing_key: webhookKey(signing_secret), access_key: accessKey(access_secret) };
  const { origin, pathname, search } = new URL(forward_to);
  const send: Send = async ({ payload, body }) => {
    const started = elapsedMs();
    const duration = () => Math.round(elapsedMs() - started);
    const timestamp_seconds = Math.floor(systemClock.now().getTime() / 1000);
    const headers = signWithKeys({ webhook_id: payload.webhook_id, body, timestamp_seconds, ...keys });
    try {
      const answer = await agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal });
      const duration_ms = duration();
      // Only the status matters, so we do not wait for the response body.
      void answer.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
      return { status_code: answer.statusCode, error_message: null, duration_ms };
    } catch (error) {
      return { status_code: null, error_message: reasonOf(error), duration_ms: duration() };
    }
  };
  return { send, close: () => agent.destroy() };
}
