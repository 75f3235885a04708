// Rows of users. Each row is read together with the user's wrapped key.
import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { NEEDS_NOTE, noteMoves } from '#storage/platform/lists/list-blocks.ts';
import { partOf } from '#storage/platform/lists/list-parts.ts';
import type { List } from '#storage/platform/lists/pages.ts';
import { insertRows } from '#storage/platform/rows.ts';
import { NEWEST_REPORTS, type NewestReports } from '#storage/reports/user-reports.ts';

export type UserRow = {
  id: string;
  external_user_id: string | null;
  sealed: Buffer;
  ssn_hash: Buffer | null;
  ssn_last4_hash: Buffer | null;
  created_at: Date;
  updated_at: Date;
} & NameHashes;
/** Keyed hashes by which the console finds a person. */
export type NameHashes = { email_hash: Buffer | null; name_hash: Buffer | null; last_name_hash: Buffer | null };
export type StoredUser = Omit<UserRow, 'ssn_hash' | 'ssn_last4_hash' | keyof NameHashes> & WrappedKey;

export const EXTERNAL_USER_ID_TAKEN = 'users_external_user_id';

const COLUMNS = 'u.id, u.external_user_id, u.sealed, u.created_at, u.updated_at, k.master_key_id, k.wrapped_key';
const KEY = 'join data_keys k on k.client_id = u.client_id and k.environment = u.environment and k.owner_id = u.id';
const ONE = `users u join data_keys k on k.client_id = $1 and k.environment = $2 and k.owner_id = $3
  where u.client_id = $1 and u.environment = $2 and u.id = $3`;

/** Inserts the person and the person's key in one statement, so that neither exists without the other. */
export async function insertUser(db: Db, scope: Scope, user: UserRow, key: WrappedKey): Promise<void> {
  await db.write(
    `with key as (
       insert into data_keys (client_id, environment, owner_id, master_key_id, wrapped_key) values ($1, $2, $3, $10, $11)
     )
     insert into users (client_id, environment, id, external_user_id, sealed, ssn_hash, ssn_last4_hash, created_at, updated_at,
       email_hash, name_hash, last_name_hash, has_name_hashes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $12, $13, $14, true)`,
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
      user.email_hash,
      user.name_hash,
      user.last_name_hash,
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
  'email_hash',
  'name_hash',
  'last_name_hash',
  'has_name_hashes',
] as const satisfies readonly (keyof UserRow | 'has_name_hashes')[];

/** Inserts many users, each together with the user's data key. */
export async function insertUsers(tx: Db, scope: Scope, users: readonly (UserRow & WrappedKey)[]): Promise<void> {
  const keys = users.map(({ id, master_key_id, wrapped_key }) => ({ owner_id: id, master_key_id, wrapped_key }));
  await insertRows(tx, scope, 'data_keys', ['owner_id', 'master_key_id', 'wrapped_key'], keys);
  const rows = users.map((user) => ({ ...user, has_name_hashes: true }));
  await insertRows(tx, scope, 'users', COLUMN_NAMES, rows);
}

/** Returns the users and locks them until the transaction ends. Each id may occur only once. */
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
  const { rows } = await db.lookup<StoredUser>(`select ${COLUMNS} from ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/**
 * Reads the user and the reports with one statement. This is the most frequent read, and a second round trip would
 * reduce its throughput by a third.
 */
export async function findUserWithReports(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(StoredUser & NewestReports) | undefined> {
  const { rows } = await db.lookup<StoredUser & NewestReports>(`select ${COLUMNS}, ${NEWEST_REPORTS} from ${ONE}`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Returns the hash of the person's nine-digit SSN; undefined if no SSN is stored. */
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

/** Prevents the person from being erased until the transaction ends. Returns false if the person does not exist. */
export async function holdUser(tx: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 from users where client_id = $1 and environment = $2 and id = $3 for key share',
    [scope.client_id, scope.environment, id],
  );
  return rowCount > 0;
}

export async function updateUser(tx: Db, scope: Scope, user: UserRow): Promise<void> {
  await tx.query(
    `update users set external_user_id = $4, sealed = $5, ssn_hash = $6, ssn_last4_hash = $7, updated_at = $8,
       email_hash = $9, name_hash = $10, last_name_hash = $11, has_name_hashes = true
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
      user.email_hash,
      user.name_hash,
      user.last_name_hash,
    ],
  );
}

const BY_HASH = ['email_hash', 'name_hash', 'last_name_hash'] as const satisfies readonly (keyof NameHashes)[];

/**
 * Returns the people whose e-mail address, full name or last name has one of the given hashes. For each hash, at most
 * `limit` people are returned.
 */
