import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { RETRY_SECONDS } from '#domain/events/webhook-deliveries.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { deliver, happen, newEndpoint, newReceiver, newStatus, type Receiver } from '#test/webhooks.ts';
import type { WebhookSender } from './webhook-sender.ts';

let house: TestHouse;
let sender: WebhookSender | undefined;
beforeAll(async () => {
  house = await openTestHouse();
});
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
});
afterAll(() => house.close());

const STATUSES = ['new', 'login', 'parse', 'full_parse', 'done'] as const;
const HOOK = 'http://127.0.0.1:9/hook';

async function open(): Promise<{ client: TestClient; scope: Scope; receiver: Receiver }> {
  const client = await newClient(house);
  const receiver = newReceiver();
  sender = deliver(house, receiver);
  return { client, scope: { client_id: client.client_id, environment: 'sandbox' }, receiver };
}

const wordsOf = (receiver: Receiver, task_id: string, url = HOOK): unknown[] =>
  receiver.received
    .filter((one) => one.url === url && one.payload['task_id'] === task_id)
    .map((one) => one.payload['status']);

type Logged = {
  webhook_id: string;
  attempt: number;
  state: string;
  status_code: number | null;
  error_message: string | null;
  next_attempt_at: string | null;
  sent_at: string;
};
const logOf = async ({ sandbox }: TestClient, query = ''): Promise<Logged[]> =>
  (await sandbox('GET', `/v1/webhook-requests/?page_size=100${query}`)).json().results;

/** Moves the sandbox clock forward, as a client would. */
const advance = async ({ sandbox }: TestClient, seconds: number): Promise<void> => {
  const response = await sandbox('POST', '/v1/sandbox/clock/advance/', { seconds });
  expect(response.statusCode, response.body).toBe(200);
};

describe('a webhook request', () => {
  test('a webhook request contains the payload byte for byte, and two signatures of the payload', async () => {
    const { client, scope, receiver } = await open();
    const { signing_secret } = await newEndpoint(client.sandbox, HOOK);
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(() => receiver.received.length === 1);
    const [{ headers, body, payload } = {} as never] = receiver.received;
    const events = (await client.sandbox('GET', '/v1/events/')).json();
    expect(JSON.stringify(events.results[0].payload)).toBe(body);
    const key = Buffer.from(signing_secret.slice('whsec_'.length), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers).toMatchObject({
      'webhook-id': payload.webhook_id,
      'webhook-timestamp': String(house.clock.now().getTime() / 1000),
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
      'X-Webhook-Sign': `v1=${createHmac('sha256', client.secrets.sandbox).update(body).digest('hex')}`,
    });
  });

  test('every request is signed with the endpoint’s secret, and also with the key that registered the endpoint; if that key is inactive, the newest active key is used instead', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    const { access_secret } = (await client.sandbox('POST', '/v1/keys/')).json();
    const signer = (at: number, secret: string) =>
      receiver.received[at]?.headers['X-Webhook-Sign'] ===
      `v1=${createHmac('sha256', secret)
        .update(receiver.received[at]?.body ?? '')
        .digest('hex')}`;
    await happen(house, scope, newStatus(newId(), 'new'));
    await until(() => receiver.received.length === 1);
    expect(signer(0, client.secrets.sandbox)).toBe(true);
    await client.sandbox('POST', '/v1/keys/deactivate/', { access_secret: client.secrets.sandbox });
    await happen(house, scope, newStatus(newId(), 'new'));
    await until(() => receiver.received.length === 2);
    expect(signer(1, access_secret)).toBe(true);
    await house.database
      .scoped(scope)
      .query('update api_keys set deactivated_at = now() where client_id = $1', [scope.client_id]);
    await happen(house, scope, newStatus(newId(), 'new'));
    await until(() => receiver.received.length === 3);
    expect(Object.keys(receiver.received[2]?.headers ?? {})).not.toContain('X-Webhook-Sign');
    expect(receiver.received[2]?.headers['webhook-signature']).toMatch(/^v1,/);
  });

  test('an event is sent only to enabled endpoints of this environment that are subscribed to the event type', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, 'http://127.0.0.1:9/statuses', { events: ['task-status-updated'] });
    await newEndpoint(client.sandbox, 'http://127.0.0.1:9/links', { events: ['link-deleted'] });
    await newEndpoint(client.sandbox, 'http://127.0.0.1:9/off', { enabled: false });
    await newEndpoint(client.prod, 'http://127.0.0.1:9/prod', { env_type: 'prod' });
    await newEndpoint((await newClient(house)).sandbox, 'http://127.0.0.1:9/stranger');
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(async () => (await logOf(client)).length === 1);
    expect(receiver.received.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/statuses']);
  });
});

