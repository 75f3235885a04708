// A spreadsheet that an accountant prints to PDF, without cell borders. It leads from wages to net pay in three
// columns: the year to date before this pay, this pay, and the year to date after this pay. The dollar sign is at the
// left edge of its cell.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, type Shown, taken, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, put, sumOf, type Timed } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Regular wages',
    overtime: 'Overtime wages',
    double_time: 'Double time wages',
    holiday: 'Holiday',
    pto: 'Vacation',
    sick: 'Sick time',
    bonus: 'Bonus',
    commission: 'Commissions',
    card_tips: 'Tips through payroll',
    housing: 'Housing allowance',
  },
  taxes: {
    federal: 'Federal income tax',
    social_security: 'Social security 6.2%',
    medicare: 'Medicare 1.45%',
    state: '{state} income tax',
    disability: '{state} disability ins.',
    family_leave: '{state} family leave',
    unemployment: '{state} unemployment',
    local: '{city} tax',
    local_services: 'Local services tax',
  },
  deductions: {
    medical: 'Health insurance',
    dental: 'Dental insurance',
    vision: 'Vision insurance',
    k401: 'Simple IRA',
    k403: 'Retirement 403(b)',
    loan: 'Employee advance',
  },
  contributions: {
    match: 'Retirement match',
    medical: 'Health insurance - employer',
    dental: 'Dental insurance - employer',
    social_security: 'Social security - employer',
    medicare: 'Medicare - employer',
    hsa: 'HSA - employer',
  },
});
const PREPARERS = ['Crowhurst Tax & Bookkeeping', 'Wynford Accounting Services', 'Fennimore Ledger, PLLC'];
const FREQUENCIES = { weekly: 'Weekly', biweekly: 'Every 2 weeks', semimonthly: 'Twice a month', monthly: 'Monthly' };

type Amounts = { current: number; ytd: number };

