// Reads files in which all records have the same length: EFW2 (512 characters), NACHA (94) and FIRE (750). Each record
// is a line, or the records follow one another without line ends. In a file without line ends, the number of a record
// is used as its line number.
import { type Chunks, UnreadableFile } from '#analysis/imports/imported-parts.ts';

/** `text` has exactly the length that the format requires. Its first character is position 1 of the format. */
export type FixedRecord = { line: number; text: string };

/** The number of records at the beginning of the file in which the first line end is searched for. */
const HEAD_RECORDS = 4;
const CONTROL_CHARACTER = /[^ -~\u0080-\uffff]/;
/** Programs for DOS end a file with this character. */
const END_OF_FILE = '\u001a';
const isEmpty = (text: string): boolean => text.replaceAll(END_OF_FILE, '').trim() === '';
const LINE_END = /\r\n?|\n/;

/**
 * If `has_end_inside` is true, a line may have two characters fewer than `length`, because its line end is treated as
 * the last two characters of the record. For such a line, the returned record ends with two spaces.
 */
export async function* readFixedRecords(
  chunks: Chunks,
  length: number,
  { has_end_inside = false } = {},
): AsyncGenerator<FixedRecord> {
  let rest = '';
  let cut: Cut | undefined;
  for await (const chunk of chunks) {
    rest += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    if (cut === undefined && rest.length < HEAD_RECORDS * length + 4) continue;
    cut ??= cutFor(rest, length, has_end_inside);
    const { records, rest: kept } = cut(rest, false);
    rest = kept;
    yield* records;
  }
  if (rest.trim() === '' && cut === undefined) throw new UnreadableFile({ line: 1, column: 1 }, 'the file is empty');
  cut ??= cutFor(rest, length, has_end_inside);
  yield* cut(rest, true).records;
}

/** Splits a text into two parts: the complete records at its beginning, and the rest of the text. */
type Cut = (text: string, is_end: boolean) => { records: FixedRecord[]; rest: string };

function cutFor(head: string, length: number, has_end_inside: boolean): Cut {
  refuseOtherEncodings(head);
  const start = head.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const cut = hasLineEnds(head.slice(start), length) ? lineCut(length, has_end_inside) : blockCut(length);
  let is_first = true;
  return (text, is_end) => {
    const from = is_first ? start : 0;
    is_first = false;
    return cut(text.slice(from), is_end);
  };
}

