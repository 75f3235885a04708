// Rows of the second factors of dashboard users: authenticator apps (TOTP) and recovery codes.
import type { FactorMethod } from '#domain/console/sessions.ts';
import type { Db } from '#storage/platform/db.ts';

/** Identifies the dashboard user to whom a row of a second factor belongs: the user's own client, and the user's id. */
export type UserKey = { client_id: string; dashboard_user_id: string };

/** Returns the methods that the user can currently use as a second factor. */
export async function listFactorMethods(db: Db, { client_id, dashboard_user_id }: UserKey): Promise<FactorMethod[]> {
  const { rows } = await db.query<{ method: FactorMethod }>(
    `select 'totp' as method from dashboard_totp
       where client_id = $1 and dashboard_user_id = $2 and confirmed_at is not null
     union all select 'passkey' where exists (
       select 1 from dashboard_passkeys where client_id = $1 and dashboard_user_id = $2)
     union all select 'recovery' where exists (
       select 1 from dashboard_recovery_codes where client_id = $1 and dashboard_user_id = $2)`,
    [client_id, dashboard_user_id],
  );
  return rows.map(({ method }) => method);
}

export type TotpRow = UserKey & { secret_sealed: Buffer; created_at: Date; confirmed_at: Date | null };

/**
 * Stores a TOTP secret that is not confirmed yet. If the user already has a confirmed secret, keeps that secret and
 * returns false.
 */
export async function upsertTotp(db: Db, row: Omit<TotpRow, 'confirmed_at'>): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into dashboard_totp (client_id, dashboard_user_id, secret_sealed, created_at) values ($1, $2, $3, $4)
     on conflict (client_id, dashboard_user_id) do update set secret_sealed = $3, created_at = $4
     where dashboard_totp.confirmed_at is null`,
    [row.client_id, row.dashboard_user_id, row.secret_sealed, row.created_at],
  );
  return rowCount === 1;
}

export async function findTotp(db: Db, key: UserKey): Promise<TotpRow | undefined> {
  const { rows } = await db.query<TotpRow>(
    `select client_id, dashboard_user_id, secret_sealed, created_at, confirmed_at from dashboard_totp
     where client_id = $1 and dashboard_user_id = $2`,
    [key.client_id, key.dashboard_user_id],
  );
  return rows[0];
}

/**
 * Marks the code of a time step as used. Returns false if this code or the code of a later time step was used before.
 */
export async function takeTotpStep(db: Db, key: UserKey, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update dashboard_totp set last_step = $3
     where client_id = $1 and dashboard_user_id = $2 and last_step < $3`,
    [key.client_id, key.dashboard_user_id, step],
  );
  return rowCount === 1;
}

export async function confirmTotp(db: Db, key: UserKey, confirmed_at: Date): Promise<void> {
  await db.query('update dashboard_totp set confirmed_at = $3 where client_id = $1 and dashboard_user_id = $2', [
    key.client_id,
    key.dashboard_user_id,
    confirmed_at,
  ]);
}

export async function deleteTotp(db: Db, key: UserKey): Promise<boolean> {
  const { rowCount } = await db.query('delete from dashboard_totp where client_id = $1 and dashboard_user_id = $2', [
    key.client_id,
    key.dashboard_user_id,
  ]);
  return rowCount === 1;
}

/** Replaces all recovery codes of the user. */
export async function replaceRecoveryCodes(tx: Db, key: UserKey, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('delete from dashboard_recovery_codes where client_id = $1 and dashboard_user_id = $2', [
    key.client_id,
    key.dashboard_user_id,
  ]);
  await tx.query(
    `insert into dashboard_recovery_codes (client_id, dashboard_user_id, code_hash)
     select $1, $2, code_hash from unnest($3::bytea[]) as code_hash`,
    [key.client_id, key.dashboard_user_id, hashes],
  );
}

export async function countRecoveryCodes(db: Db, key: UserKey): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from dashboard_recovery_codes
     where client_id = $1 and dashboard_user_id = $2`,
    [key.client_id, key.dashboard_user_id],
  );
  return rows[0]?.count ?? 0;
}

/** Deletes a recovery code, because each code can be used only once. Returns false if the user has no such code. */
export async function takeRecoveryCode(db: Db, key: UserKey, code_hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from dashboard_recovery_codes
     where client_id = $1 and dashboard_user_id = $2 and code_hash = $3`,
    [key.client_id, key.dashboard_user_id, code_hash],
  );
  return rowCount === 1;
}
