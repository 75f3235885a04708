// A pay stub with the figures on the left and their names on the right. Withheld amounts end with a minus.
import type { Layout } from '../../sample.ts';
import { hours, money } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, put } from '../second/kit.ts';
import { PUBLIC, WITHHOLDING } from '../words.ts';
import { sectionsOf, signed, timeOf } from './kit.ts';

const TITLES = { earnings: 'Earnings', taxes: 'Taxes', deductions: 'Deductions' } as const;
const TOTALS = { earnings: 'Gross Pay', taxes: 'Total Taxes', deductions: 'Total Deductions' } as const;

export const amountFirst: Layout = async (seed) => {
  const it = open('amount-first', seed, {
    sectors: ['agency', 'church', 'shop', 'trade'],
    words: [PUBLIC, WITHHOLDING],
    dates: ['MM/DD/YYYY', 'DD Mon YYYY'],
    names: ['initial', 'last-first', 'short'],
    face: 'serif',
    pay: { deductions_max: 9 },
  });
  const { sheet, random, check } = it;
  const left = 60;
  const edges = { current: 140, ytd: 230, name: 250, hours: 480, rate: 546 } as const;
  sheet.text('Statement of Pay', left, 36, { size: 18, bold: true });
  sheet.field('employer_name', it.employer_name, left, 62, { size: 11, width: 320 });
  sheet.address('employer_address', it.employer_address, left, 76, { size: 9 });
  let y = 120;
  const facts: Fact[] = [
    ['Pay Date', 'pay_date', it.pay_date],
    ['Period Beginning', 'period_start', it.period_start],
    ['Period Ending', 'period_end', it.period_end],
    ['Employee Number', 'employee_id', it.employee_id],
    ['Employee Name', 'employee_name', it.employee_name],
  ];
  for (const [label, name, shown] of facts) {
    put(sheet, name, shown, edges.ytd, y, { size: 10, bold: true, align: 'right', width: 170 });
    sheet.text(label, edges.name, y, { size: 10, italic: true });
    y += 14;
  }
  y += 12;
  const show = signed({ negative: 'trailing', comma: random.chance(0.8) });
  const figures = (current: string, ytd: string, size: number, bold: boolean) => {
    sheet.text(current, edges.current, y, { size, bold, align: 'right' });
    sheet.text(ytd, edges.ytd, y, { size, bold, align: 'right' });
  };
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'all')) {
    figures('This Pay', 'Year to Date', 8.5, true);
    sheet.text(TITLES[into], edges.name, y, { size: 8.5, bold: true });
    if (!withheld) {
      sheet.text('Hours', edges.hours, y, { size: 8.5, bold: true, align: 'right' });
      sheet.text('Rate', edges.rate, y, { size: 8.5, bold: true, align: 'right' });
    }
    sheet.rule(left, y + 12, edges.rate, y + 12);
    y += 16;
    for (const row of rows) {
      const time = timeOf(row);
      figures(row.current === 0 ? '' : show(row.current, withheld).text, show(row.ytd, withheld).text, 9.5, false);
      sheet.text(row.name, edges.name, y, { size: 9.5, width: 180 });
      if (time) {
        sheet.text(hours(row.hours ?? 0).text, edges.hours, y, { size: 9.5, align: 'right' });
        sheet.text(time.rate.text, edges.rate, y, { size: 9.5, align: 'right' });
      }
      sheet.row(into, {
        description: row.name,
        ...time,
        ...(row.current !== 0 && { current: money(row.current) }),
        ytd: money(row.ytd),
      });
      y += 12;
    }
    sheet.field(total_name, show(total.current, withheld), edges.current, y + 2, {
      size: 9.5,
      bold: true,
      align: 'right',
    });
    sheet.field(`${total_name}_ytd`, show(total.ytd, withheld), edges.ytd, y + 2, {
      size: 9.5,
      bold: true,
      align: 'right',
    });
    sheet.text(TOTALS[into], edges.name, y + 2, { size: 9.5, bold: true });
    y += 26;
  }
  sheet.field('net_pay', money(check.net.current), edges.current, y, { size: 12, bold: true, align: 'right' });
  sheet.field('net_pay_ytd', money(check.net.ytd), edges.ytd, y, { size: 12, bold: true, align: 'right' });
  sheet.text('Net Pay', edges.name, y, { size: 12, bold: true });
  return sheet.done();
};
