// W-2 statements that small employers print themselves: the boxes of the form without rulings.
import { type Layout, type Random } from '../sample.ts';
import { type Canvas, type Font, type MoneyStyle, moneyStyleOf, newCanvas, randomFor, sampleOf } from './canvas.ts';
import { employeeName, newW2, truthOfW2, type W2 } from './w2-data.ts';

/** The labels are above the values, in columns that are separated only by white space. */
export const unruledColumns: Layout = async (seed) => {
  const random = randomFor('w2_unruled_columns', seed);
  const w2 = newW2(random);
  const canvas = newCanvas({ seed, year: w2.year, title: `W2 ${w2.year}`, producer: 'AccountRight Report Writer' });
  const money = moneyStyleOf(random);
  const font = random.pick<Font>(['Courier', 'Helvetica', 'Times-Roman']);
  const size = font === 'Courier' ? 9 : 9.5;
  const right = random.chance(0.5);
  const put = (label: string, value: string | null, x: number, y: number, width = 128) => {
    canvas.text(label, x, y, { font, size: size - 2.5, fit: width, color: '#333333' });
    if (value !== null)
      canvas.text(value, right && /^\$?[\d,]+\.\d\d$/.test(value) ? x + width - 20 : x, y + size + 0.5, {
        font,
        size,
        align: right && /^\$?[\d,]+\.\d\d$/.test(value) ? 'right' : 'left',
        fit: width - 4,
      });
  };
  const amount = (cents: number | null) => (cents === null ? null : money(cents));
  canvas.text(`Form W-2  Wage and Tax Statement  ${w2.year}`, 54, 48, { font, size: 13 });
  canvas.text('Copy C, for employee’s records', 558, 52, { font, size: 8, align: 'right' });
  const block = (label: string, lines: string[], y: number) => {
    canvas.text(label, 54, y, { font, size: size - 2.5, color: '#333333' });
    lines.forEach((line, index) => {
      canvas.text(line, 54, y + size + 0.5 + index * (size + 2), { font, size, fit: 225 });
    });
  };
  put('a Employee’s social security number', w2.ssn, 54, 84, 150);
  put('b Employer identification number (EIN)', w2.employer.ein, 54, 114, 200);
  block('c Employer’s name, address, and ZIP code', [w2.employer.name, ...w2.employer_lines], 144);
  put('d Control number', w2.control_number, 54, 214);
  block('e, f Employee’s name, address, and ZIP code', [employeeName(w2.person), ...w2.employee_lines], 244);
  const grid: [string, string | null][] = [
    ['1 Wages, tips, other compensation', amount(w2.wages)],
    ['2 Federal income tax withheld', amount(w2.federal_tax)],
    ['3 Social security wages', amount(w2.social_security_wages)],
    ['4 Social security tax withheld', amount(w2.social_security_tax)],
    ['5 Medicare wages and tips', amount(w2.medicare_wages)],
    ['6 Medicare tax withheld', amount(w2.medicare_tax)],
    ['7 Social security tips', amount(w2.social_security_tips)],
    ['8 Allocated tips', amount(w2.allocated_tips)],
    ['10 Dependent care benefits', amount(w2.dependent_care)],
    ['11 Nonqualified plans', amount(w2.nonqualified_plans)],
  ];
  grid.forEach(([label, value], index) => {
    put(label, value, index % 2 === 0 ? 300 : 440, 84 + Math.floor(index / 2) * 30);
  });
  ['12a', '12b', '12c', '12d'].forEach((label, index) => {
    const entry = w2.box_12[index];
    const value = entry === undefined ? null : `${entry.code}  ${money(entry.amount)}`;
    put(label, value, index % 2 === 0 ? 300 : 440, 234 + Math.floor(index / 2) * 30);
  });
  canvas.text('13', 300, 294, { font, size: size - 2.5 });
  marksOf(w2).forEach(([label, checked], index) => {
    canvas.text(`[${checked ? 'X' : ' '}] ${label}`, 316 + index * 86, 294, { font, size: size - 2, fit: 84 });
  });
  block('14 Other', w2.other, 320);
  w2.states.forEach((state, index) => {
    const y = 376 + index * 32;
    put('15 State', state.state, 54, y, 34);
    put('Employer’s state ID number', state.state_id, 94, y, 96);
    put('16 State wages, tips, etc.', money(state.state_wages), 196, y, 84);
    put('17 State income tax', amount(state.state_tax), 286, y, 76);
    put('18 Local wages, tips, etc.', amount(state.local?.wages ?? null), 366, y, 84);
    put('19 Local income tax', amount(state.local?.tax ?? null), 454, y, 70);
    put('20 Locality', state.local?.locality ?? null, 526, y, 56);
  });
  canvas.text('This information is being furnished to the Internal Revenue Service.', 54, 460, { font, size: 8 });
  return sampleOf('w2_unruled_columns', seed, canvas, [truthOfW2(w2)]);
};

