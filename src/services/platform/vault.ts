// Secrets at rest. Each owner (a user, or a client for its own secrets) has a data key. The data key is stored only in
// wrapped form, encrypted with the master key. Deleting the wrapped key makes everything that the data key sealed
// unreadable for ever.
import type { KeyObject } from 'node:crypto';
import { keyedHash, newKeyBytes, seal, toKey, unseal } from '#base/sealing.ts';
import type { Scope } from '#domain/platform/scope.ts';
import {
  countKeysToRewrap,
  findDataKey,
  insertServiceKey,
  listServiceKeys,
  lockKeysToRewrap,
  updateDataKeys,
  updateServiceKey,
  type WrappedKey,
} from '#storage/platform/data-keys.ts';
import { type Database, type Db, SYSTEM } from '#storage/platform/db.ts';
import type { MasterKeys } from '#storage/platform/embedded/master-keys.ts';
import { recentRecords } from './recent-records.ts';

/** The purpose of a hash. The same value has different hashes for different purposes. */
export type HashPurpose =
  | 'access_secret'
  | 'ssn'
  | 'ssn_last4'
  | 'person_email'
  | 'person_name'
  | 'person_last_name'
  | 'access_token'
  | 'public_token'
  | 'bridge_token'
  | 'login'
  | 'redirect_state'
  | 'redirect_start'
  | 'redirect_browser'
  | 'provider_login'
  | 'account_identity'
  | 'provider_person'
  | 'provider_notice'
  | 'file_url'
  | 'document_file'
  | 'document_figures'
  | 'document_name'
  | 'document_number'
  | 'imported_file'
  | 'sandbox_bank'
  | 'share_key'
  | 'short_key'
  | 'landing_browser'
  | 'landing_code'
  | 'scored_customer'
  | 'console_session'
  | 'console_csrf'
  | 'console_invitation'
  | 'recovery_code'
  | 'sign_in_attempt'
  | 'single_sign_on';

export type Vault = {
  /** Creates a data key; returns the row to store and the key for immediate use. */
  newDataKey(scope: Scope, owner_id: string): { row: WrappedKey; key: KeyObject };
  /** Unwraps a stored data key. */
  unwrap(scope: Scope, owner_id: string, row: WrappedKey): Promise<KeyObject>;
  /**
   * Returns the JSON object in `sealed`, which was sealed with an owner's data key. `where` is the place of the sealed
   * object (see `place`).
   */
  readRecord(scope: Scope, owner_id: string, row: WrappedKey, sealed: Buffer, where: string): Promise<object>;
  /** Drops an owner's cached records, or all cached records if no id is given. */
  forget(owner_id?: string): void;
  /** The client's own data key in this environment. */
  clientKey(db: Db, scope: Scope): Promise<KeyObject>;
  /** A keyed hash by which a value can be looked up without being stored. */
  hash(purpose: HashPurpose, ...parts: string[]): Buffer;
};

/** Identifies a sealed column of a row. The seal authenticates this place string together with the content. */
export const place = (scope: Scope, table: string, column: string, id: string): string =>
  [scope.client_id, scope.environment, table, column, id].join(':');

/** Thrown if the key with which this database was sealed is not among the given master keys. */
export class WrongMasterKey extends Error {}

const HASH_KEY = 'lookup_hash';
const REWRAP_BATCH = 500;

