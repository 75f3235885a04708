// The pay stub of a regional payroll bureau for small firms. The upper part is a deposit advice for a window envelope.
// In the lower part, the lists are in two columns, and the totals have a column for the quarter.
import type { Layout } from '../../sample.ts';
import { FILING, figure, type Opened, type Sum } from '../fifth/kit.ts';
import { amountInWords, hours, money, moneyText, NOTHING, plain } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Regular',
    overtime: 'Overtime',
    double_time: 'Doubletime',
    holiday: 'Holiday',
    pto: 'Vacation',
    sick: 'Sick',
    commission: 'Commission',
    allowance: 'Vehicle Allow',
  },
  taxes: {
    federal: 'Federal W/H',
    social_security: 'Soc Security',
    medicare: 'Medicare',
    state: '{state} W/H',
    disability: '{state} SDI',
    family_leave: '{state} FLI',
    unemployment: '{state} UI',
    long_term_care: 'WA Cares',
    transit: 'OR Transit',
    local: '{city} W/H',
    local_services: 'LST',
  },
  deductions: {
    medical: 'Health Ins (125)',
    dental: 'Dental Ins (125)',
    vision: 'Vision Ins (125)',
    hsa: 'HSA',
    fsa: 'Flex Spending',
    k401: '401k',
    k403: '403b',
    roth: 'Roth 401k',
    life: 'Life Ins',
    disability_short: 'STD',
    disability_long: 'LTD',
    uniform: 'Uniforms',
    loan: '401k Loan',
  },
  contributions: {
    match: '401k Match',
    medical: 'Health Ins',
    dental: 'Dental Ins',
    hsa: 'HSA',
    social_security: 'Soc Security',
    medicare: 'Medicare',
  },
});
const [LEFT, HALF, OTHER, RIGHT] = [36, 312, 328, 576];
const STUB = 268;
const TEXT: Style = { size: 8 };
const BOLD: Style = { size: 8, bold: true };
const STEP = 11;

