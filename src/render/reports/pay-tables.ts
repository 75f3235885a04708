// The pay tables of a report: yearly totals, W-2s, statements, and deposit accounts.
import type { EmploymentAnswer, PayrollAccountAnswer } from '#domain/reports/payroll.ts';
import type { StatementAnswer } from '#domain/reports/statements.ts';
import { orDash, usDate } from '#render/figures.ts';
import { BOTTOM, PAGE, RIGHT } from '#render/paper.ts';
import type { Column, Row, Table } from '#render/table.ts';
import { ROW_HEIGHT, tableHeight } from './whole-table.ts';
import { ACCOUNT_WORDS, money, period, said } from './words.ts';

const WIDTH = RIGHT - PAGE.margin;
const YEARS_MAX = 4;

const KINDS = [
  ['Regular', 'regular'],
  ['Overtime', 'overtime'],
  ['Bonus', 'bonus'],
  ['Commission', 'commission'],
  ['Other pay', 'other_pay'],
  ['Gross pay', 'gross_pay'],
  ['Net pay', 'net_pay'],
] as const;

/**
 * A table with one column for the latest statement, and one column for the totals of each year. The total of the newest
 * year includes all statements up to the latest statement.
 */
export function yearsTable({ statements, annual_income_summary }: EmploymentAnswer): Table {
  const years = annual_income_summary.slice(0, YEARS_MAX);
  const latest = statements[0];
  const titles = [
    `Pay on ${usDate(latest?.pay_date ?? null)}`,
    ...years.map(({ year }, at) => (at === 0 ? `${year} to ${usDate(latest?.pay_date ?? null)}` : String(year))),
  ];
  const name_width = 92;
  const width = (WIDTH - name_width) / titles.length;
  return {
    title: `Year to date and earlier years${newestOf(years.length, annual_income_summary.length)}`,
    columns: [{ title: '', width: name_width }, ...titles.map((title): Column => ({ title, width, align: 'right' }))],
    rows: KINDS.map(([name, kind]) => ({
      cells: [name, money(latest?.[kind]), ...years.map((year) => money(year[kind]))],
      ...(kind === 'gross_pay' || kind === 'net_pay' ? { is_total: true } : {}),
    })),
  };
}

export const w2Table = ({ w2s }: EmploymentAnswer): Table => ({
  title: 'W-2 totals',
  columns: W2_COLUMNS,
  rows: w2s.map((w2) => ({ cells: [String(w2.year), ...W2_AMOUNTS.map(([, field]) => money(w2[field]))] })),
});

const W2_AMOUNTS = [
  ['Wages', 'wages'],
  ['Gross pay', 'gross_pay'],
  ['Federal tax', 'federal_tax'],
  ['Soc. sec. wages', 'social_security_wages'],
  ['Soc. sec. tax', 'social_security_tax'],
  ['Medicare wages', 'medicare_wages'],
  ['Medicare tax', 'medicare_tax'],
] as const;
const W2_COLUMNS: readonly Column[] = [
  { title: 'Year', width: 42 },
  ...W2_AMOUNTS.map(([title]): Column => ({ title, width: (WIDTH - 42) / W2_AMOUNTS.length, align: 'right' })),
];

export const accountsTable = (accounts: readonly PayrollAccountAnswer[]): Table => ({
  title: 'Direct deposit accounts',
  columns: ACCOUNT_COLUMNS,
  rows: accounts.map((account) => ({
    cells: [
      orDash(account.bank_name),
      orDash(account.account_name),
      said(ACCOUNT_WORDS, account.account_type),
      orDash(account.account_number),
      orDash(account.routing_number),
      allocation(account),
    ],
  })),
});

const ACCOUNT_COLUMNS: readonly Column[] = [
  { title: 'Bank', width: 120 },
  { title: 'Account', width: 132 },
  { title: 'Type', width: 56 },
  { title: 'Number', width: 88 },
  { title: 'Routing number', width: 72 },
  { title: 'Share', width: 64, align: 'right' },
];

function allocation({ deposit_type, deposit_value }: PayrollAccountAnswer): string {
  if (deposit_type === 'E') return 'Entire';
  return deposit_type === 'P' && deposit_value !== null ? `${money(deposit_value)} %` : money(deposit_value);
}

/**
 * The table of the newest statements. It has as many statements as fit between `y` and the reserved space at the foot
 * of the page.
 */
export function statementsTable(statements: readonly StatementAnswer[], y: number, reserved: number): Table {
  const room = BOTTOM - reserved - y - tableHeight(0);
  const shown = statements.slice(0, Math.max(1, Math.floor(room / ROW_HEIGHT)));
  const amounts = amountsOf(shown);
  const width = (WIDTH - 164) / amounts.length;
  return {
    title: `Pay statements${newestOf(shown.length, statements.length) || `: all ${statements.length}`}`,
    columns: [
      { title: 'Pay date', width: 56 },
      { title: 'Period', width: 108 },
      ...amounts.map(({ title }): Column => ({ title, width, align: 'right' })),
    ],
    rows: shown.map(
      (statement): Row => ({
        cells: [
          usDate(statement.pay_date),
          period(statement.period_start, statement.period_end),
          ...amounts.map(({ field }) => money(statement[field])),
        ],
      }),
    ),
  };
}

const AMOUNTS = [
  { title: 'Hours', field: 'hours', shown: 'always' },
  { title: 'Regular', field: 'regular', shown: 'always' },
  { title: 'Overtime', field: 'overtime', shown: 'if any' },
  { title: 'Bonus', field: 'bonus', shown: 'if any' },
  { title: 'Commission', field: 'commission', shown: 'if any' },
  { title: 'Other pay', field: 'other_pay', shown: 'if any' },
  { title: 'Gross', field: 'gross_pay', shown: 'always' },
  { title: 'Net', field: 'net_pay', shown: 'always' },
  { title: 'Gross YTD', field: 'gross_pay_ytd', shown: 'if room' },
  { title: 'Net YTD', field: 'net_pay_ytd', shown: 'if room' },
] as const;
/** The maximum number of amount columns. With more columns, the largest amounts would be truncated. */
const AMOUNTS_MAX = 8;

/**
 * Returns the columns. A pay type that occurs in no statement gets no column. If there are still too many columns, the
 * year-to-date columns are omitted, because the yearly table contains these amounts.
 */
function amountsOf(statements: readonly StatementAnswer[]): readonly (typeof AMOUNTS)[number][] {
  const used = AMOUNTS.filter(
    ({ shown, field }) => shown !== 'if any' || statements.some((one) => isSomething(one[field])),
  );
  return used.length <= AMOUNTS_MAX ? used : used.filter(({ shown }) => shown !== 'if room');
}

const isSomething = (text: string | null): boolean => text !== null && text !== '0.00';

/** Returns the suffix of a table's title if only the newest rows are shown. The other rows are in the JSON. */
const newestOf = (shown: number, all: number): string => (shown === all ? '' : `: the newest ${shown} of ${all}`);
