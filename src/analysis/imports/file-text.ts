// Reads the text of a file from its bytes: character sets, line ends, lines, and places (line and column). All
// functions here return the same result for the same bytes, no matter how the bytes are divided into chunks.
import { type Chunks, type Place, UnreadableFile } from './imported-parts.ts';

/**
 * `tolerant` is for formats that do not state their character set. It is also for files that state Windows-1252,
 * because many of them are in fact UTF-8. Each well-formed UTF-8 sequence is decoded as one character, and each other
 * byte as a character of Windows-1252. A text in Windows-1252 hardly ever contains such a sequence by chance.
 */
export type Charset = 'utf-8' | 'tolerant' | 'utf-16le' | 'utf-16be';

export type Line = { text: string; number: number };

export const START: Place = { line: 1, column: 1 };
/**
 * The maximum number of bytes that are decoded at once. A larger chunk is divided, so that few parts are in memory at
 * the same time.
 */
const PIECE_BYTES_MAX = 16_384;
/**
 * The maximum length of a line. No bank writes a longer line of MT940 or BAI2; both standards allow fewer than 1,000
 * characters.
 */
export const LINE_LENGTH_MAX = 10_000;

/** Reads the first bytes of the file. The returned `bytes` are the whole file, including these first bytes. */
export async function peek(chunks: Chunks, size: number): Promise<{ head: Uint8Array; bytes: Chunks }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done === true) break;
    held.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(held).subarray(0, size), bytes: continued(held, iterator) };
}

async function* continued(held: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* held.splice(0);
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** The character set that a byte order mark states; undefined if the file has no byte order mark. */
export function charsetOfMark(head: Uint8Array): Charset | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

/**
 * Yields the text piece by piece, without a byte order mark and with `\n` as the only line end. A piece never ends
 * within a character. Throws at a byte that the character set does not allow, and at a NUL.
 */
export async function* readText(chunks: Chunks, charset: Charset): AsyncGenerator<string> {
  const decode = decoderOf(charset);
  let place = START;
  let is_first = true;
  let carried = '';
  for await (const { bytes, is_last } of piecesOf(chunks)) {
    const { text: decoded, fault } = decode(bytes, is_last);
    let text = carried + decoded;
    // A carriage return at the end of a piece may be followed by a line feed in the next piece.
    carried = text.endsWith('\r') && !is_last ? '\r' : '';
    text = text.slice(0, text.length - carried.length).replace(/\r\n?/g, '\n');
    if (is_first && text !== '') {
      is_first = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    const nul = text.indexOf('\u0000');
    const sound = nul === -1 ? text : text.slice(0, nul);
    if (sound !== '') yield sound;
    place = advance(place, sound);
    if (nul !== -1) throw new UnreadableFile(place, 'a NUL character');
    if (fault !== undefined) throw new UnreadableFile(place, fault);
  }
}

/**
 * Yields the lines in batches, without their line ends. A line end at the end of the file does not start another line.
 */
export async function* readLines(texts: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let rest = '';
  let number = 1;
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const long = lines.findIndex((line) => line.length > LINE_LENGTH_MAX);
    const sound = long === -1 ? lines : lines.slice(0, long);
    yield sound.map((line, at) => ({ text: line, number: number + at }));
    number += sound.length;
    if (long !== -1 || rest.length > LINE_LENGTH_MAX) {
      const what = `a line of more than ${LINE_LENGTH_MAX.toLocaleString('en-US')} characters`;
      throw new UnreadableFile({ line: number, column: LINE_LENGTH_MAX + 1 }, what);
    }
  }
  if (rest !== '') yield [{ text: rest, number }];
}

/** Returns the place after a text that begins at the given place. */
export function advance({ line, column }: Place, text: string): Place {
  let lines = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    lines += 1;
    start = at + 1;
  }
  const behind = lengthOf(text, start, text.length);
  return lines === 0 ? { line, column: column + behind } : { line: line + lines, column: 1 + behind };
}

/** The place of a character in a line. */
export const placeIn = ({ text, number }: Line, index: number): Place => ({
  line: number,
  column: 1 + lengthOf(text, 0, Math.min(index, text.length)),
});

/** Returns the number of characters. A character outside the basic plane has two code units, but is counted once. */
function lengthOf(text: string, from: number, until: number): number {
  let length = until - from;
  for (let at = from; at < until; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) length -= 1;
  return length;
}

async function* piecesOf(chunks: Chunks): AsyncGenerator<{ bytes: Uint8Array; is_last: boolean }> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES_MAX) {
      yield { bytes: chunk.subarray(at, at + PIECE_BYTES_MAX), is_last: false };
    }
  }
  yield { bytes: new Uint8Array(), is_last: true };
}

type Decoder = (bytes: Uint8Array, is_last: boolean) => { text: string; fault: string | undefined };

function decoderOf(charset: Charset): Decoder {
  if (charset === 'utf-16le' || charset === 'utf-16be') return utf16Decoder(charset);
  let carried: Uint8Array = new Uint8Array();
  return (added, is_last) => {
    const bytes = carried.length === 0 ? Buffer.from(added) : Buffer.concat([carried, added]);
    const { text, used, is_faulty } = decodeBytes(bytes, charset === 'tolerant', is_last);
    carried = bytes.subarray(used);
    return { text, fault: is_faulty ? 'a byte that is not UTF-8' : undefined };
  };
}

function utf16Decoder(charset: string): Decoder {
  const decoder = new TextDecoder(charset);
  return (bytes, is_last) => {
    const text = decoder.decode(bytes, { stream: !is_last });
    const bad = text.indexOf('\uFFFD');
    return bad === -1 ? { text, fault: undefined } : { text: text.slice(0, bad), fault: 'bytes that are not UTF-16' };
  };
}

/** The result of `sequenceAt` if the bytes end inside a sequence that further bytes may complete. */
const INCOMPLETE = -1;

function decodeBytes(bytes: Buffer, is_tolerant: boolean, is_last: boolean) {
  let text = '';
  let start = 0;
  let at = 0;
  const flush = () => {
    if (start < at) text += bytes.toString('utf8', start, at);
  };
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const size = byte < 0x80 ? 1 : sequenceAt(bytes, at, byte);
    if (size > 0) {
      at += size;
      continue;
    }
    flush();
    if (size === INCOMPLETE && !is_last) return { text, used: at, is_faulty: false };
    if (!is_tolerant) return { text, used: at, is_faulty: true };
    text += WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte);
    at += 1;
    start = at;
  }
  flush();
  return { text, used: at, is_faulty: false };
}

/**
 * Returns the length of the multi-byte UTF-8 sequence that begins at this index; 0 if no such sequence begins there.
 */
function sequenceAt(bytes: Uint8Array, at: number, first: number): number {
  const size = first < 0xc2 || first > 0xf4 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let nth = 1; nth < size; nth += 1) {
    const byte = bytes[at + nth];
    if (byte === undefined) return INCOMPLETE;
    const [least, most] = nth === 1 ? secondBytes(first) : [0x80, 0xbf];
    if (byte < least || byte > most) return 0;
  }
  return size;
}

/** The second bytes that are allowed after the first: no overlong forms, no surrogates, nothing above U+10FFFF. */
function secondBytes(first: number): [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

/** The bytes 0x80 to 0x9F. The five unused ones stay control characters, and the bytes from 0xA0 are Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
