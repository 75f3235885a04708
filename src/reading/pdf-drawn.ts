// Returns the objects that one page paints: words, filled rectangles and pictures, in upright coordinates.
import type { Box } from '#domain/documents/pages.ts';
import type { Drawn, DrawnWord } from '#domain/documents/pdf-traces.ts';
import type { Letter, Mark } from './pdf-marks.ts';
import { turnUpright } from './pdf-words.ts';

type Size = { width: number; height: number };
type Placed = { left: number; right: number; baseline: number };
type OpenWord = { word: DrawnWord; last: Letter };

export function drawnOf(
  marks: readonly Mark[],
  fontName: (font: string) => string,
  size: Size,
): { drawn: Drawn[]; turns: number } {
  const turns = mostFrequentTurns(marks);
  const drawn: Drawn[] = [];
  let open: OpenWord | undefined;
  const close = () => {
    if (open !== undefined) drawn.push(open.word);
    open = undefined;
  };
  for (const mark of marks) {
    if (mark.kind !== 'letter') {
      close();
      drawn.push({ ...mark, box: turnedBox(mark.box, turns, size) });
    } else if (mark.text.trim() === '') close();
    else if (turnsOf(mark) === turns) {
      const placed = placedLetter(mark, turns, size);
      if (open !== undefined && continues(open, mark, placed)) extend(open, mark, placed, fontName(mark.font));
      else {
        close();
        open = { word: wordOf(mark, placed, fontName(mark.font)), last: mark };
      }
    }
  }
  close();
  return { drawn, turns };
}

export function turnedBox(box: Box, turns: number, size: Size): Box {
  const a = turnUpright({ x: box.left, y: box.top }, turns, size);
  const b = turnUpright({ x: box.right, y: box.bottom }, turns, size);
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}

/** Returns the number of clockwise quarter turns of a letter’s baseline. */
function turnsOf({ from, to }: Letter): number {
  const quarter = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 2));
  return ((quarter % 4) + 4) % 4;
}

function mostFrequentTurns(marks: readonly Mark[]): number {
  const letters = [0, 0, 0, 0];
  for (const mark of marks) {
    if (mark.kind !== 'letter') continue;
    const turns = turnsOf(mark);
    letters[turns] = (letters[turns] ?? 0) + 1;
  }
  return letters.indexOf(Math.max(...letters));
}

function placedLetter({ from, to }: Letter, turns: number, size: Size): Placed {
  const [a, b] = [turnUpright(from, turns, size), turnUpright(to, turns, size)];
  return { left: Math.min(a.x, b.x), right: Math.max(a.x, b.x), baseline: a.y };
}

/**
 * Whether the letter continues the word. A space is at least a quarter of the font size wide, so letters with a gap of
 * less than an eighth of the font size belong together.
 */
function continues({ word, last }: OpenWord, letter: Letter, { left, baseline }: Placed): boolean {
  const gap = left - word.box.right;
  return (
    Math.abs(baseline - word.box.bottom) < 0.5 &&
    gap < letter.size / 8 &&
    gap > -letter.size / 4 &&
    Math.abs(letter.size - last.size) < 0.1 * last.size &&
    letter.layer === last.layer &&
    letter.visible === last.visible
  );
}

const wordOf = ({ text, size, color, visible, layer }: Letter, placed: Placed, font: string): DrawnWord => ({
  kind: 'word',
  text,
  box: { left: placed.left, top: placed.baseline - size, right: placed.right, bottom: placed.baseline },
  size,
  parts: [{ text, font }],
  color,
  visible,
  layer,
});

function extend(open: OpenWord, letter: Letter, { right }: Placed, font: string): void {
  open.word.text += letter.text;
  open.word.box.right = Math.max(open.word.box.right, right);
  const part = open.word.parts.at(-1);
  if (part?.font === font) part.text += letter.text;
  else open.word.parts.push({ text: letter.text, font });
  open.last = letter;
}
