// Splits transaction descriptions into words: upper case, without numbers, masks and punctuation.

export type Token = {
  /** The token in upper case, without accents and apostrophes. A masked id begins with three stars. */
  raw: string;
  /** The word without ids and masks; empty if the text has only ids and masks. */
  word: string;
};

const NOT_ASCII = /[^\x20-\x7e]/;
const MARKS = /\p{M}/gu;
/** Words that are kept together with their digits, because the digits are part of the word's meaning. */
const NUMBERED = new Set(['401K', '403B', '457B', '1099', '529', '1099K']);
const MASK = '***';
/**
 * The minimum number of letters in a word that is followed only by digits, as in STORE12. A token with fewer letters
 * before the digits, such as A12, is an id.
 */
const LETTERS_BEFORE_DIGITS_MIN = 3;

export function tokensOf(text: string): Token[] {
  const upper = NOT_ASCII.test(text) ? text.normalize('NFKD').replaceAll(MARKS, '').toUpperCase() : text.toUpperCase();
  const tokens: Token[] = [];
  let start = -1;
  for (let at = 0; at <= upper.length; at++) {
    if (at < upper.length && isWordCode(upper.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      const raw = upper.slice(start, at).replaceAll("'", '');
      // In a masked id, stars replace the first characters. The visible last characters come after the stars, and they
      // may be letters.
      if (upper.endsWith(MASK, start)) tokens.push({ raw: `${MASK}${raw}`, word: '' });
      else if (raw !== '' && raw !== '&') tokens.push({ raw, word: wordOf(raw) });
      start = -1;
    }
  }
  return tokens;
}

/** Whether a character is part of a word: letters, digits, non-ASCII characters, and signs as in AT&T and MACY'S. */
const isWordCode = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 38 || code === 39 || code > 127;

function wordOf(raw: string): string {
  const unmasked = raw.startsWith('XX') ? raw.replace(/^X{2,}/, '') : raw;
  let digits_from = -1;
  for (let at = 0; at < unmasked.length && digits_from < 0; at++) {
    const code = unmasked.charCodeAt(at);
    if (code >= 48 && code <= 57) digits_from = at;
  }
  if (digits_from < 0) return unmasked;
  if (NUMBERED.has(unmasked)) return unmasked;
  return digits_from >= LETTERS_BEFORE_DIGITS_MIN && isAllDigits(unmasked, digits_from)
    ? unmasked.slice(0, digits_from)
    : '';
}

function isAllDigits(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