export async function listUsersByName(db: Db, scope: Scope, hashes: NameHashes, limit: number): Promise<StoredUser[]> {
  const found = await Promise.all(
    BY_HASH.filter((name) => hashes[name] !== null).map((name) =>
      db.query<StoredUser>(
        `select ${COLUMNS} from users u ${KEY}
         where u.client_id = $1 and u.environment = $2 and u.${name} = $3 limit $4`,
        [scope.client_id, scope.environment, hashes[name], limit],
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows);
}

/** Returns people whose names have no hashes yet, because these people were stored before hashes were introduced. */
export async function listUsersWithoutHashes(db: Db, scope: Scope, limit: number): Promise<StoredUser[]> {
  const { rows } = await db.query<StoredUser>(
    `select ${COLUMNS} from users u ${KEY}
     where u.client_id = $1 and u.environment = $2 and not u.has_name_hashes order by u.id limit $3`,
    [scope.client_id, scope.environment, limit],
  );
  return rows;
}

/** Writes the name hashes of people who have no name hashes. Skips people who got hashes in the meantime. */
export async function writeNameHashes(
  db: Db,
  scope: Scope,
  people: readonly (NameHashes & { id: string })[],
): Promise<void> {
  await db.query(
    `update users u set email_hash = h.email_hash, name_hash = h.name_hash, last_name_hash = h.last_name_hash,
       has_name_hashes = true
     from unnest($3::text[], $4::bytea[], $5::bytea[], $6::bytea[]) as h (id, email_hash, name_hash, last_name_hash)
     where u.client_id = $1 and u.environment = $2 and u.id = h.id and not u.has_name_hashes`,
    [
      scope.client_id,
      scope.environment,
      people.map(({ id }) => id),
      people.map(({ email_hash }) => email_hash),
      people.map(({ name_hash }) => name_hash),
      people.map(({ last_name_hash }) => last_name_hash),
    ],
  );
}

/** Deletes the person, their declarations and their key. Without the key, their other sealed data is unreadable. */
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

export const USERS: List = {
  name: 'users',
  table: 'users',
  alias: 'u',
  join: KEY,
  columns: COLUMNS,
  filters: {
    external_user_id: { column: 'external_user_id' },
    product_type: { column: 'products', items: PRODUCT_TYPES, is_counted: true },
  },
};

/**
 * SQL fragments for a statement that adds products to a person's link. They add the products to the person as well,
 * because the list of people can be filtered by product. The person is locked, so that a concurrent deletion of another
 * link sees this link.
 */
export const addProductsSql = (user_id: string, products: string): string => `
  person as (
    select client_id, environment, created_at, id, products, ${NEEDS_NOTE} as needs_note from users
    where client_id = $1 and environment = $2 and id = ${user_id} for no key update
  ), further as (
    select client_id, environment, created_at, id, needs_note, array(
      select distinct product from unnest(${products}::text[]) as product where product <> all (person.products)
    ) as products from person
  ), person_changed as (
    update users u set products = u.products || further.products from further
    where u.client_id = further.client_id and u.environment = further.environment and u.id = further.id
      and further.products <> '{}'
  ), person_noted as (
    insert into list_moves (client_id, environment, list, part, created_at, id, change)
    select client_id, environment, '${USERS.name}', '${partOf('product_type', '')}' || product, created_at, id, 1
    from further cross join unnest(products) as product where needs_note
  )`;

/**
 * Removes from the person's row each product that no link of the person has any longer. Call it after deleting a link,
 * in the same transaction. Does nothing if the person does not exist.
 */
export async function withdrawProducts(tx: Db, scope: Scope, user_id: string): Promise<void> {
  const own = [scope.client_id, scope.environment, user_id];
  // The person is locked before the links are read. So if two transactions change the person's links at the same time,
  // the second transaction sees the change of the first. Both statements are sent together and run in this order.
  const [{ rows: people }, { rows: left }] = await Promise.all([
    tx.query<{ created_at: Date; products: ProductType[] }>(
      'select created_at, products from users where client_id = $1 and environment = $2 and id = $3 for no key update',
      own,
    ),
    tx.query<{ product: ProductType }>(
      `select distinct product from links cross join unnest(allowed_products) as product
       where client_id = $1 and environment = $2 and user_id = $3`,
      own,
    ),
  ]);
  const [person] = people;
  if (person === undefined) return;
  const products = left.map(({ product }) => product);
  const gone = person.products.filter((product) => !products.includes(product));
  if (gone.length === 0) return;
  const parts = gone.map((product) => partOf('product_type', product));
  await Promise.all([
    tx.query('update users set products = $4 where client_id = $1 and environment = $2 and id = $3', [
      ...own,
      products,
    ]),
    noteMoves(tx, scope, [{ list: USERS, created_at: person.created_at, id: user_id, parts, change: -1 }]),
  ]);
}
