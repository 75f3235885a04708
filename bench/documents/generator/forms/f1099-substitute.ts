// Substitute statements of banks, brokers, platforms and agencies. They list box number, label and amount in the
// issuer's own design.
import type { Layout, Random } from '../sample.ts';
import { type Canvas, dollarsAndCents, type Font, newCanvas, randomFor, sampleOf } from './canvas.ts';
import { type F1099, newF1099, recipientTown, truthOfF1099 } from './f1099-data.ts';
import { type BoxSpec, F1099_FORMS, type F1099Subtype } from './f1099-forms.ts';

/** Draws one form as a letter with a table. */
export function substituteF1099(layout: string, subtype: F1099Subtype): Layout {
  return async (seed) => {
    const random = randomFor(layout, seed);
    const form = newF1099(random, subtype);
    const spec = F1099_FORMS[subtype];
    const canvas = newCanvas({
      seed,
      year: form.year,
      title: `${form.year} Form ${spec.form}`,
      producer: 'Document Cloud Composer',
    });
    const design = newDesign(random);
    const zeros = random.chance(0.4);
    drawLetterhead(canvas, form, design);
    canvas.text(`${form.year} Form ${spec.form} ${spec.title}`, 48, 108, { font: design.bold, size: 13, fit: 516 });
    canvas.text(
      `(Substitute Form)    OMB No. ${spec.omb}    Copy B for ${subtype === 'F1099_K' ? 'Payee' : 'Recipient'}`,
      48,
      125,
      { font: design.font, size: 8 },
    );
    const below = drawPartyBlock(canvas, form, design, 150);
    const end = drawTable(canvas, [form], design, below + 14, zeros);
    canvas.paragraph(LEGAL, 48, end + 16, 516, { font: design.font, size: 7 });
    return sampleOf(layout, seed, canvas, [truthOfF1099(form, [1, 1], zeros)]);
  };
}

/** Draws the dividends and the interest of one brokerage account on one page. The reader should find two documents. */
export const brokerageComposite: Layout = async (seed) => {
  const layout = 'f1099_composite_brokerage';
  const random = randomFor(layout, seed);
  const dividends = newF1099(random, 'F1099_DIV');
  const account = dividends.account_number ?? 'K41-208833';
  const forms: F1099[] = [{ ...dividends, account_number: account }];
  for (const subtype of random.pick<F1099Subtype[]>([['F1099_INT'], ['F1099_INT', 'F1099_MISC'], ['F1099_INT']])) {
    const { boxes } = newF1099(random, subtype, [dividends.year]);
    forms.push({ ...dividends, subtype, account_number: account, boxes });
  }
  const canvas = newCanvas({
    seed,
    year: dividends.year,
    title: 'Tax Reporting Statement',
    producer: 'Brokerage Output 5',
  });
  const design = newDesign(random);
  const zeros = random.chance(0.7);
  // Two sections fill a page. A third section is on a second page, which has the same letterhead.
  for (const [page, part] of [forms.slice(0, 2), forms.slice(2)].entries()) {
    if (part.length === 0) continue;
    if (page > 0) canvas.newPage();
    drawLetterhead(canvas, dividends, design);
    canvas.text(`${dividends.year} TAX REPORTING STATEMENT`, 48, 108, { font: design.bold, size: 13 });
    canvas.text('This is your consolidated Form 1099. Retain it for your records.', 48, 125, {
      font: design.font,
      size: 8,
    });
    const below = drawPartyBlock(canvas, forms[0] ?? dividends, design, 146);
    const end = drawTable(canvas, part, { ...design, row: 11.6 }, below + 8, zeros);
    canvas.paragraph(LEGAL, 48, end + 8, 516, { font: design.font, size: 6.5 });
  }
  const pageOf = (index: number) => (index < 2 ? 1 : 2);
  return sampleOf(
    layout,
    seed,
    canvas,
    forms.map((form, index) => truthOfF1099(form, [pageOf(index), pageOf(index)], zeros)),
  );
};

type Design = {
  font: Font;
  bold: Font;
  color: string;
  /** The height of a table row. */
  row: number;
  shading: boolean;
  rulings: boolean;
  /** The position where the box number is printed. */
  numbers: 'own column' | 'before the label' | 'after the label';
  dollar: boolean;
  grouping: boolean;
  parties: 'columns' | 'rows';
};

function newDesign(random: Random): Design {
  const times = random.chance(0.25);
  return {
    font: times ? 'Times-Roman' : 'Helvetica',
    bold: times ? 'Times-Bold' : 'Helvetica-Bold',
    color: random.pick(['#14532d', '#1e3a8a', '#7f1d1d', '#333333', '#0f766e']),
    row: random.pick([13, 14, 15]),
    shading: random.chance(0.5),
    rulings: random.chance(0.5),
    numbers: random.pick(['own column', 'before the label', 'after the label']),
    dollar: random.chance(0.5),
    grouping: random.chance(0.85),
    parties: random.pick(['columns', 'rows']),
  };
}

