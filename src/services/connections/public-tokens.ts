// Public tokens: a public token is issued after a login and exchanged once for the link's access token.
import { ServiceError } from '#base/errors.ts';
import { PUBLIC_TOKEN_SECONDS } from '#domain/connections/bridge-tokens.ts';
import { type Ctx, missing } from '#services/platform/ctx.ts';
import { findLink } from '#storage/connections/links.ts';
import { burnPublicToken, findPublicToken, insertPublicToken } from '#storage/connections/public-tokens.ts';
import { secretsOf } from './links.ts';

export async function issuePublicToken(ctx: Ctx, link_id: string, task_id: string): Promise<string> {
  const token = ctx.newId();
  const created_at = ctx.now();
  const expires_at = new Date(created_at.getTime() + PUBLIC_TOKEN_SECONDS * 1000);
  await insertPublicToken(ctx.db, ctx.scope, {
    token_hash: ctx.vault.hash('public_token', token),
    link_id,
    task_id,
    created_at,
    expires_at,
  });
  return token;
}

// The token is consumed before the link is read. If we crash in between, the user has to reconnect, which is a
// nuisance. In the reverse order, a token could be exchanged twice.
export async function exchangePublicToken(
  ctx: Ctx,
  public_token: string,
): Promise<{ access_token: string; link_id: string }> {
  const hash = ctx.vault.hash('public_token', public_token);
  const burned = await burnPublicToken(ctx.db, ctx.scope, hash, ctx.now());
  if (burned === undefined) {
    const known = await findPublicToken(ctx.db, ctx.scope, hash);
    if (known === undefined) throw await missing(ctx, (db, scope) => findPublicToken(db, scope, hash));
    throw expired(public_token);
  }
  const link = await findLink(ctx.db, ctx.scope, burned.link_id);
  // The link was deleted before its public token was exchanged, so the token is treated as expired.
  if (link === undefined) throw expired(public_token);
  return { access_token: (await secretsOf(ctx, link)).access_token, link_id: link.id };
}

const expired = (public_token: string) => new ServiceError('expired_token', `Public token expired: ${public_token}`);
