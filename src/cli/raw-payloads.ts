// Extracts the payloads, byte for byte, from a page of the event log. The exact bytes are needed, because a signature
// covers the bytes, and JSON that is parsed and serialised again may have different bytes.

/**
 * Returns the text of each `results[n].payload`. The page must be well-formed JSON. The caller has ensured this by
 * parsing the page.
 */
export function rawPayloads(page: string): string[] {
  const results = valueOf(page, skipSpace(page, 0), 'results');
  return results === undefined
    ? []
    : elementsOf(page, results).flatMap((at) => cut(page, valueOf(page, at, 'payload')));
}

const SPACE = /\s*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const WORD = /[^\s,\]}]+/y;
const NEXT_BRACKET_OR_STRING = /["[\]{}]/g;

const skipSpace = (text: string, at: number): number => endOf(SPACE, text, at);

function cut(text: string, at: number | undefined): string[] {
  return at === undefined ? [] : [text.slice(at, skipValue(text, at))];
}

/** The offset at which the value of the member `name` starts; `at` is the offset of the object. */
function valueOf(text: string, at: number, name: string): number | undefined {
  for (const key of placesIn(text, at)) {
    const end = skipValue(text, key);
    // The value starts after the colon.
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(key, end)) === name) return value;
  }
  return undefined;
}

const elementsOf = (text: string, at: number): number[] => [...placesIn(text, at)];

/**
 * If an array starts at `at`, returns the offsets of its elements. If an object starts at `at`, returns the offsets of
 * its keys.
 */
function* placesIn(text: string, at: number): Generator<number> {
  const isObject = text[at] === '{';
  let place = skipSpace(text, at + 1);
  while (text[place] !== ']' && text[place] !== '}') {
    yield place;
    let end = skipValue(text, place);
    if (isObject) end = skipValue(text, skipSpace(text, skipSpace(text, end) + 1));
    end = skipSpace(text, end);
    place = text[end] === ',' ? skipSpace(text, end + 1) : end;
  }
}

function skipValue(text: string, at: number): number {
  if (text[at] === '"') return endOf(STRING, text, at);
  return text[at] === '{' || text[at] === '[' ? skipNested(text, at) : endOf(WORD, text, at);
}

function skipNested(text: string, at: number): number {
  let depth = 0;
  let place = at;
  do {
    NEXT_BRACKET_OR_STRING.lastIndex = place;
    const found = NEXT_BRACKET_OR_STRING.exec(text);
    if (found === null) throw new Error('the page ends unexpectedly');
    place = found[0] === '"' ? endOf(STRING, text, found.index) : found.index + 1;
    if (found[0] === '{' || found[0] === '[') depth++;
    if (found[0] === '}' || found[0] === ']') depth--;
  } while (depth > 0);
  return place;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(text)) throw new Error('the page is not well formed');
  return pattern.lastIndex;
}
