// The pay statement of a large payroll company: tables with `this period` and `year to date` on the left, notes on the
// right. Taxes and deductions are negative amounts under `Statutory` and `Other`.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING, type Shown, taken, unlessZero } from './formats.ts';
import { open } from './open.ts';
import { STATUTORY } from './words.ts';

export const statement: Layout = async (seed) => {
  const it = open('statement', seed, {
    sectors: ['office', 'trade', 'hospital', 'shop'],
    words: [STATUTORY],
    dates: ['MM/DD/YYYY'],
    names: ['initial', 'full', 'short'],
    upper: (random) => random.chance(0.5),
  });
  const { sheet, random, check } = it;
  const left = 36;
  for (const [title, x] of [
    ['CO.', 0],
    ['EMPL NO.', 34],
    ['DEPT.', 100],
    ['CLOCK', 140],
    ['VCHR. NO.', 176],
  ] as const) {
    sheet.text(title, left + x, 24, { size: 6.5 });
  }
  sheet.text(it.stub.employer.name.replace(/\W/g, '').slice(0, 3).toUpperCase(), left, 33, { size: 7.5 });
  sheet.field('employee_id', it.employee_id, left + 34, 33, { size: 7.5, width: 60 });
  sheet.text(it.stub.department, left + 100, 33, { size: 7.5 });
  sheet.field('check_number', it.check_number, left + 176, 33, { size: 7.5 });
  sheet.field('employer_name', it.employer_name, left, 54, { size: 9, italic: true, width: 240 });
  sheet.address('employer_address', it.employer_address, left, 66, { size: 9, italic: true });
  sheet.text('Earnings Statement', 340, 28, { size: 18, bold: true });
  const fact = (label: string, name: string, shown: Shown, y: number) => {
    sheet.text(label, 340, y, { size: 9 });
    sheet.field(name, shown, 430, y, { size: 9 });
  };
  fact('Period Beginning:', 'period_start', it.period_start, 58);
  fact('Period Ending:', 'period_end', it.period_end, 70);
  fact('Pay Date:', 'pay_date', it.pay_date, 82);
  const status = { single: 'Single', married: 'Married', head: 'Head of household' }[check.filing_status];
  sheet.lines(
    [`Taxable Filing Status: ${status}`, 'Exemptions/Allowances:', '   Federal: Standard Withholding Table'],
    left,
    118,
    { size: 7.5 },
  );
  if (random.chance(0.6)) {
    const x = sheet.text('Social Security Number:', left, 148, { size: 7.5 });
    sheet.field('employee_ssn', it.employee_ssn, x + 3, 148, { size: 7.5 });
  }
  sheet.field('employee_name', it.employee_name, 340, 118, { size: 10, bold: true, width: 230 });
  sheet.address('employee_address', it.employee_address, 340, 132, { size: 9.5, bold: true });

  const col = { rate: 176, hours: 222, current: 286, ytd: 352 };
  const step = 12;
  const size = 8.5;
  let y = 184;
  const head = (title: string, columns: [string, number][]) => {
    sheet.text(title, left, y, { size, bold: true });
    for (const [name, edge] of columns) sheet.text(name, edge, y + 1, { size: 7.5, align: 'right', italic: true });
    sheet.rule(left, y + 11, col.ytd, y + 11);
    y += 15;
  };
  head('Earnings', [
    ['rate', col.rate],
    ['hours', col.hours],
    ['this period', col.current],
    ['year to date', col.ytd],
  ]);
  y = sheet.table({
    into: 'earnings',
    y,
    step,
    head: null,
    style: { size },
    rows: it.earnings,
    columns: [
      { key: 'description', title: '', x: left, width: 100, of: ({ name }) => name },
      {
        key: 'rate',
        title: '',
        x: col.rate,
        width: 48,
        align: 'right',
        of: ({ rate }) => (rate ? hours(rate, 4) : NOTHING),
      },
      {
        key: 'hours',
        title: '',
        x: col.hours,
        width: 42,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : NOTHING),
      },
      {
        key: 'current',
        title: '',
        x: col.current,
        width: 60,
        align: 'right',
        of: ({ current }) => unlessZero(current, money),
      },
      { key: 'ytd', title: '', x: col.ytd, width: 62, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const strong = (
    label: string,
    name: string,
    { current, ytd }: { current: number; ytd: number },
    withYtd: boolean,
  ) => {
    y += 3;
    sheet.box(left + 60, y - 2, col.current - left - 56, 12, { fill: '#d9d9d9' });
    sheet.text(label, left + 64, y, { size, bold: true });
    sheet.field(name, money(current, { dollar: '$' }), col.current, y, { size, bold: true, align: 'right' });
    if (withYtd) sheet.field(`${name}_ytd`, money(ytd), col.ytd, y, { size, align: 'right' });
    y += 20;
  };
  strong('Gross Pay', 'gross_pay', check.gross, true);
  head('Deductions', [
    ['this period', col.current],
    ['year to date', col.ytd],
  ]);
  const list = (
    title: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number; pre_tax?: boolean }[],
  ) => {
    if (rows.length === 0) return;
    sheet.text(title, left, y, { size, bold: true });
    y = sheet.table({
      into,
      y: y + step,
      step,
      head: null,
      style: { size },
      rows,
      columns: [
        // The star refers to the note on taxable wages. It is not part of the description.
        { key: 'description', title: '', x: left + 26, width: 140, of: ({ name }) => name },
        {
          key: 'current',
          title: '',
          x: col.current,
          width: 60,
          align: 'right',
          of: ({ current, pre_tax }) => starred(current, pre_tax),
        },
        { key: 'ytd', title: '', x: col.ytd, width: 62, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
  };
  const starred = (cents: number, pre_tax = false): Shown => {
    if (cents === 0) return NOTHING;
    const { text, truth } = taken(cents);
    return { text: pre_tax ? `${text}*` : text, truth };
  };
  list('Statutory', 'taxes', it.taxes);
  y += 3;
  list('Other', 'deductions', it.deductions);
  y += 4;
  strong('Net Pay', 'net_pay', check.net, false);
  if (check.accounts.length > 0) {
    y = sheet.table({
      into: 'distributions',
      y: y - 6,
      step,
      head: null,
      style: { size },
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: '',
          x: left + 64,
          width: 90,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'current', title: '', x: col.current, width: 60, align: 'right', of: ({ current }) => taken(current) },
      ],
    });
    sheet.text('Net Check', left + 64, y + 2, { size, bold: true });
    sheet.text('$0.00', col.current, y + 2, { size, bold: true, align: 'right' });
  }

  let noteY = 184;
  const note = (title: string, contents: string[]) => {
    sheet.text(title, 384, noteY, { size: 8.5, bold: true });
    sheet.rule(384, noteY + 11, 580, noteY + 11);
    noteY = sheet.lines(contents, 384, noteY + 15, { size: 8 }) + 10;
  };
  if (it.contributions.length > 0 && random.chance(0.7)) {
    sheet.text('Other Benefits and', 384, noteY, { size: 8.5, bold: true });
    noteY += 10;
    sheet.text('Information', 384, noteY, { size: 8.5, bold: true });
    sheet.text('this period', 524, noteY + 1, { size: 7.5, italic: true, align: 'right' });
    sheet.text('total to date', 580, noteY + 1, { size: 7.5, italic: true, align: 'right' });
    sheet.rule(384, noteY + 11, 580, noteY + 11);
    noteY =
      sheet.table({
        into: 'employer_contributions',
        y: noteY + 15,
        step: 11,
        head: null,
        style: { size: 8 },
        rows: it.contributions,
        columns: [
          { key: 'description', title: '', x: 384, width: 88, of: ({ name }) => `Er ${name}` },
          { key: 'current', title: '', x: 524, width: 46, align: 'right', of: ({ current }) => money(current) },
          { key: 'ytd', title: '', x: 580, width: 50, align: 'right', of: ({ ytd }) => money(ytd) },
        ],
      }) + 10;
  }
  note('Important Notes', [
    `YOUR COMPANY PHONE NUMBER IS ${it.stub.employer.phone}`,
    `BASIS OF PAY: ${check.salaried ? 'SALARY' : 'HOURLY'}`,
  ]);
  if (it.deductions.some(({ pre_tax }) => pre_tax)) {
    sheet.text('* Excluded from federal taxable wages', 384, noteY, { size: 8 });
    noteY += 16;
  }
  sheet.text(
    `Your federal taxable wages this period are ${money(check.federal_wages.current, { dollar: '$' }).text}`,
    384,
    noteY,
    { size: 8, width: 196 },
  );
  if (y < 700) sheet.text(`© Payroll Services Bureau`, left, 766, { size: 6.5 });
  return sheet.done();
};
