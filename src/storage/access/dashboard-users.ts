// Rows of people who may sign in to the dashboard.
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type DashboardUser = {
  client_id: string;
  id: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: Date;
};

export const EMAIL_TAKEN = 'dashboard_users_email';

export async function insertDashboardUser(db: Db, user: DashboardUser): Promise<void> {
  await db.query(
    `insert into dashboard_users (client_id, id, email, name, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [user.client_id, user.id, user.email, user.name, user.password_hash, user.created_at],
  );
}

/** Returns the same dashboard users for both environments, because they belong to the client. */
export async function listDashboardUserIds(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from dashboard_users where client_id = $1 order by id', [
    scope.client_id,
  ]);
  return rows.map(({ id }) => id);
}

export async function findDashboardUserEmail(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ email: string }>(
    'select email from dashboard_users where client_id = $1 and id = $2',
    [scope.client_id, id],
  );
  return rows[0]?.email;
}
