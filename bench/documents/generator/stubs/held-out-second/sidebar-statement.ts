// The earnings statement of a national payroll processor. The totals are in a box at the top right. The person and the
// payment are in a narrow column on the left. All tables are in the wide column on the right and share its inner
// columns.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain } from '../formats.ts';
import { open } from '../open.ts';
import { amounts, type Fact, type Named, names, put, rates, type Timed, workedHours } from '../second/kit.ts';
import type { Column } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salary Pay',
    regular: 'Hourly',
    pto: 'PTO Taken',
    bonus: 'Discretionary Bonus',
    commission: 'Sales Commission',
    allowance: 'Cell Phone Stipend',
  },
  taxes: {
    federal: 'Fed Income Tax',
    social_security: 'Social Security',
    state: '{state} Income Tax',
    disability: '{state} Disability',
    family_leave: '{state} Family Leave',
    unemployment: '{state} Unemploy',
    local: '{city} Income Tax',
  },
  deductions: { medical: 'Medical S125', dental: 'Dental S125', vision: 'Vision S125', k401: '401k EE Pretax' },
  contributions: { match: '401k ER Match', medical: 'Medical ER', dental: 'Dental ER' },
});

export const sidebarStatement: Layout = async (seed) => {
  const it = open('sidebar-statement', seed, {
    sectors: ['office', 'shop', 'trade', 'hospital'],
    words: [WORDS],
    dates: ['MM/DD/YY', 'MM/DD/YYYY'],
    names: ['initial', 'full'],
    upper: (random) => random.chance(0.4),
  });
  const { sheet, random, check } = it;
  const [left, divide, main, right] = [28, 186, 196, 584];
  const edges = { hours: 348, rate: 398, current: 462, hours_ytd: 516, ytd: right - 2 };
  const band = random.pick(['#1f3a5f', '#39424e', '#5a1f2b']);
  const pale = '#eef1f5';
  sheet.field('employer_name', it.employer_name, left, 30, { size: 11, bold: true, width: 270 });
  sheet.address('employer_address', it.employer_address, left, 44, { size: 8.5 });

  sheet.text('Earnings Statement', right, 24, { size: 15, bold: true, color: band, align: 'right' });
  const summary = { from: 330, current: 482, top: 46 };
  sheet.box(summary.from, summary.top, right - summary.from, 14, { fill: band });
  const white = { size: 8, bold: true, color: '#ffffff' };
  sheet.text('Summary', summary.from + 6, summary.top + 3.5, white);
  sheet.text('This Period', summary.current, summary.top + 3.5, { ...white, align: 'right' });
  sheet.text('Year to Date', right - 6, summary.top + 3.5, { ...white, align: 'right' });
  const totals = [
    ['Gross Earnings', 'gross_pay', check.gross],
    ['Withholdings', 'total_taxes', check.total_taxes],
    ['Deductions', 'total_deductions', check.total_deductions],
    ['Net Pay', 'net_pay', check.net],
  ] as const;
  for (const [index, [label, name, { current, ytd }]] of totals.entries()) {
    const y = summary.top + 18 + index * 13;
    const style = { size: 9, bold: name === 'net_pay' };
    sheet.text(label, summary.from + 6, y, style);
    sheet.field(name, money(current), summary.current, y, { ...style, align: 'right' });
    sheet.field(`${name}_ytd`, money(ytd), right - 6, y, { ...style, align: 'right' });
  }
  sheet.box(summary.from, summary.top, right - summary.from, 71, { stroke: band });

  const top = 136;
  let side = top;
  const sideTitle = (title: string) => {
    sheet.text(title, left, side, { size: 8, bold: true, color: band });
    sheet.rule(left, side + 10.5, divide - 8, side + 10.5, { color: band });
    side += 15;
  };
  const sideFacts = (facts: readonly Fact[]) => {
    for (const [label, name, shown] of facts) {
      if (shown.text === '') continue;
      sheet.text(label, left, side, { size: 7.5 });
      put(sheet, name, shown, divide - 8, side, { size: 7.5, align: 'right', width: 90 });
      side += 11;
    }
    side += 9;
  };
  sideTitle('Personal Information');
  sheet.field('employee_name', it.employee_name, left, side, { size: 9, bold: true, width: 150 });
  side = sheet.address('employee_address', it.employee_address, left, side + 12, { size: 8, width: 150 }) + 4;
  sideFacts([
    ['Employee ID', 'employee_id', it.employee_id],
    ['Soc Sec #', 'employee_ssn', random.chance(0.7) ? it.employee_ssn : NOTHING],
    ['Home Dept', '', plain(it.stub.department)],
    ['Pay Basis', '', plain(check.salaried ? 'Salary' : 'Hourly')],
  ]);
  sideTitle('Pay Information');
  sideFacts([
    ['Pay Date', 'pay_date', it.pay_date],
    ['Period Begin', 'period_start', it.period_start],
    ['Period End', 'period_end', it.period_end],
    [check.accounts.length > 0 ? 'Voucher #' : 'Check #', 'check_number', it.check_number],
  ]);
  if (check.accounts.length > 0) {
    sideTitle('Net Pay Allocations');
    for (const { kind, mask, current } of check.accounts) {
      const description = kind === 'checking' ? 'Checking' : 'Savings';
      const account = it.account(mask);
      const after = sheet.text(description, left, side, { size: 7.5 });
      sheet.text(account.text, after + 4, side, { size: 7.5 });
      sheet.text(money(current).text, divide - 8, side, { size: 7.5, align: 'right' });
      sheet.row('distributions', { description, account_mask: account, current: money(current) });
      side += 11;
    }
    side += 9;
  }
  if (check.leaves.length > 0) {
    sideTitle('Time Off Available (Hrs)');
    const named = { vacation: 'Vacation', sick: 'Sick', personal: 'Personal' };
    sideFacts(check.leaves.map(({ kind, balance }): Fact => [named[kind], '', hours(balance)]));
  }

  let y = top;
  const style = { size: 8 };
  const withYearHours = random.chance(0.5);
  const table = <Row extends Named>(title: string, into: string, rows: readonly Row[], columns: Column<Row>[]) => {
    y = sheet.table<Row>({
      into,
      y,
      step: 11.5,
      style,
      head: { size: 7.5, color: band },
      headStep: 15,
      rows,
      behindHead: (at) => sheet.box(main - 4, at - 3, right - main + 4, 13, { fill: pale }),
      columns: [names(title, main, 118), ...columns],
    });
  };
  const period = <Row extends Named>(blank = false): Column<Row>[] => [
    amounts('current', 'This Period', edges.current, 60, money, blank),
    amounts('ytd', 'YTD', edges.ytd, 62),
  ];
  const total = (label: string, name: string, sum: { current: number; ytd: number }) => {
    sheet.rule(main, y, right, y, { width: 0.4 });
    sheet.text(label, main, y + 3, { ...style, bold: true });
    sheet.field(name, money(sum.current), edges.current, y + 3, { ...style, bold: true, align: 'right' });
    sheet.field(`${name}_ytd`, money(sum.ytd), edges.ytd, y + 3, { ...style, bold: true, align: 'right' });
    y += 26;
  };
  const yearHours: Column<Timed & { hours_ytd: number | null }> = {
    title: 'YTD Hours',
    x: edges.hours_ytd,
    width: 48,
    align: 'right',
    of: ({ hours_ytd }) => (hours_ytd ? hours(hours_ytd).text : ''),
  };
  table<Timed & { hours_ytd: number | null }>('Earnings', 'earnings', it.earnings, [
    workedHours('Hours', edges.hours, 40),
    rates('Rate', edges.rate, 46),
    ...period<Timed & { hours_ytd: number | null }>(true),
    ...(withYearHours ? [yearHours] : []),
  ]);
  total('Gross Earnings', 'gross_pay', check.gross);
  const filing = { single: 'S', married: 'MJ', head: 'HH' }[check.filing_status];
  table('Withholdings', 'taxes', it.taxes, [
    {
      title: 'Filing Status',
      x: edges.hours,
      width: 52,
      align: 'right',
      of: ({ kind }) => (kind === 'federal' || kind === 'state' ? filing : ''),
    },
    ...period(),
  ]);
  total('Total Withholdings', 'total_taxes', check.total_taxes);
  if (it.deductions.length > 0) {
    table('Deductions', 'deductions', it.deductions, period());
    total('Total Deductions', 'total_deductions', check.total_deductions);
  }
  if (it.contributions.length > 0) {
    table('Employer Contributions', 'employer_contributions', it.contributions, period());
    y += 12;
  }
  sheet.box(main - 4, y, right - main + 4, 18, { stroke: band, width: 1 });
  sheet.text('Net Pay', main, y + 5, { size: 9.5, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), edges.current, y + 5, {
    size: 9.5,
    bold: true,
    align: 'right',
  });
  sheet.rule(divide, top - 4, divide, Math.max(y + 18, side), { width: 0.4, color: '#9aa3ad' });
  sheet.text('Payrolls by Meridian Paymasters, Inc.', left, 772, { size: 6.5, color: '#555555' });
  return sheet.done();
};
