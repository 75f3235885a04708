// The earnings statement of a national payroll company. One wide list is on the left: its taxes are grouped by federal,
// state and local, and its deductions by their tax treatment. A side panel on the right has everything else.
import type { TaxKind } from '../../pay-taxes.ts';
import type { Layout } from '../../sample.ts';
import { FILING, figure, type Opened, type Sum, taxedWages } from '../fifth/kit.ts';
import { hours, money, moneyText, NOTHING, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Regular',
    overtime: 'Overtime',
    double_time: 'Double Time',
    evening: '2nd Shift Diff',
    night: '3rd Shift Diff',
    weekend: 'Weekend Diff',
    pto: 'PTO',
    sick: 'Sick Pay',
    holiday: 'Holiday',
    bonus: 'Bonus - Discretionary',
    commission: 'Commissions',
    retro: 'Retro Pay',
  },
  taxes: {
    federal: 'Income Tax',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} Income Tax',
    disability: '{state} Disability Insurance',
    family_leave: '{state} Paid Family Leave',
    unemployment: '{state} Unemployment Insurance',
    long_term_care: 'WA Long Term Care',
    transit: 'OR Transit Tax',
    local: '{city} Income Tax',
    local_services: '{city} Local Services Tax',
  },
  deductions: {
    medical: 'Medical',
    dental: 'Dental',
    vision: 'Vision',
    hsa: 'Health Savings Account',
    fsa: 'Healthcare FSA',
    commuter: 'Transit/Parking',
    k401: '401(k)',
    k403: '403(b)',
    roth: 'Roth 401(k)',
    life: 'Voluntary Life',
    disability_short: 'Short-Term Disability',
    disability_long: 'Long-Term Disability',
    stock: 'Stock Purchase Plan',
  },
  contributions: {
    match: '401(k) Match',
    medical: 'Medical - Employer',
    dental: 'Dental - Employer',
    hsa: 'HSA - Employer',
    life: 'Group Life - Employer',
    social_security: 'Soc. Sec. - Employer',
    medicare: 'Medicare - Employer',
  },
});
const LEVELS: [string, ReadonlySet<TaxKind>][] = [
  ['Federal', new Set<TaxKind>(['federal', 'social_security', 'medicare'])],
  ['State', new Set<TaxKind>(['state', 'disability', 'family_leave', 'unemployment', 'long_term_care', 'transit'])],
  ['Local', new Set<TaxKind>(['local', 'local_services'])],
];
const [LEFT, MAIN, SIDE, RIGHT] = [34, 398, 416, 580];
const EDGES = { hours: 214, rate: 264, current: 330, ytd: MAIN - 4 };
const TEXT: Style = { size: 8.5 };
const STEP = 12;
const INK = '#123c69';

export const taxLevels: Layout = async (seed) => {
  const it = open('tax-levels', seed, {
    sectors: ['office', 'shop', 'trade', 'hospital'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['initial', 'full', 'short'],
    pay: { deductions_max: 9 },
  });
  const { sheet, check } = it;
  printTop(it);
  let y = printEarnings(it, 172);
  y = printBand(it, 'Taxes', y);
  for (const [level, kinds] of LEVELS) {
    const rows = it.taxes.filter(({ kind }) => kinds.has(kind));
    if (rows.length > 0) y = printGroup(it, level, 'taxes', rows, y);
  }
  y = printTotal(it, 'Total Taxes', 'total_taxes', check.total_taxes, y);
  if (it.deductions.length > 0) {
    y = printBand(it, 'Deductions', y);
    for (const pre_tax of [true, false]) {
      const rows = it.deductions.filter((row) => row.pre_tax === pre_tax);
      if (rows.length > 0) y = printGroup(it, pre_tax ? 'Before-Tax' : 'After-Tax', 'deductions', rows, y);
    }
    y = printTotal(it, 'Total Deductions', 'total_deductions', check.total_deductions, y);
  }
  sheet.box(LEFT, y, MAIN - LEFT, 18, { fill: INK });
  const white = { size: 10, bold: true, color: '#ffffff' };
  sheet.text('Net Pay', LEFT + 4, y + 4.5, white);
  put(sheet, 'net_pay', money(check.net.current), EDGES.current, y + 4.5, { ...white, align: 'right', width: 64 });
  put(sheet, 'net_pay_ytd', money(check.net.ytd), EDGES.ytd, y + 4.5, { ...white, align: 'right', width: 62 });
  printSide(it, 172);
  return sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, check } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 30, { size: 11, bold: true, width: 300 });
  sheet.address('employer_address', it.employer_address, LEFT, 44, { size: 8.5, step: 11 });
  sheet.text('Earnings Statement', RIGHT, 28, { size: 15, bold: true, color: INK, align: 'right' });
  const facts: Fact[] = [
    ['Pay Date:', 'pay_date', it.pay_date],
    ['Period Start:', 'period_start', it.period_start],
    ['Period End:', 'period_end', it.period_end],
    [check.accounts.length > 0 ? 'Advice Number:' : 'Check Number:', 'check_number', it.check_number],
    ['Employee ID:', 'employee_id', it.employee_id],
  ];
  for (const [index, [label, name, shown]] of facts.entries()) {
    sheet.text(label, 500, 54 + index * 12, { ...TEXT, align: 'right' });
    put(sheet, name, shown, 506, 54 + index * 12, { ...TEXT, width: 74 });
  }
  sheet.field('employee_name', it.employee_name, LEFT + 24, 104, { size: 9.5, bold: true, width: 250 });
  sheet.address('employee_address', it.employee_address, LEFT + 24, 117, { size: 9.5, step: 12, width: 250 });
}

