// What all simulators share: controls, fault rules, and webhooks that are retried.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { SIMULATORS } from '../kinds.ts';
import { applyDrift } from './drift.ts';
import { FAULTS, faultPlan } from './faults.ts';
import { randomOf } from './random.ts';
import { type Service, type Simulator, startServer } from './server.ts';
import { webhookSender } from './webhooks.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const echo = (): Service => ({
  routes: [
    {
      method: 'POST',
      pattern: '/echo/:token',
      handle: ({ body, now }) => ({ status: 200, json: { size: body.length, now } }),
    },
  ],
  errors: {
    notFound: () => ({ status: 404, json: { error: 'not found' } }),
    wrongMethod: () => ({ status: 405, json: { error: 'method' } }),
    badField: (_, error) => ({ status: 400, json: { error: error.message } }),
    rateLimit: () => ({ status: 429, json: { error: 'slow down' } }),
    serverError: (_, status) => ({ status, json: { error: 'broken' } }),
    expired: () => ({ status: 401, json: { error: 'expired' } }),
  },
  drift: { rows: ['rows'], enum_field: 'kind', missing_field: 'amount' },
  control: {},
});

async function start(): Promise<Simulator> {
  const simulator = await startServer(echo, { now: new Date('2026-11-18T15:00:00Z') });
  closers.push(simulator.close);
  return simulator;
}

const post = (url: string, body: string): Promise<Response> => fetch(url, { method: 'POST', body });

describe('the control API of a simulator', () => {
  test('an unknown path below /control/ gets 404; a malformed body and a wrong value get 400', async () => {
    const { url } = await start();
    expect((await post(`${url}/control/nothing`, '{}')).status).toBe(404);
    expect((await fetch(`${url}/control/faults`)).status).toBe(404);
    for (const body of [
      '{',
      '[]',
      '{}',
      '{"fault": "rate_limit", "times": "two"}',
      '{"fault": "rate_limit", "probability": 2}',
    ]) {
      expect((await post(`${url}/control/faults`, body)).status).toBe(400);
    }
    expect((await post(`${url}/control/clock`, '{"now": "yesterday"}')).status).toBe(400);
  });

  test('the control "clear" deletes all fault rules and all logged requests', async () => {
    const simulator = await start();
    simulator.addFault({ fault: 'server_error', times: 0 });
    expect((await post(`${simulator.url}/echo/a`, '')).status).toBe(500);
    expect(simulator.requests()).toHaveLength(1);
    await post(`${simulator.url}/control/clear`, '');
    expect(simulator.requests()).toEqual([]);
    expect((await post(`${simulator.url}/echo/a`, '')).status).toBe(200);
  });

  test('advance_seconds moves the clock, and the fault clock_skew shifts the time of one answer', async () => {
    const { url } = await start();
    const timeOf = async (): Promise<unknown> =>
      ((await (await post(`${url}/echo/a`, '')).json()) as { now: string }).now;
    await post(`${url}/control/clock`, '{"advance_seconds": 86400}');
    expect(await timeOf()).toBe('2026-11-19T15:00:00.000Z');
    await post(`${url}/control/faults`, '{"fault": "clock_skew", "seconds": -60}');
    expect(await timeOf()).toBe('2026-11-19T14:59:00.000Z');
  });

  test('a body above one mebibyte gets 413', async () => {
    const { url } = await start();
    expect((await post(`${url}/echo/a`, 'x'.repeat(1_048_576))).status).toBe(200);
    expect((await post(`${url}/echo/a`, 'x'.repeat(1_048_577))).status).toBe(413);
  });
});

