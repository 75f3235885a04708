// Rows of the sandbox bank's authorisation server: consents, and the tokens issued for them. The rows belong to no
// client, so every function needs a handle with the system scope.
import type { Db } from '#storage/platform/db.ts';

export type BankGrant = {
  id: string;
  oauth_client_id: string;
  redirect_uri: string;
  code_challenge: string;
  username: string;
  way: string;
};

export type NewBankGrant = BankGrant & { code_hash: Buffer; code_expires_at: Date; created_at: Date };

const COLUMNS = 'id, oauth_client_id, redirect_uri, code_challenge, username, way';
/**
 * The maximum number of expired rows that are deleted at a time. Each new consent deletes expired codes that were never
 * used. Each new access token deletes expired access tokens.
 */
const SWEPT_AT_ONCE = 100;

export async function insertGrant(db: Db, grant: NewBankGrant): Promise<void> {
  await db.query(
    `with swept as (
       delete from sandbox_bank_grants where id in (
         select id from sandbox_bank_grants where refresh_token_hash is null and code_expires_at < $9
         order by code_expires_at limit $10 for update skip locked)
     )
     insert into sandbox_bank_grants
       (id, oauth_client_id, redirect_uri, code_challenge, username, way, code_hash, code_expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      grant.id,
      grant.oauth_client_id,
      grant.redirect_uri,
      grant.code_challenge,
      grant.username,
      grant.way,
      grant.code_hash,
      grant.code_expires_at,
      grant.created_at,
      SWEPT_AT_ONCE,
    ],
  );
}

/** Locks the grant, so that only one of several concurrent exchanges of its code succeeds. */
export async function lockGrantByCode(
  tx: Db,
  code_hash: Buffer,
): Promise<(BankGrant & { code_expires_at: Date; is_used: boolean }) | undefined> {
  const { rows } = await tx.query<BankGrant & { code_expires_at: Date; is_used: boolean }>(
    `select ${COLUMNS}, code_expires_at, refresh_token_hash is not null as is_used
     from sandbox_bank_grants where code_hash = $1 for update`,
    [code_hash],
  );
  return rows[0];
}

export async function useCode(tx: Db, id: string, refresh_token_hash: Buffer): Promise<void> {
  await tx.query('update sandbox_bank_grants set refresh_token_hash = $2 where id = $1', [id, refresh_token_hash]);
}

export async function findGrantByRefreshToken(db: Db, refresh_token_hash: Buffer): Promise<BankGrant | undefined> {
  const { rows } = await db.query<BankGrant>(
    `select ${COLUMNS} from sandbox_bank_grants where refresh_token_hash = $1`,
    [refresh_token_hash],
  );
  return rows[0];
}

export async function insertAccessToken(
  db: Db,
  token: { token_hash: Buffer; grant_id: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await db.query(
    `with swept as (
       delete from sandbox_bank_access_tokens where token_hash in (
         select token_hash from sandbox_bank_access_tokens where expires_at < $4
         order by expires_at limit $5 for update skip locked)
     )
     insert into sandbox_bank_access_tokens (token_hash, grant_id, expires_at) values ($1, $2, $3)`,
    [token.token_hash, token.grant_id, token.expires_at, now, SWEPT_AT_ONCE],
  );
}

export async function findGrantByAccessToken(db: Db, token_hash: Buffer, now: Date): Promise<BankGrant | undefined> {
  const { rows } = await db.query<BankGrant>(
    `select ${COLUMNS} from sandbox_bank_grants where id =
       (select grant_id from sandbox_bank_access_tokens where token_hash = $1 and expires_at > $2)`,
    [token_hash, now],
  );
  return rows[0];
}

/** Deletes the grant with all its tokens. */
export async function deleteGrant(db: Db, id: string): Promise<void> {
  await db.query('delete from sandbox_bank_grants where id = $1', [id]);
}
