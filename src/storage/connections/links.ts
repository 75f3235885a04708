// Rows of links. A link is read together with its last task's status and its person's external id.

import { PRODUCT_TYPES, type ProductType } from '#domain/access/products.ts';
import type { EmployerRef, Link } from '#domain/connections/links.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { addProductsSql, withdrawProducts } from '#storage/people/users.ts';
import type { WrappedKey } from '#storage/platform/data-keys.ts';
import type { Db } from '#storage/platform/db.ts';
import { noteDeleted } from '#storage/platform/lists/list-blocks.ts';
import { partsSql } from '#storage/platform/lists/list-parts.ts';
import type { List } from '#storage/platform/lists/pages.ts';

export type NewLink = Omit<Link, 'status' | 'template_id' | 'user_external_id'> & {
  access_token_hash: Buffer;
  sealed: Buffer;
};
/** A link with its person's wrapped key. */
export type StoredLink = Link & WrappedKey & { sealed: Buffer };
export type ListedLink = Link & { deleted_at: Date | null };

const SHOWN = `l.id, l.user_id, u.external_user_id as user_external_id, l.provider_id, l.data_source,
  l.company_mapping, l.tracking_info, l.link_hash, l.allowed_products, l.initial_product_type, l.last_task_id,
  t.status, t.template_id, l.is_suspicious, l.is_dds_available, l.is_connected, l.access_token_last4, l.created_at, l.updated_at`;
const TASK = `join tasks t on t.client_id = l.client_id and t.environment = l.environment and t.id = l.last_task_id`;
const USER = `left join users u on u.client_id = l.client_id and u.environment = l.environment and u.id = l.user_id`;
const KEY = `join data_keys k on k.client_id = l.client_id and k.environment = l.environment and k.owner_id = l.user_id`;
const OPENED = `select ${SHOWN}, l.sealed, k.master_key_id, k.wrapped_key from links l ${TASK} ${USER} ${KEY}`;

export async function findLink(db: Db, scope: Scope, id: string): Promise<StoredLink | undefined> {
  const { rows } = await db.lookup<StoredLink>(
    `${OPENED} where l.client_id = $1 and l.environment = $2 and l.id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Finds the scope to which a link belongs. Needs the system scope. */
export async function findLinkScope(db: Db, id: string): Promise<Scope | undefined> {
  const { rows } = await db.lookup<Scope>('select client_id, environment from links where id = $1', [id]);
  return rows[0];
}

export async function findLinkByToken(db: Db, scope: Scope, token_hash: Buffer): Promise<StoredLink | undefined> {
  const { rows } = await db.query<StoredLink>(
    `${OPENED} where l.client_id = $1 and l.environment = $2 and l.access_token_hash = $3`,
    [scope.client_id, scope.environment, token_hash],
  );
  return rows[0];
}

/** Returns the links of the given users, newest first. */
export async function listLinksOf(db: Db, scope: Scope, user_ids: readonly string[]): Promise<StoredLink[]> {
  const { rows } = await db.query<StoredLink>(
    `${OPENED} where l.client_id = $1 and l.environment = $2 and l.user_id = any($3)
     order by l.created_at desc, l.id desc`,
    [scope.client_id, scope.environment, user_ids],
  );
  return rows;
}

export async function findLinkIdByHash(db: Db, scope: Scope, link_hash: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from links where client_id = $1 and environment = $2 and link_hash = $3`,
    [scope.client_id, scope.environment, link_hash],
  );
  return rows[0]?.id;
}

/** Locks the link with this login until the transaction ends. Returns undefined if no link has this login yet. */
export async function lockLinkByHash(
  tx: Db,
  scope: Scope,
  link_hash: string,
): Promise<{ id: string; sealed: Buffer; is_connected: boolean } | undefined> {
  const { rows } = await tx.query<{ id: string; sealed: Buffer; is_connected: boolean }>(
    `select id, sealed, is_connected from links where client_id = $1 and environment = $2 and link_hash = $3
     for no key update`,
    [scope.client_id, scope.environment, link_hash],
  );
  return rows[0];
}

/**
 * Inserts a link. Returns `known` if a concurrent connection has already created a link with this login. Returns
 * `deleted` if a link with this id was deleted before this statement or while it ran. The caller must then remove the
 * new link.
 */
export async function insertLink(tx: Db, scope: Scope, link: NewLink): Promise<'new' | 'known' | 'deleted'> {
  const { rows } = await tx.query<{ was_deleted: boolean }>(
    `with ${addProductsSql('$4', '$10')}
     insert into links (client_id, environment, id, user_id, provider_id, data_source, company_mapping, tracking_info,
       link_hash, allowed_products, initial_product_type, last_task_id, is_suspicious, is_dds_available, is_connected,
       access_token_hash, access_token_last4, sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     on conflict on constraint links_hash do nothing
     returning exists (select 1 from deleted_links where client_id = $1 and environment = $2 and id = $3)
       or exists (select 1 from links where client_id = $1 and environment = $2 and id = $3) as was_deleted`,
    [
      scope.client_id,
      scope.environment,
      link.id,
      link.user_id,
      link.provider_id,
      link.data_source,
      link.company_mapping,
      link.tracking_info,
      link.link_hash,
      link.allowed_products,
      link.initial_product_type,
      link.last_task_id,
      link.is_suspicious,
      link.is_dds_available,
      link.is_connected,
      link.access_token_hash,
      link.access_token_last4,
      link.sealed,
      link.created_at,
      link.updated_at,
    ],
  );
  if (rows[0] === undefined) return 'known';
  return rows[0].was_deleted ? 'deleted' : 'new';
}

