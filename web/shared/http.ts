// Requests to our own server. The token is in a header, never in a URL. The result is a value or a problem; nothing is
// thrown. A GET is retried after a transient problem. A POST is not retried then, because the failed request may have
// reached the server. If the token has expired and can be renewed, the request is sent once more, whether it is a GET
// or a POST.
import { type FormUpload, sendForm } from './form-upload.ts';
import type { Problem } from './problems.ts';
import { object, text } from './shapes.ts';

export type Answer<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };

export type Http = {
  get<T>(path: string, signal?: AbortSignal): Promise<Answer<T>>;
  post<T>(path: string, body: unknown, options?: { keepalive?: boolean }): Promise<Answer<T>>;
  /** Sends a form with a file, and reports the progress. */
  upload<T>(path: string, upload: FormUpload): Promise<Answer<T>>;
};

export type HttpParts = {
  base_url: string;
  token(): string;
  /**
   * The origin of the embedding page. It is taken from the page's message event, so the page cannot make the frame send
   * a wrong origin.
   */
  page_origin?: string;
  /**
   * Called with `true` when a GET fails with a connection or server problem and is retried, and with `false` once the
   * server responds again.
   */
  onTrouble(has_trouble: boolean): void;
  /** Renews an expired token; resolves to `false` if that is not possible. */
  renew?(): Promise<boolean>;
  fetch?: typeof fetch;
  sendForm?: typeof sendForm;
  wait?(ms: number, signal?: AbortSignal): Promise<void>;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** The timeout is longer than the time for which the server holds a long poll open. */
const TIMEOUT_MS = 30_000;

export function openHttp(parts: HttpParts): Http {
  const wait = parts.wait ?? waitFor;
  const renewing = async <T>(sendOnce: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    const answer = await sendOnce();
    if (answer.problem?.kind === 'expired' && (await parts.renew?.()) === true) return sendOnce();
    return answer;
  };
  const send = <T>(path: string, init: RequestInit): Promise<Answer<T>> =>
    renewing(() => sendOnce<T>(parts, path, init));
  return {
    async get(path, signal) {
      for (let wait_ms = FIRST_WAIT_MS; ; wait_ms = Math.min(wait_ms * 2, LONGEST_WAIT_MS)) {
        const answer = await send<never>(path, { signal: signal ?? null });
        const { problem } = answer;
        if (signal?.aborted === true || problem === undefined || !isPassing(problem)) {
          parts.onTrouble(false);
          return answer;
        }
        parts.onTrouble(problem.kind !== 'throttled');
        await wait(Math.max(wait_ms, problem.retry_after_s * 1_000), signal);
      }
    },
    async post(path, body, { keepalive = false } = {}) {
      const answer = await send<never>(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        keepalive,
      });
      if (answer.problem?.kind !== 'offline') parts.onTrouble(false);
      return answer;
    },
    upload: (path, upload) => renewing(() => uploadOnce<never>(parts, path, upload)),
  };
}

const isPassing = ({ kind }: Problem): boolean => kind === 'offline' || kind === 'server' || kind === 'throttled';

const headersOf = ({ token, page_origin }: HttpParts): Record<string, string> => ({
  accept: 'application/json',
  authorization: `Bearer ${token()}`,
  ...(page_origin !== undefined && { 'x-vouch-page-origin': page_origin }),
});

async function uploadOnce<T>(parts: HttpParts, path: string, upload: FormUpload): Promise<Answer<T>> {
  const send = parts.sendForm ?? sendForm;
  try {
    return await answerOf<T>(await send(`${parts.base_url}${path}`, headersOf(parts), upload));
  } catch {
    return refusal('offline', '', 0);
  }
}

async function sendOnce<T>(parts: HttpParts, path: string, init: RequestInit): Promise<Answer<T>> {
  const { base_url, fetch = globalThis.fetch } = parts;
  const limit = limited(init.signal);
  try {
    const response = await fetch(`${base_url}${path}`, {
      ...init,
      headers: { ...init.headers, ...headersOf(parts) },
      signal: limit.signal,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
    });
    return await answerOf<T>(response);
  } catch {
    return refusal('offline', '', 0);
  } finally {
    limit.lift();
  }
}

/**
 * Returns a signal that aborts when the caller's signal aborts, or after a timeout. The timeout is needed because a
 * connection may break without an error.
 */
function limited(signal: AbortSignal | null | undefined): { signal: AbortSignal; lift(): void } {
  const own = new AbortController();
  const end = (): void => own.abort();
  const timer = setTimeout(end, TIMEOUT_MS);
  if (signal?.aborted === true) end();
  signal?.addEventListener('abort', end);
  return {
    signal: own.signal,
    lift() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    },
  };
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const body = parse(await response.text());
  // The server is ours, so a JSON response always has the agreed schema. A response that is not JSON came from a proxy
  // between the browser and the server.
  if (body === UNREADABLE) return refusal('server', '', 0);
  if (response.ok) return { value: body as T };
  const retry_after_s = Number(response.headers.get('retry-after')) || 0;
  const faults = faultsOf(body);
  const problem = { kind: kindOf(response.status), message: messageOf(body), retry_after_s };
  return { problem: faults.length === 0 ? problem : { ...problem, faults } };
}

const UNREADABLE = Symbol('unreadable');

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
}

const refusal = <T>(kind: Problem['kind'], message: string, retry_after_s: number): Answer<T> => ({
  problem: { kind, message, retry_after_s },
});

const KINDS: Readonly<Record<number, Problem['kind']>> = {
  400: 'invalid',
  401: 'unknown',
  403: 'forbidden',
  404: 'gone',
  409: 'invalid',
  410: 'expired',
  429: 'throttled',
};

const kindOf = (status: number): Problem['kind'] => KINDS[status] ?? 'server';

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function faultsOf(body: unknown): NonNullable<Problem['faults']> {
  const faults = at(at(at(body, 'error'), 'extra'), 'invalid-params');
  return Array.isArray(faults) ? faults.filter(object({ field: text, message: text })) : [];
}

function messageOf(body: unknown): string {
  const message = at(at(body, 'error'), 'message') ?? at(body, 'detail');
  return typeof message === 'string' ? message : '';
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    const target = globalThis.window as Window | undefined;
    // The wait ends early when the browser comes back online.
    target?.addEventListener('online', end, { once: true });
    signal?.addEventListener('abort', end, { once: true });
    function end(): void {
      clearTimeout(timer);
      target?.removeEventListener('online', end);
      resolve();
    }
  });
}
