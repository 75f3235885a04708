// A drawing surface: Letter pages with text, lines and boxes, which are converted to a PDF. Coordinates are in points
// from the top left corner; `y` of a text is its baseline.
//
// pdfkit builds the file, but we write the content of each page as one sequence of operators. pdfkit's own function
// text() measures, kerns and wraps each piece of text, which took 5 ms for a pay stub. Our own code takes less than 1
// ms.
import { type Face, FONT_NAMES, fitted, latin, widthOf, wrapped } from './latin.ts';
import { pdfkit } from './pdfkit.ts';

export const PAGE = { width: 612, height: 792, margin: 40 } as const;
export const RIGHT = PAGE.width - PAGE.margin;
export const BOTTOM = PAGE.height - PAGE.margin;

/** Red, green and blue from 0 to 1, as PDF operators expect them. */
const INK = { black: '0.1 0.1 0.12', grey: '0.42 0.44 0.48', accent: '0.12 0.24 0.38' } as const;
export type Ink = keyof typeof INK;
const PAINT = {
  white: '1 1 1',
  tint: '0.945 0.955 0.965',
  line: '0.76 0.78 0.81',
  pale: '0.64 0.73 0.83',
  deep: '0.12 0.24 0.38',
} as const;

export type Style = {
  size: number;
  face?: Face;
  ink?: Ink;
  /** Defines which edge of the text is at `x`. The default is `left`. */
  align?: 'left' | 'right';
  /**
   * The maximum width. Wider text is shrunk down to `size_min` (by default, a fifth smaller than `size`). If it is
   * still too wide, it is truncated.
   */
  width_max?: number;
  size_min?: number;
  /** The page number, counted from 0. The default is the last page. */
  page?: number;
};

type Placed = { page: number; shown: string; x: number; y: number; width: number; size: number; face: Face };

/**
 * A document: its pages with their PDF operators, and all texts with their positions. By default, text is drawn on the
 * last page.
 */
export type Paper = { pages: string[][]; placed: Placed[] };

export const newPaper = (): Paper => ({ pages: [[]], placed: [] });
export const addPage = (paper: Paper): void => void paper.pages.push([]);

export function write(paper: Paper, text: string, x: number, y: number, style: Style): void {
  writeLatin(paper, latin(text), x, y, style);
}

/** Writes text on up to `lines_max` lines that are `leading` points apart. Returns the baseline of the next line. */
export function writeLines(
  paper: Paper,
  text: string,
  x: number,
  y: number,
  style: Style & { width_max: number; leading: number; lines_max: number },
): number {
  const { face = 'plain', size, width_max, leading, lines_max } = style;
  const lines = wrapped(latin(text), face, size, width_max, lines_max);
  // All lines of a text have the same font size. So text is shrunk only if it is limited to one line.
  const look: Style = lines_max === 1 ? style : { ...style, size_min: size };
  for (const [at, line] of lines.entries()) writeLatin(paper, line, x, y + at * leading, look);
  return y + lines.length * leading;
}

export function rule(paper: Paper, from: number, until: number, y: number, weight = 0.6): void {
  drawOn(
    paper,
    paper.pages.length - 1,
    `${PAINT.line} RG ${weight} w ${point(from)} ${point(y)} m ${point(until)} ${point(y)} l S`,
  );
}

export function box(
  paper: Paper,
  area: { x: number; y: number; width: number; height: number },
  look: { fill?: keyof typeof PAINT; outline?: number; page?: number },
): void {
  const page = look.page ?? paper.pages.length - 1;
  const shape = `${point(area.x)} ${point(area.y)} ${point(area.width)} ${point(area.height)} re`;
  if (look.fill !== undefined) drawOn(paper, page, `${PAINT[look.fill]} rg ${shape} f`);
  if (look.outline !== undefined) drawOn(paper, page, `${INK.grey} RG ${look.outline} w ${shape} S`);
}

export type About = { title: string; author: string; subject: string; created_on: string };
export type Drawing = { paper: Paper; about: About };

/**
 * Converts a drawing to a PDF. The same drawing always gives the same bytes, because the dates and the file id come
 * from `about`.
 */
export async function toPdf({ paper, about }: Drawing): Promise<Buffer> {
  const Pdf = pdfkit();
  const { title, author, subject, created_on } = about;
  const created = new Date(`${created_on}T00:00:00Z`);
  const doc = new Pdf({
    autoFirstPage: false,
    // With an empty `font`, pdfkit has no default font and loads no font metrics. This function itself adds our two
    // fonts to each page.
    font: '',
    size: [PAGE.width, PAGE.height],
    margin: 0,
    info: {
      Title: harmless(title),
      Author: harmless(author),
      Subject: harmless(subject),
      Creator: 'Vouch',
      Producer: 'Vouch',
      CreationDate: created,
      ModDate: created,
    },
  });
  const fonts = Object.values(FONT_NAMES).map((BaseFont) => {
    const font = doc.ref({ Type: 'Font', Subtype: 'Type1', BaseFont, Encoding: 'WinAnsiEncoding' });
    font.end(undefined);
    return font;
  });
  for (const operators of paper.pages) {
    doc.addPage();
    for (const [at, font] of fonts.entries()) doc.page.fonts[`F${at + 1}`] = font;
    doc.addContent(operators.join('\n'));
  }
  doc.end();
  // pdfkit generates the whole file before `end` returns, so there is no need to wait for its stream.
  const bytes: unknown = doc.read();
  if (!Buffer.isBuffer(bytes)) throw new Error('pdfkit did not produce a file');
  return bytes;
}

/**
 * PDF viewers show metadata in their own fonts, not in the fonts of the PDF. So only control, format and surrogate
 * characters must be replaced.
 */
const harmless = (text: string): string => text.slice(0, 500).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '?');

function writeLatin(paper: Paper, text: string, x: number, y: number, style: Style): void {
  const { face = 'plain', ink = 'black', align = 'left', width_max = PAGE.width } = style;
  if (text === '') return;
  const sizes = { size: style.size, size_min: style.size_min ?? style.size * 0.8 };
  const { shown, size } = fitted(text, face, sizes, width_max);
  const width = widthOf(shown, face, size);
  const left = align === 'left' ? x : x - width;
  place(paper, { page: style.page ?? paper.pages.length - 1, shown, x: left, y, width, size, face }, INK[ink]);
}

const FONT_IDS: Record<Face, string> = { plain: 'F1', bold: 'F2' };

function place(paper: Paper, placed: Placed, color: string): void {
  const { page, shown, x, y, size, face } = placed;
  const escaped = shown.replaceAll(/[\\()]/g, '\\$&');
  // pdfkit flips the page so that y counts from the top. The text matrix flips the text back.
  const where = `1 0 0 -1 ${point(x)} ${point(y)} Tm`;
  drawOn(paper, page, `BT ${color} rg /${FONT_IDS[face]} ${point(size)} Tf ${where} (${escaped}) Tj ET`);
  paper.placed.push(placed);
}

const drawOn = (paper: Paper, page: number, operator: string): void => void paper.pages[page]?.push(operator);

const point = (value: number): string => String(Math.round(value * 100) / 100);
