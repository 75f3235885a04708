// Invitations to become a member. The token in the invitation's URL is derived from the invitation's id with the
// service's key. So the database contains only a hash of the token, and a job can write the mail later. An invitation
// can be used once.
import { ownerNow } from '#base/clock.ts';
import { incorrect, notFound, ServiceError } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { isEmail } from '#base/text.ts';
import type { Actor } from '#domain/console/audit.ts';
import { INVITATION_MS, type Invitation, type NewInvitation } from '#domain/console/members.ts';
import type { Acceptance } from '#domain/console/sign-in.ts';
import type { JobPayloads } from '#domain/platform/jobs.ts';
import { invitationMail } from '#render/mails.ts';
import { type Ctx, type CtxParts, ctxFor, inTransaction } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import { findClientName } from '#storage/access/clients.ts';
import { insertMember } from '#storage/access/dashboard-members.ts';
import {
  EMAIL_TAKEN,
  type FoundDashboardUser,
  findDashboardUser,
  insertDashboardUser,
} from '#storage/access/dashboard-users.ts';
import { deleteSessions } from '#storage/console/dashboard-sessions.ts';
import {
  deleteInvitation,
  findInvitation,
  findInvitationById,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
} from '#storage/console/invitations.ts';
import { type Db, isUniqueViolation, SYSTEM } from '#storage/platform/db.ts';
import { attempt } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { listMembers } from './members.ts';
import type { IssuedSession } from './sessions.ts';
import { beginSession, checkPassword, type Visit, wrongPassword } from './sign-in.ts';

const INVITATIONS_MAX = 100;

export const listInvitations = (ctx: Ctx): Promise<Invitation[]> => listInvitationRows(ctx.db, ctx.scope, realNow(ctx));

/**
 * Creates an invitation, and sends it by mail if a mail server is configured. Only this function returns the
 * invitation's URL.
 */
export async function invite(
  ctx: Ctx,
  actor: Actor,
  { email, role }: NewInvitation,
): Promise<{ invitation: Invitation; url: string }> {
  const invited = email.trim().toLowerCase();
  if (!isEmail(invited)) throw incorrect({ field: 'email', message: 'Enter a valid email address.' });
  if ((await listMembers(ctx)).some((member) => member.email.toLowerCase() === invited)) {
    throw incorrect({ field: 'email', message: 'This person is a member already.' });
  }
  const now = realNow(ctx);
  const id = ctx.newId();
  const token = tokenOf(ctx.vault, id);
  const row: InvitationRow = {
    ...ctx.scope,
    id,
    token_hash: hashOf(ctx.vault, token),
    email: invited,
    role,
    invited_by: actor.email,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_MS),
  };
  await inTransaction(ctx, async (ctx) => {
    const open = await listInvitationRows(ctx.db, ctx.scope, now);
    if (open.length >= INVITATIONS_MAX) {
      throw incorrect({ field: 'email', message: `Only ${INVITATIONS_MAX} open invitations are allowed.` });
    }
    // A new invitation replaces an older invitation of the same person.
    for (const old of open.filter((one) => one.email === invited)) await deleteInvitation(ctx.db, ctx.scope, old.id);
    await insertInvitation(ctx.db, row);
    await ctx.queue.enqueue(ctx.db, ctx.scope, 'send_invitation', { invitation_id: id });
    await recordAudit(ctx, actor, { action: 'createInvitation', object: `invitations/${id}`, after: { role } });
  });
  return { invitation: row, url: urlOf(ctx, token) };
}

export function withdrawInvitation(ctx: Ctx, actor: Actor, id: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await deleteInvitation(ctx.db, ctx.scope, id))) throw notFound();
    await recordAudit(ctx, actor, { action: 'withdrawInvitation', object: `invitations/${id}` });
  });
}

/**
 * The job that sends an invitation by mail. An invitation that was accepted or withdrawn in the meantime is not sent.
 */
