// A typeset pay slip without rulings: dots lead from each description to its amounts.
import type { Layout } from '../sample.ts';
import { hours, money, type Shown, unlessZero } from './formats.ts';
import { open } from './open.ts';
import { paidNow } from './stub.ts';
import { BOOKS, LONG } from './words.ts';

export const dottedLeaders: Layout = async (seed) => {
  const it = open('dotted-leaders', seed, {
    sectors: ['church', 'office', 'shop'],
    words: [LONG, BOOKS],
    dates: ['Month D, YYYY', 'DD Mon YYYY', 'Mon D, YYYY'],
    names: ['initial.', 'full'],
    face: 'serif',
  });
  const { sheet, random, check, document } = { ...it, document: it.sheet.document };
  const left = random.integer(70, 84);
  const right = 612 - left;
  const size = random.pick([10, 10.5]);
  const step = 14;
  sheet.field('employer_name', it.employer_name, left, 54, { size: 16, bold: true, width: 330 });
  const address = it.employer_address.join(', ');
  sheet.text(address, left, 74, { size: 9.5, italic: true });
  sheet.record('employer_address', address);
  sheet.text(random.pick(['Payroll Advice', 'Statement of Pay']), right, 57, {
    size: 12,
    italic: true,
    align: 'right',
  });
  let y = 104;
  const pair = (label: string, name: string, shown: Shown, x: number) => {
    const from = sheet.text(label, x, y, { size });
    sheet.field(name, shown, from + 5, y, { size, bold: true });
  };
  const middle = left + 250;
  pair('Name:', 'employee_name', it.employee_name, left);
  pair('Pay date:', 'pay_date', it.pay_date, middle);
  y += step;
  pair('Employee number:', 'employee_id', it.employee_id, left);
  pair('Period from:', 'period_start', it.period_start, middle);
  y += step;
  if (random.chance(0.6)) pair('Social Security number:', 'employee_ssn', it.employee_ssn, left);
  pair('Period to:', 'period_end', it.period_end, middle);
  y += step;
  if (random.chance(0.6))
    pair(check.accounts.length > 0 ? 'Voucher number:' : 'Check number:', 'check_number', it.check_number, middle);
  y += step + 8;

  const current = right - 86;
  const line = (label: string, from: number, figures: [string | null, Shown, number][], bold = false) => {
    const end = sheet.text(label, left + from, y, { size, bold, width: 190 });
    const own = figures.filter(([, shown]) => shown.text !== '');
    let dotsTo = right;
    for (const [name, shown, edge] of own) {
      if (name) sheet.record(name, shown.truth);
      sheet.text(shown.text, edge, y, { size, bold, align: 'right' });
      document.fontSize(size);
      dotsTo = Math.min(dotsTo, edge - document.widthOfString(shown.text));
    }
    document.font('Times-Roman').fontSize(size);
    const dot = document.widthOfString('.');
    const count = Math.floor((dotsTo - end - 10) / dot);
    if (count > 2) sheet.text('.'.repeat(count), dotsTo - 5 - count * dot, y, { size });
    y += step;
  };
  const heading = (label: string, titles: [string, number][]) => {
    sheet.text(label, left, y, { size: size + 1, bold: true });
    for (const [title, edge] of titles) sheet.text(title, edge, y + 1, { size: 9, italic: true, align: 'right' });
    y += step + 2;
  };
  const ends: [string, number][] = [
    ['Current', current],
    ['Year to date', right],
  ];
  const sum = (label: string, name: string, { current: now, ytd }: { current: number; ytd: number }) => {
    line(
      label,
      0,
      [
        [name, money(now), current],
        [`${name}_ytd`, money(ytd), right],
      ],
      true,
    );
    y += 8;
  };
  heading('Earnings', [['Hours', left + 246], ['Rate', left + 304], ...ends]);
  for (const row of paidNow(it.earnings)) {
    const shown = {
      hours: unlessZero(row.hours, (value) => hours(value)),
      rate: unlessZero(row.rate, money),
      current: money(row.current),
      ytd: money(row.ytd),
    };
    line(row.name, 12, [
      [null, shown.hours, left + 246],
      [null, shown.rate, left + 304],
      [null, shown.current, current],
      [null, shown.ytd, right],
    ]);
    sheet.row('earnings', { description: row.name, ...shown });
  }
  sum('Total gross pay', 'gross_pay', check.gross);
  const list = (title: string, into: string, rows: readonly { name: string; current: number; ytd: number }[]) => {
    heading(title, ends);
    for (const row of rows) {
      const shown = { current: money(row.current), ytd: money(row.ytd) };
      line(row.name, 12, [
        [null, shown.current, current],
        [null, shown.ytd, right],
      ]);
      sheet.row(into, { description: row.name, ...shown });
    }
  };
  list('Taxes withheld', 'taxes', it.taxes);
  sum('Total taxes', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    list('Deductions', 'deductions', it.deductions);
    sum('Total deductions', 'total_deductions', check.total_deductions);
  }
  sum('Net pay', 'net_pay', check.net);
  if (check.accounts.length > 0 && y < 660) {
    heading('Deposited', [['Amount', current]]);
    for (const { kind, mask, current: cents } of check.accounts) {
      const description = kind === 'checking' ? 'Checking account' : 'Savings account';
      const account = it.account(mask);
      line(`${description} ${account.text}`, 12, [[null, money(cents), current]]);
      sheet.row('distributions', { description, account_mask: account, current: money(cents) });
    }
  }
  sheet.text('Please keep this statement. Questions: ask the bookkeeper.', 306, 748, {
    size: 9,
    italic: true,
    align: 'center',
  });
  return sheet.done();
};
