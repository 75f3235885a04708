// The file store on an S3-compatible server of the operator. Files are addressed by path (HOST/BUCKET/…). Every request
// has a timeout, every response has a size limit, and redirects are not followed. Error messages are logged, so they
// contain only the status and the error code of the server.
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Clock, elapsedMs } from '#base/clock.ts';
import { unavailable } from '#base/errors.ts';
import { spanned } from '#base/tracing.ts';
import { type FileStore, SEALED_FILE_BYTES_MAX } from '#domain/documents/file-store.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { FileServer } from './file-server-url.ts';
import { openSigner, type S3Request } from './s3-signing.ts';

export type FileServerStore = FileStore & {
  /** Aborts requests that are in progress. */
  close(): void;
};

/**
 * The cause of an `unavailable` error of the file store. The store throws that error if the server could not be
 * reached, or if the request failed. `code` is the reason, for the log.
 */
export class FileServerFault extends Error {
  readonly code: string;
  constructor(reason: string) {
    super(`The file server did not do what was asked (${reason}).`);
    this.name = 'FileServerFault';
    this.code = reason;
  }
}

export type FileServerLimits = {
  /** The timeout of one attempt. Ten seconds are enough to send 10 MB over a connection of 1 MB/s. */
  attempt_ms_max: number;
  /**
   * The time after which no further attempt starts. Together with the duration of the last attempt, it must stay below
   * 30 seconds, because after 30 seconds the database ends a transaction that is waiting for an upload.
   */
  attempts_ms_max: number;
  /** The pause before the second attempt; it doubles with each further attempt. */
  pause_ms: number;
};

const LIMITS: FileServerLimits = { attempt_ms_max: 10_000, attempts_ms_max: 15_000, pause_ms: 200 };
const ATTEMPTS_MAX = 3;
const CONNECT_MS_MAX = 5_000;
const CONNECTIONS_MAX = 16;
const HEADER_BYTES_MAX = 16 * 1024;
const ERROR_BYTES_MAX = 64 * 1024;
const REMOVED_AT_ONCE = 8;

export async function openFileServer(
  server: FileServer,
  clock: Clock,
  limits: FileServerLimits = LIMITS,
): Promise<FileServerStore> {
  const sign = await openSigner(server);
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    maxHeaderSize: HEADER_BYTES_MAX,
    connectTimeout: CONNECT_MS_MAX,
  });
  const pathOf = ({ client_id, environment }: Scope, id: string): string =>
    `${server.path}/${client_id}/${environment}/${id}`;

  async function attempt(method: S3Request['method'], path: string, content: Buffer): Promise<Answer> {
    const headers = await sign({ method, path, content, signed_at: clock.now() });
    const signal = AbortSignal.timeout(limits.attempt_ms_max);
    const body = method === 'PUT' ? content : null;
    const answer = await agent.request({ origin: server.origin, path, method, headers, body, signal });
    const { statusCode: status } = answer;
    const bytes = await readBytes(answer.body, status === 200 ? SEALED_FILE_BYTES_MAX : ERROR_BYTES_MAX);
    return { status, bytes };
  }

  /**
   * Sends the request. Repeats it after a failed connection, a timeout, 429 or 5xx. All our requests may be repeated
   * safely.
   */
  async function ask(method: S3Request['method'], path: string, content: Buffer): Promise<Answer> {
    const until_ms = elapsedMs() + limits.attempts_ms_max;
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(method, path, content).catch(toFault);
      const is_last = tries === ATTEMPTS_MAX || elapsedMs() >= until_ms;
      if (!(outcome instanceof FileServerFault)) {
        if (is_last || !isPassing(outcome.status)) return outcome;
      } else if (is_last || outcome.code === TOO_LARGE) throw unavailable(outcome);
      await sleep(limits.pause_ms * 2 ** (tries - 1) * (0.5 + Math.random() / 2));
    }
  }

  const call = (method: S3Request['method'], path: string, content: Buffer = NOTHING): Promise<Answer> =>
    spanned({ name: `${method} file`, kind: 'client', attributes: { 'http.request.method': method } }, () =>
      ask(method, path, content),
    );

  async function removeOne(scope: Scope, id: string): Promise<void> {
    const answer = await call('DELETE', pathOf(scope, id));
    if (![200, 204].includes(answer.status) && !isMissing(answer)) throw refusal(answer);
  }

  return {
    async put(scope, id, sealed) {
      const answer = await call('PUT', pathOf(scope, id), sealed);
      if (answer.status !== 200) throw refusal(answer);
    },
    async get(scope, id) {
      const answer = await call('GET', pathOf(scope, id));
      if (isMissing(answer)) return undefined;
      if (answer.status !== 200) throw refusal(answer);
      return answer.bytes;
    },
    async remove(scope, ids) {
      for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
        await Promise.all(ids.slice(at, at + REMOVED_AT_ONCE).map((id) => removeOne(scope, id)));
      }
    },
    close: () => void agent.destroy().catch(() => undefined),
  };
}

type Answer = { status: number; bytes: Buffer };

const NOTHING = Buffer.alloc(0);
const TOO_LARGE = 'the response is too large';

const isPassing = (status: number): boolean => status === 429 || status >= 500;

/**
 * Whether the bucket is missing. A missing bucket has the status 404 like a missing file, but it means that the setting
 * is wrong.
 */
const isMissing = (answer: Answer): boolean => answer.status === 404 && errorCode(answer) === 'NoSuchKey';

const refusal = (answer: Answer): Error =>
  unavailable(new FileServerFault(`status ${answer.status} ${errorCode(answer)}`.trim()));

/** Returns the error code of a response, such as `AccessDenied`, or an empty string if there is none. */
const errorCode = ({ bytes }: Answer): string => /<Code>([A-Za-z0-9.]{1,64})<\/Code>/.exec(bytes.toString())?.[1] ?? '';

async function readBytes(body: AsyncIterable<Buffer>, bytes_max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytes_max) throw new FileServerFault(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toFault(error: unknown): FileServerFault {
  if (error instanceof FileServerFault) return error;
  if (error instanceof Error && error.name === 'TimeoutError') return new FileServerFault('timeout');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new FileServerFault(/^[A-Z_0-9]{1,40}$/.test(code) ? code : 'no connection');
}
