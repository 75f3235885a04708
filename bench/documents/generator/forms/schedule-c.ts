// Schedule C of Form 1040, in the arrangement and the wording of the official form.
import type { Canvas } from './canvas.ts';
import type { Lines, Return1040, ScheduleC } from './f1040-data.ts';
import { drawDollars, drawHeader, type Pen, penOf } from './schedule-paper.ts';
import type { Typing } from './typing.ts';

const INCOME_C: [string, string][] = [
  [
    '1',
    'Gross receipts or sales. See instructions for line 1 and check the box if this income was reported to you on Form W-2',
  ],
  ['2', 'Returns and allowances'],
  ['3', 'Subtract line 2 from line 1'],
  ['4', 'Cost of goods sold (from line 42)'],
  ['5', 'Gross profit. Subtract line 4 from line 3'],
  ['6', 'Other income, including federal and state gasoline or fuel tax credit or refund (see instructions)'],
  ['7', 'Gross income. Add lines 5 and 6'],
];
const LEFT_C: [string, string][] = [
  ['8', 'Advertising'],
  ['9', 'Car and truck expenses (see instructions)'],
  ['10', 'Commissions and fees'],
  ['11', 'Contract labor (see instructions)'],
  ['12', 'Depletion'],
  ['13', 'Depreciation and section 179 expense deduction (not included in Part III) (see instructions)'],
  ['14', 'Employee benefit programs (other than on line 19)'],
  ['15', 'Insurance (other than health)'],
  ['16a', 'Interest: Mortgage (paid to banks, etc.)'],
  ['16b', 'Other'],
  ['17', 'Legal and professional services'],
];
const rightC = (year: number): [string, string][] => [
  ['18', 'Office expense (see instructions)'],
  ['19', 'Pension and profit-sharing plans'],
  ['20a', 'Rent or lease: Vehicles, machinery, and equipment'],
  ['20b', 'Other business property'],
  ['21', 'Repairs and maintenance'],
  ['22', 'Supplies (not included in Part III)'],
  ['23', 'Taxes and licenses'],
  ['24a', 'Travel and meals: Travel'],
  ['24b', 'Deductible meals (see instructions)'],
  ['25', 'Utilities'],
  ['26', 'Wages (less employment credits)'],
  ['27a', year >= 2023 ? 'Energy efficient commercial bldgs deduction' : 'Other expenses (from line 48)'],
  ['27b', year >= 2023 ? 'Other expenses (from line 48)' : 'Reserved for future use'],
];

