// The text of an MT940 entry (`:86:`). SWIFT lets each bank choose the form of the text. Three forms are common:
// subfields with two-digit codes (`?20`), codes between slashes (`/NAME/`), and plain text.
import { tidy, tidyOrNull } from './found-parts.ts';

type Narrative = { description: string; memo: string | null };

/**
 * Matches a business transaction code, a separator and the first two-digit code. Each bank chooses its own separator.
 */
const SUBFIELDS = /^\s*\d{3}([^\w\s])\d{2}/;
const SLASH_CODES = /^\/[A-Z]{3,5}\//;
/** SEPA keywords inside the purpose. The purpose itself follows `SVWZ+`. */
const KEYWORD = /(EREF|KREF|MREF|BREF|RREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/;
/**
 * The maximum length of a line. A line of this length may have been cut inside a word that continues on the next line.
 */
const LINE_LENGTH = 65;
const SUBFIELD_LENGTH = 27;

/** `supplement` is the second line of the entry. It is used if the entry has no text. */
export function narrativeOf(lines: readonly string[], supplement: string): Narrative {
  const joined = lines.join('');
  const separator = SUBFIELDS.exec(joined)?.[1];
  const narrative =
    separator !== undefined
      ? ofSubfields(joined, separator)
      : SLASH_CODES.test(joined)
        ? ofSlashCodes(joined)
        : { description: tidy(unwrapped(lines)), memo: null };
  return narrative.description === '' ? { description: tidy(supplement), memo: narrative.memo } : narrative;
}

/**
 * Reads the codes of German banks, which other banks use too: 00 is the kind, 20–29 and 60–63 the purpose, 32–33 the
 * other party.
 */
function ofSubfields(text: string, separator: string): Narrative {
  let [kind, purpose, party] = ['', '', ''];
  // The separator character begins a subfield only if two digits follow it; otherwise it is part of the text. The text
  // before the first separator is the business transaction code.
  for (const part of text.split(new RegExp(`\\${separator}(?=\\d\\d)`)).slice(1)) {
    const [code, text] = [part.slice(0, 2), part.slice(2)];
    // We assume that a subfield of the maximum length was cut inside a word that continues in the next subfield.
    const added = text.length >= SUBFIELD_LENGTH ? text : `${text} `;
    if (code === '00') kind += added;
    else if (/^(?:2\d|6[0-3])$/.test(code)) purpose += added;
    else if (code === '32' || code === '33') party += added;
  }
  const texts = [party, purposeOf(purpose), kind].map(tidy).filter((text) => text !== '');
  return { description: texts[0] ?? '', memo: texts[1] ?? null };
}

function purposeOf(text: string): string {
  const parts = text.split(KEYWORD);
  const at = parts.indexOf('SVWZ');
  return at === -1 ? text : (parts[at + 1] ?? '');
}

function ofSlashCodes(text: string): Narrative {
  const valueOf = (code: string): string | null =>
    tidyOrNull(new RegExp(`/${code}/(?:USTD//)?(.*?)(?=/[A-Z]{3,5}/|$)`).exec(text)?.[1]);
  const name = valueOf('NAME');
  const purpose = valueOf('REMI');
  if (name === null) return { description: purpose ?? tidy(text), memo: null };
  return { description: name, memo: purpose };
}

function unwrapped(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) text += line.length >= LINE_LENGTH ? line : `${line} `;
  return text;
}
