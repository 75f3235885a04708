// Splits the bytes of a CSV file into lines and decodes them. Banks write UTF-8, UTF-16 and Windows-1252 (Latin-1).
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { type Chunks, UnreadableFile } from '#analysis/imports/imported-parts.ts';
import type { Line } from '#base/csv.ts';

const LINE_LENGTH_MAX = 32_768;
/**
 * The maximum number of bytes that are read at once. A larger chunk is divided, so that few lines are in memory at the
 * same time.
 */
const PIECE_BYTES_MAX = 65_536;
const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Yields the lines in batches. Lines before a fault are yielded before the fault is thrown. */
export async function* readTextLines(chunks: Chunks): AsyncGenerator<Line[]> {
  let number = 0;
  let rest = Buffer.alloc(0);
  // A carriage return ends a line. A line feed directly after it belongs to the same line end.
  let is_after_return = false;
  let lines: Line[] = [];
  const take = (added: Buffer): void => {
    const bytes = rest.length === 0 ? added : Buffer.concat([rest, added]);
    let start = 0;
    for (let at = rest.length; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte !== LINE_FEED && byte !== RETURN) continue;
      if (byte === LINE_FEED && is_after_return && at === start) {
        start = at + 1;
        is_after_return = false;
        continue;
      }
      number += 1;
      lines.push(toLine(number, bytes.subarray(start, at)));
      start = at + 1;
      is_after_return = byte === RETURN;
    }
    rest = Buffer.from(bytes.subarray(start));
    if (rest.length > 0) is_after_return = false;
    // In UTF-8, a character has at most four bytes. So a line of more than `LINE_LENGTH_MAX` × 4 bytes has too many
    // characters.
    if (rest.length > LINE_LENGTH_MAX * 4) toLine(number + 1, rest);
  };
  for await (const chunk of inUtf8(chunks)) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES_MAX) {
      try {
        take(chunk.subarray(at, at + PIECE_BYTES_MAX));
      } catch (error) {
        yield lines;
        throw error;
      }
      if (lines.length > 0) yield lines;
      lines = [];
    }
  }
  if (rest.length > 0) yield [toLine(number + 1, rest)];
}

const NOT_TEXT = /[^\t\n\v\f\r -\uffff]/;

function toLine(number: number, bytes: Buffer): Line {
  const text = decode(bytes);
  const control = text.search(NOT_TEXT);
  // Programs for DOS end a file with the character 0x1A.
  if (control !== -1 && text.slice(control) !== '\u001a') {
    throw new UnreadableFile({ line: number, column: control + 1 }, 'the file is not a text file');
  }
  if (text.length > LINE_LENGTH_MAX) {
    const what = `the line has more than ${LINE_LENGTH_MAX} characters`;
    throw new UnreadableFile({ line: number, column: LINE_LENGTH_MAX + 1 }, what);
  }
  return { number, text: control === -1 ? text : text.slice(0, control) };
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * Decodes each line separately, because a later line may have another encoding than the first bytes of the file. Text
 * in Windows-1252 that is not ASCII is hardly ever valid UTF-8.
 */
function decode(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return UTF_8.decode(bytes);
  } catch {
    return WINDOWS_1252.decode(bytes);
  }
}

/** Converts UTF-16 to UTF-8, and leaves other bytes as they are. */
async function* inUtf8(chunks: Chunks): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0);
  let utf_16: TextDecoder | undefined;
  let is_known = false;
  const convert = (bytes: Buffer): Buffer =>
    utf_16 === undefined ? bytes : Buffer.from(utf_16.decode(bytes, { stream: true }), 'utf8');
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (is_known) {
      yield convert(bytes);
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < 4) continue;
    is_known = true;
    utf_16 = utf16Decoder(head);
    yield convert(head);
  }
  if (!is_known) yield head;
}

function utf16Decoder([first, second, third, fourth]: Buffer): TextDecoder | undefined {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0)) return new TextDecoder('utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0)) return new TextDecoder('utf-16be');
  return undefined;
}
