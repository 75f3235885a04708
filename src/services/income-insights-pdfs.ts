// Income reports on paper, for `fmt=pdf`. Nothing is stored; the same report always becomes the same bytes.
import {
  IncomeInsightsAnswer,
  insightsFileName,
  LinkIncomeAnswer,
  linkIncomeFileName,
} from '#domain/income-insights.ts';
import { incomeInsightsPdf, linkIncomePdf } from '#render/reports/income-insights.ts';
import type { Ctx } from './ctx.ts';
import { providerRefOf, type StoredLink } from './links.ts';
import { type PdfFile, printedOf } from './printed.ts';

export async function printInsights(ctx: Ctx, user_id: string, report: IncomeInsightsAnswer): Promise<PdfFile> {
  const printed = await printedOf(ctx, IncomeInsightsAnswer, report);
  return { name: insightsFileName(report.report_id), bytes: await incomeInsightsPdf(report, user_id, printed) };
}

export async function printLinkIncome(ctx: Ctx, link: StoredLink, report: LinkIncomeAnswer): Promise<PdfFile> {
  const printed = await printedOf(ctx, LinkIncomeAnswer, report);
  const { id: link_id, provider_id, data_source } = link;
  const origin = { link_id, provider_name: providerRefOf(ctx, provider_id).name, data_source };
  return { name: linkIncomeFileName(report.id), bytes: await linkIncomePdf(report, origin, printed) };
}
