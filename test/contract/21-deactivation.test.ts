// Contract, section 21: deactivating a key takes effect with the next request, even if a lookup of the key is running
// at the time of the deactivation.
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthenticator } from '#services/access/authentication.ts';
import { type Database, type Db, SYSTEM } from '#storage/platform/db.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

/** Wraps the database so that results of system-scope queries are delayed until the test opens the gate. */
function slow(database: Database, gate: EventEmitter): Database {
  return {
    ...database,
    scoped: (scope) => {
      const db = database.scoped(scope);
      const query: Db['query'] = async (sql, values) => {
        const answer = await db.query(sql, values);
        gate.emit('asked');
        await once(gate, 'open');
        return JSON.parse(JSON.stringify(answer));
      };
      return scope === SYSTEM ? { ...db, query } : db;
    },
  };
}

// A key lookup that runs during the deactivation returns stale data, which services/access/authentication.ts must not
// cache.
test('the result of a key lookup is not cached if the key is deactivated during the lookup', async () => {
  const { client_id, secrets } = await newClient(house);
  const gate = new EventEmitter();
  const authenticator = openAuthenticator(slow(house.database, gate), house.vault, house.clock);
  const asked = once(gate, 'asked');
  const early = authenticator.authenticate(client_id, secrets.sandbox);
  await asked;
  const sql = 'update api_keys set deactivated_at = now() where client_id = $1';
  await house.database.scoped(SYSTEM).query(sql, [client_id]);
  authenticator.forget(client_id);
  gate.emit('open');
  await early;
  const asked_again = once(gate, 'asked');
  const late = authenticator.authenticate(client_id, secrets.sandbox);
  await Promise.race([asked_again, late]);
  gate.emit('open');
  await expect(late).rejects.toThrow('No such token');
});
