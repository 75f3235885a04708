// Finds amounts that do not look like their neighbours: their font, size or colour differs from that of the other
// amounts in their column, or they do not end on the right edge of the column. On forms every value differs from its
// label, so only amounts in one column, or of one size on one page, are compared.
import type { DrawnWord, PageTraces } from '#domain/documents/pdf-traces.ts';
import { type Finding, isAmount, shownWords } from './findings.ts';
import { bareName } from './font-names.ts';

const PEERS_MIN = 4;
const PAGE_PEERS_MIN = 8;
/**
 * An amount with a different style is reported only if most other amounts in its column agree in their style. This is
 * the minimum share of these amounts.
 */
const AGREEMENT_MIN = 0.75;
/** The maximum difference between the right edges of the amounts in one column, in points. */
const EDGE_TOLERANCE = 0.75;
/** A font, size or colour is assumed to be part of the design of the page if more words than this have it. */
const RARE_WORDS_MAX = 2;

export function letteringFindings(page: PageTraces): Finding[] {
  const words = shownWords(page);
  const amounts = words.filter(({ text }) => isAmount(text));
  const columns = columnsOf(amounts);
  const styled = amounts.flatMap((word) => {
    const reason = mixedFonts(word) ?? styleOutlier(word, columns.get(word) ?? [], amounts, words);
    return reason === undefined ? [] : [{ word, reason }];
  });
  const placed = amounts.flatMap((word) => {
    const reason = edgeOutlier(word, amounts, columns);
    return reason === undefined ? [] : [{ word, reason }];
  });
  return [findingOf('style', styled, page.number), findingOf('place', placed, page.number)].flat();
}

type Reason = { message: string; expected: string | null; actual: string | null };

/** Several amounts with the same fault have one cause, so they become one finding. */
function findingOf(cause: string, found: readonly { word: DrawnWord; reason: Reason }[], page: number): Finding[] {
  const [first] = found;
  if (first === undefined) return [];
  const { word, reason } = first;
  const others = found.length > 1 ? ` The same is true of ${found.length - 1} more on this page.` : '';
  const message = `The amount ${word.text} ${reason.message}.${others}`;
  const { expected, actual } = reason;
  return [{ code: 'font_mismatch', cause, severity: 'medium', page, box: word.box, expected, actual, message }];
}

/** Returns, for each amount, the other amounts of its column. */
function columnsOf(amounts: readonly DrawnWord[]): Map<DrawnWord, DrawnWord[]> {
  const sorted = amounts.toSorted((a, b) => a.box.right - b.box.right);
  const columns = new Map<DrawnWord, DrawnWord[]>();
  let column: DrawnWord[] = [];
  const close = () => {
    for (const word of column) columns.set(word, column);
    column = [];
  };
  for (const word of sorted) {
    const last = column.at(-1);
    if (last !== undefined && word.box.right - last.box.right > EDGE_TOLERANCE) close();
    column.push(word);
  }
  close();
  return new Map(amounts.map((word) => [word, (columns.get(word) ?? []).filter((one) => one !== word)]));
}

/**
 * Finds an amount whose digits have different fonts. A program writes an amount in one font. An editor that replaces a
 * digit does not always have all digits of this font.
 */
function mixedFonts({ parts }: DrawnWord): Reason | undefined {
  const [first, other] = parts.filter(({ text }) => /\d/.test(text)).filter(isFirstOfItsFont);
  if (first === undefined || other === undefined) return undefined;
  return {
    message: `has the digits “${other.text}” in another font than the rest`,
    expected: bareName(first.font),
    actual: bareName(other.font),
  };
}

const isFirstOfItsFont = ({ font }: { font: string }, index: number, all: readonly { font: string }[]): boolean =>
  all.findIndex((one) => one.font === font) === index;

function styleOutlier(
  word: DrawnWord,
  column: readonly DrawnWord[],
  amounts: readonly DrawnWord[],
  words: readonly DrawnWord[],
): Reason | undefined {
  const same_size = amounts.filter((one) => one !== word && Math.abs(one.size - word.size) < 0.25 * word.size);
  const peers = column.length >= PEERS_MIN ? column : same_size.length >= PAGE_PEERS_MIN ? same_size : [];
  if (peers.length === 0) return undefined;
  const usual = mostFrequent(peers.map(styleOf));
  if (usual.share < AGREEMENT_MIN || usual.value === styleOf(word)) return undefined;
  const peer = peers.find((one) => styleOf(one) === usual.value);
  if (peer === undefined) return undefined;
  return fontReason(word, peer, words) ?? sizeReason(word, peer, peers, words) ?? colorReason(word, peer, words);
}

