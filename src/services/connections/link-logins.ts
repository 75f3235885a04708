// What identifies the logins of links, stored as keyed hashes.
//
// The logins of links at live providers are hashed over all clients. With them, a provider's notice finds its links, and
// a connection is not revoked while another link uses it. The single accounts behind a login are hashed per person and
// provider. With them, a login that has other accounts than before finds its link.
import type { Account, Identities } from '#connectors/contract.ts';
import type { Ctx, CtxParts } from '#services/platform/ctx.ts';
import { addLinkIdentities, listLinksByIdentity, lockLoginsOf } from '#storage/connections/link-identities.ts';
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

/** A person at a provider. */
type Person = { user_id: string; provider_id: string };

/** The same account of another person, or at another provider, has another hash. */
const identityHashes = ({ vault, scope }: Ctx, { user_id, provider_id }: Person, identities: Identities): Buffer[] =>
  identities.map((identity) =>
    vault.hash('account_identity', scope.client_id, scope.environment, user_id, provider_id, identity),
  );

/**
 * Returns the ids of the person's links that a login with these accounts may join, the preferred link first. The link of
 * the same login is preferred. After it comes the oldest link, because the client has used its `access_token` for the
 * longest time. Until the transaction ends, other logins of the person wait at this point. So the second of two
 * concurrent logins finds the link of the first.
 */
export async function linksToJoin(
  ctx: Ctx,
  { user_id, provider_id, identities }: Person & { identities: Identities },
  link_hash: string,
): Promise<string[]> {
  if (identities.length === 0) return [];
  await lockLoginsOf(ctx.db, ctx.scope, user_id, provider_id);
  const identity_hashes = identityHashes(ctx, { user_id, provider_id }, identities);
  return listLinksByIdentity(ctx.db, ctx.scope, { link_hash, identity_hashes });
}

/** Stores the accounts of a link, so that a later login with one of them joins the link. The link must be locked. */
export async function noteIdentities(ctx: Ctx, link_id: string, person: Person, identities: Identities): Promise<void> {
  if (identities.length === 0) return;
  await addLinkIdentities(ctx.db, ctx.scope, link_id, identityHashes(ctx, person, identities));
}
