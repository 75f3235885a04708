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
    // The capital letters are 30 pixels high, which is 0.71 of the font size.
    expect(net?.size).toBeCloseTo((30 / 0.71) * 0.36, 1);
  });

  test('if the box of a word reaches into the line above, computes the font size from the width of the word', () => {
    const [normal, tall] = wordsOfHocr(
      line(word('Federal', '200 108 272 130'), word('Federal', '200 60 272 130')),
      200,
    );
    expect((tall?.size ?? 0) / (normal?.size ?? 1)).toBeGreaterThan(0.8);
    expect((tall?.size ?? 0) / (normal?.size ?? 1)).toBeLessThan(1.2);
  });

  test('leaves out lines that OCR read with a low confidence, but keeps check marks and masked numbers', () => {
    const at = '200 104 300 130';
    expect(wordsOfHocr(line(word('oes', at, 27), word('eels', at, 25)), 200)).toEqual([]);
    const kept = [
      line(word('oes', at, 27), word('Pay', at, 90)),
      line(word('x', at, 5)),
      line(word('**-*-1234', at, 0)),
    ];
    expect(wordsOfHocr(kept.join(''), 200)).toHaveLength(4);
  });

  test('ends the box of a word where the next word begins', () => {
    const [federal, income] = wordsOfHocr(
      line(word('Federal', '200 60 400 130'), word('income', '280 108 340 130'), word('tax', '350 108 400 130')),
      72,
    );
    expect(federal?.box.right).toBe(279);
    expect(income?.box).toMatchObject({ left: 280, right: 340 });
  });

  test('places a dash on the baseline of its line', () => {
    const [dash] = wordsOfHocr(line(word('-', '200 116 212 119')), 200);
    expect(dash?.box.bottom).toBeCloseTo(46.8);
  });

  test('places the words of a sloping line on the baseline of the line', () => {
    const hocr = line(word('Net', '200 100 260 130'), word('Pay', '700 106 760 146')).replace(
      'baseline 0',
      'baseline 0.01',
    );
    const [net, pay] = wordsOfHocr(hocr, 72);
    expect(net?.box.bottom).toBeCloseTo(130, 0);
    expect(pay?.box.bottom).toBeCloseTo(135, 0);
  });

  test('reads HTML entities, bold words and lines of the class ocr_caption', () => {
    const bold = line(word('<strong>A&amp;B</strong>', '200 100 260 130'), word('it&#39;s', '270 100 330 130'));
    expect(wordsOfHocr(bold.replace('ocr_line', 'ocr_caption'), 200).map(({ text }) => text)).toEqual(['A&B', "it's"]);
  });

  test('leaves out empty words, as well as frames and dashed lines that OCR read as words', () => {
    const dashes = word('eee', '300 128 340 130');
    expect(wordsOfHocr(line(word('|', '200 100 204 140'), word('', '210 100 230 130'), dashes), 200)).toEqual([]);
  });

  test('repairs amounts, and does not change other words', () => {
    expect(textsOf('19,82', '117,.57', '-146.07&quot;', '1,234.56')).toEqual([
      '19.82',
      '117.57',
      '-146.07*',
      '1,234.56',
    ]);
    expect(textsOf('-§68.46', 's170.91', '303.39,', '2.807.15', '1,O90.3l')).toEqual([
      '-$68.46',
      '$170.91',
      '303.39',
      '2,807.15',
      '1,090.31',
    ]);
    expect(textsOf('1,234', '12,345,678', '5&#39;11&quot;', '401(k)')).toEqual([
      '1,234',
      '12,345,678',
      '5\'11"',
      '401(k)',
    ]);
  });

  test('repairs the stars of a masked Social Security number, and does not change other masked numbers', () => {
    expect(textsOf('*k*k_**k-3653', '***_**-3653', 'XXX-XX-3653', '*****3653', 'so-and-2024')).toEqual([
      '***-**-3653',
      '***-**-3653',
      'XXX-XX-3653',
      '*****3653',
      'so-and-2024',
    ]);
  });

  test('repairs the dollar sign in a column header if OCR read it with a low confidence', () => {
    const read = (confidence: number) => wordsOfHocr(line(word('(8)', '200 104 240 130', confidence)), 200)[0]?.text;
    expect([read(52), read(95)]).toEqual(['($)', '(8)']);
  });

  test('returns a confidence below 1, because 1 is reserved for words from the text of a PDF', () => {
    expect(wordsOfHocr(line(word('Net', '200 100 260 130', 100)), 200)[0]?.confidence).toBeLessThan(1);
  });

  test('returns no words for text that is not hOCR', () => {
    expect(wordsOfHocr('', 200)).toEqual([]);
    expect(wordsOfHocr("<span class='ocrx_word' title='bbox x'>a</span>", 200)).toEqual([]);
  });
});
