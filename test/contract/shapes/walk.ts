// Calls the service with a client's sandbox key, and records the endpoints that were called. The functions `expect…`
// check each response against the contract's status, headers and schema.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { newId } from '#base/ids.ts';
import { BASE_URL, type Call, newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { finishTasks, openWorkingHouse } from '#test/tasks.ts';
import { faultsOf } from './checks.ts';
import { REFUSALS } from './errors.ts';
import { exchange } from './links.ts';
import { pathOf, type Walkable } from './paths.ts';
import { advancedClock, clock, connection } from './sandbox.ts';
import { page, type Shape } from './words.ts';

type Method = Parameters<Call>[0];

export type Login = {
  product_type: string;
  provider_id: string;
  user_id?: string;
  username?: string;
  password?: string;
  [field: string]: unknown;
};
export type Connection = { user_id: string; public_token: string | null; task_id: string; link_id: string };

/** The target account for the products `deposit_switch` and `pll`. */
export const DEPOSIT_ACCOUNT = {
  account_number: '400100219999',
  routing_number: '991000012',
  account_type: 'checking',
  bank_name: 'Vouch Bank',
};

/** Opens the service (`TestHouse`) for the calling test file and closes it afterwards. */
export function startWalk() {
  let house: TestHouse;
  let acme: TestClient;
  const walked = new Set<Walkable>();
  const connections = new Map<string, Promise<Connection>>();
  beforeAll(async () => {
    house = await openWorkingHouse();
    acme = await newClient(house);
  });
  afterAll(() => house.close());

  /** Sends a request. Each POST first advances the clock by a second, so that newer objects have later times. */
  async function send(method: Method, url: string, body?: unknown, call: Call = acme.sandbox) {
    if (method === 'POST') house.clock.advance(1_000);
    const path = pathOf(method, url);
    if (path !== undefined) walked.add(path);
    return call(method, url, body);
  }

  /** Sends a request, checks the response's status, headers and schema, and returns its body. */
  async function expectAnswer(status: 200 | 201 | 202, shape: Shape, method: Method, url: string, body?: unknown) {
    const response = await send(method, url, body);
    expectStatus(response, status, `${method} ${url}`);
    expectHeaders(response);
    const answer = response.json();
    expect(faultsOf(shape, answer), `${method} ${url}`).toEqual([]);
    return answer;
  }
  const expectRead = (shape: Shape, url: string) => expectAnswer(200, shape, 'GET', url);

  /** Reads all pages of a list, checks that they have `count` elements in total, and returns the elements. */
  async function expectAll(item: Shape, url: string) {
    const first = await expectRead(page(item), `${url}?page_size=100`);
    const results = [...first.results];
    for (let { next } = first; next !== null; ) {
      const answer = await expectRead(page(item), next.slice(BASE_URL.length));
      results.push(...answer.results);
      next = answer.next;
    }
    expect(results).toHaveLength(first.count);
    return results;
  }

  /** Sends a request, checks the error response's status, headers and schema, and returns its body. */
  async function expectRefused(status: number, method: Method, url: string, body?: unknown, call?: Call) {
    const response = await send(method, url, body, call);
    expectStatus(response, status, `${method} ${url}`);
    expectHeaders(response);
    const answer = response.json();
    expect(faultsOf(REFUSALS[status] ?? {}, answer), `${method} ${url}`).toEqual([]);
    return answer;
  }

  const newUser = async (fields: object = {}): Promise<string> =>
    (await acme.sandbox('POST', '/v1/users/', { external_user_id: newId(), ...fields })).json().id;

  const finish = (): Promise<void> => finishTasks(house);

  /** Logs in through the sandbox endpoint. The task continues in the background. */
  async function begin({ user_id, ...login }: Login): Promise<Connection> {
    const user = user_id ?? (await newUser());
    const body = { user_id: user, username: 'goodlogin', password: 'goodpassword', ...login };
    return { user_id: user, ...(await expectAnswer(201, connection, 'POST', '/v1/sandbox/links/', body)) };
  }

  /** Logs in and waits until the task has ended, needs user input, or is waiting for a timer. */
  async function connect(login: Login): Promise<Connection> {
    const begun = await begin(login);
    await finish();
    return begun;
  }

  /** Connects once per login. Tests that only read data share the connection. */
  function connectOnce(login: Login): Promise<Connection> {
    const key = JSON.stringify(login);
    const connection = connections.get(key) ?? connect(login);
    connections.set(key, connection);
    return connection;
  }

  const exchanged = async ({ public_token }: Connection): Promise<string> =>
    (await expectAnswer(200, exchange, 'POST', '/v1/link-access-tokens/', { public_token })).access_token;

  async function advance(seconds: number): Promise<void> {
    await finish();
    await expectAnswer(200, advancedClock, 'POST', '/v1/sandbox/clock/advance/', { seconds });
    await finish();
  }

  /** Returns the current time on the client's sandbox clock. */
  const now = async (): Promise<Date> => new Date((await expectRead(clock, '/v1/sandbox/clock/')).now);

  /** Advances the clock so that the next POST happens `seconds_after` seconds after `moment`. */
  async function advanceTo(moment: Date, seconds_after: number): Promise<void> {
    const left = seconds_after - (Number(await now()) - Number(moment)) / 1_000;
    await advance(left - 2);
  }

  return {
    house: () => house,
    acme: () => acme,
    send,
    expectAnswer,
    expectRead,
    expectAll,
    expectRefused,
    newUser,
    begin,
    connect,
    connectOnce,
    exchanged,
    advance,
    advanceTo,
    now,
    finish,
    /** Returns those of the given endpoints that no test has called yet. */
    unwalked: (paths: readonly Walkable[]): Walkable[] => paths.filter((path) => !walked.has(path)),
  };
}

function expectStatus(response: LightMyRequestResponse, status: number, what: string): void {
  expect(response.statusCode, `${what} answered ${response.body.slice(0, 500)}`).toBe(status);
}

/**
 * Checks the headers of contract sections 1.1 and 1.5 (rate limit). 401 and 405 responses have no rate-limit headers,
 * because they are sent before the rate limit is checked.
 */
function expectHeaders({ headers, statusCode }: LightMyRequestResponse): void {
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  if (statusCode === 401 || statusCode === 405) return;
  expect(headers).toMatchObject({
    'ratelimit-policy': expect.stringMatching(/^"[\w-]+";q=\d+;w=\d+$/),
    ratelimit: expect.stringMatching(/^"[\w-]+";r=\d+;t=\d+$/),
  });
}
