// Reads words with boxes from hOCR, the HTML that Tesseract writes. Only this format of Tesseract contains the baseline
// of each line.
import type { Word } from '#domain/documents/pages.ts';
import { typicalWidth } from '#reading/pdf-words.ts';

/** The baseline and font size of a line, in pixels. The baseline is a straight line with the height `y` at x = 0. */
type Line = { slope: number; y: number; size: number };

const SPAN = /<span class=['"](\w+)['"][^>]*? title=(['"])(.*?)\2[^>]*>([^<]*)/g;
/** Classes of hOCR elements that are lines with words. Captions and other special texts are lines too. */
const LINES = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat']);

/** `dpi` converts the pixels of the picture to points. */
export function wordsOfHocr(hocr: string, dpi: number): Word[] {
  const words: Word[] = [];
  let line: Line = { slope: 0, y: 0, size: 0 };
  for (const [, kind = '', , title = '', text = ''] of hocr.replaceAll(/<\/?(?:strong|em)>/g, '').matchAll(SPAN)) {
    if (LINES.has(kind)) line = lineOf(title);
    if (kind !== 'ocrx_word') continue;
    const word = wordOf(unescaped(text).trim(), title, line, 72 / dpi);
    if (word !== undefined) words.push(word);
  }
  return words;
}

function lineOf(title: string): Line {
  const [left = 0, , , bottom = 0] = numbersAfter('bbox', title);
  const [slope = 0, offset = 0] = numbersAfter('baseline', title);
  const [size = 0] = numbersAfter('x_size', title);
  return { slope, y: bottom + offset - slope * left, size };
}

const numbersAfter = (name: string, title: string): number[] =>
  (new RegExp(`(?:^|; )${name}((?: -?[\\d.]+)+)`).exec(title)?.[1] ?? '').trim().split(' ').map(Number);

/** Frames and underlines that OCR read as characters. */
const MARKS_ONLY = /^[|_—~=[\]{}¦\\]+$/;
/** Characters that extend below the baseline, and characters that are as high as a capital letter. */
const DESCENDERS = /[gjpqyQ,;()[\]{}$|_@/]/;
const TALL = /[A-Z0-9bdfhklt$%&(]/;
const SMALL = /[a-z]/;
/** Heights as shares of the font size, as in Helvetica and Times. */
const CAPITAL_HEIGHT = 0.71;
const SMALL_HEIGHT = 0.52;
const INFLATED_SHARE = 0.15;
/** Words with fewer letters than this are too short for a mean width. */
const LETTERS_FOR_WIDTH = 4;
/** The minimum font size in points. Dashed lines are read as tiny letters. */
const SIZE_MIN = 3;
/** The confidence 1 is reserved for words from the text of a PDF. */
const CONFIDENCE_MAX = 0.99;

function wordOf(letters: string, title: string, line: Line, scale: number): Word | undefined {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersAfter('bbox', title);
  const [percent = 0] = numbersAfter('x_wconf', title);
  const confidence = Math.min(CONFIDENCE_MAX, percent / 100);
  const text = repaired(letters, confidence);
  if (text === '' || MARKS_ONLY.test(text) || right <= left || bottom <= top) return undefined;
  const baseline = Math.min(bottom, Math.max((top + bottom) / 2, line.slope * ((left + right) / 2) + line.y));
  // The boxes of some words in blurred pictures extend down to the next line. The size of the line is then more
  // accurate than the box.
  const is_inflated = !DESCENDERS.test(text) && bottom - baseline > INFLATED_SHARE * (baseline - top);
  const height = is_inflated ? line.size * CAPITAL_HEIGHT : baseline - top;
  const size = sizeOf(text, { width: right - left, height }, line.size);
  if (size * scale < SIZE_MIN) return undefined;
  return {
    text,
    box: { left: left * scale, top: (baseline - size) * scale, right: right * scale, bottom: baseline * scale },
    size: size * scale,
    font: '',
    confidence,
  };
}

/**
 * Returns the font size. Labels and values of different sizes may stand in one line, so the size of the word is used
 * before that of the line. Fonts with low capital letters, such as Courier, are wide, so the mean of height and width
 * is more accurate than the height.
 */
function sizeOf(text: string, { width, height }: { width: number; height: number }, line_size: number): number {
  const tall = TALL.test(text);
  if (!tall && !SMALL.test(text)) return Math.max(line_size, height);
  const by_height = height / (tall ? CAPITAL_HEIGHT : SMALL_HEIGHT);
  if (text.length < LETTERS_FOR_WIDTH) return by_height;
  const by_width = (1000 * width) / [...text].reduce((sum, letter) => sum + typicalWidth(letter), 0);
  return Math.sqrt(by_height * by_width);
}

/** A word `(8)` in a column header is a misread `($)` if its confidence is below this. */
const UNSURE = 0.8;

/**
 * Corrects three misreadings. In an amount, a comma, or a comma and a period, before the cents becomes a decimal point,
 * because an amount cannot have a comma there. A quotation mark or degree sign after the cents becomes an asterisk, the
 * mark of a footnote. `(8)` in a column header becomes `($)`.
 */
function repaired(text: string, confidence: number): string {
  if (/^\([8S]\)$/.test(text) && confidence < UNSURE) return '($)';
  return text
    .replace(/^(\(?-?\$?\d[\d,]*)(?:,|,\.|\.,)(\d\d)(?!\d)/, '$1.$2')
    .replace(/^(\(?-?\$?\d[\d,]*\.\d\d)["“”°'‘’]$/, '$1*');
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
