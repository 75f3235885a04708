// The W-2 as large payroll companies print it: the same form four times on one page, in small print.
import { type Layout, type Random } from '../sample.ts';
import {
  type Canvas,
  dollarsAndCents,
  type MoneyStyle,
  moneyStyleOf,
  newCanvas,
  randomFor,
  sampleOf,
} from './canvas.ts';
import { type CellContent, drawCell, type FormStyle } from './cells.ts';
import { employeeName, newW2, truthOfW2, type W2 } from './w2-data.ts';

const FOOTERS = [
  ['Federal Filing Copy', 'Copy B to be filed with employee’s Federal Income Tax Return.'],
  ['State Filing Copy', 'Copy 2 to be filed with employee’s State Income Tax Return.'],
  ['City or Local Filing Copy', 'Copy 2 to be filed with employee’s City or Local Income Tax Return.'],
  ['Employee Reference Copy', 'Copy C for employee’s records.'],
] as const;

/** Each quarter of the page has two columns of boxes. In some samples, one quarter is a summary of the year's pay. */
export const fourUpPairs: Layout = async (seed) => {
  const random = randomFor('w2_four_up_pairs', seed);
  const w2 = newW2(random, { states_max: 1 });
  const canvas = newCanvas({ seed, year: w2.year, title: 'Employee W-2', producer: 'Statement Composer 11' });
  const style = smallStyle(random);
  const money = moneyStyleOf(random);
  const summary = random.chance(0.4);
  FOOTERS.forEach(([copy, note], index) => {
    const x = index % 2 === 0 ? 20 : 316;
    const y = index < 2 ? 16 : 406;
    if (summary && index === 0) drawSummary(canvas, w2, x, y);
    else drawPairs(canvas, w2, x, y, style, money, copy, note);
  });
  if (random.chance(0.5)) {
    canvas.line(306, 0, 306, 792, { width: 0.3, dash: 2 });
    canvas.line(0, 396, 612, 396, { width: 0.3, dash: 2 });
  }
  return sampleOf('w2_four_up_pairs', seed, canvas, [truthOfW2(w2)]);
};

/**
 * Each quarter of the page has three columns of boxes, as desktop accounting programs print them on perforated paper.
 */
export const fourUpColumns: Layout = async (seed) => {
  const random = randomFor('w2_four_up_columns', seed);
  const w2 = newW2(random);
  const canvas = newCanvas({ seed, year: w2.year, title: `W2_${w2.year}`, producer: 'Desktop Accounting 2023' });
  const style = smallStyle(random);
  const money = moneyStyleOf(random);
  FOOTERS.forEach(([, note], index) => {
    drawColumns(canvas, w2, index % 2 === 0 ? 18 : 314, index < 2 ? 22 : 414, style, money, note);
  });
  return sampleOf('w2_four_up_columns', seed, canvas, [truthOfW2(w2)]);
};

function smallStyle(random: Random): FormStyle {
  return {
    label_font: 'Helvetica',
    label_bold: 'Helvetica',
    label_size: random.pick([5, 5.3, 5.6]),
    value_font: random.pick(['Helvetica', 'Courier', 'Courier-Bold', 'Helvetica-Bold']),
    value_size: random.pick([7, 7.5, 8]),
    ruling: random.pick([0.4, 0.5]),
    amounts: random.pick(['left', 'right']),
    dollar_sign: false,
  };
}

const WIDTH = 278;

