import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { newUser } from '#test/tasks.ts';
import { login, openWidget } from '#test/widget.ts';
import { openTaskWatch, type TaskMark, type TaskWatch } from './task-watch.ts';

// Nobody works here: a task moves when the test moves it.
let house: TestHouse;
let scope: Scope;
let task: Scope & { id: string };
let mark: TaskMark;
let watch: TaskWatch;
beforeAll(async () => {
  house = await openTestHouse();
});
beforeEach(async () => {
  const { client_id, sandbox } = await newClient(house);
  scope = { client_id, environment: 'sandbox' };
  const own = await openWidget(house, sandbox, await newUser(sandbox, 'p-1'));
  task = { ...scope, id: (await own.post('tasks/', login(), 201)).task_id };
  mark = { version: 1, clock_offset_seconds: 0 };
  watch = openTaskWatch(house.database, { look_ms: 5, waiting_max: 4, per_person_max: 2 });
});
afterAll(() => house.close());

/** Longer than any test has. */
const LONG_MS = 600_000;
const wait = (who = 'jane', more: { ms?: number; signal?: AbortSignal } = {}, from = mark) =>
  watch.wait(who, task, from, { ms: LONG_MS, ...more });
const move = () =>
  house.database.scoped(SYSTEM).query('update tasks set version = version + 1 where id = $1', [task.id]);

test('whoever waits is told that the task has moved, and nobody before it did', async () => {
  let told = 0;
  const waiting = [wait('jane'), wait('john')].map(async (one) => {
    const woken = await one;
    told++;
    return woken;
  });
  await watch.wait('mary', task, mark, { ms: 30 });
  expect(told).toBe(0);
  await move();
  expect(await Promise.all(waiting)).toEqual([
    { mark: { version: 2, clock_offset_seconds: 0 } },
    { mark: { version: 2, clock_offset_seconds: 0 } },
  ]);
  expect(watch.waiting()).toBe(0);
});

test('what moved before anybody looked is told at once', async () => {
  await move();
  expect(await wait()).toEqual({ mark: { version: 2, clock_offset_seconds: 0 } });
});

test('the owner’s clock counts as well', async () => {
  const waiting = wait();
  await house.database
    .scoped(SYSTEM)
    .query('update environments set clock_offset_seconds = 5 where client_id = $1 and environment = $2', [
      scope.client_id,
      scope.environment,
    ]);
  expect(await waiting).toEqual({ mark: { version: 1, clock_offset_seconds: 5 } });
});

test('time is up when it is', async () => {
  expect(await wait('jane', { ms: 1 })).toBe('time');
  expect(watch.waiting()).toBe(0);
});

test('who goes away waits no more', async () => {
  const hungUp = new AbortController();
  const waiting = wait('jane', { signal: hungUp.signal });
  expect(watch.waiting()).toBe(1);
  hungUp.abort();
  expect(await waiting).toBeUndefined();
  expect(watch.waiting()).toBe(0);
  expect(await wait('jane', { signal: hungUp.signal })).toBeUndefined();
});

test('only so many wait, and of one person fewer; the next is sent home at once', async () => {
  const waiting = [wait('jane'), wait('jane')];
  expect(await wait('jane')).toBeUndefined();
  waiting.push(wait('john'), wait('mary'));
  expect(watch.waiting()).toBe(4);
  expect(await wait('paul')).toBeUndefined();
  await move();
  expect(await Promise.all(waiting)).toHaveLength(4);
  const again = wait('paul');
  expect(watch.waiting()).toBe(1);
  watch.stop();
  await again;
});

test('a task that is gone is nothing to wait for', async () => {
  expect(await watch.wait('jane', { ...scope, id: newId() }, mark, { ms: LONG_MS })).toBeUndefined();
});

test('stopping sends everybody home, and nobody waits after it', async () => {
  const waiting = wait();
  watch.stop();
  expect(await waiting).toBeUndefined();
  expect(await wait()).toBeUndefined();
});

test('without anybody waiting nothing is asked', async () => {
  await wait('jane', { ms: 1 });
  let asked = 0;
  const counting = {
    ...house.database,
    scoped: (of: Parameters<typeof house.database.scoped>[0]) => {
      asked++;
      return house.database.scoped(of);
    },
  };
  const other = openTaskWatch(counting, { look_ms: 1 });
  await breathe();
  expect(asked).toBe(0);
  const waiting = other.wait('jane', task, mark, { ms: LONG_MS });
  await until(() => asked > 2);
  await move();
  await waiting;
  const then = asked;
  await wait('jane', { ms: 30 }, { version: 2, clock_offset_seconds: 0 });
  expect(asked).toBe(then);
});
