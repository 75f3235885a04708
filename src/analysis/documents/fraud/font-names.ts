// Reads the name of a font: its family, and whether it is bold or italic.

/** Returns the name without its tag. The tag marks a font of which only some characters are embedded. */
export const bareName = (font: string): string => font.replace(/^[A-Z]{6}\+/, '');
export const isBold = (font: string): boolean => /bold|black|heavy|demi/i.test(font);
export const isItalic = (font: string): boolean => /italic|oblique/i.test(font);

/** `Arial-BoldMT` and `ArialMT` are one family, `Helvetica` is another. */
export const familyOf = (font: string): string =>
  bareName(font)
    .toLowerCase()
    .replaceAll(/bold|black|heavy|demi|semi|italic|oblique|regular|roman$|psmt|ps|mt|[^a-z0-9]/g, '');
