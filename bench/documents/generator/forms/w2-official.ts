// The W-2 in the arrangement of the official form, with rulings: one or two copies per page.
import { type Layout, type Random } from '../sample.ts';
import { type Canvas, type MoneyStyle, moneyStyleOf, newCanvas, randomFor, sampleOf, valueFontOf } from './canvas.ts';
import { type CellContent, drawCell, type FormStyle } from './cells.ts';
import { employeeNameParts, newW2, truthOfW2, type W2, type W2State } from './w2-data.ts';

const COPIES: Record<string, string> = {
  B: 'Copy B—To Be Filed With Employee’s FEDERAL Tax Return.',
  C: 'Copy C—For EMPLOYEE’S RECORDS (See Notice to Employee on the back of Copy B.)',
  '2': 'Copy 2—To Be Filed With Employee’s State, City, or Local Income Tax Return',
};

/** Draws one form in the upper half of the page. Some issuers print the notice to the employee on a second page. */
export const officialOneUp: Layout = async (seed) => {
  const random = randomFor('w2_official_one_up', seed);
  const w2 = newW2(random);
  const canvas = newCanvas({ seed, year: w2.year, title: `${w2.year} Form W-2`, producer: random.pick(PRODUCERS) });
  const style = styleOf(random);
  drawOfficialW2(canvas, w2, { x: 36, y: 36, row: 24 }, style, moneyStyleOf(random), random.pick(['B', 'C', '2']));
  const notice = random.chance(0.7);
  const secondPage = notice && random.chance(0.35);
  if (secondPage) canvas.newPage();
  if (notice) drawNotice(canvas, secondPage ? 40 : 410);
  return sampleOf('w2_official_one_up', seed, canvas, [truthOfW2(w2, { pages: [1, secondPage ? 2 : 1] })]);
};

/** Draws two copies of the same form on one page, for the federal and the state return. */
export const officialTwoUp: Layout = async (seed) => {
  const random = randomFor('w2_official_two_up', seed);
  const w2 = newW2(random);
  const canvas = newCanvas({ seed, year: w2.year, title: 'W-2', producer: random.pick(PRODUCERS) });
  const style = styleOf(random);
  const money = moneyStyleOf(random);
  const [upper, lower] = random.pick([
    ['B', 'C'],
    ['B', '2'],
    ['C', '2'],
  ] as const);
  drawOfficialW2(canvas, w2, { x: 36, y: 30, row: 24 }, style, money, upper);
  if (random.chance(0.5)) canvas.line(0, 396, 612, 396, { width: 0.4, dash: 3 });
  drawOfficialW2(canvas, w2, { x: 36, y: 426, row: 24 }, style, money, lower);
  return sampleOf('w2_official_two_up', seed, canvas, [truthOfW2(w2)]);
};

const PRODUCERS = [
  'Payroll Print Engine 7.2',
  'iText 2.1.7 by 1T3XT',
  'Crystal Reports',
  'Microsoft Print to PDF',
  'PDFium',
];

export function styleOf(random: Random): FormStyle {
  return {
    label_font: 'Helvetica',
    label_bold: 'Helvetica-Bold',
    label_size: random.pick([6, 6.3, 6.5]),
    value_font: valueFontOf(random),
    value_size: random.pick([9, 9.5, 10, 10.5]),
    ruling: random.pick([0.5, 0.7, 0.9]),
    amounts: random.pick(['left', 'right', 'center']),
    dollar_sign: false,
  };
}

type Place = { x: number; y: number; row: number };

