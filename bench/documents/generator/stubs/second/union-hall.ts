// A union contractor's pay stub: hours per day, and fringe benefits that the contractor pays per hour. Unless the pay
// is deposited, a check with the amount in words follows below.

import type { Layout } from '../../sample.ts';
import { daysAfter } from '../../statements/formats.ts';
import { amountInWords, hours, money, moneyText, plain, taken } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';
import { amounts, beside, currentFirst, type Fact, type Named, names, rates, type Timed, workedHours } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Straight Time',
    overtime: 'Time & One Half',
    double_time: 'Double Time',
    allowance: 'Tool Allowance',
    training: 'Safety Training',
  },
  taxes: {
    federal: 'Federal W/H',
    social_security: 'FICA-SS',
    medicare: 'FICA-Med',
    state: '{state} State W/H',
    local: 'Local W/H',
  },
  deductions: {
    union: 'Working Dues',
    k401: 'Annuity 401k',
    medical: 'Health Self-Pay',
    uniform: 'Tool Loan',
    charity: 'Political Action Fund',
  },
});
const FRINGES = [
  ['Health & Welfare', 915],
  ['Pension Trust', 740],
  ['Apprenticeship', 85],
  ['Vacation Fund', 310],
] as const;

export const unionHall: Layout = async (seed) => {
  const it = open('union-hall', seed, {
    sectors: ['trade'],
    words: [WORDS],
    dates: ['M/D/YY', 'MM/DD/YY', 'MM/DD/YYYY'],
    names: ['initial', 'short'],
    pay: { salaried: false, frequency: 'weekly', deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [30, 582];
  const bold = { size: 8, bold: true };
  const style = { size: 8 };
  sheet.field('employer_name', it.employer_name, left, 24, { size: 12, bold: true, width: 300 });
  sheet.text(`Contractor Lic. ${it.stub.department}87  -  ${it.stub.employer.phone}`, left, 39, { size: 7 });
  const facts: Fact[] = [
    ['Emp:', 'employee_name', it.employee_name],
    ['Emp No:', 'employee_id', it.employee_id],
    ['SSN:', 'employee_ssn', it.employee_ssn],
    ['Trade:', '', plain('Journeyman - Local 88')],
    ['Week Ending:', 'period_end', it.period_end],
    ['Check Date:', 'pay_date', it.pay_date],
  ];
  for (const [index, fact] of facts.entries())
    beside(sheet, fact, left + (index % 3) * 190, 56 + Math.floor(index / 3) * 13, {
      label: bold,
      value: { size: 9, width: 140 },
    });
  sheet.rule(left, 84, right, 84, { width: 1 });
  sheet.text('HOURS BY DAY', left, 90, bold);
  const worked = Math.round(check.hours.current / 5 / 25) * 25;
  for (let day = 0; day < 7; day++) {
    const x = left + 120 + day * 62;
    const weekday = new Date(daysAfter(check.period_end, day - 6)).getUTCDay();
    sheet.text('Sun Mon Tue Wed Thu Fri Sat'.split(' ')[weekday] ?? '', x, 90, { size: 7, align: 'center' });
    sheet.text(weekday === 0 || weekday === 6 ? '-' : hours(worked).text, x, 100, { size: 7.5, align: 'center' });
  }
  sheet.rule(left, 113, right, 113, { width: 0.4 });
  let y = sheet.table<Timed>({
    into: 'earnings',
    y: 119,
    step: 11,
    style,
    headStep: 13,
    rows: it.earnings,
    columns: [
      names('EARNINGS', left, 130),
      workedHours('HRS', left + 190, 40),
      rates('RATE', left + 260, 50, (cents) => hours(cents, 4)),
      amounts('current', 'THIS CHECK', left + 350, 70, money, true),
      amounts('ytd', 'TO DATE', left + 440, 70),
    ],
  });
  const sum = (label: string, name: string, { current, ytd }: { current: number; ytd: number }, less = false) => {
    const show = (cents: number) => (less ? taken(cents, { negative: 'parentheses' }) : money(cents));
    sheet.text(label, left, y + 1, bold);
    sheet.field(name, show(current), left + 350, y + 1, { ...bold, align: 'right' });
    sheet.field(`${name}_ytd`, show(ytd), left + 440, y + 1, { ...bold, align: 'right' });
    y += 17;
  };
  sum('TOTAL GROSS', 'gross_pay', check.gross);
  const less = (cents: number) => taken(cents, { negative: 'parentheses' });
  for (const [title, into, rows, label, name, total] of [
    ['TAXES', 'taxes', it.taxes, 'TOTAL TAXES', 'total_taxes', check.total_taxes],
    ['DEDUCTIONS', 'deductions', it.deductions, 'TOTAL DEDUCTIONS', 'total_deductions', check.total_deductions],
  ] as const) {
    if (rows.length === 0) continue;
    y = sheet.table({
      into,
      y,
      step: 11,
      style,
      headStep: 13,
      rows: currentFirst<Named>(rows),
      columns: [
        names(title, left, 180),
        amounts('current', 'THIS CHECK', left + 350, 70, less, true),
        amounts('ytd', 'TO DATE', left + 440, 70, less),
      ],
    });
    sum(label, name, total, true);
  }
  sheet.text('NET PAY', left, y, { size: 10, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), left + 350, y, {
    size: 10,
    bold: true,
    align: 'right',
  });
  sheet.field('net_pay_ytd', money(check.net.ytd, { dollar: '$' }), left + 440, y, {
    size: 10,
    bold: true,
    align: 'right',
  });
  y += 20;
  sheet.box(left, y - 4, right - left, 15, { fill: '#e9e2d0' });
  sheet.text('FRINGES PAID BY EMPLOYER - NOT INCLUDED IN GROSS', left + 4, y, bold);
  const part = (time: number, rate: number) => Math.round((time * rate) / 100);
  y = sheet.table({
    into: 'employer_contributions',
    y: y + 16,
    step: 11,
    style,
    headStep: 13,
    rows: FRINGES.map(([name, rate]) => ({
      name,
      rate,
      current: part(check.hours.current, rate),
      ytd: part(check.hours.ytd, rate),
    })),
    columns: [
      names('FUND', left, 130),
      { title: 'HRS', x: left + 190, width: 40, align: 'right', of: () => hours(check.hours.current).text },
      { title: 'PER HR', x: left + 260, width: 50, align: 'right', of: ({ rate }) => moneyText(rate) },
      amounts('current', 'THIS CHECK', left + 350, 70),
      amounts('ytd', 'TO DATE', left + 440, 70),
    ],
  });
  // If the pay is deposited, the stub has no check below it.
  if (check.accounts.length > 0) {
    y += 8;
    for (const { mask, current } of check.accounts) {
      const account = it.account(mask);
      const after = sheet.text('ACH deposit', left, y, style);
      sheet.text(account.text, after + 10, y, style);
      sheet.text(moneyText(current), left + 350, y, { ...style, align: 'right' });
      sheet.row('distributions', { description: 'ACH deposit', account_mask: account, current: money(current) });
      y += 11;
    }
    return sheet.done();
  }
  const top = Math.max(y + 12, 584);
  sheet.rule(10, top, 602, top, { dash: 4 });
  sheet.text(it.employer_name.text, left, top + 14, { size: 10, bold: true, width: 260 });
  sheet.address('employer_address', it.employer_address, left, top + 27, { size: 8 });
  sheet.text('No.', 500, top + 14, { size: 8 });
  sheet.field('check_number', it.check_number, right, top + 13, { size: 11, bold: true, align: 'right' });
  sheet.text(it.pay_date.text, right, top + 34, { size: 9, align: 'right' });
  sheet.text('Pay to', left, top + 72, { size: 8 });
  sheet.text(it.employee_name.text, left + 60, top + 71, { size: 10 });
  sheet.text(`$ ${moneyText(check.net.current)}`, right, top + 71, { size: 10, align: 'right' });
  sheet.text(`${amountInWords(check.net.current)} dollars`, left + 60, top + 88, { size: 9, italic: true });
  if (random.chance(0.7)) sheet.address('employee_address', it.employee_address, left + 60, top + 106, { size: 8 });
  sheet.rule(400, top + 140, right, top + 140, { width: 0.5 });
  return sheet.done();
};
