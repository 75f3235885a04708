// Handles notices from live providers. A notice says that the data of some logins has changed. The provider's connector
// verifies the notice. Each notice is stored once, and the links of its logins are refreshed.
import { notFound, ServiceError, unavailable } from '#base/errors.ts';
import { type Connector, type NoticeRequest, ProviderFailure, type ProviderNotice } from '#connectors/contract.ts';
import { isDepositProduct, type ProductType } from '#domain/access/products.ts';
import { NOTICES_KEPT_DAYS } from '#domain/connections/provider-notices.ts';
import { lookUpFor } from '#services/access/guesses.ts';
import { type Ctx, type CtxParts, inTransaction } from '#services/platform/ctx.ts';
import type { JobCtx } from '#services/platform/jobs.ts';
import { findLink, lockLink, type StoredLink } from '#storage/connections/links.ts';
import { insertNotice, listLinksByLogin } from '#storage/connections/provider-notices.ts';
import { findLastTaskOf, findRunningRefresh } from '#storage/connections/tasks.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { loginHash } from './link-logins.ts';
import { callConnector } from './provider-calls.ts';
import { callAtGate } from './provider-gate.ts';
import { isRefreshable, startRefresh } from './refresh.ts';

/**
 * The timeout for verifying a notice, which may include fetching the provider's keys. It leaves time to respond within
 * two seconds.
 */
const VERIFY_MS = 1_500;
/** The maximum number of logins used from one notice. No provider puts more logins into one notice. */
const LOGINS_MAX = 1_000;
const LINKS_MAX = 1_000;

/**
 * Verifies and stores a notice, and enqueues the refreshes. Throws 404 if the provider is unknown or sends no notices.
 * Throws 401 if the signature is wrong. Throws 503 if the notice could not be verified in time, or if the provider must
 * not be called now. After a 503, the provider sends the notice again.
 */
export async function receiveNotice(
  parts: CtxParts,
  provider_id: string,
  ip: string,
  request: NoticeRequest,
): Promise<void> {
  const connector = parts.connectors.get(provider_id);
  const { is_live, environments } = connector?.manifest ?? {};
  if (connector?.webhook === undefined || is_live !== true || environments?.length === 0) throw notFound();
  const notice = await lookUpFor(parts, ip, () => verify(parts, connector, request));
  if (notice === undefined) throw new ServiceError('authentication_failed', 'The signature is wrong.');
  await note(parts, provider_id, notice);
}

async function verify(
  parts: CtxParts,
  connector: Connector,
  request: NoticeRequest,
): Promise<ProviderNotice | undefined> {
  const { clock } = parts;
  try {
    return await callAtGate(parts, { provider_id: connector.manifest.id }, (onRequest) =>
      callConnector({ ...parts, now: () => clock.now() }, connector, async (io) => connector.webhook?.(request, io), {
        timeout_ms: VERIFY_MS,
        onRequest,
      }),
    );
  } catch (error) {
    if (error instanceof ProviderFailure) throw unavailable(error);
    throw error;
  }
}

/**
 * The notice and its jobs are written in one transaction. So a stored notice always has its effect, even if the process
 * crashes.
 */
async function note(parts: CtxParts, provider_id: string, { id, logins }: ProviderNotice): Promise<void> {
  const now = parts.clock.now();
  const since = new Date(now.getTime() - NOTICES_KEPT_DAYS * 86_400_000);
  const notice_hash = parts.vault.hash('provider_notice', provider_id, id);
  const hashes = logins.slice(0, LOGINS_MAX).map((login) => loginHash(parts, provider_id, login));
  await parts.database.scoped(SYSTEM).transaction(async (tx) => {
    if (!(await insertNotice(tx, { provider_id, notice_hash, received_at: now }, since))) return;
    for (const { link_id, ...scope } of await listLinksByLogin(tx, hashes, LINKS_MAX)) {
      await parts.queue.enqueue(tx, scope, 'refresh_noticed_link', { link_id });
    }
  });
}

/**
 * Refreshes a link because its provider sent a notice. This refresh does not count against the client's budget of
 * refreshes. If a refresh of the link is already running, the running refresh may have read the old data. So the job is
 * retried later, unless this is its last attempt.
 */
export async function refreshNoticedLink(
  job: Pick<JobCtx, 'is_last_attempt'>,
  ctx: Ctx,
  link_id: string,
): Promise<void> {
  const link = await findLink(ctx.db, ctx.scope, link_id);
  if (link === undefined || !link.is_connected || !isRefreshable(ctx, link)) return;
  const product_type = readableProduct(link);
  if (product_type === undefined) return;
  const is_running = await inTransaction(ctx, async (ctx) => {
    if (!(await lockLink(ctx.db, ctx.scope, link_id))) return false;
    if ((await findRunningRefresh(ctx.db, ctx.scope, link_id, product_type)) !== undefined) return true;
    const last = await findLastTaskOf(ctx.db, ctx.scope, link_id, [product_type]);
    await startRefresh(ctx, link, { product_type, last, deposit: null });
    return false;
  });
  if (is_running && !job.is_last_attempt) throw new Error('the link is already being refreshed');
}

/**
 * Returns a product that a refresh may read. Deposit products are left out, because their refresh would switch the
 * deposit again, and a notice must not cause that.
 */
const readableProduct = ({ initial_product_type, allowed_products }: StoredLink): ProductType | undefined =>
  [initial_product_type, ...allowed_products].find((product) => !isDepositProduct(product));
