// Moves the pay date and the pay period of a pay stub to a later time, so that an old pay stub looks recent.
import { openPdf, type PdfFile } from '../pdf/objects.ts';
import { type Edit, type Place, textsOn } from '../pdf/places.ts';
import type { Sample, Truth } from '../sample.ts';
import { MONTHS } from '../statements/formats.ts';
import type { Change } from './sample.ts';

/**
 * The new pay day is twelve weeks after the old pay day, so it is the same day of the week. If pay is weekly or
 * biweekly, the new day is also a pay day.
 */
const DAYS_LATER = 84;

const FIELDS = ['pay_date', 'period_start', 'period_end'] as const;

/** The ways in which programs write a date. */
const WRITINGS: readonly ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${two(month)}/${two(day)}/${year}`,
  (year, month, day) => `${month}/${day}/${year}`,
  (year, month, day) => `${two(month)}/${two(day)}/${two(year % 100)}`,
  (year, month, day) => `${two(month)}-${two(day)}-${year}`,
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${MONTHS[month - 1]} ${day}, ${year}`,
  (year, month, day) => `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year}`,
  (year, month, day) => `${MONTHS[month - 1]?.slice(0, 3)} ${two(day)}, ${year}`,
  (year, month, day) => `${two(day)}-${MONTHS[month - 1]?.slice(0, 3)}-${year}`,
];

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Returns undefined if the file contains anything other than one pay stub, if a date is not found on the page, or if
 * the new date is in another year.
 */
export function movedDates(
  sample: Sample,
): { file: PdfFile; edits: Edit[]; changes: Change[]; truth: Truth[] } | undefined {
  const [document] = sample.documents;
  if (document?.document_type !== 'PAYSTUB' || sample.documents.length !== 1) return undefined;
  const file = openPdf(sample.file);
  const truth = structuredClone(sample.documents);
  const edits: Edit[] = [];
  const changes: Change[] = [];
  for (const field of FIELDS) {
    const old_value = document.fields[field];
    if (typeof old_value !== 'string') return undefined;
    const new_value = later(old_value);
    if (new_value.slice(0, 4) !== old_value.slice(0, 4)) return undefined;
    const texts = new Map(
      WRITINGS.map((write) => [written(write, old_value), written(write, new_value)] as const).toReversed(),
    );
    const found = [...texts].flatMap(([old_text, text]) =>
      textsOn(file, document.pages, old_text).map((place) => ({ place, text })),
    );
    const fresh = found.filter(({ place }) => !edits.some((edit) => isSame(edit.place, place)));
    if (found.length === 0) return undefined;
    edits.push(...fresh);
    if (truth[0] !== undefined) truth[0].fields[field] = new_value;
    changes.push({ field, old_value, new_value, document: 0, page: document.pages[0] });
  }
  return { file, edits, changes, truth };
}

const isSame = (a: Place, b: Place): boolean => a.page === b.page && a.y === b.y && Math.abs(a.x - b.x) < 1;

function written(write: (typeof WRITINGS)[number], date: string): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return write(year, month, day);
}

const later = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAYS_LATER * 86_400_000).toISOString().slice(0, 10);