/** Each box is one line below a letterhead: the box number, the label, dots and the amount. */
export const unruledList: Layout = async (seed) => {
  const random = randomFor('w2_unruled_list', seed);
  const w2 = newW2(random);
  const canvas = newCanvas({ seed, year: w2.year, title: 'Wage and Tax Statement' });
  const money = moneyStyleOf(random);
  const font = random.pick<Font>(['Courier', 'Helvetica', 'Times-Roman']);
  const size = 9.5;
  const { name } = w2.employer;
  canvas.text(`${w2.year} W-2 Wage and Tax Statement`, 306, 50, { font: 'Helvetica-Bold', size: 15, align: 'center' });
  canvas.text('Substitute form — Copy B, to be filed with employee’s federal tax return', 306, 70, {
    font,
    size: 8.5,
    align: 'center',
  });
  const put = (text: string, x: number, y: number) => canvas.text(text, x, y, { font, size, fit: 250 });
  put('Employer’s name, address, and ZIP code:', 60, 100);
  [name, ...w2.employer_lines].forEach((line, index) => {
    put(line, 70, 114 + index * 12);
  });
  put('Employee’s name, address, and ZIP code:', 330, 100);
  [employeeName(w2.person), ...w2.employee_lines].forEach((line, index) => {
    put(line, 340, 114 + index * 12);
  });
  put(`Employer identification number (EIN): ${w2.employer.ein}`, 60, 174);
  put(`Employee’s social security number: ${w2.ssn}`, 330, 174);
  if (w2.control_number !== null) put(`Control number: ${w2.control_number}`, 60, 188);
  const bottom = drawList(canvas, random, listOf(w2, money), { font, size, y: 214 });
  drawStateTable(canvas, w2, money, font, bottom + 14);
  return sampleOf('w2_unruled_list', seed, canvas, [truthOfW2(w2)]);
};

function marksOf(w2: W2): [string, boolean][] {
  return [
    ['Statutory employee', w2.statutory_employee],
    ['Retirement plan', w2.retirement_plan],
    ['Third-party sick pay', w2.third_party_sick_pay],
  ];
}

function listOf(w2: W2, money: MoneyStyle): [number: string, label: string, value: string][] {
  const all: [string, string, number | null][] = [
    ['1', 'Wages, tips, other compensation', w2.wages],
    ['2', 'Federal income tax withheld', w2.federal_tax],
    ['3', 'Social security wages', w2.social_security_wages],
    ['4', 'Social security tax withheld', w2.social_security_tax],
    ['5', 'Medicare wages and tips', w2.medicare_wages],
    ['6', 'Medicare tax withheld', w2.medicare_tax],
    ['7', 'Social security tips', w2.social_security_tips],
    ['8', 'Allocated tips', w2.allocated_tips],
    ['10', 'Dependent care benefits', w2.dependent_care],
    ['11', 'Nonqualified plans', w2.nonqualified_plans],
  ];
  return [
    ...all.flatMap(([number, label, cents]): [string, string, string][] =>
      cents === null ? [] : [[number, label, money(cents)]],
    ),
    ...w2.box_12.map(({ code, amount }, index): [string, string, string] => [
      `12${'abcd'[index] ?? ''}`,
      `Code ${code}`,
      money(amount),
    ]),
    ...marksOf(w2).flatMap(([label, checked]): [string, string, string][] => (checked ? [['13', label, 'X']] : [])),
    ...w2.other.map((text): [string, string, string] => ['14', 'Other', text]),
  ];
}

function drawList(
  canvas: Canvas,
  random: Random,
  lines: [string, string, string][],
  { font, size, y }: { font: Font; size: number; y: number },
): number {
  const dots = random.chance(0.6);
  const title = random.pick(['Box', 'Box No.', 'Box']);
  canvas.text(title, 60, y, { font: 'Helvetica-Bold', size });
  canvas.text('Description', 100, y, { font: 'Helvetica-Bold', size });
  canvas.text('Amount', 500, y, { font: 'Helvetica-Bold', size, align: 'right' });
  let at = y + 16;
  for (const [number, label, value] of lines) {
    canvas.text(number, 60, at, { font, size });
    canvas.text(label, 100, at, { font, size });
    canvas.text(value, 500, at, { font, size, align: 'right' });
    if (dots) {
      const from = 104 + canvas.widthOf(label, { font, size });
      const until = 496 - canvas.widthOf(value, { font, size });
      const count = Math.floor((until - from) / canvas.widthOf('.', { font, size }));
      canvas.text('.'.repeat(Math.max(0, count)), until, at, { font, size, align: 'right' });
    }
    at += 14;
  }
  return at;
}

function drawStateTable(canvas: Canvas, w2: W2, money: MoneyStyle, font: Font, y: number): void {
  if (w2.states.length === 0) return;
  const heads: [string, number, 'left' | 'right'][] = [
    ['15 State', 60, 'left'],
    ['State ID number', 104, 'left'],
    ['16 State wages', 262, 'right'],
    ['17 State tax', 332, 'right'],
    ['18 Local wages', 412, 'right'],
    ['19 Local tax', 482, 'right'],
    ['20 Locality', 496, 'left'],
  ];
  for (const [label, x, align] of heads) canvas.text(label, x, y, { font: 'Helvetica-Bold', size: 8, align });
  w2.states.forEach((state, index) => {
    const values = [
      state.state,
      state.state_id,
      money(state.state_wages),
      state.state_tax === null ? '' : money(state.state_tax),
      state.local === null ? '' : money(state.local.wages),
      state.local === null ? '' : money(state.local.tax),
      state.local?.locality ?? '',
    ];
    heads.forEach(([, x, align], column) => {
      canvas.text(values[column] ?? '', x, y + 14 + index * 13, {
        font,
        size: 8.5,
        align,
        fit: column === 1 ? 96 : 72,
      });
    });
  });
}