export async function openVault(database: Database, masterKeys: MasterKeys): Promise<Vault> {
  const hashKey = await serviceKey(database.scoped(SYSTEM), masterKeys, HASH_KEY);

  // The sealed bytes of a row are part of the cache key. A caller must therefore have read the row from the database
  // before the caller can find the row's record in the cache.
  const recent = recentRecords();

  const vault: Vault = {
    newDataKey(scope, owner_id) {
      const bytes = newKeyBytes();
      const { id, key } = masterKeys.current();
      const wrapped_key = seal(key, bytes, keyPlace(scope, owner_id));
      return { row: { master_key_id: id, wrapped_key }, key: toKey(bytes) };
    },
    async unwrap(scope, owner_id, row) {
      const master = await masterKey(masterKeys, row.master_key_id);
      return toKey(unseal(master.key, row.wrapped_key, keyPlace(scope, owner_id)));
    },
    async readRecord(scope, owner_id, row, sealed, where) {
      const name = where + sealed.toString('latin1');
      const known = recent.find(name);
      if (known !== undefined) return known;
      const key = await vault.unwrap(scope, owner_id, row);
      const record: object = Object.freeze(JSON.parse(unseal(key, sealed, where).toString('utf8')));
      recent.keep(name, owner_id, record);
      return record;
    },
    forget(owner_id) {
      if (owner_id === undefined) recent.forgetAll();
      else recent.forget(owner_id);
    },
    async clientKey(db, scope) {
      const row = await findDataKey(db, scope, scope.client_id);
      if (row === undefined) throw new Error('the client has no data key');
      return vault.unwrap(scope, scope.client_id, row);
    },
    hash: (purpose, ...parts) => keyedHash(hashKey, purpose, ...parts),
  };
  return vault;
}

/** Wraps every data key and every service key with the current master key, in small steps while the service runs. */
export async function rewrapKeys(
  database: Database,
  masterKeys: MasterKeys,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const system = database.scoped(SYSTEM);
  const total = await countKeysToRewrap(system, masterKeys.current().id);
  let done = await rewrapServiceKeys(system, masterKeys);
  for (let batch = -1; batch !== 0; ) {
    batch = await system.transaction((tx) => rewrapBatch(tx, masterKeys));
    done += batch;
    if (batch > 0) onProgress(done, Math.max(done, total));
  }
  return done;
}

async function rewrapBatch(tx: Db, masterKeys: MasterKeys): Promise<number> {
  const { id, key } = masterKeys.current();
  const rows = await lockKeysToRewrap(tx, id, REWRAP_BATCH);
  const rewrapped = await Promise.all(
    rows.map(async (row) => {
      const where = keyPlace(row, row.owner_id);
      const old = await masterKey(masterKeys, row.master_key_id);
      return { ...row, master_key_id: id, wrapped_key: seal(key, unseal(old.key, row.wrapped_key, where), where) };
    }),
  );
  if (rewrapped.length > 0) await updateDataKeys(tx, rewrapped);
  return rewrapped.length;
}

async function rewrapServiceKeys(db: Db, masterKeys: MasterKeys): Promise<number> {
  const { id, key } = masterKeys.current();
  const stale = (await listServiceKeys(db)).filter((row) => row.master_key_id !== id);
  for (const row of stale) {
    const old = await masterKey(masterKeys, row.master_key_id);
    const bytes = unseal(old.key, row.wrapped_key, servicePlace(row.name));
    await updateServiceKey(db, {
      name: row.name,
      master_key_id: id,
      wrapped_key: seal(key, bytes, servicePlace(row.name)),
    });
  }
  return stale.length;
}

async function serviceKey(db: Db, masterKeys: MasterKeys, name: string): Promise<KeyObject> {
  const find = async () => (await listServiceKeys(db)).find((row) => row.name === name);
  let row = await find();
  if (row === undefined) {
    const { id, key } = masterKeys.current();
    await insertServiceKey(db, { name, master_key_id: id, wrapped_key: seal(key, newKeyBytes(), servicePlace(name)) });
    row = await find();
  }
  if (row === undefined) throw new Error(`the service key ${name} is missing`);
  const master = await masterKey(masterKeys, row.master_key_id);
  return toKey(unseal(master.key, row.wrapped_key, servicePlace(name)));
}

async function masterKey(masterKeys: MasterKeys, id: string) {
  const known = masterKeys.find(id);
  if (known !== undefined) return known;
  await masterKeys.reload();
  const found = masterKeys.find(id);
  if (found === undefined) throw new WrongMasterKey(`the database was sealed with another master key (${id})`);
  return found;
}

const keyPlace = (scope: Scope, owner_id: string): string => place(scope, 'data_keys', 'wrapped_key', owner_id);
const servicePlace = (name: string): string => `service_keys:${name}`;
