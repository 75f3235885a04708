// The pay stub of an online benefits and payroll service. The totals are at the top. In the tables of taxes and
// benefits, the amount withheld from the employee and the amount that the company pays are in the same row.
import type { ContributionKind, DeductionKind } from '../../pay-figures.ts';
import type { Layout } from '../../sample.ts';
import { figure, type Opened, type Sum } from '../fifth/kit.ts';
import { hours, money, moneyText, NOTHING, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, put, stacked } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Base Salary',
    regular: 'Regular Hours',
    overtime: 'Overtime',
    double_time: 'Double Overtime',
    pto: 'Vacation',
    sick: 'Sick',
    holiday: 'Holiday',
    bonus: 'Bonus',
    commission: 'Commission',
    allowance: 'Wellness Stipend',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} Withholding Tax',
    disability: '{state} Disability Tax',
    family_leave: '{state} Paid Family Leave',
    unemployment: '{state} Unemployment Tax',
    local: '{city} Income Tax',
  },
  deductions: {
    medical: 'Medical',
    dental: 'Dental',
    vision: 'Vision',
    hsa: 'HSA',
    fsa: 'Healthcare FSA',
    commuter: 'Commuter',
    k401: '401(k)',
    roth: 'Roth 401(k)',
    life: 'Life Insurance',
  },
  contributions: {
    match: '401(k)',
    medical: 'Medical',
    dental: 'Dental',
    hsa: 'HSA',
    life: 'Basic Life and AD&D',
    social_security: 'Social Security',
    medicare: 'Medicare',
  },
});
/** The deductions whose row also shows a contribution of the company, each with the kind of this contribution. */
const PARTNERS: Partial<Record<DeductionKind, ContributionKind>> = {
  medical: 'medical',
  dental: 'dental',
  hsa: 'hsa',
  k401: 'match',
};
const [LEFT, RIGHT] = [46, 566];
const EDGES = { own: 298, own_ytd: 380, company: 470, company_ytd: RIGHT };
const GRAY = '#6b7280';
const TEAL = '#0f766e';
const LINE = { color: '#e5e7eb', width: 0.7 };
const TEXT: Style = { size: 8.5 };
const STEP = 15;

type Row = { name: string; own: Named | undefined; company: Named | undefined };

