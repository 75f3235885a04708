// Corrects the names of columns that OCR misspelt: `Year to dare` is `Year to date`. Without its name, a whole column of
// amounts would be lost.
import { type Line, linesOf } from '#analysis/documents/geometry/lines.ts';
import { plain } from '#analysis/documents/phrases.ts';
import { corrected, DOUBT_BELOW, vocabularyOf } from '#analysis/documents/spelling.ts';
import { isReadByOcr, type Page, type Word } from '#domain/documents/pages.ts';

/** The words of column names and of the headings that are beside them. */
const HEADER_WORDS = vocabularyOf([
  'current year to date this period amount rate rates hours units quantity description total balance withheld ytd',
  'earnings deductions taxes deposits employer employee contributions benefits account distribution regular overtime',
]);
/** The minimum number of words from `HEADER_WORDS` in a header line. A header line has no digits. */
const KNOWN_MIN = 3;

export function withSpeltHeaders(page: Page): Page {
  if (!isReadByOcr(page)) return page;
  const spelt = new Map(linesOf(page.words).filter(isHeader).flatMap(corrections));
  return spelt.size === 0 ? page : { ...page, words: page.words.map((word) => spelt.get(word) ?? word) };
}

const isHeader = ({ words }: Line): boolean =>
  words.filter(({ text }) => HEADER_WORDS.words.has(plain(text))).length >= KNOWN_MIN &&
  words.every(({ text }) => !/\d/.test(text));

function corrections({ words }: Line): [Word, Word][] {
  return words.flatMap((word): [Word, Word][] => {
    const letters = plain(word.text);
    const text = word.confidence < DOUBT_BELOW ? corrected(letters, HEADER_WORDS) : letters;
    return text === letters ? [] : [[word, { ...word, text }]];
  });
}
