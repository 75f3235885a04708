// /v1/users/{user_id}/income_insights/reports/ and /v1/links/{link_id}/income/transactions/reports/: income found in
// bank transactions, and an explanation of each amount.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id, PAGING, pageOf } from '#base/schema.ts';
import { parsePaging, toPage } from '#domain/platform/pages.ts';
import { IncomeExplanationAnswer } from '#domain/reports/income-explanations.ts';
import {
  IncomeInsightsAnswer,
  IncomeInsightsSummary,
  LinkIncomeAnswer,
  NewIncomeInsights,
  NewLinkIncome,
} from '#domain/reports/income-insights.ts';
import { ReportQuery } from '#domain/reports/link-reports.ts';
import { getLink } from '#services/connections/links.ts';
import type { House } from '#services/house.ts';
import { getStoredUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import {
  createInsights,
  explainInsights,
  findInsights,
  listInsights,
  printInsights,
  readInsights,
} from '#services/reports/income-insights.ts';
import { createLinkIncome, getLinkIncome, printLinkIncome } from '#services/reports/link-income.ts';

const REPORTS = '/v1/users/:user_id/income_insights/reports/';
const LINK_REPORTS = '/v1/links/:link_id/income/transactions/reports/';

export function incomeInsightsRoutes(app: FastifyInstance, house: House): void {
  const params = Type.Object({ user_id: Id });
  const report_params = Type.Object({ user_id: Id, report_id: Id });
  const findReport = async (ctx: Ctx, { user_id, report_id }: { user_id: string; report_id: string }) =>
    findInsights(ctx, await getStoredUser(ctx, user_id), report_id);
  const find = (ctx: Ctx, { user_id }: { user_id: string }) => getStoredUser(ctx, user_id);

  route(app, {
    method: 'POST',
    url: REPORTS,
    operation: 'createIncomeInsights',
    summary: 'Create an income insights report for a user',
    description:
      'Finds income in the transactions of all bank links of the user. The report is a snapshot and never changes afterwards.',
    tag: 'Reports',
    status: 201,
    params,
    body: NewIncomeInsights,
    answer: IncomeInsightsAnswer,
    find,
    handle: ({ ctx, found, body }) => createInsights(ctx, found, body),
  });

  route(app, {
    method: 'GET',
    url: REPORTS,
    operation: 'listIncomeInsights',
    summary: 'List income insights reports of a user, newest first',
    description: 'Returns the reports without their content.',
    tag: 'Reports',
    status: 200,
    params,
    query: Type.Object(PAGING),
    answer: pageOf(IncomeInsightsSummary),
    find,
    async handle({ ctx, found, query, request }) {
      const paging = parsePaging(query);
      return toPage(house.settings.base_url, request.url, paging, await listInsights(ctx, found, paging));
    },
  });

  route(app, {
    method: 'GET',
    url: `${REPORTS}:report_id/`,
    operation: 'getIncomeInsights',
    summary: 'Read an income insights report',
    description: 'Returns the snapshot.',
    tag: 'Reports',
    status: 200,
    params: report_params,
    query: ReportQuery,
    answer: IncomeInsightsAnswer,
    find: findReport,
    handle: ({ ctx, found }) => readInsights(ctx, found),
    pdf: ({ ctx, params, found }) => printInsights(ctx, params.user_id, found),
  });

  route(app, {
    method: 'GET',
    url: `${REPORTS}:report_id/explain/`,
    operation: 'explainIncomeInsights',
    summary: 'Explain the figures of an income insights report',
    description:
      'Returns the rule and the inputs for every figure, and the reason why each of the other credits is not income.',
    tag: 'Reports',
    status: 200,
    params: report_params,
    answer: IncomeExplanationAnswer,
    find: findReport,
    handle: ({ ctx, found }) => explainInsights(ctx, found),
  });

  linkIncomeRoutes(app);
}

function linkIncomeRoutes(app: FastifyInstance): void {
  const link = {
    url: LINK_REPORTS,
    tag: 'Financial accounts',
    params: Type.Object({ link_id: Id }),
    answer: LinkIncomeAnswer,
    find: (ctx: Ctx, { link_id }: { link_id: string }) => getLink(ctx, link_id),
  } as const;

  route(app, {
    ...link,
    method: 'POST',
    operation: 'createLinkIncomeReport',
    summary: 'Create an income report for a link',
    description: 'Finds income in the transactions of one bank link.',
    status: 201,
    body: NewLinkIncome,
    handle: ({ ctx, found, body }) => createLinkIncome(ctx, found, body),
  });

  route(app, {
    ...link,
    method: 'GET',
    operation: 'getLinkIncomeReport',
    summary: 'Read the newest income report of a link',
    description: 'Responds with 404 if there is no report.',
    status: 200,
    query: ReportQuery,
    handle: ({ ctx, found }) => getLinkIncome(ctx, found),
    pdf: ({ ctx, found }) => printLinkIncome(ctx, found),
  });
}
