// Computes the words of one PDF page with their boxes. pdf.js returns runs of text, and each run has only one position
// and one width. So the positions of the words inside a run are estimated from typical character widths.
import type { Word } from '#domain/documents/pages.ts';

/** A run of text as pdf.js returns it; `transform` maps the unit square of the font to the page. */
export type TextRun = { str: string; width: number; transform: readonly number[]; fontName: string };
export type Matrix = readonly [number, number, number, number, number, number];

type PlacedRun = { text: string; x: number; y: number; width: number; size: number; font: string; turns: number };

/**
 * Returns words in upright coordinates. `view` maps PDF coordinates to the displayed page. Text in the most frequent
 * direction is turned upright. Text in other directions (stamps, notes in the margin) is left out.
 */
export function wordsOfRuns(
  runs: readonly TextRun[],
  view: Matrix,
  size: { width: number; height: number },
  isMonospaced: (font: string) => boolean,
): { words: Word[]; turns: number; width: number; height: number } {
  const placed = runs.filter(({ str }) => str.trim() !== '').map((run) => placeRun(run, view));
  const turns = mostFrequentTurns(placed);
  const turned = placed.filter((run) => run.turns === turns).map((run) => turnUpright(run, turns, size));
  const words = turned.flatMap((run) => splitRun(run, isMonospaced(run.font)));
  const [width, height] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
  return { words: withoutRepeats(joinPieces(words)), turns, width, height };
}

function placeRun({ str, width, transform, fontName }: TextRun, view: Matrix): PlacedRun {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const along = { x: view[0] * a + view[2] * b, y: view[1] * a + view[3] * b };
  const up = { x: view[0] * c + view[2] * d, y: view[1] * c + view[3] * d };
  const quarter = Math.round(Math.atan2(along.y, along.x) / (Math.PI / 2));
  return {
    text: str,
    x: view[0] * e + view[2] * f + view[4],
    y: view[1] * e + view[3] * f + view[5],
    width,
    size: Math.hypot(up.x, up.y),
    font: fontName,
    turns: ((quarter % 4) + 4) % 4,
  };
}

/** Returns the number of clockwise quarter turns that most characters have. */
function mostFrequentTurns(runs: readonly PlacedRun[]): number {
  const characters = [0, 0, 0, 0];
  for (const { turns, text } of runs) characters[turns] = (characters[turns] ?? 0) + text.length;
  return characters.indexOf(Math.max(...characters));
}

/** Rotates the position of a text that has `turns` clockwise quarter turns, so that the text becomes horizontal. */
export function turnUpright<Point extends { x: number; y: number }>(
  point: Point,
  turns: number,
  { width, height }: { width: number; height: number },
): Point {
  if (turns === 1) return { ...point, x: point.y, y: width - point.x };
  if (turns === 2) return { ...point, x: width - point.x, y: height - point.y };
  if (turns === 3) return { ...point, x: height - point.y, y: point.x };
  return point;
}

function splitRun({ text, x, y, width, size, font }: PlacedRun, monospaced: boolean): Word[] {
  const widths = [...text].map((character) => (monospaced ? 1 : typicalWidth(character)));
  const total = widths.reduce((sum, part) => sum + part, 0);
  const words: Word[] = [];
  let [before, start, letters] = [0, 0, ''];
  const end = () => {
    if (letters === '') return;
    const [left, right] = [x + (width * start) / total, x + (width * before) / total];
    words.push({ text: letters, box: { left, top: y - size, right, bottom: y }, size, font, confidence: 1 });
    letters = '';
  };
  for (const [index, character] of [...text].entries()) {
    if (character.trim() === '') end();
    else {
      if (letters === '') start = before;
      letters += character;
    }
    before += widths[index] ?? 0;
  }
  end();
  return words;
}

/**
 * Characters by their width, in thousandths of the font size. The widths are those of Helvetica; other fonts have
 * similar proportions.
 */
const WIDTHS: Record<number, string> = {
  222: "ijl'’",
  278: ' ftI.,:;/!|\\[]',
  333: 'r-()',
  389: '*',
  500: 'ckszxvyJ',
  556: 'abdeghnopqu0123456789$#?L_',
  611: 'FTZ',
  667: 'ABEKPSVXY&',
  722: 'CDHNRUw',
  778: 'GOQ',
  833: 'mM',
  889: '%',
  944: 'W',
};
const WIDTH_OF = new Map(
  Object.entries(WIDTHS).flatMap(([width, characters]) => [...characters].map((one) => [one, Number(width)])),
);

/** Returns the width in thousandths of the font size. */
export const typicalWidth = (character: string): number => WIDTH_OF.get(character) ?? 600;

/**
 * Joins the pieces of words that the PDF draws separately, for example to adjust the distance between two letters. A
 * space is at least a quarter of the font size wide, so pieces with a gap of less than a tenth of the font size belong
 * together.
 */
function joinPieces(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : word.box.left - last.box.right;
    const beside = last !== undefined && Math.abs(last.box.bottom - word.box.bottom) < 0.5 && last.size === word.size;
    if (last !== undefined && beside && Math.abs(gap) < 0.1 * word.size) {
      joined[joined.length - 1] = {
        ...last,
        text: last.text + word.text,
        box: { ...last.box, right: word.box.right },
      };
    } else joined.push(word);
  }
  return joined;
}

/**
 * Removes repeated words, because some programs draw a text twice, a fraction of a point apart, to make it look bold.
 */
function withoutRepeats(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  const byText = new Map<string, Word[]>();
  for (const word of words) {
    const same = byText.get(word.text) ?? [];
    const near = ({ box }: Word) =>
      Math.abs(box.left - word.box.left) < 0.15 * word.size &&
      Math.abs(box.bottom - word.box.bottom) < 0.15 * word.size;
    if (same.some(near)) continue;
    byText.set(word.text, [...same, word]);
    kept.push(word);
  }
  return kept;
}
