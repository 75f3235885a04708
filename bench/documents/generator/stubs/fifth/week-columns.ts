// A small contractor's itemized wage statement. The hours of the first week, the hours of the second week and their sum
// are separate columns. The wages are in a ruled table over the full width, and a computation at the lower right ends
// with the net wages.
import type { Layout } from '../../sample.ts';
import { hours, money, NOTHING, plain, type Shown } from '../formats.ts';
import { open } from '../open.ts';
import { beside, type Fact, type Named, put } from '../second/kit.ts';
import type { Style } from '../sheet.ts';
import { LONG, wordsLike } from '../words.ts';
import type { Opened, Sum } from './kit.ts';

const WORDS = wordsLike(LONG, {
  earnings: {
    regular: 'Straight time',
    overtime: 'Overtime',
    double_time: 'Double time',
    holiday: 'Paid holiday',
    pto: 'Vacation',
    sick: 'Paid sick leave',
    jury: 'Jury duty',
    training: 'Safety training',
    piece: 'Piece work',
    bonus: 'Bonus',
    retro: 'Back wages',
    allowance: 'Tool allowance',
  },
  taxes: {
    federal: 'Federal withholding',
    social_security: 'Social Security 6.2%',
    medicare: 'Medicare 1.45%',
    state: '{state} withholding',
    disability: '{state} disability',
    family_leave: '{state} family leave',
    unemployment: '{state} unemployment',
    local: 'City withholding',
  },
  deductions: {
    medical: 'Health plan',
    dental: 'Dental plan',
    vision: 'Vision plan',
    k401: 'Retirement plan',
    uniform: 'Work clothes',
    union: 'Union dues',
    loan: 'Plan loan',
  },
});
const [LEFT, RIGHT] = [42, 570];
const EDGES = { first: 236, second: 288, hours: 340, rate: 400, current: 480, ytd: RIGHT - 6 };
const TEXT: Style = { size: 9.5 };
const STEP = 15;

export const weekColumns: Layout = async (seed) => {
  const it = open('week-columns', seed, {
    sectors: ['trade', 'farm'],
    words: [WORDS],
    dates: ['M/D/YYYY', 'MM/DD/YY'],
    names: ['initial.', 'short'],
    face: 'serif',
    pay: { salaried: false, frequency: 'biweekly', deductions_max: 6 },
  });
  printTop(it);
  let y = printWages(it, 176);
  const taxed = printAmounts(it, 'Taxes withheld', 'taxes', it.taxes, LEFT, 296, y);
  const deducted = printAmounts(it, 'Other deductions', 'deductions', it.deductions, 312, RIGHT, y);
  y = Math.max(taxed, deducted) + 8;
  printComputation(it, y);
  printNotes(it, y);
  return it.sheet.done();
};

function printTop(it: Opened): void {
  const { sheet, stub, check } = it;
  sheet.text('Itemized Wage Statement', 306, 32, { size: 15, bold: true, align: 'center' });
  const facts: Fact[] = [
    ['Employer:', 'employer_name', it.employer_name],
    ['Employee:', 'employee_name', it.employee_name],
  ];
  const addresses = [
    ['employer_address', it.employer_address],
    ['employee_address', it.employee_address],
  ] as const;
  for (const [index, fact] of facts.entries()) {
    const x = index === 0 ? LEFT : 330;
    beside(sheet, fact, x, 58, { label: TEXT, value: { ...TEXT, bold: true, width: 180 }, at: x + 56 });
    const [name, lines] = addresses[index] ?? addresses[0];
    sheet.address(name, lines, x + 56, 71, { ...TEXT, step: 12.5, width: 180 });
  }
  const more: [Fact, number, number][] = [
    [['FEIN:', 'employer_ein', it.employer_ein], LEFT, 110],
    [['Phone:', '', plain(stub.employer.phone)], LEFT, 123],
    [['Employee no.:', 'employee_id', it.employee_id], 330, 110],
    [['Soc. Sec. no.:', 'employee_ssn', it.employee_ssn], 330, 123],
  ];
  for (const [fact, x, y] of more) beside(sheet, fact, x, y, { label: TEXT, value: TEXT, at: x + 66 });
  sheet.text(`Pay period: ${it.period(' through ')}`, LEFT, 146, TEXT);
  beside(sheet, ['Date paid:', 'pay_date', it.pay_date], 256, 146, { label: TEXT, value: TEXT });
  const paper = check.accounts.length === 0;
  if (paper) beside(sheet, ['Check no.:', 'check_number', it.check_number], 400, 146, { label: TEXT, value: TEXT });
}

/**
 * The hours of the first week are whole or half hours. The second week has the rest, so that the sum of the two weeks
 * is the hours of the line.
 */
const weeks = (time: number): [number, number] => {
  const first = Math.floor(time / 100) * 50;
  return [first, time - first];
};

