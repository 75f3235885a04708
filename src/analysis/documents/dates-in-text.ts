// Finds dates and periods inside longer texts. A date may lack its year; a period is a pair of dates.
import { isCalendarDay } from '#base/calendar.ts';

/** A date in a text. `index` is the position of its first character, `end` the position after its last character. */
export type FoundDate = { year: number | undefined; month: number; day: number; index: number; end: number };
export type Period = { start: string; end: string };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(?:19|20)\\d{2}';
/**
 * The alternatives of this pattern are ordered from the longest form to the shortest. A date without a year has a slash
 * or a dash between month and day, because `10.25` is an amount.
 */
const DATE = new RegExp(
  [
    '(?<![\\d/-])(\\d{4})-(\\d{1,2})-(\\d{1,2})(?!\\d)',
    `(?<![\\d/.])(\\d{1,2})([/.-])(\\d{1,2})\\5(${YEAR}|\\d{2})(?![\\d])`,
    '(?<![\\d/.,$-])(\\d{1,2})[/-](\\d{1,2})(?![\\d/.,]|-\\d)',
    `(?<![a-z])${MONTH}\\.?[ -]?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d/.])(?:,? ?(${YEAR})(?!\\d)|,? ?'(\\d{2})(?!\\d))?`,
    `(?<![\\d/.,-])(\\d{1,2})[ -]?${MONTH}(?![a-z])\\.?,?(?:[ -](${YEAR})(?!\\d)|-(\\d{2})(?!\\d))?`,
  ].join('|'),
  'gi',
);

/** Returns all valid dates in the text. A date that the calendar does not have, such as `02/30`, is left out. */
export function datesIn(text: string): FoundDate[] {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(DATE)) {
    const parts = partsOf(match);
    if (parts === undefined || !isCalendarDay(parts.year ?? 2024, parts.month, parts.day)) continue;
    found.push({ ...parts, index: match.index, end: match.index + match[0].length });
  }
  return found;
}

function partsOf(groups: RegExpMatchArray): { year: number | undefined; month: number; day: number } | undefined {
  const [, iso_year, iso_month, iso_day, month, , day, year, short_month, short_day, ...named] = groups;
  if (iso_year !== undefined) return { year: Number(iso_year), month: Number(iso_month), day: Number(iso_day) };
  if (month !== undefined) return { year: fullYear(year), month: Number(month), day: Number(day) };
  if (short_month !== undefined) return { year: undefined, month: Number(short_month), day: Number(short_day) };
  const [name, name_day, name_year, name_short, day_first, day_name, day_year, day_short] = named;
  if (name !== undefined) {
    return { year: fullYear(name_year ?? name_short), month: monthNumber(name), day: Number(name_day) };
  }
  if (day_first === undefined || day_name === undefined) return undefined;
  return { year: fullYear(day_year ?? day_short), month: monthNumber(day_name), day: Number(day_first) };
}

const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;

function fullYear(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits);
}

/** Returns the date as `YYYY-MM-DD`, or undefined if the calendar has no such day. */
export function dateText(year: number, month: number, day: number): string | undefined {
  if (!isCalendarDay(year, month, day)) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Returns the first date that has a year, as `YYYY-MM-DD`. */
export function fullDateIn(text: string): string | undefined {
  for (const { year, month, day } of datesIn(text)) {
    const date = year === undefined ? undefined : dateText(year, month, day);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** Matches the text between the two dates of a period. This text may include times of day. */
const BETWEEN =
  /^[\s,:;|()]*(?:(?:at )?12:01\s*a\.?m\.?[\s,]*(?:standard time[\s,]*)?)?(?:to|thru|through|until|and|ending|ends|[-–—])[\s:]*(?:the )?(?:ending )?(?:12:01\s*a\.?m\.?\s*)?$/i;

/**
 * Returns the first two dates that form a period. The year, and even the month, may be printed only once:
 * `January 1 - 31, 2026`.
 */
export function periodIn(text: string): Period | undefined {
  const dates = datesIn(text);
  for (const [index, from] of dates.entries()) {
    const to = dates[index + 1];
    if (to === undefined || !BETWEEN.test(text.slice(from.end, to.index))) continue;
    const period = periodOf(from, to);
    if (period !== undefined) return period;
  }
  return withinOneMonth(text);
}

function periodOf(from: FoundDate, to: FoundDate): Period | undefined {
  const to_year = to.year ?? from.year;
  if (to_year === undefined) return undefined;
  const turns = from.month > to.month || (from.month === to.month && from.day > to.day);
  const from_year = from.year ?? (turns ? to_year - 1 : to_year);
  const start = dateText(from_year, from.month, from.day);
  const end = dateText(to.year ?? (turns ? to_year + 1 : to_year), to.month, to.day);
  return start !== undefined && end !== undefined && start <= end ? { start, end } : undefined;
}

const ONE_MONTH = new RegExp(
  `(?<![a-z])${MONTH}\\.? (\\d{1,2}) ?(?:-|–|—|to|through|thru) ?(\\d{1,2}),? (${YEAR})`,
  'i',
);

function withinOneMonth(text: string): Period | undefined {
  const [, name, first, last, year] = ONE_MONTH.exec(text) ?? [];
  if (name === undefined) return undefined;
  const start = dateText(Number(year), monthNumber(name), Number(first));
  const end = dateText(Number(year), monthNumber(name), Number(last));
  return start !== undefined && end !== undefined && start <= end ? { start, end } : undefined;
}
