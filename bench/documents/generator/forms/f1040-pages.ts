// The two pages of Form 1040, line by line in the official order.
import { townLine } from '../people.ts';
import type { Canvas, Font } from './canvas.ts';
import { givenName, lastName, type Return1040 } from './f1040-data.ts';
import { incomeLines, type LineSpec, STATUS_LABELS, secondPageLines } from './f1040-wording.ts';
import type { Typing } from './typing.ts';

const SMALL = { size: 6.3 };

function labelled(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  label: string,
  value: string,
  typing: Typing,
  height = 24,
) {
  canvas.rectangle({ x, y, width, height }, { line: 0.5 });
  canvas.text(label, x + 3, y + 2, { ...SMALL, fit: width - 5 });
  canvas.text(value, x + 5, y + height - typing.size - 2, { font: typing.font, size: typing.size, fit: width - 8 });
}

export function drawFirstPage(canvas: Canvas, filed: Return1040, typing: Typing): void {
  const { year } = filed;
  canvas.vertical('Form', 36, 58, { size: 6 });
  canvas.text('1040', 44, 36, { font: 'Helvetica-Bold', size: 22 });
  canvas.text('Department of the Treasury—Internal Revenue Service', 98, 38, { size: 6 });
  canvas.text('U.S. Individual Income Tax Return', 98, 46, { font: 'Helvetica-Bold', size: 11.5 });
  canvas.text(String(year), 300, 38, { font: 'Helvetica-Bold', size: 19 });
  canvas.text('OMB No. 1545-0074', 356, 52, { size: 6.5 });
  canvas.text('IRS Use Only—Do not write or staple in this space.', 432, 52, { size: 5.8 });
  canvas.line(36, 60, 576, 60, { width: 1 });
  let y = 62;
  const status = () => {
    drawStatus(canvas, filed, typing, y);
    y += 40;
  };
  if (year <= 2022) status();
  canvas.text(
    `For the year Jan. 1–Dec. 31, ${year}, or other tax year beginning                    , ${year}, ending               , 20`,
    38,
    y + 2,
    SMALL,
  );
  y += 12;
  const { person, spouse, address } = filed;
  labelled(canvas, 36, y, 202, 'Your first name and middle initial', givenName(person), typing);
  labelled(canvas, 238, y, 230, 'Last name', lastName(person), typing);
  labelled(canvas, 468, y, 108, 'Your social security number', typing.ssn(filed.ssn), typing);
  y += 24;
  labelled(
    canvas,
    36,
    y,
    202,
    'If joint return, spouse’s first name and middle initial',
    spouse === null ? '' : givenName(spouse),
    typing,
  );
  labelled(canvas, 238, y, 230, 'Last name', spouse === null ? '' : lastName(spouse), typing);
  labelled(
    canvas,
    468,
    y,
    108,
    'Spouse’s social security number',
    filed.spouse_ssn === null ? '' : typing.ssn(filed.spouse_ssn),
    typing,
  );
  y += 24;
  labelled(
    canvas,
    36,
    y,
    382,
    'Home address (number and street). If you have a P.O. box, see instructions.',
    address.street[0] ?? '',
    typing,
  );
  labelled(canvas, 418, y, 50, 'Apt. no.', address.street[1] ?? '', typing);
  canvas.rectangle({ x: 468, y, width: 108, height: 72 }, { line: 0.5 });
  canvas.paragraph(
    'Presidential Election Campaign\nCheck here if you, or your spouse if filing jointly, want $3 to go to this fund. Checking a box below will not change your tax or refund.',
    471,
    y + 2,
    102,
    { size: 6 },
  );
  canvas.text('You        Spouse', 500, y + 61, { size: 6.3 });
  canvas.checkBox(490, y + 60, 7, null);
  canvas.checkBox(519, y + 60, 7, null);
  y += 24;
  labelled(
    canvas,
    36,
    y,
    302,
    'City, town, or post office. If you have a foreign address, also complete spaces below.',
    address.city,
    typing,
  );
  labelled(canvas, 338, y, 65, 'State', address.state, typing);
  labelled(canvas, 403, y, 65, 'ZIP code', townLine(address).split(' ').at(-1) ?? '', typing);
  y += 24;
  labelled(canvas, 36, y, 222, 'Foreign country name', '', typing);
  labelled(canvas, 258, y, 145, 'Foreign province/state/county', '', typing);
  labelled(canvas, 403, y, 65, 'Foreign postal code', '', typing);
  y += 26;
  if (year > 2022) status();
  canvas.paragraph(
    `At any time during ${year}, did you: (a) receive (as a reward, award, or payment for property or services); or (b) sell, exchange, or otherwise dispose of a digital asset (or a financial interest in a digital asset)? (See instructions.)`,
    92,
    y,
    410,
    { size: 6.3 },
  );
  canvas.text('Digital Assets', 36, y, { font: 'Helvetica-Bold', size: 7 });
  canvas.checkBox(512, y + 7, 7, null);
  canvas.text('Yes', 522, y + 8, { font: 'Helvetica-Bold', size: 6.5 });
  canvas.checkBox(546, y + 7, 7, typing.mark);
  canvas.text('No', 556, y + 8, { font: 'Helvetica-Bold', size: 6.5 });
  y += 25;
  canvas.text('Standard', 36, y, { font: 'Helvetica-Bold', size: 7.5 });
  canvas.text('Deduction', 36, y + 8, { font: 'Helvetica-Bold', size: 7.5 });
  canvas.text('Someone can claim:       You as a dependent        Your spouse as a dependent', 92, y, { size: 6.8 });
  canvas.text('Spouse itemizes on a separate return or you were a dual-status alien', 104, y + 9, { size: 6.8 });
  canvas.checkBox(94, y + 8, 6.5, null);
  y += 19;
  canvas.text(
    `Age/Blindness  You:      Were born before January 2, ${year - 64}      Are blind     Spouse:      Was born before January 2, ${year - 64}      Is blind`,
    36,
    y,
    {
      size: 6.8,
    },
  );
  y += 11;
  y = drawDependents(canvas, filed, typing, y);
  canvas.text('Income', 36, y + 2, { font: 'Helvetica-Bold', size: 10 });
  canvas.paragraph('Attach Form(s) W-2 here. Also attach Forms W-2G and 1099-R if tax was withheld.', 36, y + 18, 52, {
    size: 6,
  });
  const rows = incomeLines(year);
  const height = Math.min(13.5, (752 - y) / rows.length);
  for (const row of rows) {
    drawLine(canvas, row, filed, typing, y, height);
    y += height;
  }
  canvas.text('For Disclosure, Privacy Act, and Paperwork Reduction Act Notice, see separate instructions.', 36, 758, {
    font: 'Helvetica-Bold',
    size: 6.5,
  });
  canvas.text('Cat. No. 11320B', 420, 758, { size: 6 });
  canvas.text(`Form 1040 (${year})`, 576, 758, { font: 'Helvetica-Bold', size: 7, align: 'right' });
}

