import { expect, test } from 'vitest';
import { readPdf, wordsOf } from '#test/pdf.ts';
import { addPage, newPaper, PAGE, toPdf, write } from './paper.ts';
import { rasterised } from './raster.ts';

const paper = newPaper();
write(paper, 'Net pay 1,234.56', 40, 40, { size: 12 });
addPage(paper);
write(paper, 'Gross pay 2,345.67', 40, 40, { size: 12 });
const pdf = await toPdf({
  paper,
  about: { title: 'A page', author: 'Larkspur Analytics', subject: 'Test', created_on: '2026-03-04' },
});

test('a rasterised PDF contains no text; it has as many pages as the original, each of the original size', async () => {
  const scan = await rasterised(pdf, '2026-03-04');
  expect((await wordsOf(pdf)).join(' ')).toContain('1,234.56');
  const size = { width: PAGE.width, height: PAGE.height };
  expect((await readPdf(pdf)).sizes).toEqual([size, size]);
  expect(await readPdf(scan)).toMatchObject({ sizes: [size, size], texts: [] });
  expect(scan.length).toBeGreaterThan(5_000);
});

test('rasterising the same PDF twice results in the same bytes', async () => {
  expect((await rasterised(pdf, '2026-03-04')).equals(await rasterised(pdf, '2026-03-04'))).toBe(true);
});
