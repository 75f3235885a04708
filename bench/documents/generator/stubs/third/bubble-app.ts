// A phone app with large values above their labels, and the year-to-date amount in parentheses below each amount. If
// both dates of the period are in one year, the first date is printed without the year.
import type { Layout } from '../../sample.ts';
import { money, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, stacked } from '../second/kit.ts';
import { APP_WORDS, sectionsOf, shortHours, thinMinus, timeOf } from './kit.ts';

const TITLES = { earnings: 'What you earned', taxes: 'Taxes taken out', deductions: 'Benefits and more' } as const;
const TOTALS = { earnings: 'Gross pay', taxes: 'Total taxes', deductions: 'Total deductions' } as const;
const GREY = '#868e96';

export const bubbleApp: Layout = async (seed) => {
  const it = open('bubble-app', seed, {
    sectors: ['shop', 'office', 'hospital'],
    words: [APP_WORDS],
    dates: ['Mon D, YYYY'],
    names: ['short'],
    size: [400, 1700],
    pay: { deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [24, 376];
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  sheet.box(0, 0, 400, 130, { fill: '#5f3dc4' });
  const white = { color: '#ffffff', align: 'center' } as const;
  sheet.field('net_pay', dollars(check.net.current), 200, 34, { ...white, size: 32, bold: true });
  sheet.text(random.pick(['Net pay', 'Take-home pay']), 200, 72, { ...white, size: 11 });
  const [start, end] = [it.period_start.text, it.period_end.text];
  const same = check.period_start.slice(0, 4) === check.period_end.slice(0, 4);
  sheet.text(`${same ? start.replace(/, \d{4}$/, '') : start} – ${end}`, 200, 94, { ...white, size: 11 });
  sheet.record('period_start', it.period_start.truth);
  sheet.record('period_end', it.period_end.truth);
  let y = 160;
  const above = { label: { size: 8, color: GREY }, value: { size: 11, bold: true, width: 164 }, drop: -13 } as const;
  const pair = (first: Fact, second: Fact) => {
    stacked(sheet, first, left, y, above);
    stacked(sheet, second, left + 184, y, above);
    y += 36;
  };
  pair(['Pay date', 'pay_date', it.pay_date], ['Employee ID', 'employee_id', it.employee_id]);
  pair(['Employee', 'employee_name', it.employee_name], ['Employer', 'employer_name', it.employer_name]);
  const line = (label: string, name: string, shown: Shown, year: Shown, bold: boolean) => {
    const style = { size: 11, bold };
    sheet.text(label, left, y, { ...style, width: 230 });
    if (name) sheet.field(name, shown, right, y, { ...style, align: 'right' });
    else sheet.text(shown.text, right, y, { ...style, align: 'right' });
    sheet.text(`(YTD ${year.text})`, right, y + 14, { size: 8.5, color: GREY, align: 'right' });
    if (name) sheet.record(`${name}_ytd`, year.truth);
  };
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    sheet.text(TITLES[into], left, y, { size: 14, bold: true });
    y += 24;
    for (const row of rows) {
      const time = timeOf(row);
      line(row.name, '', thinMinus(row.current, withheld), dollars(row.ytd), false);
      if (time)
        sheet.text(`${shortHours(time.hours)} hours at $${time.rate.text}/hour`, left, y + 14, {
          size: 8.5,
          color: GREY,
        });
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
      y += 32;
    }
    line(TOTALS[into], total_name, thinMinus(total.current, withheld), dollars(total.ytd), true);
    y += 42;
  }
  if (check.accounts.length > 0) {
    sheet.text('Deposited', left, y, { size: 14, bold: true });
    y += 24;
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      sheet.text(`${description} (••${mask})`, left, y, { size: 11 });
      sheet.text(dollars(current).text, right, y, { size: 11, align: 'right' });
      sheet.row('distributions', { description, account_mask: mask, current: money(current) });
      y += 20;
    }
  }
  return sheet.done();
};
