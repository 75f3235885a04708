// The pay stub of a small business's accounting software. The print is small, and taxes and deductions are negative
// amounts.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, type Shown, taken } from './formats.ts';
import { open } from './open.ts';
import { BOOKS } from './words.ts';

export const bookkeeping: Layout = async (seed) => {
  const it = open('bookkeeping', seed, {
    sectors: ['shop', 'church', 'trade'],
    words: [BOOKS],
    dates: ['MM/DD/YYYY', 'M/D/YYYY'],
    names: ['initial', 'initial.', 'full', 'short'],
    pay: { deductions_max: 5 },
  });
  const { sheet, random, check } = it;
  const left = random.integer(30, 38);
  const middle = 318;
  const right = 612 - left;
  const style = { size: 7.5 };
  const step = 9.5;
  const negative = random.chance(0.7);
  const cut = (cents: number): Shown => (negative ? taken(cents) : money(cents));
  let y = random.pick([60, 90, 130]);
  const inline = (label: string, name: string, shown: Shown, x: number, at: number) =>
    sheet.field(name, shown, sheet.text(label, x, at, { ...style, bold: true }) + 4, at, style);

  sheet.field('employer_name', it.employer_name, left, y, { size: 9, bold: true, width: 260 });
  const withAddress = random.chance(0.7);
  if (withAddress) {
    const address = it.employer_address.join(', ');
    sheet.text(address, left, y + 12, { ...style, width: 270 });
    sheet.record('employer_address', address);
  }
  if (random.chance(0.3)) inline('EIN:', 'employer_ein', it.employer_ein, right - 90, y + 12);
  inline(
    check.accounts.length > 0 ? 'Direct Deposit No.' : 'Check No.',
    'check_number',
    it.check_number,
    right - 130,
    y,
  );
  y += 30;
  sheet.rule(left, y - 4, right, y - 4);
  sheet.text('Employee', left, y, { ...style, bold: true });
  sheet.text('SSN', left + 330, y, { ...style, bold: true });
  sheet.text('Status (Fed/State)', left + 410, y, { ...style, bold: true });
  const address = it.employee_address.join(', ');
  let x = sheet.field('employee_name', it.employee_name, left, y + 11, style);
  x = sheet.text(', ', x, y + 11, style);
  sheet.text(address, x, y + 11, { ...style, width: left + 322 - x });
  sheet.record('employee_address', address);
  sheet.field('employee_ssn', it.employee_ssn, left + 330, y + 11, style);
  sheet.text(`${check.filing_status === 'married' ? 'Married' : 'Single'}/Withhold`, left + 410, y + 11, style);
  y += 26;
  x = sheet.text('Pay Period: ', left, y, { ...style, bold: true });
  sheet.text(it.period(' - '), x, y, style);
  inline('Pay Date:', 'pay_date', it.pay_date, middle, y);
  y += 16;

  const top = y;
  const edge = middle - 12;
  const earnedTo = sheet.table({
    into: 'earnings',
    y,
    step,
    style,
    headStep: 12.5,
    rows: it.earnings,
    behindHead: (at) => sheet.rule(left, at + 9, edge, at + 9),
    columns: [
      { key: 'description', title: 'Earnings and Hours', x: left, width: 104, of: ({ name }) => name },
      {
        key: 'hours',
        title: 'Qty',
        x: edge - 142,
        width: 34,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'rate',
        title: 'Rate',
        x: edge - 106,
        width: 34,
        align: 'right',
        of: ({ rate }) => (rate ? money(rate) : NOTHING),
      },
      {
        key: 'current',
        title: 'Current',
        x: edge - 56,
        width: 46,
        align: 'right',
        of: ({ current }) => money(current),
      },
      { key: 'ytd', title: 'YTD Amount', x: edge, width: 52, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const total = (
    label: string,
    name: string,
    sum: { current: number; ytd: number },
    show: (cents: number) => Shown,
    from: number,
    to: number,
    at: number,
  ) => {
    sheet.rule(to - 100, at, to, at);
    sheet.text(label, from, at + 2, { ...style, bold: true });
    sheet.field(name, show(sum.current), to - 56, at + 2, { ...style, align: 'right' });
    sheet.field(`${name}_ytd`, show(sum.ytd), to, at + 2, { ...style, align: 'right' });
    return at + 18;
  };
  const leftTo = total('Gross Pay', 'gross_pay', check.gross, money, left, edge, earnedTo);
  const list = (
    title: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number }[],
    at: number,
    show: (cents: number) => Shown,
  ) =>
    sheet.table({
      into,
      y: at,
      step,
      style,
      headStep: 12.5,
      rows,
      behindHead: (line) => sheet.rule(middle, line + 9, right, line + 9),
      columns: [
        { key: 'description', title, x: middle, width: 140, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Current',
          x: right - 56,
          width: 52,
          align: 'right',
          of: ({ current }) => show(current),
        },
        { key: 'ytd', title: 'YTD Amount', x: right, width: 54, align: 'right', of: ({ ytd }) => show(ytd) },
      ],
    });
  y = top;
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  if (before.length > 0) y = list('Deductions From Gross', 'deductions', before, y, cut) + 6;
  y = total(
    'Total Taxes',
    'total_taxes',
    check.total_taxes,
    cut,
    middle,
    right,
    list('Taxes', 'taxes', it.taxes, y, cut),
  );
  if (after.length > 0) y = list('Adjustments to Net Pay', 'deductions', after, y, cut) + 6;
  y = Math.max(y, leftTo);
  sheet.rule(left, y, right, y, { width: 1 });
  sheet.text('Net Pay', left, y + 4, { size: 9, bold: true });
  sheet.field('net_pay', money(check.net.current), edge - 56, y + 4, { size: 9, bold: true, align: 'right' });
  sheet.field('net_pay_ytd', money(check.net.ytd), edge, y + 4, { size: 9, bold: true, align: 'right', width: 54 });
  y += 20;
  let low = y;
  if (it.contributions.length > 0)
    low = list('Non-taxable Company Items', 'employer_contributions', it.contributions, y, money) + 6;
  if (check.accounts.length > 0) {
    y = sheet.table({
      into: 'distributions',
      y,
      step,
      style,
      headStep: 12.5,
      rows: check.accounts,
      behindHead: (line) => sheet.rule(left, line + 9, edge, line + 9),
      columns: [
        {
          key: 'description',
          title: 'Net Pay Distribution',
          x: left,
          width: 100,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account', x: left + 110, width: 80, of: ({ mask }) => it.account(mask) },
        { key: 'current', title: 'Amount', x: edge, width: 60, align: 'right', of: ({ current }) => money(current) },
      ],
    });
  }
  low = Math.max(low, y);
  sheet.table({
    y: low + 6,
    step,
    style,
    headStep: 12.5,
    rows: check.leaves,
    columns: [
      { title: 'Paid Time Off', x: left, width: 80, of: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
      { title: 'Earned', x: left + 140, width: 40, align: 'right', of: ({ accrued }) => hours(accrued).text },
      { title: 'YTD Used', x: left + 200, width: 50, align: 'right', of: ({ used }) => hours(used).text },
      { title: 'Available', x: left + 260, width: 50, align: 'right', of: ({ balance }) => hours(balance).text },
    ],
  });
  sheet.text(`${it.employer_name.text}  Powered by LedgerBook Payroll`, left, 762, { size: 7, italic: true });
  return sheet.done();
};
