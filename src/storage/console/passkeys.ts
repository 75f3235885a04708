// Rows of passkeys: the public keys with which dashboard users pass the second factor.
import type { Db } from '#storage/platform/db.ts';
import type { UserKey } from './factors.ts';

export type PasskeyRow = UserKey & {
  id: string;
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: Date;
};

export const CREDENTIAL_TAKEN = 'dashboard_passkeys_credential';

/** Returns the passkeys of one user, oldest first. Passkeys of other users are never returned. */
export async function listPasskeyRows(db: Db, key: UserKey): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `select client_id, dashboard_user_id, id, credential_id, public_key, sign_count::float8 as sign_count, transports,
       name, created_at
     from dashboard_passkeys where client_id = $1 and dashboard_user_id = $2 order by created_at, id`,
    [key.client_id, key.dashboard_user_id],
  );
  return rows;
}

export async function insertPasskey(db: Db, row: PasskeyRow): Promise<void> {
  await db.query(
    `insert into dashboard_passkeys (client_id, dashboard_user_id, id, credential_id, public_key, sign_count,
       transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.client_id,
      row.dashboard_user_id,
      row.id,
      row.credential_id,
      row.public_key,
      row.sign_count,
      row.transports,
      row.name,
      row.created_at,
    ],
  );
}

export async function updatePasskeyUse(db: Db, row: PasskeyRow, sign_count: number, last_used_at: Date): Promise<void> {
  await db.query('update dashboard_passkeys set sign_count = $3, last_used_at = $4 where client_id = $1 and id = $2', [
    row.client_id,
    row.id,
    sign_count,
    last_used_at,
  ]);
}

export async function deletePasskey(db: Db, key: UserKey, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from dashboard_passkeys where client_id = $1 and dashboard_user_id = $2 and id = $3',
    [key.client_id, key.dashboard_user_id, id],
  );
  return rowCount === 1;
}
