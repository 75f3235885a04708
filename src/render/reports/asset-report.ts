// Asset reports: the borrower, the totals, and each account's balances and transactions.
import { type AssetReportAnswer, isAsset } from '#domain/reports/asset-reports.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { orDash, usDate } from '#render/figures.ts';
import { type Drawing, PAGE, type Paper, toPdf, write } from '#render/paper.ts';
import type { Column, Cursor, Table } from '#render/table.ts';
import { accountName, maskedNumber, typeWords } from './account-words.ts';
import { type AccountPart, averageFigures, drawAccount } from './asset-account.ts';
import { drawFacts, drawHeading, drawKeyFigures, type Fact } from './facts.ts';
import { drawNote } from './notes.ts';
import { closeSheet, type Head, openSheet, type Printed } from './sheet.ts';
import { drawSources } from './sources.ts';
import { drawWhole, GAP } from './whole-table.ts';
import { moment, money, repeatedNotices, SOURCE_WORDS, shownSsn } from './words.ts';

export const assetReportPdf = (report: AssetReportAnswer, printed: Printed): Promise<Buffer> =>
  toPdf(drawAssetReport(report, printed));

/**
 * The maximum number of transactions in the PDF, counted over all accounts. They fill about a hundred pages. More pages
 * are not worth printing, and the JSON contains all transactions.
 */
const ROWS_MAX = 6_000;
/** The minimum number of transactions that are shown for each account. The newest transactions are shown. */
const ROWS_LEAST = 25;

const WITHOUT_AMOUNTS = 'Amounts are not part of this report.';
const NOT_KNOWN = 'Each average includes only the accounts whose balance is known for every day of its period.';
const OWED = 'Cards, lines of credit and loans show the amount owed; they are not included above.';
const CURRENCIES =
  'Amounts in different currencies are not added together: the figures above are in US dollars or, if there are none, in the currency of the first account.';

function drawAssetReport(report: AssetReportAnswer, printed: Printed): Drawing {
  const parts = report.links.flatMap(({ accounts, provider_name }) =>
    accounts.map((account): AccountPart => ({ account, provider_name })),
  );
  const head = headOf(report, printed);
  const { paper, y } = openSheet(head);
  let at = drawFacts(paper, drawHeading(paper, y, 'Borrower') + 2, borrowerFacts(report)) + 2;
  at = drawSummary(paper, at, report, parts);
  const rows_max = Math.max(ROWS_LEAST, Math.floor(ROWS_MAX / parts.length));
  for (const [index, part] of parts.entries()) {
    const which = parts.length === 1 ? 'Account' : `Account ${index + 1} of ${parts.length}`;
    at = drawAccount(paper, at, part, { which, with_amounts: !report.is_voe, rows_max });
  }
  const sources = report.links.map(({ provider_name, link_id, updated_at }) => ({
    provider: provider_name,
    kind: SOURCE_WORDS.financial_accounts,
    link_id,
    as_of: moment(updated_at),
  }));
  drawSources(paper, at, sources);
  return closeSheet(paper, head);
}

function headOf(report: AssetReportAnswer, printed: Printed): Head {
  const { report_id, created_at, completed_at, as_of_date, days_requested, borrower } = report;
  const references = report.links.flatMap(({ tracking_info }) => tracking_info ?? []);
  return {
    ...printed,
    title: 'Asset report',
    report_id,
    as_of: `As of ${usDate(as_of_date)}`,
    ended_at: completed_at,
    person_name: nameOf(report),
    facts: [
      { label: 'Report ID', value: report_id, span: 2 },
      { label: 'Made', value: moment(created_at) },
      { label: 'Days requested', value: String(days_requested) },
      { label: 'User ID', value: borrower.id, span: 2 },
      { label: 'Reference', value: orDash(references.join(', ')) },
      { label: 'Large deposit threshold', value: thresholdOf(report) },
    ],
    notices: repeatedNotices(report.repeated_accounts),
  };
}

const thresholdOf = ({ large_deposit_threshold, is_voe }: AssetReportAnswer): string =>
  large_deposit_threshold === null && !is_voe ? 'No threshold' : money(large_deposit_threshold);

/**
 * Returns the borrower's name that the client sent. If the client sent no name, returns the name of the first primary
 * account owner at a bank.
 */
function nameOf({ borrower, links }: AssetReportAnswer): string | null {
  const given = [borrower.first_name, borrower.last_name].filter((name) => name !== null);
  if (given.length > 0) return given.join(' ');
  const owners = links.flatMap(({ accounts }) => accounts.flatMap((account) => account.owners));
  return owners.find(({ relation_type }) => relation_type === 'PRIMARY')?.full_name ?? null;
}

const borrowerFacts = (report: AssetReportAnswer): Fact[] => [
  { label: 'Name', value: orDash(nameOf(report)), span: 2 },
  { label: 'SSN', value: shownSsn(report.borrower.ssn) },
  { label: 'Phone', value: orDash(report.borrower.phone) },
  { label: 'Client’s own ID', value: orDash(report.borrower.external_user_id), span: 2 },
  { label: 'E-mail', value: orDash(report.borrower.email), span: 2 },
];

function drawSummary(paper: Paper, y: Cursor, report: AssetReportAnswer, parts: readonly AccountPart[]): Cursor {
  if (parts.length === 0) {
    write(paper, 'No account data was available when this report was created.', PAGE.margin, y + 14, { size: 10 });
    return y + 30;
  }
  let at = drawHeading(paper, y, 'Summary') + 4;
  if (report.is_voe) at = drawNote(paper, at, WITHOUT_AMOUNTS) + GAP;
  else {
    const label = `Deposits and investments on ${usDate(report.as_of_date)}`;
    const figures = [{ label, value: money(report.summary.balance) }, ...averageFigures(report.summary)];
    at = drawKeyFigures(paper, at, figures) + GAP;
  }
  at = drawWhole(paper, at, accountsTable(parts, !report.is_voe));
  if (report.is_voe) return at;
  for (const note of notesOn(parts)) at = drawNote(paper, at - GAP, note) + GAP;
  return at;
}

/** Notes that explain the totals to a reader who checks them. */
function notesOn(parts: readonly AccountPart[]): string[] {
  const assets = parts.map(({ account }) => account).filter(isAsset);
  return [
    ...(assets.some(({ summary }) => Object.values(summary).includes(null)) ? [NOT_KNOWN] : []),
    ...(parts.some(({ account }) => isLiabilityAccount(account)) ? [OWED] : []),
    ...(new Set(assets.map(({ balances }) => balances.currency_code)).size > 1 ? [CURRENCIES] : []),
  ];
}

const accountsTable = (parts: readonly AccountPart[], with_amounts: boolean): Table => ({
  title: 'All accounts',
  columns: with_amounts ? [...COLUMNS, BALANCE] : COLUMNS,
  rows: parts.map(({ account, provider_name }) => ({
    cells: [
      accountName(account),
      provider_name,
      typeWords(account),
      maskedNumber(account),
      String(account.nsf),
      money(account.balances.balance),
    ],
  })),
});

const COLUMNS: readonly Column[] = [
  { title: 'Account', width: 150 },
  { title: 'Institution', width: 120 },
  { title: 'Type', width: 100 },
  { title: 'Number', width: 62 },
  { title: 'NSF', width: 30, align: 'right' },
];
const BALANCE: Column = { title: 'Balance', width: 70, align: 'right' };
