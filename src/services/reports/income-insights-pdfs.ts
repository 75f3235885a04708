// Renders income insights as PDF, for `fmt=pdf`. PDFs are not stored; the same report always gives the same bytes.
import { insightsFileName } from '#domain/reports/income-insights.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type PdfFile, print } from '#services/platform/printed.ts';
import type { FoundInsights } from './income-insights.ts';
import { madeOf } from './report-snapshots.ts';

export const printInsights = (ctx: Ctx, user_id: string, { report, kept }: FoundInsights): Promise<PdfFile> =>
  print(ctx, insightsFileName(report.id), { kind: 'insights', made: madeOf(report), user_id, kept });
