import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/scope.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { insertClient, insertEnvironment } from './clients.ts';
import { SYSTEM } from './db.ts';
import { insertTimers, takeEarliestTimer } from './timers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-03-01T12:00:00Z');

/** How a statement is carried out depends on what the database knows of a table. Without these it goes row by row. */
const SHORT_CUTS = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize', 'bitmapscan'];

test('one timer is taken at a time, earliest first, however the database goes about it', async () => {
  const scope: Scope = { client_id: newId(), environment: 'sandbox' };
  const db = database.scoped(scope);
  const system = database.scoped(SYSTEM);
  await insertClient(system, { id: scope.client_id, name: 'Acme', created_at: NOW });
  await insertEnvironment(system, scope);
  const subjects = Array.from({ length: 20 }, (_, at) => `s-${String(at).padStart(2, '0')}`);
  await insertTimers(
    db,
    scope,
    subjects.map((subject_id, at) => ({
      id: newId(),
      kind: 'note',
      subject_id,
      due_at: new Date(NOW.getTime() + at * 1000),
    })),
  );
  const taken = await db.transaction(async (tx) => {
    for (const name of SHORT_CUTS) await tx.query(`set local enable_${name} = off`);
    const found: string[] = [];
    for (;;) {
      const timer = await takeEarliestTimer(tx, scope, new Date(NOW.getTime() + 3_600_000));
      if (timer === undefined) return found;
      found.push(timer.subject_id);
    }
  });
  expect(taken).toEqual(subjects);
});
