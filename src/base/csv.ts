// Reads comma-separated values record by record, with bounded memory. A damaged record does not affect other records.
// After an unclosed quote, reading continues with the next line.
import { StringDecoder } from 'node:string_decoder';

/** `line` is the number of the line on which the record begins. The first line of the file has the number 1. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; fault: string };

/**
 * The maximum number of lines of a record. A quoted field may contain line breaks, so a record may have several lines.
 */
const LINES_MAX = 10;
const LINE_LENGTH_MAX = 32_768;
const BYTE_ORDER_MARK = '\ufeff';

export type Line = { number: number; text: string };

/** A record together with its text in the file. The text shows at which position a value is. */
export type SourceRecord = { line: number; text: string; fields: string[] } | { line: number; fault: string };

export async function* readCsv(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  for await (const record of readRecords(readLines(chunks), ',')) {
    yield 'fault' in record ? record : { line: record.line, fields: record.fields };
  }
}

async function* readRecords(lines: AsyncIterable<Line>, delimiter: string): AsyncGenerator<SourceRecord> {
  const reader = recordReader(delimiter);
  for await (const line of lines) yield* reader.take(line);
  yield* reader.end();
}

/**
 * Reads records from lines, one line after the other. The lines are passed without their line breaks. The delimiter is
 * one character. `take` and `end` return the records that are complete.
 */
export function recordReader(delimiter: string): {
  take(line: Line): Iterable<SourceRecord>;
  end(): Iterable<SourceRecord>;
} {
  const waiting: Line[] = [];
  return {
    take(line) {
      const { number, text } = line;
      // Most lines have no quotes. Each of these lines is a complete record.
      if (waiting.length === 0 && text !== '' && text.length <= LINE_LENGTH_MAX && !text.includes('"')) {
        return [{ line: number, text, fields: text.split(delimiter) }];
      }
      waiting.push(line);
      return takeRecords(waiting, LINES_MAX, delimiter);
    },
    end: () => takeRecords(waiting, 1, delimiter),
  };
}

/**
 * Removes complete records from the front of `waiting`. An incomplete record stays until `lines_max` lines are waiting.
 */
function* takeRecords(waiting: Line[], lines_max: number, delimiter: string): Generator<SourceRecord> {
  while (waiting[0] !== undefined) {
    const { number: line, text } = waiting[0];
    const is_too_long = text.length > LINE_LENGTH_MAX;
    const record = is_too_long ? undefined : wholeRecord(waiting, delimiter);
    if (record === undefined && !is_too_long && waiting.length < lines_max) return;
    waiting.splice(0, record?.count ?? 1);
    if (record !== undefined && text !== '') yield { line, text: record.text, fields: record.fields };
    if (record === undefined) yield { line, fault: is_too_long ? TOO_LONG : STRAY_QUOTE };
  }
}

const TOO_LONG = `is longer than ${LINE_LENGTH_MAX} characters`;
const STRAY_QUOTE = 'has a quote that is not closed, or one inside a quoted value';

/** Finds the smallest number of lines at the start of `waiting` that together form a complete record. */
function wholeRecord(
  waiting: readonly Line[],
  delimiter: string,
): { count: number; text: string; fields: string[] } | undefined {
  let text = '';
  for (const [i, line] of waiting.entries()) {
    text = i === 0 ? line.text : `${text}\n${line.text}`;
    const fields = splitRecord(text, delimiter);
    if (fields !== undefined) return { count: i + 1, text, fields };
  }
  return undefined;
}

/**
 * Returns the fields, or undefined if the quotes do not balance. A quote inside an unquoted value is an ordinary
 * character.
 */
export function splitRecord(text: string, delimiter = ','): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  return splitQuoted(text, delimiter)?.map(({ value }) => value);
}

/**
 * Returns the fields, and the index in the text at which each field begins. Returns undefined if the quotes do not
 * balance.
 */
export function splitQuoted(text: string, delimiter: string): { at: number; value: string }[] | undefined {
  const fields: { at: number; value: string }[] = [];
  for (let at = 0; ; ) {
    const is_quoted = text.startsWith('"', at);
    const end = is_quoted ? closingQuote(text, at) : endOf(text, at, delimiter);
    if (end === -1) return undefined;
    const value = is_quoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end);
    const next = is_quoted ? end + 1 : end;
    fields.push({ at, value });
    if (next === text.length) return fields;
    if (!text.startsWith(delimiter, next)) return undefined;
    at = next + 1;
  }
}

/**
 * Returns the index of the quote that ends the value, or -1 if there is none. Two consecutive quotes stand for one
 * quote in the value.
 */
function closingQuote(text: string, opening: number): number {
  for (let at = text.indexOf('"', opening + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    if (!text.startsWith('"', at + 1)) return at;
  }
  return -1;
}

function endOf(text: string, from: number, delimiter: string): number {
  const end = text.indexOf(delimiter, from);
  return end === -1 ? text.length : end;
}

/**
 * Yields the lines of a text. If a line is too long, only enough of it is kept in memory to detect that it is too long.
 */
async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8');
  let [rest, number] = ['', 0];
  const cut = (text: string): Line => {
    const line = number === 0 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
    return { number: ++number, text: line.endsWith('\r') ? line.slice(0, -1) : line };
  };
  for await (const chunk of chunks) {
    const text = rest + decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      yield cut(text.slice(start, end));
      start = end + 1;
    }
    rest = text.slice(start, start + LINE_LENGTH_MAX + 2);
  }
  rest += decoder.end();
  if (rest !== '') yield cut(rest);
}