/** Returns the number of pages. If there are other expenses, they are listed on a second page. */
export function drawScheduleC(
  canvas: Canvas,
  filed: Return1040,
  schedule: ScheduleC,
  name: string,
  typing: Typing,
): number {
  const { year } = filed;
  const { lines } = schedule;
  const pen = penOf(canvas, typing);
  const typed = { font: typing.font, size: typing.size };
  drawHeader(canvas, 'C', 'Profit or Loss From Business', '(Sole Proprietorship)', year, '09');
  canvas.text('Name of proprietor', 38, 78, { size: 6.5 });
  canvas.text(name, 40, 88, { ...typed, fit: 380 });
  canvas.text('Social security number (SSN)', 440, 78, { size: 6.5 });
  canvas.text(typing.ssn(filed.ssn), 444, 88, typed);
  canvas.line(434, 76, 434, 100, { width: 0.5 });
  const lettered: [string, string, string][] = [
    ['A', 'Principal business or profession, including product or service (see instructions)', schedule.business],
    ['C', 'Business name. If no separate business name, leave blank.', ''],
    ['E', 'Business address (including suite or room no.)', filed.address.street.join(' ')],
    ['F', 'Accounting method:   (1) [X] Cash   (2) [ ] Accrual   (3) [ ] Other (specify)', ''],
    [
      'G',
      `Did you “materially participate” in the operation of this business during ${year}? If “No,” see instructions for limit on losses    [X] Yes  [ ] No`,
      '',
    ],
    [
      'I',
      `Did you make any payments in ${year} that would require you to file Form(s) 1099? See instructions    [ ] Yes  [X] No`,
      '',
    ],
  ];
  let y = 100;
  for (const [letter, label, text] of lettered) {
    canvas.line(36, y, 576, y, { width: 0.4 });
    canvas.text(letter, 38, y + 2, { font: 'Helvetica-Bold', size: 7 });
    canvas.text(label, 50, y + 2, { size: 6.8, fit: 520 });
    canvas.text(text, 56, y + 10, { ...typed, fit: 370 });
    if (letter === 'A') {
      canvas.text('B  Enter code from instructions', 440, y + 2, { size: 6.8 });
      canvas.text(schedule.code, 470, y + 10, typed);
    }
    if (letter === 'C') canvas.text('D  Employer ID number (EIN) (see instr.)', 440, y + 2, { size: 6.8 });
    y += 'ACE'.includes(letter) ? 21 : 13;
  }
  const part = (label: string, title: string) => {
    canvas.rectangle({ x: 36, y, width: 40, height: 12 }, { line: 0, fill: 'black' });
    canvas.text(label, 56, y + 2.5, { font: 'Helvetica-Bold', size: 8, align: 'center', color: 'white' });
    canvas.text(title, 84, y + 2, { font: 'Helvetica-Bold', size: 9 });
    y += 13;
  };
  const wide = (number: string, text: string, height = 14) => {
    canvas.text(number.replace(/^\d+(?=[b-z])/, ''), 40, y + 4, { font: 'Helvetica-Bold', size: 6.8 });
    canvas.text(text, 56, y + 4, { size: 6.8, fit: 416 });
    pen.amount(lines, number, 496, y, 80, height);
    y += height;
  };
  part('Part I', 'Income');
  for (const [number, text] of INCOME_C) wide(number, text);
  y += 2;
  part('Part II', 'Expenses. Enter expenses for business use of your home only on line 30.');
  const top = y;
  const column = (rows: [string, string][], x: number, amountX: number, height: number) => {
    rows.forEach(([number, text], index) => {
      const at = top + index * height;
      const base = at + height / 2 - 3;
      canvas.text(number.replace(/^\d+(?=[b-z])/, ''), x, base, { font: 'Helvetica-Bold', size: 6.5 });
      canvas.paragraph(text, x + 16, base - (text.length > 60 ? 3 : 0), amountX - 18 - x - 18, {
        size: text.length > 60 ? 5 : 6.2,
      });
      pen.amount(lines, number, amountX, at, 72, height);
    });
  };
  const rows = rightC(year);
  const height = 234 / rows.length;
  column(LEFT_C, 38, 224, 234 / LEFT_C.length);
  column(rows, 302, 504, height);
  y = top + 236;
  wide('28', 'Total expenses before expenses for business use of home. Add lines 8 through 27');
  wide('29', 'Tentative profit or (loss). Subtract line 28 from line 7');
  y = canvas.paragraph(
    'Expenses for business use of your home. Do not report these expenses elsewhere. Attach Form 8829 unless using the simplified method. See instructions. Simplified method filers only: Enter the total square footage of (a) your home: and (b) the part of your home used for business:',
    56,
    y + 3,
    410,
    { size: 6.5 },
  );
  wide('30', 'Use the Simplified Method Worksheet in the instructions to figure the amount to enter on line 30');
  wide('31', 'Net profit or (loss). Subtract line 30 from line 29.');
  canvas.paragraph(
    '• If a profit, enter on both Schedule 1 (Form 1040), line 3, and on Schedule SE, line 2. (If you checked the box on line 1, see instructions.) Estates and trusts, enter on Form 1041, line 3.\n• If a loss, you must go to line 32.',
    60,
    y + 3,
    410,
    { size: 6.5 },
  );
  y += 32;
  canvas.text('32', 40, y + 3, { font: 'Helvetica-Bold', size: 6.8 });
  canvas.text(
    'If you have a loss, check the box that describes your investment in this activity. See instructions.   32a [ ] All investment is at risk.  32b [ ] Some',
    56,
    y + 3,
    { size: 6.5 },
  );
  canvas.text('For Paperwork Reduction Act Notice, see the separate instructions.', 36, 762, {
    font: 'Helvetica-Bold',
    size: 6.5,
  });
  canvas.text('Cat. No. 11334P', 400, 762, { size: 6 });
  canvas.text(`Schedule C (Form 1040) ${year}`, 576, 762, { font: 'Helvetica-Bold', size: 7, align: 'right' });
  if (schedule.other.length === 0) return 1;
  canvas.newPage();
  drawOtherExpenses(canvas, schedule, year, typing, pen);
  return 2;
}

