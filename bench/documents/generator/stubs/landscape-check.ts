// A pay advice in landscape format with three blocks side by side. The lower half is a check, which is void if the pay
// is deposited.
import type { Layout } from '../sample.ts';
import { amountInWords, hours, money, moneyText, NOTHING, unlessZero } from './formats.ts';
import { open } from './open.ts';
import { CODES, WITHHOLDING } from './words.ts';

export const landscapeCheck: Layout = async (seed) => {
  const it = open('landscape-check', seed, {
    sectors: ['trade', 'office', 'shop'],
    words: [WITHHOLDING, CODES],
    dates: ['MM/DD/YYYY', 'MM/DD/YY', 'M/D/YYYY'],
    size: [792, 612],
    upper: (random) => random.chance(0.5),
    names: ['initial', 'last-first', 'short'],
    pay: { deductions_max: 9 },
  });
  const { sheet, random, check } = it;
  const left = random.integer(28, 40);
  const right = 792 - left;
  sheet.field('employer_name', it.employer_name, left, 24, { bold: true, size: 11.5, width: 238 });
  sheet.address('employer_address', it.employer_address, left, 40, { size: 8 });
  sheet.text('STATEMENT OF EARNINGS AND DEDUCTIONS', 400, 26, { bold: true, size: 9.5, align: 'center', width: 212 });
  sheet.text('Detach and retain for your records', 400, 40, { size: 7, italic: true, align: 'center' });
  const pair = (label: string, y: number, put: (x: number) => void) => {
    sheet.text(label, right - 110, y, { size: 8, align: 'right' });
    put(right - 104);
  };
  const numberLabel = check.accounts.length > 0 ? 'Advice No.:' : 'Check No.:';
  pair(numberLabel, 24, (x) => sheet.field('check_number', it.check_number, x, 24, { size: 8, bold: true }));
  pair('Pay Date:', 36, (x) => sheet.field('pay_date', it.pay_date, x, 36, { size: 8, bold: true }));
  pair('Pay Period:', 48, (x) =>
    sheet.text(it.period(random.pick([' - ', ' to '])), x, 48, { size: 8, bold: true, width: 104 }),
  );
  sheet.rule(left, 78, right, 78, { width: 1 });
  let x = sheet.text('Employee: ', left, 83, { size: 8 });
  x = sheet.field('employee_name', it.employee_name, x + 2, 83, { size: 8, bold: true, width: 160 });
  x = sheet.text('Employee No. ', Math.max(x + 22, left + 240), 83, { size: 8 });
  x = sheet.field('employee_id', it.employee_id, x + 2, 83, { size: 8, bold: true });
  if (random.chance(0.7)) {
    x = sheet.text('SSN ', Math.max(x + 22, left + 390), 83, { size: 8 });
    sheet.field('employee_ssn', it.employee_ssn, x + 2, 83, { size: 8, bold: true });
  }
  sheet.text(`Dept: ${it.stub.department}`, right, 83, { size: 8, align: 'right' });
  sheet.rule(left, 95, right, 95, { width: 1 });

  const zero = random.chance(0.5);
  const amount = (cents: number) => (zero ? money(cents) : unlessZero(cents, money));
  const style = { size: 7.5 };
  const bar = (from: number, to: number) => (y: number) => sheet.box(from, y - 3, to - from, 12, { fill: '#dddddd' });
  const taxes = left + 322;
  const cuts = left + 516;
  const earnedTo = sheet.table({
    into: 'earnings',
    y: 102,
    step: 10.5,
    style,
    rows: it.earnings,
    behindHead: bar(left, taxes - 8),
    columns: [
      { key: 'description', title: 'Earnings', x: left + 2, width: 98, of: ({ name }) => name },
      {
        key: 'rate',
        title: 'Rate',
        x: left + 138,
        width: 45,
        align: 'right',
        of: ({ rate }) => unlessZero(rate, (cents) => hours(cents, 4)),
      },
      {
        key: 'hours',
        title: 'Hours',
        x: left + 182,
        width: 45,
        align: 'right',
        of: ({ hours: worked }) => (worked ? hours(worked) : NOTHING),
      },
      {
        key: 'current',
        title: 'Current',
        x: left + 246,
        width: 58,
        align: 'right',
        of: ({ current }) => amount(current),
      },
      { key: 'ytd', title: 'YTD', x: left + 312, width: 62, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const half = (into: string, title: string, from: number, to: number, rows: typeof it.taxes | typeof it.deductions) =>
    sheet.table<{ name: string; current: number; ytd: number }>({
      into,
      y: 102,
      step: 10.5,
      style,
      rows,
      behindHead: bar(from, to),
      columns: [
        { key: 'description', title, x: from + 2, width: to - from - 116, of: ({ name }) => name },
        {
          key: 'current',
          title: 'Current',
          x: to - 58,
          width: 52,
          align: 'right',
          of: ({ current }) => amount(current),
        },
        { key: 'ytd', title: 'YTD', x: to - 2, width: 52, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
  const taxedTo = half('taxes', 'Taxes Withheld', taxes, cuts - 8, it.taxes);
  const cutTo = it.deductions.length > 0 ? half('deductions', 'Deductions', cuts, right, it.deductions) : 0;
  const y = Math.max(earnedTo, taxedTo, cutTo, 235) + 6;
  sheet.rule(left, y - 3, right, y - 3);
  const sums = [
    ['Gross Pay', 'gross_pay', check.gross],
    ['Total Taxes', 'total_taxes', check.total_taxes],
    ['Total Deductions', 'total_deductions', check.total_deductions],
    ['NET PAY', 'net_pay', check.net],
  ] as const;
  sheet.text('Current', left + 2, y + 11, { size: 7.5 });
  sheet.text('Year to Date', left + 2, y + 21, { size: 7.5 });
  for (const [index, [label, field, sum]] of sums.entries()) {
    const edge = left + 130 + index * 76;
    sheet.text(label, edge, y, { size: 7.5, bold: true, align: 'right' });
    sheet.field(field, money(sum.current), edge, y + 11, { size: 8, align: 'right' });
    sheet.field(`${field}_ytd`, money(sum.ytd), edge, y + 21, { size: 8, align: 'right' });
  }
  if (check.accounts.length > 0) {
    sheet.table({
      into: 'distributions',
      y,
      step: 10.5,
      style,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'Deposited To',
          x: cuts,
          width: 70,
          of: ({ kind }) => `Direct Deposit ${kind === 'checking' ? 'Chk' : 'Sav'}`,
        },
        { key: 'account_mask', title: 'Account', x: cuts + 80, width: 62, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Amount',
          x: right - 2,
          width: 54,
          align: 'right',
          of: ({ current }) => money(current),
        },
      ],
    });
  }

  const top = 330;
  sheet.rule(10, top, 782, top, { dash: 4 });
  sheet.text(it.employer_name.text, left, top + 22, { bold: true, size: 11, width: 300 });
  sheet.lines(it.employer_address, left, top + 36, { size: 8 });
  sheet.text(it.check_number.text, right, top + 22, { bold: true, size: 12, align: 'right' });
  sheet.text('DATE', right - 110, top + 58, { size: 7 });
  sheet.text(it.pay_date.text, right, top + 56, { size: 10, align: 'right' });
  sheet.text('PAY', left, top + 92, { size: 7 });
  sheet.text(`${amountInWords(check.net.current)} dollars`.padEnd(90, '*'), left + 40, top + 90, {
    size: 9,
    width: 510,
  });
  sheet.text(`$${'*'.repeat(5)}${moneyText(check.net.current)}`, right, top + 90, {
    size: 10,
    bold: true,
    align: 'right',
  });
  sheet.rule(left, top + 104, right, top + 104);
  sheet.lines(['TO THE', 'ORDER OF'], left, top + 116, { size: 7 });
  sheet.text(it.employee_name.text, left + 60, top + 118, { size: 10, width: 260 });
  sheet.address('employee_address', it.employee_address, left + 60, top + 132, { size: 9 });
  if (check.accounts.length > 0) {
    sheet.text('NON-NEGOTIABLE', right - 130, top + 138, { size: 20, bold: true, align: 'center', color: '#999999' });
    sheet.text('This is not a check. Deposited to your account.', right - 130, top + 164, { size: 7, align: 'center' });
  } else {
    sheet.rule(right - 220, top + 172, right, top + 172);
    sheet.text('Authorized signature', right - 110, top + 176, { size: 7, align: 'center' });
  }
  sheet.text(`C${it.check_number.text}C  A0${it.stub.department}1177A  44${it.stub.department}09C`, 396, top + 240, {
    face: 'mono',
    size: 10,
    align: 'center',
  });
  return sheet.done();
};
