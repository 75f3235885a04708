// The tables of a pay stub: earnings, deductions, gross pay by type, and deposits of the net pay.
import { sum } from '#base/money.ts';
import type { PayrollAccount } from '#domain/reports/payroll.ts';
import type { Deduction, Earning, Statement } from '#domain/reports/statements.ts';
import { amount, DASH, orDash } from './figures.ts';
import { PAGE } from './paper.ts';
import { CELL_PADDING, type Column, type Row, type Table } from './table.ts';

export const earningsTable = (statement: Statement): Table => ({
  title: 'Earnings',
  columns: EARNING_COLUMNS,
  rows: earningRows(statement),
});

export const deductionsTable = (statement: Statement): Table => ({
  title: 'Taxes and deductions',
  columns: DEDUCTION_COLUMNS,
  rows: deductionRows(statement),
});

export const kindsTable = (statement: Statement): Table => ({
  title: 'Gross pay by kind',
  columns: KIND_COLUMNS,
  rows: [
    { cells: ['Current', ...KINDS.map(([, kind]) => amount(statement[kind]))] },
    { cells: ['Year to date', ...KINDS.map(([, kind]) => amount(statement[`${kind}_ytd`]))] },
  ],
});

/** `deposits` contains one amount per account, in the order of `accounts`. An unknown amount is shown as a dash. */
export const depositsTable = (accounts: readonly PayrollAccount[], deposits: readonly bigint[]): Table => ({
  title: 'Direct deposit',
  columns: DEPOSIT_COLUMNS,
  rows: accounts.map((account, at) => ({
    cells: [
      orDash(account.bank_name),
      orDash([account.account_name, accountType(account), account.account_number].filter(isPresent).join(' ')),
      orDash(account.routing_number),
      allocation(account),
      amount(deposits[at]),
    ],
  })),
});

const EARNING_COLUMNS: readonly Column[] = [
  { title: 'Description', width: 168 },
  { title: 'Rate', width: 66, align: 'right' },
  { title: 'Hours', width: 66, align: 'right' },
  { title: 'Current', width: 78, align: 'right' },
  { title: 'Hours YTD', width: 72, align: 'right' },
  { title: 'Year to date', width: 82, align: 'right' },
];
/** The widths of the deduction columns align the amounts with the amounts of the earnings table. */
const DEDUCTION_COLUMNS: readonly Column[] = [
  { title: 'Description', width: 168 },
  { title: 'Type', width: 132, ink: 'grey' },
  { title: 'Current', width: 78, align: 'right' },
  { title: 'Year to date', width: 154, align: 'right' },
];
/** The right edge of the amounts in the column "Current" of the earnings table and the deductions table. */
export const CURRENT_RIGHT = PAGE.margin + 168 + 132 + 78 - CELL_PADDING;

const TYPES: Record<Deduction['category'], string> = {
  federal: 'Federal tax',
  state: 'State tax',
  local: 'Local tax',
  socialsec: 'Social Security tax',
  medicare: 'Medicare tax',
  retirement: 'Retirement',
  benefits: 'Benefits',
  garnishment: 'Garnishment',
  other: 'Other',
};
const KINDS = [
  ['Regular', 'regular'],
  ['Overtime', 'overtime'],
  ['Bonus', 'bonus'],
  ['Commission', 'commission'],
  ['Other pay', 'other_pay'],
] as const;

const KIND_COLUMNS: readonly Column[] = [
  { title: '', width: 102, ink: 'grey' },
  ...KINDS.map(([title]): Column => ({ title, width: 86, align: 'right' })),
];

const DEPOSIT_COLUMNS: readonly Column[] = [
  { title: 'Bank', width: 118 },
  { title: 'Account', width: 194 },
  { title: 'Routing number', width: 80 },
  { title: 'Allocation', width: 64 },
  { title: 'Amount', width: 76, align: 'right' },
];

function earningRows(statement: Statement): Row[] {
  const { earnings, earnings_ytd, gross_pay, gross_pay_ytd } = statement;
  const rows = paired(earnings, earnings_ytd).map(({ name, now, ytd }: Pair<Earning>): Row => {
    const rate = now?.rate ?? ytd?.rate;
    return {
      cells: [name, amount(rate), amount(now?.units), amount(now?.amount), amount(ytd?.units), amount(ytd?.amount)],
    };
  });
  return [...rows, { cells: ['Gross pay', '', '', amount(gross_pay), '', amount(gross_pay_ytd)], is_total: true }];
}

function deductionRows({ deductions, deductions_ytd }: Statement): Row[] {
  const rows = paired(deductions, deductions_ytd).map(({ name, now, ytd }: Pair<Deduction>): Row => {
    const category = now?.category ?? ytd?.category ?? 'other';
    return { cells: [name, TYPES[category], amount(now?.amount), amount(ytd?.amount)] };
  });
  const total = (lines: readonly Deduction[]) =>
    lines.length === 0 ? DASH : amount(sum(lines.map(({ amount }) => amount)));
  return [...rows, { cells: ['Total deductions', '', total(deductions), total(deductions_ytd)], is_total: true }];
}

const isPresent = (part: string | null): part is string => part !== null;

const accountType = ({ account_type }: PayrollAccount): string | null =>
  account_type === null ? null : account_type === 'C' ? '(checking)' : '(savings)';

function allocation({ deposit_type, deposit_value }: PayrollAccount): string {
  if (deposit_type === 'E') return 'Remainder';
  if (deposit_value === null) return DASH;
  return deposit_type === 'P' ? `${amount(deposit_value)} %` : amount(deposit_value);
}

type Pair<Line> = { name: string; now: Line | undefined; ytd: Line | undefined };

/** Pairs each current line with its year-to-date line. Year-to-date lines without a current line come last. */
function paired<Line extends { name: string }>(current: readonly Line[], to_date: readonly Line[]): Pair<Line>[] {
  const left = [...to_date];
  const pairs = current.map((now) => {
    const at = left.findIndex(({ name }) => name === now.name);
    const [ytd] = at === -1 ? [] : left.splice(at, 1);
    return { name: now.name, now, ytd };
  });
  return [...pairs, ...left.map((ytd) => ({ name: ytd.name, now: undefined, ytd }))];
}
