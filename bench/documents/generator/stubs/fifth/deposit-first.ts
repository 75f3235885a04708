// A landscape earnings statement of a payroll and time system. The deposits come first. Taxes and deductions are on the
// left, and the earnings are on the right. One head spans the columns of the period, and another head spans the columns
// of the year. Memos are listed separately.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, NOTHING, plain } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put, stacked, sumOf } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import { figure, type Opened, type Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary Regular',
    regular: 'Work',
    overtime: 'Overtime 1.5',
    double_time: 'Overtime 2.0',
    pto: 'PTO Taken',
    sick: 'Sick Taken',
    holiday: 'Stat Holiday',
    training: 'Orientation',
    bonus: 'Spot Bonus',
    allowance: 'Cell Stipend',
  },
  taxes: {
    federal: 'US Federal Income Tax',
    social_security: 'US Social Security - EE',
    medicare: 'US Medicare - EE',
    state: '{state} State Income Tax',
    disability: '{state} SDI - EE',
    family_leave: '{state} PFML - EE',
    unemployment: '{state} SUI - EE',
    local: '{city} City Tax',
  },
  deductions: {
    medical: 'Medical PPO 1500',
    dental: 'Dental High',
    vision: 'Vision',
    hsa: 'HSA - EE',
    k401: '401(k) Pct',
    k403: '403(b) Pct',
    roth: 'Roth Pct',
    life: 'Vol Life - EE',
    disability_short: 'Vol STD',
    disability_long: 'Vol LTD',
  },
  contributions: {
    match: '401(k) Match - ER',
    medical: 'Medical PPO 1500 - ER',
    dental: 'Dental High - ER',
    hsa: 'HSA - ER',
    life: 'Basic Life - ER',
    social_security: 'US Social Security - ER',
    medicare: 'US Medicare - ER',
  },
});
const [LEFT, LOW, SPLIT, RIGHT] = [28, 352, 372, 764];
const TEXT: Style = { size: 8 };
const BOLD: Style = { size: 8, bold: true };
const HEAD: Style = { size: 7.5, bold: true, color: '#314a3c' };
const STEP = 11;

export const depositFirst: Layout = async (seed) => {
  const it = open('deposit-first', seed, {
    sectors: ['hospital', 'trade', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'YYYY-MM-DD'],
    names: ['short', 'last-first'],
    size: [792, 612],
    pay: { deductions_max: 9 },
  });
  printTop(it);
  const top = printDeposits(it, 96) + 10;
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  let y = printAmounts(it, 'Pre-Tax Deductions', 'deductions', before, '', sumOf(before), LEFT, LOW, top);
  y = printAmounts(it, 'Taxes', 'taxes', it.taxes, 'total_taxes', it.check.total_taxes, LEFT, LOW, y);
  printAmounts(it, 'Post-Tax Deductions', 'deductions', after, '', sumOf(after), LEFT, LOW, y);
  y = printEarnings(it, top);
  const { contributions } = it;
  const paid = sumOf(contributions);
  y = printAmounts(it, 'Employer Paid Benefits', 'employer_contributions', contributions, '', paid, SPLIT, RIGHT, y);
  printMemo(it, y);
  return it.sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, check, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 22, { size: 12, bold: true, width: 250 });
  sheet.address('employer_address', it.employer_address, LEFT, 37, { size: 8, step: 10.5, width: 250 });
  sheet.field('employee_name', it.employee_name, 296, 24, { size: 9.5, bold: true, width: 160 });
  sheet.address('employee_address', it.employee_address, 296, 37, { size: 8, step: 10.5, width: 160 });
  const facts: Fact[] = [
    ['Employee #', 'employee_id', it.employee_id],
    ['Pay Date', 'pay_date', it.pay_date],
    ['Deposit/Check #', 'check_number', it.check_number],
    ['Work Location', '', plain(stub.department)],
    ['Period Start', 'period_start', it.period_start],
    ['Period End', 'period_end', it.period_end],
  ];
  for (const [index, fact] of facts.entries())
    stacked(sheet, fact, 474 + (index % 3) * 74, 24 + Math.floor(index / 3) * 28, {
      label: { size: 6.5, color: '#666666' },
      value: { size: 8.5, width: 70 },
      drop: 9,
    });
  sheet.text('Net Pay', RIGHT, 24, { size: 6.5, color: '#666666', align: 'right' });
  put(sheet, 'net_pay', money(check.net.current, { dollar: '$' }), RIGHT, 34, { size: 11, bold: true, align: 'right' });
  sheet.rule(LEFT, 84, RIGHT, 84, { width: 1.5, color: '#314a3c' });
}

function printDeposits({ sheet, check, account }: Opened, top: number): number {
  if (check.accounts.length === 0) {
    sheet.text('Net pay is paid by check.', LEFT, top, TEXT);
    return top + STEP;
  }
  sheet.text('Payment Distribution', LEFT, top, HEAD);
  let y = top;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const shown = account(mask);
    sheet.text(description, 140, y, TEXT);
    sheet.text(shown.text, 190, y, TEXT);
    sheet.text(moneyText(current), LOW, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: shown, current: money(current) });
    y += STEP;
  }
  return y;
}

