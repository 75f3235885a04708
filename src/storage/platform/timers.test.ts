import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { insertClient, insertEnvironment } from '#storage/access/clients.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { SYSTEM } from './db.ts';
import { DUE_OWNERS, insertTimers, listDueOwners, takeEarliestTimer } from './timers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-03-01T12:00:00Z');

/** Planner methods that the test turns off, so that the query plan runs row by row. */
const SHORT_CUTS = ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize', 'bitmapscan'];

test('takeEarliestTimer takes one timer at a time, earliest first, even if the query plan is a plain nested loop', async () => {
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

test('listDueOwners finds the owners of due timers through the index timers_of_owner and does not scan the table', async () => {
  const system = database.scoped(SYSTEM);
  const owners: Scope[] = [];
  for (const due_in_seconds of [-1, 3_600]) {
    const scope: Scope = { client_id: newId(), environment: 'sandbox' };
    owners.push(scope);
    await insertClient(system, { id: scope.client_id, name: 'Acme', created_at: NOW });
    await insertEnvironment(system, scope);
    await system.query(
      `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
       select $1, $2, n::text, 'note', n::text, $3, $3 from generate_series(1, 5000) as n`,
      [scope.client_id, scope.environment, new Date(NOW.getTime() + due_in_seconds * 1000)],
    );
  }
  await system.query('analyze timers');
  expect(await listDueOwners(system, NOW)).toEqual(owners.slice(0, 1));
  const { rows } = await system.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${DUE_OWNERS}`, [NOW]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('timers_of_owner');
  expect(plan).not.toContain('Seq Scan on timers');
});
