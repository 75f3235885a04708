// A truck driver's settlement: pay by the mile, without hours; deductions in parentheses; and a list of trips.
import type { Layout } from '../../sample.ts';
import { money, moneyText, plain, taken } from '../formats.ts';
import { open } from '../open.ts';
import { LONG, wordsLike } from '../words.ts';
import { amounts, type Fact, type Named, names, stacked } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Mileage Pay',
    overtime: 'Detention Pay',
    double_time: 'Layover Pay',
    holiday: 'Holiday Pay',
    pto: 'Vacation Pay',
    training: 'Orientation Pay',
    allowance: 'Per Diem',
    bonus: 'Safety Bonus',
  },
  taxes: { federal: 'Fed Inc Tax', social_security: 'Soc Sec', medicare: 'Medicare', state: '{state} Inc Tax' },
  deductions: {
    uniform: 'Truck Wash',
    loan: 'Cash Advance',
    union: 'Teamster Dues',
    medical: 'Med Ins',
    k401: '401K Ret',
  },
});
const TOWNS = [
  'OXBOW OH',
  'LARKIN GA',
  'EASTWICK PA',
  'FENNIMORE IL',
  'PORT ELLERY WA',
  'RIVERMEAD TX',
  'GLEN ARBOR MN',
];
const DIVISIONS = ['Freight Lines', 'Transport', 'Carriers', 'Hauling'];

