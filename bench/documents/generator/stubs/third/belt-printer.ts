// A slip 58 mm wide from a small printer that people carry on the belt. It has codes, and the year-to-date amount is in
// the line below each amount.
import type { Layout } from '../../sample.ts';
import { money, moneyText } from '../formats.ts';
import { open } from '../open.ts';
import { wrapped } from '../second/kit.ts';
import { SLIP_WORDS, sectionsOf, signed, timeOf } from './kit.ts';

const TOTALS = { earnings: 'GROSS', taxes: 'TOT TAX', deductions: 'TOT DED' } as const;

export const beltPrinter: Layout = async (seed) => {
  const it = open('belt-printer', seed, {
    sectors: ['trade', 'farm', 'restaurant'],
    words: [SLIP_WORDS],
    dates: ['MM/DD/YY', 'M/D/YY'],
    names: ['short', 'last-first'],
    size: [164, 1100],
    face: 'mono',
    upper: () => true,
    pay: { salaried: false, deductions_max: 6 },
  });
  const { sheet, random, check } = it;
  const [left, right, middle] = [10, 154, 82];
  const size = 7;
  let y = 16;
  const show = signed({ comma: random.chance(0.7), negative: 'trailing' });
  const say = (text: string, x = left) => {
    sheet.text(text, x, y, { size, width: right - x });
    y += 9;
  };
  const dashes = () => say('-'.repeat(34));
  const ends = (text: string, bold = false) => sheet.text(text, right, y, { size, bold, align: 'right' });
  for (const text of wrapped(it.employer_name.text, 26)) {
    sheet.text(text, middle, y, { size: 8, bold: true, align: 'center' });
    y += 11;
  }
  sheet.record('employer_name', it.employer_name.truth);
  y += 4;
  say(`EMP# ${it.employee_id.text}`);
  sheet.record('employee_id', it.employee_id.truth);
  sheet.field('employee_name', it.employee_name, left, y, { size, width: right - left });
  y += 9;
  say(`PER ${it.period(random.pick(['-', ' TO ']))}`);
  say(`PAID ${it.pay_date.text}`);
  sheet.record('pay_date', it.pay_date.truth);
  if (check.accounts.length === 0) {
    say(`CHK# ${it.check_number.text}`);
    sheet.record('check_number', it.check_number.truth);
  }
  const total = (
    label: string,
    name: string,
    { current, ytd }: { current: number; ytd: number },
    withheld: boolean,
  ) => {
    sheet.text(label, left, y, { size, bold: true });
    sheet.field(name, show(current, withheld), right, y, { size, bold: true, align: 'right' });
    y += 9;
    sheet.text('YTD', left + 9, y, { size });
    sheet.field(`${name}_ytd`, show(ytd, withheld), right, y, { size, align: 'right' });
    y += 11;
  };
  for (const { into, total_name, rows, total: sum, withheld } of sectionsOf(it, 'now')) {
    dashes();
    for (const row of rows) {
      const time = timeOf(row);
      sheet.text(row.name, left, y, { size });
      if (time) sheet.text(`${time.hours.text}@${time.rate.text}`, 104, y, { size, align: 'right' });
      ends(show(row.current, withheld).text);
      y += 9;
      sheet.text('YTD', left + 9, y, { size });
      ends(show(row.ytd, withheld).text);
      y += 10;
      sheet.row(into, { description: row.name, ...time, current: money(row.current), ytd: money(row.ytd) });
    }
    total(TOTALS[into], total_name, sum, withheld);
  }
  dashes();
  total('NET PAY', 'net_pay', check.net, false);
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'DD CHK' : 'DD SAV';
    sheet.text(`${description} X${mask}`, left, y, { size });
    ends(moneyText(current));
    y += 9;
    sheet.row('distributions', { description, account_mask: mask, current: money(current) });
  }
  dashes();
  sheet.text('KEEP FOR YOUR RECORDS', middle, y, { size, align: 'center' });
  return sheet.done();
};
