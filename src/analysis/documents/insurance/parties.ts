// Finds the insurer and the insured of a policy.

import { addressBlocks, isStreetLine } from '#analysis/documents/address-blocks.ts';
import type { Segment } from '#analysis/documents/geometry/lines.ts';
import { type Accept, firstLabelled, type Labelled } from '#analysis/documents/labelled-values.ts';
import { withoutMonogram } from '#analysis/documents/letterhead.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

const INSURER =
  /\b(?:insurance|assurance|mutual|casualty|indemnity|underwriters|insurers?|reinsurance|lloyds?|exchange|reciprocal)\b/i;
const COMPANY = /\b(?:company|companies|co|corp|corporation|group|inc|association|exchange|mutual|llc|society)\b\.?/i;
const AGENT = /\bagen(?:t|cy|cies)\b|\bbrokers?\b|\bmortgage/i;
/** Words that occur in titles, labels and sentences, but not in names of insurers or people. */
const NOT_A_NAME =
  /\b(?:declarations?|policy|page|your|our|you|we|number|premium|period|coverages?|dates?|address|customer|thank|home ?owners?|auto|insured|location|vehicles?|drivers?|form|total|please|this|personal|named|mailing|effective|information|summary|renewal|limits?|deductibles?)\b|[@?]|\.(?:com|org|net|example)\b/i;

const INSURER_LABELS = [
  'underwritten by',
  'underwriting company',
  'insurance company',
  'issuing company',
  'insurer',
  'insurer name',
  'issued by',
  'coverage provided by',
  'coverage is provided by',
  'insured by',
  'company',
  'carrier',
  'provided by',
];
const INSURED_LABELS = [
  'named insured and mailing address',
  'named insured and address',
  'named insured mailing address',
  'named insured s',
  'named insureds',
  'named insured',
  'first named insured',
  'name of insured',
  'insured name',
  'name insured',
  'policyholder name',
  'policyholder',
  'policyholders',
  'policy holder',
  'insureds',
  'insured',
  'item 1 named insured',
  'prepared for',
  'policy owner',
  'owner',
  'member name',
  'member',
];
const LETTERHEAD = 0.4;
/** The maximum distance between the end of a label and its value, in points. */
const LABEL_DISTANCE = 150;

export function insurerField(rows: readonly TextRow[]): Field | undefined {
  const labelled = firstLabelled(rows, INSURER_LABELS, companyName);
  if (labelled !== undefined) return fieldOf(labelled.value, labelled.words, labelled.page, 'label');
  const named = letterheads(rows).filter(({ segment: { text } }) => INSURER.test(text));
  const best = largest(named.filter(({ segment: { text } }) => COMPANY.test(text))) ?? largest(named);
  const fallback = best ?? largest(letterheads(rows).slice(0, 3));
  if (fallback === undefined) return undefined;
  const words = withoutMonogram(fallback.segment.words);
  return fieldOf(textOf(words), words, fallback.page, 'label', best ? 1 : 0.6);
}

const companyName: Accept<string> = (words) => {
  const text = textOf(words);
  return INSURER.test(text) && isName(text) && !AGENT.test(text) ? { value: text, words } : undefined;
};

const isName = (text: string): boolean =>
  text.split(' ').length <= 9 && /[A-Za-z]{3}/.test(text) && !/\d|:/.test(text) && !NOT_A_NAME.test(text);

/** Returns the texts at the top of each page that may be names. */
function letterheads(rows: readonly TextRow[]): { segment: Segment; page: number }[] {
  const bottoms = new Map<number, number>();
  for (const { page, box } of rows) bottoms.set(page, Math.max(bottoms.get(page) ?? 0, box.bottom));
  return rows
    .filter(({ page, box }) => box.bottom <= LETTERHEAD * (bottoms.get(page) ?? 0))
    .flatMap(({ page, segments }) => segments.map((segment) => ({ segment, page })))
    .filter(({ segment: { text } }) => isName(text) && !AGENT.test(text));
}

const sizeOf = ({ segment }: { segment: Segment }): number => Math.max(...segment.words.map(({ size }) => size));

const largest = (found: readonly { segment: Segment; page: number }[]) =>
  found.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];

export function insuredField(rows: readonly TextRow[]): Field | undefined {
  const labelled = firstLabelled(rows, INSURED_LABELS, personName);
  if (labelled !== undefined) {
    const words = withFurtherNames(rows, labelled);
    return fieldOf(textOf(words).replace(/[,;]$/, ''), words, labelled.page, 'label');
  }
  for (const { name, page } of addressBlocks(rows)) {
    const words = name
      .filter(({ text }) => isName(text) && !INSURER.test(text) && !AGENT.test(text))
      .flatMap((line) => line.words);
    if (words.length > 0) return fieldOf(textOf(words), words, page, 'label', 0.9);
  }
  return undefined;
}

/** Accepts a text of two or more words that may be a person’s name. A text with a digit or a colon is not a name. */
const personName: Accept<string> = (words) => {
  const text = textOf(words);
  const fits =
    words.length >= 2 && isName(text) && !AGENT.test(text) && /^[A-Za-z]/.test(text) && !/\band address\b/i.test(text);
  return fits ? { value: text, words } : undefined;
};

/** Adds the names of further insured people, which are between the first name and the street. */
function withFurtherNames(rows: readonly TextRow[], { words, page }: Labelled<string>): Word[] {
  const first = words[0];
  const index = rows.findIndex((row) => first !== undefined && row.page === page && row.words.includes(first));
  const lines: Word[][] = [words];
  let bottom = rows[index]?.box.bottom ?? 0;
  for (const row of rows.slice(index + 1, index + 6)) {
    const at = row.segments.findIndex(({ box }) => first !== undefined && Math.abs(box.left - first.box.left) <= 4);
    const below = row.segments[at];
    if (below === undefined) continue;
    // A text with a label to its left is the value of that label and not a further name.
    if (row.box.bottom - bottom > 1.7 * row.size || (at > 0 && lines.length === 1 && isLabelledRow(row, at, first)))
      break;
    bottom = row.box.bottom;
    if (isStreetLine(below.text)) return lines.flat();
    if (!isName(below.text) || lines.length === 3) break;
    lines.push(below.words);
  }
  return words;
}

/** Whether the segment left of `at` is a label close to the names, and not text in another column of the page. */
function isLabelledRow({ segments }: TextRow, at: number, first: Word | undefined): boolean {
  const before = segments[at - 1];
  return before !== undefined && first !== undefined && first.box.left - before.box.right < LABEL_DISTANCE;
}
