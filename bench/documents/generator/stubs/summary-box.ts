// A modern online pay stub: two narrow columns with a summary box, then full-width tables without vertical lines.
import type { Layout } from '../sample.ts';
import { hours, money, NOTHING } from './formats.ts';
import { open } from './open.ts';
import { paidNow } from './stub.ts';
import { LONG, STATUTORY } from './words.ts';

export const summaryBox: Layout = async (seed) => {
  const it = open('summary-box', seed, {
    sectors: ['office', 'shop', 'church'],
    words: [LONG, STATUTORY],
    dates: ['Mon D, YYYY', 'Month D, YYYY', 'MM/DD/YYYY'],
    names: ['initial', 'full', 'short'],
  });
  const { sheet, random, check } = it;
  const left = random.integer(44, 56);
  const right = 612 - left;
  const tone = random.pick(['#0a6e6e', '#3b4fa0', '#b3452c']);
  const dollars = (cents: number) => money(cents, { dollar: '$' });
  sheet.box(left, 36, 22, 22, { fill: tone, radius: 5 });
  sheet.text(it.employer_name.text.charAt(0), left + 11, 40, {
    size: 14,
    bold: true,
    align: 'center',
    color: '#ffffff',
  });
  sheet.text('Pay Stub', left + 30, 40, { size: 16, bold: true, color: tone });
  const byCheck = check.accounts.length === 0;
  sheet.text(byCheck ? 'Paid by check' : 'Paid by direct deposit', right, 44, {
    size: 9,
    align: 'right',
    color: '#666666',
  });

  const gray = { size: 8, color: '#777777' };
  let y = 76;
  sheet.text('Employee', left, y, gray);
  sheet.field('employee_name', it.employee_name, left, y + 12, { size: 10, bold: true, width: 210 });
  y = sheet.address('employee_address', it.employee_address, left, y + 26);
  if (random.chance(0.6)) {
    const x = sheet.text('SSN:', left, y + 2, gray);
    sheet.field('employee_ssn', it.employee_ssn, x + 4, y + 2, { size: 8 });
    y += 12;
  }
  sheet.text('Company', left, y + 8, gray);
  sheet.field('employer_name', it.employer_name, left, y + 20, { size: 10, bold: true, width: 210 });
  y = sheet.address('employer_address', it.employer_address, left, y + 34);

  const boxLeft = left + 240;
  const pairs: [string, (edge: number, at: number) => void][] = [
    [
      'Pay period',
      (edge, at) => sheet.text(it.period(random.pick([' - ', ' – '])), edge, at, { align: 'right', width: 170 }),
    ],
    ['Pay date', (edge, at) => sheet.field('pay_date', it.pay_date, edge, at, { align: 'right' })],
  ];
  if (byCheck || random.chance(0.3)) {
    pairs.push([
      byCheck ? 'Check number' : 'Payment number',
      (edge, at) => sheet.field('check_number', it.check_number, edge, at, { align: 'right' }),
    ]);
  }
  const sums: [string, string, number][] = [
    ['Gross earnings', 'gross_pay', check.gross.current],
    ['Taxes', 'total_taxes', check.total_taxes.current],
    ['Deductions', 'total_deductions', check.total_deductions.current],
  ];
  for (const [label, name, cents] of sums)
    pairs.push([label, (edge, at) => sheet.field(name, dollars(cents), edge, at, { align: 'right' })]);
  const height = 36 + pairs.length * 16 + 24;
  sheet.box(boxLeft, 72, right - boxLeft, height, { stroke: tone, radius: 6, width: 1 });
  sheet.text('Summary', boxLeft + 12, 82, { size: 11, bold: true });
  for (const [index, [label, put]] of pairs.entries()) {
    sheet.text(label, boxLeft + 12, 102 + index * 16);
    put(right - 12, 102 + index * 16);
  }
  const netAt = 104 + pairs.length * 16;
  sheet.rule(boxLeft + 12, netAt - 2, right - 12, netAt - 2, { color: '#bbbbbb' });
  sheet.text(random.pick(['Net pay', 'Take home pay', 'Net Pay']), boxLeft + 12, netAt + 4, { size: 11, bold: true });
  sheet.field('net_pay', dollars(check.net.current), right - 12, netAt + 4, { size: 11, bold: true, align: 'right' });

  y = Math.max(y, 72 + height) + 18;
  const line = (at: number) => sheet.rule(left, at + 11, right, at + 11, { color: '#dddddd' });
  const head = { color: tone, size: 8.5 };
  const step = 14;
  const edges = { ytd: right, current: right - 90, hours: right - 180, rate: right - 250 };
  const width = 80;
  y = sheet.table({
    into: 'earnings',
    y,
    step,
    head,
    rows: random.chance(0.5) ? it.earnings : paidNow(it.earnings),
    behindHead: line,
    behindRow: line,
    columns: [
      { key: 'description', title: 'Employee Gross Earnings', x: left, width: 180, of: ({ name }) => name },
      {
        key: 'rate',
        title: 'Rate',
        x: edges.rate,
        width: 60,
        align: 'right',
        of: ({ rate }) => (rate ? dollars(rate) : NOTHING),
      },
      {
        key: 'hours',
        title: 'Hours',
        x: edges.hours,
        width: 60,
        align: 'right',
        of: ({ hours: worked }) => (worked ? hours(worked) : NOTHING),
      },
      {
        key: 'current',
        title: 'Current',
        x: edges.current,
        width,
        align: 'right',
        of: ({ current }) => dollars(current),
      },
      { key: 'ytd', title: 'Year-To-Date', x: edges.ytd, width, align: 'right', of: ({ ytd }) => dollars(ytd) },
    ],
  });
  const list = (title: string, into: string, rows: readonly { name: string; current: number; ytd: number }[]) => {
    if (rows.length === 0) return;
    y = sheet.table({
      into,
      y: y + 12,
      step,
      head,
      rows,
      behindHead: line,
      behindRow: line,
      columns: [
        { key: 'description', title, x: left, width: 260, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Current',
          x: edges.current,
          width,
          align: 'right',
          of: ({ current }) => dollars(current),
        },
        { key: 'ytd', title: 'Year-To-Date', x: edges.ytd, width, align: 'right', of: ({ ytd }) => dollars(ytd) },
      ],
    });
  };
  list('Employee Taxes Withheld', 'taxes', it.taxes);
  list('Employee Deductions', 'deductions', it.deductions);
  if (y < 600 && random.chance(0.7)) list('Employer Contributions', 'employer_contributions', it.contributions);
  if (y < 650) {
    y = sheet.table({
      y: y + 12,
      step,
      head,
      behindHead: line,
      behindRow: line,
      rows: [
        ['Gross Earnings', 'gross_pay', check.gross] as const,
        ['Taxes', 'total_taxes', check.total_taxes] as const,
        ['Deductions', 'total_deductions', check.total_deductions] as const,
        ['Net Pay', 'net_pay', check.net] as const,
      ],
      columns: [
        { title: 'Summary', x: left, width: 200, of: ([label]) => label },
        { title: 'Current', x: edges.current, width, align: 'right', of: ([, , { current }]) => dollars(current) },
        {
          title: 'Year-To-Date',
          x: edges.ytd,
          width,
          align: 'right',
          of: ([, name, { ytd }]) => {
            sheet.record(`${name}_ytd`, dollars(ytd).truth);
            return dollars(ytd);
          },
        },
      ],
    });
  }
  if (check.accounts.length > 0 && y < 690) {
    sheet.table({
      into: 'distributions',
      y: y + 12,
      step: 12,
      head,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'Payment Details',
          x: left,
          width: 100,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account', x: left + 130, width: 90, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Amount',
          x: edges.current,
          width,
          align: 'right',
          of: ({ current }) => dollars(current),
        },
      ],
    });
  }
  return sheet.done();
};
