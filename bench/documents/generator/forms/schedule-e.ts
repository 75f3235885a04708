// Schedule E of Form 1040, first page, in the arrangement and the wording of the official form.
import type { Canvas } from './canvas.ts';
import type { Return1040, ScheduleE } from './f1040-data.ts';
import { drawDollars, drawHeader, penOf } from './schedule-paper.ts';
import type { Typing } from './typing.ts';

const EXPENSES_E: [string, string][] = [
  ['5', 'Advertising'],
  ['6', 'Auto and travel (see instructions)'],
  ['7', 'Cleaning and maintenance'],
  ['8', 'Commissions'],
  ['9', 'Insurance'],
  ['10', 'Legal and other professional fees'],
  ['11', 'Management fees'],
  ['12', 'Mortgage interest paid to banks, etc. (see instructions)'],
  ['13', 'Other interest'],
  ['14', 'Repairs'],
  ['15', 'Supplies'],
  ['16', 'Taxes'],
  ['17', 'Utilities'],
  ['18', 'Depreciation expense or depletion'],
  ['19', 'Other (list)'],
  ['20', 'Total expenses. Add lines 5 through 19'],
  [
    '21',
    'Subtract line 20 from line 3 (rents) and/or 4 (royalties). If result is a (loss), see instructions to find out if you must file Form 6198',
  ],
  ['22', 'Deductible rental real estate loss after limitation, if any, on Form 8582 (see instructions)'],
];

