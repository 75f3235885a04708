// Reports of income and employment: a link's current data, and a user's stored report.
import type { PayrollReportAnswer } from '#domain/reports/link-reports.ts';
import type { EmploymentAnswer } from '#domain/reports/payroll.ts';
import type { UserReportAnswer } from '#domain/reports/user-reports.ts';
import { orDash } from '#render/figures.ts';
import { type Drawing, PAGE, type Paper, toPdf, write } from '#render/paper.ts';
import type { Cursor } from '#render/table.ts';
import { drawEmployment } from './employment.ts';
import { drawFacts, drawHeading } from './facts.ts';
import { personFacts } from './person.ts';
import { closeSheet, type Head, openSheet, type Printed } from './sheet.ts';
import { drawSources, type Source, sourcesHeight } from './sources.ts';
import { asOf, moment, SOURCE_WORDS, statusNotices, statusWords, suspicionNotices } from './words.ts';

export const payrollReportPdf = (
  report: PayrollReportAnswer,
  product: 'income' | 'employment',
  printed: Printed,
): Promise<Buffer> => toPdf(drawPayrollReport(report, product, printed));

/** With a `link_id`, the report shows only the data of that link. */
export const userReportPdf = (
  report: UserReportAnswer,
  requested: Requested,
  printed: Printed,
  link_id?: string,
): Promise<Buffer> => toPdf(drawUserReport(report, requested, printed, link_id));

/** The person for whom the client requested the report; the source may name a different person. */
export type Requested = { user_id: string; name: string | null };

type Part = { employment: EmploymentAnswer; provider_name: string };

function drawPayrollReport(report: PayrollReportAnswer, product: 'income' | 'employment', printed: Printed): Drawing {
  const { id, link_id, status, provider_name, data_source, completed_at, refresh_status, tracking_info } = report;
  const parts = report.employments.map((employment) => ({ employment, provider_name }));
  const head: Head = {
    ...printed,
    title: product === 'income' ? 'Income report' : 'Employment report',
    report_id: id,
    as_of: asOf(status, completed_at),
    ended_at: completed_at,
    person_name: nameIn(parts),
    facts: [
      { label: 'Report ID', value: id, span: 2 },
      { label: 'Status', value: statusWords(status) },
      { label: 'Reference', value: orDash(tracking_info) },
      { label: 'Link ID', value: link_id, span: 2 },
      { label: 'Provider', value: provider_name },
      { label: 'Last refresh', value: refresh_status === null ? 'None' : statusWords(refresh_status) },
    ],
    notices: [...statusNotices(status), ...suspicionNotices(report.is_suspicious), ...personNotices(parts)],
  };
  const source = {
    provider: provider_name,
    kind: SOURCE_WORDS[data_source],
    link_id,
    as_of: moment(status === 'done' ? completed_at : null),
  };
  return drawReport(head, { parts, with_pay: product === 'income', sources: [source] });
}

function drawUserReport(report: UserReportAnswer, requested: Requested, printed: Printed, link_id?: string): Drawing {
  const links = report.links.filter((link) => link_id === undefined || link.link_id === link_id);
  const parts = links.flatMap(({ employments, provider_name }) =>
    employments.map((employment) => ({ employment, provider_name })),
  );
  const references = links.flatMap(({ tracking_info }) => tracking_info ?? []);
  const head: Head = {
    ...printed,
    title: report.is_voe ? 'Verification of employment' : 'Verification of income and employment',
    report_id: report.report_id,
    as_of: asOf('done', report.completed_at),
    ended_at: report.completed_at,
    person_name: nameIn(parts),
    facts: [
      { label: 'Report ID', value: report.report_id, span: 2 },
      { label: 'Made', value: moment(report.created_at) },
      { label: 'Data last retrieved', value: moment(report.last_task_at) },
      { label: 'User ID', value: requested.user_id, span: 2 },
      { label: 'Reference', value: orDash(references.join(', ')), span: 2 },
      { label: 'Requested for', value: orDash(requested.name), span: 4 },
    ],
    notices: [
      ...suspicionNotices(links.some(({ is_suspicious }) => is_suspicious)),
      ...nameNotices(requested, parts),
      ...personNotices(parts),
    ],
  };
  const sources = links.map((link) => ({
    provider: link.provider_name,
    kind: SOURCE_WORDS[link.data_source],
    link_id: link.link_id,
    as_of: moment(report.completed_at),
  }));
  return drawReport(head, { parts, with_pay: !report.is_voe, sources });
}

const nameIn = ([first]: readonly Part[]): string | null => first?.employment.profile.full_name ?? null;

/**
 * Warns if the data source gives a name that differs from the requested name, and shows the differing name. If there
 * are several differing names, only the first is shown. A differing name may be a maiden name, or the name of another
 * person.
 */
function nameNotices({ name }: Requested, parts: readonly Part[]): string[] {
  const others = parts
    .flatMap(({ employment }) => employment.profile.full_name ?? [])
    .filter((source_name) => !fits(name, source_name));
  return others.length === 0
    ? []
    : [`The name at the source, ${others[0]}, differs from the name this report was requested for.`];
}

/**
 * Whether two names may belong to the same person. The name at the data source may have more words than the requested
 * name, and other diacritics.
 */
const fits = (name: string | null, source_name: string): boolean => {
  const known = new Set(wordsOf(source_name));
  return name === null || wordsOf(name).every((word) => known.has(word));
};
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Warns if employments have different SSNs, because then the income possibly does not belong to one person. */
function personNotices(parts: readonly Part[]): string[] {
  const ssns = new Set(parts.flatMap(({ employment }) => employment.profile.ssn ?? []));
  return ssns.size > 1 ? ['The employments in this report have different SSNs.'] : [];
}

type Content = { parts: readonly Part[]; with_pay: boolean; sources: readonly Source[] };

function drawReport(head: Head, { parts, with_pay, sources }: Content): Drawing {
  const { paper, y } = openSheet(head);
  let at = drawPerson(paper, y, parts[0]);
  for (const [index, { employment, provider_name }] of parts.entries()) {
    const is_last = index === parts.length - 1;
    at = drawEmployment(paper, at, {
      employment,
      heading: parts.length === 1 ? 'Employment' : `Employment ${index + 1} of ${parts.length}, from ${provider_name}`,
      with_pay,
      person: parts[0]?.employment.profile ?? employment.profile,
      reserved: is_last ? sourcesHeight(sources.length) : 0,
    });
  }
  drawSources(paper, at, sources);
  return closeSheet(paper, head);
}

function drawPerson(paper: Paper, y: Cursor, first: Part | undefined): Cursor {
  if (first === undefined) {
    write(paper, 'There was no employment data when this report was made.', PAGE.margin, y + 14, { size: 10 });
    return y + 30;
  }
  return drawFacts(paper, drawHeading(paper, y, 'Employee') + 2, personFacts(first.employment.profile)) + 2;
}
