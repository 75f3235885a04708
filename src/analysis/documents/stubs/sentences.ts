// Reads dates and amounts in sentences: `You were paid $1,234.56 on March 14, 2025 for work from March 1 to March 9.`

import { datesIn, dateText, periodIn } from '#analysis/documents/dates-in-text.ts';
import { type Line, linesOf, segmentOf, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { rowSection } from './lists/row-words.ts';
import { parseQuantity } from './quantities.ts';
import type { Row } from './rows.ts';
import { isYearLabel, totalOf } from './section-words.ts';
import type { FoundTotal, Total } from './totals.ts';

type Paragraph = { text: string; words: Word[]; starts: number[]; page: number };
export type FoundDates = {
  name: 'pay_date' | 'period_start' | 'period_end';
  value: string;
  words: Word[];
  page: number;
};

/** The minimum number of words that a sentence has in one line. */
const WORDS_MIN = 4;
/** The maximum distance between two lines of a paragraph, in font heights. */
const PITCH_MAX = 1.7;

/** Returns the paragraphs: lines of several words that are below each other, joined into one text. */
export function paragraphsOf(page: Page): Paragraph[] {
  const lines: Word[][] = [];
  for (const { words } of linesOf(page.words).flatMap(sentenceLines)) {
    const before = lines.at(-1);
    if (before !== undefined && isNextLine(before, words)) before.push(...words);
    else lines.push([...words]);
  }
  return lines.map((words) => {
    const starts: number[] = [];
    let text = '';
    for (const word of words) {
      if (text !== '') text += ' ';
      starts.push(text.length);
      text += word.text;
    }
    return { text, words, starts, page: page.number };
  });
}

const sentenceLines = (line: Line): { words: Word[] }[] =>
  line.words.length > 60
    ? []
    : segmentsOf(line).filter(({ words, text }) => words.length >= WORDS_MIN || /[a-z0-9]\.$/.test(text));

function isNextLine(before: readonly Word[], words: readonly Word[]): boolean {
  const [first, last, next] = [before[0], before.at(-1), words[0]];
  if (first === undefined || last === undefined || next === undefined) return false;
  const distance = next.box.bottom - last.box.bottom;
  return distance > 0 && distance <= PITCH_MAX * next.size && Math.abs(next.box.left - first.box.left) < next.size;
}

/** Returns the words of a part of the paragraph. */
const wordsIn = ({ words, starts }: Paragraph, from: number, to: number): Word[] =>
  words.filter((word, index) => {
    const start = starts[index] ?? 0;
    return start < to && start + word.text.length > from;
  });

const PAID = /\b(?:paid|pay ?date|payday|deposited|issued|sent|transferred|dated|pays out)\b/i;

/** Finds pay dates and pay periods in sentences. */
export function datesInSentences(page: Page): FoundDates[] {
  return paragraphsOf(page).flatMap((paragraph) => {
    const { text } = paragraph;
    const found: FoundDates[] = [];
    const dates = datesIn(text);
    for (const [index, date] of dates.entries()) {
      const before = text.slice(dates[index - 1]?.end ?? 0, date.index);
      const clause = before.slice(Math.max(before.lastIndexOf('. ') + 1, 0));
      const value = date.year === undefined ? undefined : dateText(date.year, date.month, date.day);
      if (
        value !== undefined &&
        PAID.test(clause) &&
        /\b(?:on|date|dated|payday|for|paid)\W*$/i.test(clause) &&
        !isRange(text, date.end)
      )
        found.push({ name: 'pay_date', value, words: wordsIn(paragraph, date.index, date.end), page: page.number });
    }
    const period = periodIn(text);
    if (period !== undefined && /\b(?:for|cover(?:s|ing)?|from|between|period|work(?:ed)?|pay)\b/i.test(text)) {
      found.push({ name: 'period_start', value: period.start, words: paragraph.words, page: page.number });
      found.push({ name: 'period_end', value: period.end, words: paragraph.words, page: page.number });
    }
    return found;
  });
}

/** Whether another date follows, as in a period. */
const isRange = (text: string, end: number): boolean => /^\W*(?:to|through|thru|until|[-–—])\W/i.test(text.slice(end));

const AMOUNT = /\$ ?\d[\d,]*\.\d{2}|\b\d{1,3}(?:,\d{3})+\.\d{2}/g;

/** The rules that find the meaning of an amount from the words around it. The first rule that matches is used. */
const MEANINGS: readonly [Total, RegExp][] = [
  ['gross_pay', /\bgross\b|\bbefore (?:tax|deduction|withh)|\bearned\b/i],
  ['net_pay', /\bnet\b|\btake[- ]?home\b|\btakes? home\b|\bafter (?:tax|deduction)/i],
  ['total_taxes', /\btax(?:es)?\b/i],
  ['total_deductions', /\bdeductions?\b|\bbenefits\b/i],
  ['net_pay', /\bpaid\b|\bdeposited\b|\breceived?\b/i],
];

/** Finds totals in sentences. They have a low certainty. */
export function totalsInSentences(page: Page): FoundTotal[] {
  return paragraphsOf(page).flatMap((paragraph) =>
    sentencesOf(paragraph.text).flatMap(({ text, at }) => {
      const year = isYearLabel(text) || /\bso far\b|\bin 20\d\d\b.*:/i.test(text);
      return clausesOf(text).flatMap((clause): FoundTotal[] => {
        const [amount, ...others] = [...clause.text.matchAll(AMOUNT)];
        const name = MEANINGS.find(([, pattern]) => pattern.test(clause.text))?.[0];
        const named = FOR.exec(clause.text.slice((amount?.index ?? 0) + (amount?.[0].length ?? 0)))?.[1] ?? '';
        if (rowSection(named) !== undefined && totalOf(named, true) === undefined) return [];
        if (amount === undefined || others.length > 0 || name === undefined) return [];
        const from = at + clause.at + amount.index;
        const word = wordsIn(paragraph, from, from + amount[0].length).find(
          (one) => parseQuantity(trimmed(one.text)) !== undefined,
        );
        if (word === undefined) return [];
        return [
          { name, year, word: { ...word, text: trimmed(word.text) }, page: page.number, certainty: 0.7, sure: false },
        ];
      });
    }),
  );
}

/** Matches the words after the amount in `$110.00 for federal income tax`. */
const FOR = /^\W*(?:for|to|toward|towards|in|of) (?:your |the )?([A-Za-z0-9()&' -]{3,40}?)(?=[,.;:]|$| and\b)/;

/** Finds taxes and deductions that a sentence names with their amounts. */
export function rowsInSentences(page: Page): Row[] {
  return paragraphsOf(page).flatMap((paragraph) =>
    [...paragraph.text.matchAll(AMOUNT)].flatMap((amount): Row[] => {
      const end = amount.index + amount[0].length;
      const match = FOR.exec(paragraph.text.slice(end));
      const name = match?.[1];
      const section = name === undefined || totalOf(name, true) !== undefined ? undefined : rowSection(name);
      const word = wordsIn(paragraph, amount.index, end).find((one) => parseQuantity(trimmed(one.text)) !== undefined);
      if (match === null || name === undefined || section === undefined || section === 'earnings' || word === undefined)
        return [];
      const from = end + match.index + match[0].length - name.length;
      const words = wordsIn(paragraph, from, from + name.length).map((one) => ({ ...one, text: trimmed(one.text) }));
      const numbers = { current: { ...word, text: trimmed(word.text) } };
      return [
        {
          page: page.number,
          section,
          mixed: false,
          description: segmentOf(words),
          account: undefined,
          numbers,
          total: undefined,
        },
      ];
    }),
  );
}

const trimmed = (text: string): string => text.replace(/[.,;:!)]+$/, '');

type Part = { text: string; at: number };

const sentencesOf = (text: string): Part[] =>
  [...text.matchAll(/.+?(?:[.!?](?= |$)|$)/g)].map((match) => ({ text: match[0], at: match.index }));

/** Splits a sentence at commas, colons and `and`. */
const clausesOf = (text: string): Part[] =>
  [...text.matchAll(/.+?(?:[,:;](?= )|\band\b|$)/g)].map((match) => ({ text: match[0], at: match.index }));
