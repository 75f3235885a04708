import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { fillLists } from '#test/list-rows.ts';
import { findTask, type StoredTask, stepTask } from './tasks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

describe('stepTask', () => {
  /** Creates a new client with one task, which was inserted `age_seconds` ago. */
  async function newTask(age_seconds: number) {
    const scope: Scope = { client_id: newId(), environment: 'sandbox' };
    const db = database.scoped(scope);
    await fillLists(database.scoped(SYSTEM), scope, 1, new Date('2026-03-01T12:00:00Z'), [
      'data_keys',
      'users',
      'tasks',
    ]);
    const { rows } = await db.query<{ id: string }>(
      `update tasks set status = 'parse', inserted_at = now() - make_interval(secs => $1) returning id`,
      [age_seconds],
    );
    const task = await findTask(db, scope, rows[0]?.id ?? '');
    if (task === undefined) throw new Error('no task');
    return {
      task,
      step: (next: StoredTask) => db.transaction((tx) => stepTask(tx, scope, next, task.status)),
      status: async () => (await findTask(db, scope, task.id))?.status,
      noted: async () =>
        (await db.query('select list, part, change from list_moves order by change, length(part)')).rows,
    };
  }

  test('corrects the stored counts of the task lists if the task’s status changes', async () => {
    const { task, step, status, noted } = await newTask(31);
    expect(await step({ ...task, status: 'done' })).toBe(true);
    expect(await status()).toBe('done');
    expect(await noted()).toEqual([
      { list: 'tasks', part: 'status=parse', change: -1 },
      { list: 'tasks', part: 'status product_type=parse income', change: -1 },
      { list: 'tasks', part: 'status=done', change: 1 },
      { list: 'tasks', part: 'status product_type=done income', change: 1 },
    ]);
  });

  test('corrects no stored counts if the task’s status does not change, or if the task is too new to be counted in a block', async () => {
    const old = await newTask(31);
    expect(await old.step({ ...old.task })).toBe(true);
    expect(await old.noted()).toEqual([]);
    const young = await newTask(29);
    expect(await young.step({ ...young.task, status: 'done' })).toBe(true);
    expect(await young.status()).toBe('done');
    expect(await young.noted()).toEqual([]);
  });

  test('changes nothing if another step was written since the task was read', async () => {
    const { task, step, status, noted } = await newTask(31);
    expect(await step({ ...task, version: task.version + 1, status: 'done' })).toBe(false);
    expect(await status()).toBe('parse');
    expect(await noted()).toEqual([]);
  });
});
