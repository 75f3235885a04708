// Finds text that is covered: by a filled box with other text on it, by a picture, or by other text at the same
// position.
import type { Box } from '#domain/documents/pages.ts';
import { heightOf, widthOf } from '#domain/documents/pages.ts';
import type { Drawn, DrawnFill, DrawnPicture, DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import type { Field } from '#domain/documents/read-documents.ts';
import { type Finding, firstOf, inFields, isAmount, standsOn, statesFact } from './findings.ts';

/**
 * A box or picture that covers a larger share of the page than this is a background: some programs paint a page in
 * layers, and scanners put text behind the scan.
 */
const COVER_SHARE_MAX = 0.25;
const COVERED_WORDS_MAX = 12;
const COVERED_SHARE_MIN = 0.6;
/**
 * A page with thousands of fills is a drawing, and the comparison of every fill with every word would take too long.
 */
const COMPARISONS_MAX = 5_000_000;
const SHOWN_MAX = 10;

type Cover = DrawnFill | DrawnPicture;
type Covered = { cover: Cover; words: DrawnWord[]; above: DrawnWord[] };

export function overlayFindings(page: PageTraces, fields: readonly Field[]): Finding[] {
  const hidden = new Set<DrawnWord>();
  const covered = coversOf(page);
  for (const { words } of covered) for (const word of words) hidden.add(word);
  const replaced = covered.flatMap((one) => replacements(one, page.number, fields));
  const removed = covered.filter(({ above }) => above.length === 0);
  return [
    ...replaced.slice(0, SHOWN_MAX),
    ...firstOf(removed.flatMap((one) => removals(one, page.number))),
    ...firstOf(doubled(page, hidden)),
  ];
}

function coversOf({ drawn, width, height }: PageTraces): Covered[] {
  const covers = drawn.flatMap((one, index) =>
    one.kind !== 'word' && isCover(one, width * height) ? [{ cover: one, index }] : [],
  );
  if (covers.length * drawn.length > COMPARISONS_MAX) return [];
  const words = drawn.flatMap((one, index) => (one.kind === 'word' && one.visible ? [{ word: one, index }] : []));
  const hidden = new Set<DrawnWord>();
  return covers.flatMap(({ cover, index }) => {
    const under = words
      .filter(
        (one) => one.index < index && !hidden.has(one.word) && coveredShare(one.word, cover.box) >= COVERED_SHARE_MIN,
      )
      .map(({ word }) => word);
    if (under.length === 0 || under.length > COVERED_WORDS_MAX) return [];
    for (const word of under) hidden.add(word);
    const above = words
      .filter((one) => one.index > index && coveredShare(one.word, cover.box) >= COVERED_SHARE_MIN)
      .map(({ word }) => word);
    return [{ cover, words: under, above }];
  });
}

function isCover(one: Drawn, page_area: number): one is Cover {
  if (one.kind === 'word' || (one.kind === 'picture' && !one.opaque)) return false;
  return widthOf(one.box) * heightOf(one.box) <= COVER_SHARE_MAX * page_area;
}

/**
 * Returns which share of a word's visible part is covered by a box. The visible part is from the baseline to the height
 * of a digit.
 */
function coveredShare({ box, size }: DrawnWord, cover: Box): number {
  const top = box.bottom - 0.7 * size;
  const across = Math.min(box.right, cover.right) - Math.max(box.left, cover.left);
  const down = Math.min(box.bottom, cover.bottom) - Math.max(top, cover.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.max(widthOf(box) * (box.bottom - top), Number.EPSILON);
}

function replacements({ cover, words, above }: Covered, page: number, fields: readonly Field[]): Finding[] {
  return words.flatMap((old): Finding[] => {
    const over = above.find((word) => word.text !== old.text && standsOn(word, old));
    if (over === undefined || above.some((word) => word.text === old.text && standsOn(word, old))) return [];
    const is_figure = statesFact(old.text) && statesFact(over.text);
    // A long text may continue under the next cell of its table, where it is covered by accident. It is recognised
    // because its edges do not align with the edges of the text drawn over it.
    const is_aligned = Math.abs(over.box.left - old.box.left) < 3 || Math.abs(over.box.right - old.box.right) < 3;
    const is_read = inFields(over.box, page, fields);
    if (cover.layer === 'Widget' && !is_figure) return [];
    if (!is_figure && !(is_aligned && (is_read || cover.kind === 'fill'))) return [];
    return [
      {
        code: 'overlay',
        cause: 'covered word',
        severity: is_figure || is_read ? 'high' : 'medium',
        page,
        box: over.box,
        expected: old.text,
        actual: over.text,
        message: `“${over.text}” is drawn over “${old.text}”, which is still in the file under a ${nameOf(cover)}.`,
      },
    ];
  });
}

function removals({ cover, words }: Covered, page: number): Finding[] {
  const figure = words.find(({ text }) => isAmount(text));
  if (figure === undefined || cover.layer === 'Widget') return [];
  const severity = cover.kind === 'picture' ? 'high' : isLight(cover.color) ? 'medium' : 'low';
  return [
    {
      code: 'overlay',
      cause: 'hidden amount',
      severity,
      page,
      box: cover.box,
      expected: figure.text,
      message: `“${figure.text}” is in the file, but a ${nameOf(cover)} hides it.`,
    },
  ];
}

/**
 * Finds two different amounts at the same position. Only one of them can have been there when the document was made.
 */
function doubled({ number, drawn }: PageTraces, hidden: ReadonlySet<DrawnWord>): Finding[] {
  const amounts = drawn.filter(
    (one): one is DrawnWord => one.kind === 'word' && one.visible && !hidden.has(one) && isAmount(one.text),
  );
  const rows = groupRows(amounts);
  const orderOf = new Map(amounts.map((word, index) => [word, index]));
  return amounts.flatMap((over, index): Finding[] => {
    const row = Math.round(over.box.bottom / 4);
    const near = [row - 1, row, row + 1].flatMap((key) => rows.get(key) ?? []);
    const isUnder = (one: DrawnWord) => (orderOf.get(one) ?? index) < index && one.layer !== 'Widget';
    const under = near.find((one) => isUnder(one) && one.text !== over.text && standsOn(one, over));
    if (under === undefined || over.layer === 'Widget') return [];
    const [expected, actual] = [under.text, over.text];
    const message = `“${actual}” and “${expected}” are drawn in the same place.`;
    return [{ code: 'overlay', severity: 'high', page: number, box: over.box, expected, actual, message }];
  });
}

function groupRows(words: readonly DrawnWord[]): Map<number, DrawnWord[]> {
  const rows = new Map<number, DrawnWord[]>();
  for (const word of words) {
    const key = Math.round(word.box.bottom / 4);
    rows.set(key, [...(rows.get(key) ?? []), word]);
  }
  return rows;
}

const nameOf = (cover: Cover): string => {
  if (cover.kind === 'picture') return 'picture';
  return isLight(cover.color) ? 'white box' : 'filled box';
};

/** Whether the colour is white or a light tint, like the colour of paper or of table rows. */
const isLight = (color: string): boolean =>
  [1, 3, 5].every((at) => Number.parseInt(color.slice(at, at + 2), 16) >= 0xd8);
