// Texts of others on their way into headers, text messages and mails: without what makes a line read differently than it
// is written, or makes two lines of it.

/** Signs that nobody sees but that turn or hide what follows. Joiners stay: emoji and many scripts need them. */
const UNSEEN = /(?![\u200C\u200D])[\p{Cf}\p{Cs}\p{Co}]/gu;
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** On one line. */
export const harmlessLine = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Line by line, and no two empty ones in a row. */
export const harmlessText = (text: string): string =>
  text
    .replace(BREAKS, '\n')
    .split('\n')
    .map(harmlessLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** At most so many characters. The three dots are those every phone can show. */
export function shortened(text: string, length_max: number): string {
  const characters = [...text];
  return characters.length <= length_max
    ? text
    : `${characters
        .slice(0, length_max - 3)
        .join('')
        .trimEnd()}...`;
}
