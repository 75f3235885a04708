// Connects, reads and deletes links. Only this file unseals their secrets (credentials, access token).
import type { KeyObject } from 'node:crypto';
import { incorrect } from '#base/errors.ts';
import type { Account, Credentials, Identities } from '#connectors/contract.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import type { EmployerRef, Link, LinkListQuery } from '#domain/connections/links.ts';
import { type ProviderRef, toProviderRef } from '#domain/connections/providers.ts';
import type { NewEvent } from '#domain/events/events.ts';
import { type Paging, parseRange } from '#domain/platform/pages.ts';
import { announce } from '#services/events/events.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { sealJson, unsealJson } from '#services/platform/sealed-json.ts';
import { place } from '#services/platform/vault.ts';
import {
  ALL_LINKS,
  deleteLink as deleteRow,
  findLink,
  findLinkByToken,
  findLinkIdByHash,
  insertLink,
  LINKS,
  type ListedLink,
  listLinksOf,
  lockLinkByHash,
  lockOpenedLink,
  reconnectLink,
  type StoredLink,
  takeBackLink,
} from '#storage/connections/links.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import { isConnectionInUse, linksToJoin, noteIdentities } from './link-logins.ts';
import { callConnector } from './provider-calls.ts';
import { callAtGate } from './provider-gate.ts';

export type { StoredLink } from '#storage/connections/links.ts';

/** The sealed part of a link. */
export type LinkSecrets = { access_token: string; credentials: Credentials; account: Account };

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'links', 'sealed', id);

export const sealLink = (ctx: Ctx, key: KeyObject, id: string, secrets: LinkSecrets): Buffer =>
  sealJson(key, secrets, sealedPlace(ctx, id));

export const openLink = (ctx: Ctx, key: KeyObject, id: string, sealed: Buffer): LinkSecrets =>
  unsealJson<LinkSecrets>(key, sealed, sealedPlace(ctx, id));

export const keyOf = (ctx: Ctx, link: StoredLink): Promise<KeyObject> =>
  ctx.vault.unwrap(ctx.scope, link.user_id, link);

export async function secretsOf(ctx: Ctx, link: StoredLink): Promise<LinkSecrets> {
  return openLink(ctx, await keyOf(ctx, link), link.id, link.sealed);
}

export const providerRefOf = (ctx: Ctx, provider_id: string): ProviderRef => {
  const connector = ctx.connectors.get(provider_id);
  return connector ? toProviderRef(connector.manifest) : { id: provider_id, name: provider_id, logo_url: null };
};

/**
 * The hash of a user, a provider and a login. It is always the same for the same three values, and it does not reveal
 * any of them.
 */
export const linkHashOf = (ctx: Ctx, user_id: string, provider_id: string, login: string): string =>
  ctx.vault
    .hash('login', ctx.scope.client_id, ctx.scope.environment, user_id, provider_id, login)
    .toString('hex')
    .slice(0, 32);

/** The id of an existing link for this login, if any. */
export const knownLinkId = (
  ctx: Ctx,
  user_id: string,
  provider_id: string,
  login: string,
): Promise<string | undefined> => findLinkIdByHash(ctx.db, ctx.scope, linkHashOf(ctx, user_id, provider_id, login));

export type Connection = {
  /** The id that was reserved for the link when the task was created. */
  link_id: string;
  task_id: string;
  user_id: string;
  provider_id: string;
  data_source: DataSource;
  product_type: ProductType;
  allowed_products: ProductType[];
  tracking_info: string | null;
  company_mapping: EmployerRef | null;
  credentials: Credentials;
  account: Account;
  identities: Identities;
  /** The version of the link's stored account, if a refresh used that account. */
  account_version?: number | undefined;
};

export type Connected = { link_id: string; secrets: LinkSecrets; is_news: boolean };

/**
 * Called after a successful login, in the step's transaction. If several logins with the same credentials or with a
 * common account run concurrently, the first creates the link and the others find it. `is_news` is true for the first
 * login, and for the first login after a disconnection.
 */
