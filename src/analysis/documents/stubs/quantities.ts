// Parses the numbers in the tables of a pay stub: amounts, hours and rates. All are returned as whole hundredths.
import { boxAround, type Word } from '#domain/documents/pages.ts';

/** A rate has up to six decimals. A number with more digits is an identifier. */
const DECIMAL = /^(\d{1,3}(?:,\d{3})+|\d{1,9})?(?:\.(\d{1,6}))?$/;
const HOURS_AND_MINUTES = /^(\d{1,3}):([0-5]\d)$/;

/**
 * Returns hundredths, rounded half up. Accepts footnote marks (`28.85*`), units (`25.00/hr`) and hours such as `7:30`.
 */
export function parseQuantity(text: string): bigint | undefined {
  // Most texts have no digit, so they are not examined further.
  if (!/\d/.test(text)) return undefined;
  const clean = text
    .trim()
    .replace(/[*†‡^]+$/, '')
    .replace(/\/(?:hr|hour|h)\.?$/i, '')
    .replace(/(?:hrs?|CR|DR)$/i, '');
  const negative = /^\(.*\)$/.test(clean) || /^\$?[-−–]|[-−–]$/.test(clean);
  const digits = clean.replace(/[()$+−–-]/g, '');
  if (clean.length - digits.length > 3) return undefined;
  const minutes = HOURS_AND_MINUTES.exec(digits);
  if (minutes !== null) return BigInt(minutes[1] ?? 0) * 100n + (BigInt(minutes[2] ?? 0) * 100n + 30n) / 60n;
  const match = DECIMAL.exec(digits);
  if (match === null || digits === '' || digits === '.' || /\d[-−–]\d/.test(clean)) return undefined;
  const [, whole = '0', decimals = ''] = match;
  const exact = BigInt(`${whole.replaceAll(',', '')}${decimals.padEnd(6, '0')}`);
  const size = (exact + 5_000n) / 10_000n;
  return negative ? -size : size;
}

/** Whether the text has a decimal point, a thousands separator or a dollar sign, like an amount. */
export const isPriced = (text: string): boolean => /[.$]|\d,\d{3}/.test(text);

/** Hours, a times sign and a rate without spaces between them. */
const PRODUCT = /^(\(?\d{1,4}(?:\.\d{1,4})?(?:h|hrs?|hours?)?)([@x×*])(\$?\d[\d,]*\.\d{2,6}(?:\/(?:hr|hour|h))?\)?)$/i;

/** A short label before an amount. */
const TAGGED = /^(\(?[a-z]{1,8}:)(\(?-?\$?\d[\d,]*\.\d{2,6}[-)]?)$/i;

/** `38.50@21.40` becomes three words and `YTD:900.00` two, as if they were printed with spaces. */
export function splitProduct(word: Word): Word[] {
  const parts = (PRODUCT.exec(word.text) ?? TAGGED.exec(word.text))?.slice(1);
  if (parts === undefined) return [word];
  const { left, right } = word.box;
  const width = (right - left) / word.text.length;
  let at = left;
  return parts.map((text) => {
    const from = at;
    at += width * text.length;
    return { ...word, text, box: { ...word.box, left: from, right: at } };
  });
}

/** Joins an opening parenthesis or sign that is printed apart from its amount: `($ 12.50)` becomes `($12.50)`. */
export function withSigns(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const is_open =
      before !== undefined && /^(?:\(\$?-?|-\$)$/.test(before.text) && /^\d[\d,]*\.\d+\)?$/.test(word.text);
    const is_near =
      is_open &&
      word.box.left >= before.box.right - 1 &&
      word.box.left - before.box.right < word.size &&
      Math.abs(word.box.bottom - before.box.bottom) < 0.3 * word.size;
    if (!is_near) joined.push(word);
    else
      joined[joined.length - 1] = {
        ...word,
        text: `${before.text}${word.text}`,
        box: boxAround([before.box, word.box]),
      };
  }
  return joined;
}

const SYMBOL = /^[$*|†‡.…_=•·–—-]+$/;
const LEADER = /(?:\.{3,}|…+|_{3,})$/;

/**
 * Removes words that are only symbols, except a dash between two words of text. A separate minus before a number
 * becomes part of the number, because some programs print the minus in a separate column.
 */
export function withoutSymbols(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (const [index, word] of words.entries()) {
    const [before, after] = [words[index - 1], words[index + 1]];
    if (SYMBOL.test(word.text)) {
      if (/^[-–—|]$/.test(word.text) && isText(before, word) && isText(after, word)) kept.push(word);
      continue;
    }
    const text = word.text.replace(LEADER, '');
    const minus =
      before !== undefined &&
      /^\$?[-−]\$?$/.test(before.text) &&
      word.box.left - before.box.right < 0.7 * word.size &&
      !isText(words[index - 2], before);
    if (minus && parseQuantity(text) !== undefined) kept.push({ ...word, text: `-${text}` });
    else if (text !== '') kept.push(text === word.text ? word : { ...word, text });
  }
  return kept;
}

/** Whether the neighbour of a symbol is text in the same cell. */
function isText(neighbour: Word | undefined, { box, size }: Word): boolean {
  if (neighbour === undefined || SYMBOL.test(neighbour.text)) return false;
  const gap = Math.max(neighbour.box.left - box.right, box.left - neighbour.box.right);
  return gap < size && (parseQuantity(neighbour.text) === undefined || !isPriced(neighbour.text));
}
