// Draws on a page, with positions in points: texts without automatic line breaks, ruled boxes, and amounts in the
// format of forms.
import Pdf from 'pdfkit';
import { type Random, randomOf, type Sample, type Truth } from '../sample.ts';

export type Font =
  | 'Helvetica'
  | 'Helvetica-Bold'
  | 'Helvetica-Oblique'
  | 'Times-Roman'
  | 'Times-Bold'
  | 'Times-Italic'
  | 'Courier'
  | 'Courier-Bold';

export type TextStyle = {
  font?: Font;
  size?: number;
  align?: 'left' | 'right' | 'center';
  /** The maximum width of the text. The font size is reduced until the text fits. */
  fit?: number;
  color?: string;
};

export type Box = { x: number; y: number; width: number; height: number };

export type Canvas = {
  /**
   * Draws one line. `x` is the left edge, the right edge or the middle of the line, depending on the alignment; `y` is
   * its top.
   */
  text(text: string, x: number, y: number, style?: TextStyle): void;
  /** Breaks a text into lines that are at most `width` wide and draws them. Returns the y below the last line. */
  paragraph(text: string, x: number, y: number, width: number, style?: TextStyle & { leading?: number }): number;
  widthOf(text: string, style?: TextStyle): number;
  rectangle(box: Box, style?: { line?: number; fill?: string; color?: string }): void;
  line(x1: number, y1: number, x2: number, y2: number, style?: { width?: number; color?: string; dash?: number }): void;
  checkBox(x: number, y: number, size: number, mark: string | null): void;
  ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string): void;
  /** Draws a text that is rotated by 90 degrees counter-clockwise around the point (`x`, `y`). */
  vertical(text: string, x: number, y: number, style?: TextStyle): void;
  newPage(): void;
  finish(): Promise<Buffer>;
};

type PageSettings = { seed: number; year: number; title: string; producer?: string; landscape?: boolean };

/**
 * A document with pages of letter size. Its dates come from the seed, so that the same seed always produces the same
 * bytes.
 */
export function newCanvas({ seed, year, title, producer, landscape = false }: PageSettings): Canvas {
  const created = new Date(Date.UTC(year + 1, 0, 8 + (seed % 24), 9 + (seed % 9), seed % 60, seed % 53));
  const doc = new Pdf({
    size: 'LETTER',
    margin: 0,
    layout: landscape ? 'landscape' : 'portrait',
    info: { Title: title, CreationDate: created, ...(producer === undefined ? {} : { Producer: producer }) },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });

  const use = (text: string, { font = 'Helvetica', size = 8, fit, color = 'black' }: TextStyle): number => {
    doc.font(font).fontSize(size).fillColor(color);
    const width = doc.widthOfString(text);
    if (fit === undefined || width <= fit) return width;
    doc.fontSize((size * fit) / width);
    return fit;
  };
  const text: Canvas['text'] = (words, x, y, style = {}) => {
    if (words === '') return;
    const width = use(words, style);
    const shift = style.align === 'right' ? width : style.align === 'center' ? width / 2 : 0;
    doc.text(words, x - shift, y, { lineBreak: false });
  };

  return {
    text,
    paragraph(words, x, y, width, style = {}) {
      const leading = style.leading ?? (style.size ?? 8) * 1.2;
      let at = y;
      for (const part of words.split('\n')) {
        let line = '';
        for (const word of part.split(' ')) {
          const longer = line === '' ? word : `${line} ${word}`;
          if (line !== '' && use(longer, style) > width) {
            text(line, x, at, style);
            at += leading;
            line = word;
          } else line = longer;
        }
        text(line, x, at, style);
        at += leading;
      }
      return at;
    },
    widthOf: (words, style = {}) => use(words, style),
    rectangle({ x, y, width, height }, { line = 0.6, fill, color = 'black' } = {}) {
      doc.rect(x, y, width, height);
      if (fill !== undefined && line > 0) doc.lineWidth(line).fillAndStroke(fill, color);
      else if (fill !== undefined) doc.fill(fill);
      else doc.lineWidth(line).stroke(color);
    },
    line(x1, y1, x2, y2, { width = 0.6, color = 'black', dash } = {}) {
      doc.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width);
      if (dash !== undefined) doc.dash(dash, { space: dash });
      doc.stroke(color);
      if (dash !== undefined) doc.undash();
    },
    checkBox(x, y, size, mark) {
      doc.rect(x, y, size, size).lineWidth(0.7).stroke('black');
      if (mark === null) return;
      text(mark, x + size / 2, y + size * 0.08, { font: 'Helvetica-Bold', size: size * 1.05, align: 'center' });
    },
    ellipse(x, y, radiusX, radiusY, fill) {
      doc.ellipse(x, y, radiusX, radiusY).fill(fill);
    },
    vertical(words, x, y, style = {}) {
      doc.save().rotate(-90, { origin: [x, y] });
      text(words, x, y, style);
      doc.restore();
    },
    newPage() {
      doc.addPage();
    },
    finish() {
      doc.end();
      return finished;
    },
  };
}

export async function sampleOf(layout: string, seed: number, canvas: Canvas, documents: Truth[]): Promise<Sample> {
  return { layout, seed, file: await canvas.finish(), documents };
}

/** Mixes the layout's name into the seed, so that two layouts with the same seed show different people. */
export function randomFor(layout: string, seed: number): Random {
  let mixed = seed >>> 0;
  for (const char of layout) mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return randomOf(mixed);
}

/** Prints an amount in the format of one issuer. */
export type MoneyStyle = (cents: number) => string;

export function dollarsAndCents(cents: number, grouping: boolean): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = grouping ? digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',') : digits.slice(0, -2);
  return `${cents < 0 ? '-' : ''}${whole}.${digits.slice(-2)}`;
}

export function moneyStyleOf(random: Random): MoneyStyle {
  const grouping = random.chance(0.6);
  const sign = random.chance(0.08) ? '$' : '';
  return (cents) => `${sign}${dollarsAndCents(cents, grouping)}`;
}

/** Chooses the font in which a program types values on a form. */
export function valueFontOf(random: Random): Font {
  return random.pick<Font>(['Courier', 'Courier-Bold', 'Helvetica', 'Helvetica-Bold', 'Times-Roman']);
}
