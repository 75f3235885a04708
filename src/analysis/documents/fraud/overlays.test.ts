import { describe, expect, test } from 'vitest';
import { drawnPdf, type Pdf, patchOver, placeOf, signalsIn, summaryOf } from '#test/fraud.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { withContent } from '#test/pdf-updates.ts';

const STUB = await payStubPdf({ net_pay: '1,597.00' });
const overlays = async (pdf: Buffer) => summaryOf((await signalsIn(pdf)).filter(({ code }) => code === 'overlay'));
const drawn = (draw: (pdf: Pdf) => void) => drawnPdf((pdf) => draw(pdf.fontSize(10)));
const at = (pdf: Pdf, text: string, x: number, y: number) =>
  pdf.fillColor('#000000').text(text, x, y, { lineBreak: false });

describe('a covered figure', () => {
  test('is a strong sign if another figure is drawn over it', async () => {
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

  test('is a medium sign under a white box, and a weak sign under a black bar', async () => {
    const under = async (color: string) => overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '', color)));
    expect(await under('1 1 1')).toEqual([['medium', 'overlay', '1,597.00', null]]);
    expect(await under('0 0 0')).toEqual([['low', 'overlay', '1,597.00', null]]);
  });

  test('is no sign if the same figure is drawn again', async () => {
    expect(await overlays(withContent(STUB, await patchOver(STUB, '1,597.00', '1,597.00')))).toEqual([]);
  });

  test('is a strong sign under a picture, and no sign under a picture of the whole page', async () => {
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

describe('two amounts at the same position', () => {
  test('are a strong sign if they differ', async () => {
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

describe('harmless drawings', () => {
  test('are no sign in a table whose rows are tinted and whose long texts end under the next cell', async () => {
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

  test('are a weak sign if they are an annotation on the page', async () => {
    const noted = await drawn((pdf) => {
      at(pdf, '4,210.00', 100, 100);
      pdf.rectAnnotation(200, 200, 50, 30);
    });
    expect(await overlays(noted)).toEqual([['low', 'overlay', null, null]]);
  });
});
