import { describe, expect, test } from 'vitest';
import { JOB, STATEMENT, W2_2025 } from '#test/pay.ts';
import { readPdf } from '#test/pdf.ts';
import { overlaid, resaved } from './forgeries.ts';
import { toPdf } from './paper.ts';
import { drawPayStub, payStubPdf } from './pay-stub.ts';
import { drawW2 } from './w2.ts';

describe('overlay', () => {
  test('the overlay draws the new amount on top of the old amount, at the same position on the page', async () => {
    const { texts } = await readPdf(await toPdf(overlaid(drawPayStub(JOB, STATEMENT), '1,601.18', '2,601.18')));
    const [old, forged] = ['1,601.18', '2,601.18'].map((figure) => texts.findIndex(({ text }) => text === figure));
    expect(forged).toBeGreaterThan(old ?? 0);
    const [under, over] = [texts[old ?? -1], texts[forged ?? -1]];
    expect([over?.x, over?.y, over?.height]).toEqual([under?.x, under?.y, under?.height]);
  });

  test('the overlay right-aligns a longer new amount with the old amount', async () => {
    const { texts } = await readPdf(await toPdf(overlaid(drawW2(JOB, W2_2025), '741.30', '1,741.30')));
    const edges = texts.filter(({ text }) => text.endsWith('741.30')).map(({ x, width }) => Math.round(x + width));
    expect(edges).toHaveLength(2);
    expect(edges[0]).toBe(edges[1]);
  });

  test('the overlay throws if the text to cover does not exist', () => {
    expect(() => overlaid(drawW2(JOB, W2_2025), '1.00', '2.00')).toThrow('the document does not contain the text 1.00');
  });
});

describe('resave', () => {
  test('a PDF that is saved again keeps the old bytes, and gets a revision with another program’s name and a later time', async () => {
    const pdf = await payStubPdf(JOB, STATEMENT);
    const saved = resaved(pdf, 'Some Editor 1.0', new Date('2026-03-08T18:45:00Z'));
    expect(saved.subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(saved.toString('latin1').match(/%%EOF/g)).toHaveLength(2);
    const [before, after] = [await readPdf(pdf), await readPdf(saved)];
    expect(after.texts).toEqual(before.texts);
    expect(after.info).toMatchObject({
      Producer: 'Some Editor 1.0',
      Creator: 'Vouch',
      Author: 'Quarry Lane Bakery',
      CreationDate: 'D:20260227000000Z',
      ModDate: 'D:20260308184500Z',
    });
  });

  test('resaved() throws for a PDF that was not written by `toPdf`', () => {
    expect(() => resaved(Buffer.from('%PDF-1.7'), 'Some Editor', new Date(0))).toThrow(
      'this file was not created by this service',
    );
  });
});
