import { describe, expect, test } from 'vitest';
import { drawnPdf, type Pdf, patchOver, placeOf, signalsIn, summaryOf } from '#test/fraud.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { withContent } from '#test/pdf-updates.ts';

const STUB = await payStubPdf({ net_pay: '1,597.00' });
const overlays = async (pdf: Buffer) => summaryOf((await signalsIn(pdf)).filter(({ code }) => code === 'overlay'));
const drawn = (draw: (pdf: Pdf) => void) => drawnPdf((pdf) => draw(pdf.fontSize(10)));
const at = (pdf: Pdf, text: string, x: number, y: number) =>
  pdf.fillColor('#000000').text(text, x, y, { lineBreak: false });

describe('covering a figure', () => {
  test('causes a signal of high severity if another figure is drawn over it', async () => {
    const forged = withContent(STUB, await patchOver(STUB, '1,597.00', '9,597.00'));
    const signal = (await signalsIn(forged)).find(({ code }) => code === 'overlay');
    const { word } = await placeOf(STUB, '1,597.00');
    expect(signal).toMatchObject({
      severity: 'high',
      page: 1,
      expected: '1,597.00',
      actual: '9,597.00',
      message: '“9,597.00” is drawn over “1,597.00”, which is still in the file under a white box.',
    });
    expect(signal?.box?.left).toBeCloseTo(word.box.left, 0);
  });

  test('causes a signal of medium severity if a white box covers the figure, and of low severity if a black bar covers the figure', async () => {
    const under = async (color: string) => overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '', color)));
    expect(await under('1 1 1')).toEqual([['medium', 'overlay', '1,597.00', null]]);
    expect(await under('0 0 0')).toEqual([['low', 'overlay', '1,597.00', null]]);
  });

  test('causes no signal if the same figure is drawn again', async () => {
    expect(await overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '1,597.00')))).toEqual([]);
  });

  test('causes a signal of high severity if a picture covers the figure, and no signal if a picture covers the whole page', async () => {
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
      'base64',
    );
    const pictured = (x: number, y: number, width: number, height: number) =>
      drawn((pdf) => {
        at(pdf, '4,210.00', 100, 100);
        pdf.image(dot, x, y, { width, height });
      });
    expect(await overlays(await pictured(95, 95, 80, 20))).toEqual([['high', 'overlay', '4,210.00', null]]);
    expect(await overlays(await pictured(0, 0, 612, 792))).toEqual([]);
  });
});

describe('two texts at the same position', () => {
  test('cause a signal of high severity if they are different amounts', async () => {
    const doubled = (second: string, y: number) =>
      drawn((pdf) => {
        at(pdf, '4,210.00', 100, 100);
        at(pdf, second, 101, y);
      });
    expect(await overlays(await doubled('9,210.00', 100))).toEqual([['high', 'overlay', '4,210.00', '9,210.00']]);
    expect(await overlays(await doubled('4,210.00', 100))).toEqual([]);
    expect(await overlays(await doubled('9,210.00', 114))).toEqual([]);
  });
});

describe('drawings on an ordinary page', () => {
  test('cause no signal if they are tints under table rows, or cells over the end of a long text', async () => {
    const table = await drawn((pdf) => {
      for (const [index, amount] of ['1,000.00', '2,000.00', '3,000.00'].entries()) {
        const y = 100 + 20 * index;
        pdf.rect(90, y - 4, 400, 18).fill('#f0f0f0');
        at(pdf, 'Payment to an account with a long description', 100, y);
        pdf.rect(260, y - 4, 100, 18).fill('#ffffff');
        at(pdf, amount, 300, y);
      }
    });
    expect(await overlays(table)).toEqual([]);
  });

  test('cause a signal of low severity if they are notes', async () => {
    const noted = await drawn((pdf) => {
      at(pdf, '4,210.00', 100, 100);
      pdf.rectAnnotation(200, 200, 50, 30);
    });
    expect(await overlays(noted)).toEqual([['low', 'overlay', null, null]]);
  });
});