export function drawOfficialW2(
  canvas: Canvas,
  w2: W2,
  at: Place,
  style: FormStyle,
  money: MoneyStyle,
  copy: string,
): void {
  const cell = (x: number, y: number, width: number, height: number, content: CellContent) =>
    drawCell(canvas, { x: at.x + x, y: at.y + y * at.row, width, height: height * at.row }, style, content);
  const amount = (cents: number | null) => ({ amount: cents === null ? null : money(cents) });
  const { given, last, suffix } = employeeNameParts(w2.person);
  const small = { font: style.label_font, size: style.label_size };

  cell(0, 0, 115, 1, {});
  cell(115, 0, 129, 1, { number: 'a', label: 'Employee’s social security number', lines: [w2.ssn] });
  cell(244, 0, 296, 1, {});
  canvas.text('OMB No. 1545-0008', at.x + 250, at.y + 14, small);
  if (copy === 'B')
    canvas.text(
      'Safe, accurate, FAST! Use   e-file   Visit the IRS website at www.irs.gov/efile',
      at.x + 330,
      at.y + 8,
      {
        size: 5.4,
      },
    );
  else if (copy === 'C')
    canvas.paragraph(
      'This information is being furnished to the Internal Revenue Service. If you are required to file a tax return, a negligence penalty or other sanction may be imposed on you if this income is taxable and you fail to report it.',
      at.x + 330,
      at.y + 2,
      206,
      { size: 5 },
    );
  cell(0, 1, 295, 1, { number: 'b', label: 'Employer identification number (EIN)', lines: [w2.employer.ein] });
  cell(0, 2, 295, 3, {
    number: 'c',
    label: 'Employer’s name, address, and ZIP code',
    lines: [w2.employer.name, ...w2.employer_lines],
  });
  cell(0, 5, 295, 1, {
    number: 'd',
    label: 'Control number',
    ...(w2.control_number === null ? {} : { lines: [w2.control_number] }),
  });
  cell(0, 6, 295, 4.5, {});
  drawCell(
    canvas,
    { x: at.x, y: at.y + 6 * at.row, width: 130, height: at.row },
    { ...style, ruling: 0 },
    {
      number: 'e',
      label: 'Employee’s first name and initial',
      lines: [given],
    },
  );
  drawCell(
    canvas,
    { x: at.x + 140, y: at.y + 6 * at.row, width: 132, height: at.row },
    { ...style, ruling: 0 },
    {
      label: 'Last name',
      lines: [last],
    },
  );
  canvas.text('Suff.', at.x + 276, at.y + 6 * at.row + 1.5, small);
  if (suffix !== '')
    canvas.text(suffix, at.x + 276, at.y + 6 * at.row + 9.5, {
      font: style.value_font,
      size: style.value_size,
      fit: 18,
    });
  w2.employee_lines.forEach((line, index) => {
    canvas.text(line, at.x + 4, at.y + 7.3 * at.row + index * style.value_size * 1.3, {
      font: style.value_font,
      size: style.value_size,
      fit: 285,
    });
  });
  canvas.text('f', at.x + 2.5, at.y + 10.5 * at.row - 9, { font: style.label_bold, size: style.label_size });
  canvas.text('Employee’s address and ZIP code', at.x + 9, at.y + 10.5 * at.row - 9, small);

  cell(295, 1, 122, 1, { number: '1', label: 'Wages, tips, other compensation', ...amount(w2.wages) });
  cell(417, 1, 123, 1, { number: '2', label: 'Federal income tax withheld', ...amount(w2.federal_tax) });
  cell(295, 2, 122, 1, { number: '3', label: 'Social security wages', ...amount(w2.social_security_wages) });
  cell(417, 2, 123, 1, { number: '4', label: 'Social security tax withheld', ...amount(w2.social_security_tax) });
  cell(295, 3, 122, 1, { number: '5', label: 'Medicare wages and tips', ...amount(w2.medicare_wages) });
  cell(417, 3, 123, 1, { number: '6', label: 'Medicare tax withheld', ...amount(w2.medicare_tax) });
  cell(295, 4, 122, 1, { number: '7', label: 'Social security tips', ...amount(w2.social_security_tips) });
  cell(417, 4, 123, 1, { number: '8', label: 'Allocated tips', ...amount(w2.allocated_tips) });
  cell(295, 5, 122, 1, { number: '9', shade: '#c8c8c8' });
  cell(417, 5, 123, 1, { number: '10', label: 'Dependent care benefits', ...amount(w2.dependent_care) });
  cell(295, 6, 122, 1, { number: '11', label: 'Nonqualified plans', ...amount(w2.nonqualified_plans) });
  drawBox13(canvas, w2, { x: at.x + 295, y: at.y + 7 * at.row, row: at.row }, style);
  cell(295, 8, 122, 2.5, { number: '14', label: 'Other', lines: w2.other });
  ['a', 'b', 'c', 'd'].forEach((letter, index) => {
    const label = letter === 'a' ? 'See instructions for box 12' : '';
    cell(417, 6 + index, 123, 1, { number: `12${letter}`, label });
    const y = at.y + (6 + index) * at.row;
    'Code'.split('').forEach((char, down) => {
      canvas.text(char, at.x + 420, y + 8.5 + down * 3.6, { font: style.label_font, size: 3.8 });
    });
    canvas.line(at.x + 448, y + 10, at.x + 448, y + at.row, { width: style.ruling });
    const entry = w2.box_12[index];
    if (entry === undefined) return;
    const value = { font: style.value_font, size: style.value_size };
    canvas.text(entry.code, at.x + 436, y + at.row - style.value_size, { ...value, align: 'center' });
    canvas.text(money(entry.amount), at.x + 535, y + at.row - style.value_size, { ...value, align: 'right', fit: 82 });
  });
  cell(417, 10, 123, 0.5, { shade: '#c8c8c8' });

  drawStates(canvas, w2.states, { x: at.x, y: at.y + 10.5 * at.row, row: at.row }, style, money);
  drawFooter(canvas, w2.year, copy, at.x, at.y + 12.5 * at.row + 4);
}

