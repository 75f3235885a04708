// A page as the document engine reads it. Its words come from the text of a PDF or from OCR. Coordinates are in points
// (1/72 inch), measured from the upper left corner of the upright page.

export type Box = { left: number; top: number; right: number; bottom: number };

/** A run of characters without white space. The `bottom` of its box is the baseline. */
export type Word = {
  text: string;
  box: Box;
  /** Height of the font in points. */
  size: number;
  /** Name of the font; empty for OCR. */
  font: string;
  /** The confidence of the OCR, from 0 to 1. It is 1 for the text of a PDF. */
  confidence: number;
};

/** A straight horizontal or vertical line of a table or form. */
export type Ruling = { direction: 'horizontal' | 'vertical'; at: number; from: number; to: number };

/** A field of a fillable form, with its value. A checked box has the value `On`. */
export type FormField = { name: string; value: string; box: Box };

export type Page = {
  /** The number of the page, counted from 1. */
  number: number;
  width: number;
  height: number;
  words: Word[];
  rulings: Ruling[];
  form_fields: FormField[];
  /**
   * The words of the PDF's text, if this text cannot be seen and `words` was read from the picture instead. Absent for
   * other pages.
   */
  hidden_words?: Word[];
  /** The title in the metadata of the PDF, for example `2023 Form W-2`. Absent if the file has no title. */
  file_title?: string;
};

/** Whether the words of the page come from OCR. Words from OCR have no font and are never certain. */
export const isReadByOcr = ({ words }: Page): boolean =>
  words.length > 0 && words.every(({ font, confidence }) => font === '' && confidence < 1);

export const widthOf = ({ left, right }: Box): number => right - left;
export const heightOf = ({ top, bottom }: Box): number => bottom - top;
export const centerOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Returns the smallest box around all given boxes. At least one box must be given. */
export const boxAround = (boxes: readonly Box[]): Box => ({
  left: Math.min(...boxes.map(({ left }) => left)),
  top: Math.min(...boxes.map(({ top }) => top)),
  right: Math.max(...boxes.map(({ right }) => right)),
  bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

/**
 * Returns the width that two boxes have in common, as a share of the width of the narrower box. The result is 0 if the
 * boxes are side by side.
 */
export function sharedWidth(a: Box, b: Box): number {
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  if (common <= 0) return 0;
  return common / Math.max(Math.min(a.right - a.left, b.right - b.left), Number.EPSILON);
}