export async function sendInvitation(ctx: Ctx, { invitation_id }: JobPayloads['send_invitation']): Promise<void> {
  const row = await findInvitationById(ctx.db, ctx.scope, invitation_id);
  if (row === undefined || row.expires_at <= realNow(ctx)) return;
  if (ctx.scope.environment === 'sandbox' && !ctx.settings.sandbox_notifications) {
    ctx.log.info({ mail: 'invitation' }, 'not sent: mail is disabled in the sandbox');
    return;
  }
  const client_name = await findClientName(ctx.db, ctx.scope.client_id);
  const url = urlOf(ctx, tokenOf(ctx.vault, row.id));
  const text = invitationMail({ ...row, client_name, url });
  const sent = await ctx.mailer.send({ to: row.email, ...text });
  ctx.log.info({ mail: 'invitation' }, sent ? 'mail sent' : 'not sent: no mail server is configured');
}

/**
 * Accepts an invitation and signs the person in. A person who already has an account enters the password of this
 * account, even if the person was removed from the last environment in the meantime. All older sessions of the account
 * end, because the new membership may require a second factor that these sessions have not passed.
 */
export async function acceptInvitation(
  parts: CtxParts,
  { token, name, password }: Acceptance,
  visit: Visit,
): Promise<IssuedSession> {
  const system = parts.database.scoped(SYSTEM);
  const visitor = addressGroup(visit.ip);
  const row = await attempt(parts, [['address', visitor]], () =>
    findInvitation(system, hashOf(parts.vault, token), realNow(parts)),
  );
  if (row === undefined) throw gone();
  const is_known = (await findDashboardUser(system, row.email)) !== undefined;
  const user = is_known
    ? await checkPassword(parts, { email: row.email, password }, visit.ip, { may_lack_membership: true })
    : { name, password_hash: await parts.passwords.hash(visitor, password) };
  if (user === undefined) throw wrongPassword();
  const member = await system.transaction((tx) => join(parts, tx, row, user, visit.ip));
  return beginSession(parts, member, visit);
}

type Joining = FoundDashboardUser | { name: string; password_hash: string };
type Joined = Pick<FoundDashboardUser, 'client_id' | 'id' | 'email' | 'environments'>;

async function join(parts: CtxParts, tx: Db, row: InvitationRow, user: Joining, ip: string): Promise<Joined> {
  const { client_id, environment, role, email } = row;
  const ctx = { ...ctxFor(parts, { client_id, environment }, 0), db: tx };
  // The deletion locks the invitation, so that only one of two concurrent acceptances finds it.
  if (!(await deleteInvitation(tx, ctx.scope, row.id))) throw gone();
  const created_at = ctx.now();
  const joined: Joined =
    'id' in user
      ? { ...user, environments: [...user.environments, environment] }
      : { client_id, id: ctx.newId(), email, environments: [environment] };
  if ('id' in user) await deleteSessions(tx, user.client_id, user.id);
  else await insertNew(tx, { client_id, id: joined.id, email, ...user, created_at });
  const member = { dashboard_user_id: joined.id, home_client_id: joined.client_id, role, created_at };
  await insertMember(tx, ctx.scope, member);
  await recordAudit(
    ctx,
    { user_id: joined.id, email: joined.email, ip },
    { action: 'acceptInvitation', object: `invitations/${row.id}`, after: { member: joined.id, role } },
  );
  return joined;
}

async function insertNew(tx: Db, user: Parameters<typeof insertDashboardUser>[1]): Promise<void> {
  try {
    await insertDashboardUser(tx, user);
  } catch (error) {
    // The account was created after this request had searched for it. The next attempt finds the account.
    if (isUniqueViolation(error, EMAIL_TAKEN)) throw wrongPassword();
    throw error;
  }
}

const gone = () => new ServiceError('expired_token', 'This invitation is not valid any more.');

/** Invitations are for people, so they expire in real time, even if the sandbox clock was moved. */
const realNow = ({ clock }: CtxParts): Date => ownerNow(clock, 0);

const tokenOf = (vault: Vault, id: string): string => vault.hash('console_invitation', id).toString('base64url');
const hashOf = (vault: Vault, token: string): Buffer => vault.hash('console_invitation', 'token', token);
/** The token is in the fragment of the URL, because browsers do not send the fragment to any server. */
const urlOf = ({ settings }: Ctx, token: string): string => `${settings.public_url}/console/invitation#${token}`;
