// Corrects the dates of transactions that OCR misread. The transactions of a statement are sorted by date and print all
// dates in one form, so a misread date is the one date of the period whose printed form is nearest to what was read.
import type { Period } from '#analysis/documents/dates-in-text.ts';
import { editsBetween } from '#analysis/documents/spelling.ts';
import { addDays } from '#base/calendar.ts';
import { boxAround, sharedWidth, type Word } from '#domain/documents/pages.ts';
import { amountsIn } from './amounts.ts';
import type { Column } from './columns.ts';
import type { Run } from './runs.ts';
import { dateUnder } from './table-rows.ts';

/**
 * Dates are corrected only if the period, with the few days before and after it, has at most this many days. A longer
 * period has too many dates that differ by one digit.
 */
const DAYS_MAX = 70;
/** A misread date differs from its printed form by at most this many characters. */
const EDITS_MAX = 2;
/** A date with fewer characters may have only one wrong character. */
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

/** Returns the run with the misread dates replaced. Only rows with an amount are transactions. */
export function withReadableDates(run: Run, period: Period | undefined): Run {
  const column = run.groups[0]?.find(({ kind }) => kind === 'date');
  if (column === undefined || run.groups.length > 1 || period === undefined) return run;
  if (!run.rows.some(({ row }) => row.words.some(({ confidence }) => confidence < 1))) return run;
  const days = daysOf(period);
  const rows = run.rows.map(({ row }) => dateUnder(row.words, [column])?.words ?? []);
  const print = commonPrint(rows.filter((words) => words.length > 0).map(compact), days);
  if (print === undefined || days.length > DAYS_MAX) return run;
  const forms = new Map(days.map((day) => [print(day.slice(0, 4), day.slice(5, 7), day.slice(8)), day]));
  const read = rows.map((words) => forms.get(compact(words)));
  return {
    ...run,
    rows: run.rows.map((one, index) => {
      const { row } = one;
      if (read[index] !== undefined || amountsIn(row.words).length === 0) return one;
      const words = row.words.filter((word) => isInColumn(word, column, run));
      // A readable date outside of the period may be right. It is replaced only if all words of the column together are
      // exactly a date of the period.
      const is_date = (rows[index] ?? []).length > 0;
      const between = formsBetween(forms, read.slice(0, index), read.slice(index + 1));
      const text = nearest(compact(words), between, is_date ? 0 : EDITS_MAX);
      const first = words[0];
      if (text === undefined || first === undefined) return one;
      const spaced = text.replace(/([A-Za-z])(?=\d)|,(?=\d)/g, '$& ').replace(/(\d)(?=[A-Za-z])/g, '$1 ');
      const date = { ...first, text: spaced.split(' ')[0] ?? spaced, box: boxAround(words.map(({ box }) => box)) };
      const rest = spaced
        .split(' ')
        .slice(1)
        .map((part) => ({ ...date, text: part }));
      const own = row.words.filter((word) => !words.includes(word));
      return { ...one, row: { ...row, words: [date, ...rest, ...own] } };
    }),
  };
}

/**
 * Returns the printed forms of the dates between the last date above and the first date below, which may be in either
 * order. If there is no date above or none below, returns all forms.
 */
function formsBetween(
  forms: ReadonlyMap<string, string>,
  above: readonly (string | undefined)[],
  below: readonly (string | undefined)[],
): string[] {
  const known = (day: string | undefined): boolean => day !== undefined;
  const ends = [above.findLast(known), below.find(known)].filter((day) => day !== undefined).toSorted();
  const [from, to] = ends.length === 2 ? ends : [undefined, undefined];
  return [...forms].flatMap(([form, day]) =>
    from === undefined || to === undefined || (day >= from && day <= to) ? form : [],
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

/** The form in which most dates that could be read are printed. */
function commonPrint(texts: readonly string[], days: readonly string[]): Print | undefined {
  const counts = PRINTS.map((print) => {
    const forms = new Set(days.map((day) => print(day.slice(0, 4), day.slice(5, 7), day.slice(8)).toLowerCase()));
    return { print, count: texts.filter((text) => forms.has(text.toLowerCase())).length };
  });
  const best = counts.toSorted((a, b) => b.count - a.count)[0];
  return best !== undefined && best.count >= 2 && best.count >= texts.length / 2 ? best.print : undefined;
}

/** Whether the word stands in the column of dates, left of the next column. */
function isInColumn({ box, text }: Word, column: Column, { groups }: Run): boolean {
  const next = groups[0]?.[(groups[0]?.indexOf(column) ?? 0) + 1];
  const left_of_next = next === undefined || box.right <= next.box.left + 2;
  return left_of_next && /[\d/]/.test(text) && (sharedWidth(box, column.box) > 0 || box.left < column.box.left + 40);
}

/** The one printed date that differs least from the text; undefined if it differs too much or two are equally near. */
function nearest(text: string, forms: readonly string[], edits_max: number): string | undefined {
  if (text.length < 3) return undefined;
  const most = Math.min(edits_max, text.length >= LONG_DATE ? EDITS_MAX : 1);
  const scored = forms.map((form) => ({ form, edits: editsBetween(text, form, most) }));
  const [best, second] = scored.toSorted((a, b) => a.edits - b.edits);
  if (best === undefined || best.edits > most || best.edits === second?.edits) return undefined;
  return best.form;
}
