import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Page } from '#domain/documents/pages.ts';
import type { Drawn, PdfTraces } from '#domain/documents/pdf-traces.ts';
import { drawnPdf, type Pdf } from '#test/fraud.ts';
import { newObjectNumber, streamBody, withContent, withUpdate } from '#test/pdf-updates.ts';
import { readPdf } from './pdf.ts';
import { timeOf } from './pdf-making.ts';
import { readPdfWithTraces } from './pdf-traces.ts';

async function tracesOf(pdf: Buffer): Promise<PdfTraces> {
  const { traces } = await readPdfWithTraces(pdf);
  if (traces === null) throw new Error('the traces were not read');
  return traces;
}

const drawnOn = async (draw: (pdf: Pdf) => void): Promise<Drawn[]> =>
  (await tracesOf(await drawnPdf(draw))).pages[0]?.drawn ?? [];

/** Returns the text of each word, and `fill` or `picture` for other objects. */
const shortly = (drawn: readonly Drawn[]): string[] =>
  drawn.map((one) => (one.kind === 'word' ? `${one.text}${one.visible ? '' : ' (invisible)'}` : one.kind));

describe('readPdfWithTraces', () => {
  test('returns the same pages as readPdf', async () => {
    const pdf = await drawnPdf((page) => {
      page.text('Net pay', 100, 100).rect(90, 95, 80, 20).stroke();
      page.addPage().text('1,597.00', 100, 100);
    });
    const { pages } = await readPdfWithTraces(pdf);
    expect(pages.map(({ words }) => words.map(({ text }) => text))).toEqual([['Net', 'pay'], ['1,597.00']]);
    // Font names differ each time a file is opened, so they are left out of the comparison.
    const withoutFonts = (read: readonly Page[]) =>
      read.map(({ words, ...page }) => ({ ...page, words: words.map(({ font: _font, ...word }) => word) }));
    expect(withoutFonts(pages)).toEqual(withoutFonts(await readPdf(pdf)));
  });

  test('rejects a file that is not a PDF, a damaged PDF and a PDF with a password', async () => {
    const locked = await drawnPdf((pdf) => pdf.text('Pay', 100, 100), { userPassword: 'abc' });
    await expect(readPdfWithTraces(Buffer.from('GIF89a'))).rejects.toMatchObject({ reason: 'it is damaged' });
    await expect(readPdfWithTraces(Buffer.from('%PDF-1.7\nnothing else'))).rejects.toMatchObject({
      reason: 'it is damaged',
    });
    await expect(readPdfWithTraces(locked)).rejects.toMatchObject({ reason: 'it is password protected' });
  });

  test('returns words, fills and pictures in the order of painting', async () => {
    const dot = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4//8/AAX+Av4N70a4AAAAAElFTkSuQmCC',
      'base64',
    );
    const drawn = await drawnOn((pdf) => {
      pdf.fontSize(10).text('Net pay', 100, 100, { lineBreak: false });
      pdf.rect(90, 95, 80, 20).fill('#ffffff');
      pdf.fillColor('#112233').text('1,597.00', 100, 100, { lineBreak: false });
      pdf.image(dot, 300, 300, { width: 40, height: 20 });
    });
    expect(shortly(drawn)).toEqual(['Net', 'pay', 'fill', '1,597.00', 'picture']);
    expect(drawn[2]).toMatchObject({ color: '#ffffff', box: { left: 90, top: 95, right: 170, bottom: 115 } });
    expect(drawn[3]).toMatchObject({ color: '#112233', size: 10, parts: [{ text: '1,597.00', font: 'Helvetica' }] });
    expect(drawn[4]).toMatchObject({ opaque: true, box: { left: 300, top: 300, right: 340, bottom: 320 } });
  });

  test('returns, for each word, a box that is as wide as all letters of the word together', async () => {
    let width = 0;
    const drawn = await drawnOn((pdf) => {
      pdf.font('Times-Roman').fontSize(12).text('Federal 8,412.97', 72, 200, { lineBreak: false });
      width = pdf.widthOfString('8,412.97');
    });
    const [, amount] = drawn;
    expect((amount?.box.right ?? 0) - (amount?.box.left ?? 0)).toBeCloseTo(width, 1);
  });

  test('leaves out fills that hide nothing: transparent fills, frames and clipped fills', async () => {
    const drawn = await drawnOn((pdf) => {
      pdf.rect(10, 10, 50, 50).fillOpacity(0.2).fill('#ffff00');
      pdf.fillOpacity(1).rect(100, 100, 50, 50).rect(101, 101, 48, 48).fill('#000000', 'even-odd');
      pdf.save().rect(300, 300, 10, 10).clip();
      pdf.rect(400, 400, 50, 50).fill('#ffffff');
      pdf.rect(290, 290, 100, 100).fill('#ffffff').restore();
    });
    const boxes = drawn.map(({ box: { left, right } }) => [Math.round(left), Math.round(right)]);
    expect(boxes).toEqual([[300, 310]]);
  });

  test('distinguishes the invisible text behind a scan from visible text', async () => {
    const pdf = await drawnPdf((one) => one.fontSize(10).text('Shown', 100, 100, { lineBreak: false }));
    const traces = await tracesOf(withContent(pdf, 'BT 3 Tr /Forged 10 Tf 100 500 Td (Hidden) Tj ET'));
    expect(shortly(traces.pages[0]?.drawn ?? [])).toEqual(['Shown', 'Hidden (invisible)']);
  });

  test('returns one word with three parts if the font changes twice within the word', async () => {
    const pdf = await drawnPdf((one) => one.text('Pay', 10, 10));
    const forged = withContent(
      pdf,
      'BT /Forged 10 Tf 100 500 Td (1,) Tj /F1 10 Tf (5) Tj /Forged 10 Tf (97.00) Tj ET',
      'Courier',
    );
    const word = (await tracesOf(forged)).pages[0]?.drawn.at(-1);
    expect(word).toMatchObject({
      text: '1,597.00',
      parts: [
        { text: '1,', font: 'Courier' },
        { text: '5', font: 'Helvetica' },
        { text: '97.00', font: 'Courier' },
      ],
    });
  });

  test('returns the annotations of the page with their type, and leaves out links', async () => {
    const traces = await tracesOf(
      await drawnPdf((pdf) => {
        pdf.text('Pay', 100, 100, { lineBreak: false });
        pdf.link(10, 10, 50, 50, 'https://example.com');
        pdf.rectAnnotation(200, 200, 50, 30);
      }),
    );
    expect(traces.pages[0]?.annotations).toEqual([
      { kind: 'Square', box: expect.objectContaining({ left: expect.closeTo(200, 0) }) },
    ]);
  });

  test('lists the fonts, each with the characters that use it', async () => {
    const { fonts } = await tracesOf(
      await drawnPdf((pdf) => {
        pdf.font('Courier').text('11.00', 10, 10, { lineBreak: false }).text('10', 10, 30, { lineBreak: false });
        pdf.font('Helvetica').text('Pay', 10, 50, { lineBreak: false });
      }),
    );
    expect(fonts).toEqual([
      { name: 'Courier', is_subset: false, characters: '.01', words_count: 2 },
      { name: 'Helvetica', is_subset: false, characters: 'Pay', words_count: 1 },
    ]);
  });
});

