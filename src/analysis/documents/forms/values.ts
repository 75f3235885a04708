// Finds the value of a label, by the type of value that the label has.

import type { Line } from '#analysis/documents/geometry/lines.ts';
import { isEin, isSsn } from '#analysis/documents/values.ts';
import { boxAround, sharedWidth, type Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';
import { type Amount, amountsIn } from './amounts.ts';
import { type Candidate, fieldOf } from './candidates.ts';
import type { Label } from './labels.ts';
import { type Form, lineHeightOf, linesIn, regionOf, wordsBeside } from './regions.ts';

export type Found = { value: Field['value']; words: readonly Word[] };
/** If `exact` is true, only values that cannot be mistaken for something else are accepted. */
export type Find = (words: readonly Word[], label: Label, exact: boolean) => Found | undefined;

/**
 * Returns the first value in the cell of the label. If the cell is empty, the value may be in a neighbouring cell. It
 * is on the right in statements that list the boxes in rows, and below in statements that list the boxes in columns.
 */
export function findValue(form: Form, label: Label, find: Find): Candidate | undefined {
  const places: [lines: () => readonly Pick<Line, 'words'>[], sure: number][] = [
    [() => linesIn(form, regionOf(form, label), label), 1],
    [() => [{ words: wordsBeside(form, label) }], 0.8],
    [() => linesBelow(form, label), 0.6],
  ];
  for (const [lines, sure] of places) {
    for (const { words } of lines()) {
      const found = find(words, label, sure < 1);
      if (found === undefined) continue;
      return {
        field: fieldOf(form.sheet, found.value, found.words, sure === 1 ? 1 : 0.9),
        weight: label.weight * sure,
      };
    }
  }
  return undefined;
}

/** The maximum distance between a label and the value below it, in line heights. */
const DISTANCE_MAX = 5;

function linesBelow(form: Form, label: Label): Line[] {
  const region = regionOf(form, label, { across: ['horizontal'] });
  const lowest = label.box.bottom + DISTANCE_MAX * lineHeightOf(label);
  return linesIn(form, { ...region, bottom: Math.min(region.bottom, lowest) }, label);
}

/** Returns the amount below the label. If there is none, returns the first amount of the line. */
export const findAmount: Find = (words, label, exact) => {
  const amounts = amountsIn(words).filter((amount) => amount.exact || (!exact && !isYear(amount)));
  const under = amounts.find((amount) => sharedWidth(boxAround(amount.words.map(({ box }) => box)), label.box) > 0);
  const amount = under ?? amounts[0];
  return amount === undefined ? undefined : { value: amount.cents, words: amount.words };
};

/**
 * A number from 2000 to 2039 that has no cents and is beside a box is treated as the year of the form and not as an
 * amount.
 */
const isYear = ({ cents }: Amount): boolean => cents >= 200_000n && cents < 204_000n && cents % 100n === 0n;

/**
 * Returns the first word that satisfies the condition. If no word does, returns the whole line, provided that the line
 * satisfies the condition.
 */
export const findText =
  (accepts: (text: string) => boolean): Find =>
  (words) => {
    const word = words.find(({ text }) => accepts(text));
    if (word !== undefined) return { value: word.text, words: [word] };
    const text = textOf(words);
    return words.length > 0 && accepts(text) ? { value: text, words } : undefined;
  };

/** Returns the whole line if it satisfies the condition. */
export const findLine =
  (accepts: (text: string) => boolean): Find =>
  (words) => {
    const text = textOf(words);
    return words.length > 0 && accepts(text) ? { value: text, words } : undefined;
  };

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

/** Whether the text is the taxpayer number of a person or company, whole or masked. */
export const isTaxpayerNumber = (text: string): boolean =>
  isSsn(text) ||
  isEin(text) ||
  /^[X*x#•\d]{2}-?[X*x#•\d]{3}\d{4}$/.test(text) ||
  /^[X*x#•]{3}-?[X*x#•]{2}-?\d{4}$/.test(text);
