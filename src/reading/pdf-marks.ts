// Lists everything that one PDF page paints, in the order of painting: letters, filled rectangles and pictures.
// Positions are those of the displayed page.
import type { Box } from '#domain/documents/pages.ts';
import type { Layer } from '#domain/documents/pdf-traces.ts';
import {
  type Cursor,
  cursorAt,
  cursorAtStart,
  type Glyph,
  isMatrix,
  movedBy,
  multiply,
  pointAt,
  shownGlyphs,
  TEXT_STATE,
  type TextState,
} from './pdf-letters.ts';
import { rectanglesOf } from './pdf-rectangles.ts';
import type { Operators } from './pdf-rulings.ts';
import type { Matrix } from './pdf-words.ts';

export type Letter = Glyph & { kind: 'letter'; font: string; color: string | null; visible: boolean; layer: Layer };
export type Mark =
  | Letter
  | { kind: 'fill'; box: Box; color: string; layer: Layer }
  | { kind: 'picture'; box: Box; opaque: boolean; layer: Layer };

/** The functions through which this file gets data from pdf.js about the objects to which a page refers. */
export type Lookup = {
  operators: Readonly<Record<string, number>>;
  fontUnit: (font: string) => number;
  isOpaque: (picture: unknown) => boolean;
  layerOf: (annotation_id: unknown) => string;
};

/**
 * The maximum number of letters on a page. A dense page has 10,000 letters. A page with more letters than this limit
 * was created to overload the code that reads it.
 */
const MARKS_MAX = 200_000;

type State = TextState & { ctm: Matrix; clip: Box | null; color: string | null; alpha: number };

export function marksOf({ fnArray, argsArray }: Operators, lookup: Lookup, view: Matrix): Mark[] {
  const names = new Map(Object.entries(lookup.operators).map(([name, code]) => [code, name]));
  const painter = new Painter(lookup, view);
  for (const [index, code] of fnArray.entries()) {
    const args = argsArray[index];
    painter.run(names.get(code) ?? '', Array.isArray(args) ? args : []);
    if (painter.marks.length > MARKS_MAX) break;
  }
  return painter.marks;
}

/** Keeps the graphics state for one page. The state changes with every operator, so it is a mutable object. */
class Painter {
  readonly marks: Mark[] = [];
  readonly #lookup: Lookup;
  readonly #view: Matrix;
  readonly #saved: State[] = [];
  #state: State;
  #cursor: Cursor = cursorAtStart();
  #layer: Layer = null;
  #clips_next = false;

  constructor(lookup: Lookup, view: Matrix) {
    this.#lookup = lookup;
    this.#view = view;
    this.#state = this.#fresh();
  }

  run(name: string, args: readonly unknown[]): void {
    const [a, b] = args;
    const [x, y] = [Number(a), Number(b)];
    const state = this.#state;
    switch (name) {
      case 'save':
        this.#saved.push({ ...state });
        break;
      case 'restore':
      case 'paintFormXObjectEnd':
        this.#state = this.#saved.pop() ?? this.#fresh();
        break;
      case 'paintFormXObjectBegin':
        this.#saved.push({ ...state });
        if (isMatrix(a)) state.ctm = multiply(state.ctm, a);
        if (isCorners(b)) this.#clipTo(boxOf(b, state.ctm));
        break;
      case 'beginAnnotation':
        this.#beginLayer(args);
        break;
      case 'endAnnotation':
        this.#layer = null;
        this.#state = this.#fresh();
        break;
      case 'transform':
        if (isMatrix(args)) state.ctm = multiply(state.ctm, args);
        break;
      case 'setGState':
        this.#setGraphicsState(a);
        break;
      case 'setFillRGBColor':
        state.color = typeof a === 'string' ? a : null;
        break;
      case 'setFillColorN':
      case 'setFillTransparent':
        state.color = null;
        break;
      case 'clip':
      case 'eoClip':
        this.#clips_next = true;
        break;
      case 'constructPath':
        this.#paintPath(args);
        break;
      case 'paintSolidColorImageMask':
        this.#fill({ left: 0, top: 0, right: 1, bottom: 1 });
        break;
      case 'paintImageXObject':
      case 'paintInlineImageXObject':
        this.#picture(a);
        break;
      case 'paintImageMaskXObject':
        // Scanners store black and white pages as masks. A mask has transparent parts, so it is recorded as a picture
        // that is not opaque.
        this.#picture(undefined);
        break;
      case 'beginText':
        this.#cursor = cursorAtStart();
        break;
      case 'setTextMatrix':
        if (isMatrix(a)) this.#cursor = cursorAt(a);
        break;
      case 'moveText':
        this.#cursor = movedBy(this.#cursor, x, y);
        break;
      case 'setLeadingMoveText':
        state.leading = -y;
        this.#cursor = movedBy(this.#cursor, x, y);
        break;
      case 'nextLine':
        this.#cursor = movedBy(this.#cursor, 0, -state.leading);
        break;
      case 'showText':
        this.#show(a);
        break;
      case 'setFont':
        state.font = String(a);
        state.size = y;
        break;
      default:
        this.#setSpacing(name, x);
    }
  }