export const freightSettlement: Layout = async (seed) => {
  const it = open('freight-settlement', seed, {
    sectors: ['trade'],
    words: [WORDS],
    dates: ['DD-Mon-YYYY', 'MM/DD/YYYY', 'M/D/YYYY'],
    names: ['short', 'last-first'],
    upper: (random) => random.chance(0.5),
    pay: { salaried: false, frequency: 'weekly', deductions_max: 7 },
  });
  const { sheet, random, check } = it;
  const [left, right] = [34, 578];
  const red = '#8c1c13';
  const name = `${it.stub.employer.name.split(' ')[0]} ${random.pick(DIVISIONS)}, Inc.`;
  sheet.box(left, 24, right - left, 30, { fill: red });
  sheet.field('employer_name', plain(name), left + 10, 32, { size: 14, bold: true, color: '#ffffff' });
  sheet.text('DRIVER SETTLEMENT', right - 10, 34, { size: 11, color: '#ffffff', align: 'right' });
  const facts: Fact[] = [
    ['DRIVER', 'employee_name', it.employee_name],
    ['DRIVER CODE', 'employee_id', it.employee_id],
    ['TRACTOR', '', plain(`T-${it.stub.department}`)],
    ['SETTLEMENT NO.', 'check_number', it.check_number],
    ['TRIPS FROM', 'period_start', it.period_start],
    ['TRIPS THROUGH', 'period_end', it.period_end],
    ['PAID ON', 'pay_date', it.pay_date],
    ['TERMINAL', '', plain(it.stub.employer.address.city)],
  ];
  const columns = [left, left + 190, left + 310, left + 420] as const;
  for (const [index, fact] of facts.entries()) {
    const x = columns[index % 4] ?? left;
    stacked(sheet, fact, x, 64 + Math.floor(index / 4) * 28, {
      label: { size: 6.5, color: red },
      value: { size: 10, width: index % 4 === 0 ? 180 : 106 },
    });
  }
  let y = 128;
  const style = { size: 8.5 };
  const dollar = random.pick(['$', ''] as const);
  const plus = (cents: number) => money(cents, { dollar });
  const less = (cents: number) => taken(cents, { negative: 'parentheses', dollar });
  const half = 300;
  const section = (
    into: string,
    title: string,
    rows: readonly Named[],
    from: number,
    to: number,
    top: number,
    show = less,
  ) => {
    if (rows.length === 0) return top;
    return sheet.table({
      into,
      y: top,
      step: 12,
      style,
      head: { size: 7, color: red },
      headStep: 13,
      rows,
      behindHead: (at) => sheet.rule(from, at + 9, to, at + 9, { color: red }),
      columns: [
        names(title, from, 116),
        amounts('current', 'THIS WEEK', to - 68, 66, show),
        amounts('ytd', 'YEAR', to, 66, show),
      ],
    });
  };
  const total = (
    label: string,
    name: string,
    sum: { current: number; ytd: number },
    from: number,
    to: number,
    top: number,
    show = less,
  ) => {
    sheet.text(label, from, top + 1, { ...style, bold: true });
    sheet.field(name, show(sum.current), to - 68, top + 1, { ...style, bold: true, align: 'right' });
    sheet.field(`${name}_ytd`, show(sum.ytd), to, top + 1, { ...style, bold: true, align: 'right' });
    return top + 20;
  };
  const earned = section('earnings', 'EARNINGS', it.earnings, left, half - 8, y, plus);
  let low = total('Total Earnings', 'gross_pay', check.gross, left, half - 8, earned, plus);
  let other = section('taxes', 'TAX WITHHELD', it.taxes, half + 8, right, y);
  other = total('Total Tax', 'total_taxes', check.total_taxes, half + 8, right, other);
  if (it.deductions.length > 0) {
    other = section('deductions', 'CHARGED TO DRIVER', it.deductions, half + 8, right, other);
    other = total('Total Charges', 'total_deductions', check.total_deductions, half + 8, right, other);
  }
  y = Math.max(low, other) + 4;
  sheet.box(left, y, right - left, 24, { stroke: red, width: 1.2 });
  sheet.text('NET SETTLEMENT', left + 8, y + 7, { size: 11, bold: true });
  sheet.field('net_pay', money(check.net.current, { dollar: '$' }), right - 90, y + 7, {
    size: 11,
    bold: true,
    align: 'right',
  });
  sheet.text('YEAR', right - 84, y + 4, { size: 5.5 });
  sheet.field('net_pay_ytd', money(check.net.ytd), right - 6, y + 11, { size: 8.5, align: 'right' });
  y += 34;
  for (const { kind, mask, current } of check.accounts) {
    const account = it.account(mask);
    const description = kind === 'checking' ? 'EFT checking' : 'Fuel card savings';
    const after = sheet.text(description, left + 8, y, style);
    sheet.text(account.text, after + 8, y, style);
    sheet.text(moneyText(current, { dollar }), right - 90, y, { ...style, align: 'right' });
    sheet.row('distributions', { description, account_mask: account, current: money(current) });
    y += 12;
  }
  y += 10;
  // The trips explain the mileage pay; they are not additional earnings.
  const mileage = it.earnings.find(({ kind }) => kind === 'regular')?.current ?? 0;
  const count = random.integer(2, 5);
  sheet.text('TRIP DETAIL (INCLUDED IN MILEAGE PAY)', left, y, { size: 8, bold: true, color: red });
  y += 13;
  const trips = Array.from({ length: count }, (_, index) => {
    const share = Math.floor(mileage / count);
    const amount = index === 0 ? mileage - share * (count - 1) : share;
    return { from: random.pick(TOWNS), to: random.pick(TOWNS), miles: Math.round(amount / 58), amount };
  });
  low = sheet.table({
    y,
    step: 11,
    style: { size: 8 },
    head: { size: 7 },
    headStep: 12,
    rows: trips,
    columns: [
      { title: 'ORIGIN', x: left, width: 120, of: ({ from }) => from },
      { title: 'DESTINATION', x: left + 140, width: 120, of: ({ to }) => to },
      { title: 'MILES', x: left + 330, width: 50, align: 'right', of: ({ miles }) => String(miles) },
      { title: 'PER MI', x: left + 400, width: 50, align: 'right', of: () => '.58' },
      { title: 'TRIP PAY', x: right, width: 70, align: 'right', of: ({ amount }) => moneyText(amount) },
    ],
  });
  sheet.text(
    'Log violations and late bills of lading delay settlements. Questions: driver services, extension 4.',
    left,
    low + 12,
    {
      size: 7.5,
      italic: true,
    },
  );
  return sheet.done();
};