/** Deletes a link that this process has just inserted. */
export async function takeBackLink(tx: Db, scope: Scope, id: string): Promise<void> {
  await tx.query('delete from links where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
  ]);
}

export type Reconnection = {
  id: string;
  last_task_id: string;
  sealed: Buffer;
  products: readonly ProductType[];
  tracking_info: string | null;
  company_mapping: EmployerRef | null;
  is_dds_available: boolean | null;
  updated_at: Date;
  /**
   * The version of the account that a refresh used. If the account was renewed after that version, `sealed` is outdated
   * and is not written. It is `null` after a login that gave new credentials for the provider.
   */
  account_version: number | null;
};

/**
 * Updates the link after another login. The login may add products, but does not remove any. The link must be locked.
 */
export async function reconnectLink(tx: Db, scope: Scope, change: Reconnection): Promise<void> {
  await tx.query(
    `with link as (
       select client_id, environment, created_at, id, user_id, data_source, array(
         select distinct product from unnest($10::text[]) as product where product <> all (allowed_products)
       ) as products from links where client_id = $1 and environment = $2 and id = $3
     ), ${addProductsSql('(select user_id from link)', '$10')}, noted as (
       insert into list_moves (client_id, environment, list, part, created_at, id, change)
       select client_id, environment, list, part, created_at, id, 1
       from link cross join unnest(array[${LISTED_IN}]) as list
       cross join lateral (select link.data_source, products as allowed_products) as added
       cross join lateral (${partsSql(LINKS, 'added', 'product_type')}) as parts
     )
     update links l set last_task_id = $4, is_dds_available = $6, updated_at = $7,
       sealed = case when $11::integer is null or l.account_version = $11 then $5 else l.sealed end,
       is_connected = $11::integer is null or l.renewal_id is null or l.is_connected,
       account_version = l.account_version + case when $11::integer is null then 1 else 0 end,
       renewal_id = case when $11::integer is null then null else l.renewal_id end,
       renewal_started_at = case when $11::integer is null then null else l.renewal_started_at end,
       tracking_info = coalesce($8, l.tracking_info), company_mapping = coalesce($9::jsonb, l.company_mapping),
       allowed_products = l.allowed_products || link.products
     from link where l.client_id = link.client_id and l.environment = link.environment and l.id = link.id`,
    [
      scope.client_id,
      scope.environment,
      change.id,
      change.last_task_id,
      change.sealed,
      change.is_dds_available,
      change.updated_at,
      change.tracking_info,
      change.company_mapping,
      change.products,
      change.account_version,
    ],
  );
}

/** Sets `is_suspicious` of a link and of all its tasks. */
export async function setSuspicious(
  tx: Db,
  scope: Scope,
  change: { id: string; is_suspicious: boolean; updated_at: Date },
): Promise<void> {
  await tx.query(
    `with flagged as (
       update tasks set is_suspicious = $4 where client_id = $1 and environment = $2 and link_id = $3
     )
     update links set is_suspicious = $4, updated_at = $5 where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, change.id, change.is_suspicious, change.updated_at],
  );
}

/** Locks the link until the transaction ends. Returns false if the link no longer exists. */
export async function lockLink(tx: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select 1 from links where client_id = $1 and environment = $2 and id = $3 for no key update',
    [scope.client_id, scope.environment, id],
  );
  return rowCount > 0;
}

/** Locks all of a person's links in a fixed order, so that two callers do not deadlock. */
export async function lockLinksOf(tx: Db, scope: Scope, user_id: string): Promise<void> {
  await tx.query(
    'select 1 from links where client_id = $1 and environment = $2 and user_id = $3 order by id for update',
    [scope.client_id, scope.environment, user_id],
  );
}

/** Sets the task that from now on determines the link's status. Returns false if the link no longer exists. */
export async function setLastTask(tx: Db, scope: Scope, id: string, last_task_id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update links set last_task_id = $4 where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id, last_task_id],
  );
  return rowCount > 0;
}

/**
 * Writes the result of a task's step to the task's link. Returns false if the link no longer exists. If
 * `account_version` is given and the account was renewed after that version, `sealed` is outdated and is not written.
 */
export async function updateLinkState(
  tx: Db,
  scope: Scope,
  change: { id: string; sealed: Buffer; is_suspicious: boolean; updated_at: Date; account_version: number | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update links set is_suspicious = $5, updated_at = $6,
       sealed = case when $7::integer is null or account_version = $7 then $4 else sealed end
     where client_id = $1 and environment = $2 and id = $3`,
    [
      scope.client_id,
      scope.environment,
      change.id,
      change.sealed,
      change.is_suspicious,
      change.updated_at,
      change.account_version,
    ],
  );
  return rowCount > 0;
}

