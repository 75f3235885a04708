// Jobs that render PDF files in a worker thread. One PDF takes about 20 to 40 ms.
import type { Account } from '#connectors/contract.ts';
import { drawFile } from '#connectors/drawings.ts';
import { type SampleRequest, sampleDocument } from '#connectors/sandbox/sample-documents.ts';
import { AssetReportAnswer, type AssetReportSnapshot, presentAssetReport } from '#domain/reports/asset-reports.ts';
import { type DepositProduct, DepositReportAnswer } from '#domain/reports/deposit-reports.ts';
import type { ExplainedInsights } from '#domain/reports/income-explanations.ts';
import {
  IncomeInsightsAnswer,
  LinkIncomeAnswer,
  type LinkIncomeSnapshot,
  presentInsights,
} from '#domain/reports/income-insights.ts';
import { InsuranceReportAnswer, PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import { UserReportAnswer } from '#domain/reports/user-reports.ts';
import { type InvoicePage, invoicePdf } from '#render/invoice.ts';
import { assetReportPdf } from '#render/reports/asset-report.ts';
import { checksumOf } from '#render/reports/checksum.ts';
import { depositReportPdf } from '#render/reports/deposit-report.ts';
import { incomeInsightsPdf, linkIncomePdf } from '#render/reports/income-insights.ts';
import { type InsuranceKind, insuranceReportPdf } from '#render/reports/insurance-report.ts';
import { payrollReportPdf, type Requested, userReportPdf } from '#render/reports/payroll-report.ts';
import type { Origin, Printed } from '#render/reports/sheet.ts';
import { type LinkIncomeShown, type Made, presentLinkIncome, unsealed } from './kept-reports.ts';
import type { Sealed } from './sealed-sections.ts';

/**
 * A report to render as a PDF. A stored report (`kept`) is unsealed in the thread that renders it. Other reports are
 * rendered from their API response (`report`).
 */
export type PrintedReport =
  | { kind: 'assets'; made: Made; of_link: string | undefined; kept: Sealed }
  | { kind: 'insights'; made: Made; user_id: string; kept: Sealed }
  | { kind: 'link_income'; row: LinkIncomeShown; origin: Origin; kept: Sealed }
  | { kind: 'payroll'; report: PayrollReportAnswer; product: 'income' | 'employment' }
  | { kind: 'insurance'; report: InsuranceReportAnswer; of: InsuranceKind; origin: Origin }
  | { kind: 'deposit'; report: DepositReportAnswer; product: DepositProduct; origin: Origin }
  | { kind: 'user'; report: UserReportAnswer; requested: Requested; of_link: string | undefined };

/** The PDF of a report; `undefined` if the report does not cover the named link. */
export async function printReport({
  report,
  issuer,
}: {
  report: PrintedReport;
  issuer: Printed['issuer'];
}): Promise<Uint8Array | undefined> {
  switch (report.kind) {
    case 'assets': {
      const answer = presentAssetReport(report.made, unsealed<AssetReportSnapshot>(report.kept));
      const { of_link } = report;
      if (of_link !== undefined && !answer.links.some(({ link_id }) => link_id === of_link)) return undefined;
      return assetReportPdf(answer, { issuer, checksum: checksumOf(AssetReportAnswer, answer) });
    }
    case 'insights': {
      const answer = presentInsights(report.made, unsealed<ExplainedInsights>(report.kept));
      const printed = { issuer, checksum: checksumOf(IncomeInsightsAnswer, answer) };
      return incomeInsightsPdf(answer, report.user_id, printed);
    }
    case 'link_income': {
      const answer = presentLinkIncome(report.row, unsealed<LinkIncomeSnapshot>(report.kept));
      return linkIncomePdf(answer, report.origin, { issuer, checksum: checksumOf(LinkIncomeAnswer, answer) });
    }
    case 'payroll': {
      const checksum = checksumOf(PayrollReportAnswer, report.report);
      return payrollReportPdf(report.report, report.product, { issuer, checksum });
    }
    case 'insurance': {
      const checksum = checksumOf(InsuranceReportAnswer, report.report);
      return insuranceReportPdf(report.report, report.of, report.origin, { issuer, checksum });
    }
    case 'deposit': {
      const checksum = checksumOf(DepositReportAnswer, report.report);
      return depositReportPdf(report.report, report.product, report.origin, { issuer, checksum });
    }
    case 'user': {
      const checksum = checksumOf(UserReportAnswer, report.report);
      return userReportPdf(report.report, report.requested, { issuer, checksum }, report.of_link);
    }
  }
}

/** Renders a file for a connector that renders its own files. */
export const drawConnectorFile = (input: {
  drawn_by: string;
  account: Account;
  file_id: string;
}): Promise<Uint8Array | undefined> => drawFile(input.drawn_by, input.account, input.file_id);

/** A sample document of a sandbox person, as a PDF; with `is_raster`, its pages are images. */
export async function drawSample(input: {
  sample: SampleRequest;
  is_raster: boolean;
}): Promise<Uint8Array | undefined> {
  const pdf = await sampleDocument(input.sample);
  if (pdf === undefined || !input.is_raster) return pdf;
  // This module is imported on first use, because it loads a PDF reader and an image library.
  const { rasterised } = await import('#render/raster.ts');
  return rasterised(pdf, input.sample.today);
}

export const drawInvoice = (invoice: InvoicePage): Promise<Uint8Array> => invoicePdf(invoice);