export async function connectLink(ctx: Ctx, key: KeyObject, connection: Connection): Promise<Connected> {
  const { user_id, provider_id, account, credentials, identities } = connection;
  const fresh: LinkSecrets = { access_token: ctx.newId(), credentials, account };
  const link_hash = linkHashOf(ctx, user_id, provider_id, account.login);
  const [joined] = await linksToJoin(ctx, connection, link_hash);
  if (joined !== undefined) {
    const known = await lockOpenedLink(ctx.db, ctx.scope, joined);
    // The link was deleted before we could lock it, so we start over.
    if (known === undefined) return connectLink(ctx, key, connection);
    return connectAgain(ctx, key, connection, { ...known, id: joined });
  }
  const found = await insertLink(ctx.db, ctx.scope, newLink(ctx, key, connection, link_hash, fresh));
  if (found === 'new') {
    await noteIdentities(ctx, connection.link_id, connection, identities);
    return { link_id: connection.link_id, secrets: fresh, is_news: true };
  }
  // The link of this task has been deleted. The id of a deleted link is not reused, so the link gets a new id.
  if (found === 'deleted') {
    await takeBackLink(ctx.db, ctx.scope, connection.link_id);
    return connectLink(ctx, key, { ...connection, link_id: ctx.newId() });
  }
  const known = await lockLinkByHash(ctx.db, ctx.scope, link_hash);
  // The insert found an existing link, but the link was deleted before we could lock it, so we start over.
  if (known === undefined) return connectLink(ctx, key, connection);
  return connectAgain(ctx, key, connection, known);
}

/** Connects an existing link again. The link must be locked. */
async function connectAgain(
  ctx: Ctx,
  key: KeyObject,
  connection: Connection,
  known: { id: string; sealed: Buffer; is_connected: boolean },
): Promise<Connected> {
  const { provider_id, account, credentials } = connection;
  const { access_token, account: replaced } = openLink(ctx, key, known.id, known.sealed);
  // A link keeps its login, and therefore its `link_hash`, even if only a common account led to the link.
  const inherited = { ...inheritedAccount(ctx, provider_id, account, replaced), login: replaced.login };
  const secrets: LinkSecrets = { access_token, credentials, account: inherited };
  await reconnectLink(ctx.db, ctx.scope, {
    id: known.id,
    last_task_id: connection.task_id,
    sealed: sealLink(ctx, key, known.id, secrets),
    products: connection.allowed_products,
    tracking_info: connection.tracking_info,
    company_mapping: connection.company_mapping,
    is_dds_available: account.can_switch_deposits,
    updated_at: ctx.now(),
    account_version: connection.account_version ?? null,
  });
  await noteIdentities(ctx, known.id, connection, connection.identities);
  revokeReplaced(ctx, { id: known.id, provider_id }, replaced, account);
  return { link_id: known.id, secrets, is_news: !known.is_connected };
}

export const inheritedAccount = (ctx: Ctx, provider_id: string, account: Account, replaced: Account): Account =>
  ctx.connectors.get(provider_id)?.inherit?.(account, replaced) ?? account;

function newLink(ctx: Ctx, key: KeyObject, connection: Connection, link_hash: string, secrets: LinkSecrets) {
  const { access_token, account } = secrets;
  return {
    id: connection.link_id,
    user_id: connection.user_id,
    provider_id: connection.provider_id,
    data_source: connection.data_source,
    company_mapping: connection.company_mapping,
    tracking_info: connection.tracking_info,
    link_hash,
    allowed_products: connection.allowed_products,
    initial_product_type: connection.product_type,
    last_task_id: connection.task_id,
    is_suspicious: account.is_suspicious,
    is_dds_available: account.can_switch_deposits,
    is_connected: true,
    access_token_hash: tokenHash(ctx, access_token),
    access_token_last4: access_token.slice(-4),
    sealed: sealLink(ctx, key, connection.link_id, secrets),
    created_at: ctx.now(),
    updated_at: ctx.now(),
  };
}

const tokenHash = (ctx: Ctx, access_token: string): Buffer => ctx.vault.hash('access_token', access_token);

export async function getLink(ctx: Ctx, id: string): Promise<StoredLink> {
  const link = await findLink(ctx.db, ctx.scope, id);
  if (link === undefined) throw await missing(ctx, (db, scope) => findLink(db, scope, id));
  return link;
}

/**
 * Returns the link that belongs to an access token from a request body. Throws 404 if the token is unknown or belongs
 * to another client. Throws 403 if the token belongs to the client's other environment.
 */
export async function getLinkByToken(ctx: Ctx, access_token: string): Promise<StoredLink> {
  const hash = tokenHash(ctx, access_token);
  const link = await findLinkByToken(ctx.db, ctx.scope, hash);
  if (link === undefined) throw await missing(ctx, (db, scope) => findLinkByToken(db, scope, hash));
  return link;
}