function printAmounts(
  { sheet }: Opened,
  title: string,
  into: string,
  rows: readonly Named[],
  name: string,
  sum: Sum,
  from: number,
  to: number,
  top: number,
): number {
  if (rows.length === 0) return top;
  const edge = to - 76;
  sheet.box(from, top, to - from, 13, { fill: '#e2ebe5' });
  sheet.text(title, from + 4, top + 3, HEAD);
  sheet.text('Current', edge, top + 3, { ...HEAD, align: 'right' });
  sheet.text('YTD', to - 4, top + 3, { ...HEAD, align: 'right' });
  let y = top + 16;
  for (const row of rows) {
    const own = { current: money(row.current), ytd: money(row.ytd) };
    sheet.text(row.name, from + 4, y, { ...TEXT, width: 170 });
    sheet.text(own.current.text, edge, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, to - 4, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: row.name, ...own });
    y += STEP;
  }
  sheet.rule(from, y - 0.5, to, y - 0.5, { width: 0.4 });
  sheet.text('Total', from + 4, y + 2, BOLD);
  put(sheet, name, money(sum.current), edge, y + 2, { ...BOLD, align: 'right' });
  put(sheet, name && `${name}_ytd`, money(sum.ytd), to - 4, y + 2, { ...BOLD, align: 'right' });
  return y + 20;
}

function printEarnings({ sheet, check, earnings }: Opened, top: number): number {
  const edge = { hours: 528, rate: 580, current: 640, hours_ytd: 700, ytd: RIGHT - 4 };
  sheet.box(SPLIT, top - 11, RIGHT - SPLIT, 24, { fill: '#e2ebe5' });
  sheet.text('Current', (494 + edge.current) / 2, top - 8, { ...HEAD, align: 'center' });
  sheet.rule(494, top + 1, edge.current, top + 1, { width: 0.5 });
  sheet.text('Year to Date', (662 + edge.ytd) / 2, top - 8, { ...HEAD, align: 'center' });
  sheet.rule(662, top + 1, edge.ytd, top + 1, { width: 0.5 });
  sheet.text('Earnings', SPLIT + 4, top + 3, HEAD);
  const heads: [string, number][] = [
    ['Hours', edge.hours],
    ['Rate', edge.rate],
    ['Amount', edge.current],
    ['Hours', edge.hours_ytd],
    ['Amount', edge.ytd],
  ];
  for (const [title, at] of heads) sheet.text(title, at, top + 3.5, { ...HEAD, align: 'right' });
  let y = top + 16;
  for (const row of earnings) {
    const own = {
      hours: figure(row.hours),
      rate: figure(row.rate, 4),
      current: row.current === 0 ? NOTHING : money(row.current),
      ytd: money(row.ytd),
    };
    sheet.text(row.name, SPLIT + 4, y, { ...TEXT, width: 116 });
    for (const key of ['hours', 'rate', 'current', 'ytd'] as const)
      sheet.text(own[key].text, edge[key], y, { ...TEXT, align: 'right' });
    sheet.text(figure(row.hours_ytd).text, edge.hours_ytd, y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  sheet.rule(SPLIT, y - 0.5, RIGHT, y - 0.5, { width: 0.4 });
  sheet.text('Total', SPLIT + 4, y + 2, BOLD);
  sheet.text(hours(check.hours.current).text, edge.hours, y + 2, { ...BOLD, align: 'right' });
  put(sheet, 'gross_pay', money(check.gross.current), edge.current, y + 2, { ...BOLD, align: 'right' });
  put(sheet, 'gross_pay_ytd', money(check.gross.ytd), edge.ytd, y + 2, { ...BOLD, align: 'right' });
  return y + 22;
}

/** Prints the imputed income and the leave balances. They are not part of the pay. */
function printMemo({ sheet, check }: Opened, top: number): void {
  const imputed = Math.round(check.rate * 0.11);
  const checks = Math.max(1, Math.round(check.gross.ytd / Math.max(1, check.gross.current)));
  sheet.text('Memo', SPLIT + 4, top, HEAD);
  sheet.text('Imputed Income GTL (not paid)', SPLIT + 4, top + 13, TEXT);
  sheet.text(moneyText(imputed), RIGHT - 76, top + 13, { ...TEXT, align: 'right' });
  sheet.text(moneyText(imputed * checks), RIGHT - 4, top + 13, { ...TEXT, align: 'right' });
  const named = { vacation: 'PTO', sick: 'Sick', personal: 'Personal' };
  for (const [index, { kind, balance }] of check.leaves.entries()) {
    const y = top + 13 + (index + 1) * STEP;
    sheet.text(`${named[kind]} balance (hours)`, SPLIT + 4, y, TEXT);
    sheet.text(hours(balance).text, RIGHT - 4, y, { ...TEXT, align: 'right' });
  }
}
