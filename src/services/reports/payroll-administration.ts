// Payroll reports of a whole company, for its administrator: the employees and their pay.
import type { KeyObject } from 'node:crypto';
import { incorrect, notFound } from '#base/errors.ts';
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { type Connector, ProviderFailure } from '#connectors/contract.ts';
import {
  type DirectoryAnswer,
  type NewPayrollReport,
  PAYROLL_REPORT_SECONDS_MAX,
  type PayrollEntry,
  type PayrollEntryAnswer,
  type PayrollsAnswer,
  presentEmployee,
  rangeFaults,
} from '#domain/reports/payroll-administration.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { getLinkByToken, keyOf, openLink, providerRefOf, type StoredLink } from '#services/connections/links.ts';
import { callConnector } from '#services/connections/provider-calls.ts';
import { type Ctx, inTransaction, missing } from '#services/platform/ctx.ts';
import { sealList, unsealList } from '#services/platform/sealed-json.ts';
import { clearTimer, setTimer, type TimerHandler } from '#services/platform/timers.ts';
import { place } from '#services/platform/vault.ts';
import { findLink } from '#storage/connections/links.ts';
import {
  findPayrollReport,
  finishPayrollReport,
  insertPayrollReport,
  type StoredPayrollReport,
} from '#storage/reports/payroll-reports.ts';
import { presentReportTask, reportTask } from './link-reports.ts';

export async function directoryReport(ctx: Ctx, access_token: string): Promise<DirectoryAnswer> {
  const link = await adminLink(ctx, access_token);
  const task = await reportTask(ctx, link, ['admin']);
  const shown = await presentReportTask(ctx, link, task);
  const { directory = [] } = await readLinkData(ctx, link.id, await keyOf(ctx, link), ['directory']);
  return { ...shown, provider: providerRefOf(ctx, link.provider_id), directory: directory.map(presentEmployee) };
}

const OVERDUE = 'payroll_report_overdue';

/**
 * Returns the report's id. A job calls the provider later. In the sandbox, the report is made before this function
 * returns.
 */
export async function createPayrollReport(ctx: Ctx, input: NewPayrollReport): Promise<string> {
  const faults = rangeFaults(input);
  if (faults.length > 0) throw incorrect(...faults);
  const { id: link_id } = await adminLink(ctx, input.access_token);
  const { start_date, end_date } = input;
  const report = { id: ctx.newId(), link_id, start_date, end_date, created_at: ctx.now() };
  const is_sandbox = ctx.scope.environment === 'sandbox';
  await inTransaction(ctx, async (ctx) => {
    if (!(await insertPayrollReport(ctx.db, ctx.scope, report))) throw notFound();
    const due_at = new Date(report.created_at.getTime() + PAYROLL_REPORT_SECONDS_MAX * 1000);
    await setTimer(ctx, { kind: OVERDUE, subject_id: report.id, due_at });
    if (!is_sandbox) await ctx.queue.enqueue(ctx.db, ctx.scope, 'make_payroll_report', { report_id: report.id });
  });
  if (is_sandbox) await makePayrollReport(ctx, report.id);
  return report.id;
}

/**
 * Calls the provider and stores the result. Does nothing if the report was deleted together with its link, or if the
 * report has already ended.
 */
export async function makePayrollReport(ctx: Ctx, report_id: string): Promise<void> {
  const report = await findPayrollReport(ctx.db, ctx.scope, report_id);
  if (report === undefined || report.status !== 'new') return;
  const link = await findLink(ctx.db, ctx.scope, report.link_id);
  if (link === undefined) return;
  const key = await keyOf(ctx, link);
  const entries = await readPayroll(ctx, link, key, report);
  const sealed = entries === undefined ? null : sealList(key, inDecimals(entries), sealedPlace(ctx, report_id));
  await inTransaction(ctx, (ctx) => finish(ctx, report_id, sealed));
}

/**
 * Returns the company's payroll entries, read from the provider. Returns `undefined` if the provider fails; the client
 * may then request a new report.
 */
async function readPayroll(
  ctx: Ctx,
  link: StoredLink,
  key: KeyObject,
  { start_date, end_date }: StoredPayrollReport,
): Promise<PayrollEntry[] | undefined> {
  const connector: Connector | undefined = ctx.connectors.get(link.provider_id);
  const fetchPayroll = connector?.fetchPayroll;
  if (connector === undefined || fetchPayroll === undefined) return undefined;
  const { account } = openLink(ctx, key, link.id, link.sealed);
  const range = { link_id: link.id, start_date, end_date };
  try {
    return await callConnector(ctx, connector, (io) => fetchPayroll(account, range, io));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    ctx.log.info(
      { link_id: link.id, provider_id: link.provider_id, status: error.status },
      'the provider returned no payroll',
    );
    return undefined;
  }
}

async function finish(ctx: Ctx, id: string, sealed: Buffer | null): Promise<void> {
  const status = sealed === null ? 'error' : 'done';
  await finishPayrollReport(ctx.db, ctx.scope, { id, status, sealed, completed_at: ctx.now() });
  await clearTimer(ctx, OVERDUE, id);
}

/**
 * Called when a report is overdue. Ends the report with an error, so that no report keeps the status `new` for ever.
 */
export const onPayrollReportOverdue: TimerHandler = (ctx, { subject_id }) => finish(ctx, subject_id, null);

export async function getPayrollReport(ctx: Ctx, id: string): Promise<PayrollsAnswer> {
  const report = await findPayrollReport(ctx.db, ctx.scope, id);
  if (report === undefined) throw await missing(ctx, (db, scope) => findPayrollReport(db, scope, id));
  return {
    payroll_report_id: report.id,
    status: report.status,
    start_date: report.start_date,
    end_date: report.end_date,
    created_at: toTimestamp(report.created_at),
    completed_at: report.completed_at && toTimestamp(report.completed_at),
    payroll_report: await entriesOf(ctx, report),
  };
}

async function entriesOf(ctx: Ctx, report: StoredPayrollReport): Promise<PayrollEntryAnswer[]> {
  if (report.sealed === null) return [];
  const key = await ctx.vault.unwrap(ctx.scope, report.user_id, report);
  return unsealList<PayrollEntryAnswer[]>(key, report.sealed, sealedPlace(ctx, report.id));
}

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'payroll_reports', 'sealed', id);

async function adminLink(ctx: Ctx, access_token: string): Promise<StoredLink> {
  const link = await getLinkByToken(ctx, access_token);
  if (!link.allowed_products.includes('admin')) {
    throw incorrect({ field: 'access_token', message: 'The link does not have the product admin.' });
  }
  return link;
}
