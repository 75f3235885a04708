// Limits that protect against slow, broken or hostile clients before a request reaches a route.
import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { incorrect, notFound, ServiceError } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { EVERY_ANSWER, toAnswer } from './errors.ts';
import { oneAtATime } from './pipelining.ts';
import type { SlotLimits } from './slots.ts';

/** Limits of the HTTP server; tests choose smaller numbers. */
export type EdgeLimits = SlotLimits & {
  /**
   * Three timeouts: the maximum time for a client to send its headers, the maximum time to send its whole request, and
   * the maximum pause between two requests.
   */
  headers_timeout_ms: number;
  request_timeout_ms: number;
  keep_alive_timeout_ms: number;
  /** How often `headers_timeout_ms` and `request_timeout_ms` are checked. */
  timeouts_check_ms: number;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trusted_proxies: readonly string[];
};

export const EDGE_LIMITS: EdgeLimits = {
  requests_in_flight_max: 400,
  // The number of arriving requests is limited, because each of them costs a socket and some 10 kB of memory.
  arrivals_max: 1_000,
  // Large enough for two bodies of the maximum size: an upload of ten documents has up to 140 MiB.
  arrivals_bytes_max: 280 * 1_048_576,
  headers_timeout_ms: 10_000,
  request_timeout_ms: 30_000,
  // This timeout is longer than the idle timeout of common load balancers, so that a load balancer closes an idle
  // connection before we do.
  keep_alive_timeout_ms: 72_000,
  timeouts_check_ms: 2_000,
  trusted_proxies: [],
};

const HEADERS_MAX = 100;
export const HEADERS_BYTES_MAX = 16_384;

/** Node's HTTP server with our limits; it handles one request per connection at a time. */
export const serverOptions = (limits: EdgeLimits, onRefused: (refused: Refused) => void) => ({
  serverFactory: (handler: RequestListener): Server =>
    guarded(
      createServer(
        {
          headersTimeout: limits.headers_timeout_ms,
          requestTimeout: limits.request_timeout_ms,
          keepAliveTimeout: limits.keep_alive_timeout_ms,
          connectionsCheckingInterval: limits.timeouts_check_ms,
          maxHeaderSize: HEADERS_BYTES_MAX,
          // Node itself must not reject a request without a Host header. checkHeaders rejects such a request instead,
          // so that the response has our own error body.
          requireHostHeader: false,
        },
        oneAtATime(handler),
      ),
      onRefused,
    ),
  // Fastify computes the client address on demand, so a request for which the address is not needed costs nothing.
  ...(limits.trusted_proxies.length === 0 ? {} : { trustProxy: [...limits.trusted_proxies] }),
});

/**
 * The pattern of a valid Host header: a host name or address, and optionally a port (RFC 9110, 7.2). Other values are
 * rejected, because a proxy may interpret them differently from us.
 */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** A request with two Host headers is rejected, because this service might use one of them and a proxy the other. */
export function checkHeaders({ rawHeaders, headers: { expect }, httpVersion }: IncomingMessage): void {
  if (rawHeaders.length / 2 > HEADERS_MAX) throw headersTooLarge();
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length !== 4 || rawHeaders[i]?.toLowerCase() !== 'host') continue;
    if (++hosts > 1) throw incorrect({ field: 'Host', message: 'Ensure this field is given once.' });
    if (!HOST.test(rawHeaders[i + 1] ?? '')) throw incorrect({ field: 'Host', message: 'Enter a valid host.' });
  }
  if (httpVersion === '1.0') return;
  if (hosts === 0) throw incorrect({ field: 'Host', message: 'This field is required.' });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new ServiceError('expectation_failed', 'Unknown expectation.');
  }
}

const headersTooLarge = () => new ServiceError('header_fields_too_large', 'Request header fields too large.');

/** `http://any.host/v1/users/?a=1#b` and `/v1/users/?a=1` request the same resource (RFC 9112, 3.2.2). */
export function toOriginForm(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return target.startsWith('/') ? target : `/${target}`;
}

export type Refused = { request_id: string; status: number; fault: string };

/** Input that the HTTP parser rejects never becomes a request, so the response is written to the bare socket. */
export function answerClientError(
  error: Error & { code?: string },
  socket: Duplex,
  onRefused: (refused: Refused) => void,
): void {
  const fault = error.code ?? error.name;
  if (fault === 'ECONNRESET' || socket.destroyed) return;
  answerOnSocket(socket, clientFault(fault), fault, onRefused);
}

/**
 * Overrides two of Node's own responses: the response to CONNECT, and the response to an Expect header. checkHeaders
 * checks the Expect header instead.
 */
function guarded(server: Server, onRefused: (refused: Refused) => void): Server {
  server.on('connect', (_request, socket) => answerOnSocket(socket, notFound(), 'CONNECT', onRefused));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

function clientFault(fault: string): ServiceError {
  if (fault === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (fault === 'ERR_HTTP_REQUEST_TIMEOUT') return new ServiceError('request_timeout', 'Request timeout.');
  return incorrect({ field: 'request', message: 'Not a valid HTTP request.' });
}

function answerOnSocket(
  socket: Duplex,
  error: ServiceError,
  fault: string,
  onRefused: (refused: Refused) => void,
): void {
  const { status, body } = toAnswer(error);
  const request_id = newId();
  onRefused({ request_id, status, fault });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(EVERY_ANSWER).map(([name, value]) => `${name}: ${value}`),
    `X-Request-Id: ${request_id}`,
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}
