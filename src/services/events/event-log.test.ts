import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { happen, newStatus } from '#test/webhooks.ts';
import { fileEvents, listEvents } from './event-log.ts';
import { announce } from './events.ts';

let house: TestHouse;
let client: TestClient;
let scope: Scope;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

async function fresh(): Promise<void> {
  client = await newClient(house);
  scope = { client_id: client.client_id, environment: 'sandbox' };
}

type Page = { next_cursor: string | null; results: { cursor: string; payload: { task_id: string; status: string } }[] };
const read = async (query: string): Promise<Page> => (await client.sandbox('GET', `/v1/events/${query}`)).json();

/** Reads the event log from a cursor to the end, page by page. */
async function walk(after: string | null = null, limit = 7): Promise<Page['results']> {
  const seen: Page['results'] = [];
  for (let cursor = after; ; ) {
    const { results, next_cursor } = await read(`?limit=${limit}${cursor === null ? '' : `&after=${cursor}`}`);
    seen.push(...results);
    if (results.length === 0) return seen;
    cursor = next_cursor;
  }
}

describe('the event log', () => {
  test('the event log grows only at its end, so a reader that continues from its last cursor sees each event once', async () => {
    await fresh();
    expect(await read('')).toEqual({ next_cursor: null, results: [] });
    const tasks = Array.from({ length: 20 }, newId);
    for (const task_id of tasks) await happen(house, scope, newStatus(task_id, 'done'));
    const first = await walk();
    expect(first.map(({ payload }) => payload.task_id)).toEqual(tasks);
    const last = first.at(-1)?.cursor ?? '';
    expect(await read(`?after=${last}`)).toEqual({ next_cursor: last, results: [] });
    const late = newId();
    await happen(house, scope, newStatus(late, 'done'));
    expect((await walk(last)).map(({ payload }) => payload.task_id)).toEqual([late]);
  });

  test('a reader also gets an event that was written early but committed late', async () => {
    await fresh();
    const [early, late] = [newId(), newId()];
    const ctx = await ctxOf(house, scope);
    let commit: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written: () => void = () => undefined;
    const is_written = new Promise<void>((resolve) => {
      written = resolve;
    });
    // This transaction writes its event first and commits last.
    const slow = inTransaction(ctx, async (ctx) => {
      await announce(ctx, [newStatus(early, 'done')]);
      written();
      await held;
    });
    await is_written;
    await happen(house, scope, newStatus(late, 'done'));
    const before = await walk();
    expect(before.map(({ payload }) => payload.task_id)).toEqual([late]);
    commit();
    await slow;
    expect((await walk(before.at(-1)?.cursor)).map(({ payload }) => payload.task_id)).toEqual([early]);
  });

  test('every concurrent reader gets every event exactly once, even while new events are added to the log', async () => {
    await fresh();
    const tasks = Array.from({ length: 200 }, newId);
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (const [at, task_id] of tasks.entries()) {
          if (at % 8 !== writer) continue;
          await happen(house, scope, newStatus(task_id, 'new'), newStatus(task_id, 'done'));
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const filing = (async () => {
      while (writing) await fileEvents(house);
    })();
    const reader = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const was_writing = writing;
        const page = await walk(after, 50);
        seen.push(...page.map(({ payload }) => `${payload.task_id} ${payload.status}`));
        after = page.at(-1)?.cursor ?? after;
        if (!was_writing) return seen;
      }
    };
    const seen = await Promise.all([reader(), reader(), reader()]);
    await Promise.all([writers, filing]);
    const expected = tasks.flatMap((task_id) => [`${task_id} done`, `${task_id} new`]).toSorted();
    for (const one of seen) {
      expect(one.toSorted()).toEqual(expected);
      for (const task_id of tasks) expect(one.indexOf(`${task_id} new`)).toBeLessThan(one.indexOf(`${task_id} done`));
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test('the event log keeps events for 90 days on the owner’s clock, and never reuses a cursor', async () => {
    await fresh();
    await happen(house, scope, newStatus(newId(), 'new'));
    const [first] = await walk();
    await client.sandbox('POST', '/v1/sandbox/clock/advance/', { seconds: 90 * 86_400 });
    expect(await walk()).toHaveLength(1);
    await client.sandbox('POST', '/v1/sandbox/clock/advance/', { seconds: 2 });
    expect(await walk()).toHaveLength(0);
    await house.database.scoped(scope).query('delete from events where client_id = $1', [scope.client_id]);
    await happen(house, scope, newStatus(newId(), 'done'));
    const [second] = await walk();
    expect(second?.cursor).not.toBe(first?.cursor);
  });

  test('the event log contains no events of another client or of the client’s other environment', async () => {
    await fresh();
    const other = await newClient(house);
    const owners: Scope[] = [
      scope,
      { ...scope, environment: 'prod' },
      { client_id: other.client_id, environment: 'sandbox' },
      { client_id: other.client_id, environment: 'prod' },
    ];
    const logOf = async (owner: Scope) => {
      const { results } = await listEvents(await ctxOf(house, owner), { limit: 10 });
      return results.map(({ payload }): string => JSON.parse(payload).task_id);
    };
    const own = newId();
    await happen(house, scope, newStatus(own, 'new'));
    expect(await Promise.all(owners.map(logOf))).toEqual([[own], [], [], []]);
    const tasks = [own];
    for (const owner of owners.slice(1)) {
      const task_id = newId();
      await happen(house, owner, newStatus(task_id, 'new'));
      tasks.push(task_id);
    }
    expect(await Promise.all(owners.map(logOf))).toEqual(tasks.map((task_id) => [task_id]));
    expect((await walk()).map(({ payload }) => payload.task_id)).toEqual([own]);
  });
});

test('a rolled-back transaction leaves no events and wakes no listener', async () => {
  await fresh();
  let rung = 0;
  house.event_signal.listen(() => rung++);
  const ctx = await ctxOf(house, scope);
  const failing = inTransaction(ctx, async (ctx) => {
    await announce(ctx, [newStatus(newId(), 'new')]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect([await walk(), rung]).toEqual([[], 0]);
  await happen(house, scope, newStatus(newId(), 'new'));
  expect(rung).toBe(1);
});
