// Finds the positions in the bytes of a PDF at which an earlier state of the file ends. Some programs save changes
// without rewriting the file: they append the changes. The bytes up to such a position are the file before the change.

/**
 * The maximum number of earlier states that are kept. The first state and the latest ones are kept. A file that is
 * saved very often has about ten states.
 */
const REVISIONS_MAX = 6;
const ENDINGS_MAX = 200;
/** The tail of a state consists of `startxref`, an offset of up to twelve digits, `%%EOF` and line breaks. */
const TAIL_BYTES_MAX = 64;
const HEAD_BYTES = 1024;

/** Returns the ends of the earlier states, oldest first. The end of the file itself is not included. */
export function earlierEnds(bytes: Uint8Array): number[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first_end = endOfFirstState(buffer);
  const ends: number[] = [];
  let tables = new Set<number>();
  let at = buffer.indexOf('startxref');
  for (let count = 0; at !== -1 && count < ENDINGS_MAX; count++) {
    const tail = /^startxref\s+(\d{1,12})\s+%%EOF[\r\n]{0,2}/.exec(latin(buffer, at, TAIL_BYTES_MAX));
    const table_at = Number(tail?.[1] ?? 0);
    const end = at + (tail?.[0].length ?? 0);
    // Some programs write the tail twice. The repeated tail contains the offset of the same table, so it is not a new
    // state.
    if (tail !== null && end >= first_end && isTable(buffer, table_at, at) && !tables.has(table_at)) {
      tables = new Set([...tables, table_at]);
      ends.push(end);
    }
    at = buffer.indexOf('startxref', at + 1);
  }
  const earlier = ends.slice(0, -1);
  const [first] = earlier;
  return first === undefined || earlier.length <= REVISIONS_MAX
    ? earlier
    : [first, ...earlier.slice(1 - REVISIONS_MAX)];
}

/**
 * Returns the end of the first state. A linearized file is arranged for reading over a network. Near its beginning it
 * has an inner ending, which is not a separate state. The file contains the length that it had when it was linearized,
 * and the end of the first state is computed from this length.
 */
function endOfFirstState(buffer: Buffer): number {
  const head = latin(buffer, 0, HEAD_BYTES);
  if (!head.includes('/Linearized')) return 0;
  const length = Number(/\/L\s+(\d{1,12})/.exec(head)?.[1] ?? 0);
  // Some programs write a length that is one line break too large or too small, so there is a tolerance of two bytes.
  return length > 0 && length <= buffer.length + 2 ? length - 2 : 0;
}

/**
 * Whether a table of objects begins at `table_at`, and `table_at` comes before the position `before`. The check rejects
 * offsets that belong to embedded files, because these offsets do not lead to such a table.
 */
function isTable(buffer: Buffer, table_at: number, before: number): boolean {
  if (table_at <= 0 || table_at >= before) return false;
  return /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(latin(buffer, table_at, 40));
}

const latin = (buffer: Buffer, from: number, length: number): string => buffer.toString('latin1', from, from + length);
