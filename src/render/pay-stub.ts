// Pay stubs: a statement with its employment, on one Letter page if it fits.
import type { Employment } from '#domain/reports/payroll.ts';
import type { Statement } from '#domain/reports/statements.ts';
import { addressLines, amount, DASH, maskedSsn, orDash, usDate } from './figures.ts';
import { drawLetterhead, type Letterhead } from './letterhead.ts';
import {
  type About,
  BOTTOM,
  box,
  type Drawing,
  newPaper,
  PAGE,
  type Paper,
  RIGHT,
  toPdf,
  write,
  writeLines,
} from './paper.ts';
import { CURRENT_RIGHT, deductionsTable, depositsTable, earningsTable, kindsTable } from './pay-stub-tables.ts';
import { type Cursor, drawTable, HEADING_HEIGHT, ROW_HEIGHT, roomFor, type Table } from './table.ts';

/** The job fields on a pay stub. None of them depends on the day on which the stub is drawn. */
export type PaidJob = Pick<Employment, 'company' | 'profile' | 'job_title' | 'pay_frequency' | 'bank_accounts'>;

/**
 * `deposits` is the amount of net pay that was deposited to each account, in the order of `bank_accounts`. It is
 * omitted if unknown.
 */
export const payStubPdf = (job: PaidJob, statement: Statement, deposits: readonly bigint[] = []): Promise<Buffer> =>
  toPdf(drawPayStub(job, statement, deposits));

export function drawPayStub(job: PaidJob, statement: Statement, deposits: readonly bigint[] = []): Drawing {
  const paper = newPaper();
  const upper = [earningsTable(statement), deductionsTable(statement)];
  const lower = [kindsTable(statement), depositsTable(job.bank_accounts, deposits)].filter(
    ({ rows }) => rows.length > 0,
  );
  let y = drawPeople(paper, drawLetterhead(paper, letterheadOf(job, statement)), job, statement);
  const row_height = rowHeight(y, [...upper, ...lower]);
  for (const table of upper) y = drawTable(paper, y, { ...table, row_height }) + GAP;
  y = drawNetPay(paper, roomFor(paper, y, NET_PAY_HEIGHT), statement) + GAP;
  for (const table of lower) y = drawTable(paper, y, { ...table, row_height }) + GAP;
  return { paper, about: aboutStub(job, statement) };
}

const GAP = 9;
const NET_PAY_HEIGHT = 24;
/**
 * The smallest readable row height in points. Rows shrink so that a long pay stub fits on one page. If the rows would
 * have to be lower than this height, the stub gets another page.
 */
const ROW_HEIGHT_LEAST = 9;
const ROW_HEIGHT_MANY = 12;
/** The creation date written into the PDF file if the stub itself has no date. */
const NO_DATE = '2000-01-01';

const BASES: Record<NonNullable<Statement['basis_of_pay']>, string> = {
  S: 'Salary',
  H: 'Hourly',
  D: 'Daily',
  W: 'Weekly',
  M: 'Monthly',
  C: 'Contract',
};
const FREQUENCIES: Record<NonNullable<Employment['pay_frequency']>, string> = {
  W: 'Weekly',
  BW: 'Bi-weekly',
  SM: 'Semi-monthly',
  M: 'Monthly',
  A: 'Annually',
  SA: 'Semi-annually',
  C: 'Contract',
};

function aboutStub({ company, profile }: PaidJob, { pay_date, period_end, check_number }: Statement): About {
  return {
    title: `Pay stub ${usDate(pay_date ?? period_end)}`,
    author: company.name ?? '',
    subject: [profile.full_name, check_number].filter((part) => part !== null).join(', '),
    created_on: pay_date ?? period_end ?? NO_DATE,
  };
}

function letterheadOf({ company, pay_frequency }: PaidJob, statement: Statement): Letterhead {
  const { pay_date, period_start, period_end, check_number, hours, basis_of_pay } = statement;
  return {
    name: orDash(company.name),
    lines: [...addressLines(company.address), `EIN: ${orDash(company.ein)}`],
    title: 'EARNINGS STATEMENT',
    facts: [
      ['Pay date', usDate(pay_date)],
      ['Pay period', `${usDate(period_start)} to ${usDate(period_end)}`],
      ['Check number', orDash(check_number)],
      ['Pay frequency', pay_frequency === null ? DASH : FREQUENCIES[pay_frequency]],
      ['Basis of pay', basis_of_pay === null ? DASH : BASES[basis_of_pay]],
      ['Hours', amount(hours)],
    ],
  };
}

function drawPeople(paper: Paper, y: Cursor, { profile, job_title }: PaidJob, { net_pay }: Statement): Cursor {
  write(paper, 'EMPLOYEE', PAGE.margin, y + 14, { size: 7, face: 'bold', ink: 'grey' });
  const name = { size: 11, face: 'bold', width_max: 320, leading: 13, lines_max: 2 } as const;
  let line = writeLines(paper, orDash(profile.full_name), PAGE.margin, y + 28, name);
  const details = [
    ...addressLines(profile.home_address),
    `SSN: ${maskedSsn(profile.ssn)}`,
    `Position: ${orDash(job_title)}`,
  ];
  for (const text of details) {
    write(paper, text, PAGE.margin, line, { size: 9, width_max: 320 });
    line += 11.5;
  }
  const area = { x: RIGHT - 192, y: y + 10, width: 192, height: 56 };
  box(paper, area, { fill: 'tint' });
  write(paper, 'NET PAY', area.x + 12, area.y + 17, { size: 7, face: 'bold', ink: 'grey' });
  write(paper, amount(net_pay), RIGHT - 12, area.y + 42, {
    size: 21,
    face: 'bold',
    ink: 'accent',
    align: 'right',
    width_max: 168,
  });
  return Math.max(line, area.y + area.height + 8) + 2;
}

/**
 * Returns the row height: the page's remaining height divided by the number of rows and header rows, but at most
 * `ROW_HEIGHT`. If this height is less than `ROW_HEIGHT_LEAST`, the text would be unreadable, so the stub gets another
 * page, and the rows have the height `ROW_HEIGHT_MANY`.
 */
function rowHeight(y: Cursor, tables: readonly Table[]): number {
  const room = BOTTOM - y - NET_PAY_HEIGHT - GAP - tables.length * (HEADING_HEIGHT + GAP);
  const height = room / tables.reduce((count, { rows }) => count + rows.length + 1, 0);
  return height < ROW_HEIGHT_LEAST ? ROW_HEIGHT_MANY : Math.min(height, ROW_HEIGHT);
}

function drawNetPay(paper: Paper, y: Cursor, { net_pay, net_pay_ytd }: Statement): Cursor {
  box(paper, { x: PAGE.margin, y, width: RIGHT - PAGE.margin, height: NET_PAY_HEIGHT }, { fill: 'tint' });
  const style = { size: 10, face: 'bold', ink: 'accent' } as const;
  write(paper, 'Net pay', PAGE.margin + 5, y + 15.5, style);
  write(paper, amount(net_pay), CURRENT_RIGHT, y + 15.5, { ...style, align: 'right', width_max: 100 });
  write(paper, amount(net_pay_ytd), RIGHT - 5, y + 15.5, { ...style, align: 'right', width_max: 140 });
  return y + NET_PAY_HEIGHT;
}
