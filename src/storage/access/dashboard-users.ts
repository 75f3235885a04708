// Rows of people who may sign in to the dashboard.
import type { Environment, Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type DashboardUser = {
  client_id: string;
  id: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: Date;
};

/** A dashboard user, together with the environments of all the user's memberships in all clients. */
export type FoundDashboardUser = DashboardUser & { environments: Environment[] };

export const EMAIL_TAKEN = 'dashboard_users_email';

export async function insertDashboardUser(db: Db, user: DashboardUser): Promise<void> {
  await db.query(
    `insert into dashboard_users (client_id, id, email, name, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [user.client_id, user.id, user.email, user.name, user.password_hash, user.created_at],
  );
}

/**
 * Finds the user who signs in with this e-mail address. Upper and lower case do not matter. Needs the system scope,
 * because the client is not known yet.
 */
export async function findDashboardUser(db: Db, email: string): Promise<FoundDashboardUser | undefined> {
  const { rows } = await db.query<FoundDashboardUser>(
    `select u.client_id, u.id, u.email, u.name, u.password_hash, u.created_at,
       array(select m.environment from dashboard_members m
         where m.home_client_id = u.client_id and m.dashboard_user_id = u.id) as environments
     from dashboard_users u where lower(u.email) = $1 order by u.email = $1 desc, u.created_at limit 1`,
    [email.toLowerCase()],
  );
  return rows[0];
}

/** Locks the user until the transaction ends, so that two changes to the same user take place one after the other. */
export async function lockDashboardUser(tx: Db, client_id: string, id: string): Promise<DashboardUser | undefined> {
  const { rows } = await tx.query<DashboardUser>(
    `select client_id, id, email, name, password_hash, created_at from dashboard_users
     where client_id = $1 and id = $2 for update`,
    [client_id, id],
  );
  return rows[0];
}

export async function updatePassword(db: Db, client_id: string, id: string, password_hash: string): Promise<void> {
  await db.query('update dashboard_users set password_hash = $3 where client_id = $1 and id = $2', [
    client_id,
    id,
    password_hash,
  ]);
}

/**
 * Lists the client's dashboard users. The result is the same for both environments, because dashboard users belong to
 * the client.
 */
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