export const accountantSheet: Layout = async (seed) => {
  const it = open('accountant-sheet', seed, {
    sectors: ['shop', 'church', 'trade'],
    words: [WORDS],
    dates: ['M/D/YYYY', 'M/D/YY'],
    names: ['short', 'full', 'initial.'],
    pay: { deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [54, 558];
  const edges = { hours: 262, rate: 312, before: 394, current: 476, ytd: right };
  const style = { size: 9 };
  const step = 13.5;
  let y = 48;
  sheet.text(random.pick(['PAYROLL WORKSHEET', 'Employee Pay Record', 'Paycheck Calculation']), left, y, {
    size: 13,
    bold: true,
  });
  y += 22;
  const top = y;
  const home = random.chance(0.6) ? it.employee_address.join(', ') : '';
  const facts: Fact[] = [
    ['Employer', 'employer_name', it.employer_name],
    ['', 'employer_address', plain(it.employer_address.join(', '))],
    ['EIN', 'employer_ein', random.chance(0.5) ? it.employer_ein : NOTHING],
    ['Employee', 'employee_name', it.employee_name],
    ['', 'employee_address', plain(home)],
    ['SSN', 'employee_ssn', random.chance(0.6) ? it.employee_ssn : NOTHING],
  ];
  for (const [label, name, shown] of facts) {
    if (shown.text === '') continue;
    sheet.text(label, left, y, style);
    put(sheet, name, shown, left + 58, y, { ...style, width: 256 });
    y += step;
  }
  // A spreadsheet aligns dates and numbers to the right edge of their cell.
  const dated: Fact[] = [
    ['Pay date', 'pay_date', it.pay_date],
    ['Period from', 'period_start', it.period_start],
    ['Period to', 'period_end', it.period_end],
    ['Check #', 'check_number', check.accounts.length === 0 ? it.check_number : NOTHING],
    ['Employee #', 'employee_id', random.chance(0.5) ? it.employee_id : NOTHING],
    ['Paid', '', plain(FREQUENCIES[check.frequency])],
  ];
  let beside = top;
  for (const [label, name, shown] of dated) {
    if (shown.text === '') continue;
    sheet.text(label, edges.before + 12, beside, style);
    put(sheet, name, shown, right, beside, { ...style, align: 'right', width: 80 });
    beside += step;
  }
  y = Math.max(y, beside) + 12;

  sheet.box(left - 3, y - 4, right - left + 6, 15, { fill: random.pick(['#ddebf7', '#e2efda', '#fff2cc']) });
  for (const [title, edge] of [
    ['Hours', edges.hours],
    ['Rate', edges.rate],
    ['Prior YTD', edges.before],
    ['This pay', edges.current],
    ['New YTD', edges.ytd],
  ] as const) {
    sheet.text(title, edge, y, { ...style, bold: true, align: 'right' });
  }
  y += 19;

  const bracketed = random.chance(0.4);
  const plus = (cents: number): Shown => money(cents);
  const less = (cents: number): Shown => (bracketed ? taken(cents, { negative: 'parentheses' }) : money(cents));
  /** Prints one amount. In the accounting format, the currency sign is a separate text at the left of the cell. */
  const cell = (shown: Shown, edge: number, name: string, signed: boolean, bold: boolean) => {
    if (shown.text === '') return;
    if (signed) sheet.text('$', edge - 68, y, { ...style, bold });
    put(sheet, name, shown, edge, y, { ...style, bold, align: 'right', width: 60 });
  };
  const cells = ({ current, ytd }: Amounts, show: (cents: number) => Shown, signed: boolean, name = '') => {
    const own = { current: unlessZero(current, show), ytd: unlessZero(ytd, show) };
    const bold = name !== '';
    cell(unlessZero(ytd - current, show), edges.before, '', signed, bold);
    cell(own.current, edges.current, name, signed, bold);
    cell(own.ytd, edges.ytd, name && `${name}_ytd`, signed, bold);
    return own;
  };
  const section = (
    title: string,
    into: string,
    rows: readonly (Amounts & { name: string } & Partial<Timed>)[],
    show: (cents: number) => Shown,
  ) => {
    sheet.text(title, left, y, { ...style, bold: true });
    y += step;
    for (const [index, row] of rows.entries()) {
      const time = row.hours ? hours(row.hours) : NOTHING;
      const rate = row.rate ? money(row.rate) : NOTHING;
      sheet.text(row.name, left + 10, y, { ...style, width: 150 });
      sheet.text(time.text, edges.hours, y, { ...style, align: 'right' });
      sheet.text(rate.text, edges.rate, y, { ...style, align: 'right' });
      const own = cells(row, show, index === 0);
      sheet.row(into, { description: row.name, hours: time, rate, ...own });
      y += step;
    }
  };
  const total = (label: string, name: string, amounts: Amounts, show: (cents: number) => Shown) => {
    for (const edge of [edges.before, edges.current, edges.ytd]) sheet.rule(edge - 70, y - 2, edge, y - 2);
    sheet.text(label, left, y + 1, { ...style, bold: true });
    y += 1;
    cells(amounts, show, true, name);
    y += step + 6;
  };
  section('Wages', 'earnings', it.earnings, plus);
  total('Gross pay', 'gross_pay', check.gross, plus);
  section('Less: payroll taxes', 'taxes', it.taxes, less);
  total('Total taxes', 'total_taxes', check.total_taxes, less);
  if (it.deductions.length > 0) {
    section('Less: other deductions', 'deductions', it.deductions, less);
    total('Total deductions', 'total_deductions', check.total_deductions, less);
  }
  total('NET PAY', 'net_pay', check.net, plus);
  for (const edge of [edges.before, edges.current, edges.ytd]) {
    sheet.rule(edge - 70, y - 7, edge, y - 7);
    sheet.rule(edge - 70, y - 5, edge, y - 5);
  }
  y += 4;
  if (check.accounts.length > 0) {
    sheet.text('Direct deposit', left, y, { ...style, bold: true });
    y += step;
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      sheet.text(description, left + 10, y, style);
      sheet.text(account.text, left + 70, y, style);
      cell(money(current), edges.current, '', false, false);
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      y += step;
    }
    y += 6;
  }
  if (it.contributions.length > 0 && y + (it.contributions.length + 2) * step < 735) {
    section('Employer cost (not deducted)', 'employer_contributions', it.contributions, plus);
    const cost = sumOf(it.contributions);
    sheet.text('Total employer cost', left, y, style);
    cells(cost, plus, false);
  }
  const [year = ''] = check.pay_date.split('-');
  sheet.text(`Prepared by ${random.pick(PREPARERS)}`, left, 756, { size: 8 });
  sheet.text(`Payroll ${year}.xlsx`, 306, 756, { size: 8, align: 'center' });
  sheet.text('Page 1', right, 756, { size: 8, align: 'right' });
  return sheet.done();
};
