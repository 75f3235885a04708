// 1099 forms in the arrangement of the official recipient copies: payer and recipient are on the left, boxes on the
// right.
import type { Layout, Random } from '../sample.ts';
import {
  type Canvas,
  dollarsAndCents,
  type MoneyStyle,
  newCanvas,
  randomFor,
  sampleOf,
  valueFontOf,
} from './canvas.ts';
import { type CellContent, drawCell, type FormStyle } from './cells.ts';
import { type F1099, newF1099, recipientTown, truthOfF1099 } from './f1099-data.ts';
import { F1099_FORMS, type F1099Form, type F1099Subtype } from './f1099-forms.ts';

/** Draws one form at the top of the page. On some pages, the same form or the instructions are printed below it. */
export function officialF1099(layout: string, subtype: F1099Subtype): Layout {
  return async (seed) => {
    const random = randomFor(layout, seed);
    const form = newF1099(random, subtype);
    const canvas = newCanvas({ seed, year: form.year, title: `Form ${F1099_FORMS[subtype].form}` });
    const style = styleOf(random);
    // Amounts are typed without a dollar sign, because the dollar sign is printed on the form.
    const grouping = random.chance(0.6);
    const money = (cents: number) => dollarsAndCents(cents, grouping);
    const corrected = random.chance(0.08);
    const bottom = drawF1099(canvas, form, { y: 40, style, money, copy: 'Copy B', corrected });
    const rest = random.integer(0, 2);
    if (rest === 1 && bottom < 390)
      drawF1099(canvas, form, { y: bottom + 30, style, money, copy: 'Copy 2', corrected });
    else if (rest > 0) drawInstructions(canvas, bottom + 30, F1099_FORMS[subtype]);
    return sampleOf(layout, seed, canvas, [truthOfF1099(form)]);
  };
}

export function styleOf(random: Random): FormStyle {
  return {
    label_font: 'Helvetica',
    label_bold: 'Helvetica-Bold',
    label_size: random.pick([5.4, 5.7, 6]),
    value_font: valueFontOf(random),
    value_size: random.pick([8, 8.5, 9, 9.5]),
    ruling: random.pick([0.5, 0.6, 0.8]),
    amounts: random.pick(['left', 'right']),
    dollar_sign: true,
  };
}

type Drawing = { y: number; style: FormStyle; money: MoneyStyle; copy: string; corrected: boolean };

const LEFT = 36;
const MIDDLE = 282;
const RIGHT = 486;
const END = 576;

