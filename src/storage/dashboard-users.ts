// Rows of people who may sign in to the dashboard.
import type { Db } from './db.ts';

export type DashboardUser = { client_id: string; id: string; email: string; password_hash: string; created_at: Date };

export const EMAIL_TAKEN = 'dashboard_users_email';

export async function insertDashboardUser(db: Db, user: DashboardUser): Promise<void> {
  await db.query(
    'insert into dashboard_users (client_id, id, email, password_hash, created_at) values ($1, $2, $3, $4, $5)',
    [user.client_id, user.id, user.email, user.password_hash, user.created_at],
  );
}
