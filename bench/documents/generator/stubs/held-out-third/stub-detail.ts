// The pay stub that online accounting software prints on plain paper. The upper part has the addresses for a window
// envelope. The lower part is the detail in two columns: employer, person, pay and deductions on the left; period,
// leave, net pay, taxes and summary on the right.
import type { Layout } from '../../sample.ts';
import { hours, money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Regular Pay',
    overtime: 'Overtime Pay',
    double_time: 'Double Overtime Pay',
    holiday: 'Holiday Pay',
    pto: 'Vacation Pay',
    sick: 'Sick Pay',
    jury: 'Jury Duty Pay',
    card_tips: 'Paycheck Tips',
    cash_tips: 'Cash Tips',
    training: 'Training Pay',
    retro: 'Retroactive Pay',
    allowance: 'Phone Allowance',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} Income Tax',
    disability: '{state} State Disability Ins',
    family_leave: '{state} Family Leave Ins',
    unemployment: '{state} State Unemployment Tax',
    long_term_care: 'WA Cares Fund',
    transit: 'OR Transit Tax',
    local: '{city} Income Tax',
  },
  deductions: {
    medical: 'Medical',
    dental: 'Dental',
    vision: 'Vision',
    hsa: 'Health Savings Acct',
    k401: '401(k)',
    k403: '403(b)',
    roth: 'After-tax Roth 401(k)',
    life: 'Life Insurance',
    garnishment: 'Creditor Garnishment',
    loan: 'Loan Repayment',
    charity: 'Other After-tax',
  },
  contributions: {
    match: 'Retirement Co. Match',
    medical: 'Medical (company)',
    dental: 'Dental (company)',
    hsa: 'HSA (company)',
    social_security: 'Social Security (company)',
    medicare: 'Medicare (company)',
  },
});

type Opened = ReturnType<typeof open>;

const [LEFT, HALF, OTHER, RIGHT] = [42, 330, 352, 570];
const STEP = 11.5;
const TEXT: Style = { size: 8.5 };
const BOLD: Style = { size: 8.5, bold: true };
const DASH: Shown = { text: '-', truth: '' };

export const stubDetail: Layout = async (seed) => {
  const it = open('stub-detail', seed, {
    sectors: ['shop', 'trade', 'church', 'restaurant'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY'],
    names: ['initial', 'short', 'full'],
    pay: { deductions_max: 8 },
  });
  printEnvelope(it);
  it.sheet.rule(LEFT, 218, RIGHT, 218, { width: 1 });
  const y = Math.max(printParties(it), printPeriod(it));
  const left = printPay(it, y);
  const right = printAmounts(it, 'TAXES', 'taxes', it.taxes, OTHER, RIGHT, y);
  printAmounts(it, 'DEDUCTIONS', 'deductions', it.deductions, LEFT, HALF, left);
  const summary = printSummary(it, right);
  printAmounts(it, 'EMPLOYER CONTRIBUTIONS', 'employer_contributions', it.contributions, OTHER, RIGHT, summary);
  return it.sheet.done();
};

const dollars = (cents: number): Shown => money(cents, { dollar: '$' });

function printEnvelope(it: Opened): void {
  const { sheet, check } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 40, { size: 9.5, width: 250 });
  sheet.address('employer_address', it.employer_address, LEFT, 52, { size: 9.5, step: 12 });
  sheet.text('Pay Stub Detail', OTHER, 39, { size: 12, bold: true });
  const facts: Fact[] = [
    ['PAY DATE:', 'pay_date', it.pay_date],
    ['NET PAY:', 'net_pay', dollars(check.net.current)],
  ];
  if (check.accounts.length === 0) facts.push(['CHECK #:', 'check_number', it.check_number]);
  for (const [index, [label, name, shown]] of facts.entries()) {
    const after = sheet.text(label, OTHER, 56 + index * 12, { size: 9 });
    sheet.field(name, shown, after + 3, 56 + index * 12, { size: 9 });
  }
  sheet.field('employee_name', it.employee_name, LEFT + 30, 140, { size: 10, width: 250 });
  sheet.address('employee_address', it.employee_address, LEFT + 30, 153, { size: 10, step: 13, width: 250 });
}

/** Prints the employer and the person in full again, above the pay. */
function printParties(it: Opened): number {
  const { sheet, random } = it;
  sheet.text('EMPLOYER', LEFT, 228, BOLD);
  sheet.field('employer_name', it.employer_name, LEFT, 240, { ...TEXT, width: 270 });
  let y = sheet.address('employer_address', it.employer_address, LEFT, 240 + STEP, { ...TEXT, step: STEP }) + 8;
  sheet.text('EMPLOYEE', LEFT, y, BOLD);
  sheet.field('employee_name', it.employee_name, LEFT, y + 12, { ...TEXT, width: 270 });
  y = sheet.address('employee_address', it.employee_address, LEFT, y + 12 + STEP, { ...TEXT, step: STEP });
  if (random.chance(0.75)) {
    const after = sheet.text('SSN:', LEFT, y, TEXT);
    sheet.field('employee_ssn', it.employee_ssn, after + 3, y, TEXT);
    y += STEP;
  }
  return y + 14;
}

