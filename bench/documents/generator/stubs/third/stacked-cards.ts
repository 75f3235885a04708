// A phone app with one card per line: the name, and below it hours, rate, current amount and year-to-date amount, each
// with its label.
import type { Layout } from '../../sample.ts';
import { money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { put } from '../second/kit.ts';
import { APP_WORDS, sectionsOf, thinMinus, timeOf } from './kit.ts';

const TITLES = { earnings: 'Earnings', taxes: 'Taxes', deductions: 'Benefits & deductions' } as const;
const TOTALS = { earnings: 'Gross pay', taxes: 'Total taxes', deductions: 'Total deductions' } as const;
const GREY = '#6b7280';

export const stackedCards: Layout = async (seed) => {
  const it = open('stacked-cards', seed, {
    sectors: ['shop', 'restaurant', 'trade'],
    words: [APP_WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY'],
    names: ['short', 'initial'],
    size: [380, 2700],
    pay: { deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [30, 350];
  const [now, year] = random.pick([
    ['Amount', 'YTD'],
    ['This paycheck', 'This year'],
    ['Current', 'Year to date'],
  ] as const);
  let y = 24;
  const line = (label: string, name: string, shown: Shown) => {
    sheet.text(label, left, y, { size: 10, color: GREY });
    put(sheet, name, shown, right, y, { size: 10, align: 'right', width: 220 });
    y += 15;
  };
  const card = (title: string, lines: readonly (readonly [string, string, Shown])[]) => {
    sheet.box(left - 12, y - 6, right - left + 24, 26 + lines.length * 15, { stroke: '#d1d5db', radius: 10 });
    sheet.text(title, left, y, { size: 12, bold: true });
    y += 18;
    for (const one of lines) line(...one);
    y += 14;
  };
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  sheet.field('employer_name', it.employer_name, left, y, { size: 13, bold: true, width: 320 });
  y += 28;
  card('Net pay', [
    [now, 'net_pay', dollars(check.net.current)],
    [year, 'net_pay_ytd', dollars(check.net.ytd)],
  ]);
  card('Pay details', [
    ['Employee', 'employee_name', it.employee_name],
    ['Employee number', 'employee_id', it.employee_id],
    ['Payment date', 'pay_date', it.pay_date],
    ['From', 'period_start', it.period_start],
    ['To', 'period_end', it.period_end],
  ]);
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    sheet.text(TITLES[into], left - 12, y, { size: 15, bold: true });
    y += 28;
    for (const row of rows) {
      const time = timeOf(row);
      card(row.name, [
        ...(time
          ? ([
              ['Hours', '', time.hours],
              ['Rate', '', { text: `$${time.rate.text}`, truth: '' }],
            ] as const)
          : []),
        [now, '', thinMinus(row.current, withheld)],
        [year, '', thinMinus(row.ytd, withheld)],
      ]);
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    card(TOTALS[into], [
      [now, total_name, thinMinus(total.current, withheld)],
      [year, `${total_name}_ytd`, thinMinus(total.ytd, withheld)],
    ]);
  }
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking account' : 'Savings account';
    line(`${description} ...${mask}`, '', dollars(current));
    sheet.row('distributions', { description, account_mask: mask, current: money(current) });
  }
  return sheet.done();
};
