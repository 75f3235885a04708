// The data that the console shows about the operation of a client. Prices and the catalogue belong to the operator and
// are the same for all clients. Features, limits, usage, invoices and jobs belong to the client.
import { addMonths } from '#base/calendar.ts';
import { notFound } from '#base/errors.ts';
import { formatMoney } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { isUuid } from '#base/uuids.ts';
import { SETTABLE_LIMITS } from '#domain/access/callers.ts';
import { FEATURE_NAMES, isEnabled } from '#domain/access/features.ts';
import { BUDGETS } from '#domain/access/limits.ts';
import { amountOf, type InvoiceLine, inOrder, totalOf } from '#domain/billing/invoices.ts';
import { TOKENS_KEPT_DAYS } from '#domain/connections/bridge-tokens.ts';
import { presentProvider } from '#domain/connections/providers.ts';
import { type Actor, AUDIT_KEPT_DAYS } from '#domain/console/audit.ts';
import { INVITATION_MS } from '#domain/console/members.ts';
import {
  type DeadJobsAnswer,
  INVOICED_ORDERS_LISTED_MAX,
  type InvoiceRow,
  type InvoicesAnswer,
  type OneInvoiceAnswer,
  type OperationAnswer,
  RETAINED,
  type Retained,
  type UsageAnswer,
} from '#domain/console/operating.ts';
import { REQUESTS_KEPT_DAYS } from '#domain/console/request-log.ts';
import { DELIVERIES_KEPT_DAYS, EVENTS_KEPT_DAYS } from '#domain/events/webhook-deliveries.ts';
import { DEAD_JOBS_KEPT_DAYS } from '#domain/platform/jobs.ts';
import { defaultLimit, isOperator } from '#services/access/clients.ts';
import { listPrices } from '#services/billing/prices.ts';
import { offeredProviders } from '#services/connections/providers.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { IDEMPOTENCY_KEPT_MS } from '#services/platform/housekeeping.ts';
import type { Queue } from '#services/platform/jobs.ts';
import { findClient, findEnvironment } from '#storage/access/clients.ts';
import { findInvoice, type Invoice, listInvoicedOrders, listInvoices } from '#storage/billing/invoices.ts';
import { sumUsageBetween } from '#storage/billing/usage.ts';
import { countCompanies } from '#storage/connections/companies.ts';
import { listRemovals, type Removal } from '#storage/platform/housekeeping.ts';
import { recordAudit } from './audit.ts';

const COMPANIES_COUNTED_MAX = 10_000;
const INVOICES_MAX = 50;
const JOBS_MAX = 100;
const DAY_MS = 24 * 3_600_000;

/** How long each kind of data is kept, and the tables from which the housekeeping removes rows. */
const RETENTION: Readonly<Record<Retained, { days: number | null; tables: readonly string[] }>> = {
  // This data is removed when the person is erased, so it has no retention time.
  people: { days: null, tables: [] },
  // Usage records are kept without a limit, because invoices are created from them.
  usage: { days: null, tables: [] },
  audit: { days: AUDIT_KEPT_DAYS, tables: ['audit_entries'] },
  events: { days: EVENTS_KEPT_DAYS, tables: ['events'] },
  deliveries: { days: DELIVERIES_KEPT_DAYS, tables: ['webhook_deliveries', 'webhook_attempts'] },
  // The queue removes dead jobs itself.
  dead_jobs: { days: DEAD_JOBS_KEPT_DAYS, tables: [] },
  bridge_tokens: { days: TOKENS_KEPT_DAYS, tables: ['bridge_tokens', 'public_tokens'] },
  requests: { days: REQUESTS_KEPT_DAYS, tables: ['request_chunks'] },
  invitations: { days: INVITATION_MS / DAY_MS, tables: ['dashboard_invitations'] },
  idempotency_keys: { days: IDEMPOTENCY_KEPT_MS / DAY_MS, tables: ['idempotency_keys'] },
};

