// A hospital's pay statement with shift differentials, year-to-date hours, and a second page for deductions and
// deposits.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, type Shown } from './formats.ts';
import { open } from './open.ts';
import { CLINIC } from './words.ts';

export const shiftPay: Layout = async (seed) => {
  const it = open('shift-pay', seed, {
    sectors: ['hospital'],
    words: [CLINIC],
    dates: ['MM/DD/YYYY', 'MM-DD-YYYY', 'MM/DD/YY'],
    names: ['last-first', 'initial'],
    pay: { frequency: 'biweekly' },
  });
  const { sheet, random, check } = it;
  const left = random.integer(38, 46);
  const right = 612 - left;
  const small = { size: 8 };
  const pages = it.earnings.length + it.taxes.length + it.deductions.length > 18 || random.chance(0.4) ? 2 : 1;
  const top = (page: number) => {
    sheet.box(left, 30, 26, 26, { fill: '#c0392b' });
    sheet.text('+', left + 13, 30, { size: 24, bold: true, color: '#ffffff', align: 'center' });
    sheet.field('employer_name', it.employer_name, left + 34, 30, { size: 12, bold: true, width: 280 });
    if (page === 1) sheet.address('employer_address', it.employer_address, left + 34, 46, small);
    sheet.text('PAY STATEMENT', right, 30, { size: 11, bold: true, align: 'right' });
    sheet.text(`Page ${page} of ${pages}`, right, 44, { size: 7.5, align: 'right' });
  };
  top(1);
  const pair = (label: string, name: string, shown: Shown, x: number, y: number) => {
    sheet.text(label, x, y, { ...small, color: '#555555' });
    sheet.field(name, shown, x + 82, y, { ...small, width: 130 });
  };
  const middle = left + 270;
  pair('Employee', 'employee_name', it.employee_name, left, 92);
  pair('Employee ID', 'employee_id', it.employee_id, left, 104);
  sheet.text('Job Title', left, 116, { ...small, color: '#555555' });
  sheet.text(it.stub.title, left + 82, 116, small);
  if (random.chance(0.5)) pair('SSN', 'employee_ssn', it.employee_ssn, left, 128);
  pair('Pay Begin Date', 'period_start', it.period_start, middle, 92);
  pair('Pay End Date', 'period_end', it.period_end, middle, 104);
  pair(random.pick(['Check Date', 'Payment Date']), 'pay_date', it.pay_date, middle, 116);
  pair('Advice #', 'check_number', it.check_number, middle, 128);
  sheet.rule(left, 142, right, 142, { width: 1.5, color: '#c0392b' });

  let y = 150;
  const style = { size: 8 };
  const step = 11.5;
  const bar = (at: number) => sheet.box(left, at - 2.5, right - left, 12.5, { fill: '#f3dedb' });
  const col = { rate: right - 270, hours: right - 205, current: right - 130, hoursYtd: right - 70, ytd: right - 3 };
  const title = (text: string) => {
    sheet.text(text, left, y, { size: 9, bold: true, color: '#c0392b' });
    y += 14;
  };
  title('HOURS AND EARNINGS');
  sheet.text('Current', (col.rate + col.current) / 2 - 10, y, { size: 7, italic: true, align: 'center' });
  sheet.text('Year to Date', (col.hoursYtd + col.ytd) / 2 - 10, y, { size: 7, italic: true, align: 'center' });
  y += 11;
  y = sheet.table({
    into: 'earnings',
    y,
    step,
    style,
    rows: it.earnings,
    behindHead: bar,
    columns: [
      { title: 'Dept', x: left + 3, width: 24, of: () => it.stub.department },
      { key: 'description', title: 'Description', x: left + 34, width: 150, of: ({ name }) => name },
      {
        key: 'rate',
        title: 'Rate',
        x: col.rate,
        width: 50,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      {
        key: 'hours',
        title: 'Hours',
        x: col.hours,
        width: 50,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'current',
        title: 'Earnings',
        x: col.current,
        width: 64,
        align: 'right',
        of: ({ current }) => money(current),
      },
      {
        title: 'Hours',
        x: col.hoursYtd,
        width: 50,
        align: 'right',
        of: ({ hours_ytd }) => (hours_ytd ? hours(hours_ytd).text : ''),
      },
      { key: 'ytd', title: 'Earnings', x: col.ytd, width: 64, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  sheet.rule(left, y - 1, right, y - 1);
  sheet.text('TOTAL', left + 34, y + 2, { ...style, bold: true });
  sheet.text(hours(check.hours.current).text, col.hours, y + 2, { ...style, bold: true, align: 'right' });
  sheet.text(money(check.gross.current).text, col.current, y + 2, { ...style, bold: true, align: 'right' });
  sheet.text(hours(check.hours.ytd).text, col.hoursYtd, y + 2, { ...style, bold: true, align: 'right' });
  sheet.text(money(check.gross.ytd).text, col.ytd, y + 2, { ...style, bold: true, align: 'right' });
  y += 24;

  const list = (
    text: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number }[],
    from: number,
    to: number,
  ) => {
    sheet.text(text, from, y, { size: 9, bold: true, color: '#c0392b', width: to - from });
    return sheet.table({
      into,
      y: y + 14,
      step,
      style,
      rows,
      behindHead: (at) => sheet.box(from, at - 2.5, to - from, 12.5, { fill: '#f3dedb' }),
      columns: [
        { key: 'description', title: 'Description', x: from + 3, width: to - from - 124, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Current',
          x: to - 62,
          width: 56,
          align: 'right',
          of: ({ current }) => money(current),
        },
        { key: 'ytd', title: 'YTD', x: to - 3, width: 56, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
  };
  const taxedTo = list('TAXES', 'taxes', it.taxes, left, left + 258);
  const sums = (at: number) => {
    const cells: [string, string, { current: number; ytd: number }][] = [
      ['TOTAL GROSS', 'gross_pay', check.gross],
      ['TOTAL TAXES', 'total_taxes', check.total_taxes],
      ['TOTAL DEDUCTIONS', 'total_deductions', check.total_deductions],
      ['NET PAY', 'net_pay', check.net],
    ];
    const wide = (right - left - 60) / 4;
    sheet.box(left, at - 4, right - left, 40, { stroke: '#c0392b' });
    sheet.text('Current:', left + 4, at + 11, { ...style, bold: true });
    sheet.text('YTD:', left + 4, at + 23, { ...style, bold: true });
    for (const [index, [label, name, { current, ytd }]] of cells.entries()) {
      const edge = left + 54 + (index + 1) * wide;
      sheet.text(label, edge, at, { size: 7.5, bold: true, align: 'right' });
      sheet.field(name, money(current), edge, at + 11, { ...style, align: 'right' });
      sheet.field(`${name}_ytd`, money(ytd), edge, at + 23, { ...style, align: 'right' });
    }
  };
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  if (pages === 2) {
    y = taxedTo + 12;
    sums(y);
    sheet.text('Continued on the next page', right, 760, { size: 7.5, italic: true, align: 'right' });
    sheet.page();
    top(2);
    sheet.text(`Employee: ${it.employee_name.text}     Check Date: ${it.pay_date.text}`, left, 74, small);
    y = 100;
  } else y = taxedTo + 12;
  let low = y;
  if (before.length > 0) low = Math.max(low, list('BEFORE-TAX DEDUCTIONS', 'deductions', before, left, left + 258));
  if (after.length > 0) low = Math.max(low, list('AFTER-TAX DEDUCTIONS', 'deductions', after, left + 272, right));
  y = low + 14;
  if (it.contributions.length > 0)
    y = list('EMPLOYER PAID BENEFITS', 'employer_contributions', it.contributions, left, left + 258) + 14;
  if (pages === 1) {
    sums(y);
    y += 52;
  }
  if (check.accounts.length > 0) {
    title('NET PAY DISTRIBUTION');
    y = sheet.table({
      into: 'distributions',
      y,
      step,
      style,
      rows: check.accounts,
      behindHead: bar,
      columns: [
        {
          key: 'description',
          title: 'Account Type',
          x: left + 3,
          width: 90,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account Number', x: left + 130, width: 90, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Deposit Amount',
          x: right - 3,
          width: 80,
          align: 'right',
          of: ({ current }) => money(current),
        },
      ],
    });
    y += 10;
  }
  sheet.text('Message: Annual skills fair on campus. Please update your address in the employee portal.', left, y + 4, {
    size: 7.5,
    italic: true,
  });
  return sheet.done();
};
