// Reads the address of an insured home.

import { addressBlocks, isCityLine, isStreetLine } from '#analysis/documents/address-blocks.ts';
import { type Accept, labelledValues } from '#analysis/documents/labelled-values.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

const LABELS = [
  'location of residence premises',
  'location of insured residence',
  'location of insured property',
  'location of property insured',
  'location of property',
  'location of premises',
  'insured location',
  'insured property',
  'insured premises',
  'property address',
  'property location',
  'property insured',
  'property covered',
  'covered property',
  'residence premises',
  'the residence premises',
  'described location',
  'premises address',
  'premises location',
  'premises',
  'risk address',
  'risk location',
  'location address',
  'location',
  'dwelling location',
  'dwelling address',
  'insured address',
];
/** The maximum number of lines in an address. */
const LINES_MAX = 4;

export function propertyField(rows: readonly TextRow[]): Field | undefined {
  const found = labelledValues(rows, LABELS, street);
  for (const { words, page } of found) {
    const lines = addressLines(rows, words, page);
    if (lines === undefined) continue;
    const all = lines.flat();
    return fieldOf(lines.map((line) => textOf(line).replace(/,$/, '')).join(', '), all, page, 'label');
  }
  return labelledValues(rows, LABELS, sameAsMailing).length > 0 ? mailingAddress(rows) : undefined;
}

const street: Accept<true> = (words) => {
  const start = words.findIndex(({ text }) => !/^(?:is|located|at|:|address:?)$/i.test(text));
  const own = start < 0 ? [] : words.slice(start);
  return isStreetLine(textOf(own)) ? { value: true, words: own } : undefined;
};

const sameAsMailing: Accept<true> = (words) =>
  /^\(?same as\b/i.test(textOf(words)) ? { value: true, words } : undefined;

/**
 * Returns the given line and the lines below it with the same left edge, down to the city; undefined if there is no
 * city.
 */
function addressLines(rows: readonly TextRow[], words: Word[], page: number): Word[][] | undefined {
  if (/ [A-Z]{2},? \d{5}(?:-\d{4})?$/.test(textOf(words))) return [words];
  const first = words[0];
  const index = rows.findIndex((row) => first !== undefined && row.page === page && row.words.includes(first));
  const lines = [words];
  for (const row of rows.slice(index + 1, index + 8)) {
    const below = row.segments.find(({ box }) => first !== undefined && Math.abs(box.left - first.box.left) <= 5);
    if (row.page !== page || lines.length === LINES_MAX) break;
    if (below === undefined) continue;
    lines.push(below.words);
    if (isCityLine(below.text)) return lines;
  }
  return undefined;
}

function mailingAddress(rows: readonly TextRow[]): Field | undefined {
  const blocks = addressBlocks(rows);
  const block = blocks.find(({ name }) => name.length > 0) ?? blocks[0];
  if (block === undefined) return undefined;
  const words = block.address.flatMap((line) => line.words);
  return fieldOf(block.address.map(({ text }) => text.replace(/,$/, '')).join(', '), words, block.page, 'label', 0.8);
}