function printWages(it: Opened, top: number): number {
  const { sheet, check } = it;
  const height = 26;
  sheet.box(LEFT, top, RIGHT - LEFT, height, { fill: '#ececec', stroke: '#000000' });
  const heads: [string, string, number][] = [
    ['Hours', 'week 1', EDGES.first],
    ['Hours', 'week 2', EDGES.second],
    ['Total', 'hours', EDGES.hours],
    ['Hourly', 'rate', EDGES.rate],
    ['Wages this', 'period', EDGES.current],
    ['Wages this', 'year', EDGES.ytd],
  ];
  sheet.text('Wages', LEFT + 6, top + 8, { ...TEXT, bold: true });
  for (const [upper, lower, edge] of heads) {
    sheet.text(upper, edge, top + 3, { size: 8.5, bold: true, align: 'right' });
    sheet.text(lower, edge, top + 13, { size: 8.5, bold: true, align: 'right' });
  }
  let y = top + height;
  const row = (cells: [string, number][], name: string, bold = false) => {
    sheet.box(LEFT, y, RIGHT - LEFT, STEP);
    sheet.text(name, LEFT + 6, y + 3, { ...TEXT, bold, width: 140 });
    for (const [text, edge] of cells) sheet.text(text, edge, y + 3, { ...TEXT, bold, align: 'right' });
    y += STEP;
  };
  for (const line of it.earnings) {
    const time = line.current !== 0 ? (line.hours ?? 0) : 0;
    const [first, second] = weeks(time);
    const own = {
      hours: time ? hours(time) : NOTHING,
      rate: time && line.rate ? money(line.rate) : NOTHING,
      current: line.current === 0 ? NOTHING : money(line.current),
      ytd: money(line.ytd),
    };
    row(
      [
        [time ? hours(first).text : '', EDGES.first],
        [time ? hours(second).text : '', EDGES.second],
        [own.hours.text, EDGES.hours],
        [own.rate.text, EDGES.rate],
        [own.current.text, EDGES.current],
        [own.ytd.text, EDGES.ytd],
      ],
      line.name,
    );
    sheet.row('earnings', { description: line.name, ...own });
  }
  sheet.record('gross_pay', money(check.gross.current).truth);
  sheet.record('gross_pay_ytd', money(check.gross.ytd).truth);
  row(
    [
      [hours(check.hours.current).text, EDGES.hours],
      [money(check.gross.current).text, EDGES.current],
      [money(check.gross.ytd).text, EDGES.ytd],
    ],
    'Gross wages',
    true,
  );
  for (const edge of [190, EDGES.first + 5, EDGES.second + 5, EDGES.hours + 5, EDGES.rate + 5, EDGES.current + 5])
    sheet.rule(edge, top, edge, y);
  return y + 16;
}

function printAmounts(
  { sheet }: Opened,
  title: string,
  into: string,
  rows: readonly Named[],
  from: number,
  to: number,
  top: number,
): number {
  if (rows.length === 0) return top;
  const bold = { ...TEXT, bold: true };
  sheet.text(title, from + 6, top, bold);
  sheet.text('Period', to - 76, top, { ...bold, align: 'right' });
  sheet.text('Year', to - 6, top, { ...bold, align: 'right' });
  let y = top + 15;
  for (const { name, ...row } of rows) {
    const own = { current: money(row.current), ytd: money(row.ytd) };
    sheet.box(from, y - 3, to - from, STEP);
    sheet.text(name, from + 6, y, { ...TEXT, width: 112 });
    sheet.text(own.current.text, to - 76, y, { ...TEXT, align: 'right' });
    sheet.text(own.ytd.text, to - 6, y, { ...TEXT, align: 'right' });
    sheet.row(into, { description: name, ...own });
    y += STEP;
  }
  return y + 4;
}

function printComputation({ sheet, check }: Opened, top: number): void {
  const rows: [string, string, Sum, string][] = [
    ['Gross wages', 'gross_pay', check.gross, ''],
    ['Less taxes withheld', 'total_taxes', check.total_taxes, ''],
    ['Less other deductions', 'total_deductions', check.total_deductions, ''],
    ['Net wages', 'net_pay', check.net, '$'],
  ];
  let y = top;
  for (const [label, name, sum, dollar] of rows) {
    const bold = name === 'net_pay';
    const look = { size: bold ? 11 : 9.5, bold };
    const show = (cents: number): Shown => money(cents, { dollar: dollar ? '$' : '' });
    if (bold) sheet.rule(312, y - 3, RIGHT, y - 3, { width: 1 });
    sheet.text(label, 318, y, look);
    put(sheet, name, show(sum.current), RIGHT - 76, y, { ...look, align: 'right' });
    put(sheet, `${name}_ytd`, show(sum.ytd), RIGHT - 6, y, { ...look, size: 9.5, align: 'right' });
    y += 14;
  }
}

function printNotes({ sheet, check, account }: Opened, top: number): void {
  let y = top;
  for (const { kind, mask, current } of check.accounts) {
    const description = kind === 'checking' ? 'Checking' : 'Savings';
    const shown = account(mask);
    const after = sheet.text(`Deposited: ${description}`, LEFT + 6, y, TEXT);
    sheet.text(shown.text, after + 4, y, TEXT);
    sheet.text(money(current).text, 290, y, { ...TEXT, align: 'right' });
    sheet.row('distributions', { description, account_mask: shown, current: money(current) });
    y += 13;
  }
  const sick = check.leaves.find(({ kind }) => kind === 'sick');
  if (sick) sheet.text(`Paid sick leave available: ${hours(sick.balance).text} hours`, LEFT + 6, y + 4, TEXT);
  sheet.rule(LEFT + 6, top + 96, 260, top + 96);
  sheet.text('Received by (signature and date)', LEFT + 6, top + 99, { size: 8 });
}