function drawPairs(
  canvas: Canvas,
  w2: W2,
  left: number,
  top: number,
  style: FormStyle,
  money: MoneyStyle,
  copy: string,
  note: string,
): void {
  let y = top;
  const amount = (cents: number | null) => ({ amount: cents === null ? null : money(cents) });
  const row = (height: number, cells: [share: number, content: CellContent][]) => {
    let x = left;
    for (const [share, content] of cells) {
      drawCell(canvas, { x, y, width: share * WIDTH, height }, style, content);
      x += share * WIDTH;
    }
    y += height;
  };
  const local = w2.states[0]?.local ?? null;
  row(18, [
    [0.5, { number: '1', label: 'Wages, tips, other comp.', ...amount(w2.wages) }],
    [0.5, { number: '2', label: 'Federal income tax withheld', ...amount(w2.federal_tax) }],
  ]);
  row(18, [
    [0.5, { number: '3', label: 'Social security wages', ...amount(w2.social_security_wages) }],
    [0.5, { number: '4', label: 'Social security tax withheld', ...amount(w2.social_security_tax) }],
  ]);
  row(18, [
    [0.5, { number: '5', label: 'Medicare wages and tips', ...amount(w2.medicare_wages) }],
    [0.5, { number: '6', label: 'Medicare tax withheld', ...amount(w2.medicare_tax) }],
  ]);
  row(18, [
    [
      0.45,
      { number: 'd', label: 'Control number', ...(w2.control_number === null ? {} : { lines: [w2.control_number] }) },
    ],
    [0.16, { label: 'Dept.' }],
    [0.16, { label: 'Corp.' }],
    [0.23, { label: 'Employer use only' }],
  ]);
  row(38, [
    [
      1,
      {
        number: 'c',
        label: 'Employer’s name, address, and ZIP code',
        lines: [w2.employer.name, ...w2.employer_lines],
      },
    ],
  ]);
  row(18, [
    [0.5, { number: 'b', label: 'Employer’s FED ID number', lines: [w2.employer.ein] }],
    [0.5, { number: 'a', label: 'Employee’s SSA number', lines: [w2.ssn] }],
  ]);
  row(18, [
    [0.5, { number: '7', label: 'Social security tips', ...amount(w2.social_security_tips) }],
    [0.5, { number: '8', label: 'Allocated tips', ...amount(w2.allocated_tips) }],
  ]);
  row(18, [
    [0.5, { number: '9' }],
    [0.5, { number: '10', label: 'Dependent care benefits', ...amount(w2.dependent_care) }],
  ]);
  const middle = y;
  row(18, [[0.5, { number: '11', label: 'Nonqualified plans', ...amount(w2.nonqualified_plans) }]]);
  row(58, [[0.5, { number: '14', label: 'Other', lines: w2.other }]]);
  drawCodes(canvas, w2, left + WIDTH / 2, middle, style, money);
  row(44, [
    [
      1,
      {
        number: 'e/f',
        label: 'Employee’s name, address and ZIP code',
        lines: [employeeName(w2.person), ...w2.employee_lines],
      },
    ],
  ]);
  const state = w2.states[0];
  row(18, [
    [0.12, { number: '15', label: 'State', ...(state === undefined ? {} : { lines: [state.state] }) }],
    [0.44, { label: 'Employer’s state ID no.', ...(state === undefined ? {} : { lines: [state.state_id] }) }],
    [0.44, { number: '16', label: 'State wages, tips, etc.', ...amount(state?.state_wages ?? null) }],
  ]);
  row(18, [
    [0.5, { number: '17', label: 'State income tax', ...amount(state?.state_tax ?? null) }],
    [0.5, { number: '18', label: 'Local wages, tips, etc.', ...amount(local?.wages ?? null) }],
  ]);
  row(18, [
    [0.5, { number: '19', label: 'Local income tax', ...amount(local?.tax ?? null) }],
    [0.5, { number: '20', label: 'Locality name', ...(local === null ? {} : { lines: [local.locality] }) }],
  ]);
  canvas.text(copy, left + 50, y + 3, { font: 'Helvetica-Oblique', size: 7 });
  canvas.text('W-2', left + 4, y + 4, { font: 'Helvetica-Bold', size: 16 });
  canvas.text('Wage and Tax', left + 50, y + 11, { size: 6.5 });
  canvas.text('Statement', left + 50, y + 18, { size: 6.5 });
  canvas.text(String(w2.year), left + 150, y + 4, { font: 'Helvetica-Bold', size: 16 });
  canvas.text('OMB No. 1545-0008', left + WIDTH, y + 12, { size: 5, align: 'right' });
  canvas.text(note, left + 4, y + 26, { size: 5 });
}

