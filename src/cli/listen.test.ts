import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toSigningSecret } from '#domain/events/webhook-signatures.ts';
import { ACCESS_SECRET, type FakeVouch, startFakeVouch, startReceiver, webhookId } from '#test/fake-vouch.ts';
import { REFUSING_PORT } from '#test/sockets.ts';
import { type Access, openApi } from './api-client.ts';
import { type Attempt, type ListenOptions, listen, type View } from './listen.ts';

const signing_secret = toSigningSecret(Buffer.alloc(32, 5));

let vouch: FakeVouch;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** The status codes of the receiver's next responses. */
let statuses: (number | 'hang up')[];
beforeEach(async () => {
  statuses = [];
  vouch = await startFakeVouch();
  receiver = await startReceiver(statuses);
});
afterEach(async () => {
  await vouch.close();
  await receiver.close();
});

type Run = Partial<Pick<ListenOptions, 'start' | 'kinds' | 'forward_to'>> & {
  access?: Access;
  /** The callbacks to run, one in each pause, in this order. Ctrl-C is sent after the last callback. */
  pauses?: (() => unknown)[];
  /** Collects everything that the view shows except attempts. */
  said?: string[];
};

/**
 * Listens until every callback in `pauses` has run. Returns what the view showed, and the requested length of each
 * pause.
 */
async function run({ access = vouch.access, pauses = [], said = [], ...options }: Run = {}) {
  const stopping = new AbortController();
  const paused: number[] = [];
  const attempts: Attempt[] = [];
  const view: View = {
    skipped: (count) => said.push(`skipped ${count}`),
    ready: () => said.push('ready'),
    sending: () => undefined,
    tried: (_, attempt) => attempts.push(attempt),
    trouble: (message) => said.push(message),
    recovered: () => said.push('recovered'),
    idle: () => undefined,
    ended: () => said.push('ended'),
  };
  const api = openApi(access);
  try {
    const summary = await listen({
      api,
      start: 'beginning',
      kinds: undefined,
      forward_to: receiver.url,
      signing_secret,
      access_secret: ACCESS_SECRET,
      signal: stopping.signal,
      view,
      async pause(ms) {
        paused.push(ms);
        const next = pauses.shift();
        if (next === undefined) stopping.abort();
        else await next();
      },
      ...options,
    });
    return { summary, paused, attempts, said };
  } finally {
    await api.close();
  }
}

/**
 * Matches the error message of a lost connection. Whether the message says "closed" or "reset" depends on the network.
 */
const GONE = /connection (?:closed|reset)/;

const arrived = () => receiver.received.map(({ headers }) => Number(headers['webhook-id']));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('listen', () => {
  test('`vouch listen` forwards the exact bytes of the event log, and adds headers that a standard webhook verifier accepts', async () => {
    const more = ' , "amount" : 1.0,"name":"Zo\\u00eb ☂", "nested":{"payload":[]}';
    vouch.add(1, 'link-connected', more);
    const { summary, paused } = await run();
    const [{ headers, body } = { headers: {}, body: '' }, ...rest] = receiver.received;
    expect(rest).toEqual([]);
    expect(body).toBe(`{"webhook_id":"${webhookId('1')}","event_type":"link-connected"${more}}`);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Vouch-Webhooks/1.0',
      'webhook-id': webhookId('1'),
      'x-webhook-sign': `v1=${createHmac('sha256', ACCESS_SECRET).update(body).digest('hex')}`,
    });
    // The `Webhook` library checks the signature, and compares the timestamp with the current time.
    const single = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(signing_secret).verify(body, single)).toMatchObject({
      name: 'Zoë ☂',
    });
    expect(summary).toEqual({ forwarded: 1, failed_attempts: 0, waiting: 0, last_cursor: '1' });
    expect(paused).toEqual([1_000]);
  });

  test('`vouch listen` reads the next page without a pause while pages are full, and forwards the events in log order', async () => {
    vouch.add(1_000);
    const { paused } = await run({ pauses: [() => vouch.add(1), () => undefined] });
    expect(arrived()).toEqual(upTo(1_001));
    expect(vouch.asked.map(({ query }) => query['after'])).toEqual([undefined, '500', '1000', '1000', '1001']);
    expect(paused).toEqual([1_000, 1_000, 1_000]);
  });

  test('with the start `now`, `vouch listen` skips the events that are already in the log and forwards new events', async () => {
    vouch.add(600);
    const { said } = await run({ start: 'now', pauses: [() => vouch.add(2)] });
    expect(arrived()).toEqual([601, 602]);
    expect(said).toEqual(['skipped 500', 'ready', 'ended']);
  });

  test('with the start `now` and an empty log, `vouch listen` does not miss the first event', async () => {
    await run({ start: 'now', pauses: [() => vouch.add(1)] });
    expect(arrived()).toEqual([1]);
  });

  test('with a cursor as the start, `vouch listen` forwards only the events after this cursor', async () => {
    vouch.add(5);
    await run({ start: { after: '3' } });
    expect(arrived()).toEqual([4, 5]);
  });

  test('`vouch listen` lets the API filter by a single event type; if several types are given, the command itself filters the events', async () => {
    vouch.add(1, 'link-connected');
    vouch.add(1, 'link-deleted');
    vouch.add(1, 'order-created');
    await run({ kinds: ['link-deleted'] });
    await run({ kinds: ['link-connected', 'order-created'] });
    expect(arrived()).toEqual([2, 1, 3]);
    expect(vouch.asked.map(({ query }) => query['event_type'])).toEqual(['link-deleted', undefined]);
  });
});

