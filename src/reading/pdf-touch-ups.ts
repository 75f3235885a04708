// Finds marks in the content of pages that show that an editor changed the text. pdf.js skips these marks, so this file
// decodes the streams itself. The PDF is not trusted: the number of streams and all decoded sizes are bounded.
import { constants, inflateSync } from 'node:zlib';
import type { TouchUp } from '#domain/documents/pdf-traces.ts';

/** Acrobat writes this mark before a text that a person edited. */
const MARK = '/TouchUp_TextEdit';
const STREAMS_MAX = 20_000;
const DICTIONARY_BYTES_MAX = 4_096;
const STREAM_BYTES_MAX = 8 * 1024 * 1024;
const DECODED_BYTES_MAX = 64 * 1024 * 1024;
const TOUCH_UPS_MAX = 50;

type Stream = { object: number; dictionary: string; from: number; to: number };

/**
 * Returns one entry for each page that has a mark. `page_objects` contains the object numbers of the pages, in page
 * order.
 */
export function touchUpsIn(bytes: Uint8Array, page_objects: readonly number[]): TouchUp[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const marked = new Set<number>();
  const objects = new Map<number, string>();
  let decoded_bytes = 0;
  for (const stream of streamsOf(buffer)) {
    const is_container = /\/ObjStm\b/.test(stream.dictionary);
    if (decoded_bytes > DECODED_BYTES_MAX || marked.size > TOUCH_UPS_MAX) break;
    const content = decoded(buffer, stream);
    decoded_bytes += content.length;
    if (is_container) addObjects(content.toString('latin1'), stream.dictionary, objects);
    else if (content.includes(MARK)) marked.add(stream.object);
  }
  if (marked.size === 0) return [];
  const text = buffer.length <= DECODED_BYTES_MAX ? buffer.toString('latin1') : '';
  const pages = page_objects.flatMap((object, index) => {
    const page = objects.get(object) ?? objectIn(text, object);
    return contentsOf(page).some((content) => marked.has(content)) ? [index + 1] : [];
  });
  return pages.length > 0 ? pages.map((page) => ({ page })) : [{ page: page_objects.length === 1 ? 1 : null }];
}

function* streamsOf(buffer: Buffer): Generator<Stream> {
  let at = buffer.indexOf('stream');
  for (let count = 0; at !== -1 && count < STREAMS_MAX; count++) {
    const before = buffer.toString('latin1', Math.max(0, at - DICTIONARY_BYTES_MAX), at);
    const start = before.lastIndexOf(' obj');
    const object = /(\d+)\s+\d+$/.exec(before.slice(0, Math.max(0, start)))?.[1];
    const dictionary = before.slice(start + 4);
    const end = buffer.indexOf('endstream', at);
    if (end === -1) return;
    const from = at + 'stream'.length + (buffer[at + 'stream'.length] === 0x0d ? 2 : 1);
    if (start !== -1 && object !== undefined && dictionary.trimStart().startsWith('<<') && mayHoldMarks(dictionary)) {
      yield { object: Number(object), dictionary, from, to: end };
    }
    at = buffer.indexOf('stream', end + 'endstream'.length);
  }
}

/**
 * Whether the stream may contain page content. Streams of pictures, fonts and object tables do not contain page
 * content.
 */
const mayHoldMarks = (dictionary: string): boolean =>
  !/\/Subtype\s*\/Image|\/Length1\b|\/Type\s*\/XRef|\/Type\s*\/Metadata|\/DCTDecode|\/JPXDecode|\/CCITTFaxDecode/.test(
    dictionary,
  );

function decoded(buffer: Buffer, { dictionary, from, to }: Stream): Buffer {
  const raw = buffer.subarray(from, Math.min(to, from + STREAM_BYTES_MAX));
  if (!/\/Filter/.test(dictionary)) return raw;
  if (!/\/FlateDecode|\/Fl\b/.test(dictionary) || /\/ASCII|\/LZW|\/RunLength|\/Predictor/.test(dictionary)) {
    return Buffer.alloc(0);
  }
  try {
    return inflateSync(raw, { maxOutputLength: STREAM_BYTES_MAX, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

/** Adds the objects in an object stream; later objects replace earlier ones. */
function addObjects(content: string, dictionary: string, objects: Map<number, string>): void {
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const numbers = content.slice(0, first).trim().split(/\s+/).map(Number);
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [object = 0, offset = 0, next] = [numbers[index], numbers[index + 1], numbers[index + 3]];
    objects.set(object, content.slice(first + offset, next === undefined ? undefined : first + next));
  }
}

/** Returns the last object with this number, because a later state of the file replaces an earlier one. */
function objectIn(text: string, object: number): string {
  const at = Math.max(text.lastIndexOf(`\n${object} 0 obj`), text.lastIndexOf(`\r${object} 0 obj`));
  return at === -1 ? '' : text.slice(at, Math.min(text.indexOf('endobj', at), at + 64 * 1024));
}

function contentsOf(page: string): number[] {
  const contents = /\/Contents\s*(?:(\d+)\s+\d+\s+R|\[([^\]]*)\])/.exec(page);
  if (contents === null) return [];
  return contents[1] === undefined
    ? [...(contents[2] ?? '').matchAll(/(\d+)\s+\d+\s+R/g)].map(([, number]) => Number(number))
    : [Number(contents[1])];
}