function drawStatus(canvas: Canvas, filed: Return1040, typing: Typing, y: number): void {
  canvas.text('Filing Status', 36, y + 1, { font: 'Helvetica-Bold', size: 8.5 });
  canvas.text('Check only one box.', 36, y + 13, { size: 6 });
  const labels = STATUS_LABELS(filed.year);
  const places: [number, number][] =
    filed.year > 2022
      ? [
          [102, 0],
          [102, 11],
          [102, 22],
          [368, 0],
          [368, 22],
        ]
      : [
          [96, 2],
          [134, 2],
          [225, 2],
          [350, 2],
          [456, 2],
        ];
  labels.forEach(([status, label], index) => {
    const [x, down] = places[index] ?? [0, 0];
    canvas.checkBox(x, y + down, 7.5, status === filed.status ? typing.mark : null);
    canvas.text(label, x + 11, y + down + 1, { size: 6.8 });
  });
  if (filed.year <= 2022)
    canvas.paragraph(
      'If you checked the MFS box, enter the name of your spouse. If you checked the HOH or QSS box, enter the child’s name if the qualifying person is a child but not your dependent',
      96,
      y + 15,
      470,
      { size: 6.3 },
    );
  canvas.line(36, y + 36, 576, y + 36, { width: 0.5 });
}

