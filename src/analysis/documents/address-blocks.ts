// Finds postal addresses: lines below each other, the last of which has the city, the state and the ZIP code.
import type { Segment } from './geometry/lines.ts';
import type { TextRow } from './text-rows.ts';

/** `name` has the lines above the street, `address` begins with the street line, and `lines` has all of these lines. */
export type AddressBlock = { page: number; lines: Segment[]; name: Segment[]; address: Segment[] };

const STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|PR|VI|GU|AS|MP';
const CITY_LINE = new RegExp(`^[A-Za-z][A-Za-z .,'’-]*?,? (?:${STATES}),? +\\d{5}(?:-\\d{4})?$`);
const STREET = /^(?:\d+[A-Za-z]?(?:-\d+)? |p\.? ?o\.? ?box|post office box|rr \d|one |two |three )/i;
export const isStreetLine = (text: string): boolean => STREET.test(text);
const SECOND_LINE = /^(?:apt|suite|ste|unit|floor|fl|#|bldg|building|attn|c\/o)\b/i;

/** The maximum number of lines in a block. */
const LINES_MAX = 6;
/** The maximum distance between two lines of a block, in font heights. */
const PITCH_MAX = 1.9;
const LETTERHEAD_RATIO = 1.25;
/** The maximum difference between the left edges of the lines of a block, in points. */
const LEFT_SPREAD = 5;

/** Returns the addresses from top to bottom, in the order of their last lines. */
export function addressBlocks(rows: readonly TextRow[]): AddressBlock[] {
  const blocks: AddressBlock[] = [];
  for (const [index, row] of rows.entries()) {
    for (const segment of row.segments) {
      if (!isCityLine(segment.text)) continue;
      const lines = [...linesAbove(rows, index, segment), segment];
      const street = streetIndex(lines);
      blocks.push({ page: row.page, lines, name: lines.slice(0, street), address: lines.slice(street) });
    }
  }
  return blocks;
}

export const isCityLine = (text: string): boolean => text.length <= 60 && CITY_LINE.test(text);

function linesAbove(rows: readonly TextRow[], index: number, last: Segment): Segment[] {
  const lines: Segment[] = [];
  let [below, page] = [last, rows[index]?.page];
  for (let at = index - 1; at >= 0 && lines.length < LINES_MAX - 1; at--) {
    const row = rows[at];
    if (row === undefined || row.page !== page) break;
    const size = below.words[0]?.size ?? row.size;
    if (below.box.bottom - row.box.bottom > PITCH_MAX * size) break;
    const above = row.segments.find(({ box }) => Math.abs(box.left - last.box.left) <= LEFT_SPREAD);
    if (above === undefined) continue;
    if (isCityLine(above.text) || above.text.endsWith(':')) break;
    // A letterhead in larger letters is not part of the address below it.
    if ((above.words[0]?.size ?? size) > LETTERHEAD_RATIO * size) break;
    lines.unshift(above);
    below = above;
  }
  return lines;
}

/**
 * Returns the index of the first line that looks like a street. If no line looks like a street, returns the index of
 * the apartment or suite line. If that line is missing too, returns the index of the line above the city.
 */
function streetIndex(lines: readonly Segment[]): number {
  const streets = lines.slice(0, -1).map(({ text }) => STREET.test(text));
  const first = streets.indexOf(true);
  if (first >= 0) return first;
  const second = lines.findIndex(({ text }) => SECOND_LINE.test(text));
  return second >= 0 ? second : Math.max(0, lines.length - 2);
}
