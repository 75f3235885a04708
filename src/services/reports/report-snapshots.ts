// Stores and reads a user's reports of any kind. A report is sealed with the user's key when it is created, and never
// changes afterwards.
import { notFound } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { Paging } from '#domain/platform/pages.ts';
import type { ReportedLink } from '#domain/reports/asset-reports.ts';
import type { ReportKind } from '#domain/reports/user-reports.ts';
import { providerRefOf, type StoredLink } from '#services/connections/links.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import type { OpenedReport } from '#services/platform/compute-work.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { sealList, unsealList } from '#services/platform/sealed-json.ts';
import { asBuffer, type Sealed } from '#services/platform/sealed-sections.ts';
import { place } from '#services/platform/vault.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { readPage } from '#storage/platform/lists/pages.ts';
import {
  findUserReport,
  insertUserReport,
  type ListedReport,
  USER_REPORTS,
  type UserReportRow,
} from '#storage/reports/user-reports.ts';

const sealedPlace = (ctx: Ctx, id: string): string => place(ctx.scope, 'user_reports', 'sealed', id);

export async function keepReport(
  ctx: Ctx,
  user: StoredUser,
  { kind, is_voe = false }: { kind: ReportKind; is_voe?: boolean },
  snapshot: unknown,
): Promise<UserReportRow> {
  const { made, goes } = await newReport(ctx, user);
  return keepSealed(ctx, user, { ...made, kind, is_voe, sealed: sealList(goes.key, snapshot, goes.where) });
}

/**
 * Makes the id and the creation time of a new report. Also returns the key that seals the report, and the place (column
 * and row of a table) for which the report is sealed.
 */
export async function newReport(ctx: Ctx, user: StoredUser): Promise<{ made: Made; goes: Omit<Sealed, 'sealed'> }> {
  const made = { id: ctx.newId(), created_at: ctx.now() };
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  return { made, goes: { key, where: sealedPlace(ctx, made.id) } };
}

/** The fields of a report's row that are shown in API responses. */
export const madeOf = ({ id, created_at }: UserReportRow): Made => ({ id, created_at });

export const readReport = async (ctx: Ctx, report: OpenedReport, kept: Sealed): Promise<AnswerText> =>
  new AnswerText(await ctx.compute.run('open_report', { report, kept }, aboutReport(ctx, kept)));

/** The parameters of the `compute` job that unseals a report: the client's id, and the number of sealed bytes. */
export const aboutReport = (ctx: Ctx, { sealed }: Sealed) => ({ client_id: ctx.scope.client_id, bytes: sealed.length });

type Made = Pick<UserReportRow, 'id' | 'created_at'>;

/** Stores a report that is already sealed. */
export async function keepSealed(
  ctx: Ctx,
  user: StoredUser,
  report: Omit<UserReportRow, 'user_id' | 'sealed'> & { sealed: Uint8Array },
): Promise<UserReportRow> {
  const row = { ...report, user_id: user.id, sealed: asBuffer(report.sealed) };
  if (!(await insertUserReport(ctx.db, ctx.scope, row))) throw notFound();
  return row;
}

/** Finds and unseals a report; 404 for a report of another user or kind. */
export async function openReport<Snapshot>(
  ctx: Ctx,
  user: StoredUser,
  kind: ReportKind,
  id: string,
): Promise<{ report: UserReportRow; snapshot: Snapshot }> {
  const { report, kept } = await findReport(ctx, user, kind, id);
  return { report, snapshot: unsealList<Snapshot>(kept.key, report.sealed, kept.where) };
}

/**
 * Finds a report and returns it sealed, for callers that unseal the report themselves. Throws 404 in the same cases as
 * `openReport`.
 */
export async function findReport(
  ctx: Ctx,
  user: StoredUser,
  kind: ReportKind,
  id: string,
): Promise<{ report: UserReportRow; kept: Sealed }> {
  const report = await findUserReport(ctx.db, ctx.scope, { user_id: user.id, kind, id });
  if (report === undefined) throw notFound();
  const key = await ctx.vault.unwrap(ctx.scope, user.id, user);
  return { report, kept: { key, sealed: report.sealed, where: sealedPlace(ctx, id) } };
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

/** The fields of a link that a report shows in addition to the link's data. */
export function aboutLink(ctx: Ctx, link: StoredLink): Omit<ReportedLink, 'accounts'> {
  const provider = providerRefOf(ctx, link.provider_id);
  return {
    link_id: link.id,
    provider: provider.id,
    provider_name: provider.name,
    created_at: toTimestamp(link.created_at),
    updated_at: toTimestamp(link.updated_at),
    tracking_info: link.tracking_info,
  };
}
