// Fits text into terminal columns: replaces control characters, truncates, and pads to a width.

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Characters with this code or a higher code may take two columns. All of them are treated as wide, which at worst
 * leaves a gap.
 */
const FIRST_WIDE = 0x1100;
/** Characters above `FIRST_WIDE` that nevertheless take only one column: dashes, quotation marks and the ellipsis. */
const NARROW = /[\u2010-\u2027]/;

/** Replaces with spaces all characters that would move the cursor, change colours or reverse the text direction. */
export const harmless = (text: string): string => text.replaceAll(CONTROL, ' ');

export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + columnsOf(character), 0);

/** Truncates to at most `width` columns; an ellipsis marks the cut. */
export function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let taken = 1;
  for (const character of text) {
    taken += columnsOf(character);
    if (taken > width) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Truncates or pads to exactly `width` columns. */
export function fill(text: string, width: number): string {
  const fitting = fit(text, width);
  return fitting + ' '.repeat(Math.max(0, width - widthOf(fitting)));
}

const columnsOf = (character: string): number =>
  (character.codePointAt(0) ?? 0) >= FIRST_WIDE && !NARROW.test(character) ? 2 : 1;
