// Reads OFX files: version 1 (SGML) and version 2 (XML). QFX is OFX with additional elements of its own (`INTU.…`).
import { quoted } from './amounts.ts';
import { type Charset, charsetOfMark, peek, readText, START } from './file-text.ts';
import { foundParts, partsOf } from './found-parts.ts';
import { type Chunks, type ImportedPart, UnreadableFile } from './imported-parts.ts';
import { ofxStatements } from './ofx-statements.ts';
import { readSgml } from './sgml.ts';
import { readXml } from './xml.ts';

/** The number of bytes that are examined. The header of OFX 1 has about 150 bytes. */
const HEAD_BYTES = 2_048;

export async function* parseOfx(chunks: Chunks): AsyncGenerator<ImportedPart> {
  const { head, bytes } = await peek(chunks, HEAD_BYTES);
  const found = foundParts();
  const { take, end } = ofxStatements(found);
  const text = Buffer.from(head).toString('latin1').replaceAll('\u0000', '');
  // A file of OFX 2 begins with an XML declaration or the OFX processing instruction. A byte order mark may be before
  // it.
  const is_xml = /^[^<A-Za-z]*<\?(?:xml|OFX)/i.test(text);
  const events = is_xml ? readXml(bytes) : readSgml(readText(bytes, charsetOf(head, text)));
  yield* partsOf(found, events, take, () => end(START));
}

/**
 * Returns the character set that the header names. The header is a list of names and values. Some banks write it on one
 * line, with nothing between the pairs.
 */
function charsetOf(head: Uint8Array, text: string): Charset {
  const header = text.slice(0, text.indexOf('<') === -1 ? text.length : text.indexOf('<'));
  const marked = charsetOfMark(head);
  if (!/^[^A-Za-z]*(?:OFXHEADER\s*:|$)/i.test(header))
    throw new UnreadableFile(START, `${quoted(firstLine(header))} instead of an OFX header`);
  if (/COMPRESSION\s*:\s*(?!NONE)[A-Z0-9]/i.test(header)) throw new UnreadableFile(START, 'a compressed file');
  if (marked !== undefined) return marked;
  if (/(?:ENCODING|CHARSET)\s*:\s*(?:UTF-?8|UNICODE|CSUNICODE)/i.test(header)) return 'utf-8';
  const unknown = UNKNOWN_CHARSET.exec(header)?.[1];
  if (unknown !== undefined) throw new UnreadableFile(START, `the unknown character set ${quoted(unknown)}`);
  return 'tolerant';
}

/** Matches a character set that is not supported. The supported ones are Windows-1252 and its subsets. */
const UNKNOWN_CHARSET =
  /CHARSET\s*:\s*(?!(?:WINDOWS-)?1252|(?:ISO-?)?8859-1(?!\d)|NONE|(?:US-?)?ASCII|COMPRESSION)([\w-]+)/i;

const firstLine = (text: string): string => text.trim().split(/[\r\n]/)[0] ?? '';
