// Replaces texts in the content stream of a page, at their old position.
import { contentOf, type Glyph, hex, type Run, widthOf } from './content.ts';
import { addFont, pageObject, rounded, setContent } from './drawing.ts';
import type { PdfFile } from './objects.ts';
import type { Edit } from './places.ts';

/** How the appearance of a new text differs from that of the text it replaces. */
export type Look = {
  font?: (base_font: string) => string;
  size_change?: number;
  baseline_change?: number;
};

/** Replaces texts at their old position. If a `look` is given, each new text gets its own text operators. */
export function replaceInPlace(file: PdfFile, edits: readonly Edit[], look?: Look, mark = ''): void {
  for (const [page, own] of byPage(edits)) {
    const object = pageObject(file, page);
    const pieces = own.flatMap((edit) => piecesOf(edit));
    // Each search creates new `Run` objects for the same text, so a run is identified by its position in the content.
    const runs = new Map<number, { run: Run; edited: Piece[] }>();
    for (const piece of pieces) {
      const edited = [...(runs.get(piece.run.from)?.edited ?? []), piece];
      runs.set(piece.run.from, { run: piece.run, edited });
    }
    const fonts = new Map<string, string>();
    const fontFor = (run: Run): string => {
      if (look?.font === undefined) return run.font;
      const base = look.font(run.base_font);
      const name = fonts.get(base) ?? addFont(file, object, base);
      fonts.set(base, name);
      return name;
    };
    const changes = [...runs.values()].flatMap(({ run, edited }) =>
      look === undefined ? plainChanges(run, edited, mark) : lookChanges(run, edited, look, fontFor(run), mark),
    );
    let content = contentOf(file, object);
    for (const { from, to, text } of changes.toSorted((left, right) => right.from - left.from))
      content = content.slice(0, from) + text + content.slice(to);
    setContent(file, object, content);
  }
}

type Piece = { run: Run; from: number; to: number; text: string; right_aligned: boolean };

/**
 * Distributes a new text over the old operators, from the last operator to the first. Each operator gets as many
 * letters as before; the first operator gets all letters that are left over.
 */
function piecesOf({ place, text }: Edit): Piece[] {
  // A name is shown by a single operator, because the letters of a name differ in width.
  if (/[a-z]/i.test(text))
    return place.parts.map((part, at) => ({ ...part, text: at === 0 ? text : '', right_aligned: false }));
  let rest = text;
  const right_aligned = place.right_aligned || place.parts.length > 1;
  return place.parts
    .toReversed()
    .map((part, at, parts) => {
      const own = at === parts.length - 1 ? rest : rest.slice(Math.max(0, rest.length - (part.to - part.from)));
      rest = rest.slice(0, rest.length - own.length);
      return { ...part, text: own, right_aligned };
    })
    .toReversed();
}

type Change = { from: number; to: number; text: string };

function plainChanges(run: Run, pieces: Piece[], mark: string): Change[] {
  let glyphs = run.glyphs;
  let shift = 0;
  for (const piece of pieces.toSorted((left, right) => right.from - left.from)) {
    const old = glyphs.slice(piece.from, piece.to);
    const fresh = [...piece.text].map((char, at) =>
      newGlyph(char, at === piece.text.length - 1 ? (old.at(-1)?.kern ?? 0) : 0),
    );
    const grown = widthOf(piece.text, run.base_font, run.size) - old.reduce((sum, { width }) => sum + width, 0);
    let from = piece.from;
    // In a line of typewriter text, a longer number also replaces some of the blanks before it.
    for (
      let extra = fresh.length - old.length;
      extra > 0 && glyphs[from - 1]?.char === ' ' && glyphs[from - 2]?.char === ' ';
      extra--
    )
      from -= 1;
    if (from === piece.from && piece.right_aligned) shift -= grown;
    glyphs = [...glyphs.slice(0, from), ...fresh, ...glyphs.slice(piece.to)];
  }
  const shown = `${mark}${shownBy(glyphs)}`;
  if (Math.abs(shift) < 0.001) return [{ from: run.from, to: run.to, text: shown }];
  return run.matrix === null
    ? [{ from: run.from, to: run.to, text: shown }]
    : [
        { from: run.matrix.from, to: run.matrix.to, text: `${matrixText(run, shift, 0)} ` },
        { from: run.from, to: run.to, text: shown },
      ];
}

function lookChanges(run: Run, pieces: Piece[], look: Look, font: string, mark: string): Change[] {
  const size = run.size + (look.size_change ?? 0);
  const base = look.font?.(run.base_font) ?? run.base_font;
  const parts: string[] = [];
  let at = 0;
  const keep = (to: number) => {
    const glyphs = run.glyphs.slice(at, to);
    const first = glyphs[0];
    if (first !== undefined)
      parts.push(`${matrixText(run, first.x - run.x, 0)} Tm /${run.font} ${run.size} Tf ${shownBy(glyphs)}`);
  };
  for (const piece of pieces.toSorted((left, right) => left.from - right.from)) {
    keep(piece.from);
    const old = run.glyphs.slice(piece.from, piece.to);
    const left = old[0]?.x ?? run.x;
    const right = (old.at(-1)?.x ?? left) + (old.at(-1)?.width ?? 0);
    const x = piece.right_aligned ? right - widthOf(piece.text, base, size) : left;
    if (piece.text !== '')
      parts.push(
        `${mark}/${font} ${size} Tf ${matrixText(run, x - run.x, look.baseline_change ?? 0)} Tm ${hex(piece.text)} Tj`,
      );
    at = piece.to;
  }
  keep(run.glyphs.length);
  parts.push(`/${run.font} ${run.size} Tf`);
  return [{ from: run.from, to: run.to, text: parts.join('\n') }];
}

function matrixText(run: Run, dx: number, dy: number): string {
  const [a = 1, b = 0, c = 0, d = 1, e = run.x, f = run.y] = run.matrix?.values ?? [];
  return [a, b, c, d, rounded(e + dx), rounded(f + dy)].join(' ');
}

const newGlyph = (char: string, kern: number): Glyph => ({ char, byte: 0, x: 0, width: 0, kern });

function shownBy(glyphs: readonly Glyph[]): string {
  let text = '';
  const parts: string[] = [];
  for (const { char, kern } of glyphs) {
    text += char;
    if (kern === 0) continue;
    parts.push(`${hex(text)} ${kern}`);
    text = '';
  }
  if (text !== '') parts.push(`${hex(text)} 0`);
  return `[${parts.join(' ')}] TJ`;
}

function byPage(edits: readonly Edit[]): Map<number, Edit[]> {
  const pages = new Map<number, Edit[]>();
  for (const edit of edits) pages.set(edit.place.page, [...(pages.get(edit.place.page) ?? []), edit]);
  return pages;
}
