// Response schemas of a user's income and employment reports: contract, section 10.
import { employment, employmentWithoutPay } from './payroll.ts';
import {
  boolean,
  dataSource,
  fileUrl,
  id,
  list,
  type ObjectShape,
  object,
  orNull,
  text,
  timestamp,
  url,
} from './words.ts';

/** An element of the list of a user's reports. */
export const userReportSummary = object({
  report_id: id,
  is_voe: boolean,
  created_at: timestamp,
  completed_at: timestamp,
});

const userReport = (item: ObjectShape, is_voe: boolean): ObjectShape =>
  object({
    report_id: id,
    is_voe: { const: is_voe },
    created_at: timestamp,
    completed_at: timestamp,
    last_task_at: orNull(timestamp),
    links: list(
      object({
        id,
        link_id: id,
        tracking_info: orNull(text(256)),
        data_source: dataSource,
        provider: text(64),
        provider_name: text(),
        logo_url: orNull(url),
        is_suspicious: boolean,
        pdf_report: orNull(fileUrl),
        employments: list(item),
      }),
    ),
  });
export const incomeUserReport = userReport(employment, false);
export const employmentUserReport = userReport(employmentWithoutPay, true);
