import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Word } from '#domain/documents/pages.ts';
import type { PagePicture } from '#reading/pictures/grey.ts';
import type { OcrEngine } from './engine.ts';
import { lostWords } from './lost-words.ts';

/**
 * A page of 400 by 200 pixels at 72 dpi. It has two bars, each as large as a word. The bars begin 50 and 250 pixels
 * from the left.
 */
async function page(): Promise<PagePicture> {
  const bars = [50, 250].map((x) => `<path d="M${x} 100h40" stroke="black" stroke-width="10" stroke-dasharray="4 2"/>`);
  const svg = `<svg width="400" height="200"><rect width="400" height="200" fill="white"/>${bars.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).toColourspace('b-w').extractChannel(0).raw().toBuffer({
    resolveWithObject: true,
  });
  return { width: info.width, height: info.height, data, dpi: 72 };
}

/** An OCR engine that finds one word in the first part of the small picture. It also counts how often it is called. */
function engineOf(confidence: number): OcrEngine & { calls: number } {
  const engine = {
    calls: 0,
    async hocrOf() {
      engine.calls++;
      return `<span class='ocr_line' title="bbox 9 9 49 19; baseline 0 0; x_size 10">
        <span class='ocrx_word' title='bbox 9 9 49 19; x_wconf ${confidence}'>3402</span></span>`;
    },
    close: async () => undefined,
  };
  return engine;
}

const read = (left: number): Word => ({
  text: '3401',
  box: { left, top: 92, right: left + 40, bottom: 106 },
  size: 12,
  font: '',
  confidence: 0.9,
});

test('lostWords reads the parts of a page that have ink but no words, and returns the words at their positions on the page', async () => {
  const [found, ...others] = await lostWords(await page(), [read(50)], engineOf(90));
  expect(found).toMatchObject({ text: '3402', confidence: 0.9 });
  expect(Math.abs((found?.box.left ?? 0) - 250)).toBeLessThan(3);
  expect(Math.abs((found?.box.bottom ?? 0) - 105)).toBeLessThan(3);
  expect(others).toEqual([]);
});

test('lostWords returns no words for dirt; if no word of the page is missing, it does not call OCR', async () => {
  expect(await lostWords(await page(), [read(50)], engineOf(40))).toEqual([]);
  const engine = engineOf(90);
  expect(await lostWords(await page(), [read(50), read(250)], engine)).toEqual([]);
  expect(engine.calls).toBe(0);
});
