// HTTP over a raw socket, for requests that no well-behaved client would send.
import { connect } from 'node:net';

export type SocketAnswer = { status: number; headers: Record<string, string>; body: string };

const PATIENCE_MS = 20_000;

/**
 * A loopback port on which no server ever listens, for tests of refused connections. It is not safe to open a port and
 * close it again. If another test forks a child process while the port is open, the child holds a copy of the listening
 * socket until it calls exec. Until then, a connection to the port is accepted and reset instead of refused.
 */
export const REFUSING_PORT = 2;

/**
 * Sends all pieces and returns `answers_max` responses, or fewer if the server closes the connection first. For very
 * many responses, pass Infinity and let the last request close the connection, so that the responses are parsed once
 * and not after every packet.
 */
export async function talk(
  port: number,
  pieces: readonly (string | Buffer)[],
  answers_max = 1,
): Promise<SocketAnswer[]> {
  const isEnough = (received: Buffer) =>
    answers_max !== Number.POSITIVE_INFINITY && parseAnswers(received).length >= answers_max;
  return parseAnswers(await talkBytes(port, pieces, isEnough));
}

/**
 * Sends all pieces and collects the bytes that the server sends. Returns these bytes as soon as `isEnough()` returns
 * true or the server closes the connection.
 */
export function talkBytes(
  port: number,
  pieces: readonly (string | Buffer)[],
  isEnough: (received: Buffer) => boolean,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port });
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), PATIENCE_MS);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isEnough(received)) socket.destroy();
    });
    // The server may close the connection while we are still sending. The errors that this causes are ignored.
    let failure: Error | undefined;
    socket.on('error', (error: Error & { code?: string }) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failure = error;
    });
    socket.on('close', () => {
      clearTimeout(timer);
      if (failure === undefined) resolve(received);
      else reject(failure);
    });
    for (const piece of pieces) socket.write(piece);
  });
}

/** An HTTP request as a string. */
export function requestText(
  line: string,
  headers: readonly (readonly [name: string, value: string])[],
  body = '',
): string {
  return `${line}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** All complete HTTP responses in these bytes. */
function parseAnswers(bytes: Buffer): SocketAnswer[] {
  const answers: SocketAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [line = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) break;
    answers.push({ status: Number(line.split(' ')[1]), headers, body: body.toString('utf8') });
    rest = rest.subarray(end + 4 + body.length);
  }
  return answers;
}
