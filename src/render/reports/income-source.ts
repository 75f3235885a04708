// One income source in a report: amounts, pay frequency, monthly totals, and deposits.
import { parseMoney } from '#base/money.ts';
import type { BankIncomeSource, IncomeAccount } from '#domain/reports/income-insights.ts';
import { orDash, usDate } from '#render/figures.ts';
import type { Paper } from '#render/paper.ts';
import { type Column, type Cursor, drawTable, roomFor, type Table } from '#render/table.ts';
import { accountName, maskedNumber } from './account-words.ts';
import { drawFacts, drawHeading, drawKeyFigures, type Fact } from './facts.ts';
import { CHART_HEIGHT, drawIncomeChart, incomeByMonth } from './income-chart.ts';
import { categoryWords, rhythmWords } from './income-words.ts';
import { drawWhole, GAP, ROW_HEIGHT } from './whole-table.ts';
import { money, period } from './words.ts';

export type SourcePart = { source: BankIncomeSource; account: IncomeAccount | undefined; provider_name: string };

/**
 * The minimum height for a source's amounts and chart. If less height is left on the page, the source starts on a new
 * page.
 */
const HEIGHT_LEAST = 140 + CHART_HEIGHT;

export function drawSource(
  paper: Paper,
  y: Cursor,
  part: SourcePart,
  { which, rows_max }: { which: string; rows_max: number },
): Cursor {
  const { source } = part;
  const heading = `${which}: ${source.income_description}`;
  let at = drawHeading(paper, roomFor(paper, y, HEIGHT_LEAST), heading) + 4;
  at = drawKeyFigures(paper, at, keyFigures(source)) + 6;
  at = drawFacts(paper, at, particulars(part));
  const forecast = parseMoney(source.forecasted_average_monthly_income) ?? 0n;
  const title = `Income per month, ${source.iso_currency_code}`;
  at = drawIncomeChart(paper, at, { title, months: incomeByMonth([source]), forecast }) + 4;
  at = drawWhole(paper, at, monthsTable(source));
  return drawDeposits(paper, at, source, rows_max);
}

const keyFigures = (source: BankIncomeSource): Fact[] => [
  { label: `Monthly income, ${source.iso_currency_code}`, value: money(source.historical_average_monthly_income) },
  { label: 'Monthly gross, estimated', value: money(source.historical_average_monthly_gross_income) },
  { label: 'Monthly forecast', value: money(source.forecasted_average_monthly_income) },
  { label: 'Total received', value: money(source.total_amount) },
];

const particulars = ({ source, account, provider_name }: SourcePart): Fact[] => [
  { label: 'Kind of income', value: categoryWords(source) },
  { label: 'Employer', value: orDash(source.employer?.name) },
  { label: 'Rhythm', value: rhythmWords(source) },
  { label: 'Next payment', value: usDate(source.next_payment_date) },
  { label: 'Average deposit', value: money(source.avg_deposit_amount) },
  { label: 'Average deposit, gross', value: money(source.avg_gross_deposit_amount) },
  { label: 'First and last deposit', value: period(source.start_date, source.end_date) },
  { label: 'Deposits', value: String(source.transaction_count) },
  {
    label: 'Account',
    value: account === undefined ? '' : `${accountName(account)} ${maskedNumber(account)}, ${provider_name}`,
    span: 4,
  },
];

const monthsTable = ({ historical_summary }: BankIncomeSource): Table => ({
  title: 'Month by month',
  columns: MONTH_COLUMNS,
  rows: historical_summary.map(({ start_date, end_date, transactions, total_amount }) => ({
    cells: [usDate(start_date), usDate(end_date), String(transactions.length), money(total_amount)],
  })),
});

const MONTH_COLUMNS: readonly Column[] = [
  { title: 'From', width: 120 },
  { title: 'To', width: 120 },
  { title: 'Deposits', width: 146, align: 'right' },
  { title: 'Total', width: 146, align: 'right' },
];

/**
 * Draws deposits, oldest first, as in the JSON. If there are too many deposits, the oldest deposits are not drawn and
 * are only in the JSON.
 */
function drawDeposits(paper: Paper, y: Cursor, { historical_summary }: BankIncomeSource, rows_max: number): Cursor {
  const deposits = historical_summary.flatMap(({ transactions }) => transactions);
  const shown = deposits.slice(-rows_max);
  const newest = shown.length === deposits.length ? '' : `: the newest ${shown.length} of ${deposits.length}`;
  const rows = shown.map((deposit) => ({
    cells: [usDate(deposit.date), deposit.description, remarkOn(deposit), money(deposit.amount)],
  }));
  const table = { title: `Deposits${newest}`, columns: DEPOSIT_COLUMNS, rows, row_height: ROW_HEIGHT };
  return drawTable(paper, y, table) + GAP;
}

type Deposit = BankIncomeSource['historical_summary'][number]['transactions'][number];

const remarkOn = ({ pending, check_number }: Deposit): string =>
  [pending ? 'Pending' : '', check_number === null ? '' : `Check ${check_number}`]
    .filter((one) => one !== '')
    .join(', ');

const DEPOSIT_COLUMNS: readonly Column[] = [
  { title: 'Date', width: 58 },
  { title: 'Description', width: 310 },
  { title: '', width: 84, ink: 'accent' },
  { title: 'Amount', width: 80, align: 'right' },
];
