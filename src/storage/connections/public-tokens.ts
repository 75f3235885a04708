// Rows of public tokens. A token can be exchanged only once.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type PublicTokenRow = {
  token_hash: Buffer;
  link_id: string;
  task_id: string;
  created_at: Date;
  expires_at: Date;
};

export async function insertPublicToken(tx: Db, scope: Scope, token: PublicTokenRow): Promise<void> {
  await tx.query(
    `insert into public_tokens (client_id, environment, token_hash, link_id, task_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      scope.client_id,
      scope.environment,
      token.token_hash,
      token.link_id,
      token.task_id,
      token.created_at,
      token.expires_at,
    ],
  );
}

/**
 * Marks an unused token as used, in one atomic statement. Returns undefined if the token is used, expired or unknown.
 */
export async function burnPublicToken(
  db: Db,
  scope: Scope,
  token_hash: Buffer,
  now: Date,
): Promise<{ link_id: string } | undefined> {
  const { rows } = await db.query<{ link_id: string }>(
    `update public_tokens set used_at = $4
     where client_id = $1 and environment = $2 and token_hash = $3 and used_at is null and expires_at > $4
     returning link_id`,
    [scope.client_id, scope.environment, token_hash, now],
  );
  return rows[0];
}

export async function findPublicToken(db: Db, scope: Scope, token_hash: Buffer): Promise<object | undefined> {
  const { rows } = await db.query(
    'select task_id from public_tokens where client_id = $1 and environment = $2 and token_hash = $3',
    [scope.client_id, scope.environment, token_hash],
  );
  return rows[0];
}
