// A grid of three columns: facts with dot leaders, and a tile for each line with its label above the amount.
import type { Layout } from '../../sample.ts';
import { money } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, put } from '../second/kit.ts';
import { LONG, STATUTORY } from '../words.ts';
import { sectionsOf, signed, timeOf } from './kit.ts';

const TITLES = { earnings: 'Earnings', taxes: 'Taxes', deductions: 'Deductions' } as const;
const TOTALS = { earnings: 'Gross pay', taxes: 'Total taxes', deductions: 'Total deductions' } as const;

export const tileGrid: Layout = async (seed) => {
  const it = open('tile-grid', seed, {
    sectors: ['office', 'shop', 'church'],
    words: [LONG, STATUTORY],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'],
    names: ['short', 'initial'],
    pay: { deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [36, 576];
  const third = (right - left) / 3;
  sheet.text('Earnings Statement', left, 26, { size: 15, bold: true });
  sheet.field('employer_name', it.employer_name, right, 30, { size: 10, align: 'right', width: 300 });
  let y = 58;
  const dotted = ([label, name, shown]: Fact, x: number) => {
    const size = 8;
    const from = sheet.text(label, x, y, { size }) + 3;
    const points = sheet.document.font('Helvetica').fontSize(size);
    const to = x + third - 14 - points.widthOfString(shown.text) - 3;
    const dots = Math.floor((to - from) / points.widthOfString('.'));
    if (dots > 0) sheet.text('.'.repeat(dots), from, y, { size });
    put(sheet, name, shown, x + third - 14, y, { size, align: 'right' });
  };
  const facts: Fact[] = [
    ['Employee', 'employee_name', it.employee_name],
    ['Pay date', 'pay_date', it.pay_date],
    ['Check number', 'check_number', it.check_number],
    ['Employee ID', 'employee_id', it.employee_id],
    ['Period begin', 'period_start', it.period_start],
    ['SSN', 'employee_ssn', it.employee_ssn],
    ['Employer EIN', 'employer_ein', it.employer_ein],
    ['Period end', 'period_end', it.period_end],
  ];
  for (const [index, fact] of facts.entries()) {
    dotted(fact, left + (index % 3) * third);
    if (index % 3 === 2) y += 14;
  }
  y += 24;
  const show = signed({ dollar: random.pick(['', '$']), negative: random.pick(['minus', 'parentheses']) });
  const tile = (label: string, lines: readonly (readonly [text: string, field: Fact | null])[], column: number) => {
    const x = left + column * third;
    sheet.box(x, y, third - 8, 50, { stroke: '#b8c0cc', radius: 4 });
    sheet.text(label, x + 8, y + 6, { size: 8, color: '#55606e', width: third - 24 });
    for (const [index, [text, fact]] of lines.entries()) {
      const style = index === 0 ? { size: 12, bold: true } : { size: 7.5, color: '#55606e' };
      const at = y + (index === 0 ? 17 : 22 + index * 9);
      const after = text === '' ? x + 8 : sheet.text(text, x + 8, at, style) + 3;
      if (fact) put(sheet, fact[1], fact[2], after, at, style);
    }
  };
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    sheet.text(TITLES[into], left, y, { size: 11, bold: true });
    y += 16;
    for (const [index, row] of rows.entries()) {
      const time = timeOf(row);
      tile(
        row.name,
        [
          ['', ['', '', show(row.current, withheld)]],
          [`YTD ${show(row.ytd, withheld).text}`, null],
          ...(time ? [[`${time.hours.text} hrs @ ${time.rate.text}`, null] as const] : []),
        ],
        index % 3,
      );
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
      if (index % 3 === 2 && index < rows.length - 1) y += 56;
    }
    y += 58;
    sheet.text(TOTALS[into], left + 8, y, { size: 9, bold: true });
    sheet.field(total_name, show(total.current, withheld), left + third * 2 - 16, y, {
      size: 9,
      bold: true,
      align: 'right',
    });
    sheet.text('YTD', left + third * 2 + 8, y, { size: 9 });
    sheet.field(`${total_name}_ytd`, show(total.ytd, withheld), right - 16, y, { size: 9, align: 'right' });
    y += 20;
  }
  sheet.rule(left, y - 4, right, y - 4, { width: 1 });
  sheet.text('Net pay', left + 8, y, { size: 12, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), left + third * 2 - 16, y, {
    size: 12,
    bold: true,
    align: 'right',
  });
  sheet.text('YTD', left + third * 2 + 8, y + 2, { size: 9 });
  sheet.field('net_pay_ytd', money(check.net.ytd, { dollar: '$' }), right - 16, y + 2, { size: 9, align: 'right' });
  return sheet.done();
};
