// A pay slip with one table for all lines. The first column has the kind of the line; the totals are in a band above
// the table.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, STATUTORY } from '../words.ts';
import { beside, type Fact, stacked } from './kit.ts';

type Line = { name: string; current: number; ytd: number; hours?: number | null; rate?: number | null };

export const oneTable: Layout = async (seed) => {
  const it = open('one-table', seed, {
    sectors: ['office', 'shop', 'trade', 'church'],
    words: [LONG, STATUTORY],
    dates: ['DD-Mon-YYYY', 'YYYY-MM-DD', 'M/D/YYYY'],
    pay: { deductions_max: 8 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [40, 572];
  sheet.text('Payslip', left, 36, { size: 22, color: '#0c7c6f' });
  sheet.field('employer_name', it.employer_name, right, 38, { size: 10, bold: true, align: 'right', width: 320 });
  if (random.chance(0.6)) {
    const address = it.employer_address.join(', ');
    sheet.text(address, right, 52, { size: 8, align: 'right', width: 330 });
    sheet.record('employer_address', address);
  }
  const facts: Fact[] = [
    ['Employee:', 'employee_name', it.employee_name],
    ['Employee ID:', 'employee_id', it.employee_id],
    ['Payment date:', 'pay_date', it.pay_date],
    ['From:', 'period_start', it.period_start],
    ['To:', 'period_end', it.period_end],
    ['Payslip no.:', 'check_number', random.chance(0.5) ? it.check_number : NOTHING],
  ];
  for (const [index, fact] of facts.entries()) {
    const [column, line] = [Math.floor(index / 3), index % 3];
    beside(sheet, fact, left + column * 300, 80 + line * 14, { at: left + column * 300 + 80, value: { width: 200 } });
  }
  const dollar = random.pick(['$', ''] as const);
  const show = (cents: number) => money(cents, { dollar });
  const tiles: [string, string, number, number][] = [
    ['Gross Earnings', 'gross_pay', check.gross.current, check.gross.ytd],
    ['Taxes Withheld', 'total_taxes', check.total_taxes.current, check.total_taxes.ytd],
    ['Other Deductions', 'total_deductions', check.total_deductions.current, check.total_deductions.ytd],
    ['Net Amount', 'net_pay', check.net.current, check.net.ytd],
  ];
  sheet.box(left, 132, right - left, 54, { fill: '#dff1ee' });
  for (const [index, [label, name, current, ytd]] of tiles.entries()) {
    const x = left + 10 + index * 133;
    stacked(sheet, [label, name, show(current)], x, 139, {
      label: { size: 8 },
      value: { size: 13, bold: true },
      drop: 11,
    });
    beside(sheet, ['YTD', `${name}_ytd`, show(ytd)], x, 170, { label: { size: 8 }, value: { size: 8 } });
  }
  const negative = random.pick(['minus', 'parentheses', 'trailing'] as const);
  const less = (cents: number): Shown => taken(cents, { negative });
  const more = (cents: number): Shown => money(cents);
  const kinds: [string, string, readonly Line[], (cents: number) => Shown][] = [
    ['Earning', 'earnings', it.earnings, more],
    ['Tax', 'taxes', it.taxes, less],
    ['Deduction', 'deductions', it.deductions, less],
    ['Employer', 'employer_contributions', random.chance(0.5) ? it.contributions : [], more],
  ];
  let y = 212;
  const once = random.chance(0.4);
  const heads: [string, number, 'left' | 'right'][] = [
    ['Type', left + 4, 'left'],
    ['Item', left + 74, 'left'],
    ['Hours', 330, 'right'],
    ['Rate', 392, 'right'],
    ['Amount', 476, 'right'],
    ['Year to date', right - 4, 'right'],
  ];
  const head = () => {
    sheet.box(left, y - 4, right - left, 16, { fill: '#0c7c6f' });
    for (const [title, x, align] of heads) sheet.text(title, x, y, { size: 8.5, bold: true, color: '#ffffff', align });
    y += 17;
  };
  head();
  const turn = () => {
    sheet.page();
    sheet.text(`Payslip of ${it.employee_name.text}, page 2`, left, 28, { size: 8 });
    y = 54;
  };
  // A pay slip with wide line spacing needs a second page, which repeats the head of the table.
  const step = random.chance(0.3) ? 34 : 14;
  let odd = false;
  for (const [kind, into, lines, sign] of kinds) {
    for (const [index, line] of lines.entries()) {
      if (y > 730) {
        sheet.text('continued on the next page', right, 766, { size: 7.5, align: 'right' });
        turn();
        head();
      }
      if (odd) sheet.box(left, y - 3, right - left, step, { fill: '#f4f6f6' });
      odd = !odd;
      if (!once || index === 0) sheet.text(kind, left + 4, y, { size: 8.5 });
      const cells = {
        hours: line.hours ? hours(line.hours) : NOTHING,
        rate: line.rate ? money(line.rate) : NOTHING,
        current: line.current === 0 ? NOTHING : sign(line.current),
        ytd: sign(line.ytd),
      };
      sheet.text(line.name, left + 74, y, { size: 8.5, width: 190 });
      for (const [shown, edge] of [
        [cells.hours, 330],
        [cells.rate, 392],
        [cells.current, 476],
        [cells.ytd, right - 4],
      ] as const)
        sheet.text(shown.text, edge, y, { size: 8.5, align: 'right' });
      sheet.row(into, { description: line.name, ...cells });
      y += step;
    }
  }
  sheet.rule(left, y, right, y, { color: '#0c7c6f' });
  if (y > 690) {
    turn();
  }
  y += 10;
  if (check.accounts.length > 0) {
    sheet.text('Paid into', left + 4, y, { size: 8.5, bold: true });
    for (const { mask, current } of check.accounts) {
      const account = it.account(mask);
      sheet.text('Bank account', left + 74, y, { size: 8.5 });
      sheet.text(account.text, left + 160, y, { size: 8.5 });
      sheet.text(money(current).text, 476, y, { size: 8.5, align: 'right' });
      sheet.row('distributions', { description: 'Bank account', account_mask: account, current: money(current) });
      y += 13;
    }
  }
  y += 12;
  sheet.lines(
    [
      'Amounts of the type Employer are paid by the company in addition to your earnings and do not change your net amount.',
      'Keep this payslip for your records. Replacement copies can be requested within seven years.',
    ],
    left,
    y,
    { size: 7, color: '#555555' },
  );
  return sheet.done();
};