/** Draws boxes 12 and 13, to the right of boxes 11 and 14. */
function drawCodes(canvas: Canvas, w2: W2, x: number, y: number, style: FormStyle, money: MoneyStyle): void {
  ['a', 'b', 'c', 'd'].forEach((letter, index) => {
    const box = { x, y: y + index * 15, width: WIDTH / 2, height: 15 };
    const entry = w2.box_12[index];
    drawCell(canvas, box, style, { number: `12${letter}`, label: letter === 'a' ? 'See instructions for box 12' : '' });
    canvas.line(x + 38, box.y + 7, x + 38, box.y + 15, { width: style.ruling });
    if (entry === undefined) return;
    const value = { font: style.value_font, size: Math.min(style.value_size, 7) };
    canvas.text(entry.code, x + 26, box.y + 8.2, value);
    canvas.text(money(entry.amount), x + WIDTH / 2 - 4, box.y + 8.2, { ...value, align: 'right', fit: 90 });
  });
  const box = { x, y: y + 60, width: WIDTH / 2, height: 16 };
  drawCell(canvas, box, style, { number: '13' });
  const marks: [string, boolean][] = [
    ['Stat emp.', w2.statutory_employee],
    ['Ret. plan', w2.retirement_plan],
    ['3rd party sick pay', w2.third_party_sick_pay],
  ];
  marks.forEach(([label, checked], index) => {
    const left = x + 12 + index * 36;
    canvas.text(label, left, box.y + 1.5, { size: 4.6 });
    if (checked) canvas.text('X', left + 10, box.y + 7.5, { font: style.value_font, size: 7.5 });
    if (index > 0) canvas.line(left - 3, box.y, left - 3, box.y + 16, { width: style.ruling });
  });
}

/** Draws the summary. It shows how the wages in the boxes are computed from gross pay. */
function drawSummary(canvas: Canvas, w2: W2, x: number, y: number): void {
  const gross = w2.medicare_wages + (w2.dependent_care ?? 0);
  const deferred = w2.medicare_wages - w2.wages;
  canvas.rectangle({ x, y, width: WIDTH, height: 20 }, { line: 0, fill: '#202060' });
  canvas.text(`${w2.year} W-2 and EARNINGS SUMMARY`, x + WIDTH / 2, y + 5, {
    font: 'Helvetica-Bold',
    size: 10,
    align: 'center',
    color: 'white',
  });
  const below = canvas.paragraph(
    'This blue section is your Earnings Summary which provides more detailed information on the generation of your W-2 statement. The reverse side includes instructions and other general information.',
    x + 4,
    y + 26,
    WIDTH - 8,
    { size: 7 },
  );
  canvas.text('Your Gross Pay was adjusted as follows to produce your W-2 Statement.', x + 4, below + 6, {
    font: 'Helvetica-Bold',
    size: 7,
  });
  const columns = ['Wages, Tips, other Compensation', 'Social Security Wages', 'Medicare Wages'];
  const heads = below + 22;
  columns.forEach((label, index) => {
    canvas.paragraph(label, x + 92 + index * 64, heads, 58, { font: 'Helvetica-Bold', size: 6 });
  });
  const over = w2.medicare_wages - w2.social_security_wages;
  const lines: [string, number[]][] = [
    ['Gross Pay', [gross, gross, gross]],
    ['Less 401(k) / plans', [-deferred, 0, 0]],
    ['Less Other Cafe 125', [-(w2.dependent_care ?? 0), -(w2.dependent_care ?? 0), -(w2.dependent_care ?? 0)]],
    ['Wages over limit / tips', [0, -over, 0]],
    ['Reported W-2 Wages', [w2.wages, w2.social_security_wages, w2.medicare_wages]],
  ];
  lines.forEach(([label, values], index) => {
    const at = heads + 24 + index * 13;
    const font = index === lines.length - 1 ? 'Helvetica-Bold' : 'Helvetica';
    canvas.text(label, x + 4, at, { font, size: 7 });
    values.forEach((cents, column) => {
      if (cents !== 0 || index === lines.length - 1)
        canvas.text(dollarsAndCents(cents, true), x + 146 + column * 64, at, { font, size: 7, align: 'right' });
    });
  });
  const under = heads + 110;
  canvas.text('Employee W-4 Profile. To change your Employee W-4 Profile Information, file a new W-4', x + 4, under, {
    size: 6.2,
  });
  canvas.text(employeeName(w2.person), x + 30, under + 40, { size: 8 });
  w2.employee_lines.forEach((line, index) => {
    canvas.text(line, x + 30, under + 51 + index * 10, { size: 8 });
  });
}