function drawBox13(canvas: Canvas, w2: W2, { x, y, row }: Place, style: FormStyle): void {
  drawCell(canvas, { x, y, width: 122, height: row }, style, { number: '13' });
  const boxes: [string, string, boolean][] = [
    ['Statutory', 'employee', w2.statutory_employee],
    ['Retirement', 'plan', w2.retirement_plan],
    ['Third-party', 'sick pay', w2.third_party_sick_pay],
  ];
  boxes.forEach(([first, second, checked], index) => {
    const left = x + 16 + index * 36;
    canvas.text(first, left, y + 1, { size: 4.6 });
    canvas.text(second, left, y + 6, { size: 4.6 });
    canvas.checkBox(left + 2, y + 12.5, 9, checked ? 'X' : null);
  });
}

const STATE_COLUMNS = [
  [0, 158],
  [158, 86],
  [244, 79],
  [323, 86],
  [409, 79],
  [488, 52],
] as const;
const STATE_LABELS = [
  ['15', 'State    Employer’s state ID number'],
  ['16', 'State wages, tips, etc.'],
  ['17', 'State income tax'],
  ['18', 'Local wages, tips, etc.'],
  ['19', 'Local income tax'],
  ['20', 'Locality name'],
] as const;

function drawStates(
  canvas: Canvas,
  states: W2State[],
  { x, y, row }: Place,
  style: FormStyle,
  money: MoneyStyle,
): void {
  const label = Math.min(style.label_size, 6);
  STATE_COLUMNS.forEach(([left, width], index) => {
    const [number, name] = STATE_LABELS[index] ?? ['', ''];
    canvas.rectangle({ x: x + left, y, width, height: 2 * row }, { line: style.ruling });
    canvas.text(number, x + left + 2, y + 1.5, { font: style.label_bold, size: label });
    const from = x + left + 2 + canvas.widthOf(number, { font: style.label_bold, size: label }) + 3;
    canvas.text(name, from, y + 1.5, { font: style.label_font, size: label, fit: x + left + width - from - 1 });
  });
  canvas.line(x, y + row, x + 540, y + row, { width: style.ruling, dash: 2 });
  canvas.line(x + 29, y + 10, x + 29, y + row, { width: style.ruling });
  canvas.line(x + 29, y + row + 10, x + 29, y + 2 * row, { width: style.ruling });
  states.forEach((state, index) => {
    const base = y + (index + 1) * row - style.value_size;
    const value = { font: style.value_font, size: style.value_size };
    canvas.text(state.state, x + 15, base, { ...value, align: 'center' });
    canvas.text(state.state_id, x + 34, base, { ...value, fit: 120 });
    const amounts = [state.state_wages, state.state_tax, state.local?.wages ?? null, state.local?.tax ?? null];
    amounts.forEach((cents, at) => {
      const [left, width] = STATE_COLUMNS[at + 1] ?? [0, 0];
      if (cents !== null)
        canvas.text(money(cents), x + left + width - 4, base, { ...value, align: 'right', fit: width - 6 });
    });
    if (state.local !== null) canvas.text(state.local.locality, x + 491, base, { ...value, fit: 47 });
  });
}

