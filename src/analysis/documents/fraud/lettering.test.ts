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

/** Returns the messages about a column of right-aligned amounts in which one amount is changed. */
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
      // The baseline is fixed, so that the position does not depend on the font.
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

describe('amounts whose lettering differs from the rest of the column', () => {
  test('finds nothing if no amount differs', async () => {
    expect(await messages({})).toEqual([]);
  });

  test('finds a single amount in another font', async () => {
    expect(await messages({ font: 'Times-Roman' })).toEqual([
      'The amount 2,004.10 is written in the font Times-Roman, its neighbours in Helvetica.',
    ]);
  });

  test('finds nothing if other text on the page uses the same font, because the font is then part of the design', async () => {
    const titled = (pdf: Pdf) =>
      pdf.font('Helvetica-Bold').text('Summary of this period', 100, 60, { lineBreak: false });
    expect(await messages({ font: 'Helvetica-Bold' }, titled)).toEqual([]);
  });

  test('finds a single larger amount, but not an amount that is smaller because it is long', async () => {
    expect(await messages({ size: 11 })).toEqual(['The amount 2,004.10 is 11.0 pt high, its neighbours are 10.0 pt.']);
    expect(await messages({ size: 9, amount: '1,222,004.10' })).toEqual([]);
  });

  test('finds an amount in another shade of black, but not a red one', async () => {
    expect(await messages({ color: '#444444' })).toEqual([
      'The amount 2,004.10 has another color than its neighbours.',
    ]);
    expect(await messages({ color: '#cc0000' })).toEqual([]);
  });

  test('finds an amount that is not on the baseline of its line', async () => {
    expect(await messages({ down: 1 })).toEqual(['The amount 2,004.10 stands 1.0 points below its line.']);
    expect(await messages({ down: 0.2 })).toEqual([]);
  });

  test('finds an amount that does not end on the right edge of its column', async () => {
    expect(await messages({ right: 3 })).toEqual(['The amount 2,004.10 ends 3.0 points right of its column.']);
    expect(await messages({ right: 0.4 })).toEqual([]);
  });
});

describe('amounts with digits in several fonts', () => {
  const mixed = (font: string, last: string) =>
    drawnPdf((pdf) => {
      const options = { lineBreak: false, baseline: 'alphabetic' } as const;
      pdf.font('Helvetica').fontSize(10).text('9,0', 100, 100, options);
      const right = 100 + pdf.widthOfString('9,0');
      pdf.font(font).text(last, right, 100, options);
    });

  test('finds digits in two fonts', async () => {
    const [signal] = await signalsIn(await mixed('Courier', '50.00'));
    expect(signal).toMatchObject({
      code: 'font_mismatch',
      severity: 'medium',
      expected: 'Helvetica',
      actual: 'Courier',
    });
  });

  test('finds nothing if all digits have the same font', async () => {
    expect(await signalsIn(await mixed('Helvetica', '50.00'))).toEqual([]);
  });
});
