// Receivers of webhooks as they are met with: one is healthy, the others are slow, silent, endless or hostile. Each says
// what it does with a connection on which a whole request has come.
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

/** Where the one redirects to; nobody has business there. */
export const ELSEWHERE = 'elsewhere';
export type Talker = Exclude<Kind, 'black_hole'> | typeof ELSEWHERE;

/** `urls` are those of the other receivers. */
export type Talk = (socket: Socket, urls: Readonly<Record<string, string>>) => void;

const answer = (line: string, ...headers: string[]): string =>
  [`HTTP/1.1 ${line}`, 'content-length: 0', ...headers, '', ''].join('\r\n');
const OK = answer('200 OK');

const DRIP_MS = 10_000;
/** Half a second before the limit. */
const LATE_MS = 9_500;
/** So that the header is read before the connection is gone. */
const RESET_MS = 20;
/** Small enough to be read to its end, and a thousand times as large for whoever unpacks it. */
const BOMB_BYTES = 40 * 1024 * 1024;

const say = (text: string) => (socket: Socket) => void socket.write(text);

export const TALKS: Record<Talker, Talk> = {
  healthy: say(OK),
  // Refuses while it is down, and is like any other afterwards.
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

/** For as long as the other side takes it. */
function goOn(socket: Socket, text: string): void {
  socket.write(text, (error) => {
    if (error === null || error === undefined) goOn(socket, text);
  });
}
