import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Ctx, ctxFor } from '#services/platform/ctx.ts';
import { setTimer, type TimerHandlers } from '#services/platform/timers.ts';
import { invalid, SANDBOX_ONLY } from '#test/answers.ts';
import { endConnection } from '#test/database.ts';
import { type Call, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { fireDueTimers } from '#test/timers.ts';

const START = new Date('2026-03-01T12:00:00Z');
const YEAR = 31_536_000;

/**
 * The fired timers, in the sequence in which they fired. Each entry has the timer's subject and the time that its
 * handler saw as the current time.
 */
let fired: [subject_id: string, seen: string][] = [];
let broken = new Set<string>();
/** For each database transaction, by its id, the number of timers of the kind `transaction` that fired in it. */
let transactions = new Map<string, number>();
const note = async (ctx: Ctx, { subject_id }: { subject_id: string }) => {
  if (broken.has(subject_id)) throw new Error('out of order');
  fired.push([subject_id, ctx.now().toISOString().slice(11, 19)]);
};
const timer_handlers: TimerHandlers = {
  note,
  /** Sets another timer, which is due a minute after this timer. The payload gives the kind of the new timer. */
  chain: async (ctx, { subject_id, payload }) => {
    await note(ctx, { subject_id });
    const due_at = new Date(ctx.now().getTime() + 60_000);
    await setTimer(ctx, { kind: String(payload['next']), subject_id: `${subject_id}'`, due_at, payload });
  },
  mark: (ctx, { subject_id }) => mark(ctx, subject_id),
  transaction: async (ctx) => {
    const { rows } = await ctx.db.query<{ id: string }>('select pg_current_xact_id()::text as id');
    const id = rows[0]?.id ?? '';
    transactions.set(id, (transactions.get(id) ?? 0) + 1);
  },
  /**
   * When the timer fires for the first time, simulates another process that repeats the request: the other process
   * takes over the request and then stops.
   */
  take_over: async (ctx, { subject_id }) => {
    await note(ctx, { subject_id });
    if (fired.length > 1) return;
    await house.database
      .scoped('system')
      .query(`update idempotency_keys set run_id = 'another', run_until = $2 where client_id = $1`, [
        ctx.scope.client_id,
        START,
      ]);
  },
  lose_connection: async (ctx, { subject_id }) => {
    if (!has_lost_connection) await endConnection(house.database.url, ctx.db);
    const { rows } = await ctx.database
      .scoped('system')
      .query('select attempts from timers where client_id = $1 and subject_id = $2', [ctx.scope.client_id, subject_id]);
    await mark(ctx, `${subject_id} after ${rows[0]?.['attempts']}`);
  },
};

/** Writes a row. The row is missing afterwards if the timer's transaction was rolled back. */
const mark = (ctx: Ctx, subject_id: string) =>
  setTimer(ctx, { kind: 'marked', subject_id, due_at: new Date(START.getTime() + YEAR * 1000) });
const marks = async (): Promise<unknown[]> =>
  (
    await house.database
      .scoped('system')
      .query(`select subject_id from timers where client_id = $1 and kind = 'marked'`, [acme.client_id])
  ).rows.map(({ subject_id }) => subject_id);
let has_lost_connection = false;

let house: TestHouse;
let acme: TestClient;
let call: Call;
beforeAll(async () => {
  house = await openTestHouse({ timer_handlers });
});
beforeEach(async () => {
  house.clock.set(START);
  await house.database.scoped('system').query('delete from timers');
  acme = await newClient(house);
  call = acme.sandbox;
  fired = [];
  broken = new Set();
  transactions = new Map();
  has_lost_connection = false;
});
afterAll(() => house.close());

const advance = (seconds: unknown, headers?: Record<string, string>) =>
  call('POST', '/v1/sandbox/clock/advance/', { seconds }, headers);
const ctxOf = (environment: 'sandbox' | 'prod' = 'sandbox', offset = 0): Ctx =>
  ctxFor(house, { client_id: acme.client_id, environment }, offset);
/** Sets a timer that is due `seconds` seconds after START. */
const timer = (subject_id: string, seconds: number, kind = 'note', payload = {}) =>
  setTimer(ctxOf(), { kind, subject_id, due_at: new Date(START.getTime() + seconds * 1000), payload });

describe('GET /v1/sandbox/clock/', () => {
  test('200: a clock that was never advanced shows real time', async () => {
    const response = await call('GET', '/v1/sandbox/clock/');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      now: '2026-03-01T12:00:00Z',
      real_now: '2026-03-01T12:00:00Z',
      offset_seconds: 0,
    });
  });

  test('200: an advanced clock keeps running at normal speed', async () => {
    await advance(3_600);
    house.clock.advance(5_000);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toEqual({
      now: '2026-03-01T13:00:05Z',
      real_now: '2026-03-01T12:00:05Z',
      offset_seconds: 3_600,
    });
  });

  test('200: each client has its own clock', async () => {
    await advance(3_600);
    const other = await newClient(house);
    expect((await other.sandbox('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 0 });
  });

  test('403 with an API secret of prod', async () => {
    const response = await acme.prod('GET', '/v1/sandbox/clock/');
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(SANDBOX_ONLY);
  });
});

describe('POST /v1/sandbox/clock/advance/', () => {
  test('200: advances by the given seconds; a second advance adds to the first', async () => {
    const first = await advance(86_400);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({
      now: '2026-03-02T12:00:00Z',
      real_now: '2026-03-01T12:00:00Z',
      offset_seconds: 86_400,
      fired: 0,
    });
    expect((await advance(1)).json()).toMatchObject({ now: '2026-03-02T12:00:01Z', offset_seconds: 86_401 });
  });

  test('200 for an advance of 1 to 31,536,000 seconds; 400 for other numbers', async () => {
    const BELOW = 'Ensure this value is greater than or equal to 1.';
    const ABOVE = 'Ensure this value is less than or equal to 31536000.';
    expect((await advance(0)).json()).toEqual(invalid(['seconds', BELOW]));
    expect((await advance(-1)).json()).toEqual(invalid(['seconds', BELOW]));
    expect((await advance(YEAR + 1)).json()).toEqual(invalid(['seconds', ABOVE]));
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 0 });
    expect((await advance(1)).statusCode).toBe(200);
    expect((await advance(YEAR)).json()).toMatchObject({ offset_seconds: YEAR + 1 });
  });

  test('400 if all clock advances together would exceed ten years', async () => {
    for (let i = 1; i <= 9; i++) expect((await advance(YEAR)).statusCode).toBe(200);
    await advance(YEAR - 1);
    const response = await advance(2);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(invalid(['seconds', 'Ensure this value is less than or equal to 1.']));
    expect((await advance(1)).json()).toMatchObject({ offset_seconds: 10 * YEAR, now: '2036-02-27T12:00:00Z' });
    expect((await advance(1)).statusCode).toBe(400);
  });

  test('400 if `seconds` is missing, null or not an integer', async () => {
    expect((await call('POST', '/v1/sandbox/clock/advance/')).json()).toEqual(
      invalid(['seconds', 'This field is required.']),
    );
    expect((await advance(null)).json()).toEqual(invalid(['seconds', 'This field may not be null.']));
    for (const seconds of ['1', 0.5, true, [1], {}]) {
      expect((await advance(seconds)).json()).toEqual(invalid(['seconds', 'A valid integer is required.']));
    }
  });

  test('403 with an API secret of prod, and the clock does not move', async () => {
    const response = await acme.prod('POST', '/v1/sandbox/clock/advance/', { seconds: 60 });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual(SANDBOX_ONLY);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 0 });
  });

  test('200: after a clock advance, the next request uses the new time', async () => {
    await advance(86_400);
    const user = await call('POST', '/v1/users/', { external_user_id: 'u' });
    expect(user.json()).toMatchObject({ created_at: '2026-03-02T12:00:00Z' });
    const key = await call('POST', '/v1/keys/');
    expect(key.json()).toMatchObject({ created_at: '2026-03-02T12:00:00Z' });
  });

  test('200: concurrent clock advances add up', async () => {
    await Promise.all([advance(1), advance(10), advance(100)]);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 111 });
  });

  test('200: two requests with the same Idempotency-Key advance the clock once', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await advance(60, key);
    const second = await advance(60, key);
    expect(second.body).toBe(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 60 });
    const user = await call('POST', '/v1/users/', { external_user_id: 'u' });
    expect(user.json()).toMatchObject({ created_at: '2026-03-01T12:01:00Z' });
  });
});

