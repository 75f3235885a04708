// The logins of links at live providers, stored as keyed hashes over all clients. With them, a provider's notice finds
// its links, and a connection is not revoked while another link uses it.
import type { Account } from '#connectors/contract.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import { listLinksByLogin, upsertLinkLogin } from '#storage/connections/provider-notices.ts';
import { SYSTEM } from '#storage/platform/db.ts';

export const loginHash = ({ vault }: Pick<CtxParts, 'vault'>, provider_id: string, login: string): Buffer =>
  vault.hash('provider_login', provider_id, login);

const hashOf = (ctx: Ctx, provider_id: string, { connection_id, login }: Account): Buffer =>
  loginHash(ctx, provider_id, connection_id ?? login);

/** Stores the login of a link, so that a notice about this login can be matched to the link. */
export async function noteLinkLogin(ctx: Ctx, link_id: string, provider_id: string, account: Account): Promise<void> {
  if (ctx.connectors.get(provider_id)?.webhook === undefined) return;
  await upsertLinkLogin(ctx.db, ctx.scope, link_id, hashOf(ctx, provider_id, account));
}

/**
 * Whether any link of any client uses the account's connection at the provider. Some providers have one connection per
 * company, however many people connect the company.
 */
export async function isConnectionInUse(ctx: Ctx, provider_id: string, account: Account): Promise<boolean> {
  const db = ctx.database.scoped(SYSTEM);
  return (await listLinksByLogin(db, [hashOf(ctx, provider_id, account)], 1)).length > 0;
}
