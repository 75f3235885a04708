// /v1/users/{user_id}/reports/: snapshots of a person's income and employment.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, PAGING, pageOf } from '#base/schema.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { ReportQuery } from '#domain/reports/link-reports.ts';
import { NewUserReport, UserReportAnswer, UserReportSummary } from '#domain/reports/user-reports.ts';
import type { House } from '#services/house.ts';
import { getStoredUser } from '#services/people/users.ts';
import { printUserReport } from '#services/reports/report-pdfs.ts';
import { createUserReport, getUserReport, listUserReports } from '#services/reports/user-reports.ts';

const params = Type.Object({ user_id: Id });

export function userReportRoutes(app: FastifyInstance, house: House): void {
  route(app, {
    method: 'POST',
    url: '/v1/users/:user_id/reports/',
    operation: 'createUserReport',
    summary: 'Create an income and employment report for a user',
    description:
      'The report is a snapshot of the data at this moment and never changes afterwards. If there is no data, `links` is empty.',
    tag: 'Reports',
    status: 201,
    params,
    body: NewUserReport,
    answer: UserReportAnswer,
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    handle: ({ ctx, found, body }) => createUserReport(ctx, found, body),
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/reports/',
    operation: 'listUserReports',
    summary: 'List income and employment reports of a user, newest first',
    description: 'Returns the reports without their content.',
    tag: 'Reports',
    status: 200,
    params,
    query: Type.Object(PAGING),
    answer: pageOf(UserReportSummary),
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    async handle({ ctx, found, query, request }) {
      const paging = parsePaging(query);
      return toPage(house.settings.base_url, request.url, paging, await listUserReports(ctx, found, paging));
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/reports/:report_id/',
    operation: 'getUserReport',
    summary: 'Read an income and employment report',
    description: 'Returns the snapshot, with new signed URLs.',
    tag: 'Reports',
    status: 200,
    params: Type.Object({ user_id: Id, report_id: Id }),
    query: ReportQuery,
    answer: UserReportAnswer,
    find: async (ctx, { user_id, report_id }) => getUserReport(ctx, await getStoredUser(ctx, user_id), report_id),
    handle: async ({ found }) => found,
    pdf: ({ ctx, params, found }) => printUserReport(ctx, params.user_id, found),
  });
}