describe('timers and POST /v1/sandbox/clock/advance/', () => {
  test('200: an advance fires due timers, earliest first; each handler sees its timer’s due time as the current time', async () => {
    await timer('c', 30);
    await timer('a', 10);
    await timer('b', 20);
    await timer('later', 61);
    const response = await advance(60);
    expect(response.json()).toMatchObject({ fired: 3 });
    expect(fired).toEqual([
      ['a', '12:00:10'],
      ['b', '12:00:20'],
      ['c', '12:00:30'],
    ]);
    expect((await advance(1)).json()).toMatchObject({ fired: 1 });
    expect(fired.at(-1)).toEqual(['later', '12:01:01']);
    expect((await advance(YEAR)).json()).toMatchObject({ fired: 0 });
  });

  test('200: a timer due exactly at the new time fires, and a timer due a second later does not', async () => {
    await timer('now', 60);
    await timer('next', 61);
    await advance(60);
    expect(fired).toEqual([['now', '12:01:00']]);
  });

  test('200: if the handler of a timer sets a new timer, the new timer fires in the same advance; all timers fire in order of their due times', async () => {
    await timer('a', 0, 'chain', { next: 'chain' });
    await timer('b', 90);
    expect((await advance(200)).json()).toMatchObject({ fired: 5 });
    expect(fired).toEqual([
      ['a', '12:00:00'],
      ["a'", '12:01:00'],
      ['b', '12:01:30'],
      ["a''", '12:02:00'],
      ["a'''", '12:03:00'],
    ]);
    expect((await advance(40)).json()).toMatchObject({ fired: 1 });
    expect(fired.at(-1)).toEqual(["a''''", '12:04:00']);
  });

  test('200: an advance does not rewrite the rows of timers and deliveries that are due after the new time', async () => {
    const system = house.database.scoped('system');
    await timer('later', 3_601);
    await system.query(
      `insert into webhook_deliveries (client_id, environment, id, endpoint_id, event_id, event_type, sequence, state,
         attempts, due_at, fires_at, created_at)
       values ($1, 'sandbox', 'd', 'e', 'v', 'task-status-updated', 1, 'waiting', 1, $2, $2, $2)`,
      [acme.client_id, new Date(START.getTime() + 3_601_000)],
    );
    const versions = async () =>
      (
        await system.query(
          `select xmin::text as version from timers where client_id = $1
           union all select xmin::text from webhook_deliveries where client_id = $1`,
          [acme.client_id],
        )
      ).rows;
    const before = await versions();
    expect(before).toHaveLength(2);
    expect((await advance(3_600)).json()).toMatchObject({ fired: 0 });
    expect(await versions()).toEqual(before);
    expect((await advance(1)).json()).toMatchObject({ fired: 1 });
  });

  test('200: 250 timers fire in several batches over two consecutive advances, each timer once and at its due time', async () => {
    // A hundred timers share a due time, so that a batch ends in the middle of them.
    const moments = Array.from({ length: 250 }, (_, at) => (at < 120 ? at : at < 220 ? 120 : at));
    for (const [at, seconds] of moments.entries()) await timer(`t-${at}`, seconds);
    const key = { 'idempotency-key': 'once' };
    expect((await advance(200, key)).json()).toMatchObject({ fired: 220, offset_seconds: 200 });
    expect((await advance(100)).json()).toMatchObject({ fired: 30, offset_seconds: 300 });
    expect(fired.map(([, seen]) => seen)).toEqual(
      moments.map((seconds) => new Date(START.getTime() + seconds * 1000).toISOString().slice(11, 19)),
    );
    expect(new Set(fired.map(([subject]) => subject)).size).toBe(250);
  });

  test('200: an advance with an Idempotency-Key fires 1,200 timers, at most a hundred in one transaction, and logs its progress', async () => {
    await house.database.scoped('system').query(
      `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
       select $1, 'sandbox', n::text, 'transaction', n::text, due_at, due_at
       from (select n, $2::timestamptz + n * interval '100 ms' as due_at from generate_series(1, 1200) as n) as n`,
      [acme.client_id, START],
    );
    const logged = vi.spyOn(ctxOf().log, 'info');
    expect((await advance(3_600, { 'idempotency-key': 'once' })).json()).toMatchObject({ fired: 1_200 });
    const progress = logged.mock.calls.filter(([, message]) => message === 'the sandbox clock is being moved');
    logged.mockRestore();
    expect(progress).toMatchObject([
      [{ client_id: acme.client_id, environment: 'sandbox', fired: 1_000, seconds_left: 3_500 }, expect.anything()],
    ]);
    expect([...transactions.values()].reduce((sum, n) => sum + n)).toBe(1_200);
    expect(Math.max(...transactions.values())).toBe(100);
  });

  test('200: if a worker runs during a long advance, each timer fires once and sees its due time as the current time', async () => {
    for (let at = 0; at < 250; at++) await timer(`t-${at}`, 60);
    const work = async () => {
      for (let round = 0; round < 20; round++) await fireDueTimers(house, timer_handlers);
    };
    const [moved] = await Promise.all([advance(3_600), work()]);
    expect(moved.json()).toMatchObject({ offset_seconds: 3_600 });
    expect(new Set(fired.map(([subject]) => subject)).size).toBe(250);
    expect(fired).toHaveLength(250);
    expect(new Set(fired.map(([, seen]) => seen))).toEqual(new Set(['12:01:00']));
  });

  test('503: an interrupted advance stops after the last committed timers, and the next advance continues from there', async () => {
    for (let at = 1; at <= 250; at++) await timer(`t-${at}`, at, at === 150 ? 'lose_connection' : 'mark');
    expect((await advance(300)).statusCode).toBe(503);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 100 });
    expect(await marks()).toHaveLength(100);
    has_lost_connection = true;
    expect((await advance(200)).json()).toMatchObject({ fired: 150, offset_seconds: 300 });
    const subjects = await marks();
    expect(subjects).toHaveLength(250);
    expect(subjects).toContain('t-150 after 1');
  });

  test('if an advance with an Idempotency-Key was interrupted, the repeated request waits until the first run is considered dead, and then does only the remaining work', async () => {
    for (let at = 1; at <= 250; at++) await timer(`t-${at}`, at, at === 150 ? 'lose_connection' : 'mark');
    const key = { 'idempotency-key': 'once' };
    expect((await advance(300, key)).statusCode).toBe(503);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 100 });
    has_lost_connection = true;
    expect((await advance(301, key)).json()).toEqual(
      invalid(['Idempotency-Key', 'This key was used with another request body.']),
    );
    const repeated = advance(300, key);
    for (let look = 0; look < 30; look++) {
      expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 100 });
    }
    house.clock.advance(8_000);
    const moved = await repeated;
    expect(moved.json()).toMatchObject({ fired: 250, offset_seconds: 300 });
    expect(moved.headers['idempotency-replayed']).toBeUndefined();
    const replayed = await advance(300, key);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(replayed.body).toBe(moved.body);
    expect(await marks()).toHaveLength(250);
    expect((await call('GET', '/v1/sandbox/clock/')).json()).toMatchObject({ offset_seconds: 300 });
  });

  test('200: if another process takes over an advance with an Idempotency-Key, the first process rolls back its current step, and no timer takes effect twice', async () => {
    for (let at = 1; at <= 250; at++) await timer(`t-${at}`, at, at === 150 ? 'take_over' : 'mark');
    const key = { 'idempotency-key': 'once' };
    expect((await advance(300, key)).json()).toMatchObject({ fired: 250, offset_seconds: 300 });
    expect(fired).toEqual([
      ['t-150', '12:02:30'],
      ['t-150', '12:02:30'],
    ]);
    expect(await marks()).toHaveLength(249);
  });

  test('200: a failing timer does not block other timers; when the failed timer is retried, its handler sees the timer’s due time as the current time', async () => {
    await timer('a', 10);
    await timer('b', 20);
    await timer('c', 30);
    broken.add('b');
    expect((await advance(60)).json()).toMatchObject({ fired: 3 });
    expect(fired.map(([subject]) => subject)).toEqual(['a', 'c']);
    broken.clear();
    await advance(60);
    expect(fired.at(-1)).toEqual(['b', '12:00:20']);
    expect((await advance(60)).json()).toMatchObject({ fired: 0 });
  });

  test('if a timer fails during an advance, a worker retries the timer after a pause', async () => {
    await timer('a', 10);
    broken.add('a');
    await advance(60);
    broken.clear();
    expect(await fireDueTimers(house, timer_handlers)).toBe(0);
    house.clock.advance(2_000);
    expect(await fireDueTimers(house, timer_handlers)).toBe(1);
    expect(fired.map(([subject]) => subject)).toEqual(['a']);
  });

  test('the effects of a failed timer are rolled back', async () => {
    const handlers: TimerHandlers = {
      note: async (ctx) => {
        await setTimer(ctx, { kind: 'note', subject_id: 'half-done', due_at: ctx.now() });
        throw new Error('out of order');
      },
    };
    await timer('a', 0);
    await fireDueTimers(house, handlers);
    house.clock.advance(10_000);
    await fireDueTimers(house, timer_handlers);
    expect(fired).toEqual([['a', '12:00:00']]);
  });

  test('200: a timer without a handler does not block other timers', async () => {
    await timer('a', 10, 'unheard-of');
    await timer('b', 20);
    expect((await advance(60)).statusCode).toBe(200);
    expect(fired).toEqual([['b', '12:00:20']]);
  });

  test('200: advancing the clock fires only timers of the client’s own sandbox', async () => {
    await timer('mine', 10);
    const due_at = new Date(START.getTime() + 10_000);
    await setTimer(ctxOf('prod'), { kind: 'note', subject_id: 'prod', due_at });
    const other = await newClient(house);
    await setTimer(ctxFor(house, { client_id: other.client_id, environment: 'sandbox' }, 0), {
      kind: 'note',
      subject_id: 'other',
      due_at,
    });
    expect((await advance(60)).json()).toMatchObject({ fired: 1 });
    expect(fired).toEqual([['mine', '12:00:10']]);
  });

  test('200: an advance that is repeated with the same Idempotency-Key fires no timers', async () => {
    await timer('a', 10);
    const key = { 'idempotency-key': 'once' };
    expect((await advance(60, key)).json()).toMatchObject({ fired: 1 });
    await timer('b', 20);
    expect((await advance(60, key)).json()).toMatchObject({ fired: 1 });
    expect(fired.map(([subject]) => subject)).toEqual(['a']);
  });

  test('setting a timer again reschedules it and creates no duplicate', async () => {
    await timer('a', 10);
    await timer('a', 30);
    expect((await advance(60)).json()).toMatchObject({ fired: 1 });
    expect(fired).toEqual([['a', '12:00:30']]);
  });

  test('if a timer is set after the sandbox clock was advanced, it fires when the sandbox clock reaches its due time', async () => {
    await advance(3_600);
    const due_at = new Date(START.getTime() + 3_600_000 + 10_000);
    await setTimer(ctxOf('sandbox', 3_600), { kind: 'note', subject_id: 'a', due_at });
    house.clock.advance(9_000);
    expect(await fireDueTimers(house, timer_handlers)).toBe(0);
    house.clock.advance(1_000);
    expect(await fireDueTimers(house, timer_handlers)).toBe(1);
    expect(fired).toEqual([['a', '13:00:10']]);
  });
});
