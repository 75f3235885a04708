// A slip 62 mm wide with a short tag before each figure: `H:` hours, `R:` rate, `CUR:` and `YTD:` amounts.
import type { Layout } from '../../sample.ts';
import { money, moneyText } from '../formats.ts';
import { open } from '../open.ts';
import { SLIP_WORDS, sectionsOf, type Total, timeOf } from './kit.ts';

const TOTALS = { earnings: 'GROSS PAY', taxes: 'TOTAL TAX', deductions: 'TOTAL DED' } as const;

export const tagSlip: Layout = async (seed) => {
  const it = open('tag-slip', seed, {
    sectors: ['trade', 'farm', 'restaurant'],
    words: [SLIP_WORDS],
    dates: ['MM/DD/YY', 'MM/DD/YYYY'],
    names: ['short', 'last-first'],
    size: [176, 1100],
    upper: () => true,
    pay: { salaried: false, deductions_max: 5 },
  });
  const { sheet, random, check } = it;
  const left = 12;
  const size = 7.5;
  const space = random.chance(0.5) ? ' ' : '';
  let y = 16;
  const say = (text: string, x = left, bold = false) => {
    sheet.text(text, x, y, { size, bold, width: 164 - x });
    y += 10;
  };
  sheet.field('employer_name', it.employer_name, left, y, { size: 8.5, bold: true, width: 152 });
  y += 13;
  say(`EMP:${space}${it.employee_name.text}`);
  sheet.record('employee_name', it.employee_name.truth);
  say(`ID:${space}${it.employee_id.text}`);
  sheet.record('employee_id', it.employee_id.truth);
  say(`PERIOD:${space}${it.period('-')}`);
  say(`PAY DATE:${space}${it.pay_date.text}`);
  sheet.record('pay_date', it.pay_date.truth);
  y += 4;
  const amounts = ({ current, ytd }: Total) =>
    say(`CUR:${space}${moneyText(current)}  YTD:${space}${moneyText(ytd)}`, left + 8);
  for (const { into, total_name, rows, total } of sectionsOf(it, 'now')) {
    for (const row of rows) {
      const time = timeOf(row);
      say(time ? `${row.name}  H:${space}${time.hours.text}  R:${space}${time.rate.text}` : row.name);
      amounts(row);
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    say(TOTALS[into], left, true);
    amounts(total);
    sheet.record(total_name, money(total.current).truth);
    sheet.record(`${total_name}_ytd`, money(total.ytd).truth);
    y += 4;
  }
  say('NET PAY', left, true);
  amounts(check.net);
  sheet.record('net_pay', money(check.net.current).truth);
  sheet.record('net_pay_ytd', money(check.net.ytd).truth);
  return sheet.done();
};
