// A phone app whose cards have two columns: the name above the current amount, and `YTD` or similar words above the
// year-to-date amount.
import type { Layout } from '../../sample.ts';
import { money, plain } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, stacked } from '../second/kit.ts';
import { APP_WORDS, sectionsOf, shortHours, thinMinus, timeOf } from './kit.ts';

const TITLES = { earnings: 'Earnings', taxes: 'Taxes', deductions: 'Deductions' } as const;
const TOTALS = { earnings: 'Gross pay', taxes: 'Total taxes', deductions: 'Total deductions' } as const;
const GREY = '#64748b';

export const columnCards: Layout = async (seed) => {
  const it = open('column-cards', seed, {
    sectors: ['shop', 'restaurant', 'office'],
    words: [APP_WORDS],
    dates: ['Mon D, YYYY', 'M/D/YYYY'],
    names: ['short', 'full'],
    size: [390, 2200],
    pay: { deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, second] = [28, 220];
  const year = random.pick(['YTD', 'Year to date', 'This year']);
  const look = { label: { size: 9, color: GREY }, value: { size: 13, width: 150 }, drop: 13 } as const;
  let y = 30;
  const pair = (first: Fact, other: Fact) => {
    stacked(sheet, first, left, y, look);
    stacked(sheet, other, second, y, look);
    y += 32;
  };
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  sheet.field('employer_name', it.employer_name, left, y, { size: 14, bold: true, width: 330 });
  y += 30;
  pair(['Net pay', 'net_pay', dollars(check.net.current)], [year, 'net_pay_ytd', dollars(check.net.ytd)]);
  pair(['Employee', 'employee_name', it.employee_name], ['Employee ID', 'employee_id', it.employee_id]);
  pair(['Payday', 'pay_date', it.pay_date], ['Pay period', '', plain(it.period(' – '))]);
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    y += 8;
    sheet.text(TITLES[into], left, y, { size: 15, bold: true });
    y += 26;
    for (const row of rows) {
      const time = timeOf(row);
      pair([row.name, '', thinMinus(row.current, withheld)], [year, '', thinMinus(row.ytd, withheld)]);
      if (time) {
        sheet.text(`${shortHours(time.hours)} hrs · $${time.rate.text}/hr`, left, y - 2, { size: 9, color: GREY });
        y += 14;
      }
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
      y += 6;
    }
    pair(
      [TOTALS[into], total_name, thinMinus(total.current, withheld)],
      [year, `${total_name}_ytd`, thinMinus(total.ytd, withheld)],
    );
  }
  return sheet.done();
};
