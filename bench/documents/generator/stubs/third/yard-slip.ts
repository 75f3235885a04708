// A slip 70 mm wide in a typewriter font. One line has code, hours and rate, and the next line has the current and the
// year-to-date amount.
import type { Layout } from '../../sample.ts';
import { money } from '../formats.ts';
import { open } from '../open.ts';
import { SLIP_WORDS, sectionsOf, signed, timeOf } from './kit.ts';

const TITLES = { earnings: 'EARNINGS', taxes: 'TAXES', deductions: 'DEDUCTIONS' } as const;
const TOTALS = { earnings: 'GROSS', taxes: 'TAXES', deductions: 'DEDUCT' } as const;

export const yardSlip: Layout = async (seed) => {
  const it = open('yard-slip', seed, {
    sectors: ['trade', 'farm', 'shop'],
    words: [SLIP_WORDS],
    dates: ['MM/DD/YY', 'MM/DD/YYYY'],
    names: ['last-first', 'short'],
    size: [198, 1100],
    face: 'mono',
    upper: () => true,
    pay: { salaried: false, deductions_max: 5 },
  });
  const { sheet, random, check } = it;
  const [left, middle, right] = [12, 118, 186];
  const size = 8;
  let y = 18;
  const show = signed({ comma: random.chance(0.6), negative: random.pick(['minus', 'trailing']) });
  const say = (text: string, bold = false) => {
    sheet.text(text, left, y, { size, bold, width: right - left });
    y += 10;
  };
  const figures = (current: string, ytd: string, bold = false) => {
    sheet.text(current, middle, y, { size, bold, align: 'right' });
    sheet.text(ytd, right, y, { size, bold, align: 'right' });
    y += 12;
  };
  sheet.field('employer_name', it.employer_name, left, y, { size: 9, bold: true, width: right - left });
  y += 14;
  say(`NAME ${it.employee_name.text}`);
  sheet.record('employee_name', it.employee_name.truth);
  say(`BADGE ${it.employee_id.text}`);
  sheet.record('employee_id', it.employee_id.truth);
  say(`FROM ${it.period_start.text}`);
  sheet.record('period_start', it.period_start.truth);
  say(`TO   ${it.period_end.text}`);
  sheet.record('period_end', it.period_end.truth);
  say(`PAID ${it.pay_date.text}`);
  sheet.record('pay_date', it.pay_date.truth);
  y += 4;
  sheet.text(random.pick(['THIS PAY', 'CURRENT']), middle, y, { size, align: 'right' });
  sheet.text(random.pick(['YTD', 'TO DATE']), right, y, { size, align: 'right' });
  y += 12;
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    say(`*${TITLES[into]}*`);
    for (const row of rows) {
      const time = timeOf(row);
      say(time ? `${row.name} ${time.hours.text} @ ${time.rate.text}` : row.name);
      figures(show(row.current, withheld).text, show(row.ytd, withheld).text);
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    say(`TOTAL ${TOTALS[into]}`, true);
    figures(show(total.current, withheld).text, show(total.ytd, withheld).text, true);
    sheet.record(total_name, money(total.current).truth);
    sheet.record(`${total_name}_ytd`, money(total.ytd).truth);
  }
  say('NET', true);
  figures(money(check.net.current).text, money(check.net.ytd).text, true);
  sheet.record('net_pay', money(check.net.current).truth);
  sheet.record('net_pay_ytd', money(check.net.ytd).truth);
  return sheet.done();
};
