import { expect, test } from 'vitest';
import { readPdf, wordsOf } from '#test/pdf.ts';
import { newPaper, toPdf, write } from './paper.ts';
import { rasterised } from './raster.ts';

const paper = newPaper();
write(paper, 'Net pay 1,234.56', 40, 40, { size: 12 });
const pdf = await toPdf({
  paper,
  about: { title: 'A page', author: 'Larkspur Analytics', subject: 'Test', created_on: '2026-03-04' },
});

test('a rasterised page has no text', async () => {
  const scan = await rasterised(pdf, '2026-03-04');
  expect((await wordsOf(pdf)).join(' ')).toContain('1,234.56');
  expect((await readPdf(scan)).texts).toEqual([]);
  expect(scan.length).toBeGreaterThan(5_000);
});

test('rasterising the same page twice gives the same bytes', async () => {
  expect((await rasterised(pdf, '2026-03-04')).equals(await rasterised(pdf, '2026-03-04'))).toBe(true);
});
