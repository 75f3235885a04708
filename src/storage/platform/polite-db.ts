// A database handle for background work. Before each statement, the handle waits until the running requests have
// finished, but at most `ms_max` milliseconds.
import { lull } from '#base/traffic.ts';
import type { Db } from './db.ts';

export const politeDb = (db: Db, ms_max: number): Db => ({
  async query(sql, values) {
    await lull(ms_max);
    return db.query(sql, values);
  },
  async lookup(sql, values) {
    await lull(ms_max);
    return db.lookup(sql, values);
  },
  async write(sql, values) {
    await lull(ms_max);
    await db.write(sql, values);
  },
  transaction: (work) => db.transaction((tx) => work(politeDb(tx, ms_max))),
  afterCommit: (run) => db.afterCommit(run),
});
