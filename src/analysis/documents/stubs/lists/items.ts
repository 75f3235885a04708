// Reads a line outside of tables as items: rows with their numbers, and texts that may be headings.

import { type Line, type Segment, segmentOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import type { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import { type Box, boxAround, type Word } from '#domain/documents/pages.ts';
import { type Entry, entriesOf, type SaidNumber } from './row-phrases.ts';

/** A row as printed, or a text without numbers that may be a heading. */
export type Item = {
  description: Segment | undefined;
  /** The texts before the description. */
  before: Segment[];
  numbers: SaidNumber[];
  words: Word[];
  box: Box;
  size: number;
  /** Whether the line begins with a year-to-date label: `YTD: Gross 900.00  Net 700.00`. */
  year: boolean;
};
/** Returns the items of one line. A vertical ruling separates entries. */
export function itemsOf(line: Line, isDivided: ReturnType<typeof dividedBy>): Item[] {
  const year = /^(?:ytd|year.to.date)\b/i.test(
    line.words
      .slice(0, 3)
      .map(({ text }) => text)
      .join(' '),
  );
  return dividedLines(line, isDivided).flatMap((part) =>
    entriesOf(part).flatMap((entry) => {
      if (entry.prose) return [];
      return entry.numbers.length > 0 ? [{ ...rowItem(part, entry), year }] : textItems(part, entry);
    }),
  );
}

function dividedLines(line: Line, isDivided: ReturnType<typeof dividedBy>): Line[] {
  const parts: Word[][] = [];
  for (const word of line.words) {
    const last = parts.at(-1)?.at(-1);
    // A number in a ruled cell belongs to the description in the cell before it.
    const divides =
      last !== undefined && isDivided(last.box, word.box) && /^[^\d$(-]/.test(word.text) && /\d/.test(last.text);
    if (last === undefined || divides) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts.map((words) => ({ words, box: boxAround(words.map(({ box }) => box)) }));
}

/** Matches texts between a description and its amounts. Such a text describes how an amount is computed. */
const QUALIFIER =
  /^(?:(?:pre|post|before|after)[- ]?tax(?:ed)?|[\d.]+ ?%|flat|percent|hourly|salary|biweekly|weekly|monthly|s|m|single|married|ee|employee|imputed|reg|per pay|[ymwab]|code|[a-z]?\d{1,4}|(?:acct\.? )?[x*.#…•-]+\d{2,6}|ending (?:in )?\d{2,6})$/i;

function rowItem({ words }: Line, { texts, numbers, words: own }: Entry): Item {
  let at = texts.length - 1;
  while (at > 0 && QUALIFIER.test(texts[at]?.text ?? '')) at--;
  const description = texts[at];
  const left = description?.box.left ?? own[0]?.box.left ?? 0;
  const right = Math.max(...own.map(({ box }) => box.right));
  const inside = words.filter(({ box }) => box.left >= left - 0.1 && box.right <= right + 0.1);
  const shown = inside.length > 0 ? inside : own;
  return {
    description,
    before: texts.slice(0, Math.max(0, at)),
    numbers,
    words: shown,
    box: boxAround(shown.map(({ box }) => box)),
    size: description?.words[0]?.size ?? own[0]?.size ?? 10,
    year: false,
  };
}

const textItems = ({ box }: Line, { texts }: Entry): Item[] =>
  texts.flatMap(({ words }) => segmentsOf({ words, box }).map(textItem));

export const textItem = (description: Segment): Item => ({
  description,
  before: [],
  numbers: [],
  words: [...description.words],
  box: description.box,
  size: description.words[0]?.size ?? 10,
  year: false,
});

const MASK = /^\(?[x*.#…•-]+\d{2,6}\)?:?$/i;
export const hasMask = (item: Item): boolean =>
  item.words.some(({ text }) => MASK.test(text)) ||
  /\bending (?:in )?\d{2,6}\b/i.test(item.description?.text ?? '') ||
  accountOf(item) !== undefined;

/** Returns the masked account number, if it is in a separate column. */
export function accountOf({ words, description }: Item): Segment | undefined {
  const word = words.find((one, at) => {
    const is_last = /^\d{3,6}$/.test(one.text) && /^(?:ending|in)$/i.test(words[at - 1]?.text ?? '');
    return (MASK.test(one.text) || is_last) && description?.words.includes(one) !== true;
  });
  return word === undefined ? undefined : segmentOf([word]);
}