export const bothShares: Layout = async (seed) => {
  const it = open('both-shares', seed, {
    sectors: ['office', 'shop'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY', 'Month D, YYYY'],
    names: ['short', 'full'],
    pay: { deductions_max: 9 },
  });
  printTop(it);
  let y = printSummary(it, 148);
  y = printEarnings(it, y);
  const paid = (kind: ContributionKind | undefined) => it.contributions.find((line) => line.kind === kind);
  const taxes = it.taxes.map(
    (own): Row => ({
      name: own.name,
      own,
      company: own.kind === 'social_security' || own.kind === 'medicare' ? paid(own.kind) : undefined,
    }),
  );
  const benefits = it.deductions.map((own): Row => ({ name: own.name, own, company: paid(PARTNERS[own.kind]) }));
  const shown = new Set([...taxes, ...benefits].map(({ company }) => company));
  for (const company of it.contributions)
    if (!shown.has(company)) benefits.push({ name: company.name, own: undefined, company });
  y = printShares(it, 'Taxes', 'taxes', taxes, y);
  if (benefits.length > 0) y = printShares(it, 'Benefits & Deductions', 'deductions', benefits, y);
  printPayment(it, y);
  return it.sheet.done();
};

const dollars = (cents: number): Shown => money(cents, { dollar: '$' });

function printTop(it: Opened): void {
  const { sheet, stub } = it;
  sheet.field('employer_name', it.employer_name, LEFT, 36, { size: 14, bold: true, color: TEAL, width: 320 });
  const street = it.employer_address.join(', ');
  sheet.text(street, LEFT, 54, { size: 8, color: GRAY, width: 340 });
  sheet.record('employer_address', street);
  sheet.text('Pay Statement', RIGHT, 38, { size: 11, align: 'right' });
  sheet.rule(LEFT, 70, RIGHT, 70, LINE);
  const label = { size: 7.5, color: GRAY };
  sheet.text('Employee', LEFT, 80, label);
  sheet.field('employee_name', it.employee_name, LEFT, 90, { ...TEXT, bold: true, width: 190 });
  sheet.address('employee_address', it.employee_address, LEFT, 102, { ...TEXT, step: 11.5, width: 190 });
  sheet.text('Pay period', 250, 80, label);
  sheet.text(it.period(' to '), 250, 90, { ...TEXT, width: 176 });
  const facts: [Fact, number, number][] = [
    [['Pay date', 'pay_date', it.pay_date], 440, 80],
    [['Title', '', plain(stub.title)], 250, 108],
    [['Employee number', 'employee_id', it.employee_id], 440, 108],
  ];
  for (const [fact, x, y] of facts) stacked(sheet, fact, x, y, { label, value: { ...TEXT, width: 126 }, drop: 10 });
}

function printSummary({ sheet, check }: Opened, top: number): number {
  const sums: [string, string, Sum][] = [
    ['Gross Pay', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net Pay', 'net_pay', check.net],
  ];
  sheet.box(LEFT, top, RIGHT - LEFT, 60, { fill: '#f0fdfa' });
  sheet.text('Summary', LEFT + 8, top + 8, { size: 10, bold: true, color: TEAL });
  sheet.text('Current', LEFT + 8, top + 26, TEXT);
  sheet.text('Year to date', LEFT + 8, top + 42, { ...TEXT, color: GRAY });
  for (const [index, [label, name, sum]] of sums.entries()) {
    const edge = LEFT + 190 + index * 107;
    const bold = name === 'net_pay';
    sheet.text(label, edge, top + 9, { size: 8.5, bold: true, align: 'right' });
    put(sheet, name, dollars(sum.current), edge, top + 25, { size: 9.5, bold, align: 'right' });
    put(sheet, `${name}_ytd`, dollars(sum.ytd), edge, top + 42, { ...TEXT, color: GRAY, align: 'right' });
  }
  return top + 76;
}

function printTitle({ sheet }: Opened, title: string, y: number): void {
  sheet.text(title, LEFT, y, { size: 10, bold: true, color: TEAL });
}

function printEarnings(it: Opened, top: number): number {
  const { sheet } = it;
  printTitle(it, 'Earnings', top);
  const head = { size: 7.5, color: GRAY, align: 'right' } as const;
  const edges = { rate: EDGES.own, hours: EDGES.own_ytd, current: EDGES.company, ytd: RIGHT };
  for (const [key, title] of [
    ['rate', 'Rate'],
    ['hours', 'Hours'],
    ['current', 'Current'],
    ['ytd', 'Year to date'],
  ] as const)
    sheet.text(title, edges[key], top + 3, head);
  let y = top + 17;
  for (const row of it.earnings) {
    const own = {
      rate: row.rate ? dollars(row.rate) : NOTHING,
      hours: figure(row.hours),
      current: dollars(row.current),
      ytd: dollars(row.ytd),
    };
    sheet.rule(LEFT, y - 3, RIGHT, y - 3, LINE);
    sheet.text(row.name, LEFT, y, { ...TEXT, width: 180 });
    for (const key of ['rate', 'hours', 'current', 'ytd'] as const)
      sheet.text(own[key].text, edges[key], y, { ...TEXT, align: 'right' });
    sheet.row('earnings', { description: row.name, ...own });
    y += STEP;
  }
  return y + 10;
}

function printShares(it: Opened, title: string, into: string, rows: readonly Row[], top: number): number {
  const { sheet } = it;
  const head = { size: 7.5, color: GRAY } as const;
  printTitle(it, title, top + 6);
  sheet.text('Employee', (EDGES.own + EDGES.own_ytd - 54) / 2, top, { ...head, bold: true, align: 'center' });
  sheet.text('Company', (EDGES.company + RIGHT - 54) / 2, top, { ...head, bold: true, align: 'center' });
  for (const [text, edge] of [
    ['Current', EDGES.own],
    ['Year to date', EDGES.own_ytd],
    ['Current', EDGES.company],
    ['Year to date', EDGES.company_ytd],
  ] as const)
    sheet.text(text, edge, top + 11, { ...head, align: 'right' });
  let y = top + 25;
  for (const { name, own, company } of rows) {
    sheet.rule(LEFT, y - 3, RIGHT, y - 3, LINE);
    sheet.text(name, LEFT, y, { ...TEXT, width: 170 });
    const parts = [
      [own, into, EDGES.own, EDGES.own_ytd],
      [company, 'employer_contributions', EDGES.company, EDGES.company_ytd],
    ] as const;
    for (const [line, table, edge, year] of parts) {
      if (!line) continue;
      const figures = { current: dollars(line.current), ytd: dollars(line.ytd) };
      sheet.text(figures.current.text, edge, y, { ...TEXT, align: 'right' });
      sheet.text(figures.ytd.text, year, y, { ...TEXT, align: 'right' });
      sheet.row(table, { description: name, ...figures });
    }
    y += STEP;
  }
  return y + 10;
}

function printPayment(it: Opened, top: number): void {
  const { sheet, check } = it;
  printTitle(it, 'Payment', top);
  let y = top + 17;
  if (check.accounts.length === 0) {
    const after = sheet.text('Check', LEFT, y, TEXT);
    put(sheet, 'check_number', it.check_number, after + 4, y, TEXT);
    sheet.text(moneyText(check.net.current, { dollar: '$' }), 262, y, { ...TEXT, align: 'right' });
  }
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    sheet.text(description, LEFT, y, TEXT);
    sheet.text(account.text, LEFT + 60, y, TEXT);
    sheet.text(moneyText(current, { dollar: '$' }), 262, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
    y += STEP;
  }
  const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal' };
  if (check.leaves.length > 0) sheet.text('Time off remaining', 330, top + 2, { size: 8.5, bold: true });
  for (const [index, { kind, balance }] of check.leaves.entries()) {
    sheet.text(named[kind], 330, top + 17 + index * 13, TEXT);
    sheet.text(`${hours(balance).text} hrs`, 470, top + 17 + index * 13, { ...TEXT, align: 'right' });
  }
}
