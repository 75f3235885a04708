// Finds whether rows add up to an amount, so that the amount is their total.
import { parseQuantity } from '#analysis/documents/stubs/quantities.ts';
import { totalOf } from '#analysis/documents/stubs/section-words.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Item } from './items.ts';

/** The maximum number of rows in a section. */
const PARTS_MAX = 30;

/**
 * Whether the first rows, however many, add up to the amount. From each row, the number in the column of the amount is
 * used. If there is none, the first number of the row is used.
 */
export const addsUp = (rows: readonly Item[], total: Word): boolean => partsCount(rows, total) > 0;

/** Returns how many rows, counted from the first row, add up to the amount; 0 if no such sum equals the amount. */
export function partsCount(rows: readonly Item[], total: Word): number {
  const wanted = size(parseQuantity(total.text) ?? 0n);
  let sum = 0n;
  for (const [index, { numbers, description }] of rows.slice(0, PARTS_MAX).entries()) {
    if (numbers.length === 0) continue;
    if (totalOf(description?.text ?? '', false) !== undefined) return 0;
    const aligned = numbers.find(({ word }) => Math.abs(word.box.right - total.box.right) < 0.5 * total.size);
    const first = numbers.find(({ said }) => said === undefined || said === 'current');
    const part =
      aligned ??
      (numbers.length === 1 && first !== undefined && first.word.box.left > total.box.right ? undefined : first);
    if (part === undefined) continue;
    sum += size(parseQuantity(part.word.text) ?? 0n);
    if (sum === wanted) return index + 1;
    if (sum > wanted) return 0;
  }
  return 0;
}

/** Whether the amount of a row is the sum of the amounts of the other rows. */
export function isSumOf({ numbers }: Item, parts: readonly Item[]): boolean {
  const firstOf = (item: Item) => item.numbers.find(({ said }) => said === undefined)?.word.text ?? '';
  const sum = parts.reduce((all, part) => all + size(parseQuantity(firstOf(part)) ?? 0n), 0n);
  const [first] = numbers;
  return first !== undefined && sum > 0n && size(parseQuantity(first.word.text) ?? 0n) === sum;
}

const size = (value: bigint): bigint => (value < 0n ? -value : value);
