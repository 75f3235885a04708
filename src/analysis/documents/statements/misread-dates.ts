// Corrects the dates that OCR misread in lists of transactions. The transactions of a statement are sorted by date, and
// all dates are printed in one form. A misread date is replaced by one of the dates in the period: the one whose
// printed form is nearest to the text that OCR read.
import type { Period } from '#analysis/documents/dates-in-text.ts';
import { editsBetween } from '#analysis/documents/spelling.ts';
import { addDays } from '#base/calendar.ts';
import { boxAround, sharedWidth, type Word } from '#domain/documents/pages.ts';
import { amountsIn } from './amounts.ts';
import type { Column } from './columns.ts';
import type { Run } from './runs.ts';
import { dateUnder } from './table-rows.ts';

/**
 * The maximum number of days in a period whose dates are corrected, including the few days before and after the period.
 * A longer period has too many dates that differ by one digit.
 */
const DAYS_MAX = 70;
/** The maximum number of characters in which a misread date differs from the printed date. */
const EDITS_MAX = 2;
/** A date with fewer characters than this may have only one wrong character. */
const LONG_DATE = 7;

type Print = (year: string, month: string, day: string) => string;

const short = (digits: string): string => digits.replace(/^0/, '');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const named = (month: string): string => MONTHS[Number(month) - 1] ?? '';
/** The forms in which statements print dates. A form with the name of the month is compared without spaces. */
const PRINTS: readonly Print[] = [
  (_, month, day) => `${month}/${day}`,
  (_, month, day) => `${short(month)}/${short(day)}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${short(month)}/${short(day)}/${year}`,
  (year, month, day) => `${month}/${day}/${year.slice(2)}`,
  (year, month, day) => `${short(month)}/${short(day)}/${year.slice(2)}`,
  (_, month, day) => `${month}-${day}`,
  (year, month, day) => `${month}-${day}-${year}`,
  (year, month, day) => `${month}-${day}-${year.slice(2)}`,
  (year, month, day) => `${year}-${month}-${day}`,
  (_, month, day) => `${named(month)}${day}`,
  (_, month, day) => `${named(month)}${short(day)}`,
  (year, month, day) => `${named(month)}${day},${year}`,
  (year, month, day) => `${named(month)}${short(day)},${year}`,
  (_, month, day) => `${day}${named(month)}`,
  (year, month, day) => `${day}${named(month)}${year}`,
];

/**
 * Replaces the misread dates in the rows below each table header (a run). The form of the dates is found for all runs
 * together, because it cannot be found on a page on which OCR lost all slashes.
 */
export function withReadableDates(runs: readonly Run[], period: Period | undefined): Run[] {
  const days = period === undefined ? [] : daysOf(period);
  if (days.length === 0 || days.length > DAYS_MAX) return [...runs];
  const listed = runs.map((run) => datedRows(run));
  const print = commonPrint(
    listed.flat().flatMap(({ text }) => text),
    days,
  );
  if (print === undefined) return [...runs];
  const forms = new Map(days.map((day) => [formOf(print, day), day]));
  return runs.map((run, index) => withDates(run, listed[index] ?? [], forms));
}

/**
 * A row of transactions, with the words in its column of dates. `text` is the date that was read there, or all these
 * words if no date was read.
 */
type DatedRow = { row: Run['rows'][number]; words: Word[]; text: string; is_read: boolean };

/** Returns the rows with an amount, because only these are transactions. */
function datedRows(run: Run): DatedRow[] {
  const column = run.groups[0]?.find(({ kind }) => kind === 'date');
  if (column === undefined || run.groups.length > 1) return [];
  if (!run.rows.some(({ row }) => row.words.some(({ confidence }) => confidence < 1))) return [];
  return run.rows.flatMap((one): DatedRow[] => {
    const { row, section } = one;
    if (section === 'none' || amountsIn(row.words).length === 0) return [];
    const date = dateUnder(row.words, [column])?.words;
    const words = row.words.filter((word) => isInColumn(word, column, run));
    return [{ row: one, words, text: compact(date ?? words), is_read: date !== undefined }];
  });
}

const formOf = (print: Print, day: string): string => print(day.slice(0, 4), day.slice(5, 7), day.slice(8));

function withDates(run: Run, listed: readonly DatedRow[], forms: ReadonlyMap<string, string>): Run {
  const known = listed.map(({ text }) => forms.get(text) ?? forms.get(withoutSeparators(text, forms)));
  const replaced = new Map<Run['rows'][number], Run['rows'][number]>();
  for (const [index, dated] of listed.entries()) {
    if (forms.has(dated.text)) continue;
    const between = formsBetween(forms, known, index);
    // A readable date outside of the period may be correct. It is replaced only if all words of the column together are
    // exactly a date of the period.
    const whole = compact(dated.words);
    const nearby = dated.is_read ? between.find((form) => form === whole) : nearest(dated.text, between);
    const form = [...forms.keys()].find((each) => forms.get(each) === known[index]) ?? nearby;
    if (form === undefined) continue;
    known[index] = forms.get(form);
    replaced.set(dated.row, withDate(dated, form));
  }
  return replaced.size === 0 ? run : { ...run, rows: run.rows.map((one) => replaced.get(one) ?? one) };
}

