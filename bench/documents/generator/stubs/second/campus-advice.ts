// A university's pay advice. Hours and earnings are beside the taxes, deductions are in three small tables, and the
// totals are in one line.
import type { Layout } from '../../sample.ts';
import { money, plain, unlessZero } from '../formats.ts';
import { open } from '../open.ts';
import type { Column } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import { amounts, beside, type Fact, type Named, names, rates, sumOf, type Timed, workedHours } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: { salary: 'Regular Salary', regular: 'Regular Hourly', pto: 'Vacation Pay', retro: 'Retro Adjustment' },
  taxes: {
    federal: 'Fed Withholdng',
    social_security: 'Fed OASDI/EE',
    medicare: 'Fed MED/EE',
    state: '{state} Withholdng',
    disability: '{state} OASDI/EE',
    local: '{city} Withholdng',
  },
  deductions: {
    medical: 'Medical',
    dental: 'Dental',
    vision: 'Vision',
    k403: '403(b) TDA',
    hsa: 'HSA',
    life: 'Supp Life',
  },
  contributions: { match: '403(b) Univ', medical: 'Medical', dental: 'Dental', life: 'Basic Life' },
});
const UNIVERSITIES = [
  'Ellery State University',
  'University of Port Ellery',
  'Wynford College',
  'Oxbow Polytechnic Institute',
];