/** Draws the table of dependents and returns the y below it. */
function drawDependents(canvas: Canvas, filed: Return1040, typing: Typing, y: number): number {
  canvas.text('Dependents (see instructions):', 36, y + 1, { font: 'Helvetica-Bold', size: 7.5 });
  canvas.text('(2) Social security number', 272, y + 1, { size: 6.3 });
  canvas.text('(3) Relationship to you', 360, y + 1, { size: 6.3 });
  canvas.text('(4) Check the box if qualifies for (see instructions):', 432, y + 1, { size: 5.8 });
  canvas.text('(1) First name           Last name', 92, y + 9, { size: 6.3 });
  canvas.text('Child tax credit        Credit for other dependents', 440, y + 9, { size: 5.8 });
  for (let index = 0; index < 4; index++) {
    const at = y + 17 + index * 11.5;
    const child = filed.dependents[index];
    canvas.rectangle({ x: 92, y: at, width: 484, height: 11.5 }, { line: 0.4 });
    canvas.checkBox(455, at + 2, 7, child === undefined ? null : typing.mark);
    canvas.checkBox(534, at + 2, 7, null);
    if (child === undefined) continue;
    const value = { font: typing.font, size: Math.min(8, typing.size) };
    canvas.text(child.name, 95, at + 2, { ...value, fit: 170 });
    canvas.text(typing.ssn(child.ssn), 272, at + 2, value);
    canvas.text(child.relation, 360, at + 2, value);
  }
  canvas.line(36, y + 64, 576, y + 64, { width: 1 });
  return y + 66;
}

/** Maps line numbers of the 2021 form to the numbers of the same lines in later years. */
const RENUMBERED: Record<string, string> = { '1': '1a', '12a': '12', '12c': '12', '27a': '27' };

function valueOf(filed: Return1040, number: string, typing: Typing): string {
  const dollars = filed.lines.get(filed.year === 2021 ? (RENUMBERED[number] ?? number) : number);
  return dollars === undefined ? '' : typing.dollars(dollars);
}

function drawLine(canvas: Canvas, row: LineSpec, filed: Return1040, typing: Typing, y: number, height: number): void {
  const base = y + (height - 7) / 2 + 0.5;
  const bold: Font = 'Helvetica-Bold';
  const left = /^\d+[b-z]$/.test(row.number) ? row.number.replace(/^\d+/, '') : row.number;
  canvas.text(left, 110, base, { font: bold, size: 7, align: 'right' });
  canvas.text(row.text, 116, base, { size: 7, fit: row.place === 'inner' ? 268 : 362 });
  const amount = (number: string, x: number, width: number) => {
    canvas.rectangle({ x: x - 20, y, width: 20, height }, { line: 0.5 });
    canvas.text(number, x - 10, base, { font: bold, size: 7, align: 'center' });
    canvas.rectangle({ x, y, width, height }, { line: 0.5 });
    canvas.text(valueOf(filed, number, typing), x + width - 3, y + (height - typing.size) / 2 + 0.8, {
      font: typing.font,
      size: typing.size,
      align: 'right',
      fit: width - 5,
    });
  };
  if (row.pair !== undefined) {
    amount(row.number, 252, 72);
    canvas.text('b', 342, base, { font: bold, size: 7, align: 'right' });
    canvas.text(row.pair.text, 348, base, { size: 7 });
    drawDots(canvas, 352 + canvas.widthOf(row.pair.text, { size: 7 }), 480, base);
    amount(row.pair.number, 504, 72);
    return;
  }
  if (row.place === 'none') {
    canvas.rectangle({ x: 484, y, width: 20, height }, { line: 0.4, fill: '#c8c8c8' });
    return;
  }
  const inner = row.place === 'inner';
  drawDots(canvas, 122 + canvas.widthOf(row.text, { size: 7 }), inner ? 386 : 480, base);
  amount(row.number, inner ? 410 : 504, 72);
  if (inner) canvas.rectangle({ x: 484, y, width: 20, height }, { line: 0.4, fill: '#c8c8c8' });
}

