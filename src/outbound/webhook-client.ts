// Posts webhooks. Endpoints are untrusted: an endpoint may be slow, silent or malicious, or may send an endless
// response. Once a post has a connection, its result is known within the timeout. A faulty endpoint affects only the
// connections to that endpoint.
import type { Dispatcher } from 'undici';
import { elapsedMs } from '#base/clock.ts';
import { type AddressPolicy, type Lookup, lookupAll } from './addresses.ts';
import { faultText, INVALID_ANSWER, isClosing, NOT_SENT, timeoutText } from './webhook-faults.ts';
import { type Line, type Lines, openLines } from './webhook-lines.ts';

export type WebhookPost = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** `error_message` is set only if there was no valid response. `status_code` is set for every valid response. */
export type WebhookResult = { status_code: number | null; error_message: string | null; duration_ms: number };

export type WebhookClient = {
  /** Posts a webhook. The promise never rejects. */
  post(request: WebhookPost): Promise<WebhookResult>;
  /** Waits for the results of posts that are in progress. Later posts are not sent. */
  close(): Promise<void>;
};

export type WebhookClientOptions = {
  lookup?: Lookup;
  /**
   * The maximum time from the start of a request to the last byte of the response header. It includes the time to open
   * a connection, if a new connection is needed.
   */
  timeout_ms?: number;
  /** A certificate authority that is trusted instead of the public certificate authorities. */
  ca?: string;
};

/**
 * The maximum number of bytes that we read of a response body. We discard the body, and read it only so that the
 * connection can be reused. The limit keeps the reading cheap.
 */
export const BODY_BYTES_MAX = 64 * 1024;
const BODY_MS_MAX = 2_000;
/**
 * The maximum number of interim (1xx) responses from an endpoint. More are not needed, because they contain no
 * information.
 */
export const INTERIM_ANSWERS_MAX = 8;

export function openWebhookClient(policy: AddressPolicy, options: WebhookClientOptions = {}): WebhookClient {
  const { lookup = lookupAll, timeout_ms = 10_000, ca } = options;
  const lines = openLines({ policy, lookup: shared(lookup), timeout_ms, ...(ca === undefined ? {} : { ca }) });
  let in_flight_count = 0;
  let onIdle = (): void => undefined;
  let closing: Promise<void> | undefined;

  async function finish(): Promise<void> {
    if (in_flight_count > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    }
    await lines.close();
  }

  return {
    post: ({ url, headers, body }) =>
      new Promise((resolve) => {
        const target = /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
        if (target === undefined || closing !== undefined) return resolve(NOTHING_SENT);
        const path = target.pathname + target.search;
        const request: Dispatcher.DispatchOptions = { path, method: 'POST', headers, body };
        const settle = (result: WebhookResult): void => {
          resolve(result);
          if (--in_flight_count === 0) onIdle();
        };
        in_flight_count++;
        lines.take(target, (line) => send(lines, line, request, timeout_ms, settle));
      }),
    close: () => (closing ??= finish()),
  };
}

const NOTHING_SENT: WebhookResult = { status_code: null, error_message: NOT_SENT, duration_ms: 0 };

/**
 * Sends one POST request over one connection. Calls `settle` as soon as the result is known, and frees the connection
 * exactly once.
 */
function send(
  lines: Lines,
  first_line: Line,
  request: Dispatcher.DispatchOptions,
  timeout_ms: number,
  settle: (result: WebhookResult) => void,
): void {
  const started_at = elapsedMs();
  let line = first_line;
  let has_begun = false;
  let is_settled = false;
  let is_over = false;
  let interim_count = 0;
  let body_bytes = 0;

  const decide = (status_code: number | null, error_message: string | null): void => {
    if (is_settled) return;
    is_settled = true;
    settle({ status_code, error_message, duration_ms: Math.round(elapsedMs() - started_at) });
  };
  const leave = (giveBack: (line: Line) => void): void => {
    if (is_over) return;
    is_over = true;
    clearTimeout(timer);
    giveBack(line);
  };
  const fail = (message: string): void => {
    decide(null, message);
    leave(lines.drop);
  };
  let timer = setTimeout(() => fail(timeoutText(timeout_ms)), timeout_ms);

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => undefined,
    onResponseStarted() {
      has_begun = true;
    },
    onResponseStart(_, status_code) {
      if (status_code >= 200) {
        decide(status_code, null);
        clearTimeout(timer);
        timer = setTimeout(() => leave(lines.drop), Math.min(BODY_MS_MAX, timeout_ms));
      } else if (++interim_count > INTERIM_ANSWERS_MAX) fail(INVALID_ANSWER);
    },
    onResponseData(_, chunk) {
      body_bytes += chunk.length;
      if (body_bytes > BODY_BYTES_MAX) leave(lines.drop);
    },
    onResponseEnd: () => leave(lines.release),
    onResponseError(_, error) {
      if (is_over) return;
      // A server may close an idle connection at the same moment at which we use it. In this case there was no
      // response, and receivers must tolerate duplicates. So we send the request again over a new connection. The
      // `answers_count` of the new connection is 0, so the request is sent again only once.
      const is_stale = line.answers_count > 0 && !has_begun && isClosing(error);
      if (!is_stale) return fail(faultText(error, has_begun));
      line = lines.renew(line);
      line.client.dispatch(request, handler);
    },
  };
  line.client.dispatch(request, handler);
}

/** Concurrent connections to the same name share a DNS lookup, because the system runs only a few lookups at a time. */
function shared(lookup: Lookup): Lookup {
  const pending = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const answer = pending.get(hostname) ?? lookup(hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, answer);
    return answer;
  };
}
