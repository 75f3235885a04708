// Asset reports on paper, for `fmt=pdf`. Nothing is stored; the same report always becomes the same bytes.
import { AssetReportAnswer, assetReportFileName } from '#domain/asset-reports.ts';
import { assetReportPdf } from '#render/reports/asset-report.ts';
import type { Ctx } from './ctx.ts';
import { type PdfFile, printedOf } from './printed.ts';

export async function printAssetReport(ctx: Ctx, report: AssetReportAnswer): Promise<PdfFile> {
  const printed = await printedOf(ctx, AssetReportAnswer, report);
  return { name: assetReportFileName(report.report_id), bytes: await assetReportPdf(report, printed) };
}