export const linksOf = (ctx: Ctx, user_ids: readonly string[]): Promise<StoredLink[]> =>
  listLinksOf(ctx.db, ctx.scope, user_ids);

export type LinkPage = { count: number; links: { link: ListedLink; access_token: string | undefined }[] };

/** The full access token is included only when the list is filtered by one user. */
export async function listLinks(ctx: Ctx, query: LinkListQuery, paging: Paging): Promise<LinkPage> {
  const with_deleted = query.include_deleted === 'true';
  const list = with_deleted ? ALL_LINKS : LINKS;
  const { count, rows, needs_closing } = await readPage<StoredLink & ListedLink>(ctx.db, ctx.scope, list, {
    ...query,
    ...paging,
    ...parseRange(query),
  });
  if (needs_closing) ctx.block_closer.wake(ctx.database.scoped(ctx.scope), ctx.scope, list);
  const links = await Promise.all(
    rows.map(async (link) => ({
      link,
      access_token:
        query.user_id !== undefined && link.deleted_at === null ? (await secretsOf(ctx, link)).access_token : undefined,
    })),
  );
  return { count, links };
}

/** Erases the link's data and credentials; from then on, requests for its id return 404. */
export async function deleteLink(ctx: Ctx, id: string): Promise<void> {
  const link = await getLink(ctx, id);
  await inTransaction(ctx, async (ctx) => {
    await eraseLink(ctx, link);
    revokeAfterCommit(ctx, link);
  });
}

/**
 * Erases the link in the given transaction. If several callers erase the same link, only the first call has an effect.
 */
export async function eraseLink(ctx: Ctx, link: StoredLink): Promise<void> {
  if (!(await deleteRow(ctx.db, ctx.scope, link.id, ctx.now()))) return;
  await announce(ctx, [linkEvent('link-deleted', link)]);
}

/**
 * Notifies the provider that a link was deleted, after the transaction is committed. This runs in the background,
 * because the provider may be slow. Nothing has to wait for it, because our data is already erased.
 */
export const revokeAfterCommit = (ctx: Ctx, link: StoredLink): void =>
  endAccessAfterCommit(ctx, link, async (ctx) => (await secretsOf(ctx, link)).account);

/**
 * Revokes the connection that a login has replaced with another one. Otherwise the replaced connection would continue
 * to exist at the provider, and the provider might charge for it.
 */
export function revokeReplaced(
  ctx: Ctx,
  link: Pick<StoredLink, 'id' | 'provider_id'>,
  replaced: Account,
  { connection_id }: Account,
): void {
  if (replaced.connection_id === undefined || replaced.connection_id === connection_id) return;
  endAccessAfterCommit(ctx, link, async () => replaced);
}

function endAccessAfterCommit(
  ctx: Ctx,
  { id, provider_id }: Pick<StoredLink, 'id' | 'provider_id'>,
  accountOf: (ctx: Ctx) => Promise<Account>,
): void {
  // The database handle of a transaction must not be used after the transaction, so a new handle is used.
  const later = { ...ctx, db: ctx.database.scoped(ctx.scope) };
  ctx.db.afterCommit(() => {
    revoke(later, provider_id, accountOf).catch(() => {
      ctx.log.info({ link_id: id, provider_id }, 'could not revoke our access at the provider');
    });
  });
}

async function revoke(ctx: Ctx, provider_id: string, accountOf: (ctx: Ctx) => Promise<Account>): Promise<void> {
  const connector = ctx.connectors.get(provider_id);
  if (connector === undefined) return;
  const account = await accountOf(ctx);
  if (await isConnectionInUse(ctx, provider_id, account)) return;
  await callAtGate(ctx, { provider_id, is_urgent: true }, (onRequest) =>
    callConnector(ctx, connector, (io) => connector.revoke(account, io), { onRequest }),
  );
}

const linkEvent = (event_type: 'link-deleted', link: Link): NewEvent => ({
  event_type,
  user_id: link.user_id,
  template_id: link.template_id,
  link_id: link.id,
  product: link.initial_product_type,
  data_source: link.data_source,
  tracking_info: link.tracking_info,
});

/** The error for an access token whose link cannot be refreshed. */
export const notRefreshable = () => incorrect({ field: 'access_token', message: 'The link cannot be refreshed.' });