function drawColumns(
  canvas: Canvas,
  w2: W2,
  left: number,
  top: number,
  style: FormStyle,
  money: MoneyStyle,
  note: string,
): void {
  const third = WIDTH / 3;
  let y = top;
  const amount = (cents: number | null) => ({ amount: cents === null ? null : money(cents) });
  const cell = (column: number, span: number, height: number, content: CellContent) =>
    drawCell(canvas, { x: left + column * third, y, width: span * third, height }, style, content);
  const rows: [CellContent, CellContent, CellContent][] = [
    [
      { label: 'a Employee’s soc. sec. no.', lines: [w2.ssn] },
      { label: '1 Wages, tips, other comp.', ...amount(w2.wages) },
      { label: '2 Federal income tax withheld', ...amount(w2.federal_tax) },
    ],
    [
      { label: 'b Employer ID number (EIN)', lines: [w2.employer.ein] },
      { label: '3 Social security wages', ...amount(w2.social_security_wages) },
      { label: '4 Social security tax withheld', ...amount(w2.social_security_tax) },
    ],
    [
      { label: 'd Control number', ...(w2.control_number === null ? {} : { lines: [w2.control_number] }) },
      { label: '5 Medicare wages and tips', ...amount(w2.medicare_wages) },
      { label: '6 Medicare tax withheld', ...amount(w2.medicare_tax) },
    ],
  ];
  const draw = (contents: CellContent[], height = 19) => {
    contents.forEach((content, index) => {
      cell(index, 1, height, content);
    });
    y += height;
  };
  for (const contents of rows) draw(contents);
  cell(0, 3, 48, {
    label: 'c Employer’s name, address, and ZIP code',
    lines: [w2.employer.name, ...w2.employer_lines],
  });
  y += 48;
  cell(0, 3, 52, {
    label: 'e Employee’s name    f Employee’s address and ZIP code',
    lines: [employeeName(w2.person), ...w2.employee_lines],
  });
  y += 52;
  draw([
    { label: '7 Social security tips', ...amount(w2.social_security_tips) },
    { label: '8 Allocated tips', ...amount(w2.allocated_tips) },
    { label: '9', shade: '#dddddd' },
  ]);
  const codes = ['a', 'b', 'c', 'd'].map((letter, index) => {
    const entry = w2.box_12[index];
    return {
      label: `12${letter} Code`,
      ...(entry === undefined ? {} : { lines: [`${entry.code}   ${money(entry.amount)}`] }),
    };
  });
  draw([
    { label: '10 Dependent care benefits', ...amount(w2.dependent_care) },
    { label: '11 Nonqualified plans', ...amount(w2.nonqualified_plans) },
    codes[0] ?? {},
  ]);
  cell(0, 1, 57, { label: '13' });
  const marks: [string, boolean][] = [
    ['Statutory employee', w2.statutory_employee],
    ['Retirement plan', w2.retirement_plan],
    ['Third-party sick pay', w2.third_party_sick_pay],
  ];
  marks.forEach(([label, checked], index) => {
    canvas.checkBox(left + 8, y + 10 + index * 15, 7.5, checked ? 'X' : null);
    canvas.text(label, left + 19, y + 11.5 + index * 15, { size: 5.6 });
  });
  cell(1, 1, 57, { label: '14 Other', lines: w2.other });
  for (const content of codes.slice(1)) {
    cell(2, 1, 19, content);
    y += 19;
  }
  for (const labels of [true, false]) {
    const state = w2.states[labels ? 0 : 1];
    const label = (words: string) => (labels ? { label: words } : {});
    draw(
      [
        {
          ...label('15 State  Employer’s state ID no.'),
          ...(state === undefined ? {} : { lines: [`${state.state}   ${state.state_id}`] }),
        },
        { ...label('16 State wages, tips, etc.'), ...amount(state?.state_wages ?? null) },
        { ...label('17 State income tax'), ...amount(state?.state_tax ?? null) },
      ],
      labels ? 18 : 12,
    );
  }
  for (const labels of [true, false]) {
    const local = w2.states[labels ? 0 : 1]?.local ?? null;
    const label = (words: string) => (labels ? { label: words } : {});
    draw(
      [
        { ...label('18 Local wages, tips, etc.'), ...amount(local?.wages ?? null) },
        { ...label('19 Local income tax'), ...amount(local?.tax ?? null) },
        { ...label('20 Locality name'), ...(local === null ? {} : { lines: [local.locality] }) },
      ],
      labels ? 18 : 12,
    );
  }
  canvas.text('Form W-2 Wage and Tax Statement', left, y + 3, { font: 'Helvetica-Bold', size: 7.5 });
  canvas.text(String(w2.year), left + 150, y + 1, { font: 'Helvetica-Bold', size: 12 });
  canvas.text('Dept. of the Treasury -- IRS', left + WIDTH, y + 3, { size: 5.5, align: 'right' });
  canvas.text(note, left, y + 13, { size: 5 });
  canvas.text('OMB No. 1545-0008', left + WIDTH, y + 11, { size: 5, align: 'right' });
}
