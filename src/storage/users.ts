// Rows of users, each read together with the wrapped key that opens it.
import type { Scope } from '#domain/scope.ts';
import type { WrappedKey } from './data-keys.ts';
import type { Db } from './db.ts';
import type { List } from './pages.ts';
import { insertRows } from './rows.ts';
import { NEWEST_REPORTS, type NewestReports } from './user-reports.ts';

export type UserRow = {
  id: string;
  external_user_id: string | null;
  sealed: Buffer;
  ssn_hash: Buffer | null;
  ssn_last4_hash: Buffer | null;
  created_at: Date;
  updated_at: Date;
};
export type StoredUser = Omit<UserRow, 'ssn_hash' | 'ssn_last4_hash'> & WrappedKey;

export const EXTERNAL_USER_ID_TAKEN = 'users_external_user_id';

const COLUMNS = 'u.id, u.external_user_id, u.sealed, u.created_at, u.updated_at, k.master_key_id, k.wrapped_key';
const KEY = 'join data_keys k on k.client_id = u.client_id and k.environment = u.environment and k.owner_id = u.id';
const ONE = `users u join data_keys k on k.client_id = $1 and k.environment = $2 and k.owner_id = $3
  where u.client_id = $1 and u.environment = $2 and u.id = $3`;

/** The person and the person's key in one statement: neither ever exists without the other. */
export async function insertUser(db: Db, scope: Scope, user: UserRow, key: WrappedKey): Promise<void> {
  await db.query(
    `with key as (
       insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key) values ($1, $2, $3, $10, $11)
     )
     insert into users (client_id, environment, id, external_user_id, sealed, ssn_hash, ssn_last4_hash, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      scope.client_id,
      scope.environment,
      user.id,
      user.external_user_id,
      user.sealed,
      user.ssn_hash,
      user.ssn_last4_hash,
      user.created_at,
      user.updated_at,
      key.master_key_id,
      key.wrapped_key,
    ],
  );
}

const COLUMN_NAMES = [
  'id',
  'external_user_id',
  'sealed',
  'ssn_hash',
  'ssn_last4_hash',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof UserRow)[];

/** Many at once, each with their key. */
export async function insertUsers(tx: Db, scope: Scope, users: readonly (UserRow & WrappedKey)[]): Promise<void> {
  const keys = users.map(({ id, master_key_id, wrapped_key }) => ({ owner_id: id, master_key_id, wrapped_key }));
  await insertRows(tx, scope, 'data_keys', ['owner_id', 'master_key_id', 'wrapped_key'], keys);
  await insertRows(tx, scope, 'users', COLUMN_NAMES, users);
}

/** Held until the transaction ends; each name once. */
export async function lockUsersByExternalId(
  tx: Db,
  scope: Scope,
  external_user_ids: readonly string[],
): Promise<StoredUser[]> {
  const { rows } = await tx.query<StoredUser>(
    `select ${COLUMNS} from unnest($3::text[]) as wanted (external_user_id)
     join users u on u.client_id = $1 and u.environment = $2 and u.external_user_id = wanted.external_user_id ${KEY}
     order by u.id for update of u`,
    [scope.client_id, scope.environment, external_user_ids],
  );
  return rows;
}

export async function findUser(db: Db, scope: Scope, id: string): Promise<StoredUser | undefined> {
  const { rows } = await db.query<StoredUser>(`select ${COLUMNS} from ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** In one statement: this is the most frequent read, and a second round trip cost it a third of its throughput. */
export async function findUserWithReports(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(StoredUser & NewestReports) | undefined> {
  const { rows } = await db.query<StoredUser & NewestReports>(`select ${COLUMNS}, ${NEWEST_REPORTS} from ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Of the nine-digit SSN on file; undefined when there is none. */
export async function findSsnHash(db: Db, scope: Scope, id: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ ssn_hash: Buffer | null }>(
    'select ssn_hash from users where client_id = $1 and environment = $2 and id = $3',
    [scope.client_id, scope.environment, id],
  );
  return rows[0]?.ssn_hash ?? undefined;
}

export async function lockUser(tx: Db, scope: Scope, id: string): Promise<StoredUser | undefined> {
  const { rows } = await tx.query<StoredUser>(`select ${COLUMNS} from ${ONE} for update of u`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Keeps the person from being erased until the transaction ends. False when they are gone. */
export async function holdUser(tx: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 from users where client_id = $1 and environment = $2 and id = $3 for key share',
    [scope.client_id, scope.environment, id],
  );
  return rowCount > 0;
}

export async function updateUser(tx: Db, scope: Scope, user: UserRow): Promise<void> {
  await tx.query(
    `update users set external_user_id = $4, sealed = $5, ssn_hash = $6, ssn_last4_hash = $7, updated_at = $8
     where client_id = $1 and environment = $2 and id = $3`,
    [
      scope.client_id,
      scope.environment,
      user.id,
      user.external_user_id,
      user.sealed,
      user.ssn_hash,
      user.ssn_last4_hash,
      user.updated_at,
    ],
  );
}

/** Gone for good with what was declared for them, and with the key whatever else was sealed for this person. */
export async function deleteUser(tx: Db, scope: Scope, id: string): Promise<void> {
  await tx.query(
    `with key as (
       delete from data_keys where client_id = $1 and environment = $2 and owner_id = $3
     ), declared as (
       delete from sandbox_declarations where client_id = $1 and environment = $2 and user_id = $3
     )
     delete from users where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id],
  );
}

export const USERS: List = { name: 'users', table: 'users', alias: 'u', join: KEY, columns: COLUMNS };
