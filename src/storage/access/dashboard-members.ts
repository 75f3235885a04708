// Rows of memberships: the role of a dashboard user in one client and environment.
import type { Role } from '#domain/console/roles.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewMember = { dashboard_user_id: string; home_client_id: string; role: Role; created_at: Date };

/** Does nothing if the user is a member already. Returns whether a membership was added. */
export async function insertMember(db: Db, scope: Scope, member: NewMember): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into dashboard_members (client_id, environment, dashboard_user_id, home_client_id, role, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [
      scope.client_id,
      scope.environment,
      member.dashboard_user_id,
      member.home_client_id,
      member.role,
      member.created_at,
    ],
  );
  return rowCount === 1;
}
