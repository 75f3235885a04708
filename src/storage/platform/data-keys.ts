// Stores the data keys, wrapped by the master key. There is one key per person, one per client and environment, and the
// keys of the service itself.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from './db.ts';

export type WrappedKey = { master_key_id: string; wrapped_key: Buffer };
export type DataKeyRow = WrappedKey & Scope & { owner_id: string };

export async function insertDataKey(db: Db, scope: Scope, owner_id: string, key: WrappedKey): Promise<void> {
  await db.query(
    `insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key) values ($1, $2, $3, $4, $5)`,
    [scope.client_id, scope.environment, owner_id, key.master_key_id, key.wrapped_key],
  );
}

export async function findDataKey(db: Db, scope: Scope, owner_id: string): Promise<WrappedKey | undefined> {
  const { rows } = await db.query<WrappedKey>(
    `select master_key_id, wrapped_key from data_keys where client_id = $1 and environment = $2 and owner_id = $3`,
    [scope.client_id, scope.environment, owner_id],
  );
  return rows[0];
}

/** Returns the keys of these owners. An erased owner has no key. */
export async function listDataKeys(
  db: Db,
  scope: Scope,
  owner_ids: readonly string[],
): Promise<(WrappedKey & { owner_id: string })[]> {
  const { rows } = await db.query<WrappedKey & { owner_id: string }>(
    `select owner_id, master_key_id, wrapped_key from data_keys
     where client_id = $1 and environment = $2 and owner_id = any($3)`,
    [scope.client_id, scope.environment, owner_ids],
  );
  return rows;
}

/**
 * Returns the next keys that are not wrapped by `master_key_id`. Locks these keys, so that two concurrent rotations do
 * not rewrap the same keys.
 */
export async function lockKeysToRewrap(tx: Db, master_key_id: string, limit: number): Promise<DataKeyRow[]> {
  const { rows } = await tx.query<DataKeyRow>(
    `select client_id, environment, owner_id, master_key_id, wrapped_key from data_keys
     where master_key_id <> $1 order by client_id, environment, owner_id limit $2 for update skip locked`,
    [master_key_id, limit],
  );
  return rows;
}

export async function countKeysToRewrap(db: Db, master_key_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from data_keys where master_key_id <> $1)
      + (select count(*) from service_keys where master_key_id <> $1) as count`,
    [master_key_id],
  );
  return rows[0]?.count ?? 0;
}

export async function updateDataKeys(tx: Db, keys: readonly DataKeyRow[]): Promise<void> {
  await tx.query(
    `update data_keys d set master_key_id = n.master_key_id, wrapped_key = n.wrapped_key
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[])
       as n (client_id, environment, owner_id, master_key_id, wrapped_key)
     where d.client_id = n.client_id and d.environment = n.environment and d.owner_id = n.owner_id`,
    [
      keys.map((key) => key.client_id),
      keys.map((key) => key.environment),
      keys.map((key) => key.owner_id),
      keys.map((key) => key.master_key_id),
      keys.map((key) => key.wrapped_key),
    ],
  );
}

export type ServiceKeyRow = WrappedKey & { name: string };

export async function listServiceKeys(db: Db): Promise<ServiceKeyRow[]> {
  const { rows } = await db.query<ServiceKeyRow>(
    'select name, master_key_id, wrapped_key from service_keys order by name',
  );
  return rows;
}

/**
 * Inserts a service key. If two processes insert a key with the same name at the same time, the row that was inserted
 * first is kept.
 */
export async function insertServiceKey(db: Db, { name, master_key_id, wrapped_key }: ServiceKeyRow): Promise<void> {
  await db.query(
    `insert into service_keys (name, master_key_id, wrapped_key) values ($1, $2, $3) on conflict do nothing`,
    [name, master_key_id, wrapped_key],
  );
}

export async function updateServiceKey(db: Db, { name, master_key_id, wrapped_key }: ServiceKeyRow): Promise<void> {
  await db.query(`update service_keys set master_key_id = $2, wrapped_key = $3 where name = $1`, [
    name,
    master_key_id,
    wrapped_key,
  ]);
}