export async function readOperation(ctx: Ctx): Promise<OperationAnswer> {
  const { client_id, environment } = ctx.scope;
  const [client, is_operator, choices, prices, health, companies, removals] = await Promise.all([
    findClient(ctx.db, client_id),
    isOperator(ctx, client_id),
    findEnvironment(ctx.db, ctx.scope),
    listPrices(ctx),
    ctx.provider_health(),
    countCompanies(ctx.db, environment, COMPANIES_COUNTED_MAX + 1),
    listRemovals(ctx.db, ctx.scope),
  ]);
  if (client === undefined || choices === undefined) throw notFound();
  const { features, limits } = choices;
  return {
    client: { id: client_id, name: client.name, widget_origins: client.widget_origins, is_operator },
    features: FEATURE_NAMES.map((name) => ({ name, is_on: isEnabled(name, environment, features) })),
    limits: SETTABLE_LIMITS.map((name) => ({
      name,
      value: limits[name] ?? defaultLimit(ctx, name),
      default_value: defaultLimit(ctx, name),
      is_set: limits[name] !== undefined,
      window_seconds: BUDGETS[name].window_seconds,
    })),
    prices,
    providers: offeredProviders(ctx).map((provider) => {
      const { id, name, data_source, is_live, status } = presentProvider(provider, health.get(provider.id));
      // Built-in providers have no health data, because they cannot fail.
      return { id, name, data_source, is_live, status: is_live ? status : null };
    }),
    retention: RETAINED.map((what) => retentionOf(what, removals)),
    companies: {
      count: Math.min(companies.count, COMPANIES_COUNTED_MAX),
      is_more: companies.count > COMPANIES_COUNTED_MAX,
      last_added_at: companies.last_added_at && toTimestamp(companies.last_added_at),
    },
  };
}

function retentionOf(what: Retained, removals: readonly Removal[]): OperationAnswer['retention'][number] {
  const { days, tables } = RETENTION[what];
  const own = removals.filter(({ table_name }) => tables.includes(table_name));
  const last = own.map(({ removed_at }) => toTimestamp(removed_at)).toSorted();
  return {
    what,
    days,
    last_removed_at: last.at(-1) ?? null,
    rows_removed: own.reduce((sum, { rows_removed }) => sum + rows_removed, 0),
  };
}

/** Returns the usage of a month on the owner's clock. If no month is given, returns the usage of the current month. */
export async function readUsage(ctx: Ctx, month = toTimestamp(ctx.now()).slice(0, 7)): Promise<UsageAnswer> {
  const first = `${month}-01`;
  const [from, to] = [first, addMonths(first, 1)].map((day) => new Date(`${day}T00:00:00Z`));
  if (from === undefined || to === undefined) throw notFound();
  const lines = inOrder(await sumUsageBetween(ctx.db, ctx.scope, from, to));
  return {
    month,
    lines: lines.map(toUsageLine),
    total: formatMoney(totalOf(lines)),
  };
}

export async function readInvoices(ctx: Ctx, before: string | undefined): Promise<InvoicesAnswer> {
  const last = before !== undefined && isUuid(before) ? await findInvoice(ctx.db, ctx.scope, before) : undefined;
  if (before !== undefined && last === undefined) throw notFound();
  const rows = await listInvoices(ctx.db, ctx.scope, last, INVOICES_MAX + 1);
  return {
    has_more: rows.length > INVOICES_MAX,
    results: rows.slice(0, INVOICES_MAX).map(toInvoiceRow),
  };
}

export async function readInvoice(ctx: Ctx, id: string): Promise<OneInvoiceAnswer> {
  const invoice = await findInvoice(ctx.db, ctx.scope, id);
  if (invoice === undefined) throw notFound();
  const orders = await listInvoicedOrders(ctx.db, ctx.scope, invoice.order_group_id);
  return {
    ...toInvoiceRow(invoice),
    lines: (invoice.lines ?? []).map(toUsageLine),
    orders_count: orders.length,
    orders: orders.slice(0, INVOICED_ORDERS_LISTED_MAX).map(({ id, order_number }) => ({ id, order_number })),
  };
}

const toInvoiceRow = ({ id, order_group_id, status, lines, created_at, updated_at }: Invoice): InvoiceRow => ({
  id,
  order_group_id,
  status,
  total: lines && formatMoney(totalOf(lines)),
  created_at: toTimestamp(created_at),
  updated_at: toTimestamp(updated_at),
});

const toUsageLine = (line: InvoiceLine) => ({ ...line, amount: formatMoney(amountOf(line)) });

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

/**
 * Puts all of the client's dead jobs back into the queue, and returns their number. The action is recorded in the audit
 * log first, because a process that is killed just after it has put the jobs back could not record the action any more.
 */
export const retryDeadJobs = (ctx: Ctx, actor: Actor, queue: Queue): Promise<number> =>
  queue.retryDeadJobs(ctx.scope, (jobs) =>
    recordAudit(ctx, actor, { action: 'retryDeadJobs', object: 'jobs', after: { jobs } }),
  );
