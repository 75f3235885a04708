// /v1/links/{link_id}/insurance/…: policies from an insurer.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { InsuranceReportAnswer, ReportQuery } from '#domain/reports/link-reports.ts';
import { getLink } from '#services/connections/links.ts';
import { insuranceReport } from '#services/reports/insurance.ts';
import { printInsuranceReport } from '#services/reports/report-pdfs.ts';

const REPORTS = [
  { path: 'report', operation: 'getInsuranceReport', summary: 'Insurance report of a link', kind: undefined },
  {
    path: 'report/home',
    operation: 'getHomeInsuranceReport',
    summary: 'The same with the policies on homes alone',
    kind: 'home',
  },
  {
    path: 'report/auto',
    operation: 'getAutoInsuranceReport',
    summary: 'The same with the policies on vehicles alone',
    kind: 'auto',
  },
  { path: 'home', operation: 'getHomeInsurance', summary: 'Another path to insurance/report/home/', kind: 'home' },
  { path: 'auto', operation: 'getAutoInsurance', summary: 'Another path to insurance/report/auto/', kind: 'auto' },
] as const;

export function insuranceRoutes(app: FastifyInstance): void {
  for (const { path, operation, summary, kind } of REPORTS) {
    route(app, {
      method: 'GET',
      url: `/v1/links/:link_id/insurance/${path}/`,
      operation,
      summary,
      tag: 'Insurance',
      status: 200,
      params: Type.Object({ link_id: Id }),
      query: ReportQuery,
      answer: InsuranceReportAnswer,
      find: (ctx, { link_id }) => getLink(ctx, link_id),
      handle: ({ ctx, found }) => insuranceReport(ctx, found, kind),
      pdf: ({ ctx, found }) => printInsuranceReport(ctx, found, kind ?? 'all'),
    });
  }
}
