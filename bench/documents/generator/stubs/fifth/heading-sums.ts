// The pay stub of a web HR platform. The heading of each section shows the section's total, and the lines are indented
// below it. The sections lead from gross pay at the top to net pay at the bottom.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put, stacked, sumOf } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Earned, figure, type Opened, type Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Hourly wages',
    overtime: 'Overtime (1.5x)',
    double_time: 'Double time (2x)',
    pto: 'Flexible time off',
    sick: 'Sick leave',
    holiday: 'Company holiday',
    bonus: 'Performance bonus',
    commission: 'Sales commission',
    allowance: 'Internet stipend',
  },
  taxes: {
    federal: 'Federal income tax withheld',
    social_security: 'Social Security (FICA)',
    medicare: 'Medicare (FICA)',
    state: '{state} income tax withheld',
    disability: '{state} disability insurance',
    family_leave: '{state} paid family leave',
    unemployment: '{state} unemployment insurance',
    local: '{city} income tax',
  },
  deductions: {
    medical: 'Medical (Gold PPO)',
    dental: 'Dental (Base)',
    vision: 'Vision (Base)',
    hsa: 'HSA',
    k401: 'Traditional 401(k)',
    roth: 'Roth 401(k)',
    commuter: 'Commuter transit',
    life: 'Voluntary life',
  },
  contributions: {
    match: '401(k) employer match',
    medical: 'Medical (Gold PPO)',
    dental: 'Dental (Base)',
    hsa: 'HSA employer funding',
    life: 'Basic life and AD&D',
    social_security: 'Social Security (employer)',
    medicare: 'Medicare (employer)',
  },
});
const [LEFT, RIGHT] = [48, 564];
const EDGES = { rate: 300, hours: 362, current: 462, ytd: RIGHT };
const INK = '#2b2140';
const SOFT = '#7a7488';
const PALE = '#f3f1f7';

