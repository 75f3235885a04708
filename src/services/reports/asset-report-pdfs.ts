// Renders asset reports as PDF, for requests with `fmt=pdf`. PDFs are not stored, because rendering the same report
// again always produces the same bytes.
import { assetReportFileName } from '#domain/reports/asset-reports.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type PdfFile, print, printIf } from '#services/platform/printed.ts';
import type { FoundAssetReport } from './asset-reports.ts';
import { madeOf } from './report-snapshots.ts';

export const printAssetReport = (ctx: Ctx, { report, kept }: FoundAssetReport): Promise<PdfFile> =>
  print(ctx, assetReportFileName(report.id), { kind: 'assets', made: madeOf(report), of_link: undefined, kept });

/** For a URL that names one link: the PDF of the whole report; `undefined` if the report does not cover this link. */
export async function printAssetReportOf(
  ctx: Ctx,
  of_link: string,
  { report, kept }: FoundAssetReport,
): Promise<PdfFile | undefined> {
  const bytes = await printIf(ctx, { kind: 'assets', made: madeOf(report), of_link, kept });
  return bytes && { name: assetReportFileName(report.id), bytes };
}
