// Draws the PDFs of reports about income found in bank accounts: the totals, each income source, the accounts, the
// methods, and the sources of the data.
import { parseMoney } from '#base/money.ts';
import type {
  BankIncomeSummary,
  IncomeAccount,
  IncomeInsightsAnswer,
  IncomeLink,
  LinkIncomeAnswer,
} from '#domain/reports/income-insights.ts';
import { orDash, usDate } from '#render/figures.ts';
import { type Drawing, PAGE, type Paper, toPdf, write } from '#render/paper.ts';
import { type Column, type Cursor, roomFor, type Table } from '#render/table.ts';
import { accountName, kindWords, maskedNumber } from './account-words.ts';
import { drawFacts, drawHeading, drawKeyFigures, type Fact } from './facts.ts';
import { drawIncomeChart, incomeByMonth } from './income-chart.ts';
import { drawSource, type SourcePart } from './income-source.ts';
import { categoryWords, METHODS, rhythmWords } from './income-words.ts';
import { drawNote, noteHeight } from './notes.ts';
import { closeSheet, type Head, type Origin, openSheet, type Printed } from './sheet.ts';
import { drawSources, type Source, sourcesHeight } from './sources.ts';
import { drawWhole, GAP } from './whole-table.ts';
import { moment, money, repeatedNotices, SOURCE_WORDS, suspicionNotices } from './words.ts';

export const incomeInsightsPdf = (report: IncomeInsightsAnswer, user_id: string, printed: Printed): Promise<Buffer> =>
  toPdf(drawReport(ofUser(report, user_id, printed)));

export const linkIncomePdf = (report: LinkIncomeAnswer, origin: Origin, printed: Printed): Promise<Buffer> =>
  toPdf(drawReport(ofLink(report, origin, printed)));

/**
 * The data that the PDF shows. A user's report and a link's report are both converted to this type, so they are drawn
 * in the same way.
 */
type Report = {
  head: Head;
  links: (Pick<IncomeLink, 'provider_name' | 'accounts' | 'bank_income_sources'> & { source: Source })[];
  summary: BankIncomeSummary;
};

/**
 * The number of deposits that the PDF may show for all sources together. Each source gets an equal share, but at least
 * `ROWS_LEAST`. This number of deposits fills about a hundred pages. More pages are not worth printing, and the JSON
 * contains all deposits.
 */
const ROWS_MAX = 6_000;
/** The minimum number of deposits that are shown for each source. The newest deposits are shown. */
const ROWS_LEAST = 25;

const NOTHING = 'No income was found in the accounts for the period of this report.';
const NO_ACCOUNTS = 'No account data was available when this report was created.';
const RUNNING = 'Not complete: the bank data is still being retrieved.';
const FAILED = 'The bank data could not be retrieved; there is nothing to show.';

function drawReport({ head, links, summary }: Report): Drawing {
  const parts = links.flatMap(({ bank_income_sources, accounts, provider_name }) =>
    bank_income_sources.map(
      (source): SourcePart => ({ source, account: accounts.find(({ id }) => id === source.account_id), provider_name }),
    ),
  );
  const { paper, y } = openSheet(head);
  let at = drawSummary(paper, y, summary, parts);
  const has_accounts = links.some(({ accounts }) => accounts.length > 0);
  if (parts.length === 0) {
    write(paper, has_accounts ? NOTHING : NO_ACCOUNTS, PAGE.margin, at + 14, { size: 10 });
    at += 30;
  }
  const rows_max = Math.max(ROWS_LEAST, Math.floor(ROWS_MAX / parts.length));
  for (const [index, part] of parts.entries()) {
    const which = parts.length === 1 ? 'Source' : `Source ${index + 1} of ${parts.length}`;
    at = drawSource(paper, at, part, { which, rows_max });
  }
  at = drawWhole(paper, at, accountsTable(links));
  at = drawMethods(paper, at, sourcesHeight(links.length));
  drawSources(
    paper,
    at,
    links.map(({ source }) => source),
  );
  return closeSheet(paper, head);
}

