// Reads check boxes: a mark in or beside the box of a label. Boxes are drawn above, below, left or right of their
// labels, so a mark belongs to the nearest label.
import type { Box, Word } from '#domain/documents/pages.ts';
import { type Candidate, fieldOf } from './candidates.ts';
import type { Label } from './labels.ts';
import { type Form, isSameRow, wordsBeside } from './regions.ts';

const MARK = /^[[(|]?(?:x|xx|✓|✔|✗|✘|☒|☑|■|●|yes)[\])|]?$/i;

const isMark = ({ text }: Pick<Word, 'text'>): boolean => MARK.test(text);

/**
 * The maximum distance between a mark and its label, in points. It does not apply if the mark is the only word beside
 * the label.
 */
const DISTANCE_MAX = 18;

/** The maximum number of marks. No form has more marks; the limit bounds the work on hostile pages. */
const MARKS_MAX = 200;

/**
 * Returns a field with the value true if the box of the label is marked. `keys` are the keys of all labels to which a
 * mark may belong.
 */
export function findChecked(form: Form, label: Label, keys: readonly string[]): Candidate | undefined {
  const rivals = form.labels.filter(({ key }) => keys.includes(key));
  const marks = form.sheet.words.filter((word) => isMark(word) && !form.label_words.has(word)).slice(0, MARKS_MAX);
  const near = marks.find(({ box }) => {
    const own = distanceOf(box, label.box);
    return own <= DISTANCE_MAX && rivals.every((rival) => distanceOf(box, rival.box) >= own);
  });
  const [beside, ...others] = wordsBeside(form, label).filter(({ text }) => !/^[.…_]+$/.test(text));
  const is_alone = rivals.every((rival) => rival === label || !isSameRow(rival.box, label.box));
  const only = beside !== undefined && others.length === 0 && is_alone && isMark(beside) ? beside : undefined;
  const found = near ?? only;
  return found === undefined ? undefined : { field: fieldOf(form.sheet, true, [found]), weight: label.weight };
}

/**
 * The points that are added to the distance between a label and a mark to its right. In a row, a box is usually before
 * its label, so a mark between two labels usually belongs to the second one.
 */
const AFTER_LABEL = 4;

function distanceOf(mark: Box, label: Box): number {
  const x = Math.max(0, mark.left - label.right + AFTER_LABEL, label.left - mark.right);
  const y = Math.max(0, mark.top - label.bottom, label.top - mark.bottom);
  return x + y;
}
