// Income insights of a person: over all their links to banks, as they were known when the report was made.
import type { HeldLink } from '#analysis/assets/asset-report.ts';
import { insightsReport } from '#analysis/insights/insights-report.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DAYS_REQUESTED } from '#domain/asset-report-options.ts';
import type { ExplainedInsights, IncomeExplanationAnswer } from '#domain/income-explanations.ts';
import {
  type IncomeInsightsAnswer,
  type IncomeInsightsSummary,
  type NewIncomeInsights,
  presentInsights,
  presentInsightsSummary,
} from '#domain/income-insights.ts';
import type { KeptSections, Section } from '#domain/link-data.ts';
import type { Paging } from '#domain/pages.ts';
import type { StoredUser } from '#storage/users.ts';
import { knownPayOf, todayOf, withEmployers } from './bank-income.ts';
import type { Ctx } from './ctx.ts';
import { readLinkData } from './link-data.ts';
import { keyOf, linksOf, providerRefOf, type StoredLink } from './links.ts';
import { keepReport, listReports, openReport } from './report-snapshots.ts';
import { chooseTemplate, templateOf } from './templates.ts';

const KIND = 'income_insights';

export async function createInsights(
  ctx: Ctx,
  user: StoredUser,
  input: NewIncomeInsights,
): Promise<IncomeInsightsAnswer> {
  const days_requested = input.days_requested ?? (await usualDays(ctx, null));
  const links = await toldLinks(ctx, user.id);
  const days = { as_of: todayOf(ctx), days_requested };
  const report = insightsReport(heldLinks(ctx, links), days, knownPayOf(links));
  const snapshot: ExplainedInsights = {
    ...report,
    links: await Promise.all(
      report.links.map(async (link) => ({
        ...link,
        bank_income_sources: await withEmployers(ctx, link.bank_income_sources),
      })),
    ),
    consumer_report_permissible_purpose: input.consumer_report_permissible_purpose || null,
  };
  return presentInsights(await keepReport(ctx, user, { kind: KIND }, snapshot), snapshot);
}

export async function getInsights(ctx: Ctx, user: StoredUser, id: string): Promise<IncomeInsightsAnswer> {
  const { report, snapshot } = await openReport<ExplainedInsights>(ctx, user, KIND, id);
  return presentInsights(report, snapshot);
}

export async function explainInsights(ctx: Ctx, user: StoredUser, id: string): Promise<IncomeExplanationAnswer> {
  const { snapshot } = await openReport<ExplainedInsights>(ctx, user, KIND, id);
  return { report_id: id, ...snapshot.explanation };
}

export async function listInsights(
  ctx: Ctx,
  user: StoredUser,
  paging: Paging,
): Promise<{ count: number; results: IncomeInsightsSummary[] }> {
  const { count, reports } = await listReports(ctx, user.id, KIND, paging);
  return { count, results: reports.map(presentInsightsSummary) };
}

/** What is not said is as the template has it: the one named, else the client's for income. */
export async function usualDays(ctx: Ctx, template_id: string | null): Promise<number> {
  const chosen = template_id ?? (await chooseTemplate(ctx, null, 'income'));
  return chosen ? (await templateOf(ctx, chosen)).settings.reports.income_insights.days_requested : DAYS_REQUESTED;
}

export type ToldLink = { link: StoredLink; told: KeptSections };

const SECTIONS: readonly Section[] = ['accounts', 'transactions', 'employments', 'statements'];

/** What banks and payrolls have told of a person; newest link first. */
export async function toldLinks(ctx: Ctx, user_id: string): Promise<ToldLink[]> {
  const links = await linksOf(ctx, [user_id]);
  return Promise.all(
    links.map(async (link) => ({ link, told: await readLinkData(ctx, link.id, await keyOf(ctx, link), SECTIONS) })),
  );
}

/** Where a bank has told of accounts, be it that the rest is still being read. */
const heldLinks = (ctx: Ctx, links: readonly ToldLink[]): HeldLink[] =>
  links.flatMap(({ link, told: { accounts, transactions = [] } }) => {
    if (accounts === undefined) return [];
    const provider = providerRefOf(ctx, link.provider_id);
    return {
      link_id: link.id,
      created_at: toTimestamp(link.created_at),
      updated_at: toTimestamp(link.updated_at),
      provider: provider.id,
      provider_name: provider.name,
      tracking_info: link.tracking_info,
      accounts,
      transactions,
    };
  });
