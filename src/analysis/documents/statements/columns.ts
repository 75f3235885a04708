// Recognises the header of a table of transactions: which columns have dates, descriptions, amounts and balances.

import { datesIn } from '#analysis/documents/dates-in-text.ts';
import { type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import { mergedCells } from '#analysis/documents/header-cells.ts';
import type { TextRow } from '#analysis/documents/text-rows.ts';
import { type Box, sharedWidth } from '#domain/documents/pages.ts';
import { amountsIn } from './amounts.ts';

export type ColumnKind =
  | 'date'
  | 'description'
  | 'check'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'balance'
  | 'type'
  | 'reference'
  | 'other';
export type Column = { kind: ColumnKind; text: string; box: Box };
/** A header whose columns are printed several times side by side has several groups. */
export type Header = { groups: Column[][]; rows: number };

const MONEY_KINDS: ReadonlySet<ColumnKind> = new Set(['debit', 'credit', 'amount', 'balance']);
export const isMoney = ({ kind }: Column): boolean => MONEY_KINDS.has(kind);

const DEBIT =
  /withdraw|debit|subtract|paid out|money out|charges?\b|payments?\b|^out$|spent|outgoing|\bdr\b|decrease|purchases?\b/;
const CREDIT = /deposit|credit|addition|paid in|money in|received|incoming|^in$|\bcr\b|increase/;

/** Returns the kind of a column by the words in its header. The first rule that matches decides. */
export function columnKind(text: string): ColumnKind {
  const words = text
    .toLowerCase()
    .replace(/[^a-z#$+ ]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (/\bbalance\b|\bbal\b/.test(words)) return 'balance';
  if (
    /\bdates?\b|^(?:posted|posting|day|post|trans|effective|when|processed|booked|entered|cleared)(?: on)?$/.test(words)
  )
    return 'date';
  if (/\btype\b|\bcategory\b|^(?:d c|c d|dr cr|cr dr|db cr|sign|in out)$/.test(words)) return 'type';
  const [debit, credit] = [DEBIT.test(words), CREDIT.test(words)];
  if (debit && credit) return 'amount';
  if (debit) return 'debit';
  if (credit) return 'credit';
  if (/\bamount\b|\bamt\b|^value$|^\$$|^usd$/.test(words)) return 'amount';
  if (/\bref\b|reference|\btrace\b|confirmation|\bcode\b|\bid\b|sequence|\bseq\b/.test(words)) return 'reference';
  if (/\bche(?:ck|que)s?\b|\bchk\b|^number$|^no$|^#$|^serial/.test(words)) return 'check';
  if (
    /description|transaction|details?\b|particulars|activity|payee|memo|narrative|merchant|explanation|remarks|narration|what happened|purpose|^item$|^for$|^where$|^what$/.test(
      words,
    )
  ) {
    return 'description';
  }
  return 'other';
}

/** The maximum number of words in a header cell; longer texts are sentences. */
const CELL_WORDS_MAX = 5;
/** The maximum distance between two rows of one header, in font heights. */
const HEADER_PITCH = 1.7;

/** Returns the header that begins at this row, or undefined. A header has up to three rows. */
export function headerAt(rows: readonly TextRow[], index: number): Header | undefined {
  const block = headerBlock(rows, index);
  const alone = headerOf(block.slice(0, 1));
  if (alone !== undefined) return extended(alone, rows, index);
  for (const count of [2, 3]) {
    if (block.length < count || headerOf(block.slice(count - 1, count)) !== undefined) return undefined;
    const header = headerOf(block.slice(0, count));
    if (header === undefined) continue;
    const next = block[count];
    const more =
      next !== undefined && continues(next, header.groups.flat()) ? headerOf(block.slice(0, count + 1)) : undefined;
    return more ?? header;
  }
  return undefined;
}

/** Returns the row and up to two rows close below it that have neither amounts nor dates. */
function headerBlock(rows: readonly TextRow[], index: number): TextRow[] {
  const block: TextRow[] = [];
  for (const row of rows.slice(index, index + 3)) {
    const last = block.at(-1);
    if (last !== undefined && !areNear(last, row)) break;
    if (hasFigures(row)) break;
    block.push(row);
  }
  return block;
}

/** Whether the row has an amount or a date. The result is cached, because it is needed several times. */
function hasFigures(row: TextRow): boolean {
  const known = figures_in.get(row);
  if (known !== undefined) return known;
  const has = amountsIn(row.words).length > 0 || datesIn(row.text).length > 0;
  figures_in.set(row, has);
  return has;
}

const figures_in = new WeakMap<TextRow, boolean>();

const areNear = (above: TextRow, below: TextRow): boolean =>
  above.page === below.page && below.box.bottom - above.box.bottom <= HEADER_PITCH * Math.max(above.size, below.size);

/** Adds the rows above and below a complete header if each of their segments belongs to one of its columns. */
function extended(header: Header, rows: readonly TextRow[], index: number): Header {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (row === undefined) return header;
  const columns = header.groups.flat();
  const upper = above !== undefined && areNear(above, row) && continues(above, columns) ? [above] : [];
  const lower = below !== undefined && areNear(row, below) && continues(below, columns) ? [below] : [];
  const merged = upper.length + lower.length === 0 ? undefined : headerOf([...upper, row, ...lower]);
  return merged === undefined ? header : { groups: merged.groups, rows: 1 + lower.length };
}

function continues(row: TextRow, columns: readonly Column[]): boolean {
  if (hasFigures(row) || headerOf([row]) !== undefined) return false;
  return row.segments.every(({ box, words }) => {
    const hit = columns.filter((column) => sharedWidth(column.box, box) > 0.2);
    const [only] = hit;
    return words.length <= 2 && hit.length === 1 && only !== undefined && !/^(?:date|description)$/.test(only.kind);
  });
}

function headerOf(block: readonly TextRow[]): Header | undefined {
  const all = block.length === 0 ? [] : mergedCells(block.map(({ segments }) => segments.flatMap(splitCell)));
  const cells = withoutMargin(all);
  const columns = cells.map(({ text, box }) => ({ kind: columnKind(text), text, box }));
  const count = (kind: ColumnKind) => columns.filter((column) => column.kind === kind).length;
  const groups = groupsOf(columns);
  const first = groups[0] ?? [];
  const known = columns.filter(({ kind }) => kind !== 'other').length;
  const is_header =
    cells.every(({ words }) => words.length <= CELL_WORDS_MAX) &&
    count('date') > 0 &&
    columns.some(isMoney) &&
    known >= 0.6 * columns.length &&
    first.filter(({ kind }) => kind === 'balance').length <= 1 &&
    columns.length <= 16;
  return is_header ? { groups, rows: block.length } : undefined;
}

/**
 * Removes the label of a balance in the margin, if it is on the same line as the header and left of the column of
 * dates.
 */
function withoutMargin(cells: Segment[]): Segment[] {
  const [first, second] = cells.map(({ text }) => columnKind(text));
  const has_balance = cells.slice(1).some(({ text }) => columnKind(text) === 'balance');
  return first === 'balance' && second === 'date' && has_balance ? cells.slice(1) : cells;
}

/**
 * The minimum gap that may be between two columns, as a share of the font height. A space is about a quarter of the
 * font height.
 */
const COLUMN_GAP = 0.45;
const FIRST_WORD = /^(?:date|description|amount|balance|withdrawals?|deposits?|debits?|credits?|details)$/i;
const PAIR =
  /^(?:date description|date amount|date balance|amount balance|description amount|debit credit|credit debit)$/;

/** Splits a segment that contains the headers of two or more columns: `Date Description`. */
function splitCell(segment: Segment): Segment[] {
  const { words } = segment;
  for (let at = 1; at < words.length && words.length <= 2 * CELL_WORDS_MAX; at++) {
    const [left, right] = [words.slice(0, at), words.slice(at)];
    const [before, first] = [left.at(-1), right[0]];
    if (before === undefined || first === undefined) continue;
    const [left_kind, right_kind] = [kindOfWords(left), kindOfWords(right.slice(0, 1))];
    const wide = first.box.left - before.box.right > COLUMN_GAP * first.size;
    const clear =
      FIRST_WORD.test(before.text) && FIRST_WORD.test(first.text) && PAIR.test(`${left_kind} ${right_kind}`);
    const differ = left_kind !== right_kind && left_kind !== 'other' && kindOfWords(right) !== 'other';
    if (clear || (wide && differ)) return [segmentOf(left), ...splitCell(segmentOf(right))];
  }
  return [segment];
}

const kindOfWords = (words: Segment['words']): ColumnKind => columnKind(words.map(({ text }) => text).join(' '));
/** Splits repeated columns into groups: `Date Amount Date Amount` is two groups of two columns. */
function groupsOf(columns: readonly Column[]): Column[][] {
  for (let period = 2; period <= columns.length / 2; period++) {
    if (columns.length % period !== 0) continue;
    if (columns.every(({ kind }, index) => kind === columns[index % period]?.kind)) {
      return Array.from({ length: columns.length / period }, (_, group) =>
        columns.slice(group * period, (group + 1) * period),
      );
    }
  }
  return [[...columns]];
}
