// The `admin` product: the directory of all employees of a company, and the company's payrolls.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '#api/platform/routes.ts';
import { Id } from '#base/schema.ts';
import {
  DirectoryAnswer,
  DirectoryRequest,
  NewPayrollReport,
  NewPayrollReportAnswer,
  PayrollsAnswer,
} from '#domain/reports/payroll-administration.ts';
import { createPayrollReport, directoryReport, getPayrollReport } from '#services/reports/payroll-administration.ts';

/** Two paths of the same endpoint; the second is the older name. */
const DIRECTORIES = [
  { url: '/v1/links/reports/admin/', operation: 'readDirectory' },
  { url: '/v1/link/reports/admin/', operation: 'readDirectoryByOldPath' },
];

export function payrollAdministrationRoutes(app: FastifyInstance): void {
  for (const { url, operation } of DIRECTORIES) {
    route(app, {
      method: 'POST',
      url,
      operation,
      summary: 'Read the directory of a company: the people on its payroll',
      description: 'The link must have the product `admin`. Both paths return the same response.',
      tag: 'Administration',
      status: 200,
      body: DirectoryRequest,
      answer: DirectoryAnswer,
      handle: ({ ctx, body }) => directoryReport(ctx, body.access_token),
    });
  }

  route(app, {
    method: 'POST',
    url: '/v1/administrators/payrolls/',
    operation: 'createPayrollReport',
    summary: 'Request a report of what a company paid its employees in a date range',
    description: 'The link must have the product `admin`. The report is created in the background.',
    tag: 'Administration',
    status: 201,
    body: NewPayrollReport,
    answer: NewPayrollReportAnswer,
    handle: async ({ ctx, body }) => ({ payroll_report_id: await createPayrollReport(ctx, body) }),
  });

  route(app, {
    method: 'GET',
    url: '/v1/administrators/payrolls/:payroll_report_id/',
    operation: 'getPayrollReport',
    summary: 'Read the report of what a company paid its employees',
    description: 'The list is complete once the status is `done`.',
    tag: 'Administration',
    status: 200,
    params: Type.Object({ payroll_report_id: Id }),
    answer: PayrollsAnswer,
    find: (ctx, { payroll_report_id }) => getPayrollReport(ctx, payroll_report_id),
    handle: async ({ found }) => found,
  });
}
