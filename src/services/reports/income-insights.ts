// A user's income insights. A report covers all bank links of the user, with the data that is known when the report is
// created.
import { DAYS_REQUESTED } from '#domain/access/asset-report-options.ts';
import type { Paging } from '#domain/platform/pages.ts';
import {
  type IncomeInsightsSummary,
  insightsFileName,
  type NewIncomeInsights,
  presentInsightsSummary,
} from '#domain/reports/income-insights.ts';
import type { Section } from '#domain/reports/link-data.ts';
import { chooseTemplate, templateOf } from '#services/access/templates.ts';
import { readSealedSections } from '#services/connections/link-data.ts';
import { keyOf, linksOf, type StoredLink } from '#services/connections/links.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { PayrollLink } from '#services/platform/known-pay.ts';
import { type PdfFile, print } from '#services/platform/printed.ts';
import { bytesOf, type SealedSections } from '#services/platform/sealed-sections.ts';
import type { StoredUser } from '#storage/people/users.ts';
import { aboutIncome, todayOf } from './bank-income.ts';
import { aboutLink, findReport, keepSealed, listReports, madeOf, newReport, readReport } from './report-snapshots.ts';

const KIND = 'income_insights';

export async function createInsights(ctx: Ctx, user: StoredUser, input: NewIncomeInsights): Promise<AnswerText> {
  const days_requested = input.days_requested ?? (await usualDays(ctx, null));
  const links = await sealedLinks(ctx, user.id);
  const { made, goes } = await newReport(ctx, user);
  const { sealed, json } = await ctx.compute.run(
    'insights',
    {
      links: links.map(({ link, sections }) => ({ ...aboutLink(ctx, link), payroll: payrollOf(link), sections })),
      days: { as_of: todayOf(ctx), days_requested },
      purpose: input.consumer_report_permissible_purpose || null,
      made,
      goes,
    },
    aboutIncome(ctx, bytesOf(...links.map(({ sections }) => sections))),
  );
  await keepSealed(ctx, user, { ...made, kind: KIND, is_voe: false, sealed });
  return new AnswerText(json);
}

export type FoundInsights = Awaited<ReturnType<typeof findInsights>>;

export const findInsights = (ctx: Ctx, user: StoredUser, id: string) => findReport(ctx, user, KIND, id);

export const readInsights = (ctx: Ctx, { report, kept }: FoundInsights): Promise<AnswerText> =>
  readReport(ctx, { kind: 'insights', made: madeOf(report) }, kept);

/**
 * Renders the report as a PDF. The PDF is not stored, because rendering the same report again always produces the same
 * bytes.
 */
export const printInsights = (ctx: Ctx, user_id: string, { report, kept }: FoundInsights): Promise<PdfFile> =>
  print(ctx, insightsFileName(report.id), { kind: 'insights', made: madeOf(report), user_id, kept });

export const explainInsights = (ctx: Ctx, { report, kept }: FoundInsights): Promise<AnswerText> =>
  readReport(ctx, { kind: 'explanation', report_id: report.id }, kept);

export async function listInsights(
  ctx: Ctx,
  user: StoredUser,
  paging: Paging,
): Promise<{ count: number; results: IncomeInsightsSummary[] }> {
  const { count, reports } = await listReports(ctx, user.id, KIND, paging);
  return { count, results: reports.map(presentInsightsSummary) };
}

/**
 * The default number of days: from the given template, else from the client's default template for `income`, else
 * `DAYS_REQUESTED`.
 */
export async function usualDays(ctx: Ctx, template_id: string | null): Promise<number> {
  const chosen = template_id ?? (await chooseTemplate(ctx, null, 'income'));
  return chosen ? (await templateOf(ctx, chosen)).settings.reports.income_insights.days_requested : DAYS_REQUESTED;
}

export type SealedLink = { link: StoredLink; sections: SealedSections };

const SECTIONS: readonly Section[] = ['accounts', 'transactions', 'employments', 'statements', 'provenance'];

/** The user's links with their sealed bank and payroll data, newest link first. */
export async function sealedLinks(ctx: Ctx, user_id: string): Promise<SealedLink[]> {
  const links = await linksOf(ctx, [user_id]);
  return Promise.all(
    links.map(async (link) => ({
      link,
      sections: await readSealedSections(ctx, link.id, await keyOf(ctx, link), SECTIONS),
    })),
  );
}

export const payrollOf = ({ company_mapping, allowed_products, is_suspicious }: StoredLink): PayrollLink => ({
  company_mapping,
  allowed_products,
  is_suspicious,
});
