// Text in the columns of a terminal: what others wrote is made harmless, cut and filled to a width.

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** From here on characters may take two columns; taking them all for wide ones at worst leaves a gap. */
const FIRST_WIDE = 0x1100;
/** Dashes, quotation marks and the ellipsis, which do not. */
const NARROW = /[\u2010-\u2027]/;

/** Without anything that would move the cursor, change colours or turn the line around. */
export const harmless = (text: string): string => text.replaceAll(CONTROL, ' ');

export const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + columnsOf(character), 0);

/** At most as wide; what is cut off shows as an ellipsis. */
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

/** Exactly as wide. */
export function fill(text: string, width: number): string {
  const fitting = fit(text, width);
  return fitting + ' '.repeat(Math.max(0, width - widthOf(fitting)));
}

const columnsOf = (character: string): number =>
  (character.codePointAt(0) ?? 0) >= FIRST_WIDE && !NARROW.test(character) ? 2 : 1;
