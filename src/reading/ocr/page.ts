// Reads the words and drawn lines in one picture of a page. A page that is on its side or upside down is rotated first.
import type { Page, Word } from '#domain/documents/pages.ts';
import { BLOCK, backgroundOf } from '#reading/pictures/background.ts';
import { type CheckBox, checkBoxesIn, withoutCheckBoxes } from '#reading/pictures/check-boxes.ts';
import { darkPixels, inkedOf } from '#reading/pictures/dark-pixels.ts';
import { withoutLines } from '#reading/pictures/erased-lines.ts';
import { cropped, isUniform, type PagePicture, shrunk, turned } from '#reading/pictures/grey.ts';
import { drawnLinesOf } from '#reading/pictures/rulings.ts';
import { skewOf } from '#reading/pictures/skew.ts';
import type { OcrEngine } from './engine.ts';
import { wordsOfHocr } from './hocr.ts';
import { levelled } from './level.ts';
import { lostWords } from './lost-words.ts';
import { withWholeAmounts } from './split-amounts.ts';

type Turns = 0 | 1 | 2 | 3;

/** The minimum confidence of a sure word. Sure words are rare on pages that are not upright. */
const SURE = 0.75;
const SURE_LETTERS_MIN = 3;
/**
 * The minimum share of letters that are in sure words. Upright pages have at least 0.8, and other pages have at most
 * 0.2.
 */
const UPRIGHT_SHARE = 0.5;
/**
 * The minimum number of letters in sure words. A page with fewer letters may be upright, but it has too little text to
 * decide.
 */
const UPRIGHT_LETTERS = 20;
/** The confidence of a mark in a check box. The mark is found by measuring dark pixels, without OCR. */
const MARK_CONFIDENCE = 0.9;
/**
 * The sides, in inches, of the parts of the page that are used to find the direction of the text. The smallest part is
 * tried first.
 */
const TRIED_SIDES = [2, 3];

export async function readPicture(picture: PagePicture, number: number, engine: OcrEngine): Promise<Page> {
  if (isBlank(picture)) return blankPage(picture, number);
  const first = skewOf(picture).sideways ? await bestTurns(picture, [1, 3], engine) : 0;
  const page = await pageOf(turned(picture, first), number, engine);
  if (isUpright(page.words)) return page;
  const turns = await bestTurns(picture, [0, 1, 2, 3], engine);
  return turns === first ? page : pageOf(turned(picture, turns), number, engine);
}

/**
 * Returns the picture turned upright, as `readPicture` turns it. Only a part of the page is read, so this function
 * takes a fraction of the time that `readPicture` takes.
 */
export async function uprightPicture(picture: PagePicture, engine: OcrEngine): Promise<PagePicture> {
  if (isBlank(picture)) return picture;
  const choices: readonly Turns[] = skewOf(picture).sideways ? [1, 3, 0, 2] : [0, 2, 1, 3];
  return turned(picture, await bestTurns(picture, choices, engine));
}

async function pageOf(picture: PagePicture, number: number, engine: OcrEngine): Promise<Page> {
  const [width, height] = [(picture.width * 72) / picture.dpi, (picture.height * 72) / picture.dpi];
  const inked = inkedOf(picture);
  const { rulings: lines, strokes } = drawnLinesOf(inked);
  const bare = withoutLines(inked, [...lines, ...strokes]);
  const boxes = checkBoxesIn(bare);
  const marks = boxes.filter(({ is_marked }) => is_marked).map((box) => markOf(box, 72 / picture.dpi));
  const clean = withoutCheckBoxes(bare, boxes);
  // The angle is measured here, while another thread encodes the picture for the engine.
  const [read, { degrees }] = await Promise.all([wordsIn(clean, engine), textSkewOf(bare.picture)]);
  const words = [...read, ...(await lostWords(clean, read, engine)), ...marks];
  const rulings = lines.map(({ direction, at, from, to }) => ({ direction, at, from, to }));
  const page = levelled({ number, width, height, words, rulings, form_fields: [] }, degrees);
  return { ...page, words: withWholeAmounts(page.words) };
}

