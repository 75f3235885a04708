// Bank statements: one account's transactions in one period, on as many pages as needed.
import { amount, DASH, orDash, usDate } from './figures.ts';
import { drawLetterhead, type Letterhead } from './letterhead.ts';
import { box, type Drawing, newPaper, PAGE, type Paper, RIGHT, toPdf, write } from './paper.ts';
import { type Column, type Cursor, drawTable } from './table.ts';

export type BankStatementPage = {
  bank_name: string;
  account: { name: string | null; mask: string | null; type: string | null };
  owner_names: readonly string[];
  period_start: string;
  period_end: string;
  opening_balance: bigint | null;
  closing_balance: bigint | null;
  total_deposits: bigint | null;
  total_withdrawals: bigint | null;
  /** Transactions, oldest first; debits have negative amounts. */
  rows: readonly { date: string; description: string; amount: bigint; balance: bigint | null }[];
};

export const bankStatementPdf = (statement: BankStatementPage): Promise<Buffer> => toPdf(drawBankStatement(statement));

export function drawBankStatement(statement: BankStatementPage): Drawing {
  const paper = newPaper();
  const y = drawSums(paper, drawLetterhead(paper, letterheadOf(statement)) + 12, statement);
  const rows = statement.rows.map(({ date, description, amount: cents, balance }) => ({
    cells: [usDate(date), description, amount(cents), amount(balance)],
  }));
  drawTable(paper, y, { title: 'Transactions', columns: COLUMNS, rows });
  numberPages(paper);
  const { bank_name, account, period_end, owner_names } = statement;
  return {
    paper,
    about: {
      title: `Account statement ${usDate(period_end)}`,
      author: bank_name,
      subject: [...owner_names, account.mask].filter((part) => part !== null).join(', '),
      created_on: period_end,
    },
  };
}

/** The maximum number of owner names on a statement. */
const OWNERS_MAX = 6;

const COLUMNS: readonly Column[] = [
  { title: 'Date', width: 64 },
  { title: 'Description', width: 300 },
  { title: 'Amount', width: 82, align: 'right' },
  { title: 'Balance', width: 86, align: 'right' },
];

function letterheadOf(statement: BankStatementPage): Letterhead {
  const { bank_name, account, owner_names, period_start, period_end } = statement;
  return {
    name: orDash(bank_name),
    lines: owner_names.length === 0 ? [DASH] : owner_names.slice(0, OWNERS_MAX),
    title: 'ACCOUNT STATEMENT',
    facts: [
      ['Statement period', `${usDate(period_start)} to ${usDate(period_end)}`],
      ['Account', orDash(account.name)],
      ['Account type', orDash(account.type)],
      ['Account number', account.mask === null ? DASH : `****${account.mask}`],
    ],
  };
}

function drawSums(paper: Paper, y: Cursor, statement: BankStatementPage): Cursor {
  const sums: [string, bigint | null][] = [
    ['OPENING BALANCE', statement.opening_balance],
    ['TOTAL DEPOSITS', statement.total_deposits],
    ['TOTAL WITHDRAWALS', statement.total_withdrawals],
    ['CLOSING BALANCE', statement.closing_balance],
  ];
  const width = (RIGHT - PAGE.margin) / sums.length;
  box(paper, { x: PAGE.margin, y, width: RIGHT - PAGE.margin, height: 42 }, { fill: 'tint' });
  for (const [at, [label, cents]] of sums.entries()) {
    const x = PAGE.margin + at * width + 10;
    write(paper, label, x, y + 15, { size: 7, face: 'bold', ink: 'grey' });
    write(paper, amount(cents), x, y + 32, { size: 12, face: 'bold', ink: 'accent', width_max: width - 16 });
  }
  return y + 42 + 14;
}

function numberPages(paper: Paper): void {
  const count = paper.pages.length;
  for (let page = 0; page < count; page++) {
    write(paper, `Page ${page + 1} of ${count}`, RIGHT, PAGE.height - 24, {
      size: 7,
      ink: 'grey',
      align: 'right',
      page,
    });
  }
}
