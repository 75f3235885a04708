// A user's reports. A report is a snapshot: it is stored in the form in which it was first returned, and it is never
// changed. This file first defines the parts that all kinds of reports share, and then the reports of employment and
// income (VOE, VOIE).
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { DATA_SOURCES, type ProductType } from '#domain/access/products.ts';
import { ReportTask } from './link-reports.ts';
import { EmploymentAnswer } from './payroll.ts';
import { userReportFileName } from './report-files.ts';
import type { FileUrl } from './statements.ts';

/**
 * `voie` is a report of employment and income, `voa` is a report of assets, and `income_insights` is a report of the
 * income found in bank accounts.
 */
export const REPORT_KINDS = ['voie', 'voa', 'income_insights'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const NewUserReport = shape('NewUserReport', 'Options of an income and employment report.', {
  is_voe: Type.Optional(Type.Boolean({ description: 'If true, all data about pay is left out.' })),
});
export type NewUserReport = Static<typeof NewUserReport>;

export const UserReportSummary = shape('UserReportSummary', 'An income and employment report without its content.', {
  report_id: Id,
  is_voe: Type.Boolean(),
  created_at: Timestamp,
  completed_at: Timestamp,
});
export type UserReportSummary = Static<typeof UserReportSummary>;

const UserReportLink = shape('UserReportLink', 'The employments of one link in a report.', {
  id: Id,
  link_id: Id,
  tracking_info: nullable(Type.String()),
  data_source: choice(DATA_SOURCES),
  provider: Type.String({ description: 'Its id.', examples: ['vouch_payroll'] }),
  provider_name: Type.String(),
  logo_url: nullable(Type.String({ format: 'uri' })),
  is_suspicious: Type.Boolean(),
  pdf_report: ReportTask.pdf_report,
  employments: Type.Array(EmploymentAnswer),
});

export const UserReportAnswer = shape('UserReport', 'A snapshot of the income and employment of a user.', {
  ...UserReportSummary.properties,
  last_task_at: nullable(Timestamp),
  links: Type.Array(UserReportLink),
});
export type UserReportAnswer = Static<typeof UserReportAnswer>;

/**
 * The content of a report as stored: the `last_task_at` and `links` of the response, with file names in place of signed
 * URLs and without `pdf_report`.
 */
export type UserReportSnapshot = {
  last_task_at: string | null;
  links: Omit<Static<typeof UserReportLink>, 'pdf_report'>[];
};

type Made = { id: string; is_voe: boolean; created_at: Date };

/** `completed_at` is equal to `created_at`, because a report is complete as soon as it exists. */
export const presentSummary = ({ id, is_voe, created_at }: Made): UserReportSummary => ({
  report_id: id,
  is_voe,
  created_at: toTimestamp(created_at),
  completed_at: toTimestamp(created_at),
});

export const presentUserReport = (
  report: Made,
  { last_task_at, links }: UserReportSnapshot,
  fileUrlOf: (link_id: string) => FileUrl,
): UserReportAnswer => ({
  ...presentSummary(report),
  last_task_at,
  links: links.map((link) => ({
    ...link,
    pdf_report: fileUrlOf(link.link_id)(userReportFileName(report)),
    employments: link.employments.map((employment) => withFileUrls(employment, fileUrlOf(link.link_id))),
  })),
});

const withFileUrls = (employment: EmploymentAnswer, fileUrl: FileUrl): EmploymentAnswer => ({
  ...employment,
  statements: employment.statements.map((statement) => withFileUrl(statement, fileUrl)),
  w2s: employment.w2s.map((w2) => withFileUrl(w2, fileUrl)),
});

const withFileUrl = <T extends { file: string | null }>(item: T, fileUrl: FileUrl): T => ({
  ...item,
  file: item.file === null ? null : fileUrl(item.file),
});

type Products = { allowed_products: readonly ProductType[] };

/**
 * Whether a report includes the employments of this link. If a link was connected only to switch deposits, its
 * employments are not included, even though its data contains the employer.
 */
export const tellsOfEmployment = ({ allowed_products }: Products): boolean =>
  allowed_products.includes('income') || allowed_products.includes('employment');

/**
 * Whether a report includes the pay data of this link. A report includes this data if the link was connected for the
 * product `income`, and only then.
 */
export const tellsOfPay = ({ allowed_products }: Products): boolean => allowed_products.includes('income');
