// Reports of one link. The data of each product is returned in the same envelope.
import { type Static, Type } from 'typebox';
import { choice, Id, nullable, sensitive, shape, Timestamp } from '#base/schema.ts';
import { DATA_SOURCES } from '#domain/access/products.ts';
import { ProviderRef } from '#domain/connections/providers.ts';
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import { InsuranceAnswer } from './insurance.ts';
import { EmploymentAnswer, ProfileAnswer } from './payroll.ts';

export const ReportQuery = Type.Object({ fmt: Type.Optional(choice(['json', 'pdf'])) });

const PdfReport = sensitive(
  'file',
  nullable(Type.String({ format: 'uri', description: 'A signed URL, valid for 15 minutes.' })),
);

/** The fields of a task that are part of every report. */
export const ReportTask = {
  id: Id,
  status: choice(TASK_STATUSES),
  finished_at: nullable(Timestamp),
  access_token: sensitive('token', Type.String({ description: 'In full.' })),
  tracking_info: nullable(Type.String()),
  pdf_report: PdfReport,
};

export const PayrollReportAnswer = shape('PayrollReport', 'The income or employment of a person from one link.', {
  ...ReportTask,
  link_id: Id,
  completed_at: nullable(Timestamp),
  refresh_status: Type.Unsafe<(typeof TASK_STATUSES)[number] | null>({
    type: ['string', 'null'],
    enum: [...TASK_STATUSES, null],
  }),
  provider: ProviderRef,
  provider_name: Type.String(),
  data_source: choice(DATA_SOURCES),
  is_suspicious: Type.Boolean(),
  employments: Type.Array(EmploymentAnswer),
});
export type PayrollReportAnswer = Static<typeof PayrollReportAnswer>;

export const InsuranceReportAnswer = shape('InsuranceReport', 'The insurance of a person from one link.', {
  ...ReportTask,
  provider: Type.String({ description: 'Its id.', examples: ['vouch_insurance'] }),
  identity: nullable(ProfileAnswer),
  insurance: InsuranceAnswer,
});
export type InsuranceReportAnswer = Static<typeof InsuranceReportAnswer>;