function printBand({ sheet }: Opened, title: string, y: number): number {
  sheet.box(LEFT, y, MAIN - LEFT, 14, { fill: '#dbe6f1' });
  sheet.text(title, LEFT + 4, y + 3, { ...TEXT, bold: true, color: INK });
  return y + 17;
}

function printEarnings(it: Opened, top: number): number {
  const { sheet, check } = it;
  let y = printBand(it, 'Earnings', top);
  const heads: [string, number][] = [
    ['Hours', EDGES.hours],
    ['Rate', EDGES.rate],
    ['This Period ($)', EDGES.current],
    ['YTD ($)', EDGES.ytd],
  ];
  for (const [title, edge] of heads)
    sheet.text(title, edge, top + 3.5, { size: 7.5, bold: true, color: INK, align: 'right' });
  for (const row of it.earnings) {
    const own = {
      hours: figure(row.hours),
      rate: figure(row.rate, 4),
      current: row.current === 0 ? NOTHING : money(row.current),
      ytd: money(row.ytd),
    };
    sheet.text(row.name, LEFT + 4, y, { ...TEXT, width: 134 });
    for (const key of ['hours', 'rate', 'current', 'ytd'] as const)
      sheet.text(own[key].text, EDGES[key], y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  return printTotal(it, 'Gross Pay', 'gross_pay', check.gross, y, check.hours.current);
}

function printGroup(it: Opened, title: string, into: string, rows: readonly Named[], top: number): number {
  const { sheet } = it;
  sheet.text(title, LEFT + 4, top, { ...TEXT, italic: true });
  let y = top + STEP;
  for (const row of rows) {
    const own: Record<'current' | 'ytd', Shown> = { current: money(row.current), ytd: money(row.ytd) };
    sheet.text(row.name, LEFT + 16, y, { ...TEXT, width: 160 });
    sheet.text(own.current.text, EDGES.current, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, EDGES.ytd, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: row.name, ...own });
    y += STEP;
  }
  return y;
}

function printTotal({ sheet }: Opened, label: string, name: string, sum: Sum, y: number, time = 0): number {
  const look = { ...TEXT, bold: true };
  sheet.rule(LEFT, y, MAIN, y, { width: 0.5, color: INK });
  sheet.text(label, LEFT + 4, y + 3, look);
  if (time > 0) sheet.text(hours(time).text, EDGES.hours, y + 3, { ...look, align: 'right' });
  put(sheet, name, money(sum.current), EDGES.current, y + 3, { ...look, align: 'right' });
  put(sheet, `${name}_ytd`, money(sum.ytd), EDGES.ytd, y + 3, { ...look, align: 'right' });
  return y + 22;
}

function printSide(it: Opened, top: number): void {
  const { sheet, check } = it;
  const small = { size: 7.5 };
  let y = top;
  const heading = (title: string) => {
    sheet.box(SIDE, y, RIGHT - SIDE, 14, { fill: '#eeeeee' });
    sheet.text(title, SIDE + 4, y + 3.5, { ...small, bold: true });
    y += 18;
  };
  const line = (label: string, value: string) => {
    sheet.text(label, SIDE + 4, y, { ...small, width: 100 });
    sheet.text(value, RIGHT - 4, y, { ...small, align: 'right' });
    y += 10.5;
  };
  if (check.accounts.length > 0) {
    heading('Net Pay Distribution');
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      const after = sheet.text(description, SIDE + 4, y, small);
      sheet.text(account.text, after + 4, y, small);
      sheet.text(moneyText(current), RIGHT - 4, y, { ...small, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      y += 10.5;
    }
    y += 8;
  }
  if (it.contributions.length > 0) {
    heading('Employer Contributions');
    sheet.text('This Period', RIGHT - 50, y, { size: 6.5, align: 'right' });
    sheet.text('YTD', RIGHT - 4, y, { size: 6.5, align: 'right' });
    y += 9;
    for (const { name, current, ytd } of it.contributions) {
      sheet.text(name, SIDE + 4, y, { ...small, width: 76 });
      sheet.text(moneyText(current), RIGHT - 50, y, { ...small, align: 'right' });
      sheet.text(moneyText(ytd), RIGHT - 4, y, { ...small, align: 'right' });
      sheet.row('employer_contributions', { description: name, current: money(current), ytd: money(ytd) });
      y += 10.5;
    }
    y += 8;
  }
  heading('Taxable Wages This Period');
  for (const [label, kind] of [
    ['Federal', 'federal'],
    ['Social Security', 'social_security'],
    ['Medicare', 'medicare'],
  ] as const)
    line(label, moneyText(taxedWages(it, kind).current));
  y += 8;
  heading('Tax Elections');
  line('Federal filing status', FILING[check.filing_status]);
  line('Additional withholding', '0.00');
  y += 8;
  if (check.leaves.length === 0) return;
  heading('Leave Balances (Hours)');
  const named = { vacation: 'PTO', sick: 'Sick', personal: 'Personal' };
  for (const { kind, balance } of check.leaves) line(named[kind], hours(balance).text);
}
