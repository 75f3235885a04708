// Finds lists of rows without a header: descriptions below each other with amounts beside or below them, under a
// heading or a total. Lists may be side by side and in cards.

import { linesOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import { LINE_WORDS_MAX } from '#analysis/documents/stubs/labels.ts';
import type { Box, Page, Word } from '#domain/documents/pages.ts';
import {
  isBelowNumbers,
  withAccountsBelow,
  withDescriptionsBehind,
  withFiguresBelow,
  withLabelledDetails,
  withValuesBelow,
} from './arrangements.ts';
import { type Item, itemsOf } from './items.ts';

/** The rows and headings of one list, from top to bottom. */
export type Panel = { page: number; left: number; right: number; items: Item[] };

/**
 * The maximum distance between a heading and its list, in font heights. Two rows of a list may be a little further
 * apart (`ROW_GAP_MAX`).
 */
const GAP_MAX = 5;
const ROW_GAP_MAX = 8;
/** The maximum distance between the last row and a total without a name, in font heights. */
const TOTAL_GAP_MAX = 3;
/** The maximum difference, in font heights, between the left edges of the rows in one list. Sub-rows are indented. */
const INDENT_MAX = 2.6;
/** A page has only a few lists; the limit bounds the search for their headings. */
const PANELS_MAX = 30;

/** Returns the lists of a page. Only words that are not used by tables can belong to a list. */
export function panelsOf(page: Page, used: ReadonlySet<Word>): Panel[] {
  const isDivided = dividedBy(page.rulings);
  const lines = linesOf(page.words.filter((word) => !used.has(word))).filter(
    ({ words }) => words.length <= LINE_WORDS_MAX,
  );
  const arranged = withFiguresBelow(withDescriptionsBehind(lines.map((line) => itemsOf(line, isDivided))));
  const items = withAccountsBelow(withLabelledDetails(withValuesBelow(arranged)));
  const panels: Panel[] = [];
  for (const item of items) {
    const panel = panels.findLast((one) => continues(one, item));
    if (item.numbers.length === 0) continue;
    if (panel === undefined)
      panels.push({
        page: page.number,
        left: item.description?.box.left ?? item.box.left,
        right: item.box.right,
        items: [item],
      });
    else add(panel, item);
  }
  const texts = items.filter(({ numbers }) => numbers.length === 0);
  const alone = aloneIn(items);
  const headed = panels.slice(0, PANELS_MAX);
  for (const panel of headed) addHeadings(panel, texts, alone, headed);
  return panels;
}

function add(panel: Panel, item: Item): void {
  panel.items.push(item);
  panel.right = Math.max(panel.right, item.box.right);
  panel.left = Math.min(panel.left, item.description?.box.left ?? panel.left);
}

function continues({ items, left }: Panel, item: Item): boolean {
  const last = items.at(-1);
  if (last === undefined) return false;
  const distance = item.box.bottom - last.box.bottom;
  const size = Math.max(item.size, last.size);
  if (item.description === undefined)
    return distance > 0 && distance <= TOTAL_GAP_MAX * size && isBelowNumbers(item, last);
  return (
    distance > 0.5 * size &&
    distance <= ROW_GAP_MAX * size &&
    Math.abs(item.description.box.left - left) <= INDENT_MAX * size
  );
}

/** Returns the items that are alone in their line. */
function aloneIn(items: readonly Item[]): Set<Item> {
  const counts = new Map<number, number>();
  const lineOf = ({ box }: Item) => Math.round(box.bottom / LINE_HEIGHT);
  for (const item of items) counts.set(lineOf(item), (counts.get(lineOf(item)) ?? 0) + 1);
  const countAt = (line: number) => counts.get(line) ?? 0;
  return new Set(
    items.filter((item) => countAt(lineOf(item) - 1) + countAt(lineOf(item)) + countAt(lineOf(item) + 1) === 1),
  );
}

/** The maximum difference, in points, between the baselines of words in one line. */
const LINE_HEIGHT = 2;

/** Adds the texts between and above the rows of a list, because they may be headings. */
function addHeadings(panel: Panel, texts: readonly Item[], alone: ReadonlySet<Item>, panels: readonly Panel[]): void {
  const first = panel.items[0];
  const last = panel.items.at(-1);
  if (first === undefined || last === undefined) return;
  const own = texts.filter((text) => {
    const { box, size } = text;
    // A text that is alone in its line is treated as a heading of all lists below it.
    const is_alone = box.left <= panel.left && alone.has(text);
    const inside = is_alone || (box.left >= panel.left - INDENT_MAX * size && box.left < panel.right);
    const top = first.box.top - GAP_MAX * Math.max(size, first.size);
    if (!inside || box.bottom > last.box.bottom || box.bottom < top) return false;
    return is_alone || !panels.some((other) => other !== panel && isNearer(other, panel, box));
  });
  panel.items = [...panel.items, ...own].toSorted((a, b) => a.box.bottom - b.box.bottom);
}

/**
 * Whether the text is nearer to the left edge of `other` than to that of `panel`, and `other` has rows below the text.
 */
function isNearer(other: Panel, panel: Panel, { left, bottom }: Box): boolean {
  const below = other.items.some((item) => item.numbers.length > 0 && item.box.bottom > bottom);
  return below && Math.abs(other.left - left) + 1 < Math.abs(panel.left - left);
}
