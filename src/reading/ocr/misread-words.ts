// Corrects words that OCR often misreads and that have only one possible correction: amounts and masked numbers.

/** A word `(8)` in a column header is a misread `($)` if its confidence is below this. */
const UNSURE = 0.8;

/** The stars of a masked number look like small letters, and its dashes like underscores. */
const MASKED_SSN = /^[^\s\d]{2,7}[-_—–~.]+[^\s\d]{1,5}[-_—–~.]+(\d{4})$/;

/**
 * A `(8)` or `(S)` with a low confidence becomes `($)`, as in the head of a column. A masked number gets its stars
 * back. `1D` is the abbreviation `ID`.
 */
export function withoutMisreadings(text: string, confidence: number): string {
  if (/^\([8S]\)$/.test(text) && confidence < UNSURE) return '($)';
  const [, last_digits] = MASKED_SSN.exec(text) ?? [];
  if (last_digits !== undefined && text.includes('*')) return `***-**-${last_digits}`;
  return amountText(text.replace(/^1D(?=:|$)/, 'ID'));
}

/** Letters that OCR reads instead of digits. */
const DIGITS: Record<string, string> = { O: '0', o: '0', Q: '0', I: '1', l: '1', '|': '1' };
/** An amount in which letters may stand for digits. */
const NEAR_AMOUNT = /^[-–(+]{0,2}[$§sS]?[-–]?[\dOoQIl|][\dOoQIl|,.]*[.,][\dOoQIl|]{2}\)?$/;

/**
 * Corrects an amount. A comma before the cents, or a comma and a point, is a misread decimal point. A point before
 * thousands is a misread comma. A quotation mark or degree sign after the cents is a star, the mark of a footnote.
 * Another mark there is dirt.
 */
function amountText(text: string): string {
  const clean = text
    .replace(/^([-–(+]?)§(?=\d)/, '$1$')
    .replace(/^(\(?-?\$?\d[\d,]*)(?:,|,\.|\.,)(\d\d)(?!\d)/, '$1.$2')
    .replace(/^(\(?-?\$?\d[\d,]*\.\d\d)["“”°'‘’]$/, '$1*')
    .replace(/^([-–(+]?\$?\d[\d,]*\.\d\d)[.,;:|]+$/, '$1')
    .replace(/^([-–(+]?\$?\d{1,3})\.(\d{3}\.\d\d\)?)$/, '$1,$2');
  if (!NEAR_AMOUNT.test(clean) || (clean.match(/\d/g)?.length ?? 0) < 3) return clean;
  return clean.replace(/(?<=^[-–(+]{0,2})[sS§](?=\d)/, '$').replace(/[OoQIl|]/g, (letter) => DIGITS[letter] ?? letter);
}
