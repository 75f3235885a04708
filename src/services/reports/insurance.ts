// The insurance report of a link, with all policies or only those of one kind.
import { type KeptInsurance, onlyPolicies, presentInsurance } from '#domain/reports/insurance.ts';
import type { InsuranceReportAnswer } from '#domain/reports/link-reports.ts';
import { INSURANCE_REPORT_FILES } from '#domain/reports/report-files.ts';
import { readLinkData } from '#services/connections/link-data.ts';
import { keyOf, type StoredLink } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { pdfReportUrl, presentReportTask, reportTask } from './link-reports.ts';
import { findIdentity } from './payroll.ts';

/** The report contains the data received so far. The response is 404 until the link has an insurance task. */
export async function insuranceReport(
  ctx: Ctx,
  link: StoredLink,
  kind?: 'home' | 'auto',
): Promise<InsuranceReportAnswer> {
  const task = await reportTask(ctx, link, ['insurance']);
  const insurance = await readInsurance(ctx, link);
  return {
    ...(await presentReportTask(ctx, link, task)),
    pdf_report: pdfReportUrl(ctx, link, task, INSURANCE_REPORT_FILES[kind ?? 'all']),
    provider: link.provider_id,
    identity: (await findIdentity(ctx, link)) ?? null,
    insurance: presentInsurance(kind === undefined ? insurance : onlyPolicies(insurance, kind)),
  };
}

/** The insurance data received so far. */
export async function readInsurance(ctx: Ctx, link: StoredLink): Promise<KeptInsurance> {
  const lists = ['policies', 'drivers', 'addresses', 'driving_records', 'agents'] as const;
  const data = await readLinkData(ctx, link.id, await keyOf(ctx, link), lists);
  const { policies = [], drivers = [], addresses = [], driving_records = [], agents = [] } = data;
  return { policies, drivers, addresses, driving_records, agents };
}