  #setSpacing(name: string, value: number): void {
    const state = this.#state;
    if (name === 'setCharSpacing') state.char_spacing = value;
    else if (name === 'setWordSpacing') state.word_spacing = value;
    else if (name === 'setHScale') state.scale = value / 100;
    else if (name === 'setLeading') state.leading = value;
    else if (name === 'setTextRise') state.rise = value;
    else if (name === 'setTextRenderingMode') state.mode = value;
  }

  #fresh(): State {
    return { ...TEXT_STATE, ctm: this.#view, clip: null, color: '#000000', alpha: 1 };
  }

  /** An annotation is painted with a new graphics state, which does not depend on what the page painted before. */
  #beginLayer([id, corners, transform, matrix]: readonly unknown[]): void {
    this.#layer = this.#lookup.layerOf(id);
    this.#state = this.#fresh();
    if (isCorners(corners)) this.#clipTo(boxOf(corners, this.#view));
    for (const step of [transform, matrix]) {
      if (isMatrix(step)) this.#state.ctm = multiply(this.#state.ctm, step);
    }
  }

  #setGraphicsState(entries: unknown): void {
    for (const entry of Array.isArray(entries) ? entries : []) {
      const [key, value]: unknown[] = Array.isArray(entry) ? entry : [];
      if (key === 'ca') this.#state.alpha = Number(value);
      if (key === 'SMask' && value !== false) this.#state.alpha = 0;
      if (key === 'Font' && Array.isArray(value)) {
        this.#state.font = String(value[0]);
        this.#state.size = Number(value[1]);
      }
    }
  }

  #paintPath([paint, paths, extent]: readonly unknown[]): void {
    const { operators } = this.#lookup;
    const fills = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
    if (fills.some((name) => operators[name] === paint)) {
      for (const box of rectanglesOf(Array.isArray(paths) ? paths : [])) this.#fill(box);
    }
    if (this.#clips_next && isCorners(extent)) this.#clipTo(boxOf(extent, this.#state.ctm));
    this.#clips_next = false;
  }

  #clipTo(box: Box): void {
    const { clip } = this.#state;
    this.#state.clip = clip === null ? box : common(clip, box);
  }

  #visiblePart(box: Box): Box {
    return this.#state.clip === null ? box : common(this.#state.clip, box);
  }

  #fill({ left, top, right, bottom }: Box): void {
    const { color, alpha, ctm } = this.#state;
    const box = this.#visiblePart(boxOf([left, top, right, bottom], ctm));
    const skewed = Math.abs(ctm[0] * ctm[1]) > 1e-6;
    if (color === null || alpha < 0.95 || skewed || isEmpty(box)) return;
    this.marks.push({ kind: 'fill', box, color, layer: this.#layer });
  }

  #picture(picture: unknown): void {
    const box = this.#visiblePart(boxOf([0, 0, 1, 1], this.#state.ctm));
    const opaque = this.#state.alpha >= 0.95 && this.#lookup.isOpaque(picture);
    if (!isEmpty(box)) this.marks.push({ kind: 'picture', box, opaque, layer: this.#layer });
  }

  #show(piece: unknown): void {
    if (!Array.isArray(piece)) return;
    const { ctm, font, color, mode, alpha, clip } = this.#state;
    const { glyphs, cursor } = shownGlyphs(piece, this.#state, this.#cursor, ctm, this.#lookup.fontUnit(font));
    this.#cursor = cursor;
    const visible = mode !== 3 && mode !== 7 && alpha > 0.05;
    for (const glyph of glyphs) {
      const { text, from, to, size } = glyph;
      const seen = visible && (clip === null || isInside(glyph, clip));
      // The fields are listed one by one, because a page has thousands of letters and a spread would take much longer.
      this.marks.push({ kind: 'letter', text, from, to, size, font, color, visible: seen, layer: this.#layer });
    }
  }
}

const isCorners = (value: unknown): value is [number, number, number, number] =>
  (Array.isArray(value) || value instanceof Float32Array) && value.length === 4;

function boxOf([x1, y1, x2, y2]: readonly [number, number, number, number], matrix: Matrix): Box {
  const corners = [pointAt(matrix, x1, y1), pointAt(matrix, x2, y1), pointAt(matrix, x1, y2), pointAt(matrix, x2, y2)];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

const isEmpty = ({ left, top, right, bottom }: Box): boolean => !(right > left && bottom > top);

/** Letters may touch the edge of their clipping area, so a tolerance of one point is used. */
const isInside = ({ from, to }: Glyph, { left, top, right, bottom }: Box): boolean => {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
};
