// The caller of a /v1/ request that a dashboard user sends from the console.
import { notFound } from '#base/errors.ts';
import type { Caller } from '#domain/access/callers.ts';
import type { Membership } from '#domain/console/sessions.ts';
import type { CtxParts } from '#services/platform/ctx.ts';
import { findEnvironment } from '#storage/access/clients.ts';

/**
 * Returns the caller of a console request. It has the same features and limits as a key of the same environment, but
 * its own budgets.
 */
export async function consoleCaller(parts: CtxParts, membership: Membership, user_id: string): Promise<Caller> {
  const scope = { client_id: membership.client_id, environment: membership.environment };
  const environment = await findEnvironment(parts.database.scoped(scope), scope);
  if (environment === undefined) throw notFound();
  const { clock_offset_seconds, features, limits } = environment;
  return { scope, key_id: null, subject_id: user_id, clock_offset_seconds, features, limits };
}
