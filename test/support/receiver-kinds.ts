// Kinds of webhook receivers. One kind is healthy. The other kinds are slow or hostile, do not respond, or send endless
// responses. Each kind defines what the receiver does with a connection after a complete request has arrived.
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

export const KINDS = [
  'healthy',
  'refusing',
  'black_hole',
  'silent',
  'dripping',
  'endless_body',
  'gzip_bomb',
  'endless_headers',
  'redirecting_to_itself',
  'redirecting_elsewhere',
  'failing',
  'busy',
  'late',
  'resetting',
  'misnamed',
] as const;
export type Kind = (typeof KINDS)[number];

/** The name of the receiver to which `redirecting_elsewhere` redirects. This receiver must never get a request. */
export const ELSEWHERE = 'elsewhere';
export type Talker = Exclude<Kind, 'black_hole'> | typeof ELSEWHERE;

/** Responds to a request that has arrived on the socket. `urls` holds the receivers' URLs by kind. */
export type Talk = (socket: Socket, urls: Readonly<Record<string, string>>) => void;

const answer = (line: string, ...headers: string[]): string =>
  [`HTTP/1.1 ${line}`, 'content-length: 0', ...headers, '', ''].join('\r\n');
const OK = answer('200 OK');

const DRIP_MS = 10_000;
/** The delay of a late response. It is half a second less than the timeout of a delivery attempt. */
const LATE_MS = 9_500;
/** Time for the client to read the headers before the connection is reset. */
const RESET_MS = 20;
/**
 * The uncompressed size of the response. The compressed size is about a thousandth of this, so the client can read the
 * whole compressed response.
 */
const BOMB_BYTES = 40 * 1024 * 1024;

const say = (text: string) => (socket: Socket) => void socket.write(text);

export const TALKS: Record<Talker, Talk> = {
  healthy: say(OK),
  // The receiver refuses connections while it is down, and behaves like `healthy` while it is up.
  refusing: say(OK),
  silent: () => undefined,
  dripping(socket) {
    let at = 0;
    const drip = setInterval(() => socket.write(OK.charAt(at++)), DRIP_MS);
    socket.write(OK.charAt(at++));
    socket.on('close', () => clearInterval(drip));
  },
  endless_body(socket) {
    socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n');
    goOn(socket, 'x'.repeat(16 * 1024));
  },
  gzip_bomb(socket) {
    bomb ??= gzipSync(Buffer.alloc(BOMB_BYTES));
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  },
  endless_headers(socket) {
    socket.write('HTTP/1.1 200 OK\r\n');
    goOn(socket, `x-more: ${'x'.repeat(1000)}\r\n`);
  },
  redirecting_to_itself: (socket, urls) => redirect(socket, urls['redirecting_to_itself']),
  redirecting_elsewhere: (socket, urls) => redirect(socket, urls[ELSEWHERE]),
  [ELSEWHERE]: say(OK),
  failing: say(answer('500 Internal Server Error')),
  busy: say(answer('429 Too Many Requests', 'retry-after: 1')),
  late: (socket) => void setTimeout(() => socket.write(OK), LATE_MS),
  resetting(socket) {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n');
    setTimeout(() => socket.resetAndDestroy(), RESET_MS);
  },
  misnamed: say(OK),
};

let bomb: Buffer | undefined;

function redirect(socket: Socket, url = ''): void {
  socket.write(answer('307 Temporary Redirect', `location: ${url}`));
}

/** Writes until the other side closes the connection. */
function goOn(socket: Socket, text: string): void {
  socket.write(text, (error) => {
    if (error === null || error === undefined) goOn(socket, text);
  });
}