describe('a receiver that does not accept an event', () => {
  test('the receiver gets the same event again until it accepts the event; the pauses grow, and no other event is sent in between', async () => {
    statuses.push(204, 'hang up', 500, 404, 302, 599, 503, 200);
    vouch.add(3);
    const { paused, attempts, summary } = await run({ pauses: Array.from({ length: 6 }, () => () => undefined) });
    expect(arrived()).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 3]);
    expect(paused).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 1_000]);
    expect(attempts.map(({ attempt, status_code }) => [attempt, status_code])).toEqual([
      [1, 204],
      [1, null],
      [2, 500],
      [3, 404],
      [4, 302],
      [5, 599],
      [6, 503],
      [7, 200],
      [1, 204],
    ]);
    expect(attempts[1]).toMatchObject({ error_message: expect.stringMatching(GONE), retry_in_ms: 1_000 });
    expect(summary).toEqual({ forwarded: 3, failed_attempts: 6, waiting: 0, last_cursor: '3' });
  });

  test('a failed connection to the receiver is reported, and the summary counts the waiting events', async () => {
    vouch.add(3);
    const forward_to = `http://127.0.0.1:${REFUSING_PORT}/`;
    const { attempts, summary } = await run({ forward_to, start: { after: '1' } });
    expect(attempts).toMatchObject([{ status_code: null, error_message: 'connection refused' }]);
    expect(summary).toEqual({ forwarded: 0, failed_attempts: 1, waiting: 2, last_cursor: '1' });
  });
});

describe('an unreachable service', () => {
  test('the service is called again until it responds; no event is lost, and no event is sent twice', async () => {
    vouch.add(2);
    const leave = () => {
      vouch.misbehaviours.push('hang up', { status: 503, body: '{"detail":"Service unavailable."}' });
      vouch.misbehaviours.push({ status: 429, headers: { 'retry-after': '7' } }, { status: 502, body: '<html>' });
      vouch.add(2);
    };
    const nothing = () => undefined;
    const { said, paused } = await run({ pauses: [leave, nothing, nothing, nothing, nothing] });
    expect(arrived()).toEqual([1, 2, 3, 4]);
    const { url } = vouch.access;
    expect(said).toEqual([
      'ready',
      expect.stringMatching(GONE),
      `${url} answered 503: Service unavailable.`,
      `${url} answered 429`,
      `${url} answered 502`,
      'recovered',
      'ended',
    ]);
    expect(paused).toEqual([1_000, 1_000, 2_000, 7_000, 8_000, 1_000]);
  });

  test('the first request to an unreachable service fails with an error and is not repeated', async () => {
    const access = { ...vouch.access, url: `http://127.0.0.1:${REFUSING_PORT}` };
    await expect(run({ access })).rejects.toThrow(`${access.url} cannot be reached (connection refused)`);
  });

  test('the service is called again if its first response is an error with Retry-After', async () => {
    vouch.add(1);
    vouch.misbehaviours.push({ status: 429, headers: { 'retry-after': '1' } });
    await run({ pauses: [() => undefined] });
    expect(arrived()).toEqual([1]);
  });
});

describe('one-line errors of vouch listen', () => {
  test('wrong credentials end the command with an error', async () => {
    const said: string[] = [];
    const access = { ...vouch.access, access_secret: 'sandbox-wrong' };
    const message = `${access.url} does not accept these credentials: No such token`;
    await expect(run({ access, said })).rejects.toThrow(message);
    expect(said).toEqual([]);
  });

  test('if the key is deactivated while the command listens, the command prints the summary and then ends with an error', async () => {
    const said: string[] = [];
    const deactivate = () => vouch.misbehaviours.push({ status: 401 });
    await expect(run({ said, pauses: [deactivate] })).rejects.toThrow('does not accept these credentials');
    expect(said).toEqual(['ready', 'ended']);
  });

  test.for([
    '<html>',
    '{}',
    '{"results":[{"cursor":"1"}]}',
    '{"results":[{"cursor":"1","event_type":"a","created_at":"b","payload":{}}]}',
  ])('vouch listen ends with an error if a response does not match the schema of Vouch: %s', async (body) => {
    vouch.misbehaviours.push({ status: 200, body });
    await expect(run()).rejects.toThrow(`${vouch.access.url} does not respond like a Vouch service`);
  });
});
