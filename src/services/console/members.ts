// Members of a client's environment: who they are, their roles, and their removal. A member may belong to another
// client, so members are read in the system scope, always by client and environment.
import { incorrect, notFound } from '#base/errors.ts';
import type { Actor } from '#domain/console/audit.ts';
import { isLastOwner, type Member } from '#domain/console/members.ts';
import type { Role } from '#domain/console/roles.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import {
  deleteMember,
  listMemberRows,
  listRolesOfUser,
  lockMembers,
  type MemberRow,
  updateRole,
} from '#storage/access/dashboard-members.ts';
import { deleteSessions, requireRotation } from '#storage/console/dashboard-sessions.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { recordAudit } from './audit.ts';

export const listMembers = (ctx: Ctx): Promise<MemberRow[]> => listMemberRows(ctx.database.scoped(SYSTEM), ctx.scope);

/** Changes the role of a member. Each session of the member gets a new secret with its next request. */
export function changeRole(ctx: Ctx, actor: Actor, id: string, role: Role): Promise<Member> {
  return withMember(ctx, id, async (ctx, members, member) => {
    if (role === member.role) return member;
    if (isLastOwner(members, member)) throw lastOwner('role', 'demoted');
    await updateRole(ctx.db, ctx.scope, id, role);
    await requireRotation(ctx.db, member.home_client_id, id);
    await recordAudit(ctx, actor, {
      action: 'updateMember',
      object: `members/${id}`,
      before: { role: member.role },
      after: { role },
    });
    return { ...member, role };
  });
}

/** Removes a member from this environment. If this was the user's last membership, the user's sessions end. */
export function removeMember(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return withMember(ctx, id, async (ctx, members, member) => {
    if (isLastOwner(members, member)) throw lastOwner('id', 'removed');
    await deleteMember(ctx.db, ctx.scope, id);
    const left = await listRolesOfUser(ctx.db, member.home_client_id, id);
    if (left.length === 0) await deleteSessions(ctx.db, member.home_client_id, id);
    else await requireRotation(ctx.db, member.home_client_id, id);
    const before = { role: member.role };
    await recordAudit(ctx, actor, { action: 'removeMember', object: `members/${id}`, before });
  });
}

function withMember<T>(
  ctx: Ctx,
  id: string,
  work: (ctx: Ctx, members: MemberRow[], member: MemberRow) => Promise<T>,
): Promise<T> {
  return ctx.database.scoped(SYSTEM).transaction(async (db) => {
    const members = await lockMembers(db, ctx.scope);
    const member = members.find(({ dashboard_user_id }) => dashboard_user_id === id);
    if (member === undefined) throw notFound();
    return work({ ...ctx, db }, members, member);
  });
}

const lastOwner = (field: string, what: string) => incorrect({ field, message: `The last owner cannot be ${what}.` });
