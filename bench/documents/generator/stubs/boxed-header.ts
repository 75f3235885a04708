// A pay stub whose header consists of boxes with the label above the value. Deductions are split into pre-tax and
// after-tax.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, plain, type Shown, unlessZero } from './formats.ts';
import { open } from './open.ts';
import { LONG, WITHHOLDING } from './words.ts';

export const boxedHeader: Layout = async (seed) => {
  const it = open('boxed-header', seed, {
    sectors: ['office', 'trade', 'hospital'],
    words: [LONG, WITHHOLDING],
    dates: ['MM/DD/YYYY', 'DD-MON-YYYY', 'M/D/YYYY'],
    upper: (random) => random.chance(0.3),
  });
  const { sheet, random, check } = it;
  const left = 30;
  const right = 582;
  sheet.box(left, 28, 34, 34, { fill: '#1f3a5f' });
  sheet.text(it.employer_name.text.slice(0, 2).toUpperCase(), left + 17, 37, {
    size: 16,
    bold: true,
    color: '#ffffff',
    align: 'center',
  });
  sheet.field('employer_name', it.employer_name, left + 44, 28, { size: 11, bold: true, width: 300 });
  sheet.address('employer_address', it.employer_address, left + 44, 42, { size: 8 });
  if (random.chance(0.4)) {
    const x = sheet.text('FEIN', right - 70, 44, { size: 7 });
    sheet.field('employer_ein', it.employer_ein, x + 4, 44, { size: 7 });
  }
  sheet.text('Earnings Statement', right, 28, { size: 13, bold: true, align: 'right' });
  const label = check.accounts.length > 0 ? 'VOUCHER NUMBER' : 'CHECK NUMBER';
  const boxes: [string, string, Shown][] = [
    ['EMPLOYEE NAME', 'employee_name', it.employee_name],
    ['EMPLOYEE ID', 'employee_id', it.employee_id],
    ['SOCIAL SECURITY NO.', 'employee_ssn', it.employee_ssn],
    [label, 'check_number', it.check_number],
    ['DEPARTMENT', '', plain(it.stub.department)],
    ['PERIOD BEGINNING', 'period_start', it.period_start],
    ['PERIOD ENDING', 'period_end', it.period_end],
    [random.pick(['PAY DATE', 'CHECK DATE']), 'pay_date', it.pay_date],
  ];
  const widths = [210, 110, 122, 110];
  let x = left;
  for (const [index, [title, name, shown]] of boxes.entries()) {
    const width = widths[index % 4] ?? 0;
    const top = index < 4 ? 86 : 114;
    if (index === 4) x = left;
    sheet.box(x, top, width, 28);
    sheet.text(title, x + 3, top + 3, { size: 5.5, color: '#444444' });
    if (name) sheet.field(name, shown, x + 5, top + 13, { size: 9, width: width - 10 });
    else sheet.text(shown.text, x + 5, top + 13, { size: 9 });
    x += width;
  }
  const withAddress = random.chance(0.6);
  if (withAddress) {
    sheet.text(it.employee_name.text, left + 40, 156, { size: 9, width: 240 });
    sheet.address('employee_address', it.employee_address, left + 40, 168, { size: 9 });
  }
  let y = withAddress ? 218 : 156;
  const style = { size: 8 };
  const bar = (at: number) => sheet.box(left, at - 3, right - left, 13, { fill: '#1f3a5f' });
  const head = { color: '#ffffff', size: 7.5 };
  const step = 11.5;
  const col = { ytd: right - 4, current: right - 92, rate: right - 180, hours: right - 250 };
  y = sheet.table({
    into: 'earnings',
    y,
    step,
    style,
    head,
    rows: it.earnings,
    behindHead: bar,
    columns: [
      { key: 'description', title: 'EARNINGS', x: left + 4, width: 190, of: ({ name }) => name },
      {
        key: 'hours',
        title: 'HOURS/UNITS',
        x: col.hours,
        width: 60,
        align: 'right',
        of: ({ hours: worked }) => (worked ? hours(worked) : NOTHING),
      },
      {
        key: 'rate',
        title: 'RATE',
        x: col.rate,
        width: 60,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      {
        key: 'current',
        title: 'THIS PERIOD ($)',
        x: col.current,
        width: 75,
        align: 'right',
        of: ({ current }) => unlessZero(current, money),
      },
      { key: 'ytd', title: 'YTD ($)', x: col.ytd, width: 75, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const sum = (label: string, name: string | null, { current, ytd }: { current: number; ytd: number }) => {
    sheet.rule(col.current - 60, y - 1, right, y - 1);
    sheet.text(label, left + 4, y + 2, { size: 8, bold: true });
    for (const [shown, edge, suffix] of [
      [money(current), col.current, ''],
      [money(ytd), col.ytd, '_ytd'],
    ] as const) {
      const put = { size: 8, bold: true, align: 'right' } as const;
      if (name) sheet.field(`${name}${suffix}`, shown, edge, y + 2, put);
      else sheet.text(shown.text, edge, y + 2, put);
    }
    y += 18;
  };
  sum('GROSS EARNINGS', 'gross_pay', check.gross);
  const list = (title: string, into: string, rows: readonly { name: string; current: number; ytd: number }[]) => {
    y = sheet.table({
      into,
      y,
      step,
      style,
      head,
      rows,
      behindHead: bar,
      columns: [
        { key: 'description', title, x: left + 4, width: 250, of: ({ name }) => name },
        {
          key: 'current',
          title: 'THIS PERIOD ($)',
          x: col.current,
          width: 75,
          align: 'right',
          of: ({ current }) => unlessZero(current, money),
        },
        { key: 'ytd', title: 'YTD ($)', x: col.ytd, width: 75, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
  };
  const total = (rows: { current: number; ytd: number }[]) =>
    rows.reduce((all, row) => ({ current: all.current + row.current, ytd: all.ytd + row.ytd }), { current: 0, ytd: 0 });
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  if (before.length > 0) {
    list('PRE-TAX DEDUCTIONS', 'deductions', before);
    sum('TOTAL PRE-TAX', null, total(before));
  }
  list('WITHHOLDINGS', 'taxes', it.taxes);
  sum('TOTAL WITHHOLDINGS', 'total_taxes', check.total_taxes);
  if (after.length > 0) {
    list('AFTER-TAX DEDUCTIONS', 'deductions', after);
    sum('TOTAL AFTER-TAX', null, total(after));
  }
  sheet.box(left, y - 2, right - left, 18, { fill: '#e6ecf4', stroke: '#1f3a5f' });
  sheet.text('NET PAY', left + 4, y + 2, { size: 10, bold: true });
  sheet.field('net_pay', money(check.net.current), col.current, y + 2, { size: 10, bold: true, align: 'right' });
  sheet.field('net_pay_ytd', money(check.net.ytd), col.ytd, y + 2, { size: 10, bold: true, align: 'right' });
  y += 26;
  if (check.accounts.length > 0 && y < 700) {
    sheet.table({
      into: 'distributions',
      y,
      step,
      style,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'NET PAY DISTRIBUTION',
          x: left + 4,
          width: 130,
          of: ({ kind }) => (kind === 'checking' ? 'Direct Deposit Net Check' : 'Direct Deposit Savings'),
        },
        { key: 'account_mask', title: 'ACCOUNT', x: left + 170, width: 90, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'AMOUNT',
          x: col.current,
          width: 75,
          align: 'right',
          of: ({ current }) => money(current),
        },
      ],
    });
  }
  return sheet.done();
};