/** Returns the angle of the lines of text. Drawn lines are not measured. */
const textSkewOf = async (bare: PagePicture) => skewOf(bare);

const markOf = ({ left, top, right, bottom }: CheckBox, scale: number): Word => ({
  text: 'X',
  box: { left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale },
  size: (bottom - top) * scale,
  font: '',
  confidence: MARK_CONFIDENCE,
});

const blankPage = ({ width, height, dpi }: PagePicture, number: number): Page => ({
  number,
  width: (width * 72) / dpi,
  height: (height * 72) / dpi,
  words: [],
  rulings: [],
  form_fields: [],
});

const wordsIn = async (picture: PagePicture, engine: OcrEngine): Promise<Word[]> =>
  wordsOfHocr(await engine.hocrOf(picture), picture.dpi);

export const isSure = ({ text, confidence }: Word): boolean =>
  confidence >= SURE && (text.match(/[A-Za-z0-9]/g)?.length ?? 0) >= SURE_LETTERS_MIN;

export const lettersOf = (words: readonly Word[]): number => words.reduce((sum, { text }) => sum + text.length, 0);

function isUpright(words: readonly Word[]): boolean {
  const sure = lettersOf(words.filter(isSure));
  return sure >= UPRIGHT_LETTERS && sure >= UPRIGHT_SHARE * lettersOf(words);
}

/**
 * Returns the direction in which the densest part of the page is upright. If a small part does not show the direction,
 * a larger part is tried. If no part shows it, returns the direction with the most letters in sure words.
 */
async function bestTurns(picture: PagePicture, choices: readonly Turns[], engine: OcrEngine): Promise<Turns> {
  let best: Turns = choices[0] ?? 0;
  for (const side of TRIED_SIDES) {
    const part = densestPart(picture, side);
    let most_letters = 0;
    for (const turns of choices) {
      const words = await wordsIn(turned(part, turns), engine);
      if (isUpright(words)) return turns;
      const letters = lettersOf(words.filter(isSure));
      if (letters > most_letters) [best, most_letters] = [turns, letters];
    }
  }
  return best;
}

function densestPart(picture: PagePicture, inches: number): PagePicture {
  const side = Math.round(inches * picture.dpi);
  const [width, height] = [Math.min(side, picture.width), Math.min(side, picture.height)];
  const step = Math.max(1, Math.round(side / 4));
  let best = { left: 0, top: 0, dark: -1 };
  const small = shrunk(picture, 8);
  const { data: marks } = darkPixels(small, backgroundOf(small), 0.85);
  for (let top = 0; top + height <= picture.height; top += step) {
    for (let left = 0; left + width <= picture.width; left += step) {
      const box = { left: left >> 3, top: top >> 3, right: (left + width) >> 3, bottom: (top + height) >> 3 };
      let dark = 0;
      for (let y = box.top; y < box.bottom; y++) {
        for (let x = box.left; x < box.right; x++) dark += marks[y * small.width + x] ?? 0;
      }
      if (dark > best.dark) best = { left, top, dark };
    }
  }
  return cropped(picture, { left: best.left, top: best.top, width, height });
}

/** The minimum share of pixels that are clearly darker than the paper. One line of text covers 0.1 % of a page. */
const INK_SHARE_MIN = 0.0002;

function isBlank(picture: PagePicture): boolean {
  if (isUniform(picture)) return true;
  const background = backgroundOf(picture);
  const { width, height, data } = picture;
  const needed = INK_SHARE_MIN * width * height;
  let ink = 0;
  for (let y = 0; y < height && ink < needed; y++) {
    for (let left = 0; left < width; left += BLOCK) {
      const limit = 0.6 * background(left, y);
      const end = y * width + Math.min(width, left + BLOCK);
      for (let at = y * width + left; at < end; at++) if ((data[at] ?? 255) < limit) ink++;
    }
  }
  return ink < needed;
}
