// The pay stub of a professional employer organisation, which pays on behalf of another employer. The paper is wide,
// minus signs come after the amount, and there is a second page.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, taken } from '../formats.ts';
import { open } from '../open.ts';
import { STATUTORY, wordsLike } from '../words.ts';
import { amounts, beside, type Fact, type Named, names, rates, type Timed, workedHours } from './kit.ts';

const WORDS = wordsLike(STATUTORY, {
  taxes: { federal: 'FITW', social_security: 'Soc Sec EE', medicare: 'Medicare EE', state: '{state} SITW' },
  deductions: {
    medical: 'S125 Medical',
    dental: 'S125 Dental',
    vision: 'S125 Vision',
    k401: '401(k) Pre-Tax',
    roth: '401(k) Roth',
  },
  contributions: {
    match: '401(k) Safe Harbor',
    medical: 'Medical ER Share',
    dental: 'Dental ER Share',
    social_security: 'Soc Sec ER',
    medicare: 'Medicare ER',
  },
});

export const peo: Layout = async (seed) => {
  const it = open('peo', seed, {
    sectors: ['office', 'shop', 'trade'],
    words: [WORDS],
    dates: ['MM/DD/YYYY', 'DD-Mon-YYYY'],
    names: ['initial', 'initial.', 'last-first'],
    size: [792, 612],
  });
  const { sheet, random, check } = it;
  const [left, right] = [30, 762];
  const blue = '#274c77';
  sheet.box(0, 0, 792, 50, { fill: blue });
  sheet.text('CRESTBRIDGE HR', left, 16, { size: 18, bold: true, color: '#ffffff' });
  sheet.text('Employee Pay Statement', right, 20, { size: 13, color: '#ffffff', align: 'right' });
  const facts: Fact[] = [
    ['Worksite Employer', 'employer_name', it.employer_name],
    ['Employer FEIN', 'employer_ein', random.chance(0.5) ? it.employer_ein : NOTHING],
    ['Client Code', '', plain(`CB-${it.stub.department}`)],
    ['Employee', 'employee_name', it.employee_name],
    ['Employee ID', 'employee_id', it.employee_id],
    ['SSN', 'employee_ssn', it.employee_ssn],
    [
      'Pay Frequency',
      '',
      plain(
        { weekly: 'Weekly', biweekly: 'Bi-Weekly', semimonthly: 'Semi-Monthly', monthly: 'Monthly' }[check.frequency],
      ),
    ],
    ['Deposit Date', 'pay_date', it.pay_date],
    ['Voucher', 'check_number', it.check_number],
  ];
  for (const [index, fact] of facts.entries()) {
    const x = left + Math.floor(index / 3) * 262;
    beside(sheet, fact, x, 62 + (index % 3) * 13, {
      label: { size: 8, color: '#555555' },
      value: { size: 9, width: 160 },
      at: x + 84,
    });
  }
  sheet.text(`Pay Period ${it.period(' – ')}`, left + 524, 101, { size: 9 });
  sheet.address('employer_address', it.employer_address, left + 84, 101, { size: 8.5 });
  sheet.address('employee_address', it.employee_address, left + 346, 101, { size: 8.5 });
  const style = { size: 8.5 };
  const head = { size: 7.5, color: blue };
  const rule = (from: number, to: number) => (y: number) =>
    sheet.rule(from, y + 11, to, y + 11, { color: blue, width: 0.8 });
  const top = 150;
  let y = sheet.table<Timed & { hours_ytd: number | null }>({
    into: 'earnings',
    y: top,
    step: 12,
    style,
    head,
    headStep: 16,
    rows: it.earnings,
    behindHead: rule(left, 420),
    columns: [
      names('Pay', left, 120),
      amounts('ytd', 'YTD Amount', left + 200, 64),
      {
        title: 'YTD Hrs',
        x: left + 248,
        width: 44,
        align: 'right',
        of: ({ hours_ytd }) => (hours_ytd ? hours(hours_ytd).text : ''),
      },
      rates('Rate', left + 296, 44, money),
      workedHours('Hrs', left + 336, 36),
      amounts('current', 'Amount', 420, 60, money, true),
    ],
  });
  const trailing = (cents: number) => taken(cents, { negative: 'trailing' });
  let low = top;
  for (const [title, into, rows] of [
    ['Employee Taxes', 'taxes', it.taxes],
    ['Employee Deductions', 'deductions', it.deductions],
  ] as const) {
    if (rows.length === 0) continue;
    low =
      sheet.table<Named>({
        into,
        y: low,
        step: 12,
        style,
        head,
        headStep: 16,
        rows,
        behindHead: rule(450, right),
        columns: [
          names(title, 450, 150),
          amounts('ytd', 'YTD Amount', 684, 70, trailing),
          amounts('current', 'Amount', right, 64, trailing, true),
        ],
      }) + 8;
  }
  y = Math.max(y, low) + 4;
  sheet.box(left, y, right - left, 46, { fill: '#e7ecef' });
  const totals: [string, string, { current: number; ytd: number }][] = [
    ['Total Earnings', 'gross_pay', check.gross],
    ['Total Taxes', 'total_taxes', check.total_taxes],
    ['Total Deductions', 'total_deductions', check.total_deductions],
    ['Amount of Deposit', 'net_pay', check.net],
  ];
  sheet.text('YTD', left + 6, y + 19, { size: 8 });
  sheet.text('Current', left + 6, y + 32, { size: 8, bold: true });
  for (const [index, [label, name, { current, ytd }]] of totals.entries()) {
    const edge = left + 220 + index * 166;
    sheet.text(label, edge, y + 6, { size: 8, bold: true, color: blue, align: 'right' });
    sheet.field(`${name}_ytd`, money(ytd), edge, y + 18, { size: 9, align: 'right' });
    sheet.field(name, money(current, { dollar: '$' }), edge, y + 31, { size: 9, bold: true, align: 'right' });
  }
  sheet.text(
    'Crestbridge HR is the co-employer of record for tax reporting. See page 2 for deposits and company costs.',
    left,
    592,
    {
      size: 7,
      color: '#555555',
    },
  );
  sheet.text('Page 1 of 2', right, 592, { size: 7, align: 'right' });
  sheet.page();
  sheet.box(0, 0, 792, 26, { fill: blue });
  sheet.text('CRESTBRIDGE HR', left, 8, { size: 11, bold: true, color: '#ffffff' });
  sheet.text(`${it.employee_name.text}   Voucher ${it.check_number.text}`, right, 9, {
    size: 9,
    color: '#ffffff',
    align: 'right',
  });
  const next = 44;
  const costs =
    it.contributions.length === 0
      ? next
      : sheet.table<Named>({
          into: 'employer_contributions',
          y: next,
          step: 12,
          style,
          head,
          headStep: 16,
          rows: it.contributions,
          behindHead: rule(left, 370),
          columns: [
            names('Company Paid', left, 160),
            amounts('ytd', 'YTD Amount', left + 260, 70),
            amounts('current', 'Amount', 370, 64, money, true),
          ],
        });
  const taxable = [
    { name: 'FITW Taxable Wages', ...check.federal_wages },
    { name: 'Soc Sec Taxable Wages', ...check.gross },
  ];
  sheet.table<Named>({
    y: costs + 14,
    step: 12,
    style,
    head,
    headStep: 16,
    rows: taxable,
    behindHead: rule(left, 370),
    columns: [
      names('Taxable Wages', left, 160),
      amounts('ytd', 'YTD Amount', left + 260, 70),
      amounts('current', 'Amount', 370, 64),
    ],
  });
  if (check.accounts.length > 0) {
    sheet.table({
      into: 'distributions',
      y: next,
      step: 12,
      style,
      head,
      headStep: 16,
      rows: check.accounts,
      behindHead: rule(420, right),
      columns: [
        {
          key: 'description',
          title: 'Deposited To',
          x: 420,
          width: 100,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account', x: 540, width: 90, of: ({ mask }) => it.account(mask) },
        { key: 'current', title: 'Amount', x: right, width: 80, align: 'right', of: ({ current }) => money(current) },
      ],
    });
  }
  sheet.table({
    y: next + 90,
    step: 12,
    style,
    head,
    headStep: 16,
    rows: check.leaves,
    behindHead: rule(420, right),
    columns: [
      {
        title: 'Time Off',
        x: 420,
        width: 100,
        of: ({ kind }) => ({ vacation: 'PTO', sick: 'Sick', personal: 'Floating' })[kind],
      },
      { title: 'Accrued', x: 600, width: 60, align: 'right', of: ({ accrued }) => hours(accrued).text },
      { title: 'Taken', x: 680, width: 60, align: 'right', of: ({ used }) => hours(used).text },
      { title: 'Balance', x: right, width: 60, align: 'right', of: ({ balance }) => hours(balance).text },
    ],
  });
  sheet.text('Page 2 of 2', right, 592, { size: 7, align: 'right' });
  return sheet.done();
};
