// Rows of the second factors of dashboard users: authenticator apps (TOTP) and recovery codes.
import type { FactorMethod } from '#domain/console/sessions.ts';
import type { Db } from '#storage/platform/db.ts';

/** A dashboard user, as the key of rows: the user's own client and the user's id. */
export type UserKey = { client_id: string; dashboard_user_id: string };

/** The methods with which a user can pass the second factor now. */
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
