// A large employer's self-service printout on two pages. The first page has the summary, the payment and the earnings.
// The second page has taxes, deductions, company contributions and time off, and repeats the facts of the payment.
import type { Layout } from '../../sample.ts';
import { figure, type Opened, type Sum } from '../fifth/kit.ts';
import { hours, money, moneyText, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary Exempt',
    regular: 'Regular Pay',
    overtime: 'Overtime Pay',
    double_time: 'Double Time Pay',
    evening: 'Evening Premium',
    night: 'Overnight Premium',
    weekend: 'Weekend Premium',
    on_call: 'On-Call Pay',
    charge: 'Charge Premium',
    holiday: 'Holiday Pay',
    pto: 'PTO Pay',
    sick: 'Sick Pay',
    training: 'Training Pay',
    bonus: 'Incentive Bonus',
    commission: 'Sales Commission',
  },
  taxes: {
    federal: 'Federal Withholding',
    social_security: 'FICA Social Security',
    medicare: 'FICA Medicare',
    state: '{state} State Withholding',
    disability: '{state} Disability',
    family_leave: '{state} Family Leave',
    unemployment: '{state} Unemployment',
    local: '{city} Withholding',
    local_services: '{city} Local Services',
  },
  deductions: {
    medical: 'Medical Plan',
    dental: 'Dental Plan',
    vision: 'Vision Plan',
    hsa: 'Health Savings Acct',
    fsa: 'Flexible Spending',
    k401: '401(k) Plan',
    k403: '403(b) Plan',
    roth: 'Roth Plan',
    life: 'Associate Life Ins',
    disability_short: 'Short Term Dis',
    disability_long: 'Long Term Dis',
    charity: 'Associates in Need Fund',
  },
  contributions: {
    match: 'Retirement Match',
    medical: 'Medical Plan',
    dental: 'Dental Plan',
    hsa: 'Health Savings Acct',
    life: 'Company Life Ins',
    social_security: 'FICA Social Security',
    medicare: 'FICA Medicare',
  },
});
const [LEFT, RIGHT] = [50, 562];
const TEXT: Style = { size: 9.5 };
const BOLD: Style = { size: 9.5, bold: true };
const STEP = 15;
const BLUE = '#1d4e89';

