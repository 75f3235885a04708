// Payroll reports of a whole company, for its administrator: the employees and their pay.
import type { KeyObject } from 'node:crypto';
import { incorrect, notFound } from '#base/errors.ts';
import { inDecimals } from '#base/money.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ProviderBusy, ProviderFailure } from '#connectors/contract.ts';
import { BUSY_SECONDS_MAX } from '#domain/connections/busy-waits.ts';
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
import { callAtGate } from '#services/connections/provider-gate.ts';
import { callWithAccount } from '#services/connections/renewal.ts';
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
const DUE = 'payroll_report_due';

/**
 * Returns the report's id. In prod, a job calls the provider later. In the sandbox, the report is made before this
 * function returns.
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
    if (!is_sandbox) await enqueueReport(ctx, report.id);
  });
  if (is_sandbox) await makePayrollReport(ctx, report.id);
  return report.id;
}

const enqueueReport = (ctx: Ctx, report_id: string): Promise<unknown> =>
  ctx.queue.enqueue(ctx.db, ctx.scope, 'make_payroll_report', { report_id });

/**
 * Calls the provider and stores the result. If the provider is busy, a timer enqueues the report again. Does nothing if
 * the report has already ended, or was deleted together with its link.
 */
export async function makePayrollReport(ctx: Ctx, report_id: string): Promise<void> {
  const report = await findPayrollReport(ctx.db, ctx.scope, report_id);
  if (report === undefined || report.status !== 'new') return;
  const link = await findLink(ctx.db, ctx.scope, report.link_id);
  if (link === undefined) return;
  const key = await keyOf(ctx, link);
  try {
    const entries = await readPayroll(ctx, link, key, report);
    const sealed = entries === undefined ? null : sealList(key, inDecimals(entries), sealedPlace(ctx, report_id));
    await inTransaction(ctx, (ctx) => finish(ctx, report_id, sealed));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { provider_id, id: link_id } = link;
    ctx.log.info({ link_id, provider_id, status: error.status }, 'the provider returned no payroll');
    const due_at = error instanceof ProviderBusy ? nextTryAt(report, error.seconds, ctx.now()) : undefined;
    await inTransaction(ctx, (ctx) =>
      due_at === undefined ? finish(ctx, report_id, null) : setTimer(ctx, { kind: DUE, subject_id: report_id, due_at }),
    );
  }
}

/**
 * Returns the time at which to call a busy provider again, or `undefined` if the report would then have waited for too
 * long. If the provider repeatedly asks for a short wait, the waits become longer, up to a minute.
 */
function nextTryAt({ created_at }: StoredPayrollReport, asked_seconds: number, now: Date): Date | undefined {
  const waited_seconds = (now.getTime() - created_at.getTime()) / 1000;
  const seconds = Math.max(asked_seconds, Math.min(Math.max(waited_seconds, 1), WAIT_GROWS_TO_SECONDS));
  return waited_seconds + seconds > BUSY_SECONDS_MAX ? undefined : new Date(now.getTime() + seconds * 1000);
}
const WAIT_GROWS_TO_SECONDS = 60;

/** Enqueues a report again. Called when the wait for the report's busy provider is over. */
export const onPayrollReportDue: TimerHandler = async (ctx, { subject_id }) => {
  await enqueueReport(ctx, subject_id);
};

/**
 * Returns the company's payroll entries, read from the provider. Returns `undefined` if the provider has no such data.
 */
async function readPayroll(
  ctx: Ctx,
  link: StoredLink,
  key: KeyObject,
  { start_date, end_date }: StoredPayrollReport,
): Promise<PayrollEntry[] | undefined> {
  const connector = ctx.connectors.get(link.provider_id);
  const fetchPayroll = connector?.fetchPayroll;
  if (connector === undefined || fetchPayroll === undefined) return undefined;
  const { account } = openLink(ctx, key, link.id, link.sealed);
  const range = { link_id: link.id, start_date, end_date };
  const owner = { link_id: link.id, key, account };
  const { result } = await callAtGate(ctx, { provider_id: link.provider_id }, (onRequest) =>
    callWithAccount(ctx, connector, owner, (account, io) => fetchPayroll(account, range, io), { onRequest }),
  );
  return result;
}

async function finish(ctx: Ctx, id: string, sealed: Buffer | null): Promise<void> {
  const status = sealed === null ? 'error' : 'done';
  await finishPayrollReport(ctx.db, ctx.scope, { id, status, sealed, completed_at: ctx.now() });
  await clearTimer(ctx, OVERDUE, id);
  await clearTimer(ctx, DUE, id);
}

/** Ends an overdue report with an error, so that no report keeps the status `new` for ever. */
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
