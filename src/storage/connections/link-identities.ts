// Rows of the accounts behind the logins of links. With them, a login that has other accounts than before finds its link.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

/**
 * Locks the logins of one person at one provider until the transaction ends, so that concurrent logins with a common
 * account do not create two links.
 */
export async function lockLoginsOf(tx: Db, scope: Scope, user_id: string, provider_id: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(
       hashtextextended('link_identities/' || $1 || '/' || $2 || '/' || $3 || '/' || $4, 0))`,
    [scope.client_id, scope.environment, user_id, provider_id],
  );
}

/**
 * Returns the links with at least one of these accounts. The link with this `link_hash` comes first, whatever accounts
 * it has. The others follow, the oldest first.
 */
export async function listLinksByIdentity(
  tx: Db,
  scope: Scope,
  { link_hash, identity_hashes }: { link_hash: string; identity_hashes: readonly Buffer[] },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select l.id from (
       select id from links where client_id = $1 and environment = $2 and link_hash = $3
       union
       select link_id from link_identities where client_id = $1 and environment = $2 and identity_hash = any($4)
     ) as found
     join links l on l.client_id = $1 and l.environment = $2 and l.id = found.id
     order by l.link_hash = $3 desc, l.created_at, l.id`,
    [scope.client_id, scope.environment, link_hash, identity_hashes],
  );
  return rows.map(({ id }) => id);
}

/** Stores accounts of a link, in addition to those that are already stored. The link must be locked. */
export async function addLinkIdentities(
  tx: Db,
  scope: Scope,
  link_id: string,
  identity_hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(
    `insert into link_identities (client_id, environment, identity_hash, link_id)
     select $1, $2, unnest($4::bytea[]), $3 on conflict do nothing`,
    [scope.client_id, scope.environment, link_id, identity_hashes],
  );
}