export const chainPages: Layout = async (seed) => {
  const it = open('chain-pages', seed, {
    sectors: ['shop', 'hospital', 'office'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY', 'Mon D, YYYY'],
    names: ['short', 'initial', 'last-first'],
    pay: { deductions_max: 9 },
  });
  const { sheet, check } = it;
  printHead(it);
  let y = printSummary(it, 190);
  y = printPayment(it, y);
  printEarnings(it, y);
  sheet.text('Page 1 of 2', RIGHT, 766, { size: 8, align: 'right' });
  sheet.page();
  printSecondHead(it);
  y = printAmounts(it, 'Taxes', 'taxes', it.taxes, ['Total Taxes', 'total_taxes', check.total_taxes], 84);
  const total = ['Total Deductions', 'total_deductions', check.total_deductions] as const;
  y = printAmounts(it, 'Deductions', 'deductions', it.deductions, total, y);
  y = printAmounts(it, 'Company Contributions', 'employer_contributions', it.contributions, null, y);
  printTimeOff(it, y);
  sheet.text('Page 2 of 2', RIGHT, 766, { size: 8, align: 'right' });
  return sheet.done();
};

function printHead(it: Opened): void {
  const { sheet, stub } = it;
  sheet.text('Pay Statement', LEFT, 34, { size: 17, color: BLUE });
  sheet.field('employer_name', it.employer_name, RIGHT, 34, { ...BOLD, align: 'right', width: 300 });
  const lines = it.employer_address;
  sheet.record('employer_address', lines.join(', '));
  sheet.lines(lines, RIGHT, 47, { size: 8.5, step: 11, align: 'right' });
  sheet.rule(LEFT, 86, RIGHT, 86, { color: BLUE, width: 1.2 });
  const person: Fact[] = [
    ['Associate Name', 'employee_name', it.employee_name],
    ['Associate ID', 'employee_id', it.employee_id],
    ['Job', '', plain(stub.title)],
    ['Location', '', plain(stub.department)],
  ];
  const payment: Fact[] = [
    ['Pay Date', 'pay_date', it.pay_date],
    ['Pay Begin Date', 'period_start', it.period_start],
    ['Pay End Date', 'period_end', it.period_end],
    ['Payment Number', 'check_number', it.check_number],
  ];
  for (const [index, fact] of person.entries())
    beside(sheet, fact, LEFT, 96 + index * 14, { label: TEXT, value: { ...BOLD, width: 170 }, at: LEFT + 86 });
  for (const [index, fact] of payment.entries())
    beside(sheet, fact, 360, 96 + index * 14, { label: TEXT, value: { ...BOLD, width: 106 }, at: 450 });
  const address = it.employee_address.join(', ');
  sheet.text('Home Address', LEFT, 152, TEXT);
  sheet.text(address, LEFT + 86, 152, { ...TEXT, width: 400 });
  sheet.record('employee_address', address);
}

function printTitle(
  { sheet }: Opened,
  title: string,
  heads: readonly (readonly [string, number])[],
  y: number,
): number {
  sheet.text(title, LEFT, y, { size: 11, bold: true, color: BLUE });
  for (const [text, edge] of heads) sheet.text(text, edge, y + 2, { size: 8.5, bold: true, align: 'right' });
  sheet.rule(LEFT, y + 15, RIGHT, y + 15, { color: BLUE });
  return y + 20;
}

function printSummary(it: Opened, top: number): number {
  const { sheet, check } = it;
  const edges = { current: 420, ytd: RIGHT };
  let y = printTitle(
    it,
    'Pay Summary',
    [
      ['Current', edges.current],
      ['Year to Date', edges.ytd],
    ],
    top,
  );
  const rows: [string, string, Sum][] = [
    ['Gross Pay', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net Pay', 'net_pay', check.net],
  ];
  for (const [label, name, sum] of rows) {
    const bold = name === 'net_pay';
    const show = (cents: number): Shown => money(cents, { dollar: bold ? '$' : '' });
    sheet.text(label, LEFT, y, { ...TEXT, bold });
    put(sheet, name, show(sum.current), edges.current, y, { ...TEXT, bold, align: 'right' });
    put(sheet, `${name}_ytd`, show(sum.ytd), edges.ytd, y, { ...TEXT, bold, align: 'right' });
    y += STEP;
  }
  return y + 14;
}

function printPayment(it: Opened, top: number): number {
  const { sheet, check } = it;
  if (check.accounts.length === 0) return top;
  let y = printTitle(it, 'Payment Details', [['Amount', RIGHT]], top);
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    sheet.text(description, LEFT, y, TEXT);
    sheet.text(account.text, 200, y, TEXT);
    sheet.text(moneyText(current), RIGHT, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += STEP;
  }
  return y + 14;
}

function printEarnings(it: Opened, top: number): void {
  const { sheet, check } = it;
  const edge = { hours: 262, rate: 326, current: 400, hours_ytd: 474, ytd: RIGHT };
  let y = printTitle(
    it,
    'Earnings',
    [
      ['Hours', edge.hours],
      ['Rate', edge.rate],
      ['Current', edge.current],
      ['YTD Hours', edge.hours_ytd],
      ['Year to Date', edge.ytd],
    ],
    top,
  );
  for (const row of it.earnings) {
    const own = {
      hours: figure(row.hours),
      rate: figure(row.rate, 4),
      current: money(row.current),
      ytd: money(row.ytd),
    };
    sheet.text(row.name, LEFT, y, { ...TEXT, width: 150 });
    for (const key of ['hours', 'rate', 'current', 'ytd'] as const)
      sheet.text(own[key].text, edge[key], y, { ...TEXT, align: 'right' });
    sheet.text(figure(row.hours_ytd).text, edge.hours_ytd, y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  sheet.rule(LEFT, y - 2, RIGHT, y - 2, { width: 0.4 });
  sheet.text('Gross Pay', LEFT, y + 2, BOLD);
  sheet.text(hours(check.hours.current).text, edge.hours, y + 2, { ...BOLD, align: 'right' });
  sheet.text(moneyText(check.gross.current), edge.current, y + 2, { ...BOLD, align: 'right' });
  sheet.text(moneyText(check.gross.ytd), edge.ytd, y + 2, { ...BOLD, align: 'right' });
}

function printSecondHead(it: Opened): void {
  const { sheet } = it;
  sheet.text('Pay Statement (continued)', LEFT, 34, { size: 12, color: BLUE });
  const facts = [it.employee_name.text, `Pay Date ${it.pay_date.text}`, `Payment Number ${it.check_number.text}`];
  sheet.text(facts.join('   |   '), LEFT, 52, { size: 8.5 });
  sheet.rule(LEFT, 68, RIGHT, 68, { color: BLUE, width: 1.2 });
}

function printAmounts(
  it: Opened,
  title: string,
  into: string,
  rows: readonly (Named & { pre_tax?: boolean })[],
  total: readonly [string, string, Sum] | null,
  top: number,
): number {
  if (rows.length === 0) return top;
  const { sheet } = it;
  const edges = { current: 420, ytd: RIGHT };
  let y = printTitle(
    it,
    title,
    [
      ['Current', edges.current],
      ['Year to Date', edges.ytd],
    ],
    top,
  );
  if (into === 'deductions') sheet.text('Type', 260, top + 2, { size: 8.5, bold: true });
  for (const { name, pre_tax, ...row } of rows) {
    const own = { current: money(row.current), ytd: money(row.ytd) };
    sheet.text(name, LEFT, y, { ...TEXT, width: 190 });
    if (pre_tax !== undefined) sheet.text(pre_tax ? 'Pre-tax' : 'After-tax', 260, y, TEXT);
    sheet.text(own.current.text, edges.current, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, edges.ytd, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: name, ...own });
    y += STEP;
  }
  if (!total) return y + 12;
  const [label, name, sum] = total;
  sheet.rule(LEFT, y - 2, RIGHT, y - 2, { width: 0.4 });
  sheet.text(label, LEFT, y + 2, BOLD);
  put(sheet, name, money(sum.current), edges.current, y + 2, { ...BOLD, align: 'right' });
  put(sheet, `${name}_ytd`, money(sum.ytd), edges.ytd, y + 2, { ...BOLD, align: 'right' });
  return y + 32;
}

function printTimeOff(it: Opened, top: number): void {
  const { sheet, check } = it;
  if (check.leaves.length === 0) return;
  const named = { vacation: 'Paid Time Off', sick: 'Sick', personal: 'Personal' };
  let y = printTitle(
    it,
    'Time Off (Hours)',
    [
      ['Earned', 340],
      ['Taken', 420],
      ['Balance', RIGHT],
    ],
    top,
  );
  for (const { kind, accrued, used, balance } of check.leaves) {
    sheet.text(named[kind], LEFT, y, TEXT);
    for (const [value, edge] of [
      [accrued, 340],
      [used, 420],
      [balance, RIGHT],
    ] as const)
      sheet.text(hours(value).text, edge, y, { ...TEXT, align: 'right' });
    y += STEP;
  }
}
