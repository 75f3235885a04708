// The network access of a connector. A connector may call only the origins in its manifest. Requests and responses have
// size limits, and each step has one deadline. Error messages are logged, so they never quote data of the provider or
// of the applicant.
import { randomBytes } from 'node:crypto';
import { Agent, fetch as fetchWith } from 'undici';
import { isLoopbackHost } from '#base/http/hosts.ts';
import type { Io, IoRequest, IoResponse, ProviderTls } from '#domain/connections/provider-io.ts';

export type ProviderIoOptions = {
  origins: readonly string[];
  now(): Date;
  /** Returns the real time. The default is `now`. */
  real_now?: (() => Date) | undefined;
  /** The certificates for this provider. If they are not given, the default certificates are used. */
  tls?: ProviderTls | undefined;
  /** The signal that aborts all requests of a step at the deadline of the step. */
  signal: AbortSignal;
  /** A function that replaces the network, for tests. If it is given, a manifest may list any host with plain http. */
  fetch?: Transport;
};

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

/**
 * The part of `fetch` that we use. It is declared here, because Node and undici declare `fetch` with different types.
 */
type Sender = (url: string, request: SentRequest) => Promise<SentResponse>;
type SentRequest = {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  signal: AbortSignal;
};
type SentResponse = {
  status: number;
  headers: Iterable<[string, string]>;
  body: AsyncIterable<Uint8Array> | null;
};

/**
 * `forbidden`: the connector requested a URL that is not allowed. `too_large`: the request or the response exceeds a
 * size limit. `unreachable`: the request failed before the response was complete. `out_of_time`: the response was not
 * complete before the deadline.
 */
export type IoFaultKind = 'forbidden' | 'too_large' | 'unreachable' | 'out_of_time';

export class IoFault extends Error {
  readonly kind: IoFaultKind;
  /** True if no connection was made. The provider then certainly did not receive the request. */
  readonly is_unsent: boolean;
  constructor(kind: IoFaultKind, message: string, is_unsent = kind === 'forbidden') {
    super(message);
    this.name = 'IoFault';
    this.kind = kind;
    this.is_unsent = is_unsent;
  }
}

/**
 * The maximum size of a response. The largest response that we expect is a year of transactions. Ten thousand
 * transactions have about three megabytes.
 */
export const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const HEADERS_BYTES_MAX = 16 * 1024;

export function providerIo(options: ProviderIoOptions): Io {
  const allowed = new Set(options.origins.map((origin) => checkedOrigin(origin, options.fetch === undefined)));
  const { now, signal, tls } = options;
  const sender: Sender = options.fetch ?? (tls === undefined ? (url, request) => fetch(url, request) : senderWith(tls));
  return {
    async fetch(url, request = {}) {
      const target = URL.canParse(url) ? new URL(url) : undefined;
      if (target === undefined || !allowed.has(target.origin) || target.username !== '' || target.password !== '') {
        throw new IoFault('forbidden', 'The address is not listed in the manifest.');
      }
      checkRequest(request);
      try {
        return await send(sender, target.href, request, signal);
      } catch (error) {
        throw toFault(error, signal);
      }
    },
    now,
    real_now: options.real_now ?? now,
    signal,
    random: randomBytes,
  };
}

/**
 * One agent for each provider, so that connections can be reused. An agent is kept as long as the settings of its
 * provider are in use.
 */
const agents = new WeakMap<ProviderTls, Agent>();

/**
 * Idle connections are closed early, because otherwise the provider could close a connection at the moment of a
 * request. We could then not know whether the provider received the request, and a request that must not be repeated
 * would be lost.
 */
const IDLE_MS_MAX = 1_000;
const CONNECT_MS_MAX = 10_000;

function senderWith(tls: ProviderTls): Sender {
  const known = agents.get(tls);
  const { certificate, key, ca } = tls;
  const agent =
    known ??
    new Agent({
      keepAliveTimeout: IDLE_MS_MAX,
      keepAliveMaxTimeout: IDLE_MS_MAX,
      maxHeaderSize: HEADERS_BYTES_MAX,
      connect: {
        timeout: CONNECT_MS_MAX,
        ...(certificate !== null && key !== null ? { cert: certificate, key } : {}),
        ...(ca === null ? {} : { ca }),
      },
    });
  agents.set(tls, agent);
  return (url, request) => fetchWith(url, { ...request, dispatcher: agent });
}

async function send(
  sender: Sender,
  url: string,
  { method = 'GET', headers = {}, body }: IoRequest,
  signal: AbortSignal,
): Promise<IoResponse> {
  const response = await sender(url, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    // The provider chooses the redirect target. So the connector must request the target itself through this `fetch`,
    // which checks the URL.
    redirect: 'manual',
    signal,
  });
  const answered = Object.fromEntries(response.headers);
  if (headerBytes(answered) > HEADERS_BYTES_MAX) throw new IoFault('too_large', 'The response headers are too large.');
  const bytes = await readBytes(response);
  return { status: response.status, headers: answered, body: bytes.toString('utf8'), bytes };
}

/** Counts bytes as they arrive, after decompression, because a small response may decompress to a huge body. */
async function readBytes({ body }: Pick<SentResponse, 'body'>): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new IoFault('too_large', 'The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkRequest({ headers = {}, body = '' }: IoRequest): void {
  if (headerBytes(headers) > HEADERS_BYTES_MAX) throw new IoFault('too_large', 'The request headers are too large.');
  if (Buffer.byteLength(body) > REQUEST_BYTES_MAX) throw new IoFault('too_large', 'The request is too large.');
}

const headerBytes = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(value), 0);

/**
 * Parses an origin. Throws if the origin is invalid. Manifests are our own code, so an invalid origin in a manifest is
 * a bug.
 */
function checkedOrigin(origin: string, over_network: boolean): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  const plain = url?.protocol === 'http:' && (!over_network || isLoopbackHost(url.hostname));
  if (url === undefined || url.origin !== origin || !(plain || url.protocol === 'https:')) {
    throw new IoFault('forbidden', 'An origin in the manifest is neither https://host nor on this machine.');
  }
  return origin;
}

/** The message contains only the system error code, because error texts may quote URLs and headers. */
function toFault(error: unknown, signal: AbortSignal): IoFault {
  if (error instanceof IoFault) return error;
  if (signal.aborted) return new IoFault('out_of_time', 'The step timed out.');
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined) ?? 'no code';
  return new IoFault('unreachable', `The provider could not be reached (${code}).`, UNSENT.test(code));
}

/** Error codes of failures before the connection or its TLS handshake was complete. */
const UNSENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_TLS_CERT_\w+)$/;

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : undefined;
}