function drawDots(canvas: Canvas, from: number, until: number, y: number): void {
  for (let x = Math.ceil(from / 12) * 12; x < until - 4; x += 12) canvas.text('.', x, y, { size: 7 });
}

export function drawSecondPage(canvas: Canvas, filed: Return1040, typing: Typing): void {
  canvas.text(`Form 1040 (${filed.year})`, 36, 28, { size: 7 });
  canvas.text('Page 2', 576, 27, { font: 'Helvetica-Bold', size: 8, align: 'right' });
  canvas.line(36, 37, 576, 37, { width: 1 });
  let y = 39;
  for (const { title, lines } of secondPageLines(filed.year)) {
    canvas.paragraph(title, 36, y + 2, 54, { font: 'Helvetica-Bold', size: 9 });
    for (const row of lines) {
      drawLine(canvas, row, filed, typing, y, 13.5);
      y += 13.5;
      if (row.number === '35a') {
        canvas.text(
          'b  Routing number  XXXXXXXXX     c Type:     Checking      Savings     d  Account number  XXXXXXXXXXXXXXXXX',
          104,
          y + 3,
          {
            size: 7,
          },
        );
        y += 13.5;
      }
    }
    canvas.line(36, y, 576, y, { width: 0.8 });
    y += 1;
  }
  drawSignature(canvas, filed, typing, y + 2);
}

function drawSignature(canvas: Canvas, filed: Return1040, typing: Typing, y: number): void {
  canvas.text('Third Party Designee', 36, y, { font: 'Helvetica-Bold', size: 8 });
  canvas.text(
    'Do you want to allow another person to discuss this return with the IRS? See instructions          Yes. Complete below.     No',
    130,
    y,
    {
      size: 6.8,
    },
  );
  canvas.text('Sign Here', 36, y + 24, { font: 'Helvetica-Bold', size: 11 });
  canvas.paragraph(
    'Under penalties of perjury, I declare that I have examined this return and accompanying schedules and statements, and to the best of my knowledge and belief, they are true, correct, and complete. Declaration of preparer (other than taxpayer) is based on all information of which preparer has any knowledge.',
    100,
    y + 22,
    474,
    { size: 6.3 },
  );
  labelled(canvas, 100, y + 40, 174, 'Your signature', '', typing, 28);
  labelled(canvas, 274, y + 40, 52, 'Date', '', typing, 28);
  labelled(canvas, 326, y + 40, 136, 'Your occupation', filed.occupation, typing, 28);
  labelled(canvas, 462, y + 40, 114, 'If the IRS sent you an Identity Protection PIN, enter it here', '', typing, 28);
  labelled(canvas, 100, y + 68, 174, 'Spouse’s signature. If a joint return, both must sign.', '', typing, 28);
  labelled(canvas, 274, y + 68, 52, 'Date', '', typing, 28);
  labelled(canvas, 326, y + 68, 136, 'Spouse’s occupation', '', typing, 28);
  labelled(
    canvas,
    462,
    y + 68,
    114,
    'If the IRS sent your spouse an Identity Protection PIN, enter it here',
    '',
    typing,
    28,
  );
  canvas.text('Paid Preparer Use Only', 36, y + 104, { font: 'Helvetica-Bold', size: 8 });
  labelled(canvas, 140, y + 100, 140, 'Preparer’s name', 'Self-Prepared', typing, 22);
  labelled(canvas, 280, y + 100, 140, 'Preparer’s signature', '', typing, 22);
  labelled(canvas, 420, y + 100, 156, 'Firm’s EIN', '', typing, 22);
  canvas.text('Go to www.irs.gov/Form1040 for instructions and the latest information.', 36, y + 128, { size: 6.5 });
  canvas.text(`Form 1040 (${filed.year})`, 576, y + 128, { font: 'Helvetica-Bold', size: 7, align: 'right' });
}
