// Joins numbers with their descriptions in lists that print the description after the numbers, or above the numbers as
// in cards.

import { segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { sectionOf, totalOf } from '#analysis/documents/stubs/section-words.ts';
import { boxAround } from '#domain/documents/pages.ts';
import { type Item, textItem } from './items.ts';
import { detailOf, type SaidNumber } from './row-phrases.ts';
import { rowSection } from './row-words.ts';

/** The maximum distance between a description and the numbers below it, in font heights. */
const BELOW_MAX = 1.9;
/**
 * The maximum number of preceding items among which the description above a number is searched for. It bounds the work.
 */
const NEAR = 60;

/**
 * Some lists print the amount of a row before its description. A number is joined with the text after it only if enough
 * rows of the list are printed in this way. `REVERSED_MIN` is the minimum number of these rows.
 */
const REVERSED_MIN = 4;

/**
 * Joins numbers without a description to the text after them, if at least `REVERSED_MIN` lines are arranged like this.
 */
export function withDescriptionsBehind(lines: readonly Item[][]): Item[][] {
  const isReversed = ([first, second]: readonly Item[]): boolean =>
    first !== undefined &&
    first.description === undefined &&
    second !== undefined &&
    second.description !== undefined &&
    second.numbers.every(({ said }) => said !== undefined);
  const edges = new Map<number, number>();
  const edgeOf = (line: readonly Item[]) => Math.round((line[1]?.box.left ?? 0) / 2);
  for (const line of lines) if (isReversed(line)) edges.set(edgeOf(line), (edges.get(edgeOf(line)) ?? 0) + 1);
  return lines.map((line) => {
    const [first, second, ...others] = line;
    const count = edges.get(edgeOf(line)) ?? 0;
    if (first === undefined || second === undefined || !isReversed(line) || count < REVERSED_MIN) return line;
    const words = [...first.words, ...second.words];
    const numbers = [...first.numbers, ...second.numbers];
    const box = boxAround([first.box, second.box]);
    return [{ ...first, description: second.description, numbers, words, box }, ...others];
  });
}

/**
 * The minimum number of rows on a page that have their figures below the description. On a page with fewer such rows,
 * figures are not joined with the description above them.
 */
const BELOW_MIN = 3;

/**
 * Joins descriptions with the figures on the next line if many lines are arranged like this. The position of the
 * figures in their line does not matter.
 */
export function withFiguresBelow(lines: readonly Item[][]): Item[][] {
  const joined = lines.map((line, index) => figuresBelow(line, lines[index + 1]));
  if (joined.filter((item) => item !== undefined).length < BELOW_MIN) return [...lines];
  return lines.flatMap((line, index): Item[][] => {
    const item = joined[index];
    if (item !== undefined) return [[item]];
    return joined[index - 1] === undefined ? [line] : [];
  });
}

/**
 * Joins two lines to one row, if the first line holds only a description and the second line holds only amounts. A
 * heading is not a description.
 */
function figuresBelow([name, ...others]: readonly Item[], below: readonly Item[] | undefined): Item | undefined {
  const [figures, ...more] = below ?? [];
  if (name?.description === undefined || figures === undefined || others.length + more.length > 0) return undefined;
  const { text } = name.description;
  const is_heading =
    sectionOf(text) !== undefined && rowSection(text) === undefined && totalOf(text, true) === undefined;
  const is_open = name.numbers.every(({ said }) => said === 'hours' || said === 'rate') && !is_heading;
  const are_figures = figures.description === undefined && figures.numbers.every(({ said }) => said === undefined);
  const distance = figures.box.bottom - name.box.bottom;
  if (!is_open || !are_figures || figures.numbers.length === 0 || figures.box.left <= name.box.left) return undefined;
  if (distance > BELOW_MAX * Math.max(figures.size, name.size)) return undefined;
  const joined = { ...name, numbers: [...name.numbers], words: [...name.words] };
  mergeInto(joined, figures);
  return joined;
}

/** Numbers without a description belong to the row or text above them. */
export function withValuesBelow(lines: readonly Item[][]): Item[] {
  const kept: Item[] = [];
  for (const line of lines) {
    const pending = line.flatMap((item) => [...item.before.map(textItem), item]);
    const added: Item[] = [];
    for (const item of pending) {
      if (item.description !== undefined) {
        added.push(item);
        continue;
      }
      const tiles = tilesOf(item);
      const owners = tiles.map((tile) => ownerAbove(tile, kept.slice(-NEAR)));
      const are_tiles =
        tiles.length > 1 && owners.every((one) => one !== undefined) && new Set(owners).size === tiles.length;
      const owner = are_tiles ? undefined : ownerAbove(item, kept.slice(-NEAR));
      if (are_tiles) for (const [at, tile] of tiles.entries()) mergeInto(owners[at], tile);
      else if (owner === undefined || isBelowNumbers(item, owner)) added.push(item);
      else mergeInto(owner, item);
    }
    kept.push(...added);
  }
  return kept;
}

/**
 * Whether the numbers are exactly below the numbers of a row. They then form a separate row, which has no description.
 */
export const isBelowNumbers = ({ numbers }: Item, { numbers: above }: Item): boolean =>
  numbers.length > 0 &&
  numbers.every(({ word, said }) => {
    const isOver = (other: SaidNumber) => Math.abs(other.word.box.right - word.box.right) < 0.4 * word.size;
    return said === undefined && above.some(isOver);
  });

/**
 * Adds numbers below labels such as `Year to date` or `Hours` to the row that these numbers describe. This row is
 * beside the labels. If no row is beside them, it is the row above the first label.
 */
export function withLabelledDetails(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  let last: { owner: Item; bottom: number } | undefined;
  for (const item of items) {
    const said = stackedDetail(item);
    if (said === undefined || item.description === undefined) {
      kept.push(item);
      continue;
    }
    const { bottom, left } = item.description.box;
    const isBeside = (y: number) => Math.abs(y - bottom) < 0.3 * item.size;
    const near = kept.slice(-NEAR);
    const beside = near.findLast(
      ({ description }) => description !== undefined && isBeside(description.box.bottom) && description.box.left < left,
    );
    const first = last !== undefined && isBeside(last.bottom) ? last.owner : undefined;
    const owner = beside ?? first ?? ownerAbove(textItem(item.description), near);
    if (owner === undefined || owner.numbers.some((one) => one.said === said)) kept.push(item);
    else {
      last = { owner, bottom };
      mergeInto(owner, { ...item, numbers: item.numbers.map((one) => ({ ...one, said })) });
    }
  }
  return kept;
}

/**
 * Returns the type that a label gives to the number below it. The item must have no other number, and the label must
 * not name a row.
 */
function stackedDetail({ description, numbers, size }: Item): SaidNumber['said'] {
  const [number, ...others] = numbers;
  if (description === undefined || number === undefined || others.length > 0 || number.said !== undefined)
    return undefined;
  const is_below = number.word.box.bottom - description.box.bottom > 0.5 * size;
  return is_below ? detailOf(description.text.replace(/:$/, '')) : undefined;
}

/** If the number of an account, such as `ending in 4821`, is printed below a row, adds the number to this row. */
export function withAccountsBelow(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    const { description } = item;
    const is_account = item.numbers.length === 0 && ACCOUNT.test(description?.text ?? '');
    const owner = is_account ? ownerAbove(item, kept.slice(-NEAR)) : undefined;
    if (owner === undefined || owner.numbers.length === 0) kept.push(item);
    else owner.words.push(...item.words);
  }
  return kept;
}

