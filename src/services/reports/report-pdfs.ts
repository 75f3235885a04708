// Renders reports as PDF, for `fmt=pdf` and for the signed URL in a report. PDFs are not stored, because the same
// report with the same issuer and name always produces the same bytes.
import type { DepositProduct, DepositReportAnswer } from '#domain/reports/deposit-reports.ts';
import type { InsuranceReportAnswer, PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import {
  DEPOSIT_REPORT_FILES,
  INSURANCE_REPORT_FILES,
  PAYROLL_REPORT_FILES,
  type ReportFile,
  reportFileName,
  userReportFileName,
} from '#domain/reports/report-files.ts';
import type { UserReportAnswer } from '#domain/reports/user-reports.ts';
import type { Origin } from '#render/reports/sheet.ts';
import { providerRefOf, type StoredLink } from '#services/connections/links.ts';
import { getStoredUser, getUser } from '#services/people/users.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { type PdfFile, print } from '#services/platform/printed.ts';
import { printAssetReportOf } from './asset-report-pdfs.ts';
import { findAssetReport } from './asset-reports.ts';
import { depositReport, findDepositReport } from './deposit-reports.ts';
import { insuranceReport } from './insurance.ts';
import { payrollReport } from './payroll.ts';
import { getUserReport } from './user-reports.ts';

type PayrollProduct = keyof typeof PAYROLL_REPORT_FILES;
type InsuranceKind = keyof typeof INSURANCE_REPORT_FILES;

export const printPayrollReport = async (ctx: Ctx, link: StoredLink, product: PayrollProduct): Promise<PdfFile> =>
  printPayroll(ctx, product, await payrollReport(ctx, link, product));

export const printInsuranceReport = async (ctx: Ctx, link: StoredLink, kind: InsuranceKind): Promise<PdfFile> =>
  printInsurance(ctx, link, kind, await insuranceOf(ctx, link, kind));

export const printDepositReport = async (ctx: Ctx, link: StoredLink, product: DepositProduct): Promise<PdfFile> =>
  printDeposit(ctx, link, product, await depositReport(ctx, link, product));

/** If `link_id` is given, renders only the part of the report about that link. */
export async function printUserReport(
  ctx: Ctx,
  user_id: string,
  report: UserReportAnswer,
  link_id?: string,
): Promise<PdfFile> {
  const { report_id: id, is_voe } = report;
  const user = await getUser(ctx, user_id);
  const name = [user.first_name, user.last_name].filter((part) => part !== null).join(' ') || null;
  const requested = { user_id, name };
  return print(ctx, userReportFileName({ id, is_voe }), { kind: 'user', report, requested, of_link: link_id });
}

/**
 * Opens the PDF to which a report of this link refers. Returns `undefined` if the report no longer refers to the PDF.
 */
export const openReportFile = (
  ctx: Ctx,
  link: StoredLink,
  { kind, id }: { kind: ReportFile; id: string },
): Promise<PdfFile | undefined> => OPENERS[kind](ctx, link, id);

type Opener = (ctx: Ctx, link: StoredLink, id: string) => Promise<PdfFile | undefined>;

const OPENERS: Record<ReportFile, Opener> = {
  'income-report': openPayroll('income'),
  'employment-report': openPayroll('employment'),
  'insurance-report': openInsurance('all'),
  'home-insurance-report': openInsurance('home'),
  'auto-insurance-report': openInsurance('auto'),
  'deposit-switch-report': openDeposit('deposit_switch'),
  'pll-report': openDeposit('pll'),
  'voie-report': openOfUser(false),
  'voe-report': openOfUser(true),
  'asset-report': openAssets,
};

/**
 * Whether the report has the id in the URL, and has a PDF. A link keeps only the data of its last task, so the PDF of
 * an earlier payroll or insurance report cannot be opened.
 */
const isNamed = (report: { id: string; pdf_report: string | null }, id: string): boolean =>
  report.id === id && report.pdf_report !== null;

function openPayroll(product: PayrollProduct): Opener {
  return async (ctx, link, id) => {
    const report = await payrollReport(ctx, link, product);
    return isNamed(report, id) ? printPayroll(ctx, product, report) : undefined;
  };
}

function openInsurance(kind: InsuranceKind): Opener {
  return async (ctx, link, id) => {
    const report = await insuranceOf(ctx, link, kind);
    return isNamed(report, id) ? printInsurance(ctx, link, kind, report) : undefined;
  };
}

function openDeposit(product: DepositProduct): Opener {
  return async (ctx, link, id) => {
    const report = await findDepositReport(ctx, link, product, id);
    return report && isNamed(report, id) ? printDeposit(ctx, link, product, report) : undefined;
  };
}

function openOfUser(is_voe: boolean): Opener {
  return async (ctx, { id: link_id, user_id }, id) => {
    const report = await getUserReport(ctx, await getStoredUser(ctx, user_id), id);
    const covers_link = report.is_voe === is_voe && report.links.some((link) => link.link_id === link_id);
    return covers_link ? printUserReport(ctx, user_id, report, link_id) : undefined;
  };
}

async function openAssets(ctx: Ctx, { id: link_id, user_id }: StoredLink, id: string): Promise<PdfFile | undefined> {
  return printAssetReportOf(ctx, link_id, await findAssetReport(ctx, await getStoredUser(ctx, user_id), id));
}

const insuranceOf = (ctx: Ctx, link: StoredLink, kind: InsuranceKind): Promise<InsuranceReportAnswer> =>
  insuranceReport(ctx, link, kind === 'all' ? undefined : kind);

const printPayroll = (ctx: Ctx, product: PayrollProduct, report: PayrollReportAnswer): Promise<PdfFile> =>
  print(ctx, reportFileName(PAYROLL_REPORT_FILES[product], report.id), { kind: 'payroll', report, product });

function printInsurance(
  ctx: Ctx,
  link: StoredLink,
  kind: InsuranceKind,
  report: InsuranceReportAnswer,
): Promise<PdfFile> {
  const name = reportFileName(INSURANCE_REPORT_FILES[kind], report.id);
  return print(ctx, name, { kind: 'insurance', report, of: kind, origin: originOf(ctx, link) });
}

function printDeposit(
  ctx: Ctx,
  link: StoredLink,
  product: DepositProduct,
  report: DepositReportAnswer,
): Promise<PdfFile> {
  const name = reportFileName(DEPOSIT_REPORT_FILES[product], report.id);
  return print(ctx, name, { kind: 'deposit', report, product, origin: originOf(ctx, link) });
}

const originOf = (ctx: Ctx, { id, provider_id, data_source }: StoredLink): Origin => ({
  link_id: id,
  provider_name: providerRefOf(ctx, provider_id).name,
  data_source,
});
