// One account in an asset report: owners, balances, large deposits, and transactions.
import type { ReportedAccount } from '#domain/reports/asset-reports.ts';
import { isLiabilityAccount } from '#domain/reports/liabilities.ts';
import { orDash, usDate } from '#render/figures.ts';
import type { Paper } from '#render/paper.ts';
import { type Column, type Cursor, drawTable, roomFor, type Table } from '#render/table.ts';
import { accountName, kindWords, maskedNumber } from './account-words.ts';
import { drawFacts, drawHeading, drawKeyFigures, type Fact } from './facts.ts';
import { drawNote } from './notes.ts';
import { drawWhole, GAP, ROW_HEIGHT } from './whole-table.ts';
import { addressLine, inWords, money } from './words.ts';

export type AccountPart = { account: ReportedAccount; provider_name: string };
type Look = { which: string; with_amounts: boolean; rows_max: number };
type Transaction = ReportedAccount['transactions'][number];

/**
 * The minimum height for an account's facts, its owners and some transactions. If less height is left on the page, the
 * account starts on a new page.
 */
const HEIGHT_LEAST = 210;
/** The maximum number of owners that are shown. Further owners are only in the JSON. */
const OWNERS_MAX = 10;

const NO_TRANSACTIONS = 'No transactions in the period of this report.';

export function drawAccount(paper: Paper, y: Cursor, { account, provider_name }: AccountPart, look: Look): Cursor {
  const { which, with_amounts, rows_max } = look;
  const heading = `${which}: ${accountName(account)}, ${provider_name}`;
  let at = drawHeading(paper, roomFor(paper, y, HEIGHT_LEAST), heading) + 4;
  if (with_amounts) at = drawKeyFigures(paper, at, keyFigures(account)) + 6;
  at = drawFacts(paper, at, particulars(account, with_amounts));
  at = drawWhole(paper, at, ownersTable(account));
  const large = account.transactions.filter(({ is_large_deposit }) => is_large_deposit);
  if (large.length > 0) at = drawRows(paper, at, 'Large deposits', large, look);
  if (account.transactions.length === 0) return drawNote(paper, at, NO_TRANSACTIONS) + GAP;
  return drawRows(paper, at, 'Transactions', account.transactions, { with_amounts, rows_max });
}

const keyFigures = (account: ReportedAccount): Fact[] => [
  {
    label: `${isLiabilityAccount(account) ? 'Owed' : 'Balance'}, ${account.balances.currency_code}`,
    value: money(account.balances.balance),
  },
  ...averageFigures(account.summary),
];

export const averageFigures = ({ avg_30, avg_60, avg_90 }: ReportedAccount['summary']): Fact[] => [
  { label: '30-day average', value: money(avg_30) },
  { label: '60-day average', value: money(avg_60) },
  { label: '90-day average', value: money(avg_90) },
];

const particulars = (account: ReportedAccount, with_amounts: boolean): Fact[] => [
  { label: 'Type', value: kindWords(account) },
  { label: 'Number', value: maskedNumber(account) },
  { label: 'Routing number', value: orDash(account.routing_number) },
  { label: 'Days of transactions', value: String(account.days_available) },
  { label: 'Returned items and overdrafts (NSF)', value: String(account.nsf) },
  { label: 'Large deposits', value: String(account.transactions.filter((one) => one.is_large_deposit).length) },
  ...(with_amounts
    ? [
        { label: 'Available', value: money(account.balances.available_balance) },
        { label: 'Credit limit', value: money(account.balances.credit_limit) },
      ]
    : []),
];

const ownersTable = ({ owners }: ReportedAccount): Table => ({
  title: owners.length > OWNERS_MAX ? `Owners: the first ${OWNERS_MAX} of ${owners.length}` : 'Owners',
  columns: OWNER_COLUMNS,
  rows: owners.slice(0, OWNERS_MAX).map(({ full_name, relation_type, address, phone, email }) => ({
    cells: [orDash(full_name), inWords(relation_type), addressLine(address), orDash(phone), orDash(email)],
  })),
});

const OWNER_COLUMNS: readonly Column[] = [
  { title: 'Name', width: 110 },
  { title: 'Relation', width: 58 },
  { title: 'Address', width: 164 },
  { title: 'Phone', width: 72 },
  { title: 'E-mail', width: 128 },
];

type Rows = Pick<Look, 'with_amounts' | 'rows_max'>;

/**
 * Draws transactions, newest first, as in the JSON. If there are too many transactions, the oldest transactions are not
 * drawn and are only in the JSON.
 */
function drawRows(
  paper: Paper,
  y: Cursor,
  title: string,
  transactions: readonly Transaction[],
  { with_amounts, rows_max }: Rows,
): Cursor {
  const shown = transactions.slice(0, rows_max);
  const newest = shown.length === transactions.length ? '' : `: the newest ${shown.length} of ${transactions.length}`;
  const rows = shown.map((transaction) => ({
    cells: [
      usDate(transaction.transacted_at.slice(0, 10)),
      transaction.description,
      remarkOn(transaction),
      ...(with_amounts
        ? [inColumn(transaction, 'CREDIT'), inColumn(transaction, 'DEBIT')]
        : [inWords(transaction.type)]),
    ],
  }));
  const columns = with_amounts ? AMOUNT_COLUMNS : PLAIN_COLUMNS;
  return drawTable(paper, y, { title: `${title}${newest}`, columns, rows, row_height: ROW_HEIGHT }) + GAP;
}

/**
 * Returns the remark on a transaction: large deposit or pending. A transaction never has both remarks, because only
 * posted transactions can be large deposits.
 */
const remarkOn = ({ is_large_deposit, status }: Transaction): string =>
  is_large_deposit ? 'Large deposit' : status === 'PENDING' ? 'Pending' : '';

const inColumn = ({ type, amount }: Transaction, wanted: Transaction['type']): string =>
  type === wanted ? money(amount) : '';

const DATE: Column = { title: 'Date', width: 58 };
const AMOUNT_COLUMNS: readonly Column[] = [
  DATE,
  { title: 'Description', width: 262 },
  { title: '', width: 64, ink: 'accent' },
  { title: 'Credit', width: 74, align: 'right' },
  { title: 'Debit', width: 74, align: 'right' },
];
const PLAIN_COLUMNS: readonly Column[] = [
  DATE,
  { title: 'Description', width: 346 },
  { title: '', width: 64, ink: 'accent' },
  { title: 'Kind', width: 64 },
];
