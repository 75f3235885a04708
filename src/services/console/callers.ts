// Decides what a user of the console may do. Service functions need a context. A request of the console gets the
// context of a client only from this file, after the decision.
import { notFound, ServiceError } from '#base/errors.ts';
import type { Caller } from '#domain/access/callers.ts';
import { type Needed, type Permission, permissionFor } from '#domain/console/operations.ts';
import { type ConsoleSession, type Membership, membershipOf } from '#domain/console/sessions.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { clientCtx, isOperator } from '#services/access/clients.ts';
import { type Ctx, type CtxParts, ctxFor } from '#services/platform/ctx.ts';
import { findEnvironment } from '#storage/access/clients.ts';
import { homeScope } from './sessions.ts';

/** The client and environment in the path of a request, exactly as written in the path. */
type Place = { client_id: string; environment: string };

/** A user who may do what the request needs, in the client and environment that the request's path names. */
export type Admitted = { membership: Membership; permission: Permission };

/**
 * Decides whether a user may do what the request needs. Throws 404 if the user is not a member, as for a client that
 * does not exist. Throws 403 if the user's role does not allow it.
 */
export async function admitMember(
  parts: CtxParts,
  session: ConsoleSession,
  { client_id, environment }: Place,
  needed: Needed,
): Promise<Admitted> {
  const membership = membershipOf(session, client_id, environment);
  if (membership === undefined) throw notFound();
  const permission = permit(membership, needed);
  if (needed.reach !== undefined) await checkReach(parts, session, client_id, needed);
  return { membership, permission };
}

/**
 * Decides by the role, as `admitMember` does. A handler calls this function if only the handler can determine what the
 * request needs, for example from the body.
 */
export function permit({ role, environment }: Membership, needed: Needed): Permission {
  const permission = permissionFor(role, environment, needed);
  if (!permission.is_allowed || (needed.is_disclosed === true && !permission.discloses)) throw refused();
  return permission;
}

async function checkReach(parts: CtxParts, session: ConsoleSession, client_id: string, needed: Needed): Promise<void> {
  const may_everywhere = ENVIRONMENTS.every((environment) => {
    const membership = membershipOf(session, client_id, environment);
    return membership !== undefined && permissionFor(membership.role, environment, needed).is_allowed;
  });
  if (needed.reach !== 'all_clients' && !may_everywhere) {
    throw refused('This applies to both environments. Your role must allow it in both.');
  }
  if (needed.reach !== 'client' && !(await isOperator(parts, client_id))) {
    throw refused('This applies to all clients. Only the operator may change it.');
  }
}

/** The error for a request that is not allowed, although the user is a member of the client. */
export const refused = (message = 'Your role does not allow this.') => new ServiceError('not_authenticated', message);

/** The context of an admitted request to one of the console's own routes. */
export const admittedCtx = (parts: CtxParts, { membership }: Admitted): Promise<Ctx> =>
  clientCtx(parts, scopeOf(membership));

/** The context of a request about the user's own account. */
export const accountCtx = (parts: CtxParts, session: ConsoleSession): Ctx => ctxFor(parts, homeScope(session), 0);

/**
 * The caller and the context of an admitted request to a route of /v1/. The caller has the same features and limits as
 * a key of the same environment, but its own budgets.
 */
export async function consoleCaller(
  parts: CtxParts,
  { membership }: Admitted,
  user_id: string,
): Promise<{ caller: Caller; ctx: Ctx }> {
  const scope = scopeOf(membership);
  const environment = await findEnvironment(parts.database.scoped(scope), scope);
  if (environment === undefined) throw notFound();
  const { clock_offset_seconds, features, limits } = environment;
  const caller = { scope, key_id: null, subject_id: user_id, clock_offset_seconds, features, limits };
  return { caller, ctx: ctxFor(parts, scope, clock_offset_seconds) };
}

const scopeOf = ({ client_id, environment }: Membership) => ({ client_id, environment });