function drawLetterhead(canvas: Canvas, form: F1099, { bold, font, color }: Design): void {
  canvas.rectangle({ x: 48, y: 40, width: 34, height: 34 }, { line: 0, fill: color });
  canvas.text(form.payer_name.slice(0, 1).toUpperCase(), 65, 46, {
    font: bold,
    size: 24,
    align: 'center',
    color: 'white',
  });
  canvas.text(form.payer_name, 92, 42, { font: bold, size: 12, color, fit: 300 });
  form.payer_lines.forEach((line, index) => {
    canvas.text(line, 92, 57 + index * 9.5, { font, size: 8 });
  });
  canvas.text(`Questions? ${form.payer_phone}`, 564, 44, { font, size: 8, align: 'right' });
  canvas.line(48, 98, 564, 98, { width: 1.2, color });
}

/** Draws the payer and the recipient and returns the y below them. */
function drawPartyBlock(canvas: Canvas, form: F1099, { font, bold, parties }: Design, y: number): number {
  const card = form.subtype === 'F1099_K';
  const payer = card ? 'Filer’s' : 'Payer’s';
  const recipient = card ? 'Payee’s' : 'Recipient’s';
  const account: [string, string][] = form.account_number === null ? [] : [['Account number', form.account_number]];
  const address = [...form.recipient_address.street, recipientTown(form)];
  if (parties === 'rows') {
    const rows: [string, string][] = [
      [`${payer} name`, form.payer_name],
      [`${payer} TIN`, form.payer_tin],
      [`${recipient} name`, form.recipient_name],
      ['Address', address.join(', ')],
      [`${recipient} TIN`, form.recipient_tin],
      ...account,
    ];
    rows.forEach(([label, value], index) => {
      canvas.text(`${label}:`, 48, y + index * 12.5, { font: bold, size: 8.5 });
      canvas.text(value, 170, y + index * 12.5, { font, size: 8.5, fit: 390 });
    });
    return y + rows.length * 12.5;
  }
  const label = { font: bold, size: 7.5, color: '#555555' };
  canvas.text(`${recipient} name and address`, 48, y, label);
  [form.recipient_name, ...address].forEach((line, index) => {
    canvas.text(line, 48, y + 11 + index * 11, { font, size: 9 });
  });
  canvas.text(`${payer} name`, 320, y, label);
  canvas.text(form.payer_name, 320, y + 11, { font, size: 9, fit: 240 });
  const small: [string, string][] = [
    [`${payer} TIN`, form.payer_tin],
    [`${recipient} TIN`, form.recipient_tin],
    ...account,
  ];
  small.forEach(([name, value], index) => {
    canvas.text(name, 320 + index * 84, y + 30, label);
    canvas.text(value, 320 + index * 84, y + 41, { font, size: 9, fit: 80 });
  });
  return y + 60;
}

/** Draws one section per form and returns the y below the last section. */
function drawTable(canvas: Canvas, forms: F1099[], design: Design, top: number, zeros: boolean): number {
  let y = top;
  for (const form of forms) {
    const spec = F1099_FORMS[form.subtype];
    canvas.rectangle({ x: 48, y, width: 516, height: 15 }, { line: 0, fill: design.color });
    canvas.text(`Form ${spec.form}`, 54, y + 3.5, { font: design.bold, size: 8.5, color: 'white' });
    canvas.text(spec.title, 130, y + 3.5, { font: design.bold, size: 8.5, color: 'white', fit: 330 });
    canvas.text('Amount', 556, y + 3.5, { font: design.bold, size: 8.5, align: 'right', color: 'white' });
    y += 18;
    let count = 0;
    for (const box of spec.boxes) {
      const value = valueOf(form, box, design, zeros);
      if (value === null) continue;
      if (design.shading && count % 2 === 1)
        canvas.rectangle({ x: 48, y: y - 2.5, width: 516, height: design.row }, { line: 0, fill: '#eef2f5' });
      const number = /^\d/.test(box.number) ? box.number : '';
      const style = { font: design.font, size: 8.5 };
      if (design.numbers === 'own column') {
        canvas.text(number, 56, y, style);
        canvas.text(box.label, 92, y, { ...style, fit: 380 });
      } else {
        const label =
          number === ''
            ? box.label
            : design.numbers === 'before the label'
              ? `${number}. ${box.label}`
              : `${box.label} (Box ${number})`;
        canvas.text(label, 56, y, { ...style, fit: 416 });
      }
      canvas.text(value, 556, y, { ...style, align: 'right' });
      if (design.rulings)
        canvas.line(48, y + design.row - 2.5, 564, y + design.row - 2.5, { width: 0.3, color: '#999999' });
      y += design.row;
      count++;
    }
    y += 6;
  }
  return y;
}

/** Returns null if the box is not printed. With `zeros`, a box for an amount is printed even if it is empty. */
function valueOf(form: F1099, box: BoxSpec, design: Design, zeros: boolean): string | null {
  const value = form.boxes.get(box.number);
  const money = (cents: number) => `${design.dollar ? '$' : ''}${dollarsAndCents(cents, design.grouping)}`;
  if (typeof value === 'number') return money(value);
  if (typeof value === 'string') return value;
  if (value === true) return 'X';
  return zeros && box.kind === undefined && box.label !== '' ? money(0) : null;
}

const LEGAL =
  'This is important tax information and is being furnished to the Internal Revenue Service (except as indicated). If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it has not been reported. Amounts in boxes that are not listed are zero. This document is not a bill.';
