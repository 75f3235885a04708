// A web page of a start-up's payroll service: large values above their labels, the pay as an equation, and lists in two
// columns.
import type { Layout } from '../../sample.ts';
import { hours, money, moneyText, plain } from '../formats.ts';
import { open } from '../open.ts';
import { paidNow } from '../stub.ts';
import { LONG, wordsLike } from '../words.ts';
import { type Fact, type Named, stacked, type Timed } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary',
    regular: 'Hourly wages',
    overtime: 'Overtime (1.5x)',
    bonus: 'Performance bonus',
    allowance: 'Home office stipend',
  },
  taxes: {
    federal: 'Federal income',
    social_security: 'Social Security',
    medicare: 'Medicare',
    state: '{state} state income',
  },
  deductions: {
    medical: 'Health plan',
    dental: 'Dental plan',
    vision: 'Vision plan',
    k401: 'Retirement 401(k)',
    commuter: 'Commuter card',
  },
  contributions: { match: '401(k) match', medical: 'Health plan premium', dental: 'Dental plan premium' },
});
const GREY = '#6f7680';

export const startupWeb: Layout = async (seed) => {
  const it = open('startup-web', seed, {
    sectors: ['office'],
    words: [WORDS],
    dates: ['Month D, YYYY', 'Mon D, YYYY'],
    names: ['short', 'full'],
  });
  const { sheet, random, check } = it;
  const [left, right, middle] = [48, 564, 306];
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  sheet.document
    .save()
    .circle(left + 10, 46, 10)
    .fill('#ff6a3d')
    .restore();
  sheet.text('tidepool payroll', left + 28, 40, { size: 13, bold: true, color: '#ff6a3d' });
  sheet.text(`You were paid ${dollars(check.net.current).text} on ${it.pay_date.text}`, left, 74, {
    size: 17,
    bold: true,
    width: 510,
  });
  sheet.record('net_pay', dollars(check.net.current).truth);
  sheet.record('pay_date', it.pay_date.truth);
  sheet.text(`This paycheck covers ${it.period(' to ')}. Nice work!`, left, 98, { size: 10, color: GREY });
  const above = { label: { size: 8, color: GREY }, value: { size: 11, width: 160 }, drop: -14 } as const;
  const people: Fact[] = [
    [random.pick(['Employee', 'Team member']), 'employee_name', it.employee_name],
    [random.pick(['Employer', 'Company']), 'employer_name', it.employer_name],
    ['Job title', '', plain(it.stub.title)],
  ];
  for (const [index, fact] of people.entries()) stacked(sheet, fact, left + index * 176, 142, above);
  sheet.box(left, 164, right - left, 62, { fill: '#fff3ec', radius: 8 });
  const parts: [string, string, number, string][] = [
    ['Gross pay', 'gross_pay', check.gross.current, ''],
    ['Taxes', 'total_taxes', check.total_taxes.current, '–'],
    ['Deductions', 'total_deductions', check.total_deductions.current, '–'],
    ['Net pay', 'net_pay', check.net.current, '='],
  ];
  for (const [index, [label, name, cents, sign]] of parts.entries()) {
    const x = left + 14 + index * 130;
    if (sign) sheet.text(sign, x - 16, 178, { size: 14, bold: true, color: '#ff6a3d' });
    sheet.field(name, dollars(cents), x, 178, { size: 14, bold: true, width: 108 });
    sheet.text(label, x, 202, { size: 9, color: GREY });
  }
  const year = `So far in ${check.pay_date.slice(0, 4)}: ${dollars(check.gross.ytd).text} gross pay, ${dollars(check.net.ytd).text} net pay.`;
  sheet.text(year, left, 236, { size: 9, color: GREY });
  sheet.record('gross_pay_ytd', dollars(check.gross.ytd).truth);
  sheet.record('net_pay_ytd', dollars(check.net.ytd).truth);
  const list = (
    title: string,
    into: string,
    rows: readonly (Named & Partial<Timed>)[],
    from: number,
    top: number,
  ): number => {
    if (rows.length === 0) return top;
    const edge = from + 244;
    sheet.text(title, from, top, { size: 12, bold: true });
    sheet.text('This paycheck', edge - 74, top + 3, { size: 7.5, color: GREY, align: 'right' });
    sheet.text('This year', edge, top + 3, { size: 7.5, color: GREY, align: 'right' });
    let y = top + 20;
    for (const { name, current, ytd, ...time } of rows) {
      const note = time.hours && time.rate ? { hours: hours(time.hours), rate: money(time.rate) } : null;
      sheet.text(name, from, y, { size: 9, width: 108 });
      sheet.text(dollars(current).text, edge - 74, y, { size: 9, align: 'right' });
      sheet.text(dollars(ytd).text, edge, y, { size: 9, color: GREY, align: 'right' });
      if (note) sheet.text(`${note.hours.text} hours × $${note.rate.text}`, from, y + 10, { size: 7.5, color: GREY });
      sheet.row(into, { description: name, ...note, current: money(current), ytd: money(ytd) });
      y += note ? 23 : 15;
      sheet.rule(from, y - 3, edge, y - 3, { width: 0.3, color: '#d9dce0' });
    }
    return y + 14;
  };
  const second = left + 272;
  let one = list('What you earned', 'earnings', it.earnings, left, 262);
  let two = list('Taxes we withheld', 'taxes', it.taxes, second, 262);
  const both = Math.max(one, two);
  one = list('Your deductions', 'deductions', it.deductions, left, both);
  two = list(
    random.pick(['Company paid', 'Employer paid']),
    'employer_contributions',
    paidNow(it.contributions),
    second,
    both,
  );
  let y = Math.max(one, two) + 4;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    sheet.box(left, y - 5, right - left, 20, { stroke: '#d9dce0', radius: 5 });
    sheet.text(`${description} account ending in ${mask}`, left + 8, y, { size: 9 });
    sheet.text(dollars(current).text, right - 8, y, { size: 9, bold: true, align: 'right' });
    sheet.row('distributions', { description: `${description} account`, account_mask: mask, current: money(current) });
    y += 24;
  }
  const share = (cents: number) => `${Math.round((cents * 100) / check.gross.current)}%`;
  if (y < 700) {
    sheet.text('Where your money goes', left, y + 4, { size: 9, bold: true });
    sheet.text(
      `${share(check.net.current)} to you, ${share(check.total_taxes.current)} taxes, ${share(check.total_deductions.current)} benefits`,
      left + 120,
      y + 4,
      { size: 9, color: GREY },
    );
    sheet.box(left, y + 20, right - left, 10, { fill: '#ffd9c7' });
    sheet.box(left, y + 20, ((right - left) * check.net.current) / check.gross.current, 10, { fill: '#ff6a3d' });
  }
  sheet.text(
    `Refer a friend's company to tidepool and both of you get a ${moneyText(10_000, { dollar: '$' })} gift card.`,
    middle,
    768,
    { size: 8, color: GREY, align: 'center' },
  );
  return sheet.done();
};
