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

// No worker runs here, so a task changes only when the test changes it.
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

/** A waiting time that is longer than any test's timeout. */
const LONG_MS = 600_000;
const wait = (who = 'jane', more: { ms?: number; signal?: AbortSignal } = {}, from = mark) =>
  watch.wait(who, task, from, { ms: LONG_MS, ...more });
const move = () =>
  house.database.scoped(SYSTEM).query('update tasks set version = version + 1 where id = $1', [task.id]);

test('all waiters are notified when the task changes; before that, no waiter is notified', async () => {
  let notified = 0;
  const waiting = [wait('jane'), wait('john')].map(async (one) => {
    const woken = await one;
    notified++;
    return woken;
  });
  await watch.wait('mary', task, mark, { ms: 30 });
  expect(notified).toBe(0);
  await move();
  expect(await Promise.all(waiting)).toEqual([
    { mark: { version: 2, clock_offset_seconds: 0 } },
    { mark: { version: 2, clock_offset_seconds: 0 } },
  ]);
  expect(watch.waiting()).toBe(0);
});

test('a task change that happens before the first poll is reported by the first poll', async () => {
  await move();
  expect(await wait()).toEqual({ mark: { version: 2, clock_offset_seconds: 0 } });
});

test('waiters are notified when the clock of the task’s environment is moved', async () => {
  const waiting = wait();
  await house.database
    .scoped(SYSTEM)
    .query('update environments set clock_offset_seconds = 5 where client_id = $1 and environment = $2', [
      scope.client_id,
      scope.environment,
    ]);
  expect(await waiting).toEqual({ mark: { version: 1, clock_offset_seconds: 5 } });
});

test('wait() returns "time" if nothing changes within the given time', async () => {
  expect(await wait('jane', { ms: 1 })).toBe('time');
  expect(watch.waiting()).toBe(0);
});

test('a wait ends when the request’s signal is aborted', async () => {
  const hungUp = new AbortController();
  const waiting = wait('jane', { signal: hungUp.signal });
  expect(watch.waiting()).toBe(1);
  hungUp.abort();
  expect(await waiting).toBeUndefined();
  expect(watch.waiting()).toBe(0);
  expect(await wait('jane', { signal: hungUp.signal })).toBeUndefined();
});

test('wait() returns immediately if one more waiter would exceed the total limit of waiters or the limit per person', async () => {
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

test('a wait for a task that does not exist ends with the first poll', async () => {
  expect(await watch.wait('jane', { ...scope, id: newId() }, mark, { ms: LONG_MS })).toBeUndefined();
});

test('stop() ends all waits, and later waits return immediately', async () => {
  const waiting = wait();
  watch.stop();
  expect(await waiting).toBeUndefined();
  expect(await wait()).toBeUndefined();
});

test('the task watch does not query the database if nobody waits for a task', async () => {
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
