// The pay stub of a payroll service that a point-of-sale company offers to cafés and shops. Each role is one line with
// its own rate, and rates end with `/hr`. Each list has a total row, and the year-to-date amounts are gray.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, NOTHING, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Earned, type Opened, type Sum, severalRates } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Regular hours',
    overtime: 'Overtime hours',
    double_time: 'Double overtime hours',
    holiday: 'Holiday hours',
    pto: 'PTO hours',
    sick: 'Sick hours',
    training: 'Training hours',
    card_tips: 'Card tips',
    cash_tips: 'Cash tips (already received)',
    retro: 'Additional earnings',
  },
  taxes: {
    federal: 'Federal Income Tax',
    state: '{state} State Income Tax',
    disability: '{state} SDI',
    family_leave: '{state} Family Leave',
    unemployment: '{state} SUI',
    local: '{city} Tax',
  },
  deductions: {
    medical: 'Medical',
    dental: 'Dental',
    vision: 'Vision',
    tips_paid: 'Cash tips (already received)',
    meals: 'Team meals',
    uniform: 'Apron deposit',
  },
  contributions: { medical: 'Medical (employer)', dental: 'Dental (employer)', match: '401(k) match' },
});
const ROLES = [
  ['Shift lead - regular hours', 'Trainee shadow - regular hours', 'Barista - regular hours'],
  ['Bar - regular hours', 'Host - regular hours', 'Server - regular hours'],
  ['Baker - regular hours', 'Dish - regular hours', 'Counter - regular hours'],
] as const;
const [LEFT, RIGHT] = [54, 558];
const EDGES = { hours: 310, rate: 380, current: 468, ytd: RIGHT };
const GRAY = '#8a8f98';
const LINE = { color: '#d5d8dc', width: 0.6 };
const TEXT: Style = { size: 9 };

