// A shop's commission statement. The amounts of this period and the amounts of the year are separate lists side by
// side. Only the first and the last figure of a list have a dollar sign. The sales on which the commission is based are
// at the bottom.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, plain } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, type Named, stacked, type Timed } from '../second/kit.ts';
import { paidNow } from '../stub.ts';
import { LONG, wordsLike } from '../words.ts';
import type { Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Store Salary',
    regular: 'Floor Hours',
    overtime: 'Overtime Hours',
    commission: 'Sales Commission',
    bonus: 'Store Goal Bonus',
    holiday: 'Holiday Hours',
    pto: 'Vacation Hours',
    sick: 'Sick Hours',
  },
  taxes: {
    federal: 'Federal Income Tax',
    social_security: 'Social Security Tax',
    medicare: 'Medicare Tax',
    state: '{state} Income Tax',
    local: 'City Income Tax',
  },
  deductions: { medical: 'Medical Plan', dental: 'Dental Plan', vision: 'Vision Plan', k401: '401(k) Savings' },
});
const ACCENT = '#5b2a86';

type Line = Named & Partial<Pick<Timed, 'hours' | 'rate'>>;

export const salesFloor: Layout = async (seed) => {
  const it = open('sales-floor', seed, {
    sectors: ['shop'],
    words: [WORDS],
    dates: ['M/D/YYYY', 'Mon D, YYYY'],
    names: ['short', 'initial'],
    pay: { deductions_max: 7, frequency: seed % 2 === 0 ? 'biweekly' : 'semimonthly' },
  });
  const { sheet, random, check } = it;
  const [left, split, right] = [36, 346, 576];
  sheet.text('Associate Pay Summary', left, 26, { size: 16, color: ACCENT });
  sheet.field('employer_name', it.employer_name, right, 26, { size: 10, bold: true, align: 'right', width: 260 });
  sheet.address('employer_address', it.employer_address, right, 39, { size: 8, align: 'right' });
  sheet.field('employee_name', it.employee_name, left, 50, { size: 11, bold: true, width: 260 });
  sheet.address('employee_address', it.employee_address, left, 64, { size: 8.5 });
  const facts: Fact[] = [
    ['Associate ID', 'employee_id', it.employee_id],
    ['Store', '', plain(it.stub.department)],
    ['From', 'period_start', it.period_start],
    ['To', 'period_end', it.period_end],
    ['Payday', 'pay_date', it.pay_date],
    ['Payment no.', 'check_number', it.check_number],
  ];
  sheet.rule(left, 104, right, 104, { color: ACCENT });
  for (const [index, fact] of facts.entries()) {
    // The value is above its label.
    stacked(sheet, fact, left + index * 91, 121, {
      label: { size: 7, color: '#777777' },
      value: { size: 9.5, width: 86 },
      drop: -12,
    });
  }
  sheet.rule(left, 132, right, 132, { color: ACCENT });

  const style = { size: 8.5 };
  const now = { hours: 196, rate: 246, amount: split - 16 };
  sheet.text('This pay', left, 140, { size: 10, bold: true, color: ACCENT });
  sheet.text('Year to date', split, 140, { size: 10, bold: true, color: ACCENT });
  /** The dollar sign is at the left of the column, as bookkeepers write it. */
  const figure = (cents: number, edge: number, y: number, sign: boolean, bold = false) => {
    if (sign) sheet.text('$', edge - 58, y, { ...style, bold });
    return sheet.text(moneyText(cents), edge, y, { ...style, bold, align: 'right' });
  };
  const title = (text: string, from: number, to: number, y: number) => {
    sheet.text(text, from, y, { size: 8, bold: true });
    sheet.rule(from, y + 11, to, y + 11, { width: 0.4 });
  };
  const section = (text: string, into: string, rows: readonly Line[], total: [string, string, Sum], top: number) => {
    if (rows.length === 0) return top;
    const [label, name, sum] = total;
    title(text, left, now.amount, top);
    title(text, split, right, top);
    if (into === 'earnings') {
      sheet.text('Hours', now.hours, top, { size: 7.5, align: 'right' });
      sheet.text('Rate', now.rate, top, { size: 7.5, align: 'right' });
    }
    let y = top + 15;
    const paid = paidNow(rows);
    for (const [index, row] of paid.entries()) {
      sheet.text(row.name, left, y, { ...style, width: 120 });
      if (row.hours) sheet.text(hours(row.hours).text, now.hours, y, { ...style, align: 'right' });
      if (row.rate) sheet.text(moneyText(row.rate), now.rate, y, { ...style, align: 'right' });
      figure(row.current, now.amount, y, index === 0);
      y += 12;
    }
    let other = top + 15;
    for (const [index, { name: own, ytd }] of rows.entries()) {
      sheet.text(own, split, other, { ...style, width: 150 });
      figure(ytd, right, other, index === 0);
      other += 12;
    }
    for (const row of rows)
      sheet.row(into, {
        description: row.name,
        ...(row.current !== 0 && {
          ...(row.hours && { hours: hours(row.hours) }),
          ...(row.rate && { rate: money(row.rate) }),
          current: money(row.current),
        }),
        ytd: money(row.ytd),
      });
    const low = Math.max(y, other) + 2;
    for (const [from, edge, cents, field] of [
      [left, now.amount, sum.current, name],
      [split, right, sum.ytd, `${name}_ytd`],
    ] as const) {
      sheet.rule(edge - 60, low - 2, edge, low - 2);
      sheet.text(label, from, low, { ...style, bold: true });
      figure(cents, edge, low, true, true);
      sheet.record(field, money(cents).truth);
    }
    return low + 20;
  };
  let y = section('Earnings', 'earnings', it.earnings, ['Gross earnings', 'gross_pay', check.gross], 156);
  y = section('Tax withholding', 'taxes', it.taxes, ['Total tax', 'total_taxes', check.total_taxes], y);
  const taken: [string, string, Sum] = ['Total deducted', 'total_deductions', check.total_deductions];
  y = section('Deductions', 'deductions', it.deductions, taken, y);
  for (const [from, to, cents, field] of [
    [left, now.amount, check.net.current, 'net_pay'],
    [split, right, check.net.ytd, 'net_pay_ytd'],
  ] as const) {
    sheet.box(from - 4, y - 4, to - from + 8, 19, { fill: '#efe7f6' });
    sheet.text('Total paid to you', from, y, { size: 10, bold: true });
    sheet.field(field, money(cents, { dollar: '$' }), to, y, { size: 10, bold: true, align: 'right' });
  }
  y += 28;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const account = it.account(mask);
    const after = sheet.text(description, left, y, style);
    sheet.text(account.text, after + 5, y, style);
    figure(current, now.amount, y, false);
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 12;
  }

  const commission = it.earnings.find(({ kind }) => kind === 'commission')?.current ?? 0;
  if (commission > 0) {
    const percent = random.pick([2, 4, 5]);
    const base = commission * (100 / percent);
    const returned = random.integer(0, 30) * 1000;
    y += 10;
    title('How your commission was figured', left, right, y);
    const cells: [string, string][] = [
      ['Delivered sales', moneyText(base + returned)],
      ['Returns', moneyText(-returned, { negative: 'parentheses' })],
      ['Commissionable', moneyText(base)],
      ['Rate', `${percent.toFixed(2)}%`],
      ['Commission', moneyText(commission)],
    ];
    for (const [index, [label, value]] of cells.entries()) {
      const edge = left + 90 + index * 112;
      sheet.text(label, edge, y + 16, { size: 7.5, align: 'right' });
      sheet.text(value, edge, y + 27, { ...style, align: 'right' });
    }
  }
  return sheet.done();
};