/** Draws one form and returns the y below it. */
export function drawF1099(canvas: Canvas, form: F1099, { y, style, money, copy, corrected }: Drawing): number {
  const spec = F1099_FORMS[form.subtype];
  const rowHeight = form.subtype === 'F1099_R' ? 36 : 26;
  const cell = (x: number, at: number, width: number, height: number, content: CellContent) =>
    drawCell(canvas, { x, y: at, width, height }, style, content);
  canvas.checkBox(LEFT + 250, y - 14, 9, corrected ? 'X' : null);
  canvas.text('CORRECTED (if checked)', LEFT + 263, y - 12, { size: 7 });

  const head = Math.max(3, spec.head.length) * rowHeight;
  spec.head.forEach((number, index) => {
    const height = head / spec.head.length;
    drawBox(canvas, form, number, { x: MIDDLE, y: y + index * height, width: 112, height }, style, money);
  });
  drawTitle(canvas, form, spec, y, head, style);

  const rows = y + head;
  spec.rows.forEach((numbers, index) => {
    const width = (RIGHT - MIDDLE) / numbers.length;
    numbers.forEach((number, column) => {
      const box = { x: MIDDLE + column * width, y: rows + index * rowHeight, width, height: rowHeight };
      drawBox(canvas, form, number, box, style, money);
    });
  });
  const foot = rows + spec.rows.length * rowHeight;
  spec.foot.forEach((numbers, index) => {
    const width = (END - MIDDLE) / numbers.length;
    numbers.forEach((number, column) => {
      const box = { x: MIDDLE + column * width, y: foot + index * rowHeight, width, height: rowHeight };
      drawBox(canvas, form, number, box, style, money);
    });
  });
  const bottom = foot + spec.foot.length * rowHeight;
  drawParties(form, y, bottom, cell);
  cell(RIGHT, rows, END - RIGHT, foot - rows, {});
  canvas.text(copy, END - 5, rows + 4, { font: 'Helvetica-Bold', size: 10, align: 'right' });
  canvas.text(form.subtype === 'F1099_K' ? 'For Payee' : 'For Recipient', END - 5, rows + 16, {
    font: 'Helvetica-Bold',
    size: 8,
    align: 'right',
  });
  canvas.paragraph(NOTICE, RIGHT + 4, rows + 34, END - RIGHT - 8, { size: foot - rows > 120 ? 5.6 : 4.6 });
  canvas.text(`Form ${spec.form}`, LEFT, bottom + 3, { font: 'Helvetica-Bold', size: 8 });
  canvas.text('(keep for your records)', LEFT + 110, bottom + 4, { size: 6.5 });
  canvas.text(`www.irs.gov/Form${spec.form.replace('-', '')}`, 330, bottom + 4, { size: 6.5, align: 'center' });
  canvas.text('Department of the Treasury - Internal Revenue Service', END, bottom + 4, { size: 6.5, align: 'right' });
  return bottom + 14;
}

const NOTICE =
  'This is important tax information and is being furnished to the IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported.';

function drawTitle(canvas: Canvas, form: F1099, spec: F1099Form, y: number, head: number, style: FormStyle): void {
  const x = spec.head.length > 0 ? MIDDLE + 112 : MIDDLE;
  const width = 92;
  canvas.rectangle({ x, y, width, height: head }, { line: style.ruling });
  canvas.rectangle({ x: x + width, y, width: END - x - width, height: head }, { line: style.ruling });
  canvas.text(`OMB No. ${spec.omb}`, x + width / 2, y + 4, { size: 6.5, align: 'center' });
  canvas.text('Form', x + 6, y + 22, { size: 6.5 });
  canvas.text(spec.form, x + 24, y + 17, { font: 'Helvetica-Bold', size: 11 });
  if (spec.typed_year && form.year >= 2022) {
    canvas.text(`(Rev. January ${form.year >= 2024 ? 2024 : 2022})`, x + width / 2, y + 34, {
      size: 6,
      align: 'center',
    });
    canvas.text('For calendar year', x + width / 2, y + 46, { size: 6.5, align: 'center' });
    canvas.text('20', x + width / 2 - 2, y + 57, { font: 'Helvetica', size: 9, align: 'right' });
    canvas.text(String(form.year).slice(2), x + width / 2, y + 57, { font: style.value_font, size: 9 });
    canvas.line(x + width / 2 - 1, y + 67, x + width / 2 + 14, y + 67, { width: 0.4 });
  } else canvas.text(String(form.year), x + width / 2, y + 40, { font: 'Helvetica-Bold', size: 19, align: 'center' });
  const size = spec.title.length > 60 ? 6.6 : 10;
  canvas.paragraph(spec.title, x + width + 5, y + 8, END - x - width - 8, { font: 'Helvetica-Bold', size });
}

type DrawCell = (x: number, y: number, width: number, height: number, content: CellContent) => void;

