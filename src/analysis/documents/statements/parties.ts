// Finds the bank and the holder of the account in the address blocks and the letterhead of the first page.

import { type AddressBlock, addressBlocks } from '#analysis/documents/address-blocks.ts';
import type { Segment } from '#analysis/documents/geometry/lines.ts';
import { type Accept, firstLabelled } from '#analysis/documents/labelled-values.ts';
import { withoutMonogram } from '#analysis/documents/letterhead.ts';
import { fieldOf, type TextRow, textOf } from '#analysis/documents/text-rows.ts';
import type { Word } from '#domain/documents/pages.ts';
import type { Field } from '#domain/documents/read-documents.ts';

const BANK =
  /\b(?:bank|banc|bancorp|bankers|banking|credit union|c\.?u\.?|f\.?c\.?u\.?|savings|trust|financial|n\.?a\.?|national association|federal savings|building society|thrift)(?![a-z])/i;
/** Whether the text names a bank. A family trust is not a bank; it may hold an account. */
const isBank = (text: string): boolean =>
  BANK.test(text) && !/\b(?:family|living|revocable|irrevocable) trust\b/i.test(text);
/** Words that occur in headings and sentences, but not in names of banks. */
const NOT_A_NAME =
  /\b(?:statement|account|accounts|balance|page|your|our|you|we|period|summary|checking|questions|call|contact|member|customer|service|visit|date|number|www|box|deposits?|interest|rate|is|are|has|for|to|please)\b|[@:]|\.(?:com|org|net|example)\b/i;

const HOLDER_LABELS = [
  'account holder',
  'account holders',
  'account owner',
  'account owners',
  'account name',
  'holder name',
  'customer name',
  'member name',
  'prepared for',
  'statement for',
  'account title',
  'primary owner',
  'owner',
  'customer',
  'name',
];

/** Returns the holder of the account. `bank` is the name of the bank, which is never the holder. */
export function holderField(rows: readonly TextRow[], bank: Field | undefined): Field | undefined {
  for (const block of addressBlocks(rows)) {
    const words = holderLines(block).flatMap((segment) => segment.words);
    if (words.length > 0) return fieldOf(textOf(words), words, block.page, 'label');
  }
  const labelled = firstLabelled(rows, HOLDER_LABELS, personName);
  if (labelled !== undefined) return fieldOf(labelled.value, labelled.words, labelled.page, 'label', 0.9);
  return personAtTop(rows, bank?.raw ?? '');
}

/**
 * Finds the name of an account holder that is printed without a label and without an address: the first text at the top
 * of the page that looks like the name of a person.
 */
function personAtTop(rows: readonly TextRow[], bank: string): Field | undefined {
  const bottom =
    LETTERHEAD * Math.max(0, ...rows.filter(({ page }) => page === rows[0]?.page).map(({ box }) => box.bottom));
  for (const row of rows) {
    if (row.page !== rows[0]?.page || row.box.bottom > bottom) break;
    const found = row.segments.find(
      ({ text }) => PEOPLE.test(text) && text !== bank && !BANK.test(text) && !NOT_A_NAME.test(text),
    );
    if (found !== undefined) return fieldOf(found.text, found.words, row.page, 'label', 0.6);
  }
  return undefined;
}

const PEOPLE =
  /^[A-Z][A-Za-z'’-]+(?: (?:[A-Z][A-Za-z'’.-]*|or|and|&|de|la|del|van|von|der|st\.?))* [A-Z][A-Za-z'’.-]+$/;

/**
 * Returns the lines of the name in an address. Returns an empty list if the line directly above the address names the
 * bank.
 */
function holderLines({ name }: AddressBlock): Segment[] {
  const lines = name.slice(name.findLastIndex(({ text }) => isBank(text)) + 1);
  return lines.filter(({ text }) => /[A-Za-z]{2}/.test(text) && (!NO_HOLDER.test(text) || NUMBERED.test(text)));
}

const NO_HOLDER = /\d|:|^(?:attn|attention|c\/o)\b/i;
/** Organisations with a number in their name, as in `School District 12`. Other lines with numbers are addresses. */
const NUMBERED = /^[a-z][a-z .,'’&-]* (?:district|local|lodge|post|chapter|council|troop)(?: no\.?)? \d{1,4}$/i;

const personName: Accept<string> = (words) => {
  const text = textOf(words);
  const fits =
    words.length >= 2 && words.length <= 8 && /^[A-Za-z][A-Za-z .,'’&-]+$/.test(text) && !NOT_A_NAME.test(text);
  return fits ? { value: text, words } : undefined;
};

/** The maximum share of the first page that the letterhead covers. */
const LETTERHEAD = 0.4;

/** Returns the largest text at the top of the first page that looks like the name of a bank. */
export function bankField(rows: readonly TextRow[]): Field | undefined {
  const first = rows[0]?.page;
  const page = rows.filter((row) => row.page === first);
  const bottom = Math.max(...page.map(({ box }) => box.bottom));
  const holders = new Set(addressBlocks(page).flatMap(holderLines));
  const head = page
    .filter(({ box }) => box.bottom <= LETTERHEAD * bottom)
    .flatMap((row) => row.segments.map((segment) => ({ row, segment })))
    .filter(({ segment }) => !holders.has(segment) && isName(segment));
  const named = head.filter(({ segment }) => BANK.test(segment.text));
  const best = largest(named) ?? largest(footNames(rows)) ?? largest(head.slice(0, 3));
  if (best === undefined) return undefined;
  const words = wholeName(best, page);
  return fieldOf(textOf(words), words, best.row.page, 'label', isBank(best.segment.text) ? 1 : 0.7);
}

/** A name in large letters may be printed in two lines with the same left edge and size. */
function wholeName({ row, segment }: Placed, page: readonly TextRow[]): Word[] {
  const size = sizeOf(segment);
  const words = withoutMonogram(segment.words);
  if (size < LARGE_SIZE) return words;
  const lines = page
    .filter(({ box }) => Math.abs(box.bottom - row.box.bottom) < 1.5 * size)
    .flatMap(({ segments }) => segments)
    .filter((other) => Math.abs(other.box.left - segment.box.left) < 2 && Math.abs(sizeOf(other) - size) < 0.5)
    .filter((other) => other === segment || isName(other));
  const [first, second, ...others] = lines;
  return first === undefined || second === undefined || others.length > 0 ? words : [...first.words, ...second.words];
}

/** The minimum size of the letters of a letterhead. */
const LARGE_SIZE = 12;

type Placed = { row: TextRow; segment: Segment };

const isName = ({ text, words }: Segment): boolean =>
  words.length <= 7 && /[A-Za-z]{3}/.test(text) && !/\d/.test(text) && !NOT_A_NAME.test(text);

const sizeOf = ({ words }: Segment): number => Math.max(...words.map(({ size }) => size));

const largest = (placed: readonly Placed[]): Placed | undefined =>
  placed.toSorted((a, b) => sizeOf(b.segment) - sizeOf(a.segment))[0];

/** Returns the names of banks on all pages, such as the name before `Member FDIC` at the foot of a page. */
function footNames(rows: readonly TextRow[]): Placed[] {
  return rows.flatMap((row) =>
    row.segments.filter((segment) => isName(segment) && BANK.test(segment.text)).map((segment) => ({ row, segment })),
  );
}
