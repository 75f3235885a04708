// Members of a client's environment, and invitations to become a member: schemas and rules.
import { type Static, Type } from 'typebox';
import { choice, Id, requiredText, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ROLES, type Role } from './roles.ts';

export const INVITATION_MS = 7 * 24 * 3_600_000;

export const RoleChange = shape('RoleChange', 'The new role of a member.', { role: choice(ROLES) });

export const NewInvitation = shape('NewInvitation', 'Who is invited, and as what.', {
  email: requiredText(254),
  role: choice(ROLES),
});
export type NewInvitation = Static<typeof NewInvitation>;

export const MemberView = shape('Member', 'A dashboard user with a role in this environment.', {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  role: choice(ROLES),
  has_second_factor: Type.Boolean(),
  created_at: Timestamp,
});

export const MemberList = Type.Object({ results: Type.Array(MemberView) });

const INVITATION = {
  id: Id,
  email: Type.String(),
  role: choice(ROLES),
  created_at: Timestamp,
  expires_at: Timestamp,
};
export const InvitationList = Type.Object({ results: Type.Array(Type.Object(INVITATION)) });
/** The response to a new invitation. It is the only response that contains the invitation's link. */
export const CreatedInvitation = Type.Object({ ...INVITATION, url: Type.String() });

export type Member = {
  dashboard_user_id: string;
  email: string;
  name: string;
  role: Role;
  has_second_factor: boolean;
  created_at: Date;
};

export const presentMember = (member: Member): Static<typeof MemberView> => ({
  id: member.dashboard_user_id,
  email: member.email,
  name: member.name,
  role: member.role,
  has_second_factor: member.has_second_factor,
  created_at: toTimestamp(member.created_at),
});

export type Invitation = { id: string; email: string; role: Role; created_at: Date; expires_at: Date };

export const presentInvitation = ({ id, email, role, created_at, expires_at }: Invitation) => ({
  id,
  email,
  role,
  created_at: toTimestamp(created_at),
  expires_at: toTimestamp(expires_at),
});

/** An environment must always have an owner, because only an owner can make another member an owner. */
export const isLastOwner = (members: readonly Member[], member: Member): boolean =>
  member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
