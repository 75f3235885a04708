// Splits a line outside of tables into entries: a description with the numbers after it. Units and short words show the
// type of a number: `Regular 80.00 hrs @ $25.00   $2,000.00   YTD $16,000.00`.

import { type Line, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { columnKind, isWeakColumn } from '#analysis/documents/stubs/column-words.ts';
import { isPriced, parseQuantity, withoutSymbols } from '#analysis/documents/stubs/quantities.ts';
import { totalOf } from '#analysis/documents/stubs/section-words.ts';
import { boxAround, type Word } from '#domain/documents/pages.ts';
import { rowSection } from './row-words.ts';

export type Said = 'hours' | 'rate' | 'ytd' | 'current';
export type SaidNumber = { word: Word; said: Said | undefined };
/**
 * `texts` are the texts before the numbers; the last one is usually the description. `prose` is true if the text
 * continues after the numbers, as in a sentence.
 */
export type Entry = { texts: Segment[]; numbers: SaidNumber[]; words: Word[]; prose: boolean };

const HOURS_UNIT = /^\(?(?:hrs?|hours?|h)[.,)]*$/i;
const WITH_HOURS = /^\(?\d+(?:\.\d+)?(?:h|hrs?|hours?)[.,)]*$/i;
const TIMES = /^(?:@|x|×|at|times|\*)$/i;
const PER_HOUR = /^(?:\/|per|an)?(?:hr|hour)[.,)]*$/i;
const WITH_PER_HOUR = /\d\/(?:hr|hour|h)[.,)]*$/i;
const PER = /^(?:\/|per|an|a)$/i;
const YEAR = /^\(?(?:ytd|y-t-d|year-to-date)[:,)]*$/i;
const NOW = /^\(?(?:current|curr?|now|this-period)[:,)]*$/i;
/** Short labels before hours and rates: `H: 38.50  R: 21.40`. */
const HOURS_TAG = /^\(?(?:h|hrs?|hours?):$/i;
const RATE_TAG = /^\(?(?:r|rt|rate):$/i;
/** Punctuation between numbers, which is not part of any text. */
const FILLER = /^[()|,;:·•=]+$/;

/** The minimum gap before a text that belongs to the next entry, in font heights. */
const ENTRY_GAP = 0.9;

/**
 * A text after the numbers is treated as a note if it has fewer words than this, and otherwise as part of a sentence.
 */
const PROSE_WORDS = 3;

/** Returns the entries of one line from left to right. An entry without numbers is the text at the end of the line. */
export function entriesOf(line: Line): Entry[] {
  const words = withoutSymbols(joinedYear(line.words)).map(unwrapped);
  const entries: { texts: Word[]; numbers: SaidNumber[]; words: Word[]; behind: number }[] = [];
  for (const [index, word] of words.entries()) {
    const entry = entries.at(-1);
    const before = words[index - 1];
    const number = numberAt(words, index);
    if (number !== undefined && entry !== undefined) {
      entry.numbers.push(number);
      entry.words.push(word);
    } else if (number !== undefined) entries.push({ texts: [], numbers: [number], words: [word], behind: 0 });
    else if (isAside(words, index)) {
      if (entry === undefined) entries.push({ texts: [], numbers: [], words: [word], behind: 0 });
      else entry.words.push(word);
    } else if (entry === undefined || (entry.numbers.length > 0 && before !== undefined && isApart(before, word))) {
      entries.push({ texts: [word], numbers: [], words: [word], behind: 0 });
    } else {
      if (entry.numbers.length === 0) entry.texts.push(word);
      else entry.behind++;
      entry.words.push(word);
    }
  }
  return joinedDetails(
    entries.map(({ texts, numbers, words: own, behind }) =>
      asDetail({ texts: textsOf(texts), numbers, words: own, prose: behind >= PROSE_WORDS }),
    ),
  );
}

/** `Year to date $900.00` or `Rate $21.40` in a line below a row is a detail of that row, however wide the gap is. */
function asDetail(entry: Entry): Entry {
  const [number, ...others] = entry.numbers;
  const [text, ...more] = entry.texts;
  if (number === undefined || text === undefined || others.length > 0 || more.length > 0) return entry;
  const said = detailOf(text.text.replace(/:$/, ''));
  if (said === undefined || (number.said !== undefined && number.said !== said)) return entry;
  return { ...entry, texts: [], numbers: [{ ...number, said }] };
}

/** Returns the type of number that a label names; undefined if the label names a row or a total. */
export function detailOf(label: string): Said | undefined {
  const kind = columnKind(label);
  const is_detail = kind === 'hours' || kind === 'rate' || kind === 'current' || kind === 'ytd';
  const is_name = isWeakColumn(label) || rowSection(label) !== undefined || totalOf(label, true) !== undefined;
  return is_detail && !is_name ? kind : undefined;
}

/**
 * `Hours 38.50   Rate 21.40` is one detail of the row above. `YTD 900.00` after the numbers of a row belongs to that
 * row.
 */
function joinedDetails(entries: readonly Entry[]): Entry[] {
  const isDetail = ({ texts, numbers }: Entry) =>
    texts.length === 0 && numbers.length > 0 && numbers.every(({ said }) => said !== undefined);
  const kinds = entries.flatMap(({ numbers }) => numbers.map(({ said }) => said));
  const is_one = entries.length > 1 && entries.every(isDetail) && new Set(kinds).size === kinds.length;
  const joined: Entry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const is_year = isDetail(entry) && entry.numbers.every(({ said }) => said === 'ytd');
    const has_year = last === undefined || last.numbers.some(({ said }) => said === 'ytd');
    const follows = is_year && !has_year && last.texts.length > 0 && last.numbers.length > 0;
    if (last === undefined || !(is_one || follows)) joined.push(entry);
    else {
      const [numbers, words] = [
        [...last.numbers, ...entry.numbers],
        [...last.words, ...entry.words],
      ];
      joined[joined.length - 1] = { ...last, numbers, words };
    }
  }
  return joined;
}

const textsOf = (words: Word[]): Segment[] =>
  words.length === 0 ? [] : segmentsOf({ words, box: boxAround(words.map(({ box }) => box)) });

const isApart = (left: Word, right: Word): boolean =>
  right.box.left - left.box.right > ENTRY_GAP * Math.max(left.size, right.size);

/** Removes a parenthesis that does not belong to the number, as in `(80.00` and `$25.00)`. */
function unwrapped(word: Word): Word {
  const opened = /^\((?=[$\d])/.test(word.text) && !word.text.includes(')');
  const closed = /^[^(]*\d[^(]*\)[.,;]?$/.test(word.text);
  if (!opened && !closed) return word;
  return { ...word, text: word.text.replace(/^\(|\)[.,;]?$/g, '') };
}

/**
 * Joins the words of `Year to date` into one word, and also the words of phrases such as `this year` if they are beside
 * a number.
 */
function joinedYear(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (let index = 0; index < words.length; ) {
    const found = [4, 3, 2].map((count) => phraseAt(words, index, count)).find((one) => one !== undefined);
    const [word] = words.slice(index, index + 1);
    if (found !== undefined) joined.push(found.word);
    else if (word !== undefined) joined.push(word);
    index += found?.count ?? 1;
  }
  return joined;
}

const YEAR_PHRASE =
  /^\(?(?:so far this (?:year|yr)|(?:for )?(?:the|this) (?:year|yr)|year so far|(?:yr|yr\.) to (?:date|dt)|to date)[:,.)]*$/i;
const NOW_PHRASE = /^\(?this (?:pay )?(?:period|check|paycheck|pay|week|month|payday)[:,)]*$/i;

function phraseAt(words: readonly Word[], index: number, count: number): { word: Word; count: number } | undefined {
  const own = words.slice(index, index + count);
  const [first] = own;
  if (first === undefined || own.length < count) return undefined;
  const text = own.map((word) => word.text).join(' ');
  const box = boxAround(own.map((word) => word.box));
  if (/^\(?year to date[:,)]*$/i.test(text)) return { word: { ...first, text: 'YTD', box }, count };
  const said = YEAR_PHRASE.test(text) ? 'YTD' : NOW_PHRASE.test(text) ? 'current' : undefined;
  const word = { ...first, text: said ?? '', box };
  const isBeside = (other: Word | undefined) =>
    other !== undefined && isPriced(other.text) && !isApart(...ordered(other, word));
  const is_said = said !== undefined && (isBeside(words[index - 1]) || isBeside(words[index + count]));
  return is_said ? { word, count } : undefined;
}

/** Returns the number at this position, and the type that follows from the words around it. */
function numberAt(words: readonly Word[], index: number): SaidNumber | undefined {
  const word = words[index];
  const text = word?.text.replace(/[,;]$/, '') ?? '';
  if (word === undefined) return undefined;
  if (WITH_HOURS.test(text)) return { word: { ...word, text: text.replace(/[^\d.]/g, '') }, said: 'hours' };
  if (parseQuantity(text) === undefined) return undefined;
  const [before, after, second] = [words[index - 1], words[index + 1], words[index + 2]];
  const own = text === word.text ? word : { ...word, text };
  const isBeside = (other: Word | undefined, pattern: RegExp): boolean =>
    other !== undefined && pattern.test(other.text) && !isApart(...ordered(other, word));
  const is_rate =
    WITH_PER_HOUR.test(text) ||
    (isBeside(after, PER_HOUR) && !HOURS_UNIT.test(after?.text ?? '')) ||
    (isBeside(after, PER) && second !== undefined && PER_HOUR.test(second.text)) ||
    isBeside(before, TIMES) ||
    isBeside(before, RATE_TAG);
  if (is_rate) return { word: own, said: 'rate' };
  if (isBeside(after, HOURS_UNIT) || isBeside(before, HOURS_TAG)) return { word: own, said: 'hours' };
  if (isBeside(after, TIMES) && !isPriced(text) && /^\d{1,4}$/.test(text)) return { word: own, said: 'hours' };
  if (!isPriced(text)) return undefined;
  if (isBeside(before, YEAR) || (isBeside(after, YEAR) && !isFollowedByNumber(words, index + 1)))
    return { word: own, said: 'ytd' };
  if (isBeside(before, NOW)) return { word: own, said: 'current' };
  return { word: own, said: isBeside(after, TIMES) ? 'hours' : undefined };
}

const ordered = (a: Word, b: Word): [Word, Word] => (a.box.left <= b.box.left ? [a, b] : [b, a]);

const isFollowedByNumber = (words: readonly Word[], index: number): boolean =>
  isPriced(words[index + 1]?.text ?? '') && parseQuantity(words[index + 1]?.text ?? '') !== undefined;

/** Whether the word only names the type of the number beside it. */
function isAside(words: readonly Word[], index: number): boolean {
  const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
  if (word === undefined) return false;
  const near = (other: Word | undefined) =>
    other !== undefined && parseQuantity(other.text) !== undefined && !isApart(...ordered(other, word));
  if (FILLER.test(word.text)) return true;
  if (HOURS_TAG.test(word.text) || RATE_TAG.test(word.text)) return near(after);
  if (YEAR.test(word.text) || NOW.test(word.text)) return near(before) || near(after);
  if (TIMES.test(word.text)) return near(after) && (near(before) || HOURS_UNIT.test(before?.text ?? ''));
  if (HOURS_UNIT.test(word.text) || PER_HOUR.test(word.text)) return near(before) || PER.test(before?.text ?? '');
  return PER.test(word.text) && near(before) && PER_HOUR.test(after?.text ?? '');
}