export const counterRates: Layout = async (seed) => {
  const it = open('counter-rates', seed, {
    sectors: ['restaurant', 'shop'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY'],
    names: ['short'],
    pay: { salaried: false, frequency: seed % 2 === 0 ? 'weekly' : 'biweekly', deductions_max: 5 },
  });
  const { sheet, random, check } = it;
  printTop(it);
  const earned: Earned[] = severalRates(random, it.earnings, random.pick(ROLES));
  let y = printList(it, 'Earnings', 'earnings', earned, ['Total', 'gross_pay', check.gross], 178);
  y = printList(it, 'Taxes', 'taxes', it.taxes, ['Total', 'total_taxes', check.total_taxes], y);
  if (it.deductions.length > 0) {
    const total = ['Total', 'total_deductions', check.total_deductions] as const;
    y = printList(it, 'Deductions', 'deductions', it.deductions, total, y);
  }
  if (it.contributions.length > 0)
    y = printList(it, 'Employer contributions', 'employer_contributions', it.contributions, null, y);
  sheet.rule(LEFT, y - 6, RIGHT, y - 6, { width: 1.5 });
  const look = { size: 11, bold: true };
  sheet.text('Net pay', LEFT, y, look);
  put(sheet, 'net_pay', dollars(check.net.current), EDGES.current, y, { ...look, align: 'right' });
  put(sheet, 'net_pay_ytd', dollars(check.net.ytd), EDGES.ytd, y, { size: 9, color: GRAY, align: 'right' });
  y += 28;
  const balances = check.leaves.map(({ kind, balance }) => `${LEAVES[kind]} ${hours(balance).text} hours`);
  if (balances.length > 0) sheet.text(`Available time off: ${balances.join(', ')}`, LEFT, y, { size: 8, color: GRAY });
  return sheet.done();
};

const LEAVES = { vacation: 'PTO', sick: 'sick leave', personal: 'personal' };
const dollars = (cents: number): Shown => money(cents, { dollar: '$' });

function printTop(it: Opened): void {
  const { sheet, check, period_start, period_end } = it;
  sheet.text('Pay stub', LEFT, 40, { size: 16, bold: true });
  sheet.field('employer_name', it.employer_name, RIGHT, 40, { size: 10, bold: true, align: 'right', width: 280 });
  const street = it.employer_address.join(', ');
  sheet.text(street, RIGHT, 54, { size: 8, color: GRAY, align: 'right', width: 330 });
  sheet.record('employer_address', street);
  sheet.rule(LEFT, 72, RIGHT, 72, LINE);
  sheet.record('period_start', period_start.truth);
  sheet.record('period_end', period_end.truth);
  // If both dates are in the same year and the month is printed as a word, the year is printed only once.
  const [from, to] = [period_start.text, period_end.text];
  const year = `, ${period_end.truth.slice(0, 4)}`;
  const start = from.endsWith(year) && to.endsWith(year) ? from.slice(0, -year.length) : from;
  const facts: Fact[] = [
    ['Team member', 'employee_name', it.employee_name],
    ['Pay period', '', { text: `${start} - ${to}`, truth: '' }],
    ['Payday', 'pay_date', it.pay_date],
  ];
  for (const [index, fact] of facts.entries())
    beside(sheet, fact, LEFT, 84 + index * 15, { label: { ...TEXT, color: GRAY }, value: TEXT, at: LEFT + 78 });
  sheet.address('employee_address', it.employee_address, LEFT + 78, 129, { ...TEXT, step: 12, width: 200 });
  sheet.text('Payment', 350, 84, { ...TEXT, color: GRAY });
  let y = 84;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const after = sheet.text(description, 400, y, TEXT);
    sheet.text(account.text, after + 4, y, TEXT);
    sheet.text(moneyText(current, { dollar: '$' }), RIGHT, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
    y += 15;
  }
  if (check.accounts.length > 0) return;
  const after = sheet.text('Check no.', 400, y, TEXT);
  put(sheet, 'check_number', it.check_number, after + 4, y, TEXT);
}

type Row = Named & Partial<Pick<Earned, 'hours' | 'rate'>>;

function printList(
  { sheet }: Opened,
  title: string,
  into: string,
  rows: readonly Row[],
  total: readonly [string, string, Sum] | null,
  top: number,
): number {
  const head = { size: 8, color: GRAY, align: 'right' } as const;
  sheet.text(title, LEFT, top, { size: 10, bold: true });
  if (into === 'earnings') {
    sheet.text('Hours', EDGES.hours, top + 1, head);
    sheet.text('Rate', EDGES.rate, top + 1, head);
  }
  sheet.text('Current', EDGES.current, top + 1, head);
  sheet.text('YTD', EDGES.ytd, top + 1, head);
  sheet.rule(LEFT, top + 14, RIGHT, top + 14, LINE);
  let y = top + 19;
  for (const row of rows) {
    const timed = row.current !== 0 && row.hours && row.rate;
    const own = {
      hours: timed ? hours(row.hours ?? null) : NOTHING,
      rate: timed
        ? { text: `${moneyText(row.rate ?? 0, { dollar: '$' })}/hr`, truth: money(row.rate ?? 0).truth }
        : NOTHING,
      current: dollars(row.current),
      ytd: dollars(row.ytd),
    };
    sheet.text(row.name, LEFT, y, { ...TEXT, width: 210 });
    for (const key of ['hours', 'rate', 'current'] as const)
      sheet.text(own[key].text, EDGES[key], y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, EDGES.ytd, y, { ...TEXT, color: GRAY, align: 'right' });
    sheet.row(into, { description: row.name, ...own });
    y += 14;
  }
  if (!total) return y + 12;
  const [label, name, sum] = total;
  const look = { ...TEXT, bold: true };
  sheet.rule(LEFT, y - 2, RIGHT, y - 2, LINE);
  sheet.text(label, LEFT, y + 2, look);
  put(sheet, name, dollars(sum.current), EDGES.current, y + 2, { ...look, align: 'right' });
  put(sheet, `${name}_ytd`, dollars(sum.ytd), EDGES.ytd, y + 2, { ...TEXT, color: GRAY, align: 'right' });
  return y + 28;
}