describe('the statuses of a task', () => {
  test('the statuses of one task arrive one after the other, in order; they may overtake the statuses of another task', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    const [slow, quick] = [newId(), newId()];
    let let_go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    receiver.answer(HOOK, async ({ payload }) => {
      if (payload['task_id'] === slow && payload['status'] === 'new') await held;
      return {};
    });
    for (const status of STATUSES) await happen(house, scope, newStatus(slow, status), newStatus(quick, status));
    await until(() => wordsOf(receiver, quick).length === STATUSES.length);
    expect(wordsOf(receiver, slow)).toEqual(['new']);
    let_go();
    await until(() => wordsOf(receiver, slow).length === STATUSES.length);
    expect(wordsOf(receiver, slow)).toEqual(STATUSES);
    expect(wordsOf(receiver, quick)).toEqual(STATUSES);
  });

  test('while a status is retried, later statuses of the same task wait; they are sent once that status is delivered or given up (dead)', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    const task_id = newId();
    receiver.answer(HOOK, ({ payload }) => ({ status_code: payload['status'] === 'login' ? 503 : 204 }));
    for (const status of STATUSES) await happen(house, scope, newStatus(task_id, status));
    // The second delivery gets eight attempts. Before each new attempt, the owner's clock is moved to the time of that
    // attempt.
    const attempts = () => wordsOf(receiver, task_id).filter((status) => status === 'login').length;
    const tryAgain = async (attempt: number) => {
      await until(
        async () => (await logOf(client)).filter(({ status_code }) => status_code === 503).length === attempt,
      );
      // The retry time is random within limits (jitter). So the clock is moved to the latest possible retry time.
      await advance(client, Math.ceil((RETRY_SECONDS[attempt - 1] ?? 0) * 1.2) + 1);
    };
    for (let attempt = 1; attempt <= 7; attempt++) {
      await until(() => attempts() === attempt);
      expect(wordsOf(receiver, task_id)).not.toContain('parse');
      await tryAgain(attempt);
    }
    await until(() => wordsOf(receiver, task_id).includes('done'));
    expect(wordsOf(receiver, task_id).filter((status) => status !== 'login')).toEqual([
      'new',
      'parse',
      'full_parse',
      'done',
    ]);
    expect(attempts()).toBe(8);
    const findDead = async () => (await logOf(client)).find(({ state }) => state === 'dead');
    // The service stores the result of a webhook request a moment after the receiver gets the request.
    await until(async () => (await findDead()) !== undefined);
    expect(await findDead()).toMatchObject({ attempt: 8, status_code: 503, next_attempt_at: null });
  });
});

