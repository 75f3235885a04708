import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { until } from '#test/jobs.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import {
  BODY_BYTES_MAX,
  INTERIM_ANSWERS_MAX,
  openWebhookClient,
  type WebhookClient,
  type WebhookClientOptions,
} from './webhook-client.ts';
import { timeoutText } from './webhook-faults.ts';
import { CONNECTIONS_MAX, HEADER_BYTES_MAX } from './webhook-lines.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).toReversed()) await close();
});

function open(options: WebhookClientOptions = {}): WebhookClient {
  const client = openWebhookClient({ allow: [], loopback: true }, options);
  closing.push(() => client.close());
  return client;
}

type Endpoint = { url: string; connections_count: number; open_count: number; close(): void };

/**
 * Starts a raw TCP endpoint. `talk` receives the socket and the number of the request, counted over all connections.
 */
async function listen(
  talk: (socket: Socket, request_number: number) => void,
): Promise<Endpoint & { heard_count: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    endpoint.connections_count++;
    endpoint.open_count++;
    socket.on('error', () => undefined);
    socket.on('close', () => endpoint.open_count--);
    // Each chunk of data is one whole request, because our requests are short.
    socket.on('data', () => talk(socket, ++endpoint.heard_count));
  }).listen(0, '127.0.0.1');
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const endpoint = { url: '', connections_count: 0, open_count: 0, heard_count: 0, close };
  closing.push(close);
  await new Promise((resolve) => server.once('listening', resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return endpoint;
}

/** A request listener that may be asynchronous. */
type Listener = (...call: Parameters<RequestListener>) => unknown;

/** Starts a regular HTTP endpoint. */
async function serve(listener: Listener): Promise<Endpoint> {
  const server = createHttpServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const endpoint = { url: '', connections_count: 0, open_count: 0, close };
  server.on('connection', (socket) => {
    endpoint.connections_count++;
    endpoint.open_count++;
    socket.on('close', () => endpoint.open_count--);
  });
  closing.push(close);
  await new Promise((resolve) => server.once('listening', resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return endpoint;
}

const postTo = (client: WebhookClient, url: string) => client.post({ url, headers: {}, body: '{}' });
const answerWith = (status_code: number) => ({ status_code, error_message: null });
const failWith = (error_message: string) => ({ status_code: null, error_message });
const TIMEOUT_MS = 500;
const TIMED_OUT = failWith('The endpoint did not respond within 0.5 seconds.');
const CLOSED = failWith('The endpoint closed the connection without a response.');
const INVALID = failWith('The endpoint returned an invalid response.');
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

describe('a webhook request', () => {
  test('is a POST with the given path, headers and body', async () => {
    const seen: unknown[] = [];
    const { url } = await serve(async (request, response) => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() });
      response.end();
    });
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Vouch-Webhooks/1.0', 'webhook-id': 'a1' };
    const result = await open().post({ url: `${url}/é?b=c%20d`, headers, body: '{"name":"Zoë"}' });
    expect(result).toMatchObject(answerWith(200));
    expect(result.duration_ms).toBe(Math.round(result.duration_ms));
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook/%C3%A9?b=c%20d',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Vouch-Webhooks/1.0',
          'webhook-id': 'a1',
          host: new URL(url).host,
          connection: 'keep-alive',
          'content-length': '15',
        },
        body: '{"name":"Zoë"}',
      },
    ]);
  });

  test('goes directly to the endpoint and ignores proxy environment variables', async () => {
    const proxy = await serve((_, response) => response.end());
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, proxy.url);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const { url } = await serve((_, response) => response.writeHead(201).end());
    expect(await postTo(open(), url)).toMatchObject(answerWith(201));
    expect(proxy.connections_count).toBe(0);
  });

  test.each(['', 'nowhere', 'ftp://127.0.0.1/', 'http://', 'http://127.0.0.1:99999/'])(
    'a webhook request is not sent if the URL is %o',
    async (url) => {
      expect(await postTo(open(), url)).toEqual({ ...failWith('The request could not be sent.'), duration_ms: 0 });
    },
  );

  test('is not sent if a header is malformed', async () => {
    const endpoint = await serve((_, response) => response.end());
    const client = open();
    const result = await client.post({ url: endpoint.url, headers: { 'x-a': 'b\r\nx-c: d' }, body: '{}' });
    expect(result).toMatchObject(failWith('The request could not be sent.'));
    expect(endpoint.connections_count).toBe(0);
    expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
  });
});