function withDate({ row: one, words }: DatedRow, form: string): Run['rows'][number] {
  const { row } = one;
  const first = words[0];
  if (first === undefined) return one;
  const spaced = form.replace(/([A-Za-z])(?=\d)|,(?=\d)/g, '$& ').replace(/(\d)(?=[A-Za-z])/g, '$1 ');
  const box = boxAround(words.map((word) => word.box));
  const date = spaced.split(' ').map((text) => ({ ...first, text, box }));
  return { ...one, row: { ...row, words: [...date, ...row.words.filter((word) => !words.includes(word))] } };
}

const digitsOf = (text: string): string => text.replace(/[^\da-z]/gi, '');

/** The minimum number of digits in a date without separators, because a date with fewer digits has several readings. */
const DIGITS_MIN = 4;

/**
 * Returns the printed date that has the same digits as the text. If no printed date or several printed dates have these
 * digits, returns the text itself.
 */
function withoutSeparators(text: string, forms: ReadonlyMap<string, string>): string {
  if (!/^\d+$/.test(text) || text.length < DIGITS_MIN) return text;
  const same = [...forms.keys()].filter((form) => digitsOf(form) === text);
  return same.length === 1 ? (same[0] ?? text) : text;
}

/**
 * Returns the printed forms of the dates that are possible in a row. These dates are between the nearest known date in
 * the rows above it and the nearest known date in the rows below it. If only one of these two is known, the order of
 * the known dates shows whether the possible dates are before or after it.
 */
function formsBetween(forms: ReadonlyMap<string, string>, known: readonly (string | undefined)[], index: number) {
  const isKnown = (day: string | undefined): boolean => day !== undefined;
  const [above, below] = [known.slice(0, index).findLast(isKnown), known.slice(index + 1).find(isKnown)];
  const [first, last] = [known.find(isKnown) ?? '', known.findLast(isKnown) ?? ''];
  const [from, to] = first > last ? [below, above] : [above, below];
  const is_open = first === last;
  return [...forms].flatMap(([form, day]) =>
    is_open || ((from === undefined || day >= from) && (to === undefined || day <= to)) ? form : [],
  );
}

const compact = (words: readonly Word[]): string => words.map(({ text }) => text).join('');

function daysOf({ start, end }: Period): string[] {
  const days: string[] = [];
  // Transactions may be posted a few days before or after the period.
  for (let day = addDays(start, -SLACK_DAYS); day <= addDays(end, SLACK_DAYS) && days.length <= DAYS_MAX; ) {
    days.push(day);
    day = addDays(day, 1);
  }
  return days;
}

const SLACK_DAYS = 2;

/**
 * Returns the form that fits the most dates; undefined if it fits only one date, or less than a third of all dates. OCR
 * loses slashes in small print, so a date without its separators is also evidence for a form. If several forms fit the
 * same number of dates, the form that fits more dates with separators is returned.
 */
function commonPrint(texts: readonly string[], days: readonly string[]): Print | undefined {
  const counts = PRINTS.map((print) => {
    const forms = days.map((day) => formOf(print, day).toLowerCase());
    const [whole, bare] = [new Set(forms), new Set(forms.map(digitsOf).filter(({ length }) => length >= DIGITS_MIN))];
    const exact = texts.filter((text) => whole.has(text.toLowerCase())).length;
    return { print, exact, count: exact + texts.filter((text) => bare.has(text)).length };
  });
  const best = counts.toSorted((a, b) => b.count - a.count || b.exact - a.exact)[0];
  return best !== undefined && best.count >= 2 && best.count >= texts.length / 3 ? best.print : undefined;
}

/** Whether the word is in the date column. It has a digit or a slash, and ends before the next column begins. */
function isInColumn({ box, text }: Word, column: Column, { groups }: Run): boolean {
  const next = groups[0]?.[(groups[0]?.indexOf(column) ?? 0) + 1];
  const left_of_next = next === undefined || box.right <= next.box.left + 2;
  return left_of_next && /[\d/]/.test(text) && (sharedWidth(box, column.box) > 0 || box.left < column.box.left + 40);
}

/**
 * Returns the printed date that differs least from the text. Returns undefined if it differs too much, or if two dates
 * are equally close to the text.
 */
function nearest(text: string, forms: readonly string[]): string | undefined {
  const most = text.length >= LONG_DATE ? EDITS_MAX : 1;
  const scored = forms.map((form) => ({
    form,
    edits: Math.min(editsBetween(text, form, most), editsBetween(digitsOf(text), digitsOf(form), most)),
  }));
  const [best, second] = scored.toSorted((a, b) => a.edits - b.edits);
  if (text.length >= TEXT_MIN && best !== undefined && best.edits <= most && best.edits !== second?.edits)
    return best.form;
  // If the text differs from every possible date by too many characters, the characters that OCR kept may still be
  // enough to choose one of the few dates that are possible in this row.
  const containing = forms.filter((form) => forms.length <= FEW_FORMS && isRestOf(text, form));
  return containing.length === 1 ? containing[0] : undefined;
}

/**
 * `TEXT_MIN` is the minimum length of a text in which characters may be wrong. `REST_MIN` is the minimum number of
 * remaining characters of a date.
 */
const [TEXT_MIN, REST_MIN] = [3, 2];
/** The maximum number of possible dates from which a date is chosen by its remaining characters. */
const FEW_FORMS = 31;

/** Whether the text equals the printed form of a date from which some characters were lost. */
function isRestOf(text: string, form: string): boolean {
  let at = 0;
  for (const letter of form) if (letter === text[at]) at++;
  return text.length >= REST_MIN && at === text.length;
}
