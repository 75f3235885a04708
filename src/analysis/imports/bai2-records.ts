// Reads the records of a BAI2 file. A record is a line that begins with the code of the record. Lines with the code 88
// continue the record before them. Fields are separated by commas, and a slash ends the record; many banks leave the
// slash out.
import { quoted } from './amounts.ts';
import { type Line, placeIn } from './file-text.ts';
import { type Place, UnreadableFile } from './imported-parts.ts';

export type Field = { text: string; place: Place };
export type Bai2Record = {
  code: string;
  place: Place;
  /**
   * The number of lines of the record, including continuation lines. Where a control record states a number of records,
   * each of these lines counts as a record.
   */
  lines_count: number;
  /** Returns the next field; an empty field if the record has no more fields. */
  next(): Field;
  /** Whether the record has more fields. */
  hasMore(): boolean;
  /** Returns the rest of the record as text, one string per line. Commas and slashes in it are part of the text. */
  texts(): string[];
};

/**
 * The maximum number of lines in one record. The longest records are account headers with all type codes, which have a
 * few hundred lines.
 */
export const RECORD_LINES_MAX = 10_000;

/** Joins lines into records. A record is complete when the next record begins. */
export function bai2Records(take: (record: Bai2Record) => void) {
  let lines: Line[] = [];
  const flush = (): void => {
    const complete = lines;
    lines = [];
    if (complete.length > 0) take(recordOf(complete));
  };
  return {
    take(line: Line): void {
      if (line.text.trim() === '' || line.text.trim() === '\u001A') return;
      // Some banks write a colon after the code of a continuation line.
      const code = /^\s*(\d\d)[,:/]/.exec(line.text)?.[1];
      if (code === undefined) throw new UnreadableFile(placeIn(line, 0), `${quoted(line.text)} instead of a record`);
      if (code !== '88') flush();
      else if (lines.length === 0)
        throw new UnreadableFile(placeIn(line, 0), 'a continuation (88) without a record before it');
      if (lines.length === RECORD_LINES_MAX)
        throw new UnreadableFile(placeIn(line, 0), 'a record of more than 10,000 lines');
      lines.push(line);
    },
    end: flush,
  };
}

function recordOf(lines: readonly Line[]): Bai2Record {
  const [first] = lines;
  const code = first?.text.trimStart().slice(0, 2) ?? '';
  /**
   * The position of the next field: the index of the line, and the index of the field’s first character in that line.
   */
  let nth = 0;
  let at = startOf(lines[0]);
  const settle = (): Line | undefined => {
    // If the current line has no more fields, the next field is on the next line.
    while (nth < lines.length && at > endOf(lines[nth])) {
      nth += 1;
      at = startOf(lines[nth]);
    }
    return lines[nth];
  };
  return {
    code,
    place: first === undefined ? { line: 1, column: 1 } : placeIn(first, 0),
    lines_count: lines.length,
    next(): Field {
      const line = settle();
      if (line === undefined) {
        const last = lines.at(-1);
        return { text: '', place: last === undefined ? { line: 1, column: 1 } : placeIn(last, endOf(last)) };
      }
      const end = endOf(line);
      const comma = line.text.indexOf(',', at);
      const until = comma === -1 || comma > end ? end : comma;
      const field = { text: line.text.slice(at, until).trim(), place: placeIn(line, at) };
      at = until + 1;
      return field;
    },
    hasMore: () => settle() !== undefined,
    texts(): string[] {
      const line = settle();
      if (line === undefined) return [];
      const texts = [
        line.text.slice(at, endOf(line)),
        ...lines.slice(nth + 1).map((next) => next.text.slice(startOf(next), endOf(next))),
      ];
      nth = lines.length;
      return texts;
    },
  };
}

/** Returns the index of the first character after the record code and its separator. */
const startOf = (line: Line | undefined): number =>
  line === undefined ? 0 : line.text.length - line.text.trimStart().length + 3;

/**
 * Returns the index of the slash that ends the record. If the line has no such slash, returns the index of the end of
 * the line. Spaces may follow the slash if all lines have the same length.
 */
function endOf(line: Line | undefined): number {
  const text = line?.text.trimEnd() ?? '';
  return text.endsWith('/') ? text.length - 1 : text.length;
}
