// Reports of a user, whatever their kind: sealed under the person's key when they are made, and only read afterwards.
import { notFound } from '#base/errors.ts';
import type { Paging } from '#domain/pages.ts';
import type { ReportKind } from '#domain/user-reports.ts';
import { readPage } from '#storage/pages.ts';
import {
  findUserReport,
  insertUserReport,
  type ListedReport,
  USER_REPORTS,
  type UserReportRow,
} from '#storage/user-reports.ts';
import type { StoredUser } from '#storage/users.ts';
import type { Ctx } from './ctx.ts';
import { sealList, unsealList } from './sealed-json.ts';
import { place } from './vault.ts';

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'user_reports', 'sealed', id);

export async function keepReport(
  ctx: Ctx,
  user: StoredUser,
  { kind, is_voe = false }: { kind: ReportKind; is_voe?: boolean },
  snapshot: unknown,
): Promise<UserReportRow> {
  const id = ctx.newId();
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  const sealed = sealList(key, snapshot, sealedPlace(ctx, id));
  const report = { id, user_id: user.id, kind, is_voe, sealed, created_at: ctx.now() };
  if (!(await insertUserReport(ctx.db, ctx.scope, report))) throw notFound();
  return report;
}

/** A report of another person or kind is not found. */
export async function openReport<Snapshot>(
  ctx: Ctx,
  user: StoredUser,
  kind: ReportKind,
  id: string,
): Promise<{ report: UserReportRow; snapshot: Snapshot }> {
  const report = await findUserReport(ctx.db, ctx.scope, { user_id: user.id, kind, id });
  if (report === undefined) throw notFound();
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  return { report, snapshot: unsealList<Snapshot>(key, report.sealed, sealedPlace(ctx, id)) };
}

export async function listReports(
  ctx: Ctx,
  user_id: string,
  kind: ReportKind,
  paging: Paging,
): Promise<{ count: number; reports: ListedReport[] }> {
  const { count, rows } = await readPage<ListedReport>(ctx.db, ctx.scope, USER_REPORTS, { user_id, kind, ...paging });
  return { count, reports: rows };
}
