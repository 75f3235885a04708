// A phone app's export on one long page: every section begins with its total, and each line has its year-to-date amount
// below it.
import type { Layout } from '../../sample.ts';
import { money } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, stacked } from '../second/kit.ts';
import { APP_WORDS, type Section, sectionsOf, shortHours, thinMinus, timeOf } from './kit.ts';

const GREY = '#8a8f98';
const TITLES = { earnings: 'Gross pay', taxes: 'Taxes', deductions: 'Deductions' } as const;

export const walletCards: Layout = async (seed) => {
  const it = open('wallet-cards', seed, {
    sectors: ['shop', 'restaurant', 'office'],
    words: [APP_WORDS],
    dates: ['Mon D, YYYY', 'Month D, YYYY', 'MM/DD/YYYY'],
    names: ['short', 'full'],
    size: [393, 2000],
    pay: { deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [20, 373];
  const [inner, edge] = [left + 14, right - 14];
  sheet.box(0, 0, 393, 2000, { fill: '#f2f3f7' });
  sheet.text('Pay statement', 196, 28, { size: 13, bold: true, align: 'center' });
  sheet.field('employer_name', it.employer_name, 196, 46, { size: 10, align: 'center', width: 340, color: GREY });
  sheet.box(left, 66, right - left, 84, { fill: '#0b6e4f', radius: 16 });
  const white = { color: '#ffffff' };
  sheet.text(random.pick(['Net pay', 'Take-home pay']), inner, 78, { size: 10, ...white });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), inner, 94, { size: 30, bold: true, ...white });
  sheet.text('Year to date', inner, 130, { size: 9, ...white });
  sheet.field('net_pay_ytd', money(check.net.ytd, { dollar: '$' }), edge, 130, { size: 9, align: 'right', ...white });
  let y = 162;
  const facts = (rows: readonly (readonly Fact[])[]) => {
    sheet.box(left, y, right - left, rows.length * 34 + 12, { fill: '#ffffff', radius: 12 });
    for (const [at, row] of rows.entries())
      for (const [index, fact] of row.entries())
        stacked(sheet, fact, inner + index * 168, y + 10 + at * 34, {
          label: { size: 8, color: GREY },
          value: { size: 11, width: row.length === 1 ? 320 : 156 },
          drop: 11,
        });
    y += rows.length * 34 + 22;
  };
  facts([
    [
      ['Pay date', 'pay_date', it.pay_date],
      ['Statement number', 'check_number', it.check_number],
    ],
    [
      ['Period start', 'period_start', it.period_start],
      ['Period end', 'period_end', it.period_end],
    ],
  ]);
  const pair = (label: string, name: string, cents: number, size: number, withheld: boolean, color = '#000000') => {
    sheet.text(label, inner, y, { size, bold: size > 12, color });
    const shown = thinMinus(cents, withheld);
    const style = { size, bold: size > 12, align: 'right', color } as const;
    if (name) sheet.field(name, shown, edge, y, style);
    else sheet.text(shown.text, edge, y, style);
  };
  const card = ({ into, total_name, rows, total, withheld }: Section) => {
    const height = 52 + rows.reduce((sum, row) => sum + (timeOf(row) ? 46 : 34), 0);
    sheet.box(left, y, right - left, height, { fill: '#ffffff', radius: 12 });
    y += 12;
    pair(TITLES[into], total_name, total.current, 16, withheld);
    y += 19;
    pair('Year to date', `${total_name}_ytd`, total.ytd, 9, withheld, GREY);
    y += 15;
    sheet.rule(inner, y, edge, y, { color: '#dddddd' });
    y += 7;
    for (const row of rows) {
      const time = timeOf(row);
      pair(row.name, '', row.current, 11, withheld);
      y += 14;
      if (time) {
        sheet.text(`${shortHours(time.hours)} h × $${time.rate.text}`, inner, y, { size: 9, color: GREY });
        y += 12;
      }
      pair('Year to date', '', row.ytd, 9, withheld, GREY);
      y += 20;
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    y += 10;
  };
  for (const section of sectionsOf(it, 'now')) card(section);
  if (check.accounts.length > 0) {
    sheet.box(left, y, right - left, 32 + check.accounts.length * 18, { fill: '#ffffff', radius: 12 });
    sheet.text('Deposited to', inner, y + 10, { size: 12, bold: true });
    y += 30;
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      sheet.text(`${description} ••${mask}`, inner, y, { size: 11 });
      sheet.text(money(current, { dollar: '$' }).text, edge, y, { size: 11, align: 'right' });
      sheet.row('distributions', { description, account_mask: mask, current: money(current) });
      y += 18;
    }
    y += 12;
  }
  const home = it.employee_address.join(', ');
  facts([
    [
      ['Employee', 'employee_name', it.employee_name],
      ['Employee ID', 'employee_id', it.employee_id],
    ],
    [['Home address', 'employee_address', { text: home, truth: home }]],
  ]);
  sheet.text('Share     Save as PDF     Get help', 196, y + 4, { size: 10, align: 'center', color: '#0b6e4f' });
  return sheet.done();
};
