import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { until } from '#test/jobs.ts';
import { requestText, talk } from '#test/sockets.ts';
import { oneAtATime } from './pipelining.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

async function listen(handle: Handler): Promise<number> {
  const server = createServer(oneAtATime((request, response) => void handle(request, response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const HOST: [string, string][] = [['Host', 'x']];
const get = (path: string) => requestText(`GET ${path} HTTP/1.1`, HOST);
const last = requestText('GET /last HTTP/1.1', [...HOST, ['Connection', 'close']]);
const all = Number.POSITIVE_INFINITY;
const post = (path: string, body: string) =>
  requestText(`POST ${path} HTTP/1.1`, [...HOST, ['Content-Length', String(body.length)]], body);

test('2,000 pipelined requests are handled one at a time and answered in order', async () => {
  let [running, running_max] = [0, 0];
  const port = await listen(async ({ url }, response) => {
    running_max = Math.max(running_max, ++running);
    await turn();
    running--;
    response.end(url);
  });
  const paths = Array.from({ length: 2_000 }, (_, i) => `/${i}`);
  const answers = await talk(port, [paths.map(get).join(''), last], all);
  expect(answers.map(({ body }) => body)).toEqual([...paths, '/last']);
  expect(running_max).toBe(1);
});

test('another connection is served while 2,000 pipelined requests of one connection wait', async () => {
  let many_answered = 0;
  const port = await listen(async ({ url }, response) => {
    await turn();
    if (url === '/many') many_answered++;
    response.end();
  });
  const many = talk(port, [get('/many').repeat(2_000), last], all);
  await until(() => many_answered > 0);
  await talk(port, [get('/one')]);
  expect(many_answered).toBeLessThan(2_000);
  expect(await many).toHaveLength(2_001);
});

test('the bodies of pipelined requests are read one after the other, even if a body arrives in pieces', async () => {
  const port = await listen(async (request, response) => response.end(await text(request)));
  const large = 'x'.repeat(300_000);
  const whole = [post('/', 'first'), post('/', large), post('/', 'last')].join('');
  const pieces = [whole.slice(0, 200), whole.slice(200, 150_000), whole.slice(150_000)];
  const answers = await talk(port, pieces, 3);
  expect(answers.map(({ body }) => body)).toEqual(['first', large, 'last']);
});

test('a connection with waiting requests stays paused when Node discards an unread body', async () => {
  let paused = 0;
  const port = await listen(async ({ url, socket }, response) => {
    await turn();
    if (url === '/b' && socket.isPaused()) paused++;
    response.end(url);
  });
  const answers = await talk(port, [post('/a', 'x'.repeat(100_000)), get('/b').repeat(3_000), last], all);
  expect(answers).toHaveLength(3_002);
  // A packet contains many requests. The connection stays paused until the packet's last request starts. So most
  // requests start while the connection is paused.
  expect(paused).toBeGreaterThan(1_500);
});

test('after a client disconnects, its waiting requests are dropped', async () => {
  let begun = 0;
  const release: (() => void)[] = [];
  const released = new Promise<void>((resolve) => release.push(resolve));
  const closed: Promise<unknown>[] = [];
  const port = await listen(async ({ socket }, response) => {
    begun++;
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    await released;
    response.end();
  });
  const client = connect({ host: '127.0.0.1', port });
  client.write(get('/').repeat(10));
  await until(() => begun === 1);
  client.destroy();
  await once(client, 'close');
  for (const goOn of release) goOn();
  await Promise.all(closed);
  // The server does not read from a connection while requests wait, so it notices a disconnect only when it writes a
  // response. The operating system accepts one write to a closed connection and rejects the next.
  expect(begun).toBeLessThanOrEqual(3);
});
