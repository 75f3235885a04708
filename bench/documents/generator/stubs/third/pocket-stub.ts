// Another phone app: a card per line with labels above values in two columns, and the total at the foot of each group.
import type { Layout } from '../../sample.ts';
import { money, plain } from '../formats.ts';
import { open } from '../open.ts';
import { type Fact, stacked } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { sectionsOf, thinMinus, timeOf } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: { regular: 'Hourly', overtime: 'Overtime', pto: 'PTO', card_tips: 'Tips (card)', cash_tips: 'Tips (cash)' },
  taxes: { federal: 'Federal withholding', social_security: 'Social Security', state: '{state} withholding' },
  deductions: { medical: 'Health insurance', dental: 'Dental', vision: 'Vision', k401: '401(k) savings' },
});
const TITLES = { earnings: 'What you earned', taxes: 'Taxes', deductions: 'Deductions' } as const;
const TOTALS = { earnings: 'Gross pay', taxes: 'Total taxes', deductions: 'Total deductions' } as const;
const GREY = '#777f8c';

export const pocketStub: Layout = async (seed) => {
  const it = open('pocket-stub', seed, {
    sectors: ['shop', 'restaurant', 'hospital'],
    words: [WORDS],
    dates: ['Mon D, YYYY', 'MM/DD/YYYY'],
    names: ['short', 'initial'],
    size: [360, 2400],
    pay: { deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, right, half] = [16, 344, 180];
  let y = 20;
  const look = (width: number) => ({ label: { size: 8, color: GREY }, value: { size: 12, width }, drop: 11 });
  sheet.field('employer_name', it.employer_name, left, y, { size: 15, bold: true, width: 320 });
  sheet.text(`Payslip for ${it.employee_name.text}`, left, y + 20, { size: 10, color: GREY });
  sheet.record('employee_name', it.employee_name.truth);
  y += 44;
  const pair = (first: Fact, second: Fact | null) => {
    stacked(sheet, first, left + 12, y, look(second ? 140 : 300));
    if (second) stacked(sheet, second, half + 8, y, look(140));
    y += 32;
  };
  const net = money(check.net.current, { dollar: '$' });
  pair(['Net pay', 'net_pay', net], ['Net pay this year', 'net_pay_ytd', money(check.net.ytd, { dollar: '$' })]);
  pair(['Paid on', 'pay_date', it.pay_date], ['Employee ID', 'employee_id', it.employee_id]);
  pair(['Pay period', '', plain(it.period(random.pick([' - ', ' – '])))], null);
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'now')) {
    y += 4;
    sheet.text(TITLES[into], left, y, { size: 14, bold: true });
    y += 24;
    for (const row of rows) {
      const time = timeOf(row);
      const height = time ? 82 : 52;
      sheet.box(left, y - 4, right - left, height - 4, { fill: '#eef3f1', radius: 8 });
      sheet.text(row.name, left + 12, y + 1, { size: 10, bold: true });
      y += 16;
      pair(['This check', '', thinMinus(row.current, withheld)], ['Year to date', '', thinMinus(row.ytd, withheld)]);
      if (time) pair(['Hours', '', time.hours], ['Rate', '', plain(`$${time.rate.text}`)]);
      y += height - 16 - (time ? 64 : 32) + 2;
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    pair(
      [TOTALS[into], total_name, thinMinus(total.current, withheld)],
      [`${TOTALS[into]} this year`, `${total_name}_ytd`, thinMinus(total.ytd, withheld)],
    );
  }
  if (check.accounts.length > 0) {
    sheet.text('Deposits', left, y + 4, { size: 14, bold: true });
    y += 28;
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      sheet.text(`${description} ...${mask}`, left + 12, y, { size: 11 });
      sheet.text(money(current, { dollar: '$' }).text, right - 12, y, { size: 11, align: 'right' });
      sheet.row('distributions', { description, account_mask: mask, current: money(current) });
      y += 18;
    }
  }
  return sheet.done();
};