/** Marks the link as disconnected. Returns true if the link was connected before this call. */
export async function disconnectLink(tx: Db, scope: Scope, id: string, updated_at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update links set is_connected = false, updated_at = $4
     where client_id = $1 and environment = $2 and id = $3 and is_connected`,
    [scope.client_id, scope.environment, id, updated_at],
  );
  return rowCount > 0;
}

/** Deletes the link and its data, but keeps a row without secrets. Returns false if the link did not exist. */
export async function deleteLink(tx: Db, scope: Scope, id: string, deleted_at: Date): Promise<boolean> {
  const { rows } = await tx.query<DeletedLink>(
    `with gone as (
       delete from links where client_id = $1 and environment = $2 and id = $3 returning *
     ), emptied as (
       delete from link_sections where client_id = $1 and environment = $2 and link_id = $3
     ), imported as (
       delete from imports where client_id = $1 and environment = $2 and link_id = $3
     ), logins as (
       delete from link_logins where client_id = $1 and environment = $2 and link_id = $3
     ), identities as (
       delete from link_identities where client_id = $1 and environment = $2 and link_id = $3
     ), payrolls as (
       delete from payroll_reports where client_id = $1 and environment = $2 and link_id = $3
     ), incomes as (
       delete from link_income_reports where client_id = $1 and environment = $2 and link_id = $3
     ), scorings as (
       delete from scoring_reports where client_id = $1 and environment = $2 and link_id = $3
     )
     insert into deleted_links (client_id, environment, id, user_id, provider_id, data_source, company_mapping,
       tracking_info, link_hash, allowed_products, initial_product_type, last_task_id, is_suspicious,
       is_dds_available, access_token_last4, created_at, updated_at, deleted_at)
     select client_id, environment, id, user_id, provider_id, data_source, company_mapping, tracking_info, link_hash,
       allowed_products, initial_product_type, last_task_id, is_suspicious, is_dds_available, access_token_last4,
       created_at, $4, $4 from gone
     returning id, user_id, provider_id, data_source, allowed_products, created_at`,
    [scope.client_id, scope.environment, id, deleted_at],
  );
  const [gone] = rows;
  if (gone === undefined) return false;
  await Promise.all([noteDeleted(tx, scope, LINKS, gone), withdrawProducts(tx, scope, gone.user_id)]);
  return true;
}

type DeletedLink = Pick<
  StoredLink,
  'id' | 'user_id' | 'provider_id' | 'data_source' | 'allowed_products' | 'created_at'
>;

const FILTERS: List['filters'] = {
  user_id: { column: 'user_id' },
  provider_id: { column: 'provider_id', is_counted: true },
  data_source: { column: 'data_source', is_counted: true },
  product_type: { column: 'allowed_products', items: PRODUCT_TYPES, is_counted: true },
};
/**
 * Pairs of `provider_id` and another filter are not counted in blocks. Few links have the same provider, so the links
 * that match such a pair are counted one by one through the index on the provider.
 */
const COUNTED_PAIRS: List['counted_pairs'] = [['data_source', 'product_type']];

export const LINKS: List = {
  filters: FILTERS,
  counted_pairs: COUNTED_PAIRS,
  name: 'links',
  table: 'links',
  alias: 'l',
  join: `${TASK} ${USER} ${KEY}`,
  columns: `${SHOWN}, l.sealed, k.master_key_id, k.wrapped_key, null::timestamptz as deleted_at`,
};

/** The list of all links, including deleted links. A deleted link keeps its position in this list. */
export const ALL_LINKS: List = {
  filters: FILTERS,
  counted_pairs: COUNTED_PAIRS,
  name: 'all_links',
  table: 'all_links',
  alias: 'l',
  join: `${TASK} ${USER} left ${KEY}`,
  columns: `${SHOWN}, l.sealed, k.master_key_id, k.wrapped_key, l.deleted_at`,
};

/** The names, as SQL literals, of the lists that contain every link that is not deleted. */
const LISTED_IN = [LINKS, ALL_LINKS].map(({ name }) => `'${name}'`).join(', ');

export const LINK_HASH_TAKEN = 'links_hash';

/** Locks the link until the transaction ends and returns its sealed data; undefined if the link no longer exists. */
export async function lockOpenedLink(
  tx: Db,
  scope: Scope,
  id: string,
): Promise<{ sealed: Buffer; link_hash: string; is_connected: boolean } | undefined> {
  const { rows } = await tx.query<{ sealed: Buffer; link_hash: string; is_connected: boolean }>(
    `select sealed, link_hash, is_connected from links where client_id = $1 and environment = $2 and id = $3
     for no key update`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Sets the hash of the link's login. Fails with `LINK_HASH_TAKEN` if another link of the person has this login. */
export async function setLinkHash(tx: Db, scope: Scope, id: string, link_hash: string): Promise<void> {
  await tx.query('update links set link_hash = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    link_hash,
  ]);
}
