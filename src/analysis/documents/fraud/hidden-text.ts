// Compares the invisible text of a scan with the picture. A scanner program reads the words in the picture and adds
// them to the page as invisible text. A forger may write other amounts into this text, which programs read and people
// do not see.
import type { Page, Word } from '#domain/documents/pages.ts';
import { type Finding, isAmount } from './findings.ts';

/**
 * The minimum confidence with which OCR must have read an amount, so that the amount contradicts the invisible text.
 * Amounts with less confidence are misread more often.
 */
const SURE = 0.85;
/**
 * The maximum differences, in points, between the positions of an amount in the picture and in the invisible text: for
 * its right edge and for its baseline. They differ because a scan is straightened before OCR, which moves the words.
 */
const [RIGHT_OFF_MAX, BASELINE_OFF_MAX] = [12, 9];

export function hiddenTextFindings({ number, words, hidden_words = [] }: Page): Finding[] {
  const [hidden, seen] = [hidden_words, words].map((list) => list.filter(({ text }) => isAmount(text)));
  const [only_hidden, only_seen] = [without(hidden ?? [], seen ?? []), without(seen ?? [], hidden ?? [])];
  const found = only_hidden.flatMap((word): Finding[] => {
    const picture = only_seen.find((one) => one.confidence >= SURE && isBeside(one, word));
    if (picture === undefined || isMisread(digitsOf(word), digitsOf(picture))) return [];
    return [
      {
        code: 'overlay',
        cause: 'hidden text',
        severity: 'high',
        page: number,
        box: picture.box,
        expected: picture.text,
        actual: word.text,
        message: `The picture shows “${picture.text}”, but the invisible text of the file says “${word.text}” in this place.`,
      },
    ];
  });
  return found.slice(0, 1);
}

const digitsOf = ({ text }: Word): string => text.replaceAll(/\D/g, '');

/**
 * Returns the amounts of the first list that are missing in the second list. An amount that occurs twice in the first
 * list must also occur twice in the second.
 */
function without(words: readonly Word[], others: readonly Word[]): Word[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(digitsOf(other), (left.get(digitsOf(other)) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(digitsOf(word)) ?? 0;
    left.set(digitsOf(word), count - 1);
    return count <= 0;
  });
}

const isBeside = ({ box: a }: Word, { box: b }: Word): boolean =>
  Math.abs(a.right - b.right) <= RIGHT_OFF_MAX && Math.abs(a.bottom - b.bottom) <= BASELINE_OFF_MAX;

/** Digits that OCR programs often confuse, each replaced by one digit of its group. */
const ALIKE: Readonly<Record<string, string>> = {
  '6': '8',
  '3': '8',
  '5': '8',
  '9': '8',
  '0': '8',
  '7': '1',
  '4': '1',
};
const alike = (digits: string): string => [...digits].map((digit) => ALIKE[digit] ?? digit).join('');

/**
 * Whether one of two readings may be a misread form of the other: at most one digit differs and looks like the digit in
 * the other reading, or digits at one end are lost.
 */
function isMisread(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length !== short.length) return long.endsWith(short) || long.startsWith(short);
  const off = [...a].filter((digit, at) => digit !== b[at]);
  return off.length <= 1 && alike(a) === alike(b);
}
