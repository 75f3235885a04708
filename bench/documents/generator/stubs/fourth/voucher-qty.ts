// The voucher of an accounting program. The lists are in two columns, and their totals have no labels. Hours are
// printed as 80:00. A check is at the bottom.
import type { Layout } from '../../sample.ts';
import { amountInWords, hours, money, plain, type Shown, taken } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Named, names, rates, sumOf, type Timed } from '../second/kit.ts';
import { BOOKS, wordsLike } from '../words.ts';
import { cell, clock, timeOf, totals } from './kit.ts';

const WORDS = wordsLike(BOOKS, {
  earnings: { regular: 'Shop Hourly', overtime: 'Shop Overtime', salary: 'Salary Office', commission: 'Sales Comm' },
  taxes: { federal: 'Federal Withholding', local: '{city} City W/H' },
});
const LEAVES = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal Day' };

export const voucherQty: Layout = async (seed) => {
  const it = open('voucher-qty', seed, {
    sectors: ['shop', 'trade', 'church'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['initial', 'initial.', 'short'],
    pay: { deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, middle, right] = [30, 318, 582];
  const style = { size: 8 };
  sheet.field('employer_name', it.employer_name, left, 20, { size: 10, bold: true, width: 260 });
  const address = it.employer_address.join(', ');
  sheet.text(address, left, 33, { size: 8, width: 380 });
  sheet.record('employer_address', address);

  const width = right - left;
  sheet.box(left, 48, width * 0.46, 50);
  sheet.text('Employee', left + 4, 51, { size: 6.5 });
  sheet.field('employee_name', it.employee_name, left + 4, 59, { size: 9, width: width * 0.46 - 8 });
  sheet.address('employee_address', it.employee_address, left + 4, 69.5, { size: 7.5, step: 8.8 });
  const status = { single: 'Single', married: 'Married', head: 'Head of Household' }[check.filing_status];
  const x = left + width * 0.46;
  const half = (right - x) / 2;
  cell(sheet, ['SSN', 'employee_ssn', it.employee_ssn], { x, y: 48, width: half, height: 25 });
  cell(sheet, ['Status (Fed/State)', '', plain(`${status}/Withhold`)], { x: x + half, y: 48, width: half, height: 25 });
  cell(sheet, ['Pay Period', '', plain(it.period(' - '))], { x, y: 73, width: half, height: 25 });
  cell(sheet, ['Pay Date', 'pay_date', it.pay_date], { x: x + half, y: 73, width: half, height: 25 });

  // Minutes are printed only if they are exact, so that hours times rate is always the printed amount.
  const exact = it.earnings.every((row) => !row.rate || (row.hours ?? 0) % 5 === 0);
  const quantity = exact ? clock : (value: number): Shown => hours(value);
  const less = (cents: number) => taken(cents);
  const labelled = random.chance(0.5);
  const bar = (from: number, to: number) => (y: number) => sheet.rule(from, y + 10.5, to, y + 10.5, { width: 0.8 });
  const totalRule = (edge: number, y: number) => sheet.rule(edge - 46, y - 2, edge, y - 2);

  let y = sheet.table<Timed>({
    into: 'earnings',
    y: 110,
    step: 11,
    style,
    headStep: 13,
    rows: it.earnings,
    behindHead: bar(left, middle - 14),
    columns: [
      names('Earnings and Hours', left, 104),
      {
        key: 'hours',
        title: 'Qty',
        x: 164,
        width: 34,
        align: 'right',
        of: (row) => timeOf(row.hours, quantity),
      },
      rates('Rate', 202, 36, (cents) => money(cents)),
      amounts('current', 'Current', 248, 45, money, true),
      amounts('ytd', 'YTD Amount', middle - 14, 48),
    ],
  });
  const edges = { current: 248, ytd: middle - 14 };
  const other = { current: 522, ytd: right };
  const bold = { ...style, bold: true };
  const total = (label: string, name: string, sum: { current: number; ytd: number }, own: typeof edges, at: number) => {
    totalRule(own.current, at);
    totalRule(own.ytd, at);
    if (labelled) sheet.text(label, own === edges ? left : middle, at, bold);
    totals(sheet, name, sum, own, at, name === 'gross_pay' ? money : less, bold);
    return at + 18;
  };
  y += 3;
  sheet.text(timeOf(check.hours.current, quantity).text, 164, y, { ...bold, align: 'right' });
  y = total('Gross Pay', 'gross_pay', check.gross, edges, y);

  const list = (title: string, into: string, rows: readonly Named[], own: typeof edges, at: number, show = less) =>
    sheet.table({
      into,
      y: at,
      step: 11,
      style,
      headStep: 13,
      rows,
      behindHead: bar(own === edges ? left : middle, own.ytd),
      columns: [
        names(title, own === edges ? left : middle, 134),
        amounts('current', 'Current', own.current, 52, show),
        amounts('ytd', 'YTD Amount', own.ytd, 52, show),
      ],
    });
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  // A subtotal is the total of all deductions only if the pre-tax list or the after-tax list is empty.
  const subtotal = before.length === 0 || after.length === 0 ? 'total_deductions' : '';
  if (before.length > 0) {
    const end = list('Deductions From Gross', 'deductions', before, edges, y);
    y = total('Total From Gross', subtotal, sumOf(before), edges, end + 3);
  }
  let side = list('Taxes', 'taxes', it.taxes, other, 110);
  side = total('Total Taxes', 'total_taxes', check.total_taxes, other, side + 3);
  if (after.length > 0) {
    const end = list('Adjustments to Net Pay', 'deductions', after, other, side);
    side = total('Total Adjustments', subtotal, sumOf(after), other, end + 3);
  }
  sheet.text('Net Pay', middle, side, { ...bold, size: 9 });
  totals(sheet, 'net_pay', check.net, other, side, money, { ...bold, size: 9 });
  side += 20;
  if (it.contributions.length > 0)
    y = list('Non-taxable Company Items', 'employer_contributions', it.contributions, edges, y, money) + 6;
  if (check.leaves.length > 0)
    y = sheet.table({
      y,
      step: 11,
      style,
      headStep: 13,
      rows: check.leaves,
      behindHead: bar(left, middle - 14),
      columns: [
        { title: 'Paid Time Off', x: left, width: 90, of: ({ kind }) => LEAVES[kind] },
        { title: 'Earned', x: 200, width: 44, align: 'right', of: ({ accrued }) => clock(accrued).text },
        { title: 'YTD Used', x: 254, width: 44, align: 'right', of: ({ used }) => clock(used).text },
        { title: 'Available', x: middle - 14, width: 46, align: 'right', of: ({ balance }) => clock(balance).text },
      ],
    });
  if (check.accounts.length > 0)
    side = sheet.table({
      into: 'distributions',
      y: side,
      step: 11,
      style,
      headStep: 13,
      rows: check.accounts,
      behindHead: bar(middle, right),
      columns: [
        {
          key: 'description',
          title: 'Direct Deposit',
          x: middle,
          width: 80,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: '', x: middle + 86, width: 90, of: ({ mask }) => it.account(mask) },
        { key: 'current', title: 'Amount', x: right, width: 60, align: 'right', of: ({ current }) => money(current) },
      ],
    });
  if (Math.max(y, side) > 556) throw new RangeError('the lists reach into the check');

  sheet.rule(0, 562, 612, 562, { dash: 3, color: '#777777' });
  sheet.text(it.employer_name.text, left + 10, 580, { size: 11, bold: true, width: 300 });
  sheet.field('check_number', it.check_number, right - 10, 580, { size: 12, align: 'right' });
  sheet.text('DATE', 440, 612, { size: 7 });
  sheet.text(it.pay_date.text, 466, 610, { size: 10 });
  sheet.text('PAY TO THE', left + 10, 636, { size: 6.5 });
  sheet.text('ORDER OF', left + 10, 644, { size: 6.5 });
  sheet.text(it.employee_name.text, left + 62, 640, { size: 11, width: 330 });
  const deposited = check.accounts.length > 0;
  sheet.text(`**${money(deposited ? 0 : check.net.current).text}`, right - 10, 640, { size: 11, align: 'right' });
  const words = deposited ? 'Direct deposit, this is not a check' : amountInWords(check.net.current);
  sheet.text(`${words} ${'*'.repeat(24)}`, left + 10, 664, { size: 9.5, width: 520 });
  sheet.rule(left + 10, 676, right - 10, 676);
  sheet.text(deposited ? 'NON-NEGOTIABLE' : '', 306, 700, { size: 16, bold: true, color: '#aaaaaa', align: 'center' });
  sheet.text(`Memo: Pay Period ${it.period(' - ')}`, left + 10, 742, { size: 8 });
  sheet.rule(400, 750, right - 10, 750);
  return sheet.done();
};
