import { setImmediate as tick } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { unavailable } from '#base/errors.ts';
import type { Db } from '#storage/platform/db.ts';
import { newClient, type TestHouse } from '#test/house.ts';
import { newOrder } from '#test/orders.ts';
import { openWorkingHouse } from '#test/tasks.ts';
import { openSession } from './widget-sessions.ts';
import { admitVisitor } from './widget-tokens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openWorkingHouse();
});
afterAll(() => house.close());

/** A database in which statements that match `lost` fail and statements that match `slow` are delayed. */
const failing = (db: Db, lost: RegExp, slow: RegExp): Db => ({
  ...db,
  async query(sql, values) {
    if (lost.test(sql)) throw unavailable();
    if (slow.test(sql)) for (let ticks = 0; ticks < 5; ticks++) await tick();
    return db.query(sql, values);
  },
});

test('a database error while a session reads one suborder causes no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  process.on('unhandledRejection', onUnhandled);
  onTestFinished(() => void process.off('unhandledRejection', onUnhandled));
  const { sandbox } = await newClient(house);
  const template = await sandbox('POST', '/v1/templates/', { name: 'Certified', orders: { certification: true } });
  const { bridge_token } = await newOrder(sandbox, {
    template_id: template.json().id,
    employers: [{ company_name: 'Facebook' }],
  });
  const { ctx, token } = await admitVisitor(house, bridge_token, undefined);
  const db = failing(ctx.db, /\bfrom companies\b/, /\bfrom certifications\b/);
  await expect(openSession({ ctx: { ...ctx, db }, token })).rejects.toMatchObject({ code: 'unavailable' });
  for (let ticks = 0; ticks < 10; ticks++) await tick();
  expect(unhandled).toEqual([]);
});