describe('readPdfWithTraces finds the earlier states of a file', () => {
  const plain = () => drawnPdf((pdf) => pdf.fontSize(10).text('Net 100.00', 100, 100, { lineBreak: false }));
  const content = (text: string) => `BT /Forged 10 Tf 100 500 Td (${text}) Tj ET`;

  test('returns the states before the last save, oldest first', async () => {
    const once = withContent(await plain(), content('Bonus'));
    const twice = withUpdate(once, { [newObjectNumber(once)]: '<< /Note (none) >>' });
    const { revisions, pages } = await tracesOf(twice);
    expect(revisions.map((one) => shortly(one.pages[0]?.drawn ?? []))).toEqual([
      ['Net', '100.00'],
      ['Net', '100.00', 'Bonus'],
    ]);
    expect(shortly(pages[0]?.drawn ?? [])).toEqual(['Net', '100.00', 'Bonus']);
    expect((await tracesOf(await plain())).revisions).toEqual([]);
  });

  test('does not mistake the first end-of-file marker of a linearized file for an earlier state', async () => {
    const form = readFileSync('bench/documents/forms/fw2.pdf');
    expect(form.toString('latin1').match(/%%EOF/g)).toHaveLength(2);
    expect((await tracesOf(form)).revisions).toEqual([]);
  });

  test('returns at most six states: the first state and the latest ones', async () => {
    let pdf = await plain();
    for (let time = 0; time < 12; time++) pdf = withUpdate(pdf, { [newObjectNumber(pdf)]: `<< /Time ${time} >>` });
    expect((await tracesOf(pdf)).revisions).toHaveLength(6);
  });

  test('does not mistake an end-of-file marker inside a stream for an earlier state', async () => {
    const inner = 'xref\n0 1\ntrailer\n<< >>\nstartxref\n9\n%%EOF\n';
    const pdf = await plain();
    const changed = withUpdate(pdf, { [newObjectNumber(pdf)]: streamBody(inner) });
    expect((await tracesOf(changed)).revisions).toHaveLength(1);
  });
});

