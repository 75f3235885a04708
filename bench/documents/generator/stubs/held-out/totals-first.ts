// The pay slip of a large personnel system. One table row has the facts. A table with the rows `Current` and `YTD` has
// the totals.
import { newBank } from '../../people.ts';
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    salary: 'Salaried Pay',
    regular: 'Hourly Pay',
    overtime: 'Overtime Premium Pay',
    pto: 'Flexible Time Off',
    bonus: 'Incentive Award',
  },
  taxes: {
    federal: 'Federal Withholding',
    social_security: 'OASDI',
    state: 'State Tax - {state}',
    disability: 'SDI - {state}',
    family_leave: 'PFML - {state}',
    local: 'City Tax - {city}',
  },
  deductions: { medical: 'Choice Plus Medical', k401: 'Savings Plan 401k', stock: 'ESPP', charity: 'United Giving' },
  contributions: { match: 'Savings Plan Company Match', medical: 'Choice Plus Medical ER' },
});

export const totalsFirst: Layout = async (seed) => {
  const it = open('totals-first', seed, {
    sectors: ['office', 'hospital'],
    words: [WORDS],
    dates: ['MM/DD/YYYY'],
    names: ['full', 'short', 'initial'],
    pay: { deductions_max: 10 },
  });
  const { sheet, random, check } = it;
  const left = 30;
  const right = 582;
  const style = { size: 7.5 };
  const gray = '#c8ccd2';
  let y = 30;
  sheet.box(left, y, 60, 26, { fill: random.pick(['#5b2d8e', '#00754a', '#0b3d91']), radius: 13 });
  sheet.text(it.employer_name.text.split(' ')[0] ?? '', left + 30, y + 9, {
    size: 9,
    bold: true,
    color: '#ffffff',
    align: 'center',
    width: 52,
  });
  sheet.field('employer_name', it.employer_name, left + 72, y, { size: 9, bold: true, width: 200 });
  sheet.address('employer_address', it.employer_address, left + 72, y + 12, { size: 7.5 });
  sheet.field('employee_name', it.employee_name, right, y, { size: 9, bold: true, align: 'right', width: 200 });
  if (random.chance(0.7))
    sheet.address('employee_address', it.employee_address, right, y + 12, { size: 7.5, align: 'right' });
  y = 84;

  /** Draws a ruled row of equally wide cells. */
  const cells = (values: { shown: Shown | string; name?: string }[], options: { head?: boolean; first?: number }) => {
    const first = options.first ?? (right - left) / values.length;
    const others = (right - left - first) / (values.length - 1);
    let x = left;
    for (const [index, { shown, name }] of values.entries()) {
      const width = index === 0 ? first : others;
      sheet.box(x, y, width, 13, options.head ? { fill: '#eceef1', stroke: gray } : { stroke: gray });
      const own = typeof shown === 'string' ? { text: shown, truth: shown } : shown;
      const at = { size: 7.5, bold: options.head ?? false, width: width - 6 };
      if (name) sheet.field(name, own, x + 3, y + 3.5, at);
      else sheet.text(own.text, x + 3, y + 3.5, at);
      x += width;
    }
    y += 13;
  };
  const facts = [
    { title: 'Name', shown: it.employee_name, name: 'employee_name' },
    { title: 'Employee ID', shown: it.employee_id, name: 'employee_id' },
    { title: 'Pay Period Begin', shown: it.period_start, name: 'period_start' },
    { title: 'Pay Period End', shown: it.period_end, name: 'period_end' },
    { title: 'Check Date', shown: it.pay_date, name: 'pay_date' },
    { title: 'Check Number', shown: it.check_number, name: 'check_number' },
  ];
  if (check.accounts.length > 0 && random.chance(0.5)) facts.pop();
  cells(
    facts.map(({ title }) => ({ shown: title })),
    { head: true, first: 140 },
  );
  cells(facts, { first: 140 });
  y += 10;
  const sumOf = (pre_tax: boolean, key: 'current' | 'ytd') =>
    check.deductions.filter((line) => line.pre_tax === pre_tax).reduce((sum, line) => sum + line[key], 0);
  cells(
    ['', 'Hours Worked', 'Gross Pay', 'Pre Tax Deductions', 'Employee Taxes', 'Post Tax Deductions', 'Net Pay'].map(
      (shown) => ({ shown }),
    ),
    { head: true, first: 60 },
  );
  for (const [label, key, suffix] of [
    ['Current', 'current', ''],
    ['YTD', 'ytd', '_ytd'],
  ] as const) {
    cells(
      [
        { shown: label },
        { shown: hours(check.hours[key]) },
        { shown: money(check.gross[key]), name: `gross_pay${suffix}` },
        { shown: money(sumOf(true, key)) },
        { shown: money(check.total_taxes[key]), name: `total_taxes${suffix}` },
        { shown: money(sumOf(false, key)) },
        { shown: money(check.net[key]), name: `net_pay${suffix}` },
      ],
      { first: 60 },
    );
  }
  y += 12;

  const titled = (title: string, from: number, to: number, at: number) => {
    sheet.box(from, at, to - from, 13, { fill: '#eceef1', stroke: gray });
    sheet.text(title, (from + to) / 2, at + 3.5, { size: 8, bold: true, align: 'center' });
    return at + 17;
  };
  const step = 11;
  const span = `${it.period_start.text} - ${it.period_end.text}`;
  y = sheet.table({
    into: 'earnings',
    y: titled('Earnings', left, right, y),
    step,
    style,
    rows: it.earnings,
    columns: [
      { key: 'description', title: 'Description', x: left + 3, width: 150, of: ({ name }) => name },
      { title: 'Dates', x: left + 166, width: 110, of: ({ current }) => (current ? span : '') },
      {
        key: 'hours',
        title: 'Hours',
        x: left + 330,
        width: 50,
        align: 'right',
        of: (row) => (row.hours ? hours(row.hours) : hours(0)),
      },
      {
        key: 'rate',
        title: 'Rate',
        x: left + 396,
        width: 50,
        align: 'right',
        of: ({ rate }) => (rate ? money(rate) : NOTHING),
      },
      {
        key: 'current',
        title: 'Amount',
        x: left + 472,
        width: 60,
        align: 'right',
        of: ({ current }) => money(current),
      },
      { key: 'ytd', title: 'YTD', x: right - 3, width: 64, align: 'right', of: ({ ytd }) => money(ytd) },
    ],
  });
  const list = (
    title: string,
    into: string,
    rows: readonly { name: string; current: number; ytd: number }[],
    half: 'left' | 'right',
    at: number,
  ) => {
    const [from, to] = half === 'left' ? [left, 303] : [309, right];
    const total = rows.reduce((sum, { current, ytd }) => ({ current: sum.current + current, ytd: sum.ytd + ytd }), {
      current: 0,
      ytd: 0,
    });
    const low = sheet.table({
      into,
      y: titled(title, from, to, at),
      step,
      style,
      rows,
      columns: [
        { key: 'description', title: 'Description', x: from + 3, width: to - from - 124, of: ({ name }) => name },
        { key: 'current', title: 'Amount', x: to - 64, width: 52, align: 'right', of: ({ current }) => money(current) },
        { key: 'ytd', title: 'YTD', x: to - 3, width: 56, align: 'right', of: ({ ytd }) => money(ytd) },
      ],
    });
    sheet.rule(from, low, to, low, { color: gray });
    sheet.text(title, from + 3, low + 3, { ...style, bold: true });
    sheet.text(money(total.current).text, to - 64, low + 3, { ...style, bold: true, align: 'right' });
    sheet.text(money(total.ytd).text, to - 3, low + 3, { ...style, bold: true, align: 'right' });
    return low + 18;
  };
  y += 8;
  const before = it.deductions.filter(({ pre_tax }) => pre_tax);
  const after = it.deductions.filter(({ pre_tax }) => !pre_tax);
  const taxed = list('Employee Taxes', 'taxes', it.taxes, 'left', y);
  y = Math.max(taxed, before.length > 0 ? list('Pre Tax Deductions', 'deductions', before, 'right', y) : y);
  let low = y;
  if (after.length > 0) low = list('Post Tax Deductions', 'deductions', after, 'left', y);
  if (it.contributions.length > 0)
    low = Math.max(low, list('Employer Paid Benefits', 'employer_contributions', it.contributions, 'right', y));
  if (check.accounts.length > 0 && low < 690) {
    const bank = newBank(random);
    sheet.table({
      into: 'distributions',
      y: titled('Payment Information', left, right, low),
      step,
      style,
      rows: check.accounts,
      columns: [
        { key: 'description', title: 'Bank', x: left + 3, width: 170, of: () => bank },
        { key: 'account_mask', title: 'Account Number', x: left + 230, width: 100, of: ({ mask }) => it.account(mask) },
        {
          key: 'current',
          title: 'Amount in Pay Group Currency',
          x: right - 3,
          width: 130,
          align: 'right',
          of: ({ current }) => ({ ...money(current), text: `${money(current).text} USD` }),
        },
      ],
    });
  }
  return sheet.done();
};