/** The UTF-8 byte order mark, read as Latin-1. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

function refuseOtherEncodings(head: string): void {
  const start = { line: 1, column: 1 };
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(head) || /^.?\0/.test(head)) {
    throw new UnreadableFile(start, 'the file is in UTF-16 and not in ASCII');
  }
  // In EBCDIC, the space is 0x40, capital letters are 0xC1 to 0xE9 and digits are 0xF0 to 0xF9.
  const ebcdic = head.match(/[@\u00c1-\u00c9\u00d1-\u00d9\u00e2-\u00e9\u00f0-\u00f9]/g)?.length ?? 0;
  if (/^[\u00c1-\u00f9]/.test(head) && ebcdic > head.length * 0.8) {
    throw new UnreadableFile(start, 'the file is in EBCDIC and not in ASCII');
  }
}

function hasLineEnds(head: string, length: number): boolean {
  const at = head.search(LINE_END);
  if (at === -1) return false;
  // A file without line ends between its records may still have a line end after its last record.
  const is_only_at_end = at > length && at % length === 0 && head.slice(at).trim() === '';
  return !is_only_at_end;
}

function lineCut(length: number, has_end_inside: boolean): Cut {
  // Empty lines are allowed at the end of the file. So an empty line is reported as a fault only when a record follows
  // it.
  let line = 0;
  let empty: number | undefined;
  let has_open_return = false;
  return (text, is_end) => {
    const records: FixedRecord[] = [];
    const ends = /\r\n?|\n/g;
    // A carriage return at the end of a chunk ends its line immediately. If the next chunk begins with a line feed, the
    // line feed belongs to the same line end.
    let start = has_open_return && text.startsWith('\n') ? 1 : 0;
    if (text !== '') has_open_return = false;
    const take = (bytes: string): void => {
      line += 1;
      if (bytes.length !== length && isEmpty(bytes)) {
        empty ??= line;
        return;
      }
      if (empty !== undefined) throw new UnreadableFile({ line: empty, column: 1 }, 'the line is empty');
      const is_short = has_end_inside && bytes.length === length - 2;
      records.push(toRecord(line, is_short ? `${bytes}  ` : bytes, length));
    };
    ends.lastIndex = start;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      take(text.slice(start, end.index));
      start = ends.lastIndex;
      has_open_return = end[0] === '\r' && start === text.length;
    }
    const rest = text.slice(start);
    // In UTF-8, a character has at most four bytes. So a line of more than `length` × 4 bytes has too many characters,
    // even if its end is not found yet.
    if (rest.length > length * 4) toRecord(line + 1, rest, length);
    if (is_end && rest !== '') take(rest.endsWith(END_OF_FILE) ? rest.slice(0, -1) : rest);
    return { records, rest };
  };
}

function blockCut(length: number): Cut {
  let line = 0;
  return (text, is_end) => {
    const records: FixedRecord[] = [];
    let start = 0;
    for (; start + length <= text.length; start += length) {
      line += 1;
      records.push(toRecord(line, text.slice(start, start + length), length));
    }
    const rest = text.slice(start);
    if (is_end && !isEmpty(rest)) toRecord(line + 1, rest, length);
    return { records, rest };
  };
}

function toRecord(line: number, bytes: string, length: number): FixedRecord {
  const text = bytes.length === length ? bytes : fromUtf8(bytes);
  const control = CONTROL_CHARACTER.exec(text);
  if (control !== null && control.index < length) {
    throw new UnreadableFile({ line, column: control.index + 1 }, 'the record has a control character');
  }
  if (text.length !== length) {
    const column = Math.min(text.length, length) + 1;
    const more =
      text.length > length ? `more than ${length} characters` : `${text.length} characters instead of ${length}`;
    throw new UnreadableFile({ line, column }, `the record has ${more}`);
  }
  return { line, text };
}

const NOT_ASCII = /[\u0080-\u00ff]/;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/** Decodes bytes that were read as Latin-1: as UTF-8 if they are valid UTF-8, otherwise as Windows-1252. */
function fromUtf8(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WINDOWS_1252.decode(bytes);
  }
}

/**
 * Returns the text of a field without surrounding spaces. Positions begin at 1, as in the specifications. The
 * characters at `from` and at `to` both belong to the field.
 */
export const textAt = (record: FixedRecord, from: number, to: number): string => {
  const text = record.text.slice(from - 1, to).trim();
  return /[\u0100-\uffff]/.test(text) ? text : fromUtf8(text);
};

/** Returns the text of a field, or null if the field is empty. */
export const optionalAt = (record: FixedRecord, from: number, to: number): string | null =>
  textAt(record, from, to) || null;

/**
 * Returns the whole number in a field, or 0 if the field contains only spaces. If the field contains other characters,
 * throws a fault that names the field by `name`.
 */
export function numberAt(record: FixedRecord, from: number, to: number, name: string): bigint {
  const field = record.text.slice(from - 1, to);
  const text = field.trim();
  if (text === '') return 0n;
  if (/^\d+$/.test(text)) return BigInt(text);
  const bad = field.search(/[^\d ]/);
  throw faultAt(record, from + Math.max(bad, 0), `${name} is not a number`);
}

/** Like `numberAt`, but the number may begin with a minus sign. */
export function signedAt(record: FixedRecord, from: number, to: number, name: string): bigint {
  if (record.text[from - 1] !== '-') return numberAt(record, from, to, name);
  return -numberAt(record, from + 1, to, name);
}

export const faultAt = (record: FixedRecord, position: number, what: string): UnreadableFile =>
  new UnreadableFile({ line: record.line, column: position }, what);

/** Throws if a count in the file differs from the computed count. */
export function checkCount(record: FixedRecord, from: number, to: number, name: string, computed: bigint): void {
  const stated = numberAt(record, from, to, name);
  if (stated !== computed) throw faultAt(record, from, `${name} is ${stated} instead of ${computed}`);
}

/** Throws if a total in the file, in cents, differs from the computed total. */
export function checkSum(record: FixedRecord, from: number, to: number, name: string, computed: bigint): void {
  const stated = signedAt(record, from, to, name);
  if (stated === computed) return;
  throw faultAt(record, from, `${name} is ${inDollars(stated)}, but the records add up to ${inDollars(computed)}`);
}

function inDollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
