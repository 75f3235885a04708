import { describe, expect, test } from 'vitest';
import { drawnPdf, type Pdf, signalsIn } from '#test/fraud.ts';

type Row = {
  label: string;
  amount: string;
  font?: string;
  size?: number;
  down?: number;
  right?: number;
  color?: string;
};
const AMOUNTS = ['120.00', '1,310.50', '48.25', '2,004.10', '95.00', '15.75', '310.00'];
const ROWS: Row[] = AMOUNTS.map((amount, index) => ({ label: `Item ${'abcdefg'[index]}`, amount }));

/** Draws a column of right-aligned amounts, one of which is changed, and returns the messages of the signs. */
async function messages(change: Partial<Row> & { at?: number }, decorate?: (pdf: Pdf) => void): Promise<string[]> {
  const { at = 3, ...changed } = change;
  const pdf = await drawnPdf((one) => {
    for (const [index, row] of ROWS.entries()) {
      const {
        label,
        amount,
        font = 'Helvetica',
        size = 10,
        down = 0,
        right = 0,
        color = '#000000',
      } = index === at ? { ...row, ...changed } : row;
      const y = 100 + 18 * index;
      one.font('Helvetica').fontSize(10).fillColor('#000000');
      one.text(label, 100, y + 8, { lineBreak: false, baseline: 'alphabetic' });
      one.font(font).fontSize(size).fillColor(color);
      // The text is placed by its baseline, so that its position does not depend on the font.
      one.text(amount, 300 + right - one.widthOfString(amount), y + 8 + down, {
        lineBreak: false,
        baseline: 'alphabetic',
      });
    }
    decorate?.(one);
  });
  const signals = await signalsIn(pdf);
  expect(signals.every(({ code, severity }) => code === 'font_mismatch' && severity === 'medium')).toBe(true);
  return signals.map(({ message }) => message);
}

describe('an amount in a column of amounts', () => {
  test('causes no sign if it does not differ from the others', async () => {
    expect(await messages({})).toEqual([]);
  });

  test('causes a sign if it alone has another font', async () => {
    expect(await messages({ font: 'Times-Roman' })).toEqual([
      'The amount 2,004.10 is written in the font Times-Roman, its neighbours in Helvetica.',
    ]);
  });

  test('causes no sign if its font is also used elsewhere on the page', async () => {
    const titled = (pdf: Pdf) =>
      pdf.font('Helvetica-Bold').text('Summary of this period', 100, 60, { lineBreak: false });
    expect(await messages({ font: 'Helvetica-Bold' }, titled)).toEqual([]);
  });

  test('causes a sign if it alone is larger, and no sign if a long amount is smaller to fit', async () => {
    expect(await messages({ size: 11 })).toEqual(['The amount 2,004.10 is 11.0 pt high, its neighbours are 10.0 pt.']);
    expect(await messages({ size: 9, amount: '1,222,004.10' })).toEqual([]);
  });

  test('causes a sign if it is dark grey instead of black, and no sign if it is red', async () => {
    expect(await messages({ color: '#444444' })).toEqual([
      'The amount 2,004.10 has another color than its neighbours.',
    ]);
    expect(await messages({ color: '#cc0000' })).toEqual([]);
  });

  test('causes a sign if it is 1 point below its line, and no sign if it is 0.2 points below', async () => {
    expect(await messages({ down: 1 })).toEqual(['The amount 2,004.10 stands 1.0 points below its line.']);
    expect(await messages({ down: 0.2 })).toEqual([]);
  });

  test('causes a sign if it ends 3 points right of the column’s edge, and no sign if it ends 0.4 points right of it', async () => {
    expect(await messages({ right: 3 })).toEqual(['The amount 2,004.10 ends 3.0 points right of its column.']);
    expect(await messages({ right: 0.4 })).toEqual([]);
  });
});

describe('an amount that is drawn in two parts', () => {
  const mixed = (font: string, last: string) =>
    drawnPdf((pdf) => {
      const options = { lineBreak: false, baseline: 'alphabetic' } as const;
      pdf.font('Helvetica').fontSize(10).text('9,0', 100, 100, options);
      const right = 100 + pdf.widthOfString('9,0');
      pdf.font(font).text(last, right, 100, options);
    });

  test('causes a sign if the parts have different fonts', async () => {
    const [signal] = await signalsIn(await mixed('Courier', '50.00'));
    expect(signal).toMatchObject({
      code: 'font_mismatch',
      severity: 'medium',
      expected: 'Helvetica',
      actual: 'Courier',
    });
  });

  test('causes no sign if both parts have the same font', async () => {
    expect(await signalsIn(await mixed('Helvetica', '50.00'))).toEqual([]);
  });
});
