// Builds the employments and pay of a link from its stored lists.
import { notFound } from '#base/errors.ts';
import { groupBy } from '#base/lists.ts';
import type { Section } from '#domain/reports/link-data.ts';
import type { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import {
  byRelevance,
  type EmploymentAnswer,
  type EmploymentSummaryAnswer,
  type KeptEmployment,
  type PayrollAccountAnswer,
  type ProfileAnswer,
  presentEmployment,
  presentEmploymentSummary,
  presentProfile,
  type ShiftAnswer,
  withoutPay,
} from '#domain/reports/payroll.ts';
import { PAYROLL_REPORT_FILES } from '#domain/reports/report-files.ts';
import { returnedEmployment, returnedFiles } from '#domain/reports/returned-data.ts';
import { byNewestPayDate, type FileUrl, presentStatement, type StatementAnswer } from '#domain/reports/statements.ts';
import { returnedUnder } from '#services/access/templates.ts';
import { type KeptSections, readLinkData } from '#services/connections/link-data.ts';
import { keyOf, providerRefOf } from '#services/connections/links.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import type { StoredLink } from '#storage/connections/links.ts';
import { findLastRefreshOf } from '#storage/connections/tasks.ts';
import { pdfReportUrl, presentReportTask, reportTask } from './link-reports.ts';

/** If `with_pay` is false, all amounts of money are left out. */
export async function employmentsOf(
  ctx: Ctx,
  link: StoredLink,
  with_pay: boolean,
  toUrl: FileUrl = (name) => fileUrl(ctx, link.id, name),
): Promise<EmploymentAnswer[]> {
  const [data, returned] = await Promise.all([
    read(ctx, link, with_pay ? PAY : ['employments']),
    returnedUnder(ctx, link),
  ]);
  return presentEmployments(data, with_pay, toUrl).map((employment) => returnedEmployment(employment, returned));
}

const PAY: readonly Section[] = ['employments', 'statements', 'w2s'];

/** The link's stored pay data, for callers that need it for more than the API response. */
export const readPay = (ctx: Ctx, link: StoredLink): Promise<KeptSections> => read(ctx, link, PAY);

export function presentEmployments(data: KeptSections, with_pay: boolean, toUrl: FileUrl): EmploymentAnswer[] {
  const pay = with_pay ? data : {};
  const statements = groupBy(pay.statements ?? [], ({ employment_id }) => employment_id);
  const w2s = groupBy(pay.w2s ?? [], ({ employment_id }) => employment_id);
  return ranked(data).map((employment) =>
    presentEmployment(
      with_pay ? employment : withoutPay(employment),
      { statements: statements.get(employment.id) ?? [], w2s: w2s.get(employment.id) ?? [] },
      toUrl,
    ),
  );
}

/**
 * Returns the income report or the employment report of a link. The employment report also exists for a link that was
 * connected only for `income`.
 */
export async function payrollReport(
  ctx: Ctx,
  link: StoredLink,
  product: 'income' | 'employment',
): Promise<PayrollReportAnswer> {
  const products = product === 'income' ? (['income'] as const) : (['income', 'employment'] as const);
  const task = await reportTask(ctx, link, products);
  const shown = await presentReportTask(ctx, link, task);
  const refresh = await findLastRefreshOf(ctx.db, ctx.scope, link.id, products);
  const provider = providerRefOf(ctx, link.provider_id);
  return {
    ...shown,
    pdf_report: pdfReportUrl(ctx, link, task, PAYROLL_REPORT_FILES[product]),
    link_id: link.id,
    completed_at: shown.finished_at,
    refresh_status: refresh?.status ?? null,
    provider,
    provider_name: provider.name,
    data_source: link.data_source,
    is_suspicious: task.is_suspicious,
    employments: await employmentsOf(ctx, link, product === 'income'),
  };
}

export async function mainEmployment(ctx: Ctx, link: StoredLink): Promise<EmploymentSummaryAnswer> {
  const main = await findMainEmployment(ctx, link);
  if (main === undefined) throw notFound();
  return main;
}

export async function findMainEmployment(ctx: Ctx, link: StoredLink): Promise<EmploymentSummaryAnswer | undefined> {
  const main = ranked(await read(ctx, link, ['employments']))[0];
  return main && presentEmploymentSummary(main);
}

/**
 * Returns the person's profile. For a payroll link, this is the profile of the main employment. For any other link, it
 * is the identity from the provider.
 */
export async function identityOf(ctx: Ctx, link: StoredLink): Promise<ProfileAnswer> {
  const profile = await findIdentity(ctx, link);
  if (profile === undefined) throw notFound();
  return profile;
}

export async function findIdentity(ctx: Ctx, link: StoredLink): Promise<ProfileAnswer | undefined> {
  const data = await read(ctx, link, ['employments', 'identity']);
  const main = ranked(data)[0];
  if (main !== undefined) {
    return presentProfile({ ...main.profile, created_at: main.created_at, updated_at: main.updated_at });
  }
  const person = data.identity?.[0];
  return person && presentProfile(person);
}

export async function statementsOf(ctx: Ctx, link: StoredLink): Promise<StatementAnswer[]> {
  const [{ statements = [] }, returned] = await Promise.all([
    read(ctx, link, ['statements']),
    returnedUnder(ctx, link),
  ]);
  if (!returned.statements) return [];
  const toUrl = (name: string) => fileUrl(ctx, link.id, name);
  const shown = statements.toSorted(byNewestPayDate).map((statement) => presentStatement(statement, toUrl));
  return returnedFiles(shown, returned);
}

export async function getStatement(ctx: Ctx, link: StoredLink, id: string): Promise<StatementAnswer> {
  const statement = (await statementsOf(ctx, link)).find((statement) => statement.id === id);
  if (statement === undefined) throw notFound();
  return statement;
}

/** The link's shifts, latest day first. */
export async function shiftsOf(ctx: Ctx, link: StoredLink): Promise<ShiftAnswer[]> {
  const { shifts = [] } = await read(ctx, link, ['shifts']);
  return shifts.toSorted((a, b) => b.date.localeCompare(a.date));
}

export async function payrollAccountsOf(ctx: Ctx, link: StoredLink): Promise<PayrollAccountAnswer[]> {
  return ranked(await read(ctx, link, ['employments'])).flatMap(({ bank_accounts }) => bank_accounts);
}

const read = async (ctx: Ctx, link: StoredLink, sections: readonly Section[]): Promise<KeptSections> =>
  readLinkData(ctx, link.id, await keyOf(ctx, link), sections);

const ranked = ({ employments = [] }: KeptSections): KeptEmployment[] => employments.toSorted(byRelevance);
