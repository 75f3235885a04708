import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { seal, unseal } from '#base/sealing.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { findDataKey, insertDataKey } from '#storage/platform/data-keys.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import {
  addMasterKey,
  dropOldMasterKeys,
  loadMasterKeys,
  masterKeyFile,
} from '#storage/platform/embedded/master-keys.ts';
import { freshDatabase, type TestDatabase } from '#test/database.ts';
import { openVault, place, rewrapKeys, WrongMasterKey } from './vault.ts';

let database: TestDatabase;
let data_dir: string;
beforeAll(async () => {
  database = await freshDatabase();
  data_dir = await mkdtemp(join(tmpdir(), 'vouch-vault-'));
});
afterAll(async () => {
  await database.drop();
  await rm(data_dir, { recursive: true, force: true });
});

const mine: Scope = { client_id: newId(), environment: 'sandbox' };

async function newOwner(scope: Scope) {
  const vault = await openVault(database, await loadMasterKeys(undefined, data_dir, true));
  const owner_id = newId();
  const { row, key } = vault.newDataKey(scope, owner_id);
  await insertDataKey(database.scoped(scope), scope, owner_id, row);
  const where = place(scope, 'users', 'sealed', owner_id);
  return { vault, owner_id, row, where, sealed: seal(key, 'Jane Roe', where) };
}

describe('the vault', () => {
  test('the master key file is created once, readable by its owner only', async () => {
    await Promise.all([1, 2, 3].map(() => loadMasterKeys(undefined, data_dir, true)));
    const first = await readFile(masterKeyFile(data_dir), 'utf8');
    await loadMasterKeys(undefined, data_dir, true);
    expect(await readFile(masterKeyFile(data_dir), 'utf8')).toBe(first);
    expect((await stat(masterKeyFile(data_dir))).mode & 0o777).toBe(0o600);
  });

  test('a wrapped key can be unwrapped only for its own owner, client and environment', async () => {
    const { vault, owner_id, row, where, sealed } = await newOwner(mine);
    expect(unseal(await vault.unwrap(mine, owner_id, row), sealed, where).toString()).toBe('Jane Roe');
    await expect(vault.unwrap(mine, newId(), row)).rejects.toThrow('unable to authenticate data');
    await expect(vault.unwrap({ ...mine, environment: 'prod' }, owner_id, row)).rejects.toThrow(
      'unable to authenticate data',
    );
    await expect(vault.unwrap({ ...mine, client_id: newId() }, owner_id, row)).rejects.toThrow(
      'unable to authenticate data',
    );
  });

  test('hashes are the same in every process; two hashes differ if their purposes differ, or if one text is split into parts in different ways', async () => {
    const vault = await openVault(database, await loadMasterKeys(undefined, data_dir, true));
    const again = await openVault(database, await loadMasterKeys(undefined, data_dir, true));
    expect(vault.hash('ssn', 'a', 'b')).toEqual(again.hash('ssn', 'a', 'b'));
    expect(vault.hash('ssn', 'a', 'b')).not.toEqual(vault.hash('ssn_last4', 'a', 'b'));
    expect(vault.hash('ssn', 'a', 'b')).not.toEqual(vault.hash('ssn', 'ab'));
    expect(vault.hash('ssn', 'a', 'b')).not.toEqual(vault.hash('ssn', 'a', 'b', ''));
  });

  test('opening the vault with a wrong master key fails', async () => {
    await newOwner(mine);
    const elsewhere = await mkdtemp(join(tmpdir(), 'vouch-vault-'));
    await expect(openVault(database, await loadMasterKeys(undefined, elsewhere, true))).rejects.toThrow(WrongMasterKey);
    await rm(elsewhere, { recursive: true });
  });
});

describe('the rotation of the master key', () => {
  test('the rotation rewraps every data key and leaves hashes unchanged; a vault that is open during the rotation can still unseal data', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, () => newOwner(mine)));
    const running = owners[0]?.vault;
    const hash = running?.hash('ssn', '1');
    const masterKeys = await loadMasterKeys(undefined, data_dir, false);
    const { id } = await addMasterKey(data_dir);
    await masterKeys.reload();
    const progress: number[] = [];
    expect(await rewrapKeys(database, masterKeys, (done) => progress.push(done))).toBeGreaterThanOrEqual(21);
    expect(progress.length).toBeGreaterThan(0);
    await dropOldMasterKeys(data_dir);
    for (const { vault, owner_id, sealed, where } of owners) {
      const row = await findDataKey(database.scoped(mine), mine, owner_id);
      expect(row?.master_key_id).toBe(id);
      if (row === undefined) continue;
      expect(unseal(await vault.unwrap(mine, owner_id, row), sealed, where).toString()).toBe('Jane Roe');
    }
    const fresh = await openVault(database, await loadMasterKeys(undefined, data_dir, false));
    expect(fresh.hash('ssn', '1')).toEqual(hash);
    const { rows } = await database.scoped(SYSTEM).query('select distinct master_key_id from data_keys');
    expect(rows).toEqual([{ master_key_id: id }]);
  });
});
