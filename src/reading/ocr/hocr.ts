// Reads words with boxes from hOCR, the HTML that Tesseract writes. Of Tesseract's output formats, only hOCR contains
// the baseline of each line.
import type { Word } from '#domain/documents/pages.ts';
import { typicalWidth } from '#reading/pdf-words.ts';
import { withoutMisreadings } from './misread-words.ts';

type Pixels = { left: number; top: number; right: number; bottom: number };
/** The position and size of a line of text, in pixels. The baseline crosses x = 0 at `y`. */
type Line = { box: Pixels; slope: number; y: number; size: number };

const SPAN = /<span class=['"](\w+)['"][^>]*? title=(['"])(.*?)\2[^>]*>([^<]*)/g;
/** Classes of hOCR elements that are lines with words. Captions and other special texts are lines too. */
const LINES = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat']);

type ReadWord = { letters: string; box: Pixels; confidence: number };

/** `dpi` maps the pixels of the picture to points. */
export function wordsOfHocr(hocr: string, dpi: number): Word[] {
  const lines: { line: Line; words: ReadWord[] }[] = [];
  for (const [, kind = '', , title = '', text = ''] of hocr.replaceAll(/<\/?(?:strong|em)>/g, '').matchAll(SPAN)) {
    if (LINES.has(kind)) lines.push({ line: lineOf(title), words: [] });
    if (kind === 'ocrx_word') lines.at(-1)?.words.push(readWordOf(unescaped(text).trim(), title));
  }
  return lines
    .filter(({ line, words }) => heightOf(line) >= (LINE_HEIGHT_MIN * dpi) / 72 && !isNoise(words))
    .flatMap(({ line, words }) => apart(words, line).flatMap((word) => wordOf(word, line, 72 / dpi) ?? []));
}

const heightOf = ({ box }: Line): number => box.bottom - box.top;

/**
 * The minimum height of a line of text, in points. A dashed line has a smaller height than the letters of the smallest
 * print.
 */
const LINE_HEIGHT_MIN = 2;
/**
 * The minimum mean confidence of a line of text. Dashed lines, logos and dirt that OCR read as text have a lower
 * confidence. Most lines of text have a mean confidence of 0.9.
 */
const NOISE_BELOW = 0.35;

/**
 * Whether the words are noise. Numbers and single letters are kept, because masked numbers and check marks have a low
 * confidence too.
 */
const isNoise = (words: readonly ReadWord[]): boolean =>
  words.every(({ letters }) => !/\d/.test(letters)) &&
  words.some(({ letters }) => letters.length > 2) &&
  words.reduce((sum, { confidence }) => sum + confidence, 0) < NOISE_BELOW * words.length;

function readWordOf(letters: string, title: string): ReadWord {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersAfter('bbox', title);
  const [percent = 0] = numbersAfter('x_wconf', title);
  return { letters, box: { left, top, right, bottom }, confidence: Math.min(CONFIDENCE_MAX, percent / 100) };
}

/**
 * Clips the box of each word to its line and to the left edge of the next word. If a drawn line touches a word, OCR
 * adds the drawn line to the word's box. The box then reaches across other words and lines.
 */
const apart = (words: readonly ReadWord[], { box: line }: Line): ReadWord[] =>
  words.map((word, index) => {
    const { left, top, right, bottom } = word.box;
    const next = words[index + 1]?.box.left ?? 0;
    const box = {
      left,
      top: Math.max(top, line.top),
      right: next > left && right >= next ? next - 1 : right,
      bottom: Math.min(bottom, line.bottom),
    };
    return { ...word, box };
  });

function lineOf(title: string): Line {
  const [left = 0, top = 0, right = 0, bottom = 0] = numbersAfter('bbox', title);
  const [slope = 0, offset = 0] = numbersAfter('baseline', title);
  const [size = 0] = numbersAfter('x_size', title);
  return { box: { left, top, right, bottom }, slope, y: bottom + offset - slope * left, size };
}

const numbersAfter = (name: string, title: string): number[] =>
  (new RegExp(`(?:^|; )${name}((?: -?[\\d.]+)+)`).exec(title)?.[1] ?? '').trim().split(' ').map(Number);

/** Frames and underlines that OCR read as characters. */
const MARKS_ONLY = /^[|_—~=[\]{}¦\\]+$/;
/** Characters that extend below the baseline, and characters that are as high as a capital letter. */
const DESCENDERS = /[gjpqyQ,;()[\]{}$|_@/]/;
const TALL = /[A-Z0-9bdfhklt$%&(]/;
const SMALL = /[a-z]/;
/**
 * Marks that do not reach down to the baseline. For these marks, the baseline of their line of text is used, even if it
 * is below the box of the mark.
 */
const HIGH_MARKS = /^[-–—~=+*'"“”‘’°^]+$/;
/** Heights of letters, as a share of the font size. The values are those of Helvetica and Times. */
const CAPITAL_HEIGHT = 0.71;
const SMALL_HEIGHT = 0.52;
const INFLATED_SHARE = 0.15;
/**
 * The font size is computed from the height and from the width. This is the maximum ratio of the first result to the
 * second. Even narrow fonts stay below this ratio.
 */
const TALLER_MAX = 1.6;
/** The minimum number of letters for which a mean width is computed. Shorter words have too few letters. */
const LETTERS_FOR_WIDTH = 4;
/** The minimum font size in points. Text below this size is usually a dashed line that OCR read as tiny letters. */
const SIZE_MIN = 3;
/** The confidence 1 is reserved for words from the text of a PDF. */
const CONFIDENCE_MAX = 0.99;

function wordOf({ letters, box, confidence }: ReadWord, line: Line, scale: number): Word | undefined {
  const { left, top, right, bottom } = box;
  const text = withoutMisreadings(letters, confidence);
  if (text === '' || MARKS_ONLY.test(text) || right <= left || bottom <= top) return undefined;
  const of_line = line.slope * ((left + right) / 2) + line.y;
  const baseline = HIGH_MARKS.test(text) && of_line > top ? of_line : within(of_line, (top + bottom) / 2, bottom);
  // In blurred pictures, the boxes of some words reach down to the next line. The height of such a word is taken from
  // its line instead.
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

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/**
 * Returns the font size. A line may contain labels and values of different sizes, so the size of the word is preferred
 * to the size of the line. Fonts whose capital letters have a small height, such as Courier, are wide. So the mean of
 * height and width is more accurate than the height alone.
 */
function sizeOf(text: string, { width, height }: { width: number; height: number }, line_size: number): number {
  const tall = TALL.test(text);
  if (!tall && !SMALL.test(text)) return Math.max(line_size, height);
  const by_height = height / (tall ? CAPITAL_HEIGHT : SMALL_HEIGHT);
  if (text.length < LETTERS_FOR_WIDTH) return by_height;
  const by_width = (1000 * width) / [...text].reduce((sum, letter) => sum + typicalWidth(letter), 0);
  // If a line of the form is drawn above a word, the box of the word may reach up to this line. In this case only the
  // width is used.
  return by_height > TALLER_MAX * by_width ? by_width : Math.sqrt(by_height * by_width);
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
