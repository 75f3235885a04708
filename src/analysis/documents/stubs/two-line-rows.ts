// Reads rows in which the description is on a separate line above the figures, as on narrow stubs.
import { type Line, type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import { cellsOfLine, type Numbers } from './cells.ts';
import type { Header } from './headers.ts';
import { entriesOf, type SaidNumber } from './lists/row-phrases.ts';

/** The maximum distance between a description and the figures below it, in font heights. */
const BELOW_MAX = 1.9;
/** The first lines of a table show how its rows are arranged. */
const LINES_TO_MEASURE = 12;

/**
 * Whether the table prints descriptions above their figures. This must hold for its first figures, and for more than
 * half of all its figures.
 */
export function hasNamesAbove(lines: readonly Line[], header: Header): boolean {
  const cells = lines.slice(0, LINES_TO_MEASURE).map((line) => cellsOfLine(line, header));
  const pairs = new Set([...cells.keys()].filter((index) => isNameAbove(lines, index, header)));
  const figures = [...cells.entries()].filter(([index, { has_entries }]) => has_entries && !pairs.has(index));
  const [first] = figures[0] ?? [0];
  return pairs.has(first - 1) && 2 * pairs.size > figures.length;
}

/**
 * Whether the line has a description, perhaps with hours and rate, and the next line has figures but no description.
 */
export function isNameAbove(lines: readonly Line[], index: number, header: Header): boolean {
  const [name, figures] = [lines[index], lines[index + 1]];
  if (name === undefined || figures === undefined) return false;
  if (cellsOfLine(name, header).has_entries && nameIn(name) === undefined) return false;
  const { has_entries, description, misses_columns } = cellsOfLine(figures, header);
  const distance = figures.box.bottom - name.box.bottom;
  return (
    has_entries &&
    !misses_columns &&
    description === undefined &&
    distance <= BELOW_MAX * (figures.words[0]?.size ?? 10)
  );
}

/** A description in a separate line, with the hours and the rate that follow it. */
export type NameAbove = { description: Segment; numbers: Numbers };

export const nameAbove = (line: Line): NameAbove =>
  nameIn(line) ?? { description: segmentOf([...line.words]), numbers: {} };

/** `RG 38.50 @ 21.40` has the description `RG`. */
function nameIn(line: Line): NameAbove | undefined {
  const [entry, ...others] = line.words.length > NAME_WORDS_MAX ? [] : entriesOf(line);
  const [description, ...more] = entry?.texts ?? [];
  if (entry === undefined || description === undefined || others.length > 0 || more.length > 0) return undefined;
  const isTime = ({ said }: SaidNumber) => said === 'hours' || said === 'rate';
  if (entry.numbers.length === 0 || !entry.numbers.every(isTime)) return undefined;
  const numbers: Numbers = {};
  for (const { word, said } of entry.numbers) if (said !== undefined) numbers[said] ??= word;
  return { description, numbers };
}

/** The maximum number of words in a description with hours, a rate and their units. */
const NAME_WORDS_MAX = 12;
