// Finds addresses in the United States with the name above them: a name, the lines of the street, and a line with city,
// state and ZIP code. All lines have the same left edge, right edge or centre.

import { linesOf, type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import { dividedBy } from '#analysis/documents/geometry/rulings.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { type Piece, piecesOf, splitWord } from './labels.ts';

export type AddressBlock = { name: Segment | undefined; lines: Segment[]; page: number };

const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|PR|VI|GU';
const TOWN_LINE = new RegExp(`[A-Za-z.],? +(?:${STATES}),? +\\d{5}(?:-\\d{4})?$`);
const STREET =
  /^(?:\d+[A-Za-z]?(?:-\d+)? +\S|one +\S|p\.? ?o\.? +box|(?:suite|ste|apt|unit|floor|fl|bldg|building|room|rm|#|attn|c\/o|rr|hc|lot|dept)\b\.?)/i;
const STREET_END =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place|pl|parkway|pkwy|highway|hwy|suite|ste|apt|unit)\b\.?(?: +\S{1,6})?$/i;

export const isTownLine = (text: string): boolean => text.length < 120 && TOWN_LINE.test(text);
export const isAddressLine = (text: string): boolean =>
  isTownLine(text) || STREET.test(text) || (STREET_END.test(text) && /\d/.test(text));

/** A line that names the paying office may be between the name of the employer and the street. */
const OFFICE =
  /^(?:office of (?:the )?|department of |dept\.? of |division of )?(?:human resources|payroll|accounts payable|finance|accounting|disbursements?|fiscal services|(?:the )?(?:controller|comptroller|treasurer|auditor|clerk|bursar))(?: (?:office|department|dept\.?|division|services|section|unit))?$/i;

/** The maximum distance between two lines of one address, in font heights. */
const PITCH_MAX = 1.9;
/** The maximum number of lines in an address: the name, a care-of line, two lines of street and the city. */
const LINES_MAX = 5;

export function addressBlocks(page: Page): AddressBlock[] {
  const isDivided = dividedBy(page.rulings);
  const lines = linesOf(page.words.flatMap(splitWord)).map((line) => piecesOf(line, isDivided));
  return lines.flatMap((pieces, index) =>
    pieces
      .filter(({ text, label }) => label === undefined && isTownLine(text))
      .map((town) => blockAbove(town, pieces, lines.slice(Math.max(0, index - 2 * LINES_MAX), index), page.number)),
  );
}

function blockAbove(town: Piece, line: readonly Piece[], above: readonly Piece[][], page: number): AddressBlock {
  const inline = splitInline(town) ?? besideTown(town, line);
  if (inline !== undefined) return { ...inline, page };
  const lines: Segment[] = [town];
  let last: Segment = town;
  let office: Segment | undefined;
  for (const pieces of above.toReversed()) {
    const size = last.words[0]?.size ?? 10;
    const bottom = pieces[0]?.box.bottom ?? 0;
    if (
      last.box.bottom - bottom > PITCH_MAX * Math.max(size, pieces[0]?.words[0]?.size ?? 0) ||
      lines.length + (office === undefined ? 0 : 1) >= LINES_MAX
    )
      break;
    const piece = pieces.find((one, at) => isAligned(one, pieces[at - 1], town)) ?? alignedRest(pieces, town);
    if (
      piece === undefined &&
      pieces.some(({ label, box }) => label !== undefined && box.left < town.box.right && box.right > town.box.left)
    )
      break;
    if (piece === undefined) continue;
    const is_office = office === undefined && OFFICE.test(piece.text);
    if (!isAddressLine(piece.text) && !is_office) return { name: piece, lines, page };
    if (is_office) office = piece;
    else lines.unshift(piece);
    last = piece;
  }
  return { name: office, lines, page };
}

/**
 * Whether the text has the same left edge, right edge or centre as the city line, or follows a label with the same left
 * edge as the city line.
 */
function isAligned(piece: Piece, before: Piece | undefined, { box, words }: Segment): boolean {
  if (piece.label !== undefined) return false;
  const tolerance = 0.35 * (words[0]?.size ?? 10);
  const near = (a: number, b: number) => Math.abs(a - b) <= tolerance;
  const centered = near((piece.box.left + piece.box.right) / 2, (box.left + box.right) / 2);
  const below_label = before?.label !== undefined && near(before.box.left, box.left);
  return near(piece.box.left, box.left) || centered || near(piece.box.right, box.right) || below_label;
}

/**
 * If a text begins with a logo, returns the rest of the text, provided that the rest has the same left edge as the city
 * line.
 */
function alignedRest(pieces: readonly Piece[], { box, words: [first] }: Segment): Segment | undefined {
  for (const { words, label } of pieces) {
    const start = words.findIndex((word) => Math.abs(word.box.left - box.left) <= 0.35 * (first?.size ?? 10));
    if (start > 0 && label === undefined) return segmentOf(words.slice(start));
  }
  return undefined;
}

/** Splits an address that is printed on one line, with or without the name: `Acme LLC, 12 Oak St, Boston, MA 02110`. */
function splitInline({ words }: Segment): Omit<AddressBlock, 'page'> | undefined {
  const start = words.findIndex(
    ({ text }, index) => index > 0 && /^(?:\d+|p\.?o\.?)$/i.test(text) && isEndOfName(words, index),
  );
  if (start < 1 || start > words.length - 4) return undefined;
  const named = words.slice(0, start).filter(({ text }) => !/^[|•·-]$/.test(text));
  return { name: segmentOf(named), lines: [segmentOf(words.slice(start))] };
}

/**
 * Whether the words before the house number are a name: they end with punctuation, or there are at least two of them
 * and they are not part of a street.
 */
function isEndOfName(words: readonly Word[], index: number): boolean {
  const before = words.slice(0, index).map(({ text }) => text);
  if (/[,|•·-]$/.test(before.at(-1) ?? '')) return true;
  return (
    before.length > 1 &&
    !isAddressLine(`${before.join(' ')} 1`) &&
    before.every((text) => !/\d|^(?:box|road|route|highway|hwy|county)$/i.test(text))
  );
}

/** Reads an address whose parts are side by side in one line: `Acme LLC   12 Oak St   Boston, MA 02110`. */
function besideTown(town: Piece, pieces: readonly Piece[]): Omit<AddressBlock, 'page'> | undefined {
  const before = pieces.slice(0, pieces.indexOf(town));
  const [name, street] = before.slice(-2);
  if (name === undefined || street === undefined || street.label !== undefined || name.label !== undefined)
    return undefined;
  return isAddressLine(street.text) && !isAddressLine(name.text) ? { name, lines: [street, town] } : undefined;
}