const ofUser = (report: IncomeInsightsAnswer, user_id: string, printed: Printed): Report => ({
  head: {
    ...printed,
    title: 'Income insights',
    report_id: report.report_id,
    as_of: `As of ${usDate(report.created_at.slice(0, 10))}`,
    ended_at: report.completed_at,
    person_name: ownerName(report.links.flatMap(({ accounts }) => accounts)),
    facts: [
      { label: 'Report ID', value: report.report_id, span: 2 },
      { label: 'Made', value: moment(report.created_at) },
      { label: 'Days requested', value: String(report.days_requested) },
      { label: 'User ID', value: user_id, span: 2 },
      { label: 'Account owner', value: orDash(ownerName(report.links.flatMap(({ accounts }) => accounts))) },
      { label: 'Reference', value: orDash(report.links.flatMap((link) => link.tracking_info ?? []).join(', ')) },
    ],
    notices: repeatedNotices(report.repeated_accounts),
  },
  links: report.links.map(({ provider_name, accounts, bank_income_sources, link_id, updated_at }) => ({
    provider_name,
    accounts,
    bank_income_sources,
    source: { provider: provider_name, kind: SOURCE_WORDS.financial_accounts, link_id, as_of: moment(updated_at) },
  })),
  summary: report.bank_income_summary,
});

function ofLink(report: LinkIncomeAnswer, origin: Origin, printed: Printed): Report {
  const { id, status, completed_at, days_requested, tracking_info, accounts, income, summary } = report;
  const { link_id, provider_name, data_source } = origin;
  const notices = { processing: [RUNNING], error: [FAILED], success: [] }[status];
  return {
    head: {
      ...printed,
      title: 'Bank income report',
      report_id: id,
      as_of: completed_at === null ? 'Not complete yet' : `As of ${usDate(completed_at.slice(0, 10))}`,
      ended_at: completed_at,
      person_name: ownerName(accounts),
      facts: [
        { label: 'Report ID', value: id, span: 2 },
        { label: 'Made', value: moment(completed_at) },
        { label: 'Days requested', value: String(days_requested) },
        { label: 'Link ID', value: link_id, span: 2 },
        { label: 'Account owner', value: orDash(ownerName(accounts)) },
        { label: 'Reference', value: orDash(tracking_info) },
      ],
      notices: [...notices, ...suspicionNotices(report.is_suspicious)],
    },
    links: [
      {
        provider_name,
        accounts,
        bank_income_sources: income,
        source: { provider: provider_name, kind: SOURCE_WORDS[data_source], link_id, as_of: moment(completed_at) },
      },
    ],
    summary,
  };
}

/** Returns the primary owner's name, or the first owner's name if there is no primary owner. */
function ownerName(accounts: readonly IncomeAccount[]): string | null {
  const owners = accounts.flatMap((account) => account.owners);
  return (owners.find(({ relation_type }) => relation_type === 'PRIMARY') ?? owners[0])?.full_name ?? null;
}

function drawSummary(paper: Paper, y: Cursor, summary: BankIncomeSummary, parts: readonly SourcePart[]): Cursor {
  let at = drawHeading(paper, y, 'Summary') + 4;
  const currencies = summary.total_amounts.map(({ iso_currency_code }) => iso_currency_code);
  for (const currency of currencies) {
    at = drawKeyFigures(paper, at, monthlyFigures(summary, currency)) + 6;
    at = drawFacts(paper, at, yearlyFacts(summary, currency));
  }
  at = drawFacts(paper, at, countFacts(summary)) + 2;
  for (const currency of currencies) {
    const sources = parts.map(({ source }) => source).filter((source) => source.iso_currency_code === currency);
    const forecast = parseMoney(amountIn(summary.forecasted_average_monthly_income, currency)) ?? 0n;
    const title = `Income per month, all sources, ${currency}`;
    at = drawIncomeChart(paper, at, { title, months: incomeByMonth(sources), forecast }) + 4;
  }
  return drawWhole(paper, at, sourcesTable(parts)) + 2;
}

