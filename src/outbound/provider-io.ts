// The network access of a connector. A connector may call only the origins in its manifest. There are size limits, and
// each step has one deadline. Error messages are logged, so they never quote data of the provider or of the applicant.
import { randomBytes } from 'node:crypto';
import { isLoopbackHost } from '#base/http/hosts.ts';
import type { Io, IoRequest, IoResponse } from '#domain/connections/provider-io.ts';

export type ProviderIoOptions = {
  origins: readonly string[];
  now(): Date;
  /** The signal that aborts all requests of a step at the step's deadline. */
  signal: AbortSignal;
  /** A function that replaces the network. If it is given, a manifest may list any host with plain http. */
  fetch?: Transport;
};

export type Transport = (url: string, request: RequestInit) => Promise<Response>;

/**
 * `forbidden`: the connector requested a URL that is not allowed. `too_large`: the request or response exceeds a limit.
 * `unreachable`: the request failed before the response was complete. `out_of_time`: no complete response before the
 * deadline.
 */
export type IoFaultKind = 'forbidden' | 'too_large' | 'unreachable' | 'out_of_time';

export class IoFault extends Error {
  readonly kind: IoFaultKind;
  constructor(kind: IoFaultKind, message: string) {
    super(message);
    this.name = 'IoFault';
    this.kind = kind;
  }
}

/** The largest response we expect is a year of transactions; ten thousand transactions are about three megabytes. */
export const ANSWER_BYTES_MAX = 4 * 1024 * 1024;
export const REQUEST_BYTES_MAX = 1024 * 1024;
export const HEADERS_BYTES_MAX = 16 * 1024;

export function providerIo(options: ProviderIoOptions): Io {
  const allowed = new Set(options.origins.map((origin) => checkedOrigin(origin, options.fetch === undefined)));
  const { now, signal } = options;
  const transport: Transport = options.fetch ?? ((url, request) => fetch(url, request));
  return {
    async fetch(url, request = {}) {
      const target = URL.canParse(url) ? new URL(url) : undefined;
      if (target === undefined || !allowed.has(target.origin) || target.username !== '' || target.password !== '') {
        throw new IoFault('forbidden', 'The address is not listed in the manifest.');
      }
      checkRequest(request);
      try {
        return await send(transport, target.href, request, signal);
      } catch (error) {
        throw toFault(error, signal);
      }
    },
    now,
    signal,
    random: randomBytes,
  };
}

async function send(
  transport: Transport,
  url: string,
  { method = 'GET', headers = {}, body }: IoRequest,
  signal: AbortSignal,
): Promise<IoResponse> {
  const response = await transport(url, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    // The provider chooses the redirect target, so the connector must request the target through this `fetch`, which
    // checks it.
    redirect: 'manual',
    signal,
  });
  const answered = Object.fromEntries(response.headers);
  if (headerBytes(answered) > HEADERS_BYTES_MAX) throw new IoFault('too_large', 'The response headers are too large.');
  const bytes = await readBytes(response);
  return { status: response.status, headers: answered, body: bytes.toString('utf8'), bytes };
}

/** Counts bytes as they arrive, after decompression, because a small response may decompress to a huge body. */
async function readBytes({ body }: Response): Promise<Buffer> {
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

/** Throws if the origin is invalid. Manifests are our own code, so an invalid origin in a manifest is a bug. */
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
  return new IoFault('unreachable', `The provider could not be reached (${code}).`);
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code) ? code : undefined;
}
