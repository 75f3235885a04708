// Corrects words that OCR often misreads and that have only one possible correction: amounts and masked numbers.

/** A word `(8)` in a column header is treated as a misread `($)` if the confidence of the word is below this value. */
const UNSURE = 0.8;

/**
 * A colon before two digits is treated as a misread decimal point if the confidence of the word is below this value.
 * OCR reads times of day with a higher confidence.
 */
const DOUBTFUL = 0.6;

/**
 * Matches a masked Social Security number. OCR may read its stars as lower-case letters, and its dashes as underscores.
 */
const MASKED_SSN = /^[^\s\d]{2,7}[-_—–~.]+[^\s\d]{1,5}[-_—–~.]+(\d{4})$/;

/** Matches the stars before the last four digits of a number. OCR reads some of the stars as other marks. */
const MASKED_NUMBER = /^([*+¥#°"“”'‘’~^«»%&¢£€=]{3,9})(\d{4})$/;
const STARS_MIN = 2;

/**
 * Corrects a word. A `(8)` or `(S)` with a low confidence becomes `($)`, as in a column header. In a masked number,
 * misread marks become stars again. `1D` becomes the abbreviation `ID`.
 */
export function withoutMisreadings(text: string, confidence: number): string {
  if (/^\([8S]\)$/.test(text) && confidence < UNSURE) return '($)';
  const [, last_digits] = MASKED_SSN.exec(text) ?? [];
  if (last_digits !== undefined && text.includes('*')) return `***-**-${last_digits}`;
  const [, marks = '', digits = ''] = MASKED_NUMBER.exec(text) ?? [];
  if ((marks.match(/\*/g)?.length ?? 0) >= STARS_MIN) return `${'*'.repeat(marks.length)}${digits}`;
  const pointed = confidence < DOUBTFUL ? text.replace(/^(\$?\d{1,3}(?:,\d{3})*):(\d\d)$/, '$1.$2') : text;
  return amountText(withoutTwins(withPlainQuotes(pointed.replace(/^1D(?=:|$)/, 'ID'))));
}

/**
 * Makes quotation marks straight, because Tesseract writes every quotation mark as a curved one, and most documents
 * print straight ones.
 */
const withPlainQuotes = (text: string): string => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");

/**
 * In a word of capitals and digits, removes a lower-case letter before the same letter in upper case: `32wWH` becomes
 * `32WH`. The two forms of these letters differ only in size, so OCR sometimes reads one letter twice.
 */
const withoutTwins = (text: string): string =>
  /[a-z].*[a-z]/.test(text)
    ? text
    : text.replace(/(?<=[A-Z0-9])([cosuvwxz])([A-Z])/, (both, small: string, capital: string) =>
        small.toUpperCase() === capital ? capital : both,
      );

/** Letters that OCR reads instead of digits. */
const DIGITS: Record<string, string> = { O: '0', o: '0', Q: '0', I: '1', l: '1', '|': '1' };
/** An amount in which letters may stand for digits. */
const NEAR_AMOUNT = /^[-–(+]{0,2}[$§sS]?[-–]?[\dOoQIl|][\dOoQIl|,.]*[.,][\dOoQIl|]{2}\)?$/;

/**
 * Corrects an amount. Before the cents, a comma alone, or a comma together with a point, is treated as a misread
 * decimal point. A comma before the four decimals of a rate is also treated as a misread decimal point. A point before
 * thousands is treated as a misread comma. A quotation mark or degree sign after the cents is treated as a misread
 * star, which marks a footnote. Any other mark after the cents is treated as dirt.
 */
function amountText(text: string): string {
  const clean = text
    .replace(/^([-–(+]?)§(?=\d)/, '$1$')
    .replace(/^(\(?-?\$?\d[\d,]*)(?:,|,\.|\.,)(\d\d)(?!\d)/, '$1.$2')
    .replace(/^(\(?-?\$?\d[\d,]*\.\d\d)["“”°'‘’]$/, '$1*')
    .replace(/^([-–(+]?\$?\d[\d,]*\.\d\d)[.,;:|]+$/, '$1')
    .replace(/^([-–(+]?\$?\d{1,3})\.(\d{3}\.\d\d[-–)]?)$/, '$1,$2')
    .replace(/^(\$?\d{1,3}),(\d{4})$/, '$1.$2');
  if (!NEAR_AMOUNT.test(clean) || (clean.match(/\d/g)?.length ?? 0) < 3) return clean;
  return clean.replace(/(?<=^[-–(+]{0,2})[sS§](?=\d)/, '$').replace(/[OoQIl|]/g, (letter) => DIGITS[letter] ?? letter);
}
