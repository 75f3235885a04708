// A slip 80 mm wide that saves paper: taxes, deductions and year-to-date amounts are printed with their codes, two
// entries in each line. The year-to-date amounts are in a separate part.
import type { Layout } from '../../sample.ts';
import { money, moneyText } from '../formats.ts';
import { open } from '../open.ts';
import { SLIP_WORDS, sectionsOf, timeOf } from './kit.ts';

const TITLES = { earnings: 'EARNINGS', taxes: 'TAXES', deductions: 'DEDUCTIONS' } as const;
const TOTALS = { earnings: 'GROSS', taxes: 'TOT TAX', deductions: 'TOT DED' } as const;

export const pairedSlip: Layout = async (seed) => {
  const it = open('paired-slip', seed, {
    sectors: ['trade', 'farm', 'restaurant'],
    words: [SLIP_WORDS],
    dates: ['MM/DD/YY', 'M/D/YY'],
    names: ['last-first', 'short'],
    size: [227, 800],
    upper: () => true,
    pay: { salaried: false, deductions_max: 6, frequency: 'weekly' },
  });
  const { sheet, random, check } = it;
  const [left, right] = [12, 215];
  const half = 118;
  const size = 7.5;
  const comma = random.chance(0.5);
  let y = 16;
  sheet.field('employer_name', it.employer_name, left, y, { size: 9, bold: true, width: right - left });
  y += 14;
  sheet.text(`EMP ${it.employee_id.text}`, left, y, { size });
  sheet.record('employee_id', it.employee_id.truth);
  sheet.field('employee_name', it.employee_name, right, y, { size, align: 'right', width: 120 });
  y += 11;
  sheet.text(`W/E ${it.period_end.text}`, left, y, { size });
  sheet.record('period_end', it.period_end.truth);
  sheet.text(`CHK DT ${it.pay_date.text}`, right, y, { size, align: 'right' });
  sheet.record('pay_date', it.pay_date.truth);
  y += 15;
  const pairs = (cells: readonly (readonly [string, number])[], bold = false) => {
    for (const [index, [label, cents]] of cells.entries()) {
      const [from, to] = index % 2 === 0 ? [left, half - 8] : [half, right];
      sheet.text(label, from, y, { size, bold });
      sheet.text(moneyText(cents, { comma }), to, y, { size, bold, align: 'right' });
      if (index % 2 === 1 || index === cells.length - 1) y += 10;
    }
  };
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    sheet.text(TITLES[into], left, y, { size, bold: true });
    y += 11;
    if (withheld) pairs(rows.map(({ name, current }) => [name, current] as const));
    else
      for (const row of rows) {
        const time = timeOf(row);
        sheet.text(row.name, left, y, { size });
        if (time) sheet.text(`${time.hours.text} X ${time.rate.text}`, 140, y, { size, align: 'right' });
        sheet.text(moneyText(row.current, { comma }), right, y, { size, align: 'right' });
        y += 10;
      }
    pairs([[TOTALS[into], total.current]], true);
    sheet.record(total_name, money(total.current).truth);
    y += 4;
  }
  pairs([['NET PAY', check.net.current]], true);
  sheet.record('net_pay', money(check.net.current).truth);
  y += 6;
  sheet.text('YEAR TO DATE', left, y, { size: 8.5, bold: true });
  y += 12;
  for (const { into, total_name, rows, total } of sectionsOf(it, 'now')) {
    pairs(rows.map(({ name, ytd }) => [name, ytd] as const));
    for (const row of rows)
      sheet.row(into, { description: row.name, ...timeOf(row), current: money(row.current), ytd: money(row.ytd) });
    pairs([[TOTALS[into], total.ytd]]);
    sheet.record(`${total_name}_ytd`, money(total.ytd).truth);
  }
  pairs([['NET PAY', check.net.ytd]]);
  sheet.record('net_pay_ytd', money(check.net.ytd).truth);
  return sheet.done();
};