function drawFooter(canvas: Canvas, year: number, copy: string, x: number, y: number): void {
  canvas.text('Form', x, y + 9, { size: 7 });
  canvas.text('W-2', x + 20, y, { font: 'Helvetica-Bold', size: 20 });
  canvas.text('Wage and Tax Statement', x + 68, y + 5, { font: 'Helvetica-Bold', size: 11 });
  canvas.text(String(year), x + 262, y - 1, { font: 'Helvetica-Bold', size: 21, align: 'center' });
  canvas.text('Department of the Treasury—Internal Revenue Service', x + 540, y + 4, { size: 7, align: 'right' });
  canvas.text(COPIES[copy] ?? '', x, y + 23, { font: 'Helvetica-Bold', size: 7 });
  if (copy !== '2')
    canvas.text('This information is being furnished to the Internal Revenue Service.', x, y + 32, { size: 7 });
}

function drawNotice(canvas: Canvas, y: number): void {
  canvas.text('Notice to Employee', 36, y, { font: 'Helvetica-Bold', size: 11 });
  const below = canvas.paragraph(NOTICE, 36, y + 16, 262, { size: 7.5 });
  canvas.text('Instructions for Employee', 314, y, { font: 'Helvetica-Bold', size: 11 });
  canvas.paragraph(INSTRUCTIONS, 314, y + 16, 262, { size: 7.5 });
  canvas.line(306, y, 306, below, { width: 0.4 });
}

const NOTICE = `Do you have to file? Refer to the Form 1040 instructions to determine if you are required to file a tax return. Even if you do not have to file a tax return, you may be eligible for a refund if box 2 shows an amount or if you are eligible for any credit.
Earned income credit (EIC). You may be able to take the EIC for the year if your adjusted gross income is less than a certain amount. The amount of the credit is based on income and family size.
Employee’s social security number (SSN). For your protection, this form may show only the last four digits of your SSN. However, your employer has reported your complete SSN to the IRS and the Social Security Administration.
Clergy and religious workers. If you are not subject to social security and Medicare taxes, see Pub. 517.
Corrections. If your name, SSN, or address is incorrect, correct Copies B, C, and 2 and ask your employer to correct your employment record. Be sure to ask the employer to file Form W-2c, Corrected Wage and Tax Statement, with the SSA.`;
const INSTRUCTIONS = `Box 1. Enter this amount on the wages line of your tax return.
Box 2. Enter this amount on the federal income tax withheld line of your tax return.
Box 5. You may be required to report this amount on Form 8959, Additional Medicare Tax.
Box 6. This amount includes the 1.45% Medicare tax withheld on all Medicare wages and tips shown in box 5, as well as the 0.9% Additional Medicare Tax on any of those Medicare wages and tips above $200,000.
Box 8. This amount is not included in box 1, 3, 5, or 7. For information on how to report tips on your tax return, see the Form 1040 instructions.
Box 10. This amount includes the total dependent care benefits that your employer paid to you or incurred on your behalf. Any amount over your employer’s plan limit is also included in box 1.
Box 12. The following list explains the codes shown in box 12. D—Elective deferrals to a section 401(k) cash or deferred arrangement. W—Employer contributions to your health savings account. DD—Cost of employer-sponsored health coverage. The amount reported with code DD is not taxable.`;
