// Refreshes a link by logging in again with the stored credentials, at most four times in any 24 hours.
import { incorrect, notFound, throttled } from '#base/errors.ts';
import { FILES_PROVIDER_ID } from '#connectors/files/connector.ts';
import { BUDGETS, limitHeaders } from '#domain/access/limits.ts';
import { isDepositProduct, type ProductType } from '#domain/access/products.ts';
import { accountFaults } from '#domain/connections/bridge-tokens.ts';
import { type DepositAccount, toDepositAccount } from '#domain/connections/deposit-accounts.ts';
import type { NewRefresh } from '#domain/connections/refresh.ts';
import { historyMonths } from '#domain/reports/link-history.ts';
import { take } from '#services/access/limits.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { lockLink, type StoredLink } from '#storage/connections/links.ts';
import { findLastTaskOf, findRunningRefresh, type StoredTask } from '#storage/connections/tasks.ts';
import { getLinkByToken, keyOf, notRefreshable, openLink } from './links.ts';
import { offeredConnector } from './providers.ts';
import { openOutcome, restoreDeposit } from './task-secrets.ts';
import { createTask, enqueueTask } from './tasks.ts';

export const REFRESH_LIMIT_EXCEEDED = 'Refresh limit for the access_token exceeded';

/**
 * `is_new` is true if a task was created and counted against the budget. Otherwise a refresh of the same product is
 * still running, and `task_id` is the id of that refresh.
 */
export type Refreshed = { task_id: string; is_new: boolean };

export async function refreshByToken(ctx: Ctx, input: NewRefresh): Promise<Refreshed> {
  const link = await getLinkByToken(ctx, input.access_token);
  const product_type = input.product_type || link.initial_product_type;
  if (!link.allowed_products.includes(product_type)) {
    throw incorrect({ field: 'product_type', message: `"${product_type}" is not a valid choice.` });
  }
  const faults = input.account ? accountFaults({ product_type, account: input.account }) : [];
  if (faults.length > 0) throw incorrect(...faults);
  return refreshLink(ctx, link, product_type, input.account ? toDepositAccount(input.account) : undefined);
}

export async function refreshLink(
  ctx: Ctx,
  link: StoredLink,
  product_type: ProductType = link.initial_product_type,
  account?: DepositAccount,
): Promise<Refreshed> {
  if (!isRefreshable(ctx, link)) throw notRefreshable();
  return inTransaction(ctx, async (ctx) => {
    // A concurrent request for the same link waits for this lock. When it gets the lock, it finds that our task is
    // running.
    if (!(await lockLink(ctx.db, ctx.scope, link.id))) throw notFound();
    const running = await findRunningRefresh(ctx.db, ctx.scope, link.id, product_type);
    if (running !== undefined) return { task_id: running, is_new: false };
    const last = await findLastTaskOf(ctx.db, ctx.scope, link.id, [product_type]);
    const deposit = isDepositProduct(product_type) ? (account ?? (await lastDeposit(ctx, link, last))) : null;
    await draw(ctx, link.id);
    const task_id = await startRefresh(ctx, link, { product_type, last, deposit });
    return { task_id, is_new: true };
  });
}

export const isRefreshable = (ctx: Ctx, { provider_id, data_source }: StoredLink): boolean =>
  data_source !== 'docs' && provider_id !== FILES_PROVIDER_ID && offeredConnector(ctx, provider_id) !== undefined;

/**
 * Creates and enqueues the task in the given transaction. The caller decides whether the task counts against the
 * budget.
 */
export async function startRefresh(
  ctx: Ctx,
  link: StoredLink,
  wanted: {
    product_type: ProductType;
    /** The previous task of this product. The refresh reads at least as many months as that task did. */
    last: StoredTask | undefined;
    deposit: DepositAccount | null;
    /**
     * The minimum number of months that the refresh reads. If the previous task read more months, the refresh reads as
     * many months as the previous task.
     */
    history_months?: number;
    /** The suborder for which the link is refreshed, if any. */
    order?: { id: string; suborder_id: string; template_id: string | null };
    with_recent_paystub?: boolean;
  },
): Promise<string> {
  const { product_type, last, deposit, order, history_months = 0, with_recent_paystub = false } = wanted;
  const key = await keyOf(ctx, link);
  const { credentials } = openLink(ctx, key, link.id, link.sealed);
  const task_id = await createTask(ctx, key, {
    link_id: link.id,
    is_known_link: true,
    user_id: link.user_id,
    order_id: order?.id ?? null,
    bridge_token_id: null,
    product_type,
    allowed_products: link.allowed_products,
    data_source: link.data_source,
    provider_id: link.provider_id,
    company_mapping: link.company_mapping,
    template_id: order === undefined ? (last?.template_id ?? null) : order.template_id,
    use_case: last?.use_case ?? null,
    tracking_info: order?.suborder_id ?? link.tracking_info,
    is_refresh: true,
    is_suspicious: false,
    history_months: Math.max(history_months, last?.history_months ?? historyMonths(false)),
    credentials,
    code: null,
    is_unattended: true,
    deposit,
    with_recent_paystub,
  });
  await enqueueTask(ctx, task_id);
  return task_id;
}

async function draw(ctx: Ctx, link_id: string): Promise<void> {
  const decision = await take(ctx.db, ctx.scope, {
    budget: 'refresh',
    subject_id: link_id,
    n: 1,
    limit: BUDGETS.refresh.size,
    now: ctx.now(),
  });
  if (decision.admitted) return;
  throw throttled(decision.retry_after_seconds, REFRESH_LIMIT_EXCEEDED, limitHeaders('refresh', decision));
}

/**
 * Returns the deposit account that the link's last task for this product used. Throws 400 if there is no such task, or
 * if no deposit account is stored with the task.
 */
async function lastDeposit(ctx: Ctx, link: StoredLink, last: StoredTask | undefined): Promise<DepositAccount> {
  if (last === undefined || last.outcome === null) {
    throw incorrect({ field: 'account', message: 'This field is required.' });
  }
  const key = await keyOf(ctx, link);
  return restoreDeposit(openOutcome(ctx, key, last.id, last.outcome).deposit);
}
