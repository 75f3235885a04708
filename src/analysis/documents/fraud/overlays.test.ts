import { describe, expect, test } from 'vitest';
import { drawnPdf, type Pdf, patchOver, placeOf, signalsIn, summaryOf } from '#test/fraud.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { withContent } from '#test/pdf-updates.ts';

const STUB = await payStubPdf({ net_pay: '1,597.00' });
const overlays = async (pdf: Buffer) => summaryOf((await signalsIn(pdf)).filter(({ code }) => code === 'overlay'));
const drawn = (draw: (pdf: Pdf) => void) => drawnPdf((pdf) => draw(pdf.fontSize(10)));
const at = (pdf: Pdf, text: string, x: number, y: number) =>
  pdf.fillColor('#000000').text(text, x, y, { lineBreak: false });

describe('overlays on a figure', () => {
  test('a figure that is drawn over another figure causes a signal of high severity', async () => {
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

  test('a white box over a figure causes a signal of medium severity, and a black bar a signal of low severity', async () => {
    const under = async (color: string) => overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '', color)));
    expect(await under('1 1 1')).toEqual([['medium', 'overlay', '1,597.00', null]]);
    expect(await under('0 0 0')).toEqual([['low', 'overlay', '1,597.00', null]]);
  });

  test('a figure causes no signal if it is drawn again over itself', async () => {
    expect(await overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '1,597.00')))).toEqual([]);
  });

  test('a picture over a figure causes a signal of high severity, but a picture over the whole page causes no signal', async () => {
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
  test('two different amounts at the same position cause a signal of high severity', async () => {
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
  test('tints under table rows, and cells over the end of a long text, cause no signal', async () => {
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

  test('a note on the page causes a signal of low severity', async () => {
    const noted = await drawn((pdf) => {
      at(pdf, '4,210.00', 100, 100);
      pdf.rectAnnotation(200, 200, 50, 30);
    });
    expect(await overlays(noted)).toEqual([['low', 'overlay', null, null]]);
  });
});