describe('faults of a simulator', () => {
  test('the first matching rule decides the fault, and each rule counts its own requests', () => {
    const plan = faultPlan(
      [
        { fault: 'rate_limit', path: '/a', times: 1 },
        { fault: 'slow_bytes', skip: 1, times: 2 },
      ],
      randomOf(1, 'test'),
    );
    const taken = ['/a', '/a', '/b', '/a', '/b'].map((path) => plan.take(path)?.fault ?? null);
    expect(taken).toEqual(['rate_limit', null, 'slow_bytes', 'slow_bytes', null]);
  });

  test('a rule with a probability of 0.2 applies to about one request in five', () => {
    const plan = faultPlan([{ fault: 'server_error', probability: 0.2 }], randomOf(4, 'test'));
    const hits = Array.from({ length: 1000 }, () => plan.take('/')).filter((rule) => rule !== undefined).length;
    expect(hits).toBeGreaterThan(150);
    expect(hits).toBeLessThan(250);
  });

  test.each(FAULTS)('a simulator still answers after a request with the fault %s', async (fault) => {
    const simulator = await start();
    simulator.addFault({ fault, amount: 1 });
    await post(`${simulator.url}/echo/a`, '')
      .then(
        (answer) => answer.text(),
        () => '',
      )
      .catch(() => '');
    expect((await post(`${simulator.url}/echo/a`, '')).status).toBe(200);
    expect(simulator.requests().map((request) => request.fault)).toEqual([fault, null]);
  });

  test('a rate limit sends Retry-After in seconds or as a date', async () => {
    const { url } = await start();
    await post(
      `${url}/control/faults`,
      '{"faults": [{"fault": "rate_limit", "seconds": 90}, {"fault": "rate_limit", "as_date": true}]}',
    );
    expect((await post(`${url}/echo/a`, '')).headers.get('retry-after')).toBe('90');
    expect((await post(`${url}/echo/a`, '')).headers.get('retry-after')).toBe('Wed, 18 Nov 2026 15:00:01 GMT');
  });

  test('data faults also change rows and fields inside nested objects', () => {
    const drift = { rows: ['rows'], enum_field: 'kind', missing_field: 'amount' };
    const body = {
      a: {
        rows: [
          { id: 1, kind: 'x', amount: 5 },
          { id: 2, kind: 'y', amount: 6 },
        ],
      },
    };
    const apply = (fault: 'duplicate_rows' | 'vanishing_rows' | 'unknown_enum' | 'missing_field'): unknown =>
      applyDrift(body, { fault }, drift, randomOf(1, 'test'));
    expect(apply('duplicate_rows')).toMatchObject({ a: { rows: [{ id: 1 }, { id: 1 }, { id: 2 }] } });
    expect(apply('vanishing_rows')).toMatchObject({ a: { rows: [expect.anything()] } });
    expect(apply('unknown_enum')).toMatchObject({
      a: { rows: [{ kind: 'value_of_tomorrow' }, { kind: 'value_of_tomorrow' }] },
    });
    expect(apply('missing_field')).toEqual({
      a: {
        rows: [
          { id: 1, kind: 'x' },
          { id: 2, kind: 'y' },
        ],
      },
    });
  });
});

describe('webhooks of a simulator', () => {
  async function receiver(statuses: number[]): Promise<{ url: string; count: () => number }> {
    let count = 0;
    const server = createServer((_, response) => {
      count += 1;
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, count: () => count };
  }

  test('webhooks are sent at most three times, and the status of each attempt is listed', async () => {
    const hook = await receiver([500, 302, 503]);
    const sender = webhookSender([1, 1]);
    sender.send(hook.url, 'test', () => ({ headers: {}, body: '{}' }));
    await sender.idle();
    expect(sender.deliveries()).toEqual([{ url: hook.url, event: 'test', statuses: [500, 302, 503] }]);
    sender.send(hook.url, 'test', () => ({ headers: {}, body: '{}' }));
    await sender.idle();
    expect(sender.deliveries()[1]?.statuses).toEqual([200]);
    expect(hook.count()).toBe(4);
  });

  test('webhooks are not retried after the simulator stops', async () => {
    const sender = webhookSender([60_000]);
    const hook = await receiver([500]);
    sender.send(hook.url, 'test', () => ({ headers: {}, body: '{}' }));
    await expect.poll(() => sender.deliveries()[0]?.statuses).toEqual([500]);
    sender.stop();
    await sender.idle();
    expect(hook.count()).toBe(1);
  });
});

test.each(['simplefin', 'plaid', 'argyle', 'finch'])(
  'the guide of the simulator %s names its logins and addresses',
  async (kind) => {
    const simulator = await SIMULATORS[kind]?.start({ seed: 2 });
    if (simulator === undefined) throw new Error(`${kind} is missing.`);
    closers.push(() => simulator.close());
    const { guide, url } = simulator;
    expect(guide.control_url).toBe(`${url}/control/`);
    expect(guide.logins.length).toBeGreaterThan(3);
    expect(guide.providers).toMatchObject([{ id: `${kind}_simulator`, connector: kind }]);
    expect(JSON.stringify(guide.providers)).toContain(url);
    // Secrets are in the environment variables only, never in the entries.
    for (const secret of Object.values(guide.environment))
      expect(JSON.stringify(guide.providers)).not.toContain(secret);
  },
);
