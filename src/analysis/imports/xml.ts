// Reads XML, with the place of each element and value in the file. Document type declarations are refused, so there are
// no entities besides the five of XML.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { quoted } from './amounts.ts';
import { advance, type Charset, charsetOfMark, peek, readText, START } from './file-text.ts';
import { VALUE_LENGTH_MAX } from './found-parts.ts';
import { type Chunks, type Place, UnreadableFile } from './imported-parts.ts';
import { DEPTH_MAX, eventsByPiece, MARKUP_LENGTH_MAX, type MarkupEvent } from './markup.ts';

/** The XML declaration is the first line and has fewer than 100 bytes. */
const HEAD_BYTES = 1_024;

export async function* readXml(chunks: Chunks): AsyncGenerator<MarkupEvent[]> {
  const { head, bytes } = await peek(chunks, HEAD_BYTES);
  const { emit, run } = eventsByPiece();
  const parser = parserOf(emit);
  for await (const text of readText(bytes, charsetOf(head))) yield* run(() => parser.write(text));
  yield* run(() => parser.end());
}

function charsetOf(head: Uint8Array): Charset {
  const marked = charsetOfMark(head);
  if (marked !== undefined) return marked;
  const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(Buffer.from(head).toString('latin1'));
  const name = declaration?.[1] ?? 'UTF-8';
  if (/^(?:utf-?8|us-ascii)$/i.test(name)) return 'utf-8';
  if (/^(?:iso-8859-1|windows-1252|latin1)$/i.test(name)) return 'tolerant';
  throw new UnreadableFile(START, `the unknown character set ${quoted(name)}`);
}

type Open = { name: string; uri: string; place: Place; attributes: Record<string, string> };

function parserOf(emit: (event: MarkupEvent) => void) {
  const parser = new SaxesParser({ xmlns: true });
  /** The beginning of the text or tag that is being read, as a place and as a number of characters. */
  let mark = START;
  let marked = 0;
  let depth = 0;
  /** The element that was opened last, with its text. It is undefined after that element is closed. */
  let innermost: Open | undefined;
  let text = '';
  let text_place = START;
  /** Everything before the first element. It is needed to find the place of a document type declaration. */
  let prolog = '';
  let length = 0;

  const place = (): Place => ({ line: parser.line, column: Math.max(1, parser.column) });
  const checkLength = (position: number): void => {
    if (position - marked <= MARKUP_LENGTH_MAX) return;
    throw new UnreadableFile(mark, 'a tag or a text of more than 100,000 characters');
  };
  /** Notes that the current tag or text has ended and that the next one begins at `next`. */
  const pass = (next: Place): void => {
    checkLength(parser.position);
    mark = next;
    marked = parser.position;
  };
  const behind = (): Place => ({ line: parser.line, column: parser.column + 1 });

  const addText = (added: string, from: Place): void => {
    if (text === '' && added.trim() !== '') text_place = advance(from, added.slice(0, added.search(/\S/)));
    if (added.trim() !== '' && depth > 0 && innermost === undefined) {
      throw new UnreadableFile(text_place, `the text ${quoted(added.trim())} between elements`);
    }
    if (text.trim() !== '' || added.trim() !== '') text += added;
    if (text.length > VALUE_LENGTH_MAX) throw new UnreadableFile(text_place, 'a value of more than 10,000 characters');
  };

  const takeOpen = (tag: SaxesTagNS): void => {
    if (innermost !== undefined) {
      if (text.trim() !== '') throw new UnreadableFile(text_place, `the text ${quoted(text.trim())} between elements`);
      emit({ kind: 'open', name: innermost.name, place: innermost.place, uri: innermost.uri });
    }
    depth += 1;
    if (depth > DEPTH_MAX) throw new UnreadableFile(mark, 'more than 64 elements inside each other');
    const attributes = Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value]));
    innermost = { name: tag.local, uri: tag.uri, place: mark, attributes };
    text = '';
    pass(behind());
    text_place = mark;
  };

  const takeClose = (tag: SaxesTagNS): void => {
    depth -= 1;
    if (innermost === undefined) emit({ kind: 'close', name: tag.local, place: mark, is_implied: false });
    else emit({ kind: 'value', name: innermost.name, place: text_place, text, attributes: innermost.attributes });
    innermost = undefined;
    text = '';
    pass(behind());
  };

  parser.on('error', (error) => {
    const what = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
    // The parser reports text outside the root element only at the end of the piece. So the place of this fault is the
    // place where the text begins.
    const is_outside = what.startsWith('text data outside');
    throw new UnreadableFile(is_outside ? mark : place(), `malformed XML (${what})`);
  });
  parser.on('doctype', () => {
    const before = prolog.slice(0, Math.max(0, prolog.lastIndexOf('<!DOCTYPE', parser.position)));
    throw new UnreadableFile(advance(START, before), 'a document type declaration, which is not allowed');
  });
  parser.on('opentag', takeOpen);
  parser.on('closetag', takeClose);
  parser.on('text', (added) => {
    const from = mark;
    if (depth === 0 && added.trim() !== '') {
      throw new UnreadableFile(from, 'malformed XML (text data outside of root node)');
    }
    // The parser reports a text when it reads the first character after the text.
    pass(place());
    addText(added, from);
  });
  parser.on('cdata', (added) => {
    const from = { line: mark.line, column: mark.column + '<![CDATA['.length };
    pass(behind());
    addText(added, from);
  });
  parser.on('comment', () => pass(behind()));
  parser.on('processinginstruction', () => pass(behind()));
  parser.on('xmldecl', () => pass(behind()));

  return {
    write(added: string): void {
      if (depth === 0 && prolog.length <= MARKUP_LENGTH_MAX) prolog += added;
      parser.write(added);
      // Between two pieces, the parser's own position is not exact, so the characters are counted here.
      length += added.length;
      checkLength(length);
    },
    end(): void {
      parser.close();
    },
  };
}