export function drawScheduleE(
  canvas: Canvas,
  filed: Return1040,
  schedule: ScheduleE,
  name: string,
  typing: Typing,
): void {
  const { year } = filed;
  const pen = penOf(canvas, typing);
  const typed = { font: typing.font, size: typing.size };
  drawHeader(
    canvas,
    'E',
    'Supplemental Income and Loss',
    '(From rental real estate, royalties, partnerships, S corporations, estates, trusts, REMICs, etc.)',
    year,
    '13',
  );
  canvas.text('Name(s) shown on return', 38, 78, { size: 6.5 });
  canvas.text(name, 40, 88, { ...typed, fit: 390 });
  canvas.text('Your social security number', 440, 78, { size: 6.5 });
  canvas.text(typing.ssn(filed.ssn), 444, 88, typed);
  canvas.line(434, 76, 434, 100, { width: 0.5 });
  canvas.line(36, 100, 576, 100, { width: 0.6 });
  canvas.rectangle({ x: 36, y: 102, width: 40, height: 12 }, { line: 0, fill: 'black' });
  canvas.text('Part I', 56, 104.5, { font: 'Helvetica-Bold', size: 8, align: 'center', color: 'white' });
  canvas.text('Income or Loss From Rental Real Estate and Royalties', 84, 104, { font: 'Helvetica-Bold', size: 9 });
  canvas.text(
    `A  Did you make any payments in ${year} that would require you to file Form(s) 1099? See instructions    [ ] Yes  [X] No`,
    38,
    119,
    { size: 6.8 },
  );
  canvas.text('B  If “Yes,” did you or will you file required Form(s) 1099?    [ ] Yes  [ ] No', 38, 130, {
    size: 6.8,
  });
  canvas.text('1a  Physical address of each property (street, city, state, ZIP code)', 38, 142, {
    font: 'Helvetica-Bold',
    size: 6.8,
  });
  const letters = ['A', 'B', 'C'];
  letters.forEach((letter, index) => {
    const y = 152 + index * 14;
    canvas.rectangle({ x: 36, y, width: 540, height: 14 }, { line: 0.4 });
    canvas.text(letter, 40, y + 4, { font: 'Helvetica-Bold', size: 7 });
    canvas.text(schedule.properties[index]?.address ?? '', 56, y + 3, { ...typed, fit: 510 });
  });
  canvas.text('1b  Type of Property (from list below)', 38, 198, { size: 6.8 });
  canvas.text(
    '2  For each rental real estate property listed above, report the number of fair rental and personal use days.',
    160,
    198,
    { size: 6, fit: 270 },
  );
  canvas.text('Fair Rental Days', 440, 198, { font: 'Helvetica-Bold', size: 6.3 });
  canvas.text('Personal Use Days', 506, 198, { font: 'Helvetica-Bold', size: 6.3 });
  letters.forEach((letter, index) => {
    const y = 208 + index * 13;
    const property = schedule.properties[index];
    canvas.rectangle({ x: 36, y, width: 540, height: 13 }, { line: 0.4 });
    canvas.text(letter, 40, y + 3.5, { font: 'Helvetica-Bold', size: 7 });
    if (property === undefined) return;
    canvas.text(String(property.kind), 70, y + 3, typed);
    canvas.text(String(property.days), 470, y + 3, typed);
    canvas.text('0', 540, y + 3, typed);
  });
  canvas.text(
    'Type of Property: 1 Single Family Residence  2 Multi-Family Residence  3 Vacation/Short-Term Rental  4 Commercial  5 Land  6 Royalties  7 Self-Rental  8 Other (describe)',
    36,
    250,
    { size: 6.3, fit: 540 },
  );
  canvas.text('Income:', 38, 264, { font: 'Helvetica-Bold', size: 8 });
  canvas.text('Properties:', 250, 264, { font: 'Helvetica-Bold', size: 7 });
  letters.forEach((letter, index) => {
    canvas.text(letter, 358 + index * 84, 264, { font: 'Helvetica-Bold', size: 8, align: 'center' });
  });
  let y = 275;
  const row = (number: string, text: string, height: number) => {
    canvas.text(number, 40, y + 4, { font: 'Helvetica-Bold', size: 7 });
    canvas.paragraph(text, 56, y + 3, 236, { size: 6.6 });
    canvas.rectangle({ x: 300, y, width: 18, height }, { line: 0.5 });
    canvas.text(number, 309, y + height / 2 - 3, { font: 'Helvetica-Bold', size: 6.5, align: 'center' });
    letters.forEach((_, index) => {
      const dollars = schedule.properties[index]?.lines.get(number);
      drawDollars(canvas, typing, dollars, 318 + index * 86, y, 86, height, number === '22');
    });
    y += height;
  };
  row('3', 'Rents received', 15);
  row('4', 'Royalties received', 15);
  canvas.text('Expenses:', 38, y + 3, { font: 'Helvetica-Bold', size: 8 });
  y += 13;
  for (const [number, text] of EXPENSES_E) row(number, text, text.length > 80 ? 24 : 14.5);
  const totals: [string, string][] = [
    ['23a', 'Total of all amounts reported on line 3 for all rental properties'],
    ['23b', 'Total of all amounts reported on line 4 for all royalty properties'],
    ['23c', 'Total of all amounts reported on line 12 for all properties'],
    ['23d', 'Total of all amounts reported on line 18 for all properties'],
    ['23e', 'Total of all amounts reported on line 20 for all properties'],
  ];
  for (const [number, text] of totals) {
    canvas.text(number.replace(/^23(?=[b-e])/, ''), 40, y + 3, { font: 'Helvetica-Bold', size: 7 });
    canvas.text(text, 56, y + 3, { size: 6.6 });
    pen.amount(schedule.totals, number, 404, y, 80, 13);
    y += 13;
  }
  const last: [string, string, boolean][] = [
    ['24', 'Income. Add positive amounts shown on line 21. Do not include any losses', false],
    [
      '25',
      'Losses. Add royalty losses from line 21 and rental real estate losses from line 22. Enter total losses here',
      true,
    ],
  ];
  for (const [number, text, parentheses] of last) {
    canvas.text(number, 40, y + 3, { font: 'Helvetica-Bold', size: 7 });
    canvas.text(text, 56, y + 3, { size: 6.6, fit: 410 });
    pen.amount(schedule.totals, number, 496, y, 80, 14, parentheses);
    y += 14;
  }
  canvas.text('26', 40, y + 3, { font: 'Helvetica-Bold', size: 7 });
  canvas.paragraph(
    'Total rental real estate and royalty income or (loss). Combine lines 24 and 25. Enter the result here. If Parts II, III, and IV, and line 40 on page 2 do not apply to you, also enter this amount on Schedule 1 (Form 1040), line 5. Otherwise, include this amount in the total on line 41 on page 2',
    56,
    y + 3,
    408,
    { size: 6.4 },
  );
  pen.amount(schedule.totals, '26', 496, y, 80, 27);
  canvas.text('For Paperwork Reduction Act Notice, see the separate instructions.', 36, 762, {
    font: 'Helvetica-Bold',
    size: 6.5,
  });
  canvas.text(`Cat. No. 11344L      Schedule E (Form 1040) ${year}`, 576, 762, { size: 7, align: 'right' });
}
