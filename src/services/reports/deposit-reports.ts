// Reports on the outcome of a deposit switch or a paycheck-linked loan.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  DEPOSIT_PRODUCTS,
  type DepositProduct,
  type DepositReportAnswer,
  employerOf,
  presentDeposit,
  presentInitialAccount,
  type UserDepositReportAnswer,
} from '#domain/reports/deposit-reports.ts';
import { DEPOSIT_REPORT_FILES } from '#domain/reports/report-files.ts';
import { keyOf, linksOf, providerRefOf, type StoredLink } from '#services/connections/links.ts';
import { openOutcome, type TaskOutcome } from '#services/connections/task-secrets.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { findTask, listFinishedTasks, type StoredTask } from '#storage/connections/tasks.ts';
import { pdfReportUrl, presentReportTask, reportTask } from './link-reports.ts';
import { findMainEmployment } from './payroll.ts';

/** The report on the link's last task of this product. */
export async function depositReport(ctx: Ctx, link: StoredLink, product: DepositProduct): Promise<DepositReportAnswer> {
  return present(ctx, link, await reportTask(ctx, link, [product]), product);
}

/** The report on one task, which may be an older task. A task's outcome stays valid when later tasks follow. */
export async function findDepositReport(
  ctx: Ctx,
  link: StoredLink,
  product: DepositProduct,
  task_id: string,
): Promise<DepositReportAnswer | undefined> {
  const task = await findTask(ctx.db, ctx.scope, task_id);
  if (task === undefined || task.link_id !== link.id || task.product_type !== product) return undefined;
  return present(ctx, link, task, product);
}

/**
 * For each product and link, returns the report on the last task that has ended, newest first. Leaves deleted links
 * out.
 */
export async function userDepositReport(ctx: Ctx, user_id: string): Promise<UserDepositReportAnswer> {
  const links = new Map((await linksOf(ctx, [user_id])).map((link) => [link.id, link]));
  const ended = await listFinishedTasks(ctx.db, ctx.scope, user_id, DEPOSIT_PRODUCTS);
  const reported = ended.toSorted(byNewest).flatMap((task) => {
    const link = links.get(task.link_id);
    const product = DEPOSIT_PRODUCTS.find((product) => product === task.product_type);
    return link === undefined || product === undefined ? [] : [{ link, task, product }];
  });
  if (reported.length === 0) throw notFound();
  const reports = await Promise.all(
    reported.map(async ({ link, task, product }) => ({
      ...(await present(ctx, link, task, product)),
      link_id: link.id,
    })),
  );
  return { user_id, completed_at: lastFinish(reported.map(({ task }) => task)), links: reports };
}

const byNewest = (a: StoredTask, b: StoredTask): number =>
  b.created_at.getTime() - a.created_at.getTime() || b.id.localeCompare(a.id);

function lastFinish(tasks: readonly StoredTask[]): string | null {
  const moments = tasks.flatMap(({ finished_at }) => (finished_at === null ? [] : [finished_at.getTime()]));
  return moments.length === 0 ? null : toTimestamp(new Date(Math.max(...moments)));
}

async function present(
  ctx: Ctx,
  link: StoredLink,
  task: StoredTask,
  product: DepositProduct,
): Promise<DepositReportAnswer> {
  const shown = await presentReportTask(ctx, link, task);
  const { deposit, initial_accounts } = await outcomeOf(ctx, link, task);
  return {
    ...shown,
    pdf_report: pdfReportUrl(ctx, link, task, DEPOSIT_REPORT_FILES[product]),
    completed_at: shown.finished_at,
    provider: providerRefOf(ctx, link.provider_id),
    is_suspicious: task.is_suspicious,
    employer: employerOf(link.company_mapping, await findMainEmployment(ctx, link)),
    deposit_details: presentDeposit(deposit),
    initial_accounts: initial_accounts && initial_accounts.map(presentInitialAccount),
  };
}

async function outcomeOf(ctx: Ctx, link: StoredLink, { id, outcome }: StoredTask): Promise<TaskOutcome> {
  if (outcome === null) throw new Error('a task that changes direct deposits has no stored outcome');
  return openOutcome(ctx, await keyOf(ctx, link), id, outcome);
}