const ACCOUNT = /^\(?(?:(?:account|acct\.?) )?(?:ending (?:in |with )?|[x*.#…•-]+ ?)\d{2,6}\)?$/i;

function ownerAbove(item: Item, above: readonly Item[]): Item | undefined {
  return above.findLast((one) => {
    if (one.description === undefined) return false;
    const distance = item.box.bottom - one.box.bottom;
    // Below an amount in a large font, the next line is further away.
    const size = Math.max(item.size, one.size, 0.6 * (one.numbers.at(-1)?.word.size ?? 0));
    const is_far = distance > BELOW_MAX * size && item.box.top - one.box.bottom > (BELOW_MAX - 1) * size;
    if (is_far || distance < 0.5 * Math.min(item.size, one.size)) return false;
    const near = (a: number, b: number) => Math.abs(a - b) <= 0.6 * Math.max(item.size, one.size);
    const first = one.description.box;
    const starts = near(item.box.left, first.left) || near(item.box.left, first.left + one.size);
    if (one.numbers.length > 0) return starts || near(item.box.right, one.box.right);
    return (
      starts || near(item.box.right, first.right) || near(item.box.left + item.box.right, first.left + first.right)
    );
  });
}

/**
 * Splits an item without a description into parts that are separated by gaps, such as the amounts of cards side by
 * side.
 */
function tilesOf(item: Item): Item[] {
  return segmentsOf({ words: item.words, box: item.box }).map(({ words, box }) => ({
    ...item,
    words,
    box,
    numbers: item.numbers.filter(({ word }) => word.box.left >= box.left - 0.1 && word.box.right <= box.right + 0.1),
  }));
}

function mergeInto(owner: Item | undefined, item: Item): void {
  if (owner === undefined) return;
  owner.numbers.push(...item.numbers);
  owner.words.push(...item.words);
  owner.box = boxAround([owner.box, item.box]);
}
