// Restores the slashes in dates. In small print, OCR loses slashes or reads them as the digit 1 or 7.

/**
 * A month and a day with two digits each, and a year with four digits. Each slash may be lost or misread as a 1 or 7.
 */
const NEAR_DATE = /(?<![\d/.,-])(\d\d)([/17]?)(\d\d)([/17]?)((?:19|20)\d\d)(?![\d/.,-])/g;

/**
 * Returns the text with the dates as `MM/DD/YYYY`. This function is used only where a label says that a date is there,
 * because eight digits may also be another number.
 */
export const withSlashes = (text: string): string =>
  text.replaceAll(NEAR_DATE, (whole, month: string, _first: string, day: string, _second: string, year: string) =>
    Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
      ? `${month}/${day}/${year}`
      : whole,
  );
