// Decides whether people see the text of a PDF page or only a picture. The decision is based on everything that the
// page paints. Scanner programs put invisible text over a scan, so the text may differ from what is visible.
import { type Box, heightOf, type Page, sharedWidth, widthOf } from '#domain/documents/pages.ts';
import type { Drawn, DrawnPicture, DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';

/**
 * `no_text`: the page has too little text, so it is read by OCR. `hidden_text`: most of its text cannot be seen, so the
 * picture is read instead. `text`: the text of the PDF is read.
 */
export type TextKind = 'text' | 'no_text' | 'hidden_text';

/** If a page has fewer words than this, its text is assumed to be only a stamp or a page number. */
const WORDS_OF_TEXT_PAGE = 12;
/** A page is treated as a scan if pictures cover at least this share of the page. A logo or a banner covers less. */
const PICTURE_SHARE_MIN = 0.5;
/**
 * If a scan has fewer visible words than this, these words are assumed to be only stamps, notes and filled form fields.
 */
const WORDS_ON_SCAN = 60;

/** `traces` is undefined if the content of the page could not be analysed. */
export function textKindOf(
  { words, form_fields }: Pick<Page, 'words' | 'form_fields'>,
  traces: PageTraces | undefined,
): TextKind {
  const is_bare = words.length < WORDS_OF_TEXT_PAGE && form_fields.length === 0;
  if (traces === undefined || pictureShare(traces) < PICTURE_SHARE_MIN) return is_bare ? 'no_text' : 'text';
  const hidden = hiddenCount(traces);
  const seen = traces.drawn.filter(isWord).length - hidden;
  if (hidden > seen && !is_bare) return 'hidden_text';
  return seen < WORDS_ON_SCAN ? 'no_text' : 'text';
}

const isWord = (one: Drawn): one is DrawnWord => one.kind === 'word';
const isPicture = (one: Drawn): one is DrawnPicture => one.kind === 'picture' && one.layer === null;

/** The number of words that are invisible, or that are covered by a later picture as large as a scan. */
function hiddenCount({ drawn, width, height }: PageTraces): number {
  const covers = drawn.flatMap((one, index) =>
    isPicture(one) && one.opaque && widthOf(one.box) * heightOf(one.box) >= PICTURE_SHARE_MIN * width * height
      ? [{ box: one.box, index }]
      : [],
  );
  return drawn.filter(
    (one, index) =>
      isWord(one) && (!one.visible || covers.some((cover) => cover.index > index && isOver(cover.box, one.box))),
  ).length;
}

const isOver = (cover: Box, { left, top, right, bottom }: Box): boolean =>
  sharedWidth(cover, { left, top, right, bottom }) > 0.9 && cover.top < bottom && cover.bottom > (top + bottom) / 2;

/**
 * The number of rows and of columns into which the page is divided to measure the area that pictures cover. Pictures
 * may overlap.
 */
const GRID = 32;

/** Returns the share of the page that pictures cover. Scanners may divide a scan into strips. */
export function pictureShare({ drawn, width, height }: PageTraces): number {
  const covered = new Set<number>();
  for (const { box } of drawn.filter(isPicture)) {
    const [left, right] = [cellAt(box.left / width), cellAt(box.right / width)];
    const [top, bottom] = [cellAt(box.top / height), cellAt(box.bottom / height)];
    for (let row = top; row < bottom; row++)
      for (let column = left; column < right; column++) covered.add(row * GRID + column);
  }
  return covered.size / GRID ** 2;
}

const cellAt = (share: number): number => Math.max(0, Math.min(GRID, Math.round(share * GRID)));
