// Finds names, dates and other values in a font that nothing else on their page uses. An editor that lacks the font of
// a document uses another font, and embeds only the characters that it needs.
import type { Box } from '#domain/documents/pages.ts';
import type { DrawnWord, FontUse, PageTraces } from '#domain/documents/pdf-traces.ts';
import type { Field, ReadDocument } from '#domain/documents/read-documents.ts';
import { type Finding, firstOf, isInside, namedFields, shownWords } from './findings.ts';
import { bareName, familyOf, isBold, isItalic } from './font-names.ts';

/** A font with at most this many embedded characters is assumed to be embedded for one short text. */
const CHARACTERS_MAX = 3;
/**
 * Matches the names of fonts for symbols. These fonts are ignored, because a check mark or a bullet is often the only
 * character of its font.
 */
const SYMBOLS = /dingbat|symbol|webding|wingding|icon|awesome|barcode|code39|code128|micr|ocr/i;
/**
 * The fields whose values a forger changes. Names of companies are left out, because such a name is often a logo with
 * its own font.
 */
const PERSONAL =
  /^(?:employee_name|holder_name|recipient_name|insured_name|first_name|last_name|pay_date|period_start|period_end)$/;
/**
 * A font and size are the usual lettering of a page if at least `USUAL_WORDS_MIN` words, and at least the share
 * `USUAL_SHARE_MIN` of all words on the page, have them.
 */
const [USUAL_WORDS_MIN, USUAL_SHARE_MIN] = [20, 0.6];
/** A size that differs from the usual font size by at most this share is treated as the usual size. */
const SIZE_OFF_MAX = 0.1;

export function foreignFontFindings(
  page: PageTraces,
  fonts: readonly FontUse[],
  documents: readonly ReadDocument[],
): Finding[] {
  const words = shownWords(page);
  const usual = usualOf(words);
  if (usual === undefined) return [];
  const fields = documents
    .flatMap(namedFields)
    .filter(([, field]) => field.page === page.number && typeof field.value !== 'boolean');
  const rare = new Set(fonts.filter(isRareSubset).map(({ name }) => name));
  const found = fields.flatMap(([name, field]) => {
    const own = words.filter((word) => isIn(word, field));
    const foreign = own.find((word) => {
      const part = word.parts.find(({ font }) => isForeign(font, word, usual, words, field.box));
      return part !== undefined && (rare.has(part.font) || (PERSONAL.test(name) && part.font === fontOf(word)));
    });
    return foreign === undefined ? [] : [{ word: foreign, field }];
  });
  return firstOf(found).map(({ word }): Finding => {
    const [expected, actual] = [bareName(fontOf(usual)), bareName(oddFont(word, usual))];
    return {
      code: 'font_mismatch',
      cause: 'style',
      severity: 'medium',
      page: page.number,
      box: word.box,
      expected,
      actual,
      message: `“${word.text}” is written in the font ${actual}, which nothing else on the page uses.`,
    };
  });
}

const fontOf = ({ parts }: DrawnWord): string => parts[0]?.font ?? '';
const oddFont = (word: DrawnWord, usual: DrawnWord): string =>
  word.parts.find(({ font }) => familyOf(font) !== familyOf(fontOf(usual)))?.font ?? fontOf(word);

const isRareSubset = ({ is_subset, characters }: FontUse): boolean =>
  is_subset && [...characters.replaceAll(/[^\p{L}\p{N}]/gu, '')].length > 0 && [...characters].length <= CHARACTERS_MAX;

const isIn = ({ box }: DrawnWord, field: Field): boolean => isInside(box, field.box);

/**
 * Returns a word in the usual lettering, if most words of the page have the same font family and size. The weight may
 * differ.
 */
function usualOf(words: readonly DrawnWord[]): DrawnWord | undefined {
  const groups = new Map<string, DrawnWord[]>();
  for (const word of words) {
    const key = `${familyOf(fontOf(word))} ${Math.round(word.size)}`;
    groups.set(key, [...(groups.get(key) ?? []), word]);
  }
  const [most = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return most.length >= USUAL_WORDS_MIN && most.length >= USUAL_SHARE_MIN * words.length ? most[0] : undefined;
}

/**
 * Whether the family of the font is used only inside this field, in the usual size, and neither bold nor italic. A
 * different size, or a bold or italic font, is assumed to be part of the design of the page.
 */
function isForeign(font: string, word: DrawnWord, usual: DrawnWord, words: readonly DrawnWord[], box: Box): boolean {
  const family = familyOf(font);
  if (family === familyOf(fontOf(usual)) || SYMBOLS.test(font)) return false;
  if (Math.abs(word.size / usual.size - 1) > SIZE_OFF_MAX || isBold(font) || isItalic(font)) return false;
  const others = words.filter((one) => one.parts.some((part) => familyOf(part.font) === family));
  return others.every((one) => isInside(one.box, box));
}
