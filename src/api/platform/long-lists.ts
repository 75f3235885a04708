// Parses a JSON list of thousands of items without blocking the event loop. The bytes of the list are split into parts
// at item boundaries. The parts are parsed one at a time, and other requests run in between. The items are stored as
// unparsed text, so that only one part at a time is in memory as parsed values.
import { setImmediate as others } from 'node:timers/promises';
import type { InvalidParam } from '#base/errors.ts';
import { malformedJson, parseJson } from '#base/json.ts';
import type { Check } from '#domain/platform/validation.ts';

/**
 * Describes a body that contains a long list. The body is either the bare list, or an object that holds the list under
 * `name`.
 */
export type LongListRule = { readonly name: string; readonly items_max: number };

/**
 * Some consecutive items of the list, exactly as they were sent, with the commas between them. `items` is a view of the
 * body, not a copy.
 */
export type ListPart = { readonly items: Buffer; readonly count: number };

export type LongList = {
  /** Validation errors of the list as a whole, not of its items. */
  readonly faults: readonly InvalidParam[];
  readonly count: number;
  readonly parts: readonly ListPart[];
};

/**
 * Parsing a part of this size takes about 2 ms. Other requests are served between two parts, so they wait about 2 ms at
 * most.
 */
const PART_BYTES_MAX = 128 * 1024;
const PART_ITEMS_MAX = 250;

export async function readLongList(bytes: Buffer, rule: LongListRule): Promise<LongList> {
  if (bytes.length === 0) return missingList(rule);
  const text = bytes.subarray(bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  const start = skipSpace(text, 0);
  if (text[start] === OPEN_BRACKET) {
    const { list, end } = await readItems(text, start + 1, 'body', rule);
    if (skipSpace(text, end) < text.length) throw malformedJson();
    return list;
  }
  if (text[start] === OPEN_BRACE) return readMembers(text, start + 1, rule);
  return noList('body', parseJson(bytes));
}

/** Returns the validation errors of a body that `readLongList` has read. */
export const checkLongList: Check = (body) => {
  if (!isLongList(body)) throw new Error('this body was not read as a list');
  return [...body.faults];
};

const isLongList = (body: unknown): body is LongList => typeof body === 'object' && body !== null && 'faults' in body;

/** The result for an absent body: no items and one validation error. */
export const missingList = ({ name }: LongListRule): LongList => nothing(name, 'This field is required.');

const nothing = (field: string, message: string): LongList => ({ faults: [{ field, message }], count: 0, parts: [] });
const noList = (field: string, value: unknown): LongList =>
  nothing(field, value === null ? 'This field may not be null.' : 'Expected a list of items.');

/**
 * Reads the items of a list. `start` is the position just after the opening bracket. The returned `end` is the position
 * just after the closing bracket.
 */
async function readItems(
  text: Buffer,
  start: number,
  field: string,
  { items_max }: LongListRule,
): Promise<{ list: LongList; end: number }> {
  const parts: ListPart[] = [];
  let count = 0;
  for (let from = start; ; ) {
    // After the limit is exceeded, items are only counted and no longer stored. So from then on a part may have any
    // number of items.
    const to = itemsEnd(text, from, count > items_max ? Number.POSITIVE_INFINITY : PART_ITEMS_MAX);
    const items = text.subarray(from, to);
    const is_last = text[to] !== COMMA;
    const added = countItems(items);
    // A part may be empty only if it is the whole list. A part before or after a comma must contain an item.
    if (added === 0 && (from > start || !is_last)) throw malformedJson();
    count += added;
    if (count <= items_max) parts.push({ items, count: added });
    if (is_last) {
      if (text[to] !== CLOSE_BRACKET) throw malformedJson();
      return { list: { faults: countFaults(field, count, items_max), count, parts }, end: to + 1 };
    }
    from = to + 1;
    await others();
  }
}

function countItems(items: Buffer): number {
  const list = parseJson(Buffer.concat([LIST_OPEN, items, LIST_CLOSE]));
  if (!Array.isArray(list)) throw malformedJson();
  return list.length;
}

function countFaults(field: string, count: number, items_max: number): InvalidParam[] {
  if (count === 0) return [{ field, message: 'This list may not be empty.' }];
  if (count > items_max) return [{ field, message: `Ensure this list has no more than ${items_max} items.` }];
  return [];
}

/**
 * Reads the members of a JSON object. One of the members holds the long list. If a member name is repeated, the last
 * value is used.
 */
async function readMembers(text: Buffer, start: number, rule: LongListRule): Promise<LongList> {
  let found = missingList(rule);
  let at = skipSpace(text, start);
  if (text[at] !== CLOSE_BRACE) {
    for (let more = true; more; ) {
      const name_end = valueEnd(text, at);
      const name = parseJson(text.subarray(at, name_end));
      if (typeof name !== 'string' || text[name_end] !== COLON) throw malformedJson();
      const value_start = skipSpace(text, name_end + 1);
      if (name === rule.name && text[value_start] === OPEN_BRACKET) {
        const { list, end } = await readItems(text, value_start + 1, name, rule);
        found = list;
        at = skipSpace(text, end);
      } else {
        at = valueEnd(text, value_start);
        if (at === value_start) throw malformedJson();
        const value = parseJson(text.subarray(value_start, at));
        if (name === rule.name) found = noList(name, value);
      }
      more = text[at] === COMMA;
      if (more) at = skipSpace(text, at + 1);
    }
  }
  if (text[at] !== CLOSE_BRACE || skipSpace(text, at + 1) < text.length) throw malformedJson();
  return found;
}

/**
 * Returns the position at which a part ends: the comma after the part's last item, or, for the last part, the list's
 * closing bracket.
 */
function itemsEnd(text: Buffer, from: number, items_max: number): number {
  let end = valueEnd(text, from);
  for (let items = 1; text[end] === COMMA && items < items_max && end - from < PART_BYTES_MAX; items++) {
    end = valueEnd(text, end + 1);
  }
  return end;
}

/**
 * Returns the offset of the delimiter that ends a value: the first delimiter outside of brackets and quotes. The parser
 * decides later whether the value is valid.
 */
function valueEnd(text: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text[at];
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      if (depth-- === 0) return at;
    } else if (depth === 0 && (code === COMMA || code === COLON)) return at;
  }
  return text.length;
}

function closingQuote(text: Buffer, from: number): number {
  for (let at = from; ; ) {
    const quote = text.indexOf(QUOTE, at);
    if (quote === -1) return text.length;
    let backslashes = 0;
    while (quote - backslashes > from && text[quote - backslashes - 1] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    at = quote + 1;
  }
}

function skipSpace(text: Buffer, from: number): number {
  let at = from;
  while (SPACES.has(text[at] ?? -1)) at++;
  return at;
}

const LIST_OPEN = Buffer.from('[');
const LIST_CLOSE = Buffer.from(']');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