function drawParties(form: F1099, y: number, bottom: number, cell: DrawCell): void {
  const card = form.subtype === 'F1099_K';
  const payer = card ? 'FILER’S' : 'PAYER’S';
  const recipient = card ? 'PAYEE’S' : 'RECIPIENT’S';
  const width = MIDDLE - LEFT;
  const place =
    'street address, city or town, state or province, country, ZIP or foreign postal code, and telephone no.';
  const parts: [share: number, CellContent[]][] = [
    [3.1, [{ label: `${payer} name, ${place}`, lines: [form.payer_name, ...form.payer_lines, form.payer_phone] }]],
    ...(card
      ? ([
          [
            1.2,
            [
              {
                label:
                  'Check to indicate if FILER is a (an): Payment settlement entity (PSE)  X    EPF/Other third party',
              },
              { label: 'Check to indicate transactions reported are: Payment card      Third party network  X' },
            ],
          ],
        ] satisfies [number, CellContent[]][])
      : []),
    [
      1.1,
      [
        { label: `${payer} TIN`, lines: [form.payer_tin] },
        { label: `${recipient} TIN`, lines: [form.recipient_tin] },
      ],
    ],
    [1.1, [{ label: `${recipient} name`, lines: [form.recipient_name] }]],
    [1, [{ label: 'Street address (including apt. no.)', lines: [form.recipient_address.street.join(' ')] }]],
    [
      1,
      [
        {
          label: 'City or town, state or province, country, and ZIP or foreign postal code',
          lines: [recipientTown(form)],
        },
      ],
    ],
    [
      1,
      [
        {
          label: 'Account number (see instructions)',
          ...(form.account_number === null ? {} : { lines: [form.account_number] }),
        },
      ],
    ],
  ];
  const unit = (bottom - y) / parts.reduce((sum, [share]) => sum + share, 0);
  let at = y;
  for (const [share, contents] of parts) {
    contents.forEach((content, index) => {
      const part = width / contents.length;
      cell(LEFT + index * part, at, part, share * unit, content);
    });
    at += share * unit;
  }
}

function drawBox(
  canvas: Canvas,
  form: F1099,
  number: string,
  box: { x: number; y: number; width: number; height: number },
  style: FormStyle,
  money: MoneyStyle,
): void {
  const spec = F1099_FORMS[form.subtype].boxes.find((one) => one.number === number);
  if (spec === undefined) throw new RangeError(`no box ${number} on ${form.subtype}`);
  const value = form.boxes.get(number);
  const printed = /^\d/.test(number) ? number : '';
  if (spec.kind === 'check') {
    drawCell(canvas, { ...box, width: box.width }, style, {});
    drawCell(
      canvas,
      { ...box, width: box.width - 16 },
      { ...style, ruling: 0 },
      { number: printed, label: spec.label },
    );
    canvas.checkBox(box.x + box.width - 14, box.y + box.height - 13, 8.5, value === true ? 'X' : null);
    return;
  }
  const content: CellContent = { number: printed, label: spec.label };
  if (spec.label === '') drawCell(canvas, box, style, { ...content, shade: '#dddddd' });
  else if (spec.kind === 'text')
    drawCell(canvas, box, style, { ...content, ...(typeof value === 'string' ? { lines: [value] } : {}) });
  else drawCell(canvas, box, style, { ...content, amount: typeof value === 'number' ? money(value) : null });
}

function drawInstructions(canvas: Canvas, y: number, spec: F1099Form): void {
  if (y > 640) return;
  canvas.text('Instructions for Recipient', LEFT, y, { font: 'Helvetica-Bold', size: 10 });
  let at = canvas.paragraph(
    'Recipient’s taxpayer identification number (TIN). For your protection, this form may show only the last four digits of your social security number (SSN), individual taxpayer identification number (ITIN), adoption taxpayer identification number (ATIN), or employer identification number (EIN). However, the issuer has reported your complete TIN to the IRS.',
    LEFT,
    y + 15,
    540,
    { size: 7.5 },
  );
  for (const { number, label, kind } of spec.boxes) {
    if (at > 740 || label === '' || kind === 'check' || !/^\d/.test(number)) continue;
    at = canvas.paragraph(`Box ${number}. ${label}. See the instructions for your tax return.`, LEFT, at + 2, 540, {
      size: 7.5,
    });
  }
}