describe('an endpoint’s response', () => {
  test.each([200, 204, 299, 300, 304, 400, 404, 410, 429, 500, 503])(
    'an endpoint’s response is reported with its status %i',
    async (status) => {
      const { url } = await serve((_, response) => response.writeHead(status).end());
      expect(await postTo(open(), url)).toMatchObject(answerWith(status));
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'an endpoint’s response that is a %i redirect is not followed',
    async (status) => {
      const other = await serve((_, response) => response.end());
      let asked_count = 0;
      const { url } = await serve((request, response) => {
        asked_count++;
        const location = request.url === '/hook' ? other.url : '/hook';
        response.writeHead(status, { location, refresh: `0; url=${other.url}` }).end();
      });
      const client = open();
      expect(await postTo(client, url)).toMatchObject(answerWith(status));
      expect(await postTo(client, `${url}/to-itself`)).toMatchObject(answerWith(status));
      expect({ asked_count, other_count: other.connections_count }).toEqual({ asked_count: 2, other_count: 0 });
    },
  );

  test('counts as received once its header is complete, even if the connection is reset afterwards', async () => {
    const { url } = await listen((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n', () => socket.resetAndDestroy()),
    );
    expect(await postTo(open(), url)).toMatchObject(answerWith(200));
  });

  test('is valid after as many interim responses as the limit allows, and invalid after one more interim response', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    const few = await listen((socket) => socket.write(interim.repeat(INTERIM_ANSWERS_MAX) + OK));
    const many = await listen((socket) => socket.write(interim.repeat(INTERIM_ANSWERS_MAX + 1) + OK));
    expect(await postTo(open(), few.url)).toMatchObject(answerWith(200));
    expect(await postTo(open(), many.url)).toMatchObject(INVALID);
  });
});

describe('a request without a valid response', () => {
  test('has a specific error message if the connection is refused', async () => {
    const url = `http://127.0.0.1:${REFUSING_PORT}/`;
    expect(await postTo(open(), url)).toMatchObject(failWith('The endpoint refused the connection.'));
  });

  test.each([
    ['closes the connection', (socket: Socket) => socket.end(), CLOSED],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), CLOSED],
    ['closes in the middle of the header', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'), INVALID],
    ['does not speak HTTP', (socket: Socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'), INVALID],
    [
      'upgrades the protocol',
      (socket: Socket) => socket.write('HTTP/1.1 101 Hm\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n'),
      INVALID,
    ],
    ['responds only with 100 Continue', (socket: Socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), INVALID],
  ] as const)(
    'a webhook request has an error message and is not sent again if the endpoint %s',
    async (_, talk, result) => {
      const endpoint = await listen(talk);
      expect(await postTo(open(), endpoint.url)).toMatchObject(result);
      expect(endpoint.heard_count).toBe(1);
      await until(() => endpoint.open_count === 0);
    },
  );

  test('has an error message if the response header is endless or larger than the limit', async () => {
    const { url } = await serve((request, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(Number(request.url?.slice(6))) }).end(),
    );
    const endless = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const write = (): void => void socket.write('x-more: and more\r\n'.repeat(100), () => setImmediate(write));
      write();
    });
    const too_large = failWith('The response headers are too large.');
    // The test server adds its own headers to the response. They have a few hundred bytes, so 500 bytes are reserved
    // for them.
    expect(await postTo(open(), `${url}/${HEADER_BYTES_MAX - 500}`)).toMatchObject(answerWith(200));
    expect(await postTo(open(), `${url}/${HEADER_BYTES_MAX}`)).toMatchObject(too_large);
    expect(await postTo(open(), endless.url)).toMatchObject(too_large);
    await until(() => endless.open_count === 0);
  });

  test.each([
    ['stays silent', () => undefined],
    ['sends one byte at a time', (socket: Socket) => trickle(socket, OK)],
    ['sends empty lines, one byte at a time', (socket: Socket) => trickle(socket, '\r\n'.repeat(1000))],
  ])('a webhook request times out if the endpoint %s; the connection is then closed', async (_, talk) => {
    const endpoint = await listen(talk);
    expect(await postTo(open({ timeout_ms: TIMEOUT_MS }), endpoint.url)).toMatchObject(TIMED_OUT);
    expect(endpoint.heard_count).toBe(1);
    await until(() => endpoint.open_count === 0);
  });

  test('times out even while the connection is being opened', async () => {
    const silent = await listen(() => undefined);
    const secure_url = silent.url.replace('http:', 'https:');
    expect(await postTo(open({ timeout_ms: TIMEOUT_MS }), secure_url)).toMatchObject(TIMED_OUT);
    await until(() => silent.open_count === 0);
    const lookup = () => new Promise<string[]>(() => undefined);
    expect(await postTo(open({ timeout_ms: TIMEOUT_MS, lookup }), 'https://hooks.example/')).toMatchObject(TIMED_OUT);
  });

  test('is never sent if the DNS lookup takes longer than the timeout', async () => {
    const endpoint = await serve((_, response) => response.end());
    const answer = later();
    const client = open({ timeout_ms: TIMEOUT_MS, lookup: () => answer.promise });
    const url = endpoint.url.replace('127.0.0.1', 'hooks.example');
    expect(await postTo(client, url)).toMatchObject(TIMED_OUT);
    answer.resolve(['127.0.0.1']);
    expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
    expect(endpoint.connections_count).toBe(1);
  });

  test('has an error message that contains the timeout in seconds', () => {
    expect(timeoutText(10_000)).toBe('The endpoint did not respond within 10 seconds.');
  });
});

