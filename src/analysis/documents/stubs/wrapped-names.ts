// Joins the lines of an employer’s name. A narrow stub breaks the name into several lines with the same font.
import { type Line, linesOf, type Segment, segmentOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import type { Page } from '#domain/documents/pages.ts';

/** The maximum distance between two lines of one name, in font heights. */
const PITCH_MAX = 1.6;
/** The maximum number of further lines of a name above the line that was found. The same maximum applies below it. */
const LINES_MAX = 2;

/**
 * Returns the name together with its other lines above and below. `isPart` says whether a text may be part of a name.
 */
export function withWrappedLines(
  name: Segment,
  page: Page,
  isPart: (text: string, is_below: boolean) => boolean,
): Segment {
  const lines = linesOf(page.words);
  const index = lines.findIndex(({ words }) => words.some((word) => name.words.includes(word)));
  if (index < 0 || segmentsIn(lines[index]).length !== 1) return name;
  const below = partsOf(name, lines.slice(index + 1), (text) => isPart(text, true));
  const above = partsOf(name, lines.slice(0, index).toReversed(), (text) => isPart(text, false)).toReversed();
  return segmentOf([...above, name, ...below].flatMap(({ words }) => words));
}

function partsOf(name: Segment, lines: readonly Line[], isPart: (text: string) => boolean): Segment[] {
  const parts: Segment[] = [];
  for (const line of lines.slice(0, LINES_MAX)) {
    const [part, ...others] = segmentsIn(line);
    const goes_on = part !== undefined && others.length === 0 && isNext(part, parts.at(-1) ?? name);
    if (!goes_on || !isPart(part.text)) break;
    parts.push(part);
  }
  return parts;
}

const segmentsIn = (line: Line | undefined): Segment[] => (line === undefined ? [] : segmentsOf(line));

/** Whether the two texts are in adjacent lines and have the same font, and the same left edge or centre. */
function isNext({ box, words }: Segment, other: Segment): boolean {
  const [word, near] = [words[0], other.words[0]];
  if (word === undefined || near === undefined || word.font !== near.font) return false;
  const tolerance = 0.3 * near.size;
  const isClose = (a: number, b: number) => Math.abs(a - b) <= tolerance;
  return (
    isClose(word.size, near.size) &&
    Math.abs(box.bottom - other.box.bottom) <= PITCH_MAX * near.size &&
    (isClose(box.left, other.box.left) || isClose((box.left + box.right) / 2, (other.box.left + other.box.right) / 2))
  );
}
