import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog, until } from '#test/jobs.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import { openTexter, type Texter, TextFault, toProvider } from './text-messages.ts';

const MESSAGE = { to: '+14155550134', text: 'Hello Jane, ¿qué tal? https://verify.example/s/k3v9q2xw7m' };
const PASSWORD = 'open-sesame-17';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function portOf(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

/** A request listener that may be asynchronous. */
type Listener = (...call: Parameters<RequestListener>) => unknown;

/** Starts an SMS provider and returns its `host:port`. */
const serve = async (listener: Listener): Promise<string> =>
  `127.0.0.1:${await portOf(createHttpServer((request, response) => void listener(request, response)))}`;

function texterTo(url: string, timeout_ms?: number): Texter {
  const texter = openTexter(url, silentLog, timeout_ms);
  open.push(() => texter.close());
  return texter;
}

async function faultOf(sent: Promise<unknown>): Promise<TextFault> {
  const fault = await sent.catch((error: unknown) => error);
  if (!(fault instanceof TextFault)) throw new Error('the message was not refused');
  return fault;
}

describe('texter.send', () => {
  test('posts the number and the text as JSON, and sends the URL’s user name and password as Basic auth', async () => {
    const heard: unknown[] = [];
    const host = await serve(async (request, response) => {
      const { method, url, headers } = request;
      const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
      heard.push({ method, url, type: headers['content-type'], authorization: headers.authorization, body });
      response.writeHead(202).end();
    });
    expect(await texterTo(`http://vouch:p%40ss@${host}/messages?from=42`).send(MESSAGE)).toBe(true);
    const authorization = `Basic ${Buffer.from('vouch:p@ss').toString('base64')}`;
    const url = '/messages?from=42';
    expect(heard).toEqual([{ method: 'POST', url, type: 'application/json', authorization, body: MESSAGE }]);
  });

  test('uses at most four connections for many messages', async () => {
    const sockets = new Set<Socket>();
    const host = await serve((request, response) => {
      sockets.add(request.socket);
      request.resume().on('end', () => response.end('{"id": 17}'));
    });
    const texter = texterTo(`http://${host}`);
    const sent = await Promise.all(Array.from({ length: 20 }, () => texter.send(MESSAGE)));
    expect(sent).toEqual(sent.map(() => true));
    expect(sockets.size).toBeLessThanOrEqual(4);
  });

  test('returns false if no provider is configured; the log then says that nothing was sent, and contains neither the text nor the phone number', async () => {
    let logged = '';
    const texter = openTexter(undefined, pino({ level: 'debug' }, { write: (line) => (logged += line) }));
    expect(await texter.send(MESSAGE)).toBe(false);
    texter.close();
    expect(JSON.parse(logged)).toMatchObject({
      level: 30,
      msg: 'a text message was not sent because no provider is configured',
    });
    expect(logged).not.toMatch(/5550134|Jane|verify\.example/);
  });
});

describe('the result of a text message', () => {
  test.for([300, 302, 400, 401, 429, 500, 503])(
    'sending a text message fails if the SMS provider responds with status %i; the error contains only this status',
    async (status) => {
      const host = await serve((_, response) =>
        response
          .writeHead(status, { location: 'http://127.0.0.1:1/' })
          .end(`${MESSAGE.to} ${MESSAGE.text} ${PASSWORD}`),
      );
      const fault = await faultOf(texterTo(`http://vouch:${PASSWORD}@${host}/`).send(MESSAGE));
      expect(fault.message).toBe(`The text message was not sent (status ${status}).`);
      expect(fault.cause).toBeUndefined();
      const everything = [fault.stack, JSON.stringify(fault), ...Object.values(fault)].join('\n');
      expect(everything).not.toMatch(/5550134|Jane|open-sesame/);
    },
  );

  test.for([200, 204, 299])(
    'sending a text message succeeds if the SMS provider responds with status %i',
    async (status) => {
      const host = await serve((_, response) => response.writeHead(status).end());
      expect(await texterTo(`http://${host}`).send(MESSAGE)).toBe(true);
    },
  );

  test('is an error with the system error code if the connection is refused', async () => {
    const fault = await faultOf(texterTo(`http://127.0.0.1:${REFUSING_PORT}`).send(MESSAGE));
    expect(fault.message).toBe('The text message was not sent (ECONNREFUSED).');
  });

  test.for<[string, (socket: Socket) => unknown, string]>([
    ['stays silent', () => undefined, 'timeout'],
    ['never finishes its header', (socket) => socket.write('HTTP/1.1 200 OK\r\nx-a: '), 'timeout'],
    ['closes the connection', (socket) => socket.end(), 'UND_ERR_SOCKET'],
    ['does not speak HTTP', (socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), 'no reason'],
    [
      'sends too large a header',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`),
      'UND_ERR_HEADERS_OVERFLOW',
    ],
  ])(
    'sending a text message fails if the SMS provider %s; the error contains the reason if the reason is known',
    async ([, talk, reason]) => {
      const port = await portOf(createServer((socket) => socket.once('data', () => talk(socket))));
      const fault = await faultOf(texterTo(`http://127.0.0.1:${port}`, 500).send(MESSAGE));
      expect(fault.message).toBe(`The text message was not sent (${reason}).`);
    },
  );

  test('is a success even if the response body is endless; the texter then closes the connection', async () => {
    let is_closed = false;
    const host = await serve((_, response) => {
      const more = (): void => void response.write('x'.repeat(16_384), () => is_closed || setImmediate(more));
      response.writeHead(200).on('close', () => (is_closed = true));
      more();
    });
    expect(await texterTo(`http://${host}`).send(MESSAGE)).toBe(true);
    await until(() => is_closed);
  });

  test('is an error if the message is still being sent when the texter closes; later messages are not sent', async () => {
    let heard_count = 0;
    const host = await serve(() => heard_count++);
    const texter = texterTo(`http://${host}`);
    const sending = faultOf(texter.send(MESSAGE));
    await until(() => heard_count === 1);
    texter.close();
    expect((await sending).message).toContain('UND_ERR_DESTROYED');
    expect((await faultOf(texter.send(MESSAGE))).message).toContain('UND_ERR_DESTROYED');
    expect(heard_count).toBe(1);
  });
});

describe('toProvider', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  test.for([
    ['https://sms.example', { origin: 'https://sms.example', path: '/' }],
    ['https://sms.example:8443/v1/?key=1', { origin: 'https://sms.example:8443', path: '/v1/?key=1' }],
    ['https://u:p@sms.example/', { origin: 'https://sms.example', path: '/', authorization: basic('u:p') }],
    ['https://u:100%25@sms.example/', { origin: 'https://sms.example', path: '/', authorization: basic('u:100%') }],
    ['https://u:100%@sms.example/', { origin: 'https://sms.example', path: '/', authorization: basic('u:100%') }],
    ['https://:p@sms.example/', { origin: 'https://sms.example', path: '/', authorization: basic(':p') }],
    ['https://u@sms.example/', { origin: 'https://sms.example', path: '/', authorization: basic('u:') }],
  ] as const)('toProvider parses the address %s of an SMS provider', ([url, provider]) => {
    expect(toProvider(url)).toEqual(provider);
  });
});
