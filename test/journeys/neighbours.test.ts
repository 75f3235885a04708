// While one client attacks the service, another client is served and never gets 503.
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '#api/app.ts';
import type { EdgeLimits } from '#api/platform/guard.ts';
import { shortLinks } from '#pages/short-links.ts';
import { unsubscribePage } from '#pages/unsubscribe.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { requestText, type SocketAnswer, talk } from '#test/sockets.ts';

let house: TestHouse;
let attacker: TestClient;
let neighbour: TestClient;
const opened: { app: FastifyInstance; sockets: Socket[] }[] = [];

beforeAll(async () => {
  house = await openTestHouse();
  [attacker, neighbour] = [await newClient(house), await newClient(house, 'Neighbour')];
});
afterEach(async () => {
  for (const { app, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});
afterAll(() => house.close());

type Edge = { port: number; sockets: Socket[]; seen(): number; answered: SocketAnswer['status'][] };

async function listen(limits: Partial<EdgeLimits> = {}): Promise<Edge> {
  const app = await buildApp(house, limits);
  unsubscribePage(app, house);
  shortLinks(app, house);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  let seen = 0;
  app.server.on('request', () => seen++);
  const edge = { port, sockets: [], seen: () => seen, answered: [] };
  opened.push({ app, sockets: edge.sockets });
  return edge;
}

const headersOf = ({ client_id, secrets }: TestClient): [string, string][] => [
  ['Host', '127.0.0.1'],
  ['X-Access-Client-Id', client_id],
  ['X-Access-Secret', secrets.sandbox],
];
const BODY = '{"external_user_id": "u"}';
const json: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Content-Length', String(BODY.length)],
];

/** Opens `count` requests with incomplete bodies and waits until the server has received all their headers. */
async function holdBodies(edge: Edge, line: string, count: number): Promise<void> {
  const before = edge.seen();
  const text = requestText(line, [...headersOf(attacker), ...json], BODY.slice(0, 5));
  for (let i = 0; i < count; i++) {
    const socket = connect({ host: '127.0.0.1', port: edge.port }).on('error', () => undefined);
    socket.on('data', (data) => edge.answered.push(Number(data.toString('latin1').split(' ')[1])));
    socket.write(text);
    edge.sockets.push(socket);
  }
  await until(() => edge.seen() - before === count);
}

const statusOf = async (port: number, text: string): Promise<number | undefined> =>
  (await talk(port, [text]))[0]?.status;

/**
 * Sends ordinary requests with the credentials of the client that is not attacking, and sends health checks. Returns
 * the statuses of all responses.
 */
async function work(port: number): Promise<(number | undefined)[]> {
  const headers = headersOf(neighbour);
  const external_user_id = `u-${Math.random()}`;
  const body = JSON.stringify({ external_user_id });
  const length: [string, string] = ['Content-Length', String(body.length)];
  return [
    await statusOf(port, requestText('GET /v1/users/ HTTP/1.1', headers)),
    await statusOf(
      port,
      requestText('POST /v1/users/ HTTP/1.1', [...headers, ['Content-Type', 'application/json'], length], body),
    ),
    await statusOf(port, requestText('GET /readyz HTTP/1.1', headers)),
    await statusOf(port, requestText('GET /healthz HTTP/1.1', headers)),
    await statusOf(port, requestText('GET /metrics HTTP/1.1', headers)),
  ];
}
const SERVED = [200, 201, 200, 200, 200];

describe('when one client sends incomplete request bodies', () => {
  test.for([
    'POST /verify/x/visit/ HTTP/1.1',
    'POST /verify/x/unsubscribe/ HTTP/1.1',
    'POST /v1/users/ HTTP/1.1',
    'PATCH /v1/users/0123456789abcdef0123456789abcdef/ HTTP/1.1',
  ])('450 incomplete requests with the request line %s take no slot from other clients', async (line) => {
    const edge = await listen();
    await holdBodies(edge, line, 450);
    expect(await work(edge.port)).toEqual(SERVED);
    expect(edge.answered).toEqual([]);
  });

  test('if the limit is 20 incomplete requests, 30 of 50 such requests get 503, their connections are closed, and another client is served meanwhile', async () => {
    const edge = await listen({ arrivals_max: 20 });
    await holdBodies(edge, 'POST /v1/users/ HTTP/1.1', 50);
    expect(await work(edge.port)).toEqual(SERVED);
    await until(() => edge.sockets.filter(({ destroyed }) => destroyed).length >= 30);
    expect(new Set(edge.answered)).toEqual(new Set([503]));
  });

  test('a request that exceeds the limit of buffered bytes gets 503, its connection is closed, and another client is served', async () => {
    const edge = await listen({ arrivals_bytes_max: 200_000 });
    const [line, part] = ['POST /v1/users/ HTTP/1.1', 'x'.repeat(50_000)];
    const length: [string, string] = ['Content-Length', '100000'];
    const answers = Array.from({ length: 8 }, () =>
      talk(edge.port, [
        requestText(line, [...headersOf(attacker), ['Content-Type', 'application/json'], length], part),
      ]),
    );
    const refused = await Promise.race(answers);
    expect(refused.map(({ status, headers }) => [status, headers['retry-after'], headers['connection']])).toEqual([
      [503, '1', 'close'],
    ]);
    expect(await work(edge.port)).toEqual(SERVED);
    opened[0]?.app.server.closeAllConnections();
    await Promise.all(answers);
  });
});

describe('requests that need no request slot', () => {
  test('even if no request slot is free, health checks and metrics requests are answered', async () => {
    const edge = await listen({ requests_in_flight_max: 0 });
    expect(await work(edge.port)).toEqual([503, 503, 200, 200, 200]);
  });
});

describe('pipelined requests', () => {
  test('600 requests pipelined by one client are all answered, and another client is served meanwhile', async () => {
    const edge = await listen();
    const [get, close] = ['GET /v1/users/ HTTP/1.1', ['Connection', 'close'] as [string, string]];
    const text = requestText(get, headersOf(attacker)).repeat(599) + requestText(get, [...headersOf(attacker), close]);
    let are_through = false;
    const many = talk(edge.port, [text], Number.POSITIVE_INFINITY).finally(() => {
      are_through = true;
    });
    await until(() => edge.seen() > 0);
    expect(await work(edge.port)).toEqual(SERVED);
    expect(are_through).toBe(false);
    expect((await many).map(({ status }) => status)).toEqual(Array.from({ length: 600 }, () => 200));
  });
});
