// Handles a successful login. In update mode, renews the one link that is being updated, even if the login name
// changed. Otherwise creates the link, or finds the existing link. Also stores the time of the login, because the
// widget waits for the login.
import type { KeyObject } from 'node:crypto';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { findUpdatedLink } from '#storage/connections/bridge-tokens.ts';
import { LINK_HASH_TAKEN, lockOpenedLink, reconnectLink, setLinkHash } from '#storage/connections/links.ts';
import { setLoggedIn } from '#storage/connections/tasks.ts';
import { isUniqueViolation } from '#storage/platform/db.ts';
import { linksToJoin, noteIdentities } from './link-logins.ts';
import {
  type Connected,
  type Connection,
  connectLink,
  inheritedAccount,
  type LinkSecrets,
  linkHashOf,
  openLink,
  revokeReplaced,
  sealLink,
} from './links.ts';

/**
 * Creates, finds or renews the link of a successful login, in the step's transaction. Returns `undefined` if a certain
 * link is to be renewed, but the login belongs to another link.
 */
export async function connectAccount(
  ctx: Ctx,
  key: KeyObject,
  connection: Connection & { bridge_token_id: string | null },
): Promise<Connected | undefined> {
  const { bridge_token_id } = connection;
  const renewed = bridge_token_id === null ? null : await findUpdatedLink(ctx.db, ctx.scope, bridge_token_id);
  if (renewed === null) return connectLink(ctx, key, connection);
  const link_hash = linkHashOf(ctx, connection.user_id, connection.provider_id, connection.account.login);
  const candidates = await linksToJoin(ctx, connection, link_hash);
  const link = await lockOpenedLink(ctx.db, ctx.scope, renewed);
  // The link was deleted in the meantime. The id of a deleted link is not reused, so the link gets a new id.
  if (link === undefined) return connectLink(ctx, key, { ...connection, link_id: ctx.newId() });
  // All known accounts of the login belong to other links.
  if (candidates.length > 0 && !candidates.includes(renewed)) return undefined;
  return renew(ctx, key, { ...link, id: renewed }, connection, link_hash);
}

async function renew(
  ctx: Ctx,
  key: KeyObject,
  link: { id: string; sealed: Buffer; link_hash: string; is_connected: boolean },
  { user_id, provider_id, account, credentials, ...connection }: Connection,
  link_hash: string,
): Promise<Connected | undefined> {
  if (link_hash !== link.link_hash && !(await takeOver(ctx, link.id, link_hash))) return undefined;
  const { access_token, account: replaced } = openLink(ctx, key, link.id, link.sealed);
  const secrets: LinkSecrets = {
    access_token,
    credentials,
    account: inheritedAccount(ctx, provider_id, account, replaced),
  };
  await reconnectLink(ctx.db, ctx.scope, {
    id: link.id,
    last_task_id: connection.task_id,
    sealed: sealLink(ctx, key, link.id, secrets),
    products: connection.allowed_products,
    tracking_info: connection.tracking_info,
    company_mapping: connection.company_mapping,
    is_dds_available: account.can_switch_deposits,
    updated_at: ctx.now(),
    account_version: null,
  });
  await noteIdentities(ctx, link.id, { user_id, provider_id }, connection.identities);
  revokeReplaced(ctx, { id: link.id, provider_id }, replaced, account);
  return { link_id: link.id, secrets, is_news: !link.is_connected };
}

/**
 * Returns false if another link already has this hash. The database's unique key detects this even for two concurrent
 * logins.
 */
async function takeOver(ctx: Ctx, link_id: string, link_hash: string): Promise<boolean> {
  try {
    await inTransaction(ctx, (ctx) => setLinkHash(ctx.db, ctx.scope, link_id, link_hash));
    return true;
  } catch (error) {
    if (!isUniqueViolation(error, LINK_HASH_TAKEN)) throw error;
    return false;
  }
}

/** Stores the login time of a task that the widget started. The widget waits until the login time is stored. */
export async function noteLogin(ctx: Ctx, task: { id: string; bridge_token_id: string | null }): Promise<void> {
  if (task.bridge_token_id !== null) await setLoggedIn(ctx.db, ctx.scope, task.id, momentOf(ctx));
}

/**
 * The owner's time, exact to the millisecond. With whole seconds, a wait of five seconds could last four or six
 * seconds.
 */
export const momentOf = (ctx: Ctx): Date => new Date(ctx.now().getTime() + (ctx.clock.now().getTime() % 1000));
