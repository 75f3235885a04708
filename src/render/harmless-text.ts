// Sanitises untrusted text for headers, text messages and mails. Characters that reorder or hide text are removed. Line
// breaks are removed too, if only one line is expected.

/**
 * Invisible characters that reorder or hide text. Joiner characters are not included, because emoji and many scripts
 * need them.
 */
const UNSEEN = /(?![\u200C\u200D])[\p{Cf}\p{Cs}\p{Co}]/gu;
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Sanitises a string and puts it on a single line. */
export const harmlessLine = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Sanitises each line of a string, and collapses consecutive empty lines into one empty line. */
export const harmlessText = (text: string): string =>
  text
    .replace(BREAKS, '\n')
    .split('\n')
    .map(harmlessLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Shortens a string to `length_max` characters. A truncated string ends with three dots, which every phone can show.
 */
export function shortened(text: string, length_max: number): string {
  const characters = [...text];
  return characters.length <= length_max
    ? text
    : `${characters
        .slice(0, length_max - 3)
        .join('')
        .trimEnd()}...`;
}