const fontOf = ({ parts }: DrawnWord): string => parts[0]?.font ?? '';
const styleOf = (word: DrawnWord): string => `${fontOf(word)} ${word.size.toFixed(1)} ${word.color}`;

function fontReason(word: DrawnWord, peer: DrawnWord, words: readonly DrawnWord[]): Reason | undefined {
  const font = fontOf(word);
  const ratio = word.size / peer.size;
  const others = words.filter((one) => one.parts.some((part) => part.font === font)).length;
  if (font === fontOf(peer) || others > RARE_WORDS_MAX || ratio < 0.75 || ratio > 1.25) return undefined;
  const [expected, actual] = [bareName(fontOf(peer)), bareName(font)];
  const message =
    expected === actual
      ? 'is written in a copy of the font that no other text uses'
      : `is written in the font ${actual}, its neighbours in ${expected}`;
  return { message, expected, actual };
}

/**
 * Finds an amount in another font size. A smaller size is accepted for the longest amount, because programs shrink a
 * text that is too long for its cell.
 */
function sizeReason(
  word: DrawnWord,
  peer: DrawnWord,
  peers: readonly DrawnWord[],
  words: readonly DrawnWord[],
): Reason | undefined {
  const ratio = word.size / peer.size;
  const same = words.filter((one) => fontOf(one) === fontOf(word) && Math.abs(one.size - word.size) < 0.02);
  const is_shrunk = ratio < 1 && peers.every(({ text }) => text.length <= word.text.length);
  const is_near = ratio > 0.75 && ratio < 1.25 && Math.abs(ratio - 1) > 0.02;
  if (fontOf(word) !== fontOf(peer) || !is_near || is_shrunk || same.length > RARE_WORDS_MAX) return undefined;
  const [expected, actual] = [`${peer.size.toFixed(1)} pt`, `${word.size.toFixed(1)} pt`];
  return { message: `is ${actual} high, its neighbours are ${expected}`, expected, actual };
}

/**
 * Finds an amount in another colour. Only shades of grey are compared, because honest documents may print negative
 * amounts in red.
 */
function colorReason(word: DrawnWord, peer: DrawnWord, words: readonly DrawnWord[]): Reason | undefined {
  if (word.color === null || peer.color === null || word.color === peer.color) return undefined;
  const same = words.filter(({ color }) => color === word.color);
  if (![word.color, peer.color].every(isGrey) || same.length > RARE_WORDS_MAX) return undefined;
  return { message: 'has another color than its neighbours', expected: peer.color, actual: word.color };
}

function isGrey(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.max(r, g, b) - Math.min(r, g, b) < 0x20;
}

const EDGE_OFF_MIN = 0.9;
/**
 * The minimum distance, in points, from the edge to the end of an indented amount. Indented amounts are not reported.
 */
const EDGE_OFF_MAX = 4.5;
const EDGE_EXACT = 0.12;
const EDGE_PEERS_MIN = 5;

/**
 * Finds an amount that ends near the right edge of a column but not on it, although all other amounts end exactly on
 * it.
 */
function edgeOutlier(
  word: DrawnWord,
  amounts: readonly DrawnWord[],
  columns: ReadonlyMap<DrawnWord, readonly DrawnWord[]>,
): Reason | undefined {
  if ((columns.get(word) ?? []).length > 0 || !/^[\d,.]+$/.test(word.text)) return undefined;
  const beside = amounts.find((one) => {
    const off = Math.abs(one.box.right - word.box.right);
    const is_near = off > EDGE_OFF_MIN && off < EDGE_OFF_MAX;
    return is_near && isExactColumn([one, ...(columns.get(one) ?? [])], word);
  });
  if (beside === undefined) return undefined;
  const off = word.box.right - beside.box.right;
  return {
    message: `ends ${Math.abs(off).toFixed(1)} points ${off > 0 ? 'right' : 'left'} of its column`,
    expected: null,
    actual: null,
  };
}

/**
 * Whether the amounts of the column have different lengths, all end on the same edge, and are both above and below the
 * word.
 */
function isExactColumn(column: readonly DrawnWord[], { box: { bottom } }: DrawnWord): boolean {
  const edge = column[0]?.box.right ?? 0;
  const starts = new Set(column.map(({ box }) => Math.round(box.left)));
  return (
    column.length >= EDGE_PEERS_MIN &&
    starts.size >= 3 &&
    column.every(({ box }) => Math.abs(box.right - edge) < EDGE_EXACT) &&
    column.some(({ box }) => box.bottom < bottom) &&
    column.some(({ box }) => box.bottom > bottom)
  );
}

function mostFrequent(values: readonly string[]): { value: string; share: number } {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [value = '', count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { value, share: count / Math.max(1, values.length) };
}