export const campusAdvice: Layout = async (seed) => {
  const it = open('campus-advice', seed, {
    sectors: ['hospital', 'church', 'office'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['initial', 'full'],
    size: [792, 612],
    pay: { frequency: seed % 3 === 0 ? 'monthly' : 'biweekly' },
  });
  const { sheet, random, check } = it;
  const [left, right] = [24, 768];
  const employer = plain(random.pick(UNIVERSITIES));
  sheet.field('employer_name', employer, left, 22, { size: 11, bold: true });
  sheet.address('employer_address', it.employer_address, left, 36, { size: 8 });
  const small = { size: 7.5 };
  const block = (facts: Fact[], x: number, y: number, at: number) => {
    for (const [index, fact] of facts.entries())
      beside(sheet, fact, x, y + index * 10, { label: small, value: small, at: x + at });
  };
  block(
    [
      ['Pay Group:', '', plain('BW2-Staff Biweekly')],
      ['Pay Begin Date:', 'period_start', it.period_start],
      ['Pay End Date:', 'period_end', it.period_end],
    ],
    330,
    24,
    70,
  );
  block(
    [
      ['Business Unit:', '', plain('UNIV1')],
      [check.accounts.length > 0 ? 'Advice #:' : 'Check #:', 'check_number', it.check_number],
      [check.accounts.length > 0 ? 'Advice Date:' : 'Check Date:', 'pay_date', it.pay_date],
    ],
    580,
    24,
    70,
  );
  sheet.rule(left, 76, right, 76);
  sheet.field('employee_name', it.employee_name, left, 82, { size: 9, width: 230 });
  sheet.address('employee_address', it.employee_address, left, 93, { size: 8 });
  block(
    [
      ['Employee ID:', 'employee_id', it.employee_id],
      ['Department:', '', plain(`${it.stub.department}-Student Services`)],
      ['Location:', '', plain('Main Campus')],
      ['Job Title:', '', plain(it.stub.title)],
      ['Pay Rate:', '', money(check.rate, { dollar: '$' })],
    ],
    330,
    82,
    70,
  );
  sheet.text('TAX DATA:', 580, 82, { size: 7.5, bold: true });
  sheet.text('Federal', 690, 82, { ...small, align: 'right' });
  sheet.text(`${check.state} State`, 750, 82, { ...small, align: 'right' });
  const status = { single: 'Single', married: 'Married', head: 'Head' }[check.filing_status];
  for (const [index, [label, federal, state]] of [
    ['Tax Status:', status, status],
    ['Allowances:', '0', '1'],
    ['Addl. Amt:', '', ''],
  ].entries()) {
    sheet.text(label ?? '', 580, 92 + index * 10, small);
    sheet.text(federal ?? '', 690, 92 + index * 10, { ...small, align: 'right' });
    sheet.text(state ?? '', 750, 92 + index * 10, { ...small, align: 'right' });
  }
  sheet.rule(left, 136, right, 136);
  const style = { size: 7.5 };
  const title = (text: string, from: number, to: number, y: number) =>
    sheet.text(text, (from + to) / 2, y, { size: 8, bold: true, align: 'center' });
  title('HOURS AND EARNINGS', left, 500, 140);
  sheet.text('----------- Current -----------', 260, 150, { ...small, align: 'center' });
  sheet.text('------- YTD -------', 434, 150, { ...small, align: 'center' });
  const yearHours: Column<Timed & { hours_ytd: number | null }> = {
    title: 'Hours',
    x: 424,
    width: 50,
    align: 'right',
    of: ({ hours_ytd }) => unlessZero(hours_ytd, money).text,
  };
  const earned = sheet.table({
    into: 'earnings',
    y: 161,
    step: 10,
    style,
    headStep: 12,
    rows: it.earnings,
    columns: [
      names('Description', left, 150),
      rates('Rate', 234, 50, (cents) => ({ text: `${(cents / 100).toFixed(6)}`, truth: money(cents).truth })),
      workedHours('Hours', 286, 48),
      amounts('current', 'Earnings', 352, 60, money, true),
      yearHours,
      amounts('ytd', 'Earnings', 494, 64),
    ],
  });
  title('TAXES', 516, right, 140);
  const taxed = sheet.table({
    into: 'taxes',
    y: 161,
    step: 10,
    style,
    headStep: 12,
    rows: it.taxes,
    columns: [names('Description', 516, 120), amounts('current', 'Current', 696, 56), amounts('ytd', 'YTD', right, 60)],
  });
  let y = Math.max(earned, taxed) + 2;
  const totals = (
    from: number,
    sum: { current: number; ytd: number },
    name: string,
    edges: [number, number],
    at: number,
  ) => {
    sheet.text('Total:', from, at, { ...small, bold: true });
    for (const [cents, edge, suffix] of [
      [sum.current, edges[0], ''],
      [sum.ytd, edges[1], '_ytd'],
    ] as const) {
      const put = { ...small, bold: true, align: 'right' } as const;
      if (name) sheet.field(`${name}${suffix}`, money(cents), edge, at, put);
      else sheet.text(money(cents).text, edge, at, put);
    }
  };
  totals(left, check.gross, 'gross_pay', [352, 494], y);
  totals(516, check.total_taxes, 'total_taxes', [696, right], y);
  sheet.rule(506, 138, 506, y + 12);
  y += 14;
  sheet.rule(left, y, right, y);
  y += 4;
  const thirds: [string, string, readonly Named[], number][] = [
    ['BEFORE-TAX DEDUCTIONS', 'deductions', it.deductions.filter(({ pre_tax }) => pre_tax), left],
    ['AFTER-TAX DEDUCTIONS', 'deductions', it.deductions.filter(({ pre_tax }) => !pre_tax), left + 254],
    ['EMPLOYER PAID BENEFITS', 'employer_contributions', it.contributions, left + 508],
  ];
  let low = y;
  for (const [heading, into, rows, x] of thirds) {
    title(heading, x, x + 236, y);
    const end = sheet.table({
      into,
      y: y + 12,
      step: 10,
      style,
      headStep: 12,
      rows,
      columns: [
        names('Description', x, 104),
        amounts('current', 'Current', x + 166, 56),
        amounts('ytd', 'YTD', x + 236, 64),
      ],
    });
    low = Math.max(low, end);
  }
  for (const [, , rows, x] of thirds) totals(x, sumOf(rows), '', [x + 166, x + 236], low + 2);
  y = low + 16;
  sheet.box(left, y, right - left, 40, { stroke: '#000000' });
  const cells: [string, string, { current: number; ytd: number }][] = [
    ['TOTAL GROSS', 'gross_pay', check.gross],
    ['FED TAXABLE GROSS', '', check.federal_wages],
    ['TOTAL TAXES', 'total_taxes', check.total_taxes],
    ['TOTAL DEDUCTIONS', 'total_deductions', check.total_deductions],
    ['NET PAY', 'net_pay', check.net],
  ];
  sheet.text('Current', left + 4, y + 15, small);
  sheet.text('YTD', left + 4, y + 27, small);
  for (const [index, [heading, name, sum]] of cells.entries()) {
    const edge = left + 190 + index * 136;
    sheet.text(heading, edge, y + 4, { size: 7.5, bold: true, align: 'right' });
    for (const [cents, at, suffix] of [
      [sum.current, y + 15, ''],
      [sum.ytd, y + 27, '_ytd'],
    ] as const) {
      if (name) sheet.field(`${name}${suffix}`, money(cents), edge, at, { size: 8, align: 'right' });
      else sheet.text(money(cents).text, edge, at, { size: 8, align: 'right' });
    }
  }
  y += 48;
  sheet.text('LEAVE BALANCES', left, y, { size: 8, bold: true });
  for (const [index, { kind, balance }] of check.leaves.entries()) {
    sheet.text(
      { vacation: 'Vacation', sick: 'Sick', personal: 'Floating Holiday' }[kind],
      left,
      y + 12 + index * 10,
      small,
    );
    sheet.text(money(balance).text, left + 160, y + 12 + index * 10, { ...small, align: 'right' });
  }
  if (check.accounts.length > 0) {
    title('NET PAY DISTRIBUTION', 420, right, y);
    sheet.table({
      into: 'distributions',
      y: y + 12,
      step: 10,
      style,
      headStep: 11,
      rows: check.accounts,
      columns: [
        {
          key: 'description',
          title: 'Account Type',
          x: 420,
          width: 90,
          of: ({ kind }) => (kind === 'checking' ? 'Checking' : 'Savings'),
        },
        { key: 'account_mask', title: 'Account Number', x: 540, width: 90, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Deposit Amount',
          x: right,
          width: 80,
          align: 'right',
          of: ({ current }) => money(current, { dollar: '$' }),
        },
      ],
    });
  }
  sheet.text('MESSAGE: Parking permits for the spring term are on sale at the campus store.', left, 590, small);
  return sheet.done();
};
