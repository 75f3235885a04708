import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { endConnection } from '#test/database.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { fireDueTimers } from '#test/timers.ts';
import { checkStore } from './checkup.ts';
import { ctxFor, inTransaction } from './ctx.ts';
import { clearTimer, setTimer, type TimerHandlers } from './timers.ts';

let house: TestHouse;
let scope: Scope;
const seen: { subject_id: string; now: string }[] = [];

const handlers: TimerHandlers = {
  note: async (ctx, { subject_id }) => {
    seen.push({ subject_id, now: ctx.now().toISOString() });
  },
  fail: async () => {
    throw new Error('not today');
  },
  lose_connection: async ({ db }) => {
    await endConnection(house.database.url, db);
    await db.query('select 1');
  },
  take_long: async ({ db }) => {
    await db.query(`set local statement_timeout = '100ms'`);
    await db.query('select pg_sleep(10)');
  },
};

beforeAll(async () => {
  house = await openTestHouse();
  scope = { client_id: (await newClient(house)).client_id, environment: 'sandbox' };
});
afterAll(() => house.close());
beforeEach(() => {
  seen.length = 0;
});

const inSeconds = (seconds: number): Date => new Date(house.clock.now().getTime() + seconds * 1000);
const set = (kind: string, subject_id: string, due_at: Date) =>
  setTimer(ctxFor(house, scope, 0), { kind, subject_id, due_at });

describe('a timer', () => {
  test('a timer fires once, not before it is due, and its handler sees the due time as the current time', async () => {
    const due_at = inSeconds(60);
    await set('note', 'a', due_at);
    house.clock.advance(59_000);
    expect(await fireDueTimers(house, handlers)).toBe(0);
    house.clock.advance(31_000);
    expect(await Promise.all([1, 2, 3].map(() => fireDueTimers(house, handlers)))).toContain(1);
    expect(seen).toEqual([{ subject_id: 'a', now: due_at.toISOString() }]);
  });

  test('if a timer fires more than half a minute late, its handler runs with the real current time', async () => {
    await set('note', 'late', inSeconds(60));
    house.clock.advance(91_000);
    await fireDueTimers(house, handlers);
    expect(seen).toEqual([{ subject_id: 'late', now: house.clock.now().toISOString() }]);
  });

  test('a timer is moved when it is set again for the same subject, and does not fire after it is cleared', async () => {
    await set('note', 'b', inSeconds(10));
    await set('note', 'b', inSeconds(100));
    await set('note', 'c', inSeconds(10));
    await clearTimer(ctxFor(house, scope, 0), 'note', 'c');
    house.clock.advance(50_000);
    expect(await fireDueTimers(house, handlers)).toBe(0);
    house.clock.advance(50_000);
    expect(await fireDueTimers(house, handlers)).toBe(1);
  });

  test('a timer does not exist if the transaction that sets it fails', async () => {
    await expect(
      inTransaction(ctxFor(house, scope, 0), async (ctx) => {
        await setTimer(ctx, { kind: 'note', subject_id: 'd', due_at: inSeconds(-1) });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await fireDueTimers(house, handlers)).toBe(0);
  });

  test('a timer that fails is retried, and fails permanently after ten attempts, without delaying other timers', async () => {
    await set('fail', newId(), inSeconds(1));
    await set('note', 'e', inSeconds(2));
    house.clock.advance(2_000);
    await fireDueTimers(house, handlers);
    expect(seen.map(({ subject_id }) => subject_id)).toEqual(['e']);
    for (let attempt = 2; attempt <= 12; attempt++) {
      house.clock.advance(3_600_000);
      await fireDueTimers(house, handlers);
    }
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query(`select attempts, last_error, dead_at is not null as dead from timers where kind = 'fail'`);
    expect(rows).toEqual([{ attempts: 10, last_error: 'not today', dead: true }]);
  });

  test.for<[string, RegExp]>([
    ['lose_connection', /connection/],
    ['take_long', /statement timeout/],
  ])(
    'a timer counts one failed attempt if its handler ’%s’ fails, and later timers still fire',
    async ([kind, last_error]) => {
      await set(kind, kind, inSeconds(1));
      await set('note', `after ${kind}`, inSeconds(2));
      house.clock.advance(2_000);
      expect(await fireDueTimers(house, handlers)).toBeGreaterThan(0);
      await fireDueTimers(house, handlers);
      const { rows } = await house.database
        .scoped(SYSTEM)
        .query('select attempts, last_error, fires_at from timers where kind = $1', [kind]);
      expect(rows).toEqual([{ attempts: 1, last_error: expect.stringMatching(last_error), fires_at: inSeconds(1) }]);
      expect(seen.map(({ subject_id }) => subject_id)).toEqual([`after ${kind}`]);
    },
  );

  test('a timer that keeps failing or has failed permanently is reported to the operator', async () => {
    await house.database.scoped(SYSTEM).query('delete from timers');
    for (const subject_id of ['x', 'y', 'z']) await set('fail', subject_id, inSeconds(0));
    await fireDueTimers(house, handlers);
    await house.database.scoped(SYSTEM).query(`update timers set dead_at = now() where subject_id = 'z'`);
    const findings = await checkStore(house.database, house.clock);
    expect(findings.find(({ check }) => check === 'timers')).toEqual({
      check: 'timers',
      ok: false,
      note: '1 failed permanently, 2 failing',
    });
    const { body } = await house.app.inject({ url: '/metrics' });
    expect(body).toContain('vouch_timers{state="failing"} 2');
    expect(body).toContain('vouch_timers{state="dead"} 1');
  });

  test('a timer of an unknown kind is not deleted', async () => {
    await set('unknown', 'f', inSeconds(1));
    house.clock.advance(1_000);
    await fireDueTimers(house, handlers);
    const { rowCount } = await house.database.scoped(SYSTEM).query(`select 1 from timers where kind = 'unknown'`);
    expect(rowCount).toBe(1);
  });
});
