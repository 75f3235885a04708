// Turns labelled values into fields. The label determines which type of value is expected.

import { linesOf, type Segment, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { parseDate } from '#analysis/documents/values.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import type { Fields } from '#domain/documents/read-documents.ts';
import { fieldOf } from './fields.ts';
import { type LabelName, labelKey } from './label-words.ts';
import type { Labelled } from './labels.ts';
import { datesInSentences } from './sentences.ts';

type Found = { value: string; words: Word[] };

export function labelledFields(pages: readonly Page[], labelled: readonly Labelled[]): Fields {
  const fields: Fields = {};
  const add = (key: string, found: Found | undefined, page: number, certainty = 1) => {
    if (found !== undefined && !(key in fields))
      fields[key] = fieldOf(found.value, found.words, page, 'label', certainty);
  };
  // `No.` alone may be the end of another label, so it is tried last.
  const isBare = ({ label }: Labelled): boolean => labelKey(label.text) === 'number';
  for (const { name, candidates, page } of labelled.toSorted((a, b) => Number(isBare(a)) - Number(isBare(b)))) {
    const parse = PARSERS[name];
    if (parse !== undefined) add(name, firstOf(candidates, parse), page);
  }
  for (const { name, candidates, page } of labelled) {
    if (name !== 'period' && name !== 'period_start') continue;
    const range = candidates.map(periodIn).find((dates) => dates.length > 1);
    add('period_start', range?.[0], page);
    add('period_end', range?.[1], page);
  }
  // `Pay period 11/02/2025   through 11/15/2025` has two labels: `Pay period` and `through`.
  for (const { name, candidates, page } of labelled) {
    const start = name === 'period' ? firstOf(candidates, oneDate) : undefined;
    const end = fields['period_end']?.value;
    if (start !== undefined && typeof end === 'string' && start.value < end) add('period_start', start, page);
  }
  for (const { name, value, words, page } of pages.flatMap(datesInSentences)) add(name, { value, words }, page, 0.8);
  for (const page of pages) add('check_number', numberOfCheck(page), page.number, 0.6);
  addUnlabelledPeriod(pages, add);
  addOnlyDate(pages, fields, add);
  for (const { number, words } of pages) {
    const bare = (word: Word | undefined) => word?.text.replace(/^\(|[).,;:]+$/g, '') ?? '';
    const ssn = words.find(
      (word, at) =>
        /^(?:\d{3}|[X*x#]{3})-(?:\d{2}|[X*x#]{2})-\d{4}$/.test(bare(word)) ||
        (/^[X*x#]{5}\d{4}$/.test(bare(word)) && /^ssn$/i.test(bare(words[at - 1]))),
    );
    add('employee_ssn', ssn === undefined ? undefined : { value: bare(ssn), words: [ssn] }, number, 0.8);
  }
  return fields;
}

/** The approximate height, in points, of the part above the payee’s line on a check. */
const CHECK_HEIGHT = 90;

/** Finds a check number without a label: digits at the end of a line above `Pay to the order of`. */
function numberOfCheck(page: Page): Found | undefined {
  const lines = linesOf(page.words).filter(({ words }) => words.length <= 40);
  const payee = lines.find(({ words }) => /\b(?:pay to|order of)\b/i.test(words.map(({ text }) => text).join(' ')));
  if (payee === undefined) return undefined;
  const found = lines
    .filter(({ box }) => box.bottom < payee.box.bottom && payee.box.bottom - box.bottom < CHECK_HEIGHT)
    .flatMap((line) => segmentsOf(line).slice(-1))
    .filter(({ text }) => /^(?:no\.? ?|#)?\d{3,10}$/i.test(text));
  const [first, ...others] = found;
  const word = first?.words.at(-1);
  return word === undefined || others.length > 0 ? undefined : { value: word.text.replace(/^#/, ''), words: [word] };
}

/** Finds a period without a label: two dates in one text. */
function addUnlabelledPeriod(
  pages: readonly Page[],
  add: (key: string, found: Found | undefined, page: number, certainty: number) => void,
): void {
  for (const page of pages) {
    const segments = linesOf(page.words).flatMap((line) => (line.words.length > 40 ? [] : segmentsOf(line)));
    const range = segments
      .filter(({ words }) => words.length <= 12)
      .map(periodIn)
      .find((dates) => dates.length === 2);
    add('period_start', range?.[0], page.number, 0.7);
    add('period_end', range?.[1], page.number, 0.7);
  }
}

/** Lines with these words do not contain the pay date. */
const OTHER_DATE = /\b(?:hire|hired|birth|dob|since|as of|accru|through|thru|ending|ended|begin|start|seniority|next)/i;

/** If a stub has only one date besides its period, this date is assumed to be the pay date. */
function addOnlyDate(
  pages: readonly Page[],
  fields: Fields,
  add: (key: string, found: Found | undefined, page: number, certainty: number) => void,
): void {
  if ('pay_date' in fields) return;
  const known = new Set([fields['period_start']?.value, fields['period_end']?.value]);
  const found = pages.flatMap((page) =>
    linesOf(page.words)
      .filter(({ words }) => words.length <= 40)
      .flatMap((line) => segmentsOf(line))
      .filter(({ text }) => !OTHER_DATE.test(text))
      .flatMap((segment) => datesIn(segment).map((date) => ({ ...date, page: page.number })))
      .filter(({ value }) => !known.has(value)),
  );
  const [first] = found;
  if (first !== undefined && found.every(({ value }) => value === first.value)) add('pay_date', first, first.page, 0.4);
}

function firstOf(candidates: readonly Segment[], parse: (segment: Segment) => Found | undefined): Found | undefined {
  for (const candidate of candidates) {
    const found = parse(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

const oneDate = (segment: Segment): Found | undefined => datesIn(segment)[0];

const PARSERS: Partial<Record<LabelName, (segment: Segment) => Found | undefined>> = {
  pay_date: oneDate,
  period_start: oneDate,
  period_end: oneDate,
  check_number: (segment) => wordLike(segment, /^[A-Z]{0,4}[-#]?\d[\dA-Z-]{1,}$/i),
  employee_id: (segment) => wordLike(segment, /^[A-Z]{0,4}[-#]?\d[\dA-Z-]*$/i),
  employee_ssn: (segment) =>
    withFiveStars(wordLike(segment, /^(?:[\dXx*#]{3}-?[\dXx*#]{2}-?\d{4}|[Xx*#.-]{1,9}\d{4})$/)),
  employer_ein: (segment) => wordLike(segment, /^[\dXx*]{2}-?[\dXx*]{3,5}\d{2,4}$/),
};

/**
 * OCR often miscounts a row of stars. So a masked Social Security number that OCR read always gets five stars before
 * its last four digits.
 */
function withFiveStars(found: Found | undefined): Found | undefined {
  if (found === undefined || found.words.every(({ confidence }) => confidence === 1)) return found;
  return { ...found, value: found.value.replace(/^\*{4,7}(?=\d{4}$)/, '*****') };
}

/**
 * Returns the first word that matches the pattern among the first three words of the segment. Dates are skipped,
 * because a date is never an identifier.
 */
function wordLike({ words }: Segment, pattern: RegExp): Found | undefined {
  const word = words
    .slice(0, 3)
    .find(({ text }) => pattern.test(text.replace(/^#|[,;]$|(?<=\d{3})\.$/g, '')) && parseDate(text) === undefined);
  return word === undefined
    ? undefined
    : { value: word.text.replace(/^#(?=[\dA-Z])/i, '').replace(/[.,;]$/, ''), words: [word] };
}

/** Returns all dates in the segment. A date is one word, or up to three words such as `January 31, 2026`. */
export function datesIn({ words }: Segment): Found[] {
  const dates: Found[] = [];
  for (let index = 0; index < words.length; ) {
    const found = [3, 1, 2]
      .map((count) => dateAt(words.slice(index, index + count)))
      .find((date) => date !== undefined);
    if (found !== undefined) dates.push(...found.dates);
    index += found?.count ?? 1;
  }
  return dates;
}

/** Returns both dates of a period. The first date may lack the year: `Sep 1 - Sep 15, 2026`, `9/1 - 9/15/2026`. */
function periodIn(segment: Segment): Found[] {
  const dates = datesIn(segment);
  const { text, words } = segment;
  if (dates.length > 1 || text.length > 60) return dates;
  const joined = datesAroundDash(segment);
  if (joined.length > 1) return joined;
  const match = SHARED_YEAR.exec(text);
  if (match === null) return dates;
  const [, start = '', end = '', year = ''] = match;
  const separator = start.includes('/') ? '/' : ', ';
  const values = [start, end].map((day) => parseDate(`${day}${separator}${year}`));
  return values.every((value) => value !== undefined) ? values.map((value) => ({ value, words })) : dates;
}

/** Returns both dates of a period whose dash has no spaces around it: `01-FEB-2024-15-FEB-2024`. */
function datesAroundDash({ text, words }: Segment): Found[] {
  for (const { index } of text.matchAll(/[-–—]/g)) {
    const [start, end] = [parseDate(text.slice(0, index)), parseDate(text.slice(index + 1))];
    if (start !== undefined && end !== undefined && start <= end)
      return [start, end].map((value) => ({ value, words }));
  }
  return [];
}

const SHARED_YEAR =
  /^([A-Za-z]{3,9}\.? \d{1,2}|\d{1,2}\/\d{1,2}) ?(?:-|–|—|to|through|thru) ?([A-Za-z]{3,9}\.? \d{1,2}|\d{1,2}\/\d{1,2})(?:, ?|\/| )(\d{4}|\d{2})$/;

function dateAt(words: readonly Word[]): { dates: Found[]; count: number } | undefined {
  const text = words.map((word) => word.text).join(' ');
  if (text.length > 40) return undefined;
  // Some programs print both dates as one word: `01/01/2026-01/15/2026`.
  const both = /^(\d{1,2}\/\d{1,2}\/\d{2,4})[-–—](\d{1,2}\/\d{1,2}\/\d{2,4})$/.exec(text);
  const parts = both === null ? [text.replace(/^[(]|[),;]$/g, '')] : [both[1] ?? '', both[2] ?? ''];
  const values = parts.map(parseDate);
  if (!values.every((value) => value !== undefined)) return undefined;
  return { dates: values.map((value) => ({ value, words: [...words] })), count: words.length };
}