function printPeriod(it: Opened): number {
  const { sheet, check } = it;
  sheet.text('PAY PERIOD', OTHER, 228, BOLD);
  const facts: Fact[] = [
    ['Period Beginning', 'period_start', it.period_start],
    ['Period Ending', 'period_end', it.period_end],
    ['Pay Date', 'pay_date', it.pay_date],
    ['Total Hours', '', hours(check.hours.current)],
  ];
  let y = 240;
  for (const [label, name, shown] of facts) {
    sheet.text(label, OTHER, y, TEXT);
    put(sheet, name, shown, RIGHT, y, { ...TEXT, align: 'right' });
    y += STEP;
  }
  y += 7;
  if (check.leaves.length > 0) {
    const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Paid Time Off' };
    printCells(it, ['BENEFITS', 'Used', 'Available'], OTHER, RIGHT, y, BOLD);
    y += 12;
    for (const { kind, used, balance } of check.leaves) {
      printCells(it, [named[kind], hours(used).text, hours(balance).text], OTHER, RIGHT, y);
      y += STEP;
    }
    y += 7;
  }
  sheet.text('NET PAY:', OTHER, y, BOLD);
  sheet.field('net_pay', dollars(check.net.current), RIGHT, y, { ...BOLD, align: 'right' });
  y += 12;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const after = sheet.text(description, OTHER, y, TEXT);
    sheet.text(account.text, after + 5, y, TEXT);
    sheet.text(dollars(current).text, RIGHT, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
    y += STEP;
  }
  return y + 14;
}

/** Prints a text on the left and two right-aligned figures. */
function printCells(
  { sheet }: Opened,
  [name, first, second]: readonly [string, string, string],
  x: number,
  edge: number,
  y: number,
  style = TEXT,
): void {
  sheet.text(name, x, y, { ...style, width: edge - x - 104 });
  sheet.text(first, edge - 54, y, { ...style, align: 'right', width: 48 });
  sheet.text(second, edge, y, { ...style, align: 'right', width: 50 });
}

function printPay(it: Opened, top: number): number {
  const { sheet } = it;
  const own = { hours: 190, rate: 230 };
  printCells(it, ['PAY', 'Current', 'YTD'], LEFT, HALF, top, BOLD);
  sheet.text('Hours', own.hours, top, { ...BOLD, align: 'right' });
  sheet.text('Rate', own.rate, top, { ...BOLD, align: 'right' });
  sheet.rule(LEFT, top + 10.5, HALF, top + 10.5);
  let y = top + 14;
  for (const row of it.earnings) {
    const time = row.hours ? hours(row.hours) : DASH;
    const rate = row.rate ? money(row.rate) : DASH;
    const [current, ytd] = [money(row.current), money(row.ytd)];
    sheet.text(row.name, LEFT, y, { ...TEXT, width: 112 });
    sheet.text(time.text, own.hours, y, { ...TEXT, align: 'right' });
    sheet.text(rate.text, own.rate, y, { ...TEXT, align: 'right' });
    printCells(it, ['', current.text, ytd.text], LEFT, HALF, y);
    sheet.row('earnings', { description: row.name, hours: time, rate, current, ytd });
    y += STEP;
  }
  return y + 12;
}

function printAmounts(
  it: Opened,
  title: string,
  into: string,
  rows: readonly Named[],
  x: number,
  edge: number,
  top: number,
): number {
  if (rows.length === 0) return top;
  printCells(it, [title, 'Current', 'YTD'], x, edge, top, BOLD);
  it.sheet.rule(x, top + 10.5, edge, top + 10.5);
  let y = top + 14;
  for (const { name, ...row } of rows) {
    const [current, ytd] = [money(row.current), money(row.ytd)];
    printCells(it, [name, current.text, ytd.text], x, edge, y);
    it.sheet.row(into, { description: name, current, ytd });
    y += STEP;
  }
  return y + 12;
}

function printSummary(it: Opened, top: number): number {
  const { sheet, check } = it;
  printCells(it, ['SUMMARY', 'Current', 'YTD'], OTHER, RIGHT, top, BOLD);
  sheet.rule(OTHER, top + 10.5, RIGHT, top + 10.5);
  const sums = [
    ['Total Pay', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
  ] as const;
  let y = top + 14;
  for (const [label, name, sum] of sums) {
    const [current, ytd] = [dollars(sum.current), dollars(sum.ytd)];
    printCells(it, [label, current.text, ytd.text], OTHER, RIGHT, y);
    sheet.record(name, current.truth);
    sheet.record(`${name}_ytd`, ytd.truth);
    y += STEP;
  }
  sheet.box(OTHER - 4, y + 3, RIGHT - OTHER + 8, 17);
  sheet.text('Net Pay', OTHER, y + 7.5, BOLD);
  sheet.field('net_pay', dollars(check.net.current), RIGHT, y + 7.5, { ...BOLD, align: 'right' });
  return y + 34;
}
