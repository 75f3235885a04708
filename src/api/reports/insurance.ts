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
  {
    path: 'report',
    operation: 'getInsuranceReport',
    summary: 'Read the insurance report of a link',
    description: 'Contains policies of all types.',
    kind: undefined,
  },
  {
    path: 'report/home',
    operation: 'getHomeInsuranceReport',
    summary: 'Read the insurance report of a link, with home policies only',
    description: 'Drivers, addresses and agents are not filtered.',
    kind: 'home',
  },
  {
    path: 'report/auto',
    operation: 'getAutoInsuranceReport',
    summary: 'Read the insurance report of a link, with vehicle policies only',
    description: 'Drivers, addresses and agents are not filtered.',
    kind: 'auto',
  },
  {
    path: 'home',
    operation: 'getHomeInsurance',
    summary: 'Alias of `insurance/report/home/`',
    description: 'Returns the same response as that path.',
    kind: 'home',
  },
  {
    path: 'auto',
    operation: 'getAutoInsurance',
    summary: 'Alias of `insurance/report/auto/`',
    description: 'Returns the same response as that path.',
    kind: 'auto',
  },
] as const;

export function insuranceRoutes(app: FastifyInstance): void {
  for (const { path, operation, summary, description, kind } of REPORTS) {
    route(app, {
      method: 'GET',
      url: `/v1/links/:link_id/insurance/${path}/`,
      operation,
      summary,
      description,
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