describe('a failed delivery', () => {
  test('the delivery is retried only once its delay has passed on the owner’s clock', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    receiver.answer(HOOK, () => ({ status_code: null, error_message: 'The connection was refused.' }));
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(async () => (await logOf(client)).length === 1);
    const [first] = await logOf(client);
    expect(first).toMatchObject({ attempt: 1, state: 'waiting', error_message: 'The connection was refused.' });
    const wait_seconds = (Date.parse(first?.next_attempt_at ?? '') - Date.parse(first?.sent_at ?? '')) / 1000;
    expect(wait_seconds).toBeGreaterThanOrEqual(4);
    expect(wait_seconds).toBeLessThanOrEqual(6);
    await advance(client, 3);
    sender?.wake();
    expect(receiver.received).toHaveLength(1);
    await advance(client, 4);
    await until(async () => (await logOf(client)).length === 2);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const retry = (await logOf(client)).find(({ attempt }) => attempt === 2);
    expect(Date.parse(retry?.sent_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.next_attempt_at ?? ''));
  });

  test('all failed deliveries to an endpoint are due immediately when another delivery to this endpoint succeeds', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    receiver.answer(HOOK, () => ({ status_code: 500 }));
    const tasks = Array.from({ length: 12 }, newId);
    for (const task_id of tasks) await happen(house, scope, newStatus(task_id, 'done'));
    await until(async () => (await logOf(client)).length === tasks.length);
    receiver.answer(HOOK, () => ({}));
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(
      async () => (await logOf(client)).filter(({ state }) => state === 'delivered').length === tasks.length + 1,
    );
    expect((await logOf(client)).filter(({ state }) => state === 'waiting')).toHaveLength(tasks.length);
  });

  test('a delivery is given up (state `dead`) if its event was deleted; the next delivery, which was waiting for it, is then sent', async () => {
    const { client, scope, receiver } = await open();
    await newEndpoint(client.sandbox, HOOK);
    receiver.answer(HOOK, () => ({ status_code: 500 }));
    const task_id = newId();
    await happen(house, scope, newStatus(task_id, 'login'), newStatus(task_id, 'done'));
    await until(async () => (await logOf(client)).length === 1);
    receiver.answer(HOOK, () => ({}));
    const db = house.database.scoped(scope);
    await db.query(`delete from events where client_id = $1 and payload like '%"login"%'`, [client.client_id]);
    await advance(client, 60);
    // The delivery of the later event no longer waits for the delivery of the deleted event.
    await until(() => wordsOf(receiver, task_id).includes('done'));
    const ended = async () => {
      const { rows } = await db.query(
        `select a.attempt, a.state, a.status_code, a.error_message, d.state as delivery from webhook_attempts a
         join webhook_deliveries d on d.id = a.delivery_id
         where a.client_id = $1 and a.error_message like '%no longer stored%'`,
        [client.client_id],
      );
      return rows;
    };
    await until(async () => (await ended()).length > 0);
    expect(await ended()).toEqual([
      {
        attempt: 2,
        state: 'dead',
        status_code: null,
        error_message: 'The event is no longer stored.',
        delivery: 'dead',
      },
    ]);
    expect(wordsOf(receiver, task_id)).toEqual(['login', 'done']);
  });

  test('an endpoint whose secrets cannot be unsealed does not affect deliveries to other endpoints', async () => {
    const { client, scope, receiver } = await open();
    const { id } = await newEndpoint(client.sandbox, 'http://127.0.0.1:9/damaged');
    await newEndpoint(client.sandbox, HOOK);
    await house.database
      .scoped(scope)
      .query(`update webhook_endpoints set secret_sealed = 'damaged' where client_id = $1 and id = $2`, [
        client.client_id,
        id,
      ]);
    for (let task = 0; task < 20; task++) await happen(house, scope, newStatus(newId(), 'done'));
    await until(() => receiver.received.length === 20);
    expect(new Set(receiver.received.map(({ url }) => url))).toEqual(new Set([HOOK]));
  });

  test('an endpoint that never responds does not delay deliveries to other endpoints', async () => {
    const { client, scope, receiver } = await open();
    const stuck = 'http://127.0.0.1:9/stuck';
    await newEndpoint(client.sandbox, stuck);
    await newEndpoint(client.sandbox, HOOK);
    let let_go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    receiver.answer(stuck, async () => {
      await held;
      return { status_code: 500 };
    });
    for (let task = 0; task < 300; task++) await happen(house, scope, newStatus(newId(), 'done'));
    const arrived = (url: string) => receiver.received.filter((one) => one.url === url).length;
    await until(() => arrived(HOOK) === 300);
    expect(arrived(stuck)).toBeLessThan(300);
    let_go();
  });
});

test('many slow endpoints of one client do not delay another client', async () => {
  const slow = await newClient(house);
  const receiver = newReceiver();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // Together the slow endpoints have 2,400 due deliveries, more than the sender claims at a time.
  for (let at = 0; at < 12; at++) {
    const url = `http://127.0.0.1:9/slow-${at}`;
    receiver.answer(url, async () => {
      await answered;
      return { status_code: 200 };
    });
    await newEndpoint(slow.sandbox, url);
  }
  const scope: Scope = { client_id: slow.client_id, environment: 'sandbox' };
  for (let task = 0; task < 200; task++) await happen(house, scope, newStatus(newId(), 'done'));
  sender = deliver(house, receiver);
  // The test waits until each of five endpoints has sixteen concurrent requests. By then the sender has claimed about a
  // thousand deliveries.
  try {
    await until(() => receiver.received.length >= 5 * 16);
    const other = await newClient(house);
    await newEndpoint(other.sandbox, HOOK);
    await happen(house, { client_id: other.client_id, environment: 'sandbox' }, newStatus(newId(), 'done'));
    await until(() => receiver.received.some(({ url }) => url === HOOK));
    // No slow endpoint has responded yet, so the slow client still occupies every slot that it has taken.
    expect(receiver.received.filter(({ url }) => url === HOOK)).toHaveLength(1);
  } finally {
    answer();
  }
});