export const quarterTotals: Layout = async (seed) => {
  const it = open('quarter-totals', seed, {
    sectors: ['trade', 'shop', 'church'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM/DD/YY', 'M/D/YYYY'],
    names: ['initial', 'initial.', 'short'],
    pay: { deductions_max: 8 },
  });
  printAdvice(it);
  const top = printFacts(it);
  const earned = printEarnings(it, top);
  const leave = printLeave(it, earned + 12);
  const taxed = printAmounts(it, 'TAXES', 'taxes', it.taxes, top);
  const deducted = printAmounts(it, 'DEDUCTIONS', 'deductions', it.deductions, taxed);
  const paid = printAmounts(it, 'EMPLOYER PAID', 'employer_contributions', it.contributions, deducted);
  printTotals(it, Math.max(leave, paid) + 6);
  return it.sheet.done();
};

function printAdvice(it: Opened): void {
  const { sheet, check } = it;
  const deposited = check.accounts.length > 0;
  sheet.field('employer_name', it.employer_name, LEFT, 30, { size: 10, bold: true, width: 280 });
  sheet.address('employer_address', it.employer_address, LEFT, 43, { size: 9, step: 11.5 });
  sheet.text(deposited ? 'Direct Deposit Advice' : 'Payroll Check', RIGHT, 30, {
    size: 12,
    bold: true,
    align: 'right',
  });
  const facts: Fact[] = [
    ['Date', 'pay_date', it.pay_date],
    ['Number', 'check_number', it.check_number],
  ];
  for (const [index, [label, name, shown]] of facts.entries()) {
    sheet.text(label, 480, 50 + index * 13, { size: 8.5 });
    put(sheet, name, shown, RIGHT, 50 + index * 13, { size: 9, align: 'right' });
  }
  const words = deposited ? 'Deposited to your accounts' : `${amountInWords(check.net.current)} dollars`;
  sheet.text(words, LEFT, 108, { size: 9, width: 420 });
  sheet.text(`$${moneyText(check.net.current)}`, RIGHT, 107, { size: 10, bold: true, align: 'right' });
  sheet.rule(LEFT, 120, RIGHT, 120);
  sheet.text('PAY TO', LEFT, 140, { size: 6.5 });
  sheet.field('employee_name', it.employee_name, LEFT + 44, 138, { size: 10, width: 240 });
  sheet.address('employee_address', it.employee_address, LEFT + 44, 151, { size: 10, step: 12.5, width: 240 });
  for (const [index, { kind, mask, current }] of check.accounts.entries()) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const y = 140 + index * 13;
    const after = sheet.text(description, 380, y, { size: 9 });
    sheet.text(account.text, after + 5, y, { size: 9 });
    sheet.text(moneyText(current), RIGHT, y, { size: 9, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
  }
  const notice = deposited ? 'NON-NEGOTIABLE' : 'AUTHORIZED SIGNATURE';
  sheet.text(notice, RIGHT, 214, { size: 8, align: 'right' });
  sheet.rule(16, 244, 596, 244, { dash: 3, width: 0.6 });
}

function printFacts(it: Opened): number {
  const { sheet, check, random, stub } = it;
  const rows: Fact[][] = [
    [
      ['Employee', '', plain(it.employee_name.text)],
      ['Emp #', 'employee_id', it.employee_id],
      ['Dept', '', plain(stub.department)],
    ],
    [
      ['Pay Period', '', plain(it.period(' - '))],
      ['SSN', 'employee_ssn', random.chance(0.7) ? it.employee_ssn : NOTHING],
      ['Fed Status', '', plain(FILING[check.filing_status])],
    ],
  ];
  sheet.box(LEFT, STUB - 8, RIGHT - LEFT, 34, { stroke: '#555555' });
  for (const [line, facts] of rows.entries()) {
    for (const [index, [label, name, shown]] of facts.entries()) {
      const x = [LEFT + 6, 300, 436][index] ?? LEFT;
      if (shown.text === '') continue;
      sheet.text(label, x, STUB - 1 + line * 13, { size: 7.5, color: '#444444' });
      put(sheet, name, shown, x + 48, STUB - 1 + line * 13, { ...TEXT, width: index === 0 ? 200 : 84 });
    }
  }
  return STUB + 38;
}

function printEarnings({ sheet, earnings }: Opened, top: number): number {
  const edge = { hours: 146, rate: 194, current: 252, ytd: HALF };
  sheet.text('EARNINGS', LEFT, top, BOLD);
  for (const [key, title] of [
    ['hours', 'Hours'],
    ['rate', 'Rate'],
    ['current', 'Current'],
    ['ytd', 'YTD'],
  ] as const)
    sheet.text(title, edge[key], top, { ...BOLD, align: 'right' });
  sheet.rule(LEFT, top + 10, HALF, top + 10);
  let y = top + 13;
  for (const row of earnings) {
    const own = {
      hours: figure(row.hours),
      rate: figure(row.rate),
      current: row.current === 0 ? NOTHING : money(row.current),
      ytd: money(row.ytd),
    };
    sheet.text(row.name, LEFT, y, { ...TEXT, width: 78 });
    for (const key of ['hours', 'rate', 'current', 'ytd'] as const)
      sheet.text(own[key].text, edge[key], y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  return y + 8;
}

function printAmounts({ sheet }: Opened, title: string, into: string, rows: readonly Named[], top: number): number {
  if (rows.length === 0) return top;
  sheet.text(title, OTHER, top, BOLD);
  sheet.text('Current', RIGHT - 66, top, { ...BOLD, align: 'right' });
  sheet.text('YTD', RIGHT, top, { ...BOLD, align: 'right' });
  sheet.rule(OTHER, top + 10, RIGHT, top + 10);
  let y = top + 13;
  for (const { name, ...row } of rows) {
    const own = { current: money(row.current), ytd: money(row.ytd) };
    sheet.text(name, OTHER, y, { ...TEXT, width: 120 });
    sheet.text(own.current.text, RIGHT - 66, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, RIGHT, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: name, ...own });
    y += STEP;
  }
  return y + 10;
}

function printLeave({ sheet, check }: Opened, top: number): number {
  if (check.leaves.length === 0) return top;
  const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal' };
  sheet.text('TIME OFF', LEFT, top, BOLD);
  sheet.text('Used', 194, top, { ...BOLD, align: 'right' });
  sheet.text('Available', 252, top, { ...BOLD, align: 'right' });
  sheet.rule(LEFT, top + 10, HALF, top + 10);
  for (const [index, { kind, used, balance }] of check.leaves.entries()) {
    const y = top + 13 + index * STEP;
    sheet.text(named[kind], LEFT, y, TEXT);
    sheet.text(hours(used).text, 194, y, { ...TEXT, align: 'right' });
    sheet.text(hours(balance).text, 252, y, { ...TEXT, align: 'right' });
  }
  return top + 13 + check.leaves.length * STEP + 8;
}

/**
 * The part of the year's amount that belongs to the quarter of the pay date. In the first quarter it is the whole
 * amount.
 */
function quarterOf({ current, ytd }: Sum, pay_date: string): number {
  const month = Number(pay_date.slice(5, 7));
  if (month <= 3) return ytd;
  const share = (((month - 1) % 3) + 0.5) / (month - 0.5);
  return current + Math.floor((ytd - current) * share);
}

function printTotals({ sheet, check }: Opened, top: number): void {
  const quarter = {
    gross: quarterOf(check.gross, check.pay_date),
    taxes: quarterOf(check.total_taxes, check.pay_date),
    deductions: quarterOf(check.total_deductions, check.pay_date),
  };
  const rows: [string, string, Sum, number][] = [
    ['Gross Pay', 'gross_pay', check.gross, quarter.gross],
    ['Taxes', 'total_taxes', check.total_taxes, quarter.taxes],
    ['Deductions', 'total_deductions', check.total_deductions, quarter.deductions],
    ['Net Pay', 'net_pay', check.net, quarter.gross - quarter.taxes - quarter.deductions],
  ];
  const edges = { current: 330, quarter: 440, ytd: RIGHT - 10 };
  sheet.box(LEFT, top, RIGHT - LEFT, 74, { fill: '#f0f0f0', stroke: '#555555' });
  sheet.text('TOTALS', LEFT + 8, top + 6, BOLD);
  sheet.text('This Check', edges.current, top + 6, { ...BOLD, align: 'right' });
  sheet.text('Quarter to Date', edges.quarter, top + 6, { ...BOLD, align: 'right' });
  sheet.text('Year to Date', edges.ytd, top + 6, { ...BOLD, align: 'right' });
  for (const [index, [label, name, sum, part]] of rows.entries()) {
    const y = top + 20 + index * 12.5;
    const look = name === 'net_pay' ? { size: 9, bold: true } : { size: 9 };
    sheet.text(label, LEFT + 8, y, look);
    put(sheet, name, money(sum.current), edges.current, y, { ...look, align: 'right' });
    sheet.text(moneyText(part), edges.quarter, y, { ...look, align: 'right' });
    put(sheet, `${name}_ytd`, money(sum.ytd), edges.ytd, y, { ...look, align: 'right' });
  }
}
