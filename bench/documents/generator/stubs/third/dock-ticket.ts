// A ticket 80 mm wide: net and gross pay at the top, then the name of each line above its row of figures.
import type { Layout } from '../../sample.ts';
import { money, plain } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, stacked } from '../second/kit.ts';
import { LONG, wordsLike } from '../words.ts';
import { sectionsOf, signed, timeOf } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Reg Hours',
    overtime: 'OT Hours',
    double_time: 'DT Hours',
    pto: 'Vacation',
    piece: 'Piece Rate',
  },
  taxes: {
    federal: 'Fed W/H',
    social_security: 'FICA-SS',
    medicare: 'FICA-Med',
    state: '{state} W/H',
    local: 'City W/H',
  },
  deductions: { medical: 'Health', dental: 'Dental', vision: 'Vision', union: 'Union' },
});
const TITLES = { earnings: 'PAY', taxes: 'TAXES', deductions: 'DEDUCTIONS' } as const;
const TOTALS = { earnings: 'Total Pay', taxes: 'Total Taxes', deductions: 'Total Deductions' } as const;

export const dockTicket: Layout = async (seed) => {
  const it = open('dock-ticket', seed, {
    sectors: ['trade', 'farm', 'shop'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'MM/DD/YY', 'MM-DD-YYYY'],
    names: ['short', 'initial', 'last-first'],
    size: [227, 1150],
    pay: { salaried: false, deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [12, 215];
  const edges = { hours: 62, rate: 104, current: 158, ytd: right } as const;
  const small = { size: 7.5 };
  const show = signed({ negative: random.pick(['trailing', 'parentheses', 'minus']) });
  sheet.box(left, 14, right - left, 44, { stroke: '#000000', width: 1 });
  beside(sheet, ['NET', 'net_pay', money(check.net.current, { dollar: '$' })], left + 6, 19, {
    label: { size: 13, bold: true },
    value: { size: 13, bold: true },
    edge: right - 6,
  });
  beside(sheet, ['Gross', 'gross_pay', money(check.gross.current, { dollar: '$' })], left + 6, 40, {
    label: { size: 10 },
    value: { size: 10 },
    edge: right - 6,
  });
  sheet.field('employer_name', it.employer_name, left, 66, { size: 9.5, bold: true, width: right - left });
  let y = sheet.address('employer_address', it.employer_address, left, 79, { size: 7.5, step: 9 }) + 6;
  const grid: [Fact, Fact][] = [
    [
      ['Employee', 'employee_name', it.employee_name],
      ['Emp No', 'employee_id', it.employee_id],
    ],
    [
      ['Period From', 'period_start', it.period_start],
      ['Period To', 'period_end', it.period_end],
    ],
    [
      ['Paid On', 'pay_date', it.pay_date],
      ['SSN', 'employee_ssn', it.employee_ssn],
    ],
  ];
  for (const pair of grid) {
    for (const [index, fact] of pair.entries())
      stacked(sheet, fact, left + index * 124, y, {
        label: { size: 6 },
        value: { size: 8.5, width: index ? 78 : 118 },
        drop: 8,
      });
    y += 22;
  }
  y += 4;
  for (const { into, total_name, rows, total, withheld } of sectionsOf(it, 'all')) {
    sheet.box(left, y - 2, right - left, 11, { fill: '#dddddd' });
    sheet.text(TITLES[into], left + 3, y, { ...small, bold: true });
    if (into === 'earnings') {
      sheet.text('Hrs', edges.hours, y, { ...small, align: 'right' });
      sheet.text('Rate', edges.rate, y, { ...small, align: 'right' });
    }
    sheet.text('Current', edges.current, y, { ...small, align: 'right' });
    sheet.text('YTD', edges.ytd - 2, y, { ...small, align: 'right' });
    y += 13;
    for (const row of rows) {
      const time = timeOf(row);
      sheet.text(row.name, left, y, small);
      y += 9;
      if (time) {
        sheet.text(time.hours.text, edges.hours, y, { ...small, align: 'right' });
        sheet.text(time.rate.text, edges.rate, y, { ...small, align: 'right' });
      }
      if (row.current !== 0)
        sheet.text(show(row.current, withheld).text, edges.current, y, { ...small, align: 'right' });
      sheet.text(show(row.ytd, withheld).text, edges.ytd, y, { ...small, align: 'right' });
      y += 11;
      sheet.row(into, {
        description: row.name,
        ...time,
        ...(row.current !== 0 && { current: money(row.current) }),
        ytd: money(row.ytd),
      });
    }
    sheet.rule(edges.rate + 4, y, right, y);
    y += 2;
    sheet.text(TOTALS[into], left, y, { ...small, bold: true });
    y += 9;
    sheet.field(total_name, show(total.current, withheld), edges.current, y, { ...small, bold: true, align: 'right' });
    sheet.field(`${total_name}_ytd`, show(total.ytd, withheld), edges.ytd, y, { ...small, bold: true, align: 'right' });
    y += 16;
  }
  sheet.text('Net Pay', left, y, { size: 9, bold: true });
  y += 10;
  sheet.text(money(check.net.current).text, edges.current, y, { size: 8.5, bold: true, align: 'right' });
  sheet.field('net_pay_ytd', money(check.net.ytd), edges.ytd, y, { size: 8.5, bold: true, align: 'right' });
  y += 18;
  for (const { mask, current } of check.accounts) {
    const account = it.account(mask);
    beside(sheet, [`Direct deposit ${account.text}`, '', plain(money(current).text)], left, y, {
      label: small,
      value: small,
      edge: right,
    });
    sheet.row('distributions', { description: 'Direct deposit', account_mask: account, current: money(current) });
    y += 10;
  }
  return sheet.done();
};
