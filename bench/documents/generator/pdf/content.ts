// Finds the texts in a page's content stream. Each text has its position on the page and its position in the stream, so
// that it can be replaced in the stream.
import Pdf from 'pdfkit';
import { bodyOf, decoded, type PdfFile, referenceIn } from './objects.ts';

export type Glyph = {
  char: string;
  byte: number;
  /** The x of the glyph's left edge on the page. */
  x: number;
  width: number;
  /** The adjustment after this glyph in the operand array of the `TJ` operator. */
  kern: number;
};

/** The text of one text-showing operator. Coordinates are points from the lower left corner of the page. */
export type Run = {
  page: number;
  /** The offsets in the content at which the operand begins and the operator ends. */
  from: number;
  to: number;
  /** The operands of the `Tm` operator that positions only this run; null if the run has no such operator. */
  matrix: { from: number; to: number; values: number[] } | null;
  /**
   * The position on the page. The code assumes that text is not rotated and has the scale 1, which is the case in all
   * generated files.
   */
  x: number;
  y: number;
  size: number;
  /** The font's name in the page's resources, and its base font. */
  font: string;
  base_font: string;
  /** The operators that set the colour of the text. */
  color: string;
  glyphs: Glyph[];
};

type Matrix = [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the decoded content of a page. If it has several streams, they are joined. */
export function contentOf(file: PdfFile, page: number): string {
  const body = bodyOf(file, page);
  return contentNumbers(body)
    .map((number) => {
      const object = file.objects.get(number);
      return object === undefined ? '' : decoded(object).toString('latin1');
    })
    .join('\n');
}

export function contentNumbers(body: string): number[] {
  const list = /\/Contents\s*(?:\[([^\]]*)\]|(\d+ 0 R))/.exec(body);
  return [...(list?.[1] ?? list?.[2] ?? '').matchAll(/(\d+) 0 R/g)].map((match) => Number(match[1]));
}

/** Returns a map from the resource name of each font of the page to its base font. */
export function fontsOf(file: PdfFile, page: number): Map<string, string> {
  const own = bodyOf(file, page);
  const resources = /\/Resources\s+\d+ 0 R/.test(own) ? bodyOf(file, referenceIn(own, 'Resources')) : own;
  const list = /\/Font\s*(?:<<(.*?)>>|(\d+) 0 R)/s.exec(resources);
  const entries = list?.[1] ?? (list?.[2] === undefined ? '' : bodyOf(file, Number(list[2])));
  return new Map(
    [...entries.matchAll(/\/(\w+)\s+(\d+) 0 R/g)].map(([, name = '', number = '']) => [
      name,
      /\/BaseFont\s*\/([\w+,-]+)/.exec(bodyOf(file, Number(number)))?.[1] ?? '',
    ]),
  );
}

const TOKEN =
  /\[(?:\((?:\\.|[^\\)])*\)|<[^>]*>|[^\]])*\]|\((?:\\.|[^\\)])*\)|<<|>>|<[^>]*>|\/[^\s/<>[\]()]*|[^\s/<>[\]()]+/gs;