test('a disabled endpoint receives nothing; once it is enabled, it gets the deliveries that were waiting, but not the events that happened while it was disabled', async () => {
  const { client, scope, receiver } = await open();
  const { id } = await newEndpoint(client.sandbox, HOOK);
  receiver.answer(HOOK, () => ({ status_code: 500 }));
  const [early, late] = [newId(), newId()];
  await happen(house, scope, newStatus(early, 'done'));
  await until(async () => (await logOf(client)).length === 1);
  await client.sandbox('PATCH', `/v1/webhooks/${id}/`, { enabled: false });
  await advance(client, 60);
  await happen(house, scope, newStatus(late, 'done'));
  expect((await client.sandbox('GET', '/v1/events/')).json().results).toHaveLength(2);
  receiver.answer(HOOK, () => ({}));
  await client.sandbox('PATCH', `/v1/webhooks/${id}/`, { enabled: true });
  await until(async () => (await logOf(client)).some(({ state }) => state === 'delivered'));
  expect(wordsOf(receiver, early)).toEqual(['done', 'done']);
  expect(wordsOf(receiver, late)).toEqual([]);
});

describe('a replay', () => {
  test('the replay of a time range sends each failed delivery once; with only_failed=false, the replay also sends delivered events again', async () => {
    const { client, scope, receiver } = await open();
    const { id } = await newEndpoint(client.sandbox, HOOK);
    const [good, bad] = [newId(), newId()];
    receiver.answer(HOOK, ({ payload }) => ({ status_code: payload['task_id'] === good ? 200 : 500 }));
    const since = '2026-02-28T00:00:00Z';
    await happen(house, scope, newStatus(good, 'done'));
    await happen(house, scope, newStatus(bad, 'done'));
    await until(async () => (await logOf(client)).length === 2);
    // The endpoint fails for three days; the clock is moved day by day.
    for (let day = 0; day < 3; day++) {
      const before = (await logOf(client)).length;
      await advance(client, 86_400);
      await until(async () => (await logOf(client)).length > before);
    }
    receiver.answer(HOOK, () => ({}));
    const response = await client.sandbox('POST', `/v1/webhooks/${id}/replay/`, { created_at__gte: since });
    expect([response.statusCode, response.json()]).toEqual([202, { replayed_count: 1 }]);
    await until(async () => (await logOf(client)).filter(({ state }) => state === 'delivered').length === 2);
    const again = await client.sandbox('POST', `/v1/webhooks/${id}/replay/`, { created_at__gte: since });
    expect(again.json()).toEqual({ replayed_count: 0 });
    const all = await client.sandbox('POST', `/v1/webhooks/${id}/replay/`, {
      created_at__gte: since,
      only_failed: false,
    });
    expect(all.json()).toEqual({ replayed_count: 2 });
    await until(async () => (await logOf(client)).filter(({ state }) => state === 'delivered').length === 4);
    const bodies = receiver.received.filter(({ payload }) => payload['task_id'] === good).map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies).size).toBe(1);
  });
});

describe('an endpoint that fails for five days', () => {
  test('the endpoint is disabled with a reason; deliveries of later events are given up (dead); after the endpoint is enabled, one replay sends all dead deliveries', async () => {
    const { client, scope, receiver } = await open();
    const { id } = await newEndpoint(client.sandbox, HOOK);
    const endpoint = async () => (await client.sandbox('GET', `/v1/webhooks/${id}/`)).json();
    receiver.answer(HOOK, () => ({ status_code: 500 }));
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(async () => (await logOf(client)).length === 1);
    await advance(client, 5 * 86_400 - 60);
    expect(await endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
    await advance(client, 61);
    expect(await endpoint()).toMatchObject({
      enabled: false,
      disabled_reason: 'Nothing could be delivered for five days.',
    });
    await happen(house, scope, newStatus(newId(), 'done'));
    await until(async () => (await logOf(client)).filter(({ state }) => state === 'dead').length === 2);
    const refused = await client.sandbox('POST', `/v1/webhooks/${id}/replay/`, {
      created_at__gte: '2026-01-01T00:00:00Z',
    });
    expect(refused.json().error.extra['invalid-params']).toEqual([
      { field: 'enabled', message: 'The endpoint is disabled.' },
    ]);
    receiver.answer(HOOK, () => ({}));
    await client.sandbox('PATCH', `/v1/webhooks/${id}/`, { enabled: true });
    const replayed = await client.sandbox('POST', `/v1/webhooks/${id}/replay/`, {
      created_at__gte: '2026-01-01T00:00:00Z',
    });
    expect(replayed.json()).toEqual({ replayed_count: 2 });
    await until(async () => (await logOf(client)).filter(({ state }) => state === 'delivered').length === 2);
    expect(await endpoint()).toMatchObject({ enabled: true, disabled_reason: null });
  });
});
