// PDF reports about insurance. They show the policies with their coverages, and the people and addresses that the
// policies name.
import type { InsuranceAnswer } from '#domain/reports/insurance.ts';
import type { InsuranceReportAnswer } from '#domain/reports/link-reports.ts';
import { orDash, usDate } from '#render/figures.ts';
import { type Drawing, PAGE, type Paper, toPdf, write } from '#render/paper.ts';
import type { Column, Cursor, Table } from '#render/table.ts';
import { drawFacts, drawHeading } from './facts.ts';
import { personFacts } from './person.ts';
import { drawPolicy } from './policy.ts';
import { closeSheet, type Head, type Origin, openSheet, type Printed } from './sheet.ts';
import { drawSources } from './sources.ts';
import { drawWhole } from './whole-table.ts';
import { addressLine, asOf, inWords, moment, SOURCE_WORDS, statusNotices, statusWords } from './words.ts';

/** The kind of policies that the report shows. */
export type InsuranceKind = 'all' | 'home' | 'auto';

export const insuranceReportPdf = (
  report: InsuranceReportAnswer,
  kind: InsuranceKind,
  origin: Origin,
  printed: Printed,
): Promise<Buffer> => toPdf(drawInsuranceReport(report, kind, origin, printed));

function drawInsuranceReport(
  report: InsuranceReportAnswer,
  kind: InsuranceKind,
  { link_id, provider_name, data_source }: Origin,
  printed: Printed,
): Drawing {
  const { id, status, finished_at, tracking_info, identity, insurance } = report;
  const head: Head = {
    ...printed,
    title: kind === 'all' ? 'Insurance report' : `${inWords(kind)} insurance report`,
    report_id: id,
    as_of: asOf(status, finished_at),
    ended_at: finished_at,
    person_name: identity?.full_name ?? null,
    facts: [
      { label: 'Report ID', value: id, span: 2 },
      { label: 'Status', value: statusWords(status) },
      { label: 'Reference', value: orDash(tracking_info) },
      { label: 'Link ID', value: link_id, span: 2 },
      { label: 'Provider', value: provider_name },
    ],
    notices: statusNotices(status),
  };
  const { paper, y } = openSheet(head);
  let at = y;
  if (identity !== null) at = drawFacts(paper, drawHeading(paper, y, 'Insured') + 2, personFacts(identity)) + 2;
  at = drawInsurance(paper, at, insurance);
  const as_of = moment(status === 'done' ? finished_at : null);
  drawSources(paper, at, [{ provider: provider_name, kind: SOURCE_WORDS[data_source], link_id, as_of }]);
  return closeSheet(paper, head);
}

function drawInsurance(paper: Paper, y: Cursor, insurance: InsuranceAnswer): Cursor {
  let at = y;
  if (insurance.policies.length === 0) {
    write(paper, 'There were no policies of this kind when this report was made.', PAGE.margin, y + 14, { size: 10 });
    at += 30;
  }
  for (const policy of insurance.policies) at = drawPolicy(paper, at, policy);
  for (const table of [driversTable, recordsTable, addressesTable, agentsTable]) {
    at = drawWhole(paper, at, table(insurance));
  }
  return at;
}

const driversTable = ({ drivers }: InsuranceAnswer): Table => ({
  title: 'Drivers',
  columns: DRIVER_COLUMNS,
  rows: drivers.map((driver) => ({
    cells: [
      driver.full_name,
      inWords(driver.relationship),
      usDate(driver.date_of_birth),
      orDash(driver.license_number),
      orDash(driver.license_state),
    ],
  })),
});

const recordsTable = ({ driving_records, drivers }: InsuranceAnswer): Table => ({
  title: 'Driving records',
  columns: RECORD_COLUMNS,
  rows: driving_records.map(({ driver_id, date, type, description }) => ({
    cells: [
      usDate(date),
      orDash(drivers.find(({ id }) => id === driver_id)?.full_name),
      inWords(type),
      orDash(description),
    ],
  })),
});

const addressesTable = ({ addresses }: InsuranceAnswer): Table => ({
  title: 'Addresses',
  columns: ADDRESS_COLUMNS,
  rows: addresses.map((address) => ({ cells: [inWords(address.address_nature), addressLine(address)] })),
});

const agentsTable = ({ agents }: InsuranceAnswer): Table => ({
  title: 'Agents',
  columns: AGENT_COLUMNS,
  rows: agents.map(({ name, phone, email, address }) => ({
    cells: [name, orDash(phone), orDash(email), addressLine(address)],
  })),
});

const DRIVER_COLUMNS: readonly Column[] = [
  { title: 'Name', width: 192 },
  { title: 'Relationship', width: 100 },
  { title: 'Date of birth', width: 90 },
  { title: 'License', width: 90 },
  { title: 'State', width: 60 },
];
const RECORD_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 70 },
  { title: 'Driver', width: 132 },
  { title: 'Type', width: 100 },
  { title: 'Description', width: 230 },
];
const ADDRESS_COLUMNS: readonly Column[] = [
  { title: 'Kind', width: 90 },
  { title: 'Address', width: 442 },
];
const AGENT_COLUMNS: readonly Column[] = [
  { title: 'Name', width: 120 },
  { title: 'Phone', width: 78 },
  { title: 'E-mail', width: 148 },
  { title: 'Address', width: 186 },
];
