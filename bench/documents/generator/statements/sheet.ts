// Prints texts at exact positions on the pages of a PDF. No text wraps or breaks automatically, so the expected values
// of a sample are exactly what the layout printed. A text that covers another text or extends beyond the page is an
// error.
import Pdf from 'pdfkit';

export type Face = { regular: string; bold: string; italic: string };
export const SANS: Face = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique' };
export const SERIF: Face = { regular: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' };
export const MONO: Face = { regular: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique' };

export type Style = { font: string; size: number; color?: string; align?: 'left' | 'right' | 'center' };

/**
 * The part of a line that one text operator draws: the whole line, a word or a letter. The issuer's program determines
 * which of these it is.
 */
export type Pieces = 'line' | 'word' | 'letter';

export type Sheet = {
  width: number;
  height: number;
  /** The current page, counted from 1. */
  page(): number;
  addPage(): void;
  /** Draws one line. `y` is its baseline; `x` is its left edge, right edge or middle, depending on the alignment. */
  text(x: number, y: number, text: string, style: Style): void;
  /** Draws a list of lines. Returns the baseline at which the next line would be. */
  lines(x: number, y: number, lines: readonly string[], style: Style, leading?: number): number;
  paragraph(x: number, y: number, width: number, text: string, style: Style, leading?: number): number;
  widthOf(text: string, style: Style): number;
  wrap(text: string, width: number, style: Style): string[];
  rule(x: number, y: number, right: number, line?: { width?: number; color?: string; dash?: number }): void;
  upright(x: number, y: number, bottom: number, line?: { width?: number; color?: string }): void;
  box(
    x: number,
    y: number,
    width: number,
    height: number,
    look: { fill?: string; stroke?: string; round?: number },
  ): void;
  circle(x: number, y: number, radius: number, fill: string): void;
  triangle(points: readonly [number, number][], fill: string): void;
  /** Ends the file. The callback draws on every page, for instance the page number. */
  finish(onPage?: (page: number, pages: number) => void): Promise<Buffer>;
};

type SheetOptions = {
  title: string;
  created: Date;
  producer?: string;
  size?: [number, number];
  pieces?: Pieces;
};

type Box = { left: number; top: number; right: number; bottom: number; text: string };

/** The minimum distance of a text from the edge of the page, in points. */
const EDGE = 12;
const LETTER_SIZE: [number, number] = [612, 792];

export function sheetOf(options: SheetOptions): Sheet {
  const { title, created, producer = 'Output Composer 4.1', size = LETTER_SIZE, pieces = 'line' } = options;
  const pdf = new Pdf({
    size,
    margin: 0,
    bufferPages: true,
    info: { Title: title, Producer: producer, Creator: producer, CreationDate: created },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [width, height] = size;
  let page = 1;
  const boxes = new Map<number, Box[]>();

  const widthOf = (text: string, { font, size }: Style): number => pdf.font(font).fontSize(size).widthOfString(text);

  const put = (x: number, y: number, text: string): void => {
    pdf.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
  };

  const text = (x: number, y: number, raw: string, style: Style): void => {
    if (raw.trim() === '') return;
    const wide = widthOf(raw, style);
    const left = style.align === 'right' ? x - wide : style.align === 'center' ? x - wide / 2 : x;
    const box = { left, top: y - style.size * 0.7, right: left + wide, bottom: y + style.size * 0.18, text: raw };
    claim(boxes, page, box, { width, height }, title);
    pdf.fillColor(style.color ?? '#000000');
    for (const { at, piece } of piecesOf(raw, pieces)) put(left + pdf.widthOfString(raw.slice(0, at)), y, piece);
  };

  const lines = (x: number, y: number, all: readonly string[], style: Style, leading = style.size * 1.22): number => {
    all.forEach((line, at) => text(x, y + at * leading, line, style));
    return y + all.length * leading;
  };

  const wrap = (long: string, room: number, style: Style): string[] => {
    const done: string[] = [];
    let line = '';
    for (const word of long.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, style) > room) {
        done.push(line);
        line = word;
      } else line = longer;
    }
    return [...done, line];
  };

  return {
    width,
    height,
    page: () => page,
    addPage: () => {
      pdf.addPage();
      page += 1;
    },
    text,
    lines,
    paragraph: (x, y, room, long, style, leading) => lines(x, y, wrap(long, room, style), style, leading),
    widthOf,
    wrap,
    rule: (x, y, right, { width = 0.6, color = '#000000', dash } = {}) => {
      pdf.save().moveTo(x, y).lineTo(right, y).lineWidth(width);
      if (dash !== undefined) pdf.dash(dash, {});
      pdf.stroke(color).restore();
    },
    upright: (x, y, bottom, { width = 0.6, color = '#000000' } = {}) => {
      pdf.save().moveTo(x, y).lineTo(x, bottom).lineWidth(width).stroke(color).restore();
    },
    box: (x, y, wide, high, { fill, stroke, round = 0 }) => {
      const shape = () => (round === 0 ? pdf.rect(x, y, wide, high) : pdf.roundedRect(x, y, wide, high, round));
      if (fill !== undefined) shape().fill(fill);
      if (stroke !== undefined) shape().lineWidth(0.7).stroke(stroke);
    },
    circle: (x, y, radius, fill) => {
      pdf.circle(x, y, radius).fill(fill);
    },
    triangle: (points, fill) => {
      pdf.polygon(...points.map(([x, y]) => [x, y])).fill(fill);
    },
    finish: async (onPage) => {
      const { count } = pdf.bufferedPageRange();
      for (let at = 0; at < count && onPage !== undefined; at++) {
        pdf.switchToPage(at);
        page = at + 1;
        onPage(page, count);
      }
      const ended = new Promise((resolve) => pdf.on('end', resolve));
      pdf.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function piecesOf(text: string, pieces: Pieces): { at: number; piece: string }[] {
  if (pieces === 'line') return [{ at: 0, piece: text }];
  const pattern = pieces === 'word' ? /\S+/g : /\S/g;
  return [...text.matchAll(pattern)].map((match) => ({ at: match.index, piece: match[0] }));
}

/** Records the position of a text. Throws if the text covers another text or is outside the page. */
function claim(
  boxes: Map<number, Box[]>,
  page: number,
  box: Box,
  { width, height }: { width: number; height: number },
  title: string,
): void {
  const where = `${title}, page ${page}: "${box.text}"`;
  if (box.left < EDGE || box.right > width - EDGE || box.top < EDGE || box.bottom > height - EDGE)
    throw new Error(`${where} leaves the page`);
  const others = boxes.get(page) ?? [];
  const covered = others.find(
    ({ left, right, top, bottom }) =>
      Math.min(right, box.right) - Math.max(left, box.left) > 0.5 &&
      Math.min(bottom, box.bottom) - Math.max(top, box.top) > 0.5,
  );
  if (covered !== undefined) throw new Error(`${where} covers "${covered.text}"`);
  others.push(box);
  boxes.set(page, others);
}
