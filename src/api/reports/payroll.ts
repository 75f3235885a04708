// /v1/links/{link_id}/…: employment and pay from a payroll system.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { linkList } from '#api/connections/link-lists.ts';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import { LinkDocumentAnswer } from '#domain/reports/link-documents.ts';
import { PayrollReportAnswer, ReportQuery } from '#domain/reports/link-reports.ts';
import {
  EmploymentAnswer,
  EmploymentSummaryAnswer,
  PayrollAccountAnswer,
  ProfileAnswer,
  ShiftAnswer,
} from '#domain/reports/payroll.ts';
import { StatementAnswer } from '#domain/reports/statements.ts';
import { getLink } from '#services/connections/links.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { documentsOf } from '#services/reports/link-documents.ts';
import {
  employmentsOf,
  getStatement,
  identityOf,
  mainEmployment,
  payrollAccountsOf,
  payrollReport,
  shiftsOf,
  statementsOf,
} from '#services/reports/payroll.ts';
import { printPayrollReport } from '#services/reports/report-pdfs.ts';

const params = Type.Object({ link_id: Id });
const find = (ctx: Ctx, { link_id }: { link_id: string }) => getLink(ctx, link_id);

export function payrollRoutes(app: FastifyInstance, house: House): void {
  const get = { method: 'GET', tag: 'Payroll', status: 200, params, find } as const;

  route(app, {
    ...get,
    url: '/v1/links/:link_id/income/report/',
    operation: 'getIncomeReport',
    summary: 'Read the income report of a link',
    description:
      'Available as soon as the link has a task for income; while that task runs, the report contains the data read so far.',
    query: ReportQuery,
    answer: PayrollReportAnswer,
    handle: ({ ctx, found }) => payrollReport(ctx, found, 'income'),
    pdf: ({ ctx, found }) => printPayrollReport(ctx, found, 'income'),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/employment/report/',
    operation: 'getEmploymentReport',
    summary: 'Read the employment report of a link: the income report without pay',
    description:
      'Pay fields are null and the lists about pay are empty. Links that were connected for income also have this report.',
    query: ReportQuery,
    answer: PayrollReportAnswer,
    handle: ({ ctx, found }) => payrollReport(ctx, found, 'employment'),
    pdf: ({ ctx, found }) => printPayrollReport(ctx, found, 'employment'),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/employment/',
    operation: 'getEmployment',
    summary: 'Read the most recent employment of a link',
    description: 'Active employments take precedence over ended ones; after that, the latest start date decides.',
    answer: EmploymentSummaryAnswer,
    handle: ({ ctx, found }) => mainEmployment(ctx, found),
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/identity/',
    operation: 'getIdentity',
    summary: 'Read the person’s details as recorded by the provider',
    description: 'For a bank link this is the primary owner of the accounts.',
    answer: ProfileAnswer,
    handle: ({ ctx, found }) => identityOf(ctx, found),
  });

  linkList(app, house, {
    path: 'employments',
    operation: 'listEmployments',
    summary: 'List employments, most recent first',
    description: 'Returns the same employments as the income report.',
    tag: 'Payroll',
    item: EmploymentAnswer,
    read: (ctx, link) => employmentsOf(ctx, link, true),
  });

  linkList(app, house, {
    path: 'statements',
    operation: 'listStatements',
    summary: 'List pay statements, newest first',
    description: 'The list is empty if the provider has none.',
    tag: 'Payroll',
    item: StatementAnswer,
    read: statementsOf,
  });

  linkList(app, house, {
    path: 'shifts',
    operation: 'listShifts',
    summary: 'List shifts, latest day first',
    description: 'The list is empty if the provider has none.',
    tag: 'Payroll',
    item: ShiftAnswer,
    read: shiftsOf,
  });

  linkList(app, house, {
    path: 'bank_accounts',
    operation: 'listPayrollAccounts',
    summary: 'List the accounts that pay is deposited to',
    description: 'Numbers are returned as the provider shows them, often masked.',
    tag: 'Payroll',
    item: PayrollAccountAnswer,
    read: payrollAccountsOf,
  });

  linkList(app, house, {
    path: 'documents',
    operation: 'listLinkDocuments',
    summary: 'List the documents the data was read from, newest first',
    description: 'Each document has a signed URL of its file.',
    tag: 'Payroll',
    item: LinkDocumentAnswer,
    read: documentsOf,
  });

  route(app, {
    ...get,
    url: '/v1/links/:link_id/statements/:statement_id/',
    operation: 'getStatement',
    summary: 'Read a pay statement',
    description: 'Returns the same element as the list of statements.',
    params: Type.Object({ link_id: Id, statement_id: Id }),
    answer: StatementAnswer,
    find: async (ctx, { link_id, statement_id }) => getStatement(ctx, await getLink(ctx, link_id), statement_id),
    handle: async ({ found }) => found,
  });
}
