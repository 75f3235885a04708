import { describe, expect, test } from 'vitest';
import { wordsOfHocr } from './hocr.ts';

const line = (...words: string[]): string =>
  `<span class='ocr_line' id='line_1_1' title="bbox 200 100 800 140; baseline 0 -10; x_size 40; x_descenders 10; x_ascenders 10">
    ${words.join('\n')}
  </span>`;
const word = (text: string, bbox: string, confidence = 96): string =>
  `<span class='ocrx_word' id='word_1_1' title='bbox ${bbox}; x_wconf ${confidence}'>${text}</span>`;
const textsOf = (...texts: string[]): string[] =>
  wordsOfHocr(line(...texts.map((text) => word(text, '200 104 300 130'))), 200).map(({ text }) => text);

describe('wordsOfHocr', () => {
  test('returns boxes in points; the bottom of a box is the baseline', () => {
    const [net, pay] = wordsOfHocr(line(word('Net', '200 100 260 130'), word('Pay', '270 100 330 140')), 200);
    expect(net).toMatchObject({ text: 'Net', font: '', confidence: 0.96 });
    expect(net?.box).toMatchObject({ left: 72, right: 93.6 });
    expect(net?.box.bottom).toBeCloseTo(46.8);
    expect(pay?.box.bottom).toBeCloseTo(46.8);
    // The height of capital letters, here 30 pixels, is 0.71 of the font size.
    expect(net?.size).toBeCloseTo((30 / 0.71) * 0.36, 1);
  });

  test('follows a sloping baseline', () => {
    const hocr = line(word('Net', '200 100 260 130'), word('Pay', '700 106 760 146')).replace(
      'baseline 0',
      'baseline 0.01',
    );
    const [net, pay] = wordsOfHocr(hocr, 72);
    expect(net?.box.bottom).toBeCloseTo(130, 0);
    expect(pay?.box.bottom).toBeCloseTo(135, 0);
  });

  test('reads entities, bold words and every kind of line', () => {
    const bold = line(word('<strong>A&amp;B</strong>', '200 100 260 130'), word('it&#39;s', '270 100 330 130'));
    expect(wordsOfHocr(bold.replace('ocr_line', 'ocr_caption'), 200).map(({ text }) => text)).toEqual(['A&B', "it's"]);
  });

  test('leaves out frames, dashed lines and empty words', () => {
    const dashes = word('eee', '300 128 340 130');
    expect(wordsOfHocr(line(word('|', '200 100 204 140'), word('', '210 100 230 130'), dashes), 200)).toEqual([]);
  });

  test('repairs misread amounts, and changes no other texts', () => {
    expect(textsOf('19,82', '117,.57', '-146.07&quot;', '1,234.56')).toEqual([
      '19.82',
      '117.57',
      '-146.07*',
      '1,234.56',
    ]);
    expect(textsOf('1,234', '12,345,678', '5&#39;11&quot;', '401(k)')).toEqual([
      '1,234',
      '12,345,678',
      '5\'11"',
      '401(k)',
    ]);
  });

  test('repairs a misread dollar sign in the head of a column if the confidence of the OCR is low', () => {
    const read = (confidence: number) => wordsOfHocr(line(word('(8)', '200 104 240 130', confidence)), 200)[0]?.text;
    expect([read(52), read(95)]).toEqual(['($)', '(8)']);
  });

  test('gives every word a confidence below 1, which only the text of a PDF has', () => {
    expect(wordsOfHocr(line(word('Net', '200 100 260 130', 100)), 200)[0]?.confidence).toBeLessThan(1);
  });

  test('returns no words for text that is not hOCR', () => {
    expect(wordsOfHocr('', 200)).toEqual([]);
    expect(wordsOfHocr("<span class='ocrx_word' title='bbox x'>a</span>", 200)).toEqual([]);
  });
});
