import { describe, expect, test } from 'vitest';
import { areSuspicious } from '#domain/documents/fraud-signals.ts';
import { drawnPdf, placeOf, signalsIn, summaryOf } from '#test/fraud.ts';
import { payStubPdf } from '#test/pay-stub-pdf.ts';
import { firstPage, newObjectNumber, objectBody, withContent, withUpdate } from '#test/pdf-updates.ts';

const STUB = await payStubPdf({ net_pay: '1,597.00' });
const edits = async (pdf: Buffer) =>
  summaryOf((await signalsIn(pdf)).filter(({ code }) => code === 'edited_after_creation'));

/** Returns the file with an update that replaces the content of its page. */
async function withOtherContent(pdf: Buffer, other: Buffer): Promise<Buffer> {
  const content = (one: Buffer) => Number(/\/Contents (\d+) 0 R/.exec(objectBody(one, firstPage(one)))?.[1]);
  return withUpdate(pdf, { [content(pdf)]: objectBody(other, content(other)) });
}

describe('comparison of the saved states of a file', () => {
  test('if a figure was replaced, causes a signal of high severity that gives the old figure, the new figure and the position', async () => {
    const forged = await withOtherContent(STUB, await payStubPdf({ net_pay: '2,597.00' }));
    const signal = (await signalsIn(forged)).find(({ code }) => code === 'edited_after_creation');
    const { word } = await placeOf(forged, '2,597.00');
    expect(signal).toMatchObject({
      severity: 'high',
      page: 1,
      expected: '1,597.00',
      actual: '2,597.00',
      message: 'An earlier state of this file showed “1,597.00” where it now shows “2,597.00”.',
    });
    expect(signal?.box?.bottom).toBeCloseTo(word.box.bottom, 0);
  });

  test('causes a signal of high severity if a figure occurs several times and only one occurrence was replaced', async () => {
    const rows = (third: string) =>
      drawnPdf(
        (pdf) => {
          for (const [index, text] of ['0.00', '0.00', third, '0.00'].entries()) pdf.text(text, 100, 100 + 20 * index);
        },
        { compress: false },
      );
    const forged = await withOtherContent(await rows('0.00'), await rows('9.00'));
    expect(await edits(forged)).toEqual([['high', 'edited_after_creation', '0.00', '9.00']]);
  });

  test('causes a signal of high severity if a name was replaced that was read as the value of a field', async () => {
    const forged = await withOtherContent(STUB, await payStubPdf({ net_pay: '1,597.00', employee: 'Mina Calloway' }));
    expect(await edits(forged)).toEqual([['high', 'edited_after_creation', 'Wren', 'Mina']]);
  });

  test('causes a signal of medium severity if a figure was only added or only removed', async () => {
    const added = withContent(STUB, 'BT /Forged 10 Tf 100 100 Td (5,000.00) Tj ET');
    expect(await edits(added)).toEqual([['medium', 'edited_after_creation', null, '5,000.00']]);
    const removed = await withOtherContent(STUB, await payStubPdf({ net_pay: '' }));
    expect(await edits(removed)).toEqual([['medium', 'edited_after_creation', '1,597.00', null]]);
  });

  test('causes only one signal if dates were stamped on the page twice', async () => {
    const stub = await payStubPdf({ net_pay: '1,597.00' });
    const stamped = withContent(
      withContent(stub, 'BT /Forged 10 Tf 20 20 Td (03/02/2026) Tj ET'),
      'BT /Forged 10 Tf 20 40 Td (03/09/2026) Tj ET',
    );
    expect(await edits(stamped)).toEqual([['medium', 'edited_after_creation', null, '03/02/2026']]);
    expect(areSuspicious(await signalsIn(stamped))).toBe(false);
  });

  test('causes a signal of low severity for a stamp without figures', async () => {
    const stamped = withContent(STUB, 'BT /Forged 10 Tf 20 20 Td (Received by the loan office) Tj ET');
    expect(await edits(stamped)).toEqual([['low', 'edited_after_creation', null, 'Received']]);
  });

  test('causes a signal of low severity if nothing visible changed, and no signal for a file that was saved once', async () => {
    const saved = withUpdate(STUB, { [newObjectNumber(STUB)]: '<< /Note (none) >>' });
    expect(await edits(saved)).toEqual([['low', 'edited_after_creation', null, null]]);
    expect(areSuspicious(await signalsIn(saved))).toBe(false);
    expect(await signalsIn(STUB)).toEqual([]);
  });
});

describe('filling in a form', () => {
  const form = () =>
    drawnPdf(
      (pdf) => {
        pdf.fontSize(10).text('Form W-2 Wage and Tax Statement 2024', 50, 50, { lineBreak: false });
        pdf.text('1 Wages, tips, other compensation', 50, 80, { lineBreak: false });
        pdf.text('2 Federal income tax withheld', 300, 80, { lineBreak: false });
        pdf.text('Control number 12345678', 50, 200, { lineBreak: false });
        pdf.initForm();
        pdf.formText('wages', 50, 95, 150, 20);
      },
      { compress: false },
    );
  const withValue = (pdf: Buffer, value: string): Buffer => {
    const number = Number(/\n(\d+) 0 obj\n<<[^>]*?\/T \(wages\)/.exec(pdf.toString('latin1'))?.[1]);
    const body = objectBody(pdf, number).replace(/\/V \([^)]*\)\n?/, '');
    return withUpdate(pdf, { [number]: body.replace(/>>$/, `/V (${value})\n>>`) });
  };

  test('causes a signal of at most low severity if an empty field gets a value', async () => {
    const filled = withValue(await form(), '50,000.00');
    expect((await edits(filled)).filter(([severity]) => severity !== 'low')).toEqual([]);
  });

  test('causes a signal of medium severity if a figure in a field of a W-2 was changed to another figure', async () => {
    const filled = withValue(await form(), '50,000.00');
    const changed = await edits(withValue(filled, '80,000.00'));
    expect(changed).toEqual([['medium', 'edited_after_creation', '50,000.00', '80,000.00']]);
  });

  test('causes a signal of at most low severity if a program turns the value of a field into text of the page', async () => {
    const flat = withContent(await form(), 'BT /Forged 10 Tf 55 684 Td (50,000.00) Tj ET');
    expect((await edits(flat)).filter(([severity]) => severity !== 'low')).toEqual([]);
    const beside = withContent(await form(), 'BT /Forged 10 Tf 55 400 Td (50,000.00) Tj ET');
    expect(await edits(beside)).toContainEqual(['medium', 'edited_after_creation', null, '50,000.00']);
  });
});
