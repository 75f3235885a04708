// Finds the check boxes of forms: small drawn squares, empty or marked. OCR reads an empty square as letters, and
// misreads the mark in a square.
import { type Inked, inkIn } from './dark-pixels.ts';
import { copyOf, type PagePicture } from './grey.ts';
import { type Run, runsOf } from './rulings.ts';

/** A square in pixels; `right` and `bottom` are inclusive. */
export type CheckBox = { left: number; top: number; right: number; bottom: number; is_marked: boolean };

/** The minimum and the maximum length of the sides of a check box, in points. */
const [SIDE_MIN, SIDE_MAX] = [6.5, 16];
/**
 * The sides of a square may differ by at most the share `SQUARE_TOLERANCE`. At least the share `SIDE_DARK_MIN` of each
 * side must be dark.
 */
const [SQUARE_TOLERANCE, SIDE_DARK_MIN] = [0.12, 0.9];
/**
 * The maximum number of pixels between an edge of a square and its expected position. Scanned lines are not quite
 * straight.
 */
const SLACK = 2;
/**
 * The width of the empty space beside a square, in points. A letter that looks like a square has other letters within
 * this distance.
 */
const CLEAR = 2.2;
/**
 * The maximum share of dark pixels beside a square, on its left and on its right side. It is above zero, because dirt
 * is dark too.
 */
const AROUND_DARK_MAX = 0.08;
/**
 * `MARGIN` is the share of a square that is left out at each side when its mark is measured. `MARK_SHARE_MIN` is the
 * minimum share of ink in the rest of a marked square.
 */
const [MARGIN, MARK_SHARE_MIN] = [0.2, 0.07];

export function checkBoxesIn(inked: Inked): CheckBox[] {
  const { picture } = inked;
  const scale = picture.dpi / 72;
  const found: CheckBox[] = [];
  for (let y = 0; y < picture.height; y++) {
    for (const run of runsOf(inked.dark, y, SIDE_MIN * scale)) {
      if (run.to - run.from + 1 > SIDE_MAX * scale || found.some((box) => isWithin(box, run, y))) continue;
      const box = squareBelow(inked, run, y);
      if (box !== undefined) found.push(box);
    }
  }
  return found;
}

const isWithin = ({ left, top, right, bottom }: CheckBox, { from, to }: Run, y: number): boolean =>
  from >= left - SLACK && to <= right + SLACK && y >= top && y <= bottom + SLACK;

/**
 * Returns the square whose upper side is the given run of dark pixels. Returns undefined if the other sides are not
 * drawn.
 */
function squareBelow({ picture, background, dark: marks }: Inked, { from, to }: Run, top: number) {
  const { width, height, data } = marks;
  const isDark = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && data[y * width + x] === 1;
  const isInk = inkIn(picture, background);
  const side = to - from;
  const slacks = Array.from({ length: 2 * SLACK + 1 }, (_, index) => index - SLACK);
  const isUpright = (x: number, length: number): boolean => {
    let dark = 0;
    for (let y = top; y <= top + length; y++) if (slacks.some((slack) => isDark(x + slack, y))) dark++;
    return dark >= SIDE_DARK_MIN * (length + 1);
  };
  const isLevel = (y: number): boolean => {
    let dark = 0;
    for (let x = from; x <= to; x++) if (isDark(x, y)) dark++;
    return dark >= SIDE_DARK_MIN * (side + 1);
  };
  const tolerance = Math.ceil(SQUARE_TOLERANCE * side);
  for (let length = side - tolerance; length <= side + tolerance; length++) {
    if (!isLevel(top + length) || !isUpright(from, length) || !isUpright(to, length)) continue;
    if (!isClear({ left: from, top, right: to, bottom: top + length }, Math.round((CLEAR * picture.dpi) / 72), isDark))
      return undefined;
    const margin = Math.ceil(MARGIN * side);
    let [ink, pixels] = [0, 0];
    for (let y = top + margin; y <= top + length - margin; y++) {
      for (let x = from + margin; x <= to - margin; x++) {
        pixels++;
        if (isInk(x, y)) ink++;
      }
    }
    // A filled square is treated as a bullet or a part of a logo, and not as a check box.
    if (pixels === 0 || ink > 0.8 * pixels) return undefined;
    return { left: from, top, right: to, bottom: top + length, is_marked: ink >= MARK_SHARE_MIN * pixels };
  }
  return undefined;
}

function isClear(
  { left, top, right, bottom }: Omit<CheckBox, 'is_marked'>,
  clear: number,
  isDark: (x: number, y: number) => boolean,
): boolean {
  const isWhite = (from_x: number, from_y: number, to_x: number, to_y: number): boolean => {
    let [dark, pixels] = [0, 0];
    for (let y = from_y; y <= to_y; y++) {
      for (let x = from_x; x <= to_x; x++) {
        pixels++;
        if (isDark(x, y)) dark++;
      }
    }
    return dark <= AROUND_DARK_MAX * pixels;
  };
  // Only the space to the left and to the right of the square is checked, because a label above or below a square may
  // touch the square.
  return (
    isWhite(left - SLACK - clear, top, left - SLACK, bottom) &&
    isWhite(right + SLACK, top, right + SLACK + clear, bottom)
  );
}

/** Returns the picture without the squares and their marks. */
export function withoutCheckBoxes({ picture, background }: Inked, boxes: readonly CheckBox[]): PagePicture {
  if (boxes.length === 0) return picture;
  const clean = copyOf(picture);
  const { width, height, data } = clean;
  for (const { left, top, right, bottom } of boxes) {
    for (let y = Math.max(0, top - SLACK); y <= Math.min(height - 1, bottom + 2 * SLACK); y++) {
      for (let x = Math.max(0, left - SLACK); x <= Math.min(width - 1, right + SLACK); x++) {
        data[y * width + x] = background(x, y);
      }
    }
  }
  return clean;
}
