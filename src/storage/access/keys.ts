// Rows of access keys.
import type { LimitChoices } from '#domain/access/callers.ts';
import type { FeatureChoices } from '#domain/access/features.ts';
import type { Key } from '#domain/access/keys.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewKeyRow = Key & { secret_hash: Buffer; secret_sealed: Buffer };
export type CallerRow = Scope & {
  id: string;
  clock_offset_seconds: number;
  features: FeatureChoices;
  limits: LimitChoices;
};

const COLUMNS = 'id, client_id, environment, secret_last4, created_at, last_used_at, deactivated_at';

export async function insertKey(db: Db, key: NewKeyRow): Promise<void> {
  await db.query(
    `insert into api_keys (client_id, environment, id, secret_hash, secret_sealed, secret_last4, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [key.client_id, key.environment, key.id, key.secret_hash, key.secret_sealed, key.secret_last4, key.created_at],
  );
}

/** Finds the caller by the hash of an active secret. Needs the system scope, because the client is not known yet. */
export async function findCaller(db: Db, secret_hash: Buffer): Promise<CallerRow | undefined> {
  const { rows } = await db.query<CallerRow>(
    `select k.id, k.client_id, k.environment, e.clock_offset_seconds, e.features, e.limits
     from api_keys k join environments e on e.client_id = k.client_id and e.environment = k.environment
     where k.secret_hash = $1 and k.deactivated_at is null`,
    [secret_hash],
  );
  return rows[0];
}

export async function listKeys(db: Db, client_id: string): Promise<Key[]> {
  const { rows } = await db.query<Key>(
    `select ${COLUMNS} from api_keys where client_id = $1 order by environment, created_at, id`,
    [client_id],
  );
  return rows;
}

/**
 * Returns the active keys of an environment. Locks these keys, so that no other transaction changes them after the
 * caller has counted them.
 */
export async function lockActiveKeys(tx: Db, scope: Scope): Promise<Key[]> {
  await tx.query('select 1 from environments where client_id = $1 and environment = $2 for update', [
    scope.client_id,
    scope.environment,
  ]);
  const { rows } = await tx.query<Key>(
    `select ${COLUMNS} from api_keys where client_id = $1 and environment = $2 and deactivated_at is null
     order by created_at, id for update`,
    [scope.client_id, scope.environment],
  );
  return rows;
}

export async function findKey(db: Db, scope: Scope, id: string): Promise<Key | undefined> {
  const { rows } = await db.query<Key>(
    `select ${COLUMNS} from api_keys where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

export async function findKeyBySecret(db: Db, scope: Scope, secret_hash: Buffer): Promise<Key | undefined> {
  const { rows } = await db.query<Key>(
    `select ${COLUMNS} from api_keys where client_id = $1 and environment = $2 and secret_hash = $3`,
    [scope.client_id, scope.environment, secret_hash],
  );
  return rows[0];
}

export async function deactivateKey(db: Db, scope: Scope, id: string, at: Date): Promise<void> {
  await db.query(
    `update api_keys set deactivated_at = $4 where client_id = $1 and environment = $2 and id = $3 and deactivated_at is null`,
    [scope.client_id, scope.environment, id, at],
  );
}

export type KeyUse = { client_id: string; id: string; last_used_at: Date };

export async function updateLastUses(db: Db, uses: readonly KeyUse[]): Promise<void> {
  await db.query(
    `update api_keys k set last_used_at = greatest(k.last_used_at, n.last_used_at)
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as n (client_id, id, last_used_at)
     where k.client_id = n.client_id and k.id = n.id`,
    [uses.map((use) => use.client_id), uses.map((use) => use.id), uses.map((use) => use.last_used_at)],
  );
}
