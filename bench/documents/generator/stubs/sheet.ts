// Prints the texts, lines and boxes of a pay stub with pdfkit, and records the values that the reader should find.
import Pdf from 'pdfkit';
import type { Sample, Truth } from '../sample.ts';
import type { Shown } from './formats.ts';

export type Face = 'sans' | 'serif' | 'mono';
const FACES = {
  sans: ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique'],
  serif: ['Times-Roman', 'Times-Bold', 'Times-Italic'],
  mono: ['Courier', 'Courier-Bold', 'Courier-Oblique'],
} as const;

/**
 * `align` determines whether x is the left edge, the right edge or the center of the text. A text that is wider than
 * `width` is printed smaller.
 */
export type Style = {
  size?: number;
  bold?: boolean;
  italic?: boolean;
  face?: Face;
  align?: 'left' | 'right' | 'center';
  width?: number;
  color?: string;
};

export type Column<Row> = {
  /** The name of the column in the expected values. A column without a name is printed but not recorded. */
  key?: string;
  title: string;
  x: number;
  width: number;
  align?: Style['align'];
  style?: Style;
  of: (row: Row) => Shown | string;
};

export type Table<Row> = {
  /** The name of the table in the expected values. */
  into?: string;
  columns: Column<Row>[];
  rows: readonly Row[];
  y: number;
  step: number;
  style?: Style;
  head?: Style | null;
  /** The distance from the head to the first row. */
  headStep?: number;
  /** Draws the background of the head, or of a row. */
  behindHead?: (y: number) => void;
  behindRow?: (y: number, index: number) => void;
};

/**
 * The layout errors that were found: texts that are cut off, too wide or on top of another text. The tests read this
 * list.
 */
export const FAULTS: string[] = [];

type Box = { page: number; left: number; top: number; right: number; bottom: number; text: string };

