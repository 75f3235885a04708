// The pay statement of a public employer: numbered boxes, leave balances, and employer contributions beside deductions.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, plain, type Shown } from './formats.ts';
import { open } from './open.ts';
import { PUBLIC } from './words.ts';

export const leaveAndEarnings: Layout = async (seed) => {
  const it = open('leave-and-earnings', seed, {
    sectors: ['agency'],
    words: [PUBLIC],
    dates: ['MM/DD/YYYY', 'MM/DD/YY', 'DD-MON-YYYY'],
    names: ['last-first', 'initial'],
    upper: (random) => random.chance(0.6),
  });
  const { sheet, random, check } = it;
  const left = 32;
  const right = 580;
  sheet.text('LEAVE AND EARNINGS STATEMENT', 306, 26, { size: 12, bold: true, align: 'center' });
  sheet.field('employer_name', it.employer_name, 306, 42, { size: 10, align: 'center', width: 400 });
  if (random.chance(0.6)) {
    const address = it.employer_address.join(', ');
    sheet.text(address, 306, 55, { size: 8, align: 'center' });
    sheet.record('employer_address', address);
  }
  let y = 72;
  const boxRow = (cells: [string, string, Shown, number][]) => {
    let x = left;
    for (const [label, name, shown, share] of cells) {
      const width = (right - left) * share;
      sheet.box(x, y, width, 26);
      sheet.text(label, x + 3, y + 3, { size: 6.5, width: width - 6 });
      if (name) sheet.field(name, shown, x + 3, y + 13, { size: 9, bold: true, width: width - 6 });
      else sheet.text(shown.text, x + 3, y + 13, { size: 9, bold: true, width: width - 6 });
      x += width;
    }
    y += 26;
  };
  boxRow([
    ['1. Employee Name', 'employee_name', it.employee_name, 0.4],
    ['2. Employee No.', 'employee_id', it.employee_id, 0.2],
    ['3. SSN', 'employee_ssn', it.employee_ssn, 0.2],
    ['4. Org Code', '', plain(it.stub.department), 0.2],
  ]);
  boxRow([
    ['5. Pay Period Begin', 'period_start', it.period_start, 0.2],
    ['6. Pay Period End', 'period_end', it.period_end, 0.2],
    ['7. Pay Date', 'pay_date', it.pay_date, 0.2],
    ['8. Warrant No.', 'check_number', it.check_number, 0.2],
    ['9. Hourly Rate', '', money(check.rate), 0.2],
  ]);
  if (random.chance(0.5)) {
    const address = it.employee_address.join(', ');
    boxRow([['10. Home Address', 'employee_address', plain(address), 1]]);
  }
  y += 8;
  const cells: [string, string, { current: number; ytd: number }][] = [
    ['GROSS PAY', 'gross_pay', check.gross],
    ['TAXES', 'total_taxes', check.total_taxes],
    ['DEDUCTIONS', 'total_deductions', check.total_deductions],
    ['NET PAY', 'net_pay', check.net],
  ];
  const wide = (right - left) / 5;
  sheet.box(left, y, right - left, 40, { fill: '#f2f2f2', stroke: '#000000' });
  sheet.text('SUMMARY', left + 4, y + 4, { size: 8, bold: true });
  sheet.text('CURRENT', left + 4, y + 16, { size: 8 });
  sheet.text('YEAR TO DATE', left + 4, y + 28, { size: 8 });
  for (const [index, [label, name, { current, ytd }]] of cells.entries()) {
    const edge = left + wide * (index + 2) - 6;
    sheet.text(label, edge, y + 4, { size: 8, bold: true, align: 'right' });
    sheet.field(name, money(current), edge, y + 16, { size: 9, align: 'right' });
    sheet.field(`${name}_ytd`, money(ytd), edge, y + 28, { size: 9, align: 'right' });
  }
  y += 50;
  const style = { size: 8 };
  const step = 11;
  const bar = (from: number, to: number) => (at: number) =>
    sheet.box(from, at - 3, to - from, 13, { stroke: '#000000', fill: '#e0e0e0' });
  y =
    sheet.table({
      into: 'earnings',
      y,
      step,
      style,
      headStep: 14,
      rows: it.earnings,
      behindHead: bar(left, right),
      columns: [
        { key: 'description', title: 'EARNINGS TYPE', x: left + 4, width: 160, of: ({ name }) => name },
        {
          key: 'rate',
          title: 'RATE',
          x: left + 250,
          width: 60,
          align: 'right',
          of: ({ rate }) => (rate ? money(rate) : NOTHING),
        },
        {
          key: 'hours',
          title: 'HOURS',
          x: left + 330,
          width: 60,
          align: 'right',
          of: (row) => (row.hours ? hours(row.hours) : NOTHING),
        },
        {
          key: 'current',
          title: 'CURRENT',
          x: left + 430,
          width: 70,
          align: 'right',
          of: ({ current }) => money(current),
        },
        { key: 'ytd', title: 'YEAR TO DATE', x: right - 4, width: 80, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    }) + 8;
  const middle = 306;
  const list = (
    title: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number }[],
    from: number,
    to: number,
    top: number,
  ) =>
    rows.length === 0
      ? top
      : sheet.table({
          into,
          y: top,
          step,
          style,
          headStep: 14,
          rows,
          behindHead: bar(from, to),
          columns: [
            { key: 'description', title, x: from + 4, width: to - from - 134, of: ({ name }) => name },
            {
              key: 'current',
              title: 'CURRENT',
              x: to - 66,
              width: 58,
              align: 'right',
              of: ({ current }) => money(current),
            },
            { key: 'ytd', title: 'YTD', x: to - 4, width: 58, align: 'right', of: ({ ytd }) => money(ytd) },
          ],
        }) + 8;
  const taxedTo = list('TAXES', 'taxes', it.taxes, left, middle - 5, y);
  const cutTo = list('DEDUCTIONS', 'deductions', it.deductions, middle + 5, right, y);
  const paidTo = list('PAID BY AGENCY', 'employer_contributions', it.contributions, left, middle - 5, taxedTo);
  let low = cutTo;
  if (check.accounts.length > 0) {
    low =
      sheet.table({
        into: 'distributions',
        y: cutTo,
        step,
        style,
        headStep: 14,
        rows: check.accounts,
        behindHead: bar(middle + 5, right),
        columns: [
          {
            key: 'description',
            title: 'DEPOSITS',
            x: middle + 9,
            width: 70,
            of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
          },
          { key: 'account_mask', title: 'ACCOUNT', x: middle + 90, width: 80, of: ({ mask }) => it.account(mask) },
          {
            key: 'current',
            title: 'AMOUNT',
            x: right - 4,
            width: 70,
            align: 'right',
            of: ({ current }) => money(current),
          },
        ],
      }) + 8;
  }
  y = Math.max(low, paidTo);
  y = sheet.table({
    y,
    step,
    style,
    headStep: 14,
    rows: check.leaves,
    behindHead: bar(left, right),
    columns: [
      {
        title: 'LEAVE',
        x: left + 4,
        width: 100,
        of: ({ kind }) => ({ vacation: 'Annual', sick: 'Sick', personal: 'Comp Time' })[kind],
      },
      {
        title: 'BEG BAL',
        x: left + 200,
        width: 60,
        align: 'right',
        of: ({ accrued, used, balance }) => hours(balance - accrued + used).text,
      },
      { title: 'EARNED', x: left + 300, width: 60, align: 'right', of: ({ accrued }) => hours(accrued).text },
      { title: 'USED', x: left + 400, width: 60, align: 'right', of: ({ used }) => hours(used).text },
      { title: 'END BAL', x: right - 4, width: 60, align: 'right', of: ({ balance }) => hours(balance).text },
    ],
  });
  sheet.text(
    'REMARKS: Open enrollment forms are due to Human Resources by the last working day of the month.',
    left,
    y + 8,
    { size: 7.5, width: 540 },
  );
  return sheet.done();
};