export const headingSums: Layout = async (seed) => {
  const it = open('heading-sums', seed, {
    sectors: ['office', 'shop'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY'],
    names: ['short', 'full'],
    pay: { deductions_max: 9 },
  });
  const { sheet, check } = it;
  printTop(it);
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  let y = 196;
  sheet.text('Rate', EDGES.rate, y, { size: 7.5, color: SOFT, align: 'right' });
  sheet.text('Hours', EDGES.hours, y, { size: 7.5, color: SOFT, align: 'right' });
  sheet.text('This paycheck', EDGES.current, y, { size: 7.5, color: SOFT, align: 'right' });
  sheet.text('Year to date', EDGES.ytd, y, { size: 7.5, color: SOFT, align: 'right' });
  y = printSection(it, 'Gross pay', 'gross_pay', check.gross, y + 12, false);
  y = printLines(it, 'earnings', it.earnings, y, false);
  if (before.length > 0) {
    y = printSection(it, 'Pre-tax deductions', '', sumOf(before), y, true);
    y = printLines(it, 'deductions', before, y, true);
  }
  y = printSection(it, 'Employee taxes', 'total_taxes', check.total_taxes, y, true);
  y = printLines(it, 'taxes', it.taxes, y, true);
  if (after.length > 0) {
    y = printSection(it, 'Post-tax deductions', '', sumOf(after), y, true);
    y = printLines(it, 'deductions', after, y, true);
  }
  y = printSection(it, 'Net pay', 'net_pay', check.net, y, false) + 8;
  if (it.contributions.length > 0) {
    y = printSection(it, 'Employer contributions (not part of your pay)', '', sumOf(it.contributions), y, false);
    printLines(it, 'employer_contributions', it.contributions, y, false);
  }
  return sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, check } = it;
  sheet.box(LEFT, 34, 18, 18, { fill: INK, radius: 4 });
  sheet.field('employer_name', it.employer_name, LEFT + 26, 36, { size: 13, bold: true, color: INK, width: 280 });
  const street = it.employer_address.join(', ');
  sheet.text(street, LEFT + 26, 53, { size: 8, color: SOFT, width: 300 });
  sheet.record('employer_address', street);
  sheet.text('Net pay', RIGHT, 34, { size: 8, color: SOFT, align: 'right' });
  sheet.text(moneyText(check.net.current, { dollar: '$' }), RIGHT, 45, {
    size: 19,
    bold: true,
    color: INK,
    align: 'right',
  });
  sheet.rule(LEFT, 76, RIGHT, 76, { color: '#ddd8e6' });
  const label = { size: 7.5, color: SOFT };
  sheet.text('Paid to', LEFT, 86, label);
  sheet.field('employee_name', it.employee_name, LEFT, 97, { size: 10, bold: true, width: 190 });
  sheet.address('employee_address', it.employee_address, LEFT, 110, { size: 8.5, step: 11.5, width: 190 });
  const facts: Fact[] = [
    ['Payment date', 'pay_date', it.pay_date],
    ['Period start', 'period_start', it.period_start],
    ['Period end', 'period_end', it.period_end],
  ];
  for (const [index, fact] of facts.entries())
    stacked(sheet, fact, 254, 86 + index * 30, { label, value: { size: 9 }, drop: 11 });
  sheet.text(check.accounts.length > 0 ? 'Sent by direct deposit' : 'Paid by paper check', 360, 86, label);
  let y = 97;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const after = sheet.text(description, 360, y, { size: 9 });
    sheet.text(account.text, after + 5, y, { size: 9, color: SOFT });
    sheet.text(moneyText(current, { dollar: '$' }), RIGHT, y, { size: 9, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 13;
  }
  if (check.accounts.length === 0) {
    const after = sheet.text('Check number', 360, y, { size: 9 });
    put(sheet, 'check_number', it.check_number, after + 6, y, { size: 9 });
    y += 13;
  }
  if (check.leaves.length === 0) return;
  sheet.text('Time off balance', 360, y + 6, label);
  const named = { vacation: 'Flexible', sick: 'Sick', personal: 'Floating' };
  const balances = check.leaves.map(({ kind, balance }) => `${named[kind]} ${hours(balance).text} h`);
  sheet.text(balances.join('   '), 360, y + 17, { size: 8.5, width: RIGHT - 360 });
}

const signed = (cents: number, withheld: boolean): Shown =>
  withheld ? taken(cents, { dollar: '$' }) : money(cents, { dollar: '$' });

/** Prints the heading of a section with its total. Returns the y of its first line. */
function printSection(it: Opened, title: string, name: string, sum: Sum, y: number, withheld: boolean): number {
  const { sheet } = it;
  sheet.box(LEFT - 6, y - 3, RIGHT - LEFT + 12, 17, { fill: PALE });
  const look = { size: 9.5, bold: true, color: INK };
  sheet.text(title, LEFT, y + 1, look);
  put(sheet, name, signed(sum.current, withheld), EDGES.current, y + 1, { ...look, align: 'right' });
  put(sheet, name && `${name}_ytd`, signed(sum.ytd, withheld), EDGES.ytd, y + 1, { ...look, align: 'right' });
  return y + 19;
}

function printLines(
  it: Opened,
  into: string,
  rows: readonly (Named & Partial<Pick<Earned, 'hours' | 'rate'>>)[],
  top: number,
  withheld: boolean,
): number {
  const { sheet } = it;
  const style = { size: 8.5 };
  let y = top;
  for (const row of rows) {
    const own = {
      hours: figure(row.hours ?? null),
      rate: row.rate ? money(row.rate, { dollar: '$' }) : figure(null),
      current: signed(row.current, withheld),
      ytd: signed(row.ytd, withheld),
    };
    sheet.text(row.name, LEFT + 14, y, { ...style, width: 180 });
    for (const key of ['rate', 'hours', 'current', 'ytd'] as const)
      sheet.text(own[key].text, EDGES[key], y, { ...style, align: 'right' });
    sheet.row(into, { description: row.name, ...own });
    y += 13;
  }
  return y + 5;
}
