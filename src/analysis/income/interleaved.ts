// Splits deposits under one payer's name into streams. This is needed if a couple has the same employer, if both
// receive Social Security, or if two employers use one payroll company. Deposits are split if the descriptions name
// several people, or if two different amounts recur in parallel.

import { rhythmOf } from './calendars/rhythm.ts';
import { median } from './calendars/statistics.ts';
import type { Credit } from './credits.ts';
import { SAME_NAME, similarity } from './texts/payer-names.ts';

const SIDE_MIN = 4;
/**
 * The maximum number of people in a household. If the descriptions contain more names, we assume that the names are not
 * those of the people who are paid.
 */
const PEOPLE_MAX = 8;
/**
 * Limits for two streams of one payer. The amounts of each stream differ from the stream's median by at most
 * `SPREAD_SHARE_MAX`. The two medians differ by at least `APART_SHARE_MIN`.
 */
const SPREAD_SHARE_MAX = 0.1;
const APART_SHARE_MIN = 0.2;
const TOGETHER_MIN = 0.7;
const SHARED_DAYS_MAX = 0.2;
const SCORE_MIN = 0.85;

/** Returns one list of credits per stream of pay. */
export function paysIn(credits: readonly Credit[]): (readonly Credit[])[] {
  return byPerson(credits).flatMap(byAmount);
}

/**
 * Splits the deposits by person if three conditions are met: every deposit names a person, two to `PEOPLE_MAX` people
 * are named, and each person is named at least `SIDE_MIN` times.
 */
function byPerson(credits: readonly Credit[]): (readonly Credit[])[] {
  const people: { words: readonly string[]; credits: Credit[] }[] = [];
  const unnamed: Credit[] = [];
  for (const credit of credits) {
    const words = credit.person?.split(/[^A-Z]+/).filter((word) => word !== '') ?? [];
    if (words.length === 0) {
      unnamed.push(credit);
      continue;
    }
    const known = people.find((person) => similarity(person.words, words) >= SAME_NAME);
    if (known === undefined && people.length === PEOPLE_MAX) return [credits];
    if (known === undefined) people.push({ words, credits: [credit] });
    else known.credits.push(credit);
  }
  if (people.length < 2 || unnamed.length > 0 || people.some((person) => person.credits.length < SIDE_MIN))
    return [credits];
  return people.map((person) => person.credits);
}

/**
 * Splits the deposits into two lists if they consist of two steady, clearly different amounts that recur in parallel.
 * Each amount must follow its own pay calendar.
 */
function byAmount(credits: readonly Credit[]): (readonly Credit[])[] {
  if (credits.length < 2 * SIDE_MIN) return [credits];
  const cut = widestGap(credits.map(({ cents }) => cents).toSorted((a, b) => a - b));
  const small = credits.filter(({ cents }) => cents < cut);
  const large = credits.filter(({ cents }) => cents >= cut);
  const are_two = isSteady(small) && isSteady(large) && areApart(small, large) && runTogether(small, large);
  return are_two && isOnCalendar(small) && isOnCalendar(large) ? [large, small] : [credits];
}

/**
 * Finds the widest gap between two neighbouring amounts that leaves at least `SIDE_MIN` deposits on each side. Returns
 * the smallest amount above this gap.
 */
function widestGap(sorted: readonly number[]): number {
  let [cut, widest] = [0, 0];
  for (let at = SIDE_MIN; at <= sorted.length - SIDE_MIN; at++) {
    const gap = (sorted[at] ?? 0) - (sorted[at - 1] ?? 0);
    if (gap > widest) [cut, widest] = [sorted[at] ?? 0, gap];
  }
  return cut;
}

function isSteady(side: readonly Credit[]): boolean {
  if (side.length < SIDE_MIN) return false;
  const amounts = side.map(({ cents }) => cents);
  const middle = median(amounts);
  return amounts.every((amount) => Math.abs(amount - middle) <= SPREAD_SHARE_MAX * middle);
}

const areApart = (small: readonly Credit[], large: readonly Credit[]): boolean =>
  median(small.map(({ cents }) => cents)) <= (1 - APART_SHARE_MIN) * median(large.map(({ cents }) => cents));

/**
 * Whether the credits are two streams of pay: they mostly overlap in time but rarely fall on the same days. Otherwise
 * they are assumed to be one stream with a raise, or one pay check in two parts.
 */
function runTogether(small: readonly Credit[], large: readonly Credit[]): boolean {
  const [from, until] = [Math.max(firstDay(small), firstDay(large)), Math.min(lastDay(small), lastDay(large))];
  const shorter = Math.min(lastDay(small) - firstDay(small), lastDay(large) - firstDay(large));
  const days = new Set(large.map(({ day }) => day));
  const shared = small.filter(({ day }) => days.has(day)).length;
  return until - from >= TOGETHER_MIN * shorter && shared <= SHARED_DAYS_MAX * Math.min(small.length, large.length);
}

const firstDay = (side: readonly Credit[]): number => side[0]?.day ?? 0;
const lastDay = (side: readonly Credit[]): number => side.at(-1)?.day ?? 0;

const isOnCalendar = (side: readonly Credit[]): boolean =>
  (rhythmOf([...new Set(side.map(({ day }) => day))], 'irregular').fit?.score ?? 0) >= SCORE_MIN;
