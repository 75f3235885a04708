// /v1/users/{user_id}/assets/reports/: snapshots of a person's bank accounts.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, PAGING, pageOf } from '#base/schema.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { AssetReportAnswer, AssetReportSummary, NewAssetReport } from '#domain/reports/asset-reports.ts';
import { ReportQuery } from '#domain/reports/link-reports.ts';
import type { House } from '#services/house.ts';
import { getStoredUser } from '#services/people/users.ts';
import { printAssetReport } from '#services/reports/asset-report-pdfs.ts';
import {
  createAssetReport,
  findAssetReport,
  listAssetReports,
  readAssetReport,
} from '#services/reports/asset-reports.ts';

const params = Type.Object({ user_id: Id });

export function assetReportRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/users/:user_id/assets/reports/',
    operation: 'createAssetReport',
    summary: 'Create an asset report for a user',
    description:
      'The report is a snapshot of the accounts at this moment and never changes afterwards. An empty body is allowed.',
    tag: 'Reports',
    status: 201,
    params,
    body: NewAssetReport,
    answer: AssetReportAnswer,
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    handle: ({ ctx, found, body }) => createAssetReport(ctx, found, body),
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/assets/reports/',
    operation: 'listAssetReports',
    summary: 'List asset reports of a user, newest first',
    description: 'Returns the reports without their content.',
    tag: 'Reports',
    status: 200,
    params,
    query: Type.Object(PAGING),
    answer: pageOf(AssetReportSummary),
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    async handle({ ctx, found, query, request }) {
      const paging = parsePaging(query);
      return toPage(house.settings.base_url, request.url, paging, await listAssetReports(ctx, found, paging));
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/assets/reports/:report_id/',
    operation: 'getAssetReport',
    summary: 'Read an asset report',
    description: 'Returns the snapshot.',
    tag: 'Reports',
    status: 200,
    params: Type.Object({ user_id: Id, report_id: Id }),
    query: ReportQuery,
    answer: AssetReportAnswer,
    find: async (ctx, { user_id, report_id }) => findAssetReport(ctx, await getStoredUser(ctx, user_id), report_id),
    handle: ({ ctx, found }) => readAssetReport(ctx, found),
    pdf: ({ ctx, found }) => printAssetReport(ctx, found),
  });
}
