// Finds whether a page itemises the amounts withheld from pay: several kinds of taxes, each beside or above an amount.
// Pay stubs have this in common even if their words are unusual.
import { type Line, segmentsOf } from '#analysis/documents/geometry/lines.ts';
import { parseExactAmount } from '#analysis/documents/values.ts';

const KINDS: readonly RegExp[] = [
  /^(?:fed(?:eral)?\b.*(?:tax|with|w\/?h|inc)|fed(?:eral)?$|fit\b|fitw\b|fwt\b|fed\b)/i,
  /^(?:social security|soc\.? ?sec|oasdi|ss(?:ec)?\b|fica)/i,
  /^(?:medicare|medi\b|med ee|fica[ -]?med|fed med)/i,
  /^(?:[a-z]{2} )?(?:state\b.*(?:tax|with|w\/?h|inc)|sit\b|swt\b|sdi\b|[a-z]{2} (?:income|state|sdi|swt|sit|w\/?h|paid family|unemployment|disability))/i,
];

/**
 * Returns how many kinds of taxes are named in lines that contain an amount, or are directly above a line with an
 * amount.
 */
export function withheldKinds(lines: readonly Line[]): number {
  const has_amount = lines.map(({ words }) => words.some(({ text }) => parseExactAmount(text) !== undefined));
  const named = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (named.size === KINDS.length) break;
    if (!has_amount[index] && !has_amount[index + 1]) continue;
    for (const { text } of segmentsOf(line)) {
      const clean = text.replace(/^[^A-Za-z]+|^[A-Z] {1,2}(?=[A-Z]{3})/, '');
      const kind = clean.length > 60 ? -1 : KINDS.findIndex((pattern) => pattern.test(clean));
      if (kind >= 0) named.add(kind);
    }
  }
  return named.size;
}
