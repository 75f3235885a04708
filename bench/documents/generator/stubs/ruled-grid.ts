// A small employer's spreadsheet: every cell is ruled, and labels are to the left of their values.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, plain, type Shown } from './formats.ts';
import { open } from './open.ts';
import { paidNow } from './stub.ts';
import { LONG, WITHHOLDING } from './words.ts';

export const ruledGrid: Layout = async (seed) => {
  const it = open('ruled-grid', seed, {
    sectors: ['shop', 'trade'],
    words: [LONG, WITHHOLDING],
    dates: ['M/D/YYYY', 'MM/DD/YYYY', 'DD-MON-YYYY'],
    face: seed % 3 === 0 ? 'serif' : 'sans',
  });
  const { sheet, random, check } = it;
  const left = random.integer(34, 48);
  const right = 612 - left;
  const wide = right - left;
  const height = random.integer(15, 17);
  const shade = random.pick(['#e8e8e8', '#dbe7f3', '#fdf2cc']);
  const style = { dollar: random.pick(['$', ''] as const) };
  const amount = (cents: number) => money(cents, style);
  let y = 40;
  sheet.field('employer_name', it.employer_name, 306, y, { size: 14, bold: true, align: 'center', width: wide });
  y = sheet.address('employer_address', it.employer_address, 306, y + 18, { align: 'center' });
  sheet.text(random.pick(['EMPLOYEE PAY STUB', 'PAYROLL STUB', 'Earnings Statement']), 306, y + 4, {
    bold: true,
    size: 11,
    align: 'center',
  });
  y += 22;

  /** Draws one ruled cell with its text. */
  const cell = (
    x: number,
    width: number,
    shown: Shown | string,
    options: { right?: boolean; bold?: boolean; fill?: boolean; name?: string } = {},
  ) => {
    sheet.box(x, y, width, height, options.fill ? { fill: shade, stroke: '#000000' } : {});
    const own = typeof shown === 'string' ? plain(shown) : shown;
    const at = { width: width - 8, bold: options.bold ?? false, align: options.right ? 'right' : 'left' } as const;
    const from = options.right ? x + width - 4 : x + 4;
    if (options.name) sheet.field(options.name, own, from, y + 4, at);
    else sheet.text(own.text, from, y + 4, at);
  };
  const pairs: [string, Shown, string, string?][] = [
    ['Employee Name', it.employee_name, 'employee_name'],
    ['Pay Date', it.pay_date, 'pay_date'],
    ['Employee ID', it.employee_id, 'employee_id'],
    ['Pay Period Start', it.period_start, 'period_start'],
    ['SSN', it.employee_ssn, 'employee_ssn'],
    ['Pay Period End', it.period_end, 'period_end'],
    ['Position', plain(it.stub.title), ''],
    ['Check #', it.check_number, 'check_number'],
  ];
  const labelWide = wide * 0.17;
  const valueWide = wide / 2 - labelWide;
  for (const [index, [label, shown, name]] of pairs.entries()) {
    const x = index % 2 === 0 ? left : left + wide / 2;
    cell(x, labelWide, label, { bold: true, fill: true });
    cell(x + labelWide, valueWide, shown, { name });
    if (index % 2 === 1) y += height;
  }
  if (random.chance(0.5)) {
    cell(left, labelWide, 'Address', { bold: true, fill: true });
    const address = it.employee_address.join(', ');
    cell(left + labelWide, wide - labelWide, address);
    sheet.record('employee_address', address);
    y += height;
  }
  y += 10;

  type Row = (Shown | string)[];
  const grid = (
    into: string | null,
    widths: number[],
    titles: string[],
    keys: string[],
    rows: Row[],
    total?: Row,
    names: string[] = [],
  ) => {
    const put = (values: Row, options: { bold?: boolean; fill?: boolean; names?: string[] }) => {
      let x = left;
      for (const [index, value] of values.entries()) {
        const width = wide * (widths[index] ?? 0);
        const name = options.names?.[index];
        cell(x, width, value, {
          right: index > 0,
          ...(options.bold && { bold: true }),
          ...(options.fill && { fill: true }),
          ...(name && { name }),
        });
        x += width;
      }
      y += height;
    };
    put(titles, { bold: true, fill: true });
    for (const values of rows) {
      put(values, {});
      if (into) sheet.row(into, Object.fromEntries(keys.map((key, index) => [key, values[index]])));
    }
    if (total) put(total, { bold: true, names });
    y += 8;
  };
  const rows = random.chance(0.6) ? it.earnings : paidNow(it.earnings);
  const timed = rows.map(
    ({ name, rate, hours: worked, current, ytd }): Row => [
      name,
      worked ? hours(worked) : NOTHING,
      rate ? amount(rate) : NOTHING,
      amount(current),
      amount(ytd),
    ],
  );
  grid(
    'earnings',
    [0.36, 0.13, 0.15, 0.18, 0.18],
    ['Earnings', 'Hours', 'Rate', 'This Period', 'YTD'],
    ['description', 'hours', 'rate', 'current', 'ytd'],
    timed,
    ['Gross Pay', hours(check.hours.current), '', amount(check.gross.current), amount(check.gross.ytd)],
    ['', '', '', 'gross_pay', 'gross_pay_ytd'],
  );
  const three = [0.64, 0.18, 0.18];
  const keys = ['description', 'current', 'ytd'];
  const list = (found: { name: string; current: number; ytd: number }[]) =>
    found.map(({ name, current, ytd }): Row => [name, amount(current), amount(ytd)]);
  grid(
    'taxes',
    three,
    ['Taxes', 'This Period', 'YTD'],
    keys,
    list(it.taxes),
    ['Total Taxes', amount(check.total_taxes.current), amount(check.total_taxes.ytd)],
    ['', 'total_taxes', 'total_taxes_ytd'],
  );
  if (it.deductions.length > 0) {
    grid(
      'deductions',
      three,
      ['Deductions', 'This Period', 'YTD'],
      keys,
      list(it.deductions),
      ['Total Deductions', amount(check.total_deductions.current), amount(check.total_deductions.ytd)],
      ['', 'total_deductions', 'total_deductions_ytd'],
    );
  }
  y -= 2;
  cell(left, wide * 0.64, 'NET PAY', { bold: true, fill: true });
  cell(left + wide * 0.64, wide * 0.18, amount(check.net.current), { bold: true, right: true, name: 'net_pay' });
  cell(left + wide * 0.82, wide * 0.18, amount(check.net.ytd), { bold: true, right: true, name: 'net_pay_ytd' });
  if (y < 740)
    sheet.text('Prepared by the office. Please report errors within 10 days.', left, y + height + 8, {
      size: 7.5,
      italic: true,
    });
  return sheet.done();
};