describe('readPdfWithTraces finds the marks that a PDF editor leaves', () => {
  const twoPages = () =>
    drawnPdf((pdf) => {
      pdf.text('First', 100, 100);
      pdf.addPage().text('Second', 100, 100);
    });
  const mark = (pdf: Buffer) => withContent(pdf, '/TouchUp_TextEdit MP\nBT /Forged 10 Tf 100 500 Td (900.00) Tj ET');

  test('finds the mark and the number of the page that contains it, in plain and in compressed content', async () => {
    const { touch_ups } = await tracesOf(mark(await twoPages()));
    expect(touch_ups).toEqual([{ page: 1 }]);
    const compressed = await drawnPdf((pdf) => {
      pdf.text('First', 100, 100).addPage();
      pdf.addContent('/TouchUp_TextEdit MP');
    });
    expect((await tracesOf(compressed)).touch_ups).toEqual([{ page: 2 }]);
  });

  test('finds no mark in a page that was not edited', async () => {
    expect((await tracesOf(await twoPages())).touch_ups).toEqual([]);
  });

  test('skips a stream that unpacks to more than the limit', async () => {
    const bomb = await drawnPdf((one) =>
      one.addContent(' '.repeat(9 * 1024 * 1024)).addContent('/TouchUp_TextEdit MP'),
    );
    expect((await tracesOf(bomb)).touch_ups).toEqual([]);
  });
});

test('reads the traces of every page of a long file', async () => {
  const pdf = await drawnPdf((one) => {
    for (let page = 1; page <= 130; page++) one.text(`Page ${page}`, 10, 10).addPage();
  });
  const { traces } = await readPdfWithTraces(pdf);
  expect(traces?.pages.map(({ number }) => number)).toEqual(Array.from({ length: 131 }, (_, at) => at + 1));
});

describe('readPdfWithTraces for programs and dates', () => {
  test('reads program names and dates from the document information, and returns null for missing values', async () => {
    const info = { Producer: 'Payroll 7', Creator: 'Stub printer', CreationDate: new Date('2026-01-09T08:30:00Z') };
    const { making, is_fillable } = await tracesOf(await drawnPdf((pdf) => pdf.text('Pay'), { info }));
    expect(making).toEqual({
      producer: 'Payroll 7',
      creator: 'Stub printer',
      created_at: '2026-01-09T08:30:00Z',
      modified_at: null,
      xmp: null,
    });
    expect(is_fillable).toBe(false);
  });

  test('reads program names and dates from the document information and from the XMP of a fillable official form', async () => {
    const { making, is_fillable, pages } = await tracesOf(readFileSync('bench/documents/forms/fw2.pdf'));
    expect(making).toMatchObject({ producer: 'Designer 6.5', xmp: { created_at: '2022-12-06T11:49:00Z' } });
    expect(is_fillable).toBe(true);
    expect(pages[0]?.form_fields.length).toBeGreaterThan(20);
  });

  test.each([
    ["D:20260213091500-05'00'", '2026-02-13T14:15:00Z'],
    ['D:20260213091500Z', '2026-02-13T09:15:00Z'],
    ['D:20260213', '2026-02-13T00:00:00Z'],
    ['2026-02-13T09:15:00+01:00', '2026-02-13T08:15:00Z'],
    ['yesterday', null],
    ['D:00000000', null],
  ])('readPdfWithTraces reads the time "%s" as %s', (text, wanted) => {
    expect(timeOf(text)).toBe(wanted);
  });
});