type Amounts = BankIncomeSummary['total_amounts'];

const amountIn = (amounts: Amounts, currency: string): Amounts[number]['amount'] | undefined =>
  amounts.find(({ iso_currency_code }) => iso_currency_code === currency)?.amount;

const monthlyFigures = (summary: BankIncomeSummary, currency: string): Fact[] => [
  { label: `Monthly income, ${currency}`, value: shown(summary.historical_average_monthly_income, currency) },
  { label: 'Monthly gross, estimated', value: shown(summary.historical_average_monthly_gross_income, currency) },
  { label: 'Monthly forecast', value: shown(summary.forecasted_average_monthly_income, currency) },
  { label: 'Total received', value: shown(summary.total_amounts, currency) },
];

const yearlyFacts = (summary: BankIncomeSummary, currency: string): Fact[] => [
  { label: `Yearly income, ${currency}`, value: shown(summary.historical_annual_income, currency) },
  { label: 'Yearly gross, estimated', value: shown(summary.historical_annual_gross_income, currency) },
  { label: 'Yearly forecast', value: shown(summary.forecasted_annual_income, currency), span: 2 },
];

const countFacts = (summary: BankIncomeSummary): Fact[] => [
  { label: 'Sources of income', value: String(summary.income_sources_count) },
  { label: 'Kinds of income', value: String(summary.income_categories_count) },
  { label: 'Deposits', value: String(summary.income_transactions_count) },
  { label: 'First and last deposit', value: `${usDate(summary.start_date)} to ${usDate(summary.end_date)}` },
];

const shown = (amounts: Amounts, currency: string): string => money(amountIn(amounts, currency));

const sourcesTable = (parts: readonly SourcePart[]): Table => ({
  title: 'All sources',
  columns: SOURCE_COLUMNS,
  rows: parts.map(({ source, account }) => ({
    cells: [
      source.income_description,
      categoryWords(source),
      account === undefined ? '' : `${accountName(account)} ${maskedNumber(account)}`,
      rhythmWords(source),
      usDate(source.next_payment_date),
      money(source.historical_average_monthly_income),
      money(source.forecasted_average_monthly_income),
    ],
  })),
});

const SOURCE_COLUMNS: readonly Column[] = [
  { title: 'Source', width: 118 },
  { title: 'Kind', width: 84 },
  { title: 'Account', width: 112 },
  { title: 'Rhythm', width: 58 },
  { title: 'Next', width: 52 },
  { title: 'Monthly', width: 54, align: 'right' },
  { title: 'Forecast', width: 54, align: 'right' },
];

const accountsTable = (links: Report['links']): Table => ({
  title: 'Accounts reviewed',
  columns: ACCOUNT_COLUMNS,
  rows: links.flatMap(({ accounts, provider_name }) =>
    accounts.map((account) => ({
      cells: [
        accountName(account),
        provider_name,
        kindWords(account),
        maskedNumber(account),
        account.owners.map(({ full_name }) => orDash(full_name)).join(', '),
        String(account.days_available),
      ],
    })),
  ),
});

const ACCOUNT_COLUMNS: readonly Column[] = [
  { title: 'Account', width: 110 },
  { title: 'Institution', width: 90 },
  { title: 'Type', width: 104 },
  { title: 'Number', width: 58 },
  { title: 'Owners', width: 126 },
  { title: 'Days', width: 44, align: 'right' },
];

const HEADING_ROOM = 18;

/**
 * Draws the explanation of the methods. `height_below` is the height to reserve for the data sources, which follow
 * below the explanation on the same page.
 */
function drawMethods(paper: Paper, y: Cursor, height_below: number): Cursor {
  const height = METHODS.reduce((sum, method) => sum + noteHeight(method), HEADING_ROOM + GAP + height_below);
  let at = drawHeading(paper, roomFor(paper, y, height), 'How these figures are calculated, and their limits');
  for (const method of METHODS) at = drawNote(paper, at, method);
  return at + GAP;
}
