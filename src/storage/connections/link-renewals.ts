// The columns of a link that protect the link's rotating token. A rotating token may be exchanged only once, so these
// columns make sure that only one process exchanges it.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type RenewableLink = {
  sealed: Buffer;
  account_version: number;
  /** The id of the exchange that is in progress, or of the exchange whose response was lost. */
  renewal_id: string | null;
  renewal_started_at: Date | null;
};

const SELECT = `select sealed, account_version, renewal_id, renewal_started_at from links
  where client_id = $1 and environment = $2 and id = $3`;

export async function findRenewableLink(db: Db, scope: Scope, id: string): Promise<RenewableLink | undefined> {
  const { rows } = await db.query<RenewableLink>(SELECT, [scope.client_id, scope.environment, id]);
  return rows[0];
}

/** Locks the link until the transaction ends. */
export async function lockRenewableLink(tx: Db, scope: Scope, id: string): Promise<RenewableLink | undefined> {
  const { rows } = await tx.query<RenewableLink>(`${SELECT} for no key update`, [
    scope.client_id,
    scope.environment,
    id,
  ]);
  return rows[0];
}

/** Records that a token exchange is about to be sent. The link must be locked. */
export async function beginRenewal(
  tx: Db,
  scope: Scope,
  { id, renewal_id, started_at }: { id: string; renewal_id: string; started_at: Date },
): Promise<void> {
  await tx.query(
    `update links set renewal_id = $4, renewal_started_at = $5
     where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id, renewal_id, started_at],
  );
}

/**
 * Stores the account that results from the token exchange, and clears the record of the exchange. Returns false if the
 * exchange was given up, or if a login has replaced the account.
 */
export async function storeRenewal(
  db: Db,
  scope: Scope,
  { id, renewal_id, sealed, begun_after }: { id: string; renewal_id: string; sealed: Buffer; begun_after: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update links set sealed = $5, account_version = account_version + 1, renewal_id = null, renewal_started_at = null
     where client_id = $1 and environment = $2 and id = $3 and renewal_id = $4 and renewal_started_at > $6`,
    [scope.client_id, scope.environment, id, renewal_id, sealed, begun_after],
  );
  return rowCount > 0;
}

/** Clears the record of a token exchange that the provider certainly did not carry out. */
export async function dropRenewal(db: Db, scope: Scope, id: string, renewal_id: string): Promise<void> {
  await db.query(
    `update links set renewal_id = null, renewal_started_at = null
     where client_id = $1 and environment = $2 and id = $3 and renewal_id = $4`,
    [scope.client_id, scope.environment, id, renewal_id],
  );
}

/** Sets the start time of a token exchange to 1970, so that no process waits for the exchange any longer. */
export async function loseRenewal(db: Db, scope: Scope, id: string, renewal_id: string): Promise<void> {
  await db.query(
    `update links set renewal_started_at = to_timestamp(0)
     where client_id = $1 and environment = $2 and id = $3 and renewal_id = $4`,
    [scope.client_id, scope.environment, id, renewal_id],
  );
}
