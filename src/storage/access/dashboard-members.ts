// Rows of memberships. A membership is the role of a dashboard user in one client and environment.
import type { Role } from '#domain/console/roles.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type NewMember = { dashboard_user_id: string; home_client_id: string; role: Role; created_at: Date };

/** Adds a membership, unless the user is already a member. Returns whether the membership was added. */
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

/** The environments and roles of a user in all clients. Needs the system scope, unless the user has only one client. */
export async function listRolesOfUser(
  db: Db,
  home_client_id: string,
  dashboard_user_id: string,
): Promise<(Scope & { role: Role })[]> {
  const { rows } = await db.query<Scope & { role: Role }>(
    `select client_id, environment, role from dashboard_members
     where home_client_id = $1 and dashboard_user_id = $2 order by client_id, environment`,
    [home_client_id, dashboard_user_id],
  );
  return rows;
}

export type MemberRow = Scope & {
  dashboard_user_id: string;
  home_client_id: string;
  email: string;
  name: string;
  role: Role;
  created_at: Date;
  has_second_factor: boolean;
};

const MEMBERS = `
  select m.client_id, m.environment, m.dashboard_user_id, m.home_client_id, u.email, u.name, m.role, m.created_at,
    exists (select 1 from dashboard_totp t where t.client_id = m.home_client_id
        and t.dashboard_user_id = m.dashboard_user_id and t.confirmed_at is not null)
      or exists (select 1 from dashboard_passkeys p where p.client_id = m.home_client_id
        and p.dashboard_user_id = m.dashboard_user_id) as has_second_factor
  from dashboard_members m
    join dashboard_users u on u.client_id = m.home_client_id and u.id = m.dashboard_user_id
  where m.client_id = $1 and m.environment = $2`;

/** The members of a client's environment. Needs the system scope, because a member may belong to another client. */
export async function listMemberRows(db: Db, scope: Scope): Promise<MemberRow[]> {
  const { rows } = await db.query<MemberRow>(`${MEMBERS} order by u.email, m.dashboard_user_id`, [
    scope.client_id,
    scope.environment,
  ]);
  return rows;
}

/**
 * Locks the members of an environment until the transaction ends, so that two owners cannot remove each other at the
 * same time.
 */
export async function lockMembers(tx: Db, scope: Scope): Promise<MemberRow[]> {
  await tx.query('select 1 from environments where client_id = $1 and environment = $2 for update', [
    scope.client_id,
    scope.environment,
  ]);
  return listMemberRows(tx, scope);
}

export async function updateRole(tx: Db, scope: Scope, dashboard_user_id: string, role: Role): Promise<void> {
  await tx.query(
    `update dashboard_members set role = $4
     where client_id = $1 and environment = $2 and dashboard_user_id = $3`,
    [scope.client_id, scope.environment, dashboard_user_id, role],
  );
}

export async function deleteMember(tx: Db, scope: Scope, dashboard_user_id: string): Promise<void> {
  await tx.query('delete from dashboard_members where client_id = $1 and environment = $2 and dashboard_user_id = $3', [
    scope.client_id,
    scope.environment,
    dashboard_user_id,
  ]);
}