export function newSheet(options: {
  layout: string;
  seed: number;
  created: string;
  size?: [number, number];
  face?: Face;
}) {
  const { layout, seed, size = [612, 792], face = 'sans' } = options;
  const created = new Date(`${options.created}T0${seed % 10}:30:00Z`);
  const document = new Pdf({
    size,
    margin: 0,
    info: { Title: 'Earnings statement', Producer: 'Payroll', Creator: 'Payroll', CreationDate: created },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
  });
  const truth: Truth = { document_type: 'PAYSTUB', subtype: null, pages: [1, 1], fields: {}, tables: {} };
  const boxes: Box[] = [];

  /** Prints one line of text; y is its top. Returns the right edge. */
  function text(content: string, x: number, y: number, style: Style = {}): number {
    if (content === '') return x;
    const own = FACES[style.face ?? face];
    document.font(style.bold ? own[1] : style.italic ? own[2] : own[0]);
    let points = style.size ?? 9;
    const widthAt = (at: number) => document.fontSize(at).widthOfString(content);
    const smallest = points * 0.72;
    while (style.width !== undefined && widthAt(points) > style.width && points > smallest) points -= 0.25;
    const width = widthAt(points);
    const left = style.align === 'right' ? x - width : style.align === 'center' ? x - width / 2 : x;
    const fault = (what: string) => FAULTS.push(`${layout} ${seed}: ${what}: ${content}`);
    if (style.width !== undefined && width > style.width) fault('too wide');
    if (left < 8 || left + width > size[0] - 8 || y < 8 || y + points > size[1] - 6) fault('off the page');
    const box = {
      page: truth.pages[1],
      left,
      top: y + points * 0.1,
      right: left + width,
      bottom: y + points * 0.85,
      text: content,
    };
    const hit = boxes.find(
      (other) =>
        other.page === box.page &&
        other.left < box.right - 0.3 &&
        box.left < other.right - 0.3 &&
        other.top < box.bottom &&
        box.top < other.bottom,
    );
    if (hit) fault(`on top of "${hit.text}"`);
    boxes.push(box);
    document.fillColor(style.color ?? '#000000').text(content, left, y, { lineBreak: false });
    return left + width;
  }

  /** Prints the value of a field and records it. */
  function field(name: string, shown: Shown, x: number, y: number, style: Style = {}): number {
    if (shown.text === '') return x;
    record(name, shown.truth);
    return text(shown.text, x, y, style);
  }

  /**
   * Records the value of a field that is printed in several parts, or that was printed without the function `field`.
   */
  function record(name: string, value: string): void {
    if (truth.fields[name] !== undefined && truth.fields[name] !== value)
      throw new Error(`${layout}: two values of ${name}`);
    truth.fields[name] = value;
  }

  /** Prints lines below each other and returns the y below the last one. */
  function lines(contents: readonly string[], x: number, y: number, style: Style & { step?: number } = {}): number {
    const step = style.step ?? (style.size ?? 9) * 1.25;
    for (const [index, content] of contents.entries()) text(content, x, y + index * step, style);
    return y + contents.length * step;
  }

  /** Prints an address, one line below the other, and records it. */
  function address(
    name: string,
    contents: readonly string[],
    x: number,
    y: number,
    style: Style & { step?: number } = {},
  ): number {
    record(name, contents.join(', '));
    return lines(contents, x, y, style);
  }

  function row(into: string | undefined, values: Record<string, Shown | string | undefined>): void {
    if (!into) return;
    const found = Object.entries(values).flatMap(([key, value]): [string, string][] => {
      const own = typeof value === 'string' ? value : value?.truth;
      return own ? [[key, own]] : [];
    });
    (truth.tables[into] ??= []).push(Object.fromEntries(found));
  }

  /** Prints a table with one line per row and records its rows. Returns the y below the last row. */
  function table<Row>({ into, columns, rows, y, step, style = {}, head = {}, ...draw }: Table<Row>): number {
    let top = y;
    if (head) {
      draw.behindHead?.(top);
      for (const { title, x, width, align = 'left' } of columns)
        text(title, x, top, { ...style, bold: true, ...head, width, align });
      top += draw.headStep ?? step * 1.15;
    }
    for (const [index, item] of rows.entries()) {
      draw.behindRow?.(top, index);
      const values: Record<string, Shown | string> = {};
      for (const column of columns) {
        const value = column.of(item);
        if (column.key) values[column.key] = value;
        const content = typeof value === 'string' ? value : value.text;
        text(content, column.x, top, { ...style, ...column.style, width: column.width, align: column.align ?? 'left' });
      }
      row(into, values);
      top += step;
    }
    return top;
  }

  function rule(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    style: { width?: number; color?: string; dash?: number } = {},
  ) {
    document
      .save()
      .lineWidth(style.width ?? 0.5)
      .strokeColor(style.color ?? '#000000');
    if (style.dash) document.dash(style.dash, { space: style.dash });
    document.moveTo(fromX, fromY).lineTo(toX, toY).stroke().restore();
  }

  function box(
    x: number,
    y: number,
    width: number,
    height: number,
    style: { fill?: string; stroke?: string; width?: number; radius?: number } = {},
  ) {
    document.save().lineWidth(style.width ?? 0.5);
    document.roundedRect(x, y, width, height, style.radius ?? 0);
    if (style.fill && style.stroke) document.fillAndStroke(style.fill, style.stroke);
    else if (style.fill) document.fill(style.fill);
    else document.stroke(style.stroke ?? '#000000');
    document.restore();
  }

  function page(): void {
    document.addPage();
    truth.pages[1] += 1;
  }

  async function done(): Promise<Sample> {
    document.end();
    await ended;
    return { layout, seed, file: Buffer.concat(chunks), documents: [truth] };
  }

  return {
    text,
    field,
    record,
    lines,
    address,
    row,
    table,
    rule,
    box,
    page,
    done,
    document,
    width: size[0],
    height: size[1],
  };
}
