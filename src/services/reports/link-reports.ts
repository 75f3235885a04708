// The parts that all reports of a link have in common: the task and its fields.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { ProductType } from '#domain/access/products.ts';
import { type ReportFile, reportFileName } from '#domain/reports/report-files.ts';
import { secretsOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { findLastTaskOf, type StoredTask } from '#storage/connections/tasks.ts';

/** The link's newest task for one of these products; 404 if there is no such task. */
export async function reportTask(ctx: Ctx, link: StoredLink, products: readonly ProductType[]): Promise<StoredTask> {
  const task = await findLastTaskOf(ctx.db, ctx.scope, link.id, products);
  if (task === undefined) throw notFound();
  return task;
}

/** The fields common to all reports of a link. */
export async function presentReportTask(ctx: Ctx, link: StoredLink, task: StoredTask) {
  return {
    id: task.id,
    status: task.status,
    finished_at: task.finished_at === null ? null : toTimestamp(task.finished_at),
    access_token: (await secretsOf(ctx, link)).access_token,
    tracking_info: task.tracking_info,
  };
}

/** The signed URL of the report's PDF; null unless the task's status is `done`. */
export const pdfReportUrl = (
  ctx: Ctx,
  link: StoredLink,
  { id, status }: StoredTask,
  kind: ReportFile,
): string | null => (status === 'done' ? fileUrl(ctx, link.id, reportFileName(kind, id)) : null);
