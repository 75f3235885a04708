// The pay stub of a web payroll service. Every amount has a dollar sign. What the employee pays is beside what the
// employer pays, and a summary is at the bottom.
import type { Layout } from '../../sample.ts';
import { money } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Named, names, rates, sumOf, type Timed, workedHours } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { totals } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Regular Hours',
    regular: 'Regular Hours',
    overtime: 'Overtime Hours',
    double_time: 'Double Overtime',
    holiday: 'Holiday',
    pto: 'Time Off - Vacation',
    sick: 'Time Off - Sick',
    allowance: 'Cell Phone Stipend',
  },
  taxes: {
    federal: 'Federal Income Tax',
    state: '{state} Withholding Tax',
    disability: '{state} State Disability',
    family_leave: '{state} Paid Family and Medical',
    unemployment: '{state} Unemployment',
    local: '{city} Tax',
  },
  deductions: { medical: 'Medical - Silver PPO', dental: 'Dental - Basic', k401: '401(k)', hsa: 'Health Savings' },
  contributions: { medical: 'Medical - Silver PPO', dental: 'Dental - Basic', match: '401(k)', hsa: 'Health Savings' },
});
const GREY = '#6b7280';
const LINE = '#d1d5db';

export const cleanWeb: Layout = async (seed) => {
  const it = open('clean-web', seed, {
    sectors: ['office', 'shop', 'church'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'Month D, YYYY'],
    names: ['short', 'full'],
    pay: { deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [44, 568];
  const tone = random.pick(['#0f766e', '#7c3aed', '#1d4ed8', '#be123c']);
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  const small = { size: 8, color: GREY };
  sheet.box(left, 34, 16, 16, { fill: tone, radius: 4 });
  sheet.text('Earnings for', left + 24, 34, small);
  sheet.text(it.period(' – '), left + 24, 44, { size: 13, bold: true });
  sheet.text('Paid on', right, 34, { ...small, align: 'right' });
  sheet.field('pay_date', it.pay_date, right, 44, { size: 11, align: 'right' });
  sheet.rule(left, 68, right, 68, { color: LINE });
  const middle = 312;
  sheet.text('Your company', left, 78, small);
  sheet.field('employer_name', it.employer_name, left, 89, { size: 10, bold: true, width: 240 });
  let y = sheet.address('employer_address', it.employer_address, left, 102, { size: 9 });
  if (random.chance(0.4)) {
    const after = sheet.text('EIN', left, y + 1, small);
    sheet.field('employer_ein', it.employer_ein, after + 4, y + 1, { size: 8 });
  }
  sheet.text('You', middle, 78, small);
  sheet.field('employee_name', it.employee_name, middle, 89, { size: 10, bold: true, width: 250 });
  y = Math.max(y, sheet.address('employee_address', it.employee_address, middle, 102, { size: 9 }));
  const after = sheet.text('SSN', middle, y + 1, small);
  sheet.field('employee_ssn', it.employee_ssn, after + 4, y + 1, { size: 8 });
  y += 22;

  const style = { size: 8.5 };
  const head = { size: 7.5, bold: false, color: GREY };
  const title = (text: string, x: number, at: number) => sheet.text(text, x, at, { size: 10, bold: true, color: tone });
  const ruled = (from: number, to: number) => (at: number) =>
    sheet.rule(from, at + 12, to, at + 12, { color: LINE, width: 0.4 });
  title('Gross earnings', left, y);
  y = sheet.table<Timed>({
    into: 'earnings',
    y: y + 15,
    step: 15,
    style,
    head,
    headStep: 14,
    rows: it.earnings,
    behindRow: ruled(left, right),
    columns: [
      names('Description', left, 180),
      rates('Rate', 320, 60, dollars),
      workedHours('Hours', 390, 60),
      amounts('current', 'Current', 480, 80, dollars),
      amounts('ytd', 'Year to date', right, 80, dollars),
    ],
  });
  y += 8;

  const list = (text: string, into: string, rows: readonly Named[], from: number, to: number, at: number) => {
    title(text, from, at);
    if (rows.length === 0) {
      sheet.text('None this period', from, at + 16, small);
      return at + 30;
    }
    return sheet.table({
      into,
      y: at + 15,
      step: 15,
      style,
      head,
      headStep: 14,
      rows,
      behindRow: ruled(from, to),
      columns: [
        names('Description', from, 118),
        amounts('current', 'Current', to - 62, 60, dollars),
        amounts('ytd', 'Year to date', to, 60, dollars),
      ],
    });
  };
  const isTax = ({ kind }: { kind: string }) => kind === 'social_security' || kind === 'medicare';
  const ends = [
    list('Taxes you pay', 'taxes', it.taxes, left, 296, y),
    list('Taxes your employer pays', 'employer_contributions', it.contributions.filter(isTax), middle, right, y),
  ];
  y = Math.max(...ends) + 8;
  const others = it.contributions.filter((row) => !isTax(row));
  ends.push(
    list('Your deductions', 'deductions', it.deductions, left, 296, y),
    list('Employer contributions', 'employer_contributions', others, middle, right, y),
  );
  y = Math.max(...ends) + 8;

  title('Summary', left, y);
  const before = sumOf(it.deductions.filter(({ pre_tax }) => pre_tax));
  const later = sumOf(it.deductions.filter(({ pre_tax }) => !pre_tax));
  const edges = { current: 234, ytd: 296 };
  sheet.text('Current', edges.current, y + 2, { ...small, size: 7.5, align: 'right' });
  sheet.text('Year to date', edges.ytd, y + 2, { ...small, size: 7.5, align: 'right' });
  const top = y;
  y += 16;
  for (const [label, name, sum] of [
    ['Gross earnings', 'gross_pay', check.gross],
    ['Pre-tax deductions', '', before],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Post-tax deductions', '', later],
    ['Take-home pay', 'net_pay', check.net],
  ] as const) {
    const bold = name === 'net_pay';
    sheet.text(label, left, y, { ...style, bold });
    totals(sheet, name, sum, edges, y, dollars, { ...style, bold });
    ruled(left, 296)(y);
    y += 15;
  }
  if (check.accounts.length === 0) {
    title('Payment', middle, top);
    const next = sheet.text('Paper check', middle, top + 16, style);
    const number = { text: `#${it.check_number.text}`, truth: it.check_number.truth };
    sheet.field('check_number', number, next + 6, top + 16, style);
  } else {
    title('Where your pay goes', middle, top);
    let at = top + 16;
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      const next = sheet.text(description, middle, at, style);
      sheet.text(account.text, next + 4, at, { ...style, color: GREY });
      sheet.text(dollars(current).text, right, at, { ...style, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: dollars(current) });
      ruled(middle, right)(at);
      at += 15;
    }
  }
  return sheet.done();
};
