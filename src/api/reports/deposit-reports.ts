// Reports about deposit switches and paycheck-linked loans, for one link or for one person.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { DepositReportAnswer, UserDepositReportAnswer } from '#domain/reports/deposit-reports.ts';
import { ReportQuery } from '#domain/reports/link-reports.ts';
import { getLink } from '#services/connections/links.ts';
import { getStoredUser } from '#services/people/users.ts';
import { depositReport, userDepositReport } from '#services/reports/deposit-reports.ts';
import { printDepositReport } from '#services/reports/report-pdfs.ts';

export function depositReportRoutes(app: FastifyInstance): void {
  for (const { product, path, operation, summary, description } of [
    {
      product: 'deposit_switch',
      path: 'direct_deposit',
      operation: 'getDepositSwitchReport',
      summary: 'Read the result of the last deposit switch of a link',
      description: 'Contains the requested account, and the previous accounts if the provider shows them.',
    },
    {
      product: 'pll',
      path: 'pll',
      operation: 'getPaycheckLoanReport',
      summary: 'Read the result of the last paycheck-linked loan of a link',
      description: 'Contains the requested account, and the previous accounts if the provider shows them.',
    },
  ] as const) {
    route(app, {
      method: 'GET',
      url: `/v1/links/:link_id/${path}/report/`,
      operation,
      summary,
      description,
      tag: 'Deposits',
      status: 200,
      params: Type.Object({ link_id: Id }),
      query: ReportQuery,
      answer: DepositReportAnswer,
      find: (ctx, { link_id }) => getLink(ctx, link_id),
      handle: ({ ctx, found }) => depositReport(ctx, found, product),
      pdf: ({ ctx, found }) => printDepositReport(ctx, found, product),
    });
  }

  route(app, {
    method: 'GET',
    url: '/v1/users/:user_id/deposit_switch/report/',
    operation: 'getUserDepositReport',
    summary: 'Read the results of all deposit switches and paycheck-linked loans of a user',
    description: 'Contains finished tasks only; responds with 404 if there are none.',
    tag: 'Deposits',
    status: 200,
    params: Type.Object({ user_id: Id }),
    answer: UserDepositReportAnswer,
    find: (ctx, { user_id }) => getStoredUser(ctx, user_id),
    handle: ({ ctx, found }) => userDepositReport(ctx, found.id),
  });
}
