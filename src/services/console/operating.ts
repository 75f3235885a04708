// The data that the console shows about the operation of a client. Prices and the catalogue belong to the operator and
// are the same for all clients. Features, limits, usage, invoices and jobs belong to the client.
import { addMonths } from '#base/calendar.ts';
import { notFound } from '#base/errors.ts';
import { formatMoney } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { isUuid } from '#base/uuids.ts';
import { SETTABLE_LIMITS } from '#domain/access/callers.ts';
import { FEATURE_NAMES } from '#domain/access/features.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import { amountOf, inOrder, totalOf } from '#domain/billing/invoices.ts';
import { TOKENS_KEPT_DAYS } from '#domain/connections/bridge-tokens.ts';
import { UNKNOWN_HEALTH } from '#domain/connections/providers.ts';
import type { Actor } from '#domain/console/audit.ts';
import type { DeadJobsAnswer, InvoicesAnswer, OperationAnswer, UsageAnswer } from '#domain/console/operating.ts';
import { REQUESTS_KEPT_DAYS } from '#domain/console/request-log.ts';
import { DELIVERIES_KEPT_DAYS, EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import { listFeatures, listLimits } from '#services/access/clients.ts';
import { listPrices } from '#services/billing/prices.ts';
import { offeredProviders } from '#services/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { Queue } from '#services/platform/jobs.ts';
import { findClientName } from '#storage/access/clients.ts';
import { findInvoice, listInvoices } from '#storage/billing/invoices.ts';
import { sumUsageBetween } from '#storage/billing/usage.ts';
import { countCompanies } from '#storage/connections/companies.ts';
import { recordAudit } from './audit.ts';

const COMPANIES_COUNTED_MAX = 10_000;
const INVOICES_MAX = 50;
const JOBS_MAX = 100;

const RETENTION = [
  { what: 'requests', days: REQUESTS_KEPT_DAYS },
  { what: 'deliveries', days: DELIVERIES_KEPT_DAYS },
  { what: 'bridge_tokens', days: TOKENS_KEPT_DAYS },
  { what: 'events', days: EVENTS_KEPT_DAYS },
];

export async function readOperation(ctx: Ctx): Promise<OperationAnswer> {
  const { client_id, environment } = ctx.scope;
  const [name, features, limits, prices, health, companies] = await Promise.all([
    findClientName(ctx.db, client_id),
    listFeatures(ctx, ctx.scope),
    listLimits(ctx, ctx.scope),
    listPrices(ctx),
    ctx.provider_health(),
    countCompanies(ctx.db, environment, COMPANIES_COUNTED_MAX + 1),
  ]);
  return {
    client: { id: client_id, name },
    features: FEATURE_NAMES.map((name) => ({ name, is_on: features[name] })),
    limits: SETTABLE_LIMITS.map((name) => ({
      name,
      value: limits[name],
      window_seconds: BUDGETS[name].window_seconds,
    })),
    prices,
    providers: offeredProviders(ctx).map(({ id, name, data_source, is_live = false }) => ({
      id,
      name,
      data_source,
      is_live,
      // Built-in providers have no health data, because they cannot fail.
      status: is_live ? (health.get(id) ?? UNKNOWN_HEALTH).status : null,
    })),
    retention: RETENTION,
    companies: {
      count: Math.min(companies.count, COMPANIES_COUNTED_MAX),
      is_more: companies.count > COMPANIES_COUNTED_MAX,
      last_added_at: companies.last_added_at && toTimestamp(companies.last_added_at),
    },
  };
}

/** The usage of a month on the owner's clock. If no month is given, the usage of the current month. */
export async function readUsage(ctx: Ctx, month = toTimestamp(ctx.now()).slice(0, 7)): Promise<UsageAnswer> {
  const first = `${month}-01`;
  const [from, to] = [first, addMonths(first, 1)].map((day) => new Date(`${day}T00:00:00Z`));
  if (from === undefined || to === undefined) throw notFound();
  const lines = inOrder(await sumUsageBetween(ctx.db, ctx.scope, from, to));
  return {
    month,
    lines: lines.map((line) => ({ ...line, amount: formatMoney(amountOf(line)) })),
    total: formatMoney(totalOf(lines)),
  };
}

export async function readInvoices(ctx: Ctx, before: string | undefined): Promise<InvoicesAnswer> {
  const last = before !== undefined && isUuid(before) ? await findInvoice(ctx.db, ctx.scope, before) : undefined;
  if (before !== undefined && last === undefined) throw notFound();
  const rows = await listInvoices(ctx.db, ctx.scope, last, INVOICES_MAX + 1);
  return {
    has_more: rows.length > INVOICES_MAX,
    results: rows.slice(0, INVOICES_MAX).map(({ id, order_group_id, status, lines, created_at, updated_at }) => ({
      id,
      order_group_id,
      status,
      total: lines && formatMoney(totalOf(lines)),
      created_at: toTimestamp(created_at),
      updated_at: toTimestamp(updated_at),
    })),
  };
}

/** The client's own dead jobs. Jobs of the service itself belong to no client. */
export async function readDeadJobs(ctx: Ctx, queue: Queue): Promise<DeadJobsAnswer['results']> {
  const jobs = await queue.deadJobs(JOBS_MAX, ctx.scope);
  return jobs.map(({ owner: _owner, created_at, died_at, ...job }) => ({
    ...job,
    created_at: toTimestamp(created_at),
    died_at: toTimestamp(died_at),
  }));
}

/** Puts one of the client's dead jobs back into the queue. */
export async function retryDeadJob(ctx: Ctx, actor: Actor, queue: Queue, id: string): Promise<void> {
  const job = (await queue.deadJobs(JOBS_MAX, ctx.scope)).find((one) => one.id === id);
  if (job === undefined) throw notFound();
  await recordAudit(ctx, actor, { action: 'retryDeadJob', object: `jobs/${id}`, after: { name: job.name } });
  await queue.retryDeadJob(id);
}
