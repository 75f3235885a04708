// Reads the SGML of OFX 1. An element with a value is usually not closed (`<NAME>Bakery`), so only the text after a tag
// shows that the element has a value. An element without text and without a closing tag either has an empty value or
// contains the elements that follow. Such an element is reported as containing the elements that follow, and it ends
// with the element around it.
import { quoted } from './amounts.ts';
import { advance, START } from './file-text.ts';
import { VALUE_LENGTH_MAX } from './found-parts.ts';
import { type Place, UnreadableFile } from './imported-parts.ts';
import { DEPTH_MAX, eventsByPiece, MARKUP_LENGTH_MAX, type MarkupEvent } from './markup.ts';

type Token = { kind: 'open' | 'close' | 'text'; text: string; place: Place };

/**
 * A `<` begins markup only if it is followed by a name, by a slash and a name, by an exclamation mark or by a question
 * mark. Any other `<` is text.
 */
const MARKUP = /<(?=\/?[A-Za-z]|[!?])/g;
const TAG = /^<(\/?)([A-Za-z][A-Za-z0-9._-]{0,63})\s*>$/;
/** Matches a visible character. Some files end with a control character (SUB), which is ignored. */
const VISIBLE = /[^\s\p{Cc}]/u;
const CDATA = '<![CDATA[';
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Yields the elements. The text before the first tag is the OFX header, and is left out. */
export async function* readSgml(texts: AsyncIterable<string>): AsyncGenerator<MarkupEvent[]> {
  const { emit, run } = eventsByPiece();
  const elements = elementsOf(emit);
  const tokens = tokensOf(elements.take);
  for await (const text of texts) yield* run(() => tokens.take(text));
  yield* run(() => elements.end(tokens.end()));
}

/** Divides the text into tags and the texts between them. */
function tokensOf(emit: (token: Token) => void) {
  let rest = '';
  let place = START;
  let is_header = true;
  const cut = (length: number): void => {
    place = advance(place, rest.slice(0, length));
    rest = rest.slice(length);
  };
  const checkLength = (length: number, from = place): void => {
    if (length > MARKUP_LENGTH_MAX) throw new UnreadableFile(from, 'a tag or a text of more than 100,000 characters');
  };
  /** Handles the text up to the next markup. Returns false if `rest` does not contain the next markup yet. */
  const takeText = (is_last: boolean): boolean => {
    MARKUP.lastIndex = 0;
    const end = MARKUP.exec(rest)?.index ?? (is_last ? rest.length : -1);
    checkLength(end === -1 ? rest.length : end);
    if (end === -1) return false;
    const text = rest.slice(0, end);
    if (!is_header && VISIBLE.test(text)) emit({ kind: 'text', text: decoded(text), place: startOf(text, place) });
    is_header = false;
    cut(end);
    return rest !== '';
  };
  /**
   * Handles the markup at the beginning of `rest`. Returns false if `rest` does not contain the end of the markup yet.
   */
  const takeMarkup = (is_last: boolean): boolean => {
    const closing = rest.startsWith(CDATA) ? ']]>' : rest.startsWith('<!--') ? '-->' : '>';
    // The kind of markup is not known until its first characters have arrived.
    if (rest.length < CDATA.length && !is_last && rest[1] === '!') return false;
    const end = rest.indexOf(closing);
    checkLength(end === -1 ? rest.length : end);
    if (end === -1) {
      if (is_last) throw new UnreadableFile(place, 'a tag that does not end');
      return false;
    }
    const markup = rest.slice(0, end + closing.length);
    if (closing === ']]>') emit({ kind: 'text', text: markup.slice(CDATA.length, end), place });
    else if (closing === '>') emit(tagOf(markup, place));
    cut(markup.length);
    return true;
  };
  const takeAll = (is_last: boolean): void => {
    while (takeText(is_last) && takeMarkup(is_last));
  };
  return {
    take(text: string): void {
      rest += text;
      takeAll(false);
    },
    end(): Place {
      takeAll(true);
      return place;
    },
  };
}

function tagOf(markup: string, place: Place): Token {
  if (/^<!DOCTYPE/i.test(markup)) throw new UnreadableFile(place, 'a document type declaration, which is not allowed');
  const [, slash, name] = TAG.exec(markup) ?? [];
  if (name === undefined) throw new UnreadableFile(place, `${quoted(markup)} instead of a tag`);
  return { kind: slash === '' ? 'open' : 'close', text: name.toUpperCase(), place };
}

/** Finds out which elements have values, and closes those that the file does not close. */
function elementsOf(emit: (event: MarkupEvent) => void) {
  const stack: { name: string; place: Place }[] = [];
  /** The element whose tag was the last token. */
  let opened: { name: string; place: Place } | undefined;
  /** The element whose value was the last token. Its closing tag may follow. */
  let valued: string | undefined;
  const emitValue = (text: string, place: Place): void => {
    if (text.length > VALUE_LENGTH_MAX) throw new UnreadableFile(place, 'a value of more than 10,000 characters');
    if (opened !== undefined) emit({ kind: 'value', name: opened.name, place, text, attributes: {} });
    valued = opened?.name;
    opened = undefined;
  };
  const takeClose = (name: string, place: Place): void => {
    if (valued === name) valued = undefined;
    else if (opened?.name === name) {
      emitValue('', place);
      valued = undefined;
    } else {
      if (opened !== undefined) emitValue('', place);
      valued = undefined;
      if (!stack.some((element) => element.name === name)) {
        throw new UnreadableFile(place, `the closing tag of ${name} without an opening tag`);
      }
      for (;;) {
        const closed = stack.pop()?.name ?? name;
        emit({ kind: 'close', name: closed, place, is_implied: closed !== name });
        if (closed === name) return;
      }
    }
  };
  return {
    take({ kind, text, place }: Token): void {
      if (kind === 'close') return takeClose(text, place);
      if (kind === 'text') {
        if (opened === undefined) throw new UnreadableFile(place, `the text ${quoted(text)} outside an element`);
        return emitValue(text, place);
      }
      if (opened !== undefined) {
        emit({ kind: 'open', ...opened, uri: '' });
        stack.push(opened);
        if (stack.length > DEPTH_MAX) throw new UnreadableFile(place, 'more than 64 elements inside each other');
      }
      opened = { name: text, place };
      valued = undefined;
    },
    end(place: Place): void {
      const last = opened ?? stack.at(-1);
      if (last !== undefined) throw new UnreadableFile(place, `the end of the file inside ${last.name}`);
    },
  };
}

/** The place of the first character that is not a space. */
const startOf = (text: string, place: Place): Place => advance(place, text.slice(0, text.search(VISIBLE)));

/** Replaces entities. An ampersand that does not begin a known entity is text, because many banks do not escape it. */
function decoded(text: string): string {
  const plain = text.trim();
  if (!plain.includes('&')) return plain;
  return plain.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? entity;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    const is_character = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return is_character ? String.fromCodePoint(code) : entity;
  });
}
