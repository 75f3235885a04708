// Posts webhooks. An endpoint belongs to somebody else: it may be slow, silent, endless or malicious, and whatever it is,
// a result is there in time, and only its own connections pay for it.
import type { Dispatcher } from 'undici';
import { elapsedMs } from '#base/clock.ts';
import { type AddressPolicy, type Lookup, lookupAll } from './addresses.ts';
import { faultText, INVALID_ANSWER, isClosing, NOT_SENT, timeoutText } from './webhook-faults.ts';
import { type Line, type Lines, openLines } from './webhook-lines.ts';

export type WebhookPost = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** `error_message` stands where there was no answer; an answer that is not 2xx has its `status_code` alone. */
export type WebhookResult = { status_code: number | null; error_message: string | null; duration_ms: number };

export type WebhookClient = {
  /** Never rejects. */
  post(request: WebhookPost): Promise<WebhookResult>;
  /** Waits for the results of the posts under way. Nothing is sent afterwards. */
  close(): Promise<void>;
};

export type WebhookClientOptions = {
  lookup?: Lookup;
  /** From the beginning of the connection to the last byte of the header. */
  timeout_ms?: number;
  /** Trusted in place of the public authorities. */
  ca?: string;
};

/** Nobody reads the body. It is taken in so that the connection can be used again, as long as that is cheap. */
export const BODY_BYTES_MAX = 64 * 1024;
const BODY_MS_MAX = 2_000;
/** Answers before the answer (1xx) tell us nothing, and must not come without end. */
export const INTERIM_ANSWERS_MAX = 8;

export function openWebhookClient(policy: AddressPolicy, options: WebhookClientOptions = {}): WebhookClient {
  const { lookup = lookupAll, timeout_ms = 10_000, ca } = options;
  const lines = openLines({ policy, lookup: shared(lookup), timeout_ms, ...(ca === undefined ? {} : { ca }) });
  let under_way_count = 0;
  let onQuiet = (): void => undefined;
  let closing: Promise<void> | undefined;

  async function finish(): Promise<void> {
    if (under_way_count > 0) {
      await new Promise<void>((resolve) => {
        onQuiet = resolve;
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
          if (--under_way_count === 0) onQuiet();
        };
        under_way_count++;
        lines.take(target, (line) => send(lines, line, request, timeout_ms, settle));
      }),
    close: () => (closing ??= finish()),
  };
}

const NOTHING_SENT: WebhookResult = { status_code: null, error_message: NOT_SENT, duration_ms: 0 };

/** One post over one line: settles once, as soon as the outcome is known, and gives the line back once, when it is free. */
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
      // A server may hang up on an idle connection in the very moment we use it. Nothing was answered, and receivers
      // must bear with repetition, so it is sent once more: a new connection has no answers to its name.
      const is_stale = line.answers_count > 0 && !has_begun && isClosing(error);
      if (!is_stale) return fail(faultText(error, has_begun));
      line = lines.renew(line);
      line.client.dispatch(request, handler);
    },
  };
  line.client.dispatch(request, handler);
}

/** Connections to one name that are opened together ask for it together: the system answers only a few questions at a time. */
function shared(lookup: Lookup): Lookup {
  const asked = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const answer = asked.get(hostname) ?? lookup(hostname).finally(() => asked.delete(hostname));
    asked.set(hostname, answer);
    return answer;
  };
}