describe('a connection to an endpoint', () => {
  test('is reused for consecutive requests', async () => {
    const endpoint = await serve((_, response) => response.end('thanks'));
    const client = open();
    for (let count = 0; count < 10; count++) await postTo(client, endpoint.url);
    expect(endpoint.connections_count).toBe(1);
  });

  test('is opened only while its origin has fewer than 32 connections; for a request that has to wait, the timeout starts when the request gets a connection', async () => {
    const endpoint = await listen(() => undefined);
    const client = open({ timeout_ms: TIMEOUT_MS });
    const count = CONNECTIONS_MAX + 8;
    const results = Promise.all(Array.from({ length: count }, () => postTo(client, endpoint.url)));
    await until(() => endpoint.heard_count >= CONNECTIONS_MAX);
    expect(endpoint.open_count).toBe(CONNECTIONS_MAX);
    expect(await results).toEqual(Array.from({ length: count }, () => expect.objectContaining(TIMED_OUT)));
    expect(endpoint.heard_count).toBe(count);
  });

  test('is not delayed by connections to another origin', async () => {
    const silent = await listen(() => undefined);
    const swift = await serve((_, response) => response.end());
    const client = open({ timeout_ms: 20_000 });
    const stuck = Array.from({ length: CONNECTIONS_MAX + 1 }, () => postTo(client, silent.url));
    expect(await postTo(client, swift.url)).toMatchObject(answerWith(200));
    await until(() => silent.heard_count === CONNECTIONS_MAX);
    silent.close();
    expect((await Promise.all(stuck)).map(({ status_code }) => status_code)).toEqual(stuck.map(() => null));
  });

  test('returns the correct response to each of many concurrent requests', async () => {
    const endpoint = await serve((request, response) => response.writeHead(Number(request.url?.slice(6))).end('ok'));
    const client = open();
    const statuses = Array.from({ length: 300 }, (_, at) => 200 + at);
    const results = await Promise.all(statuses.map((status) => postTo(client, `${endpoint.url}/${status}`)));
    expect(results.map(({ status_code }) => status_code)).toEqual(statuses);
    expect(endpoint.connections_count).toBeLessThanOrEqual(CONNECTIONS_MAX);
  });

  test.each([
    ['kept after a body up to the limit', BODY_BYTES_MAX, 0],
    ['closed after a larger body', BODY_BYTES_MAX + 1, 1],
  ])('the connection to a webhook endpoint is %s', async (_, size, ended_count) => {
    const endpoint = await listen((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`),
    );
    expect(await connectionsFor(CONNECTIONS_MAX + 1, endpoint)).toBe(CONNECTIONS_MAX + ended_count);
  });

  test('stays open after a small compressed body with a huge decompressed size, because bodies are not decompressed', async () => {
    const packed = gzipSync(Buffer.alloc(64 * BODY_BYTES_MAX));
    expect(packed.length).toBeLessThan(BODY_BYTES_MAX);
    const endpoint = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
    expect(await connectionsFor(CONNECTIONS_MAX + 1, endpoint)).toBe(CONNECTIONS_MAX);
  });

  test.each<[what: string, headers: string, body: string]>([
    ['is endless and chunked', 'transfer-encoding: chunked', '4\r\nmore\r\n'.repeat(500)],
    ['is endless and not chunked', 'x-a: b', 'x'.repeat(4000)],
    ['has endless trailers', 'transfer-encoding: chunked', `0\r\n${'x-more: and more\r\n'.repeat(100)}`],
  ])(
    'the connection to a webhook endpoint is closed if the response has a body that %s; the response still counts as received',
    async (_, header, body) => {
      const endpoint = await listen((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`);
        const write = (): void => void socket.write(body, (error) => error ?? setImmediate(write));
        write();
      });
      const client = open();
      expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
      await until(() => endpoint.open_count === 0);
    },
  );

  test('is closed if the response body arrives too slowly; the result of the request does not wait for the response body', async () => {
    const endpoint = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      trickle(socket, 'x'.repeat(1000));
    });
    const client = open({ timeout_ms: TIMEOUT_MS });
    const results = [await postTo(client, endpoint.url), await postTo(client, endpoint.url)];
    expect(results).toEqual([expect.objectContaining(answerWith(200)), expect.objectContaining(answerWith(200))]);
    expect(endpoint.connections_count).toBe(2);
    await until(() => endpoint.open_count === 0);
  });

  test.each([
    ['connection: close', 2],
    ['connection: keep-alive\r\nkeep-alive: timeout=1', 2],
    ['connection: keep-alive\r\nkeep-alive: timeout=60', 1],
  ])(
    'the connection to a webhook endpoint is reused only as long as the endpoint’s response header ’%s’ allows',
    async (header, connections_count) => {
      const endpoint = await listen((socket) => socket.write(OK.replace('\r\n\r\n', `\r\n${header}\r\n\r\n`)));
      const client = open();
      await postTo(client, endpoint.url);
      expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
      expect(endpoint.connections_count).toBe(connections_count);
    },
  );

  test('is replaced by a new connection if the endpoint closed it while idle', async () => {
    const endpoint = await listen((socket) => socket.end(OK));
    const client = open();
    for (let count = 0; count <= CONNECTIONS_MAX; count++) {
      expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
      await until(() => endpoint.open_count === 0);
    }
    expect(endpoint.heard_count).toBe(CONNECTIONS_MAX + 1);
  });

  test('is replaced if it was used before and closes during a request; the request is then sent again', async () => {
    const endpoint = await listen((socket, number) => (number === 2 ? socket.resetAndDestroy() : socket.write(OK)));
    const client = open();
    expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
    expect(await postTo(client, endpoint.url)).toMatchObject(answerWith(200));
    expect(endpoint).toMatchObject({ connections_count: 2, heard_count: 3 });
  });

  test('is not replaced if it is itself the replacement of a closed connection for the same request', async () => {
    const endpoint = await listen((socket, number) => (number === 1 ? socket.write(OK) : socket.end()));
    const client = open();
    await postTo(client, endpoint.url);
    expect(await postTo(client, endpoint.url)).toMatchObject(CLOSED);
    expect(endpoint).toMatchObject({ connections_count: 2, heard_count: 3 });
  });

  test('is not replaced if it is new and closes during its first request', async () => {
    const last = OK.replace('\r\n', '\r\nconnection: close\r\n');
    const endpoint = await listen((socket, number) => (number === 1 ? socket.write(last) : socket.end()));
    const client = open();
    await postTo(client, endpoint.url);
    expect(await postTo(client, endpoint.url)).toMatchObject(CLOSED);
    expect(endpoint).toMatchObject({ connections_count: 2, heard_count: 2 });
  });

  test('is not replaced by a new connection if it closes in the middle of a response', async () => {
    const endpoint = await listen((socket, number) => (number === 1 ? socket.write(OK) : socket.end('HTTP/1.1 2')));
    const client = open();
    await postTo(client, endpoint.url);
    expect(await postTo(client, endpoint.url)).toMatchObject(INVALID);
    expect(endpoint).toMatchObject({ connections_count: 1, heard_count: 2 });
  });
});