export function runsOf(file: PdfFile, page: number, position: number): Run[] {
  const content = contentOf(file, page);
  const fonts = fontsOf(file, page);
  const runs: Run[] = [];
  const stack: { ctm: Matrix; color: string; font: string; size: number }[] = [];
  let state = { ctm: IDENTITY, color: '0 g', font: '', size: 0 };
  let text: Matrix = IDENTITY;
  let place: Run['matrix'] = null;
  let operands: { text: string; from: number }[] = [];
  const numbers = () => operands.map((operand) => Number(operand.text));
  const written = (operator: string) => `${operands.map((operand) => operand.text).join(' ')} ${operator}`;
  for (const match of content.matchAll(TOKEN)) {
    const token = match[0];
    if (/^[[(</+\-.\d]/.test(token) || token === '>>') {
      operands.push({ text: token, from: match.index });
      continue;
    }
    const from = operands[0]?.from ?? match.index;
    if (token === 'q') stack.push({ ...state });
    else if (token === 'Q') state = stack.pop() ?? state;
    else if (token === 'cm') state = { ...state, ctm: times(matrixOf(numbers()), state.ctm) };
    else if (token === 'cs') state = { ...state, color: written(token) };
    else if (token === 'scn') state = { ...state, color: `${state.color.replace(/(cs).*/s, '$1')} ${written(token)}` };
    else if (token === 'rg' || token === 'g' || token === 'k') state = { ...state, color: written(token) };
    else if (token === 'Tf')
      state = { ...state, font: (operands[0]?.text ?? '').slice(1), size: Number(operands[1]?.text) };
    else if (token === 'BT') text = IDENTITY;
    else if (token === 'Tm') {
      text = matrixOf(numbers());
      place = { from, to: match.index, values: numbers() };
    } else if (token === 'Td') {
      text = times([1, 0, 0, 1, Number(operands[0]?.text), Number(operands[1]?.text)], text);
      place = null;
    } else if (token === 'TJ' || token === 'Tj') {
      const [scale, turned, , up, x, y] = times(text, state.ctm);
      const size = state.size * scale;
      const base_font = fonts.get(state.font) ?? '';
      const glyphs = glyphsOf(operands.at(-1)?.text ?? '', base_font, size, x);
      const last = glyphs.at(-1);
      if (last !== undefined && Math.abs(turned) < 1e-6 && up > 0)
        runs.push({
          page: position,
          from,
          to: match.index + token.length,
          matrix: place,
          x,
          y,
          size,
          font: state.font,
          base_font,
          color: state.color,
          glyphs,
        });
      if (last !== undefined) text = times([1, 0, 0, 1, (last.x + last.width - x) / (scale || 1), 0], text);
      place = null;
    }
    operands = [];
  }
  return runs;
}

function glyphsOf(operand: string, font: string, size: number, left: number): Glyph[] {
  const glyphs: Glyph[] = [];
  let x = left;
  for (const [part] of operand.matchAll(/\((?:\\.|[^\\)])*\)|<[^>]*>|[-+.\d]+/gs)) {
    if (!/^[(<]/.test(part)) {
      x -= (Number(part) / 1000) * size;
      const last = glyphs.at(-1);
      if (last !== undefined) last.kern += Number(part);
      continue;
    }
    for (const byte of bytesOf(part)) {
      const char = CP1252.get(byte) ?? String.fromCharCode(byte);
      const width = widthOf(char, font, size);
      glyphs.push({ char, byte, x, width, kern: 0 });
      x += width;
    }
  }
  return glyphs;
}

function bytesOf(string: string): number[] {
  if (string.startsWith('<')) return [...Buffer.from(string.slice(1, -1).replace(/\s/g, ''), 'hex')];
  const text = string
    .slice(1, -1)
    .replace(/\\(\d{1,3}|.)/gs, (_, code: string) =>
      /\d/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
  return [...Buffer.from(text, 'latin1')];
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
const CP1252 = new Map([
  [0x91, '‘'],
  [0x92, '’'],
  [0x93, '“'],
  [0x94, '”'],
  [0x95, '•'],
  [0x96, '–'],
  [0x97, '—'],
]);
const CODES = new Map([...CP1252].map(([byte, char]) => [char, byte]));

/** Returns the text as a hexadecimal string in the encoding of the standard fonts. */
export const hex = (text: string): string =>
  `<${[...text].map((char) => (CODES.get(char) ?? char.charCodeAt(0)).toString(16).padStart(2, '0')).join('')}>`;

const STANDARD = /^(Helvetica|Times|Courier)(-\w+)?$/;
let measure: InstanceType<typeof Pdf> | undefined;
const widths = new Map<string, number>();

/**
 * The width of a text. It is exact for the standard fonts. For any other font, it is the width in the most similar
 * standard font.
 */
export function widthOf(text: string, font: string, size: number): number {
  measure ??= new Pdf({ autoFirstPage: false });
  const standard = STANDARD.test(font)
    ? font
    : /cour/i.test(font)
      ? 'Courier'
      : /times/i.test(font)
        ? 'Times-Roman'
        : 'Helvetica';
  let sum = 0;
  for (const char of text) {
    const key = `${standard} ${char}`;
    let width = widths.get(key);
    if (width === undefined) {
      width = measure.font(standard).fontSize(1000).widthOfString(char);
      widths.set(key, width);
    }
    sum += width;
  }
  return (sum / 1000) * size;
}

function matrixOf(numbers: number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

function times(left: Matrix, right: Matrix): Matrix {
  const [a, b, c, d, e, f] = left;
  const [g, h, i, j, k, l] = right;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
