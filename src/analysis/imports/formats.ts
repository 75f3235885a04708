// Recognises the format of a file by its first bytes.
import { charsetOfMark } from './file-text.ts';
import type { ImportFormat } from './imported-parts.ts';

/**
 * Returns the format of the file; undefined if the format is unknown. `head` is the beginning of the file; 4 KiB are
 * enough for all formats.
 */
export function detectFormat(head: Uint8Array): ImportFormat | undefined {
  const text = textOf(head);
  return FORMATS.find(([, is]) => is(text))?.[0];
}

/** The formats are tried in this order. CSV is last, because no fixed text identifies a CSV file. */
const FORMATS: readonly (readonly [ImportFormat, (text: string) => boolean])[] = [
  ['qfx', (text) => isOfx(text) && /<INTU\./i.test(text)],
  ['ofx', isOfx],
  ['camt053', (text) => /^\s*<[?!A-Za-z]/.test(text) && /camt\.053\.|<(?:\w+:)?BkToCstmrStmt\b/.test(text)],
  ['mt940', isMt940],
  ['bai2', (text) => /^\s*01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},/.test(text)],
  ['efw2', (text) => text.startsWith('RA') && hasLength(text, 512, /^R[A-Z]/)],
  ['nacha', (text) => text.startsWith('101') && hasLength(text, 94, /^[5-9]/)],
  // A record may have 748 characters before its line end, because the line end is treated as the last two characters of
  // the record.
  ['fire', (text) => /^T\d{4}/.test(text) && (hasLength(text, 750, /^A/) || hasLength(text, 748, /^A/))],
  ['csv', isCsv],
];

function isOfx(text: string): boolean {
  return (
    /^\s*(?:OFXHEADER\s*:|<\?OFX\b|<OFX\s*>)/i.test(text) ||
    (/^\s*<\?xml/i.test(text) && /<\?OFX\b|<OFX\s*>/i.test(text))
  );
}

/** Whether the file begins with a SWIFT header, or has lines that begin with the first fields of a statement. */
function isMt940(text: string): boolean {
  if (/^\s*\{1:[^}]*\}\s*\{2:[IO]940/.test(text)) return true;
  return /(?:^|\n):20:/.test(text) && /\n:25P?:/.test(text) && /\n:(?:28C?|60[FM]):/.test(text);
}

/**
 * Whether the first record has the given length. One of three things must follow directly after this length: a line
 * end, the end of the text, or text that `next` matches. No line end may occur earlier.
 */
function hasLength(text: string, length: number, next: RegExp): boolean {
  const end = text.indexOf('\n');
  return end === -1 || end > length ? text.length === length || next.test(text.slice(length)) : end === length;
}

/**
 * Whether the text looks like a table. The text must not begin like an XML, JSON, PDF or ZIP file, and must contain no
 * control characters except white space and the codes 128 to 159. Empty lines are ignored. Then one of two rules must
 * apply. Either the first two lines, or the only line, contain the same separator. Or at least one line has three or
 * more columns, and the line after it has the same number of columns. The second rule finds a table that is preceded by
 * lines with information about the account.
 */
function isCsv(text: string): boolean {
  if (/^\s*(?:[<{[]|%PDF|PK\p{Cc})/u.test(text) || /[^\P{Cc}\s\u0080-\u009F]/u.test(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return [',', ';', '\t', '|'].some((separator) => {
    const columns = lines.map((line) => line.split(separator).length);
    const is_table = columns.some((count, at) => count >= 3 && count === columns[at + 1]);
    return is_table || (columns.length > 0 && columns.slice(0, 2).every((count) => count > 1));
  });
}

/** Returns the beginning of the file as text. Only its ASCII characters are compared. */
function textOf(head: Uint8Array): string {
  const charset = charsetOfMark(head);
  const plain = Buffer.from(head).toString('latin1');
  const unmarked =
    charset === undefined ? plain : charset === 'utf-8' ? plain.slice(3) : plain.slice(2).replaceAll('\u0000', '');
  return unmarked.replace(/\r\n?/g, '\n');
}