describe('client.close', () => {
  test('waits for requests in flight and closes all connections; later requests are not sent', async () => {
    const answers: (() => void)[] = [];
    const endpoint = await listen((socket) => answers.push(() => socket.write(OK)));
    const client = open();
    const results = [postTo(client, endpoint.url), postTo(client, endpoint.url)];
    await until(() => answers.length === 2);
    const closed = Promise.all([client.close(), client.close()]);
    expect(await postTo(client, endpoint.url)).toMatchObject(failWith('The request could not be sent.'));
    for (const answer of answers) answer();
    expect(await Promise.all(results)).toEqual(results.map(() => expect.objectContaining(answerWith(200))));
    await closed;
    await until(() => endpoint.open_count === 0);
    expect(endpoint.heard_count).toBe(2);
  });
});

/**
 * Returns how many connections are opened for `count` concurrent posts. If `count` is one more than the maximum number
 * of connections, the last post has to wait: it either reuses a connection or gets a new one.
 */
async function connectionsFor(count: number, endpoint: Endpoint): Promise<number> {
  const client = open();
  const results = await Promise.all(Array.from({ length: count }, () => postTo(client, endpoint.url)));
  expect(results.map(({ status_code }) => status_code)).toEqual(results.map(() => 200));
  return endpoint.connections_count;
}

/**
 * Writes `text` again and again, one byte at a time. A timeout that restarts at every byte would never expire. The
 * total timeout expires before all of `text` is written once.
 */
function trickle(socket: Socket, text: string): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 20);
  socket.on('close', () => clearInterval(timer));
}

function later(): { promise: Promise<string[]>; resolve(addresses: string[]): void } {
  let resolve: (addresses: string[]) => void = () => undefined;
  const promise = new Promise<string[]>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
