// A chit 72 mm wide from a building site: dot leaders, hours and rate after the code, and the year-to-date amount in
// parentheses below each amount.
import type { Layout } from '../../sample.ts';
import { money, moneyText } from '../formats.ts';
import { open } from '../open.ts';
import { wordsLike } from '../words.ts';
import { SLIP_WORDS, sectionsOf, shortHours, timeOf } from './kit.ts';

const WORDS = wordsLike(SLIP_WORDS, {
  earnings: { regular: 'REG', overtime: 'O/T', double_time: 'D/T', training: 'SAFETY MTG' },
  taxes: { federal: 'FED W/H', social_security: 'SS', medicare: 'MEDI', state: '{state} ST W/H' },
  deductions: { union: 'DUES', uniform: 'BOOTS', support: 'CH SUPP', medical: 'H&W' },
});
const TITLES = { earnings: 'EARNED', taxes: 'TAXES', deductions: 'OTHER DEDUCTIONS' } as const;
const TOTALS = { earnings: 'GROSS PAY', taxes: 'TAXES TOTAL', deductions: 'DEDUCTIONS TOTAL' } as const;

export const siteChit: Layout = async (seed) => {
  const it = open('site-chit', seed, {
    sectors: ['trade', 'farm'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'MM/DD/YYYY', 'DD-MON-YYYY'],
    names: ['last-first', 'short'],
    size: [204, 1000],
    upper: () => true,
    pay: { salaried: false, deductions_max: 5, frequency: 'weekly' },
  });
  const { sheet, random, check } = it;
  const [left, right] = [12, 192];
  const size = 7.5;
  let y = 18;
  const leader = (label: string, text: string, bold = false) => {
    const font = sheet.document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size);
    const from = left + font.widthOfString(label) + 3;
    const to = right - font.widthOfString(text) - 3;
    sheet.text(label, left, y, { size, bold });
    font.font('Helvetica').fontSize(size);
    const dots = Math.floor((to - from) / font.widthOfString('.'));
    if (dots > 1) sheet.text('.'.repeat(dots), from, y, { size });
    sheet.text(text, right, y, { size, bold, align: 'right' });
    y += 10;
  };
  const comma = random.chance(0.7);
  const year = (cents: number) => {
    sheet.text(`(YTD ${moneyText(cents, { comma })})`, right, y, { size: 6.5, align: 'right' });
    y += 10;
  };
  sheet.field('employer_name', it.employer_name, left, y, { size: 9, bold: true, width: right - left });
  y += 12;
  y = sheet.address('employer_address', it.employer_address, left, y, { size: 7, step: 8.5 }) + 5;
  leader('NAME', it.employee_name.text);
  sheet.record('employee_name', it.employee_name.truth);
  leader('BADGE NO', it.employee_id.text);
  sheet.record('employee_id', it.employee_id.truth);
  leader('WEEK', it.period(' - '));
  leader('CHK DATE', it.pay_date.text);
  sheet.record('pay_date', it.pay_date.truth);
  for (const { into, total_name, rows, total } of sectionsOf(it, 'now')) {
    y += 5;
    sheet.text(`** ${TITLES[into]} **`, 102, y, { size, align: 'center' });
    y += 11;
    for (const row of rows) {
      const time = timeOf(row);
      const label = time ? `${row.name} ${shortHours(time.hours)} x ${time.rate.text}` : row.name;
      leader(label, moneyText(row.current, { comma }));
      year(row.ytd);
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    leader(TOTALS[into], moneyText(total.current, { comma }), true);
    sheet.record(total_name, money(total.current).truth);
    year(total.ytd);
    sheet.record(`${total_name}_ytd`, money(total.ytd).truth);
  }
  y += 6;
  leader('NET PAY', moneyText(check.net.current, { comma, dollar: '$' }), true);
  sheet.record('net_pay', money(check.net.current).truth);
  year(check.net.ytd);
  sheet.record('net_pay_ytd', money(check.net.ytd).truth);
  for (const { mask, current } of check.accounts) {
    leader(`DEP ACCT ${it.account(mask).text}`, moneyText(current, { comma }));
    sheet.row('distributions', { description: 'DEP ACCT', account_mask: mask, current: money(current) });
  }
  return sheet.done();
};
