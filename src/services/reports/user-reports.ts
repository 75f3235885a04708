// Income and employment reports of a user. A report covers all links of the user that have employment data, with the
// data known when the report was created.

import { toTimestamp } from '#base/timestamps.ts';
import type { Paging } from '#domain/platform/pages.ts';
import {
  type NewUserReport,
  presentSummary,
  presentUserReport,
  tellsOfEmployment,
  tellsOfPay,
  type UserReportAnswer,
  type UserReportSnapshot,
  type UserReportSummary,
} from '#domain/reports/user-reports.ts';
import { linksOf, providerRefOf, type StoredLink } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { hasSection } from '#storage/connections/link-sections.ts';
import { findLastFinishOf } from '#storage/connections/tasks.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { employmentsOf } from './payroll.ts';
import { keepReport, listReports, openReport } from './report-snapshots.ts';

const KIND = 'voie';

export async function createUserReport(ctx: Ctx, user: StoredUser, input: NewUserReport): Promise<UserReportAnswer> {
  const is_voe = input.is_voe ?? false;
  const snapshot = await snapshotOf(ctx, user.id, is_voe);
  return presentUserReport(await keepReport(ctx, user, { kind: KIND, is_voe }, snapshot), snapshot, fileUrlOf(ctx));
}

export async function getUserReport(ctx: Ctx, user: StoredUser, id: string): Promise<UserReportAnswer> {
  const { report, snapshot } = await openReport<UserReportSnapshot>(ctx, user, KIND, id);
  return presentUserReport(report, snapshot, fileUrlOf(ctx));
}

export async function listUserReports(
  ctx: Ctx,
  user: StoredUser,
  paging: Paging,
): Promise<{ count: number; results: UserReportSummary[] }> {
  const { count, reports } = await listReports(ctx, user.id, KIND, paging);
  return { count, results: reports.map(presentSummary) };
}

async function snapshotOf(ctx: Ctx, user_id: string, is_voe: boolean): Promise<UserReportSnapshot> {
  const links = await linksWithEmployments(ctx, user_id);
  const [last_task_at, shown] = await Promise.all([
    findLastFinishOf(
      ctx.db,
      ctx.scope,
      links.map(({ id }) => id),
    ),
    Promise.all(links.map((link) => snapshotOfLink(ctx, link, is_voe))),
  ]);
  return { last_task_at: last_task_at && toTimestamp(last_task_at), links: shown };
}

/** The user's links that have employment data, even if the data is still incomplete. */
async function linksWithEmployments(ctx: Ctx, user_id: string): Promise<StoredLink[]> {
  const links = (await linksOf(ctx, [user_id])).filter(tellsOfEmployment);
  const has = await Promise.all(links.map(({ id }) => hasSection(ctx.db, ctx.scope, id, 'employments')));
  return links.filter((_, at) => has[at]);
}

async function snapshotOfLink(
  ctx: Ctx,
  link: StoredLink,
  is_voe: boolean,
): Promise<UserReportSnapshot['links'][number]> {
  const provider = providerRefOf(ctx, link.provider_id);
  return {
    id: link.id,
    link_id: link.id,
    tracking_info: link.tracking_info,
    data_source: link.data_source,
    provider: provider.id,
    provider_name: provider.name,
    logo_url: provider.logo_url,
    is_suspicious: link.is_suspicious,
    // The snapshot stores file names, because a signed URL expires.
    employments: await employmentsOf(ctx, link, !is_voe && tellsOfPay(link), (name) => name),
  };
}

const fileUrlOf = (ctx: Ctx) => (link_id: string) => (name: string) => fileUrl(ctx, link_id, name);