function drawOtherExpenses(canvas: Canvas, schedule: ScheduleC, year: number, typing: Typing, pen: Pen): void {
  canvas.text(`Schedule C (Form 1040) ${year}`, 36, 28, { size: 7 });
  canvas.text('Page 2', 576, 27, { font: 'Helvetica-Bold', size: 8, align: 'right' });
  const part = (label: string, title: string, y: number) => {
    canvas.rectangle({ x: 36, y, width: 44, height: 12 }, { line: 0, fill: 'black' });
    canvas.text(label, 58, y + 2.5, { font: 'Helvetica-Bold', size: 8, align: 'center', color: 'white' });
    canvas.text(title, 88, y + 2, { font: 'Helvetica-Bold', size: 9, fit: 480 });
  };
  part('Part III', 'Cost of Goods Sold (see instructions)', 40);
  const cost: [string, string][] = [
    ['35', 'Inventory at beginning of year. If different from last year’s closing inventory, attach explanation'],
    ['36', 'Purchases less cost of items withdrawn for personal use'],
    ['37', 'Cost of labor. Do not include any amounts paid to yourself'],
    ['38', 'Materials and supplies'],
    ['39', 'Other costs'],
    ['40', 'Add lines 35 through 39'],
    ['41', 'Inventory at end of year'],
    ['42', 'Cost of goods sold. Subtract line 41 from line 40. Enter the result here and on line 4'],
  ];
  const goods = schedule.lines.get('4');
  const lines: Lines = new Map(
    goods === undefined
      ? []
      : [
          ['36', goods],
          ['40', goods],
          ['42', goods],
        ],
  );
  cost.forEach(([number, text], index) => {
    const y = 58 + index * 20;
    canvas.text(number, 40, y + 6, { font: 'Helvetica-Bold', size: 7 });
    canvas.text(text, 58, y + 6, { size: 7, fit: 410 });
    pen.amount(lines, number, 496, y, 80, 18);
  });
  part(
    'Part IV',
    'Information on Your Vehicle. Complete this part only if you are claiming car or truck expenses on line 9',
    232,
  );
  canvas.text('43   When did you place your vehicle in service for business purposes? (month/day/year)', 40, 252, {
    size: 7,
  });
  part('Part V', 'Other Expenses. List below business expenses not included on lines 8–27a or line 30.', 300);
  schedule.other.forEach(([label, dollars], index) => {
    const y = 318 + index * 20;
    canvas.text(label, 42, y + 5, { font: typing.font, size: typing.size });
    canvas.line(36, y + 18, 478, y + 18, { width: 0.4 });
    drawDollars(canvas, typing, dollars, 496, y, 80, 18, false);
  });
  const total = schedule.other.reduce((sum, [, dollars]) => sum + dollars, 0);
  const y = 318 + schedule.other.length * 20;
  canvas.text('48', 40, y + 6, { font: 'Helvetica-Bold', size: 7 });
  canvas.text(`Total other expenses. Enter here and on line ${year >= 2023 ? '27b' : '27a'}`, 58, y + 6, { size: 7 });
  pen.amount(new Map([['48', total]]), '48', 496, y, 80, 18);
}
