import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Window } from '#domain/access/limits.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { lockWindow, type Subject, saveWindow } from './limits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const newSubject = (): Subject => ({ budget: 'orders', subject_id: newId() });
const scope: Scope = { client_id: newId(), environment: 'sandbox' };
const EMPTY: Window = { hits: [], leases: [] };

const read = (of: Scope, subject: Subject) =>
  database.scoped(of).transaction(async (tx) => (await lockWindow(tx, of, subject)).window);
const write = (of: Scope, subject: Subject, window: Window) =>
  database.scoped(of).transaction(async (tx) => {
    await lockWindow(tx, of, subject);
    return saveWindow(tx, of, subject, window);
  });

test('a stored rate window can be read back unchanged, and an unknown rate window is read as empty', async () => {
  const subject = newSubject();
  expect(await read(scope, subject)).toEqual(EMPTY);
  const window: Window = {
    hits: [
      [1_785_000_000_000, 1],
      [1_785_000_000_007, 20],
      [1_785_000_900_000, 3],
    ],
    leases: [['a', 7, 1_785_000_001_000]],
  };
  await write(scope, subject, window);
  expect(await read(scope, subject)).toEqual(window);
});

test('each combination of budget, subject and scope has its own rate window', async () => {
  const subject = newSubject();
  await write(scope, subject, { hits: [[1, 1]], leases: [] });
  expect(await read(scope, { ...subject, budget: 'refresh' })).toEqual(EMPTY);
  expect(await read(scope, newSubject())).toEqual(EMPTY);
  expect(await read({ ...scope, environment: 'prod' }, subject)).toEqual(EMPTY);
  expect(await read({ ...scope, client_id: newId() }, subject)).toEqual(EMPTY);
});

test('concurrent transactions on the same new rate window run one after the other, and none has an earlier time than the transaction before it', async () => {
  const subject = newSubject();
  const turns = await Promise.all(
    Array.from({ length: 20 }, () =>
      database.scoped(scope).transaction(async (tx) => {
        const { window, now_ms } = await lockWindow(tx, scope, subject);
        await saveWindow(tx, scope, subject, { hits: [...window.hits, [Math.ceil(now_ms), 1]], leases: [] });
        return { before: window.hits.length, now_ms };
      }),
    ),
  );
  const order = turns.toSorted((a, b) => a.before - b.before);
  expect(order.map(({ before }) => before)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(order.map(({ now_ms }) => now_ms)).toEqual(order.map(({ now_ms }) => now_ms).toSorted((a, b) => a - b));
});

test('updated_at of a rate window is never earlier than the time of the write, so housekeeping cannot delete the window too early', async () => {
  const subject = newSubject();
  const written_ms = await write(scope, subject, { hits: [[1, 1]], leases: [] });
  const { rows } = await database
    .scoped(scope)
    .query<{ updated_at: Date }>('select updated_at from rate_windows where subject_id = $1', [subject.subject_id]);
  expect(rows[0]?.updated_at.getTime()).toBeGreaterThanOrEqual(written_ms);
});
