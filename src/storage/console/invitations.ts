// Rows of invitations to become a member. An invitation is found by the hash of the token in its link.
import type { Invitation } from '#domain/console/members.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { Db } from '#storage/platform/db.ts';

export type InvitationRow = Scope & Invitation & { token_hash: Buffer; invited_by: string };

const COLUMNS = 'client_id, environment, id, token_hash, email, role, invited_by, created_at, expires_at';

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.query(`insert into dashboard_invitations (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    row.client_id,
    row.environment,
    row.id,
    row.token_hash,
    row.email,
    row.role,
    row.invited_by,
    row.created_at,
    row.expires_at,
  ]);
}

/** Returns the invitations that can still be accepted, newest first. */
export async function listInvitationRows(db: Db, scope: Scope, now: Date): Promise<InvitationRow[]> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from dashboard_invitations
     where client_id = $1 and environment = $2 and expires_at > $3 order by created_at desc, id`,
    [scope.client_id, scope.environment, now],
  );
  return rows;
}

/** Finds an invitation by its token. Needs the system scope, because the client is not known yet. */
export async function findInvitation(db: Db, token_hash: Buffer, now: Date): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from dashboard_invitations where token_hash = $1 and expires_at > $2`,
    [token_hash, now],
  );
  return rows[0];
}

export async function findInvitationById(db: Db, scope: Scope, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await db.query<InvitationRow>(
    `select ${COLUMNS} from dashboard_invitations where client_id = $1 and environment = $2 and id = $3`,
    [scope.client_id, scope.environment, id],
  );
  return rows[0];
}

/** Deletes an invitation that was accepted or withdrawn. Returns false if the invitation no longer exists. */
export async function deleteInvitation(db: Db, scope: Scope, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from dashboard_invitations where client_id = $1 and environment = $2 and id = $3',
    [scope.client_id, scope.environment, id],
  );
  return rowCount === 1;
}
