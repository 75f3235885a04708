// One employment in a report: employer, job, and pay if the report includes pay.
import type { EmploymentAnswer, ProfileAnswer } from '#domain/reports/payroll.ts';
import { orDash, usDate } from '#render/figures.ts';
import type { Paper } from '#render/paper.ts';
import { type Cursor, drawTable, roomFor } from '#render/table.ts';
import { drawPayChart, payByMonth } from './chart.ts';
import { drawFacts, drawHeading, drawKeyFigures, type Fact } from './facts.ts';
import { drawNote, noteHeight } from './notes.ts';
import { accountsTable, statementsTable, w2Table, yearsTable } from './pay-tables.ts';
import { personFacts } from './person.ts';
import { drawWhole, GAP, ROW_HEIGHT, tableHeight } from './whole-table.ts';
import { addressLine, FREQUENCY_WORDS, fieldWords, JOB_WORDS, money, said, UNIT_WORDS } from './words.ts';

export type EmploymentPart = {
  employment: EmploymentAnswer;
  heading: string;
  with_pay: boolean;
  /**
   * The person who is the subject of the report. If an employment belongs to another person, the report also shows that
   * person's data.
   */
  person: ProfileAnswer;
  /** The height that must stay free on the page below the employment. */
  reserved: number;
};

/**
 * The minimum height for an employment's facts and chart. If less height is left on the current page, the employment
 * starts on a new page. Without pay, a third of this height is enough.
 */
const HEIGHT_LEAST = 330;
/**
 * The minimum number of rows of the statements table on its first page. If fewer rows fit on the current page, the
 * table starts on a new page.
 */
const STATEMENTS_LEAST = 12;

const WITHOUT_PAY = 'Pay is not part of this report.';

export function drawEmployment(paper: Paper, y: Cursor, part: EmploymentPart): Cursor {
  const { employment, heading, with_pay, person, reserved } = part;
  let at = drawHeading(paper, roomFor(paper, y, with_pay ? HEIGHT_LEAST : HEIGHT_LEAST / 3), heading);
  at = drawFacts(paper, at + 2, [...otherPerson(employment, person), ...jobFacts(employment)]);
  at = with_pay
    ? drawPay(paper, at + 2, employment, reserved + notesHeight(employment))
    : drawNote(paper, at, WITHOUT_PAY);
  for (const note of notesOf(employment)) at = drawNote(paper, at, note);
  return at + GAP;
}

const isSame = (a: ProfileAnswer, b: ProfileAnswer): boolean => a.full_name === b.full_name && a.ssn === b.ssn;

const otherPerson = ({ profile }: EmploymentAnswer, person: ProfileAnswer): Fact[] =>
  isSame(profile, person) ? [] : personFacts(profile);

function jobFacts(employment: EmploymentAnswer): Fact[] {
  const { company, job_title, job_type, is_active, manager_name, dates_from_statements } = employment;
  const read_off = dates_from_statements ? ' (from statements)' : '';
  return [
    { label: 'Employer', value: orDash(company.name), span: 2 },
    { label: 'EIN', value: orDash(company.ein) },
    { label: 'Phone', value: orDash(company.phone) },
    { label: 'Address', value: addressLine(company.address), span: 2 },
    { label: 'Position', value: orDash(job_title) },
    { label: 'Type', value: said(JOB_WORDS, job_type) },
    { label: 'Status', value: is_active ? 'Active' : 'Ended' },
    { label: `Start date${read_off}`, value: usDate(employment.start_date) },
    { label: 'Original hire date', value: usDate(employment.original_hire_date) },
    { label: `End date${read_off}`, value: usDate(employment.end_date) },
    { label: 'Manager', value: orDash(manager_name), span: 2 },
    { label: 'Last updated at the source', value: usDate(employment.external_last_updated) },
  ];
}

function drawPay(paper: Paper, y: Cursor, employment: EmploymentAnswer, reserved: number): Cursor {
  const { income, income_unit, pay_rate, pay_frequency, statements, w2s, bank_accounts } = employment;
  const [year] = employment.annual_income_summary;
  const unit = income === null || income_unit === null ? '' : ` ${UNIT_WORDS[income_unit]}`;
  let at = drawKeyFigures(paper, y, [
    { label: 'Income without commission and bonuses', value: `${money(income)}${unit}` },
    { label: 'Pay rate per pay cycle', value: money(pay_rate) },
    { label: 'Pay frequency', value: said(FREQUENCY_WORDS, pay_frequency) },
    {
      label: year === undefined ? 'Gross pay to date' : `Gross pay ${year.year} to date`,
      value: money(year?.gross_pay),
    },
  ]);
  at = drawPayChart(paper, at + GAP, payByMonth(statements)) + GAP;
  if (statements.length > 0) at = drawWhole(paper, at, yearsTable(employment));
  at = w2s.length > 0 ? drawWhole(paper, at, w2Table(employment)) : drawNote(paper, at, 'No W-2s.') + GAP;
  at = drawWhole(paper, at, accountsTable(bank_accounts));
  if (statements.length === 0) return drawNote(paper, at, 'No pay statements.');
  const least = tableHeight(Math.min(statements.length, STATEMENTS_LEAST));
  const start = roomFor(paper, at, least + reserved);
  return drawTable(paper, start, { ...statementsTable(statements, start, reserved), row_height: ROW_HEIGHT });
}

const notesOf = ({ derived_fields, missing_data_fields }: EmploymentAnswer): string[] => [
  ...(derived_fields.length === 0
    ? []
    : [`Derived, not supplied by the source: ${derived_fields.map(fieldWords).join(', ')}.`]),
  ...(missing_data_fields.length === 0
    ? []
    : [`Not provided by the source: ${missing_data_fields.map(fieldWords).join(', ')}.`]),
];

/** The height of the employment's notes, including the gap below them. */
const notesHeight = (employment: EmploymentAnswer): number =>
  notesOf(employment).reduce((height, note) => height + noteHeight(note), GAP);
