// A pay stub with two ruled halves: earnings on the left, taxes and deductions on the right. Totals are at the bottom.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING } from './formats.ts';
import { open } from './open.ts';
import { CODES, STATUTORY } from './words.ts';

export const sideBySide: Layout = async (seed) => {
  const it = open('side-by-side', seed, {
    sectors: ['office', 'trade', 'shop'],
    words: [STATUTORY, CODES],
    dates: ['MM/DD/YYYY', 'YYYY-MM-DD', 'MM-DD-YYYY'],
    names: ['initial', 'full', 'last-first'],
    face: seed % 4 === 0 ? 'serif' : 'sans',
  });
  const { sheet, random, check } = it;
  const left = random.integer(26, 34);
  const right = 612 - left;
  const middle = random.integer(304, 316);
  const small = { size: 8 };
  sheet.field('employer_name', it.employer_name, left, 34, { size: 12, bold: true, width: 270 });
  sheet.address('employer_address', it.employer_address, left, 50, small);
  const facts: [string, (x: number, y: number) => void][] = [
    ['Check Date', (x, y) => sheet.field('pay_date', it.pay_date, x, y, small)],
    ['Period Begin', (x, y) => sheet.field('period_start', it.period_start, x, y, small)],
    ['Period End', (x, y) => sheet.field('period_end', it.period_end, x, y, small)],
    [
      check.accounts.length > 0 ? 'Voucher #' : 'Check #',
      (x, y) => sheet.field('check_number', it.check_number, x, y, small),
    ],
    [
      'Pay Frequency',
      (x, y) => sheet.text(check.frequency.charAt(0).toUpperCase() + check.frequency.slice(1), x, y, small),
    ],
  ];
  for (const [index, [label, put]] of facts.entries()) {
    sheet.text(label, right - 150, 34 + index * 11, { ...small, bold: true });
    put(right - 70, 34 + index * 11);
  }
  sheet.field('employee_name', it.employee_name, left, 100, { size: 10, bold: true, width: 250 });
  if (random.chance(0.7)) sheet.address('employee_address', it.employee_address, left, 114, small);
  sheet.text('Employee Number', middle + 6, 100, { ...small, bold: true });
  sheet.field('employee_id', it.employee_id, middle + 90, 100, small);
  if (random.chance(0.6)) {
    sheet.text('SSN', middle + 6, 112, { ...small, bold: true });
    sheet.field('employee_ssn', it.employee_ssn, middle + 90, 112, small);
  }

  const top = 156;
  const style = { size: 7.5 };
  const step = 11;
  const amounts = { comma: random.chance(0.8) };
  const shown = (cents: number) => money(cents, amounts);
  const bar = (from: number, to: number) => (y: number) => sheet.rule(from, y + 10, to, y + 10, { width: 0.8 });
  const withHours = random.chance(0.75);
  const edge = middle - 6;
  const earnedTo = sheet.table({
    into: 'earnings',
    y: top,
    step,
    style,
    rows: it.earnings,
    behindHead: bar(left, edge),
    columns: [
      { key: 'description', title: 'Earnings', x: left + 3, width: withHours ? 92 : 130, of: ({ name }) => name },
      ...(withHours
        ? ([
            {
              key: 'rate',
              title: 'Rate',
              x: edge - 144,
              width: 36,
              align: 'right',
              of: ({ rate }: { rate: number | null }) => (rate ? shown(rate) : NOTHING),
            },
            {
              key: 'hours',
              title: 'Hours',
              x: edge - 106,
              width: 34,
              align: 'right',
              of: (row: { hours: number | null }) => (row.hours ? hours(row.hours) : NOTHING),
            },
          ] as const)
        : []),
      { key: 'current', title: 'Amount', x: edge - 56, width: 48, align: 'right', of: ({ current }) => shown(current) },
      { key: 'ytd', title: 'YTD Amt', x: edge - 3, width: 50, align: 'right', of: ({ ytd }) => shown(ytd) },
    ],
  });
  const list = (
    into: string,
    title: string,
    y: number,
    rows: readonly { name: string; current: number; ytd: number }[],
  ) =>
    sheet.table({
      into,
      y,
      step,
      style,
      rows,
      behindHead: bar(middle, right),
      columns: [
        { key: 'description', title, x: middle + 6, width: 140, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Amount',
          x: right - 62,
          width: 58,
          align: 'right',
          of: ({ current }) => shown(current),
        },
        { key: 'ytd', title: 'YTD Amt', x: right - 3, width: 55, align: 'right', of: ({ ytd }) => shown(ytd) },
      ],
    });
  let y = list('taxes', 'Taxes', top, it.taxes) + 6;
  if (it.deductions.length > 0) y = list('deductions', 'Deductions', y, it.deductions) + 6;
  if (it.contributions.length > 0 && random.chance(0.6))
    y = list('employer_contributions', 'Employer Paid Benefits', y, it.contributions) + 6;
  const bottom = Math.max(y, earnedTo + 6, 330);
  sheet.box(left, top - 4, right - left, bottom - top + 4);
  sheet.rule(middle, top - 4, middle, bottom);

  const at = bottom + 10;
  const cells: [string, string, { current: number; ytd: number }][] = [
    ['Gross Pay', 'gross_pay', check.gross],
    ['Taxes', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net Pay', 'net_pay', check.net],
  ];
  const column = (right - left - 70) / 4;
  sheet.text('Totals', left + 3, at, { ...small, bold: true });
  sheet.text('Current', left + 3, at + 13, small);
  sheet.text('YTD', left + 3, at + 26, small);
  for (const [index, [label, name, { current, ytd }]] of cells.entries()) {
    const x = left + 66 + (index + 1) * column;
    sheet.text(label, x, at, { ...small, bold: true, align: 'right' });
    sheet.field(name, shown(current), x, at + 13, { ...small, align: 'right' });
    sheet.field(`${name}_ytd`, shown(ytd), x, at + 26, { ...small, align: 'right' });
  }
  sheet.box(left, at - 4, right - left, 42);
  if (check.accounts.length > 0) {
    sheet.text('Direct Deposit Distribution', left, at + 54, { ...small, bold: true });
    sheet.table({
      into: 'distributions',
      y: at + 66,
      step,
      style,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'Account Type',
          x: left,
          width: 70,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account #', x: left + 90, width: 80, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Deposit Amount',
          x: edge - 3,
          width: 70,
          align: 'right',
          of: ({ current }) => shown(current),
        },
      ],
    });
  }
  sheet.table({
    y: at + 66,
    step,
    style,
    rows: check.leaves,
    columns: [
      { title: 'Time Off', x: middle + 6, width: 80, of: ({ kind }) => kind.charAt(0).toUpperCase() + kind.slice(1) },
      { title: 'Used', x: right - 90, width: 50, align: 'right', of: ({ used }) => hours(used).text },
      { title: 'Available', x: right - 3, width: 60, align: 'right', of: ({ balance }) => hours(balance).text },
    ],
  });
  return sheet.done();
};
