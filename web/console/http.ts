// Requests to the console's own API. The browser sends the session's cookie, and every request that changes something
// also contains the session's CSRF token. The result is a value or a problem; nothing is thrown.
import type { Locale } from '../shared/session.ts';
import { messageIn } from './server-messages.ts';

export type Fault = { field: string; message: string };

export type Problem = {
  /** The HTTP status, or 0 if there was no response. */
  status: number;
  /** The server's message in the user's language, or an empty string. */
  message: string;
  /** The validation error of each field of the request. */
  faults: readonly Fault[];
  retry_after_s: number;
};

export type Answer<T> = { value: T; problem?: undefined } | { value?: undefined; problem: Problem };
export type Method = 'POST' | 'PATCH' | 'DELETE' | 'PUT';

export type Http = {
  get<T>(path: string, signal?: AbortSignal): Promise<Answer<T>>;
  send<T>(method: Method, path: string, body?: unknown): Promise<Answer<T>>;
  /** Reads a file, such as a PDF or a CSV export. */
  file(path: string): Promise<Answer<Blob>>;
  /**
   * Sends a file. The server answers with one JSON value per line, and `onLine` is called with each value as soon as it
   * arrives.
   */
  upload(path: string, file: Blob, type: string, onLine: (line: unknown) => void): Promise<Answer<undefined>>;
  /** Returns the URL of a path, for `EventSource`. */
  url(path: string): string;
};

export type HttpParts = {
  base_url: string;
  csrf_token(): string | undefined;
  locale(): Locale;
  /** Called with the path of a request if the server responded with 401. */
  onUnauthorized(path: string): void;
  fetch?: typeof fetch;
};

const TIMEOUT_MS = 60_000;
/** Importing a file of the largest size takes a few minutes. */
const UPLOAD_TIMEOUT_MS = 30 * TIMEOUT_MS;

export function openHttp({ base_url, csrf_token, locale, onUnauthorized, fetch = globalThis.fetch }: HttpParts): Http {
  async function request<T>(
    path: string,
    init: RequestInit,
    read: (response: Response) => Promise<T>,
  ): Promise<Answer<T>> {
    try {
      const response = await fetch(`${base_url}${path}`, {
        credentials: 'same-origin',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
      });
      if (response.ok) return { value: await read(response) };
      if (response.status === 401) onUnauthorized(path);
      return { problem: problemOf(response, await response.text(), locale()) };
    } catch {
      return { problem: { status: 0, message: '', faults: [], retry_after_s: 0 } };
    }
  }

  return {
    get: <T>(path: string, signal?: AbortSignal) =>
      request<T>(
        path,
        {
          headers: { accept: 'application/json' },
          ...(signal && { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
        },
        readJson<T>,
      ),
    send<T>(method: Method, path: string, body?: unknown) {
      const token = csrf_token();
      const headers = {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { 'x-vouch-csrf': token }),
      };
      return request<T>(
        path,
        { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) },
        readJson<T>,
      );
    },
    file: (path) => request(path, {}, (response) => response.blob()),
    upload(path, file, type, onLine) {
      const token = csrf_token();
      const headers = { 'content-type': type, ...(token !== undefined && { 'x-vouch-csrf': token }) };
      const signal = AbortSignal.timeout(UPLOAD_TIMEOUT_MS);
      return request(path, { method: 'POST', headers, body: file, signal }, (response) => readLines(response, onLine));
    },
    url: (path) => `${base_url}${path}`,
  };
}

async function readLines(response: Response, onLine: (line: unknown) => void): Promise<undefined> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    const lines = `${rest}${decoder.decode(part.value, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  }
  if (rest !== '') throw new Error('the answer ended early');
  return undefined;
}

/** The server is ours, so a successful response has the agreed schema. */
async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function problemOf(response: Response, text: string, locale: Locale): Problem {
  const body = parsed(text);
  const error = at(body, 'error');
  const faults = at(at(error, 'extra'), 'invalid-params');
  const message = at(error, 'message') ?? at(body, 'detail');
  return {
    status: response.status,
    message: typeof message === 'string' ? messageIn(locale, message) : '',
    faults: Array.isArray(faults)
      ? faults.filter(isFault).map(({ field, message }) => ({ field, message: messageIn(locale, message) }))
      : [],
    retry_after_s: Number(response.headers.get('retry-after')) || 0,
  };
}

const isFault = (value: unknown): value is Fault =>
  typeof at(value, 'field') === 'string' && typeof at(value, 'message') === 'string';

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
