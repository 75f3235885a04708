// A link that is renewed by another login than the one it was made with.
import type { Scope } from '#domain/scope.ts';
import type { Db } from './db.ts';

export const LINK_HASH_TAKEN = 'links_hash';

/** Holds the link until the transaction ends; undefined when it is gone. */
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

/** Fails with LINK_HASH_TAKEN where another link of the person has this login. */
export async function setLinkHash(tx: Db, scope: Scope, id: string, link_hash: string): Promise<void> {
  await tx.query('update links set link_hash = $4 where client_id = $1 and environment = $2 and id = $3', [
    scope.client_id,
    scope.environment,
    id,
    link_hash,
  ]);
}
