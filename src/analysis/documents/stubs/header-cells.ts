// Reads one line as the header row of one or more tables: finds the column names, and splits the row into one group of
// cells per table.

import { type Line, type Segment, segmentOf } from '#analysis/documents/geometry/lines.ts';
import type { Word } from '#domain/documents/pages.ts';
import {
  COLUMN_GAP_MAX,
  columnsBelow,
  hasFlagsBelow,
  hasNumbersBelow,
  hasTextsBelow,
  isAmount,
} from './column-contents.ts';
import {
  COLUMN_WORDS_MAX,
  type ColumnKind,
  columnKind,
  isAmountAfterHours,
  isPlainColumn,
  isWeakColumn,
} from './column-words.ts';
import { isPeriodLabel, isRowSection, sectionOf, totalOf } from './section-words.ts';

/** A cell of a header row. A cell without a kind is a heading, or the name of the column of descriptions. */
export type Cell = Segment & { kind: ColumnKind | undefined };

export const AMOUNTS: readonly (ColumnKind | undefined)[] = ['current', 'ytd', 'employer_current', 'employer_ytd'];
export const isTextKind = (kind: ColumnKind | undefined): boolean =>
  kind === undefined || kind === 'description' || kind === 'text' || kind === 'account';

/** The maximum distance between two lines of one header, in font heights. */
const STACK_GAP = 1.7;

/**
 * Returns the cells of a header line. If the line is the header of several tables side by side, each table has its own
 * group of cells. `above` contains the texts above the header. `below` contains the lines below the header, whose
 * values show which columns contain numbers.
 */
export function cellGroups(line: readonly Segment[], above: readonly Segment[], below: readonly Line[]): Cell[][] {
  const named = line
    .flatMap((segment) => cellsOf(segment, above, below))
    .map(withHeading)
    .map((cell) => (hasTextsBelow(cell, below) && !isTextKind(cell.kind) ? { ...cell, kind: undefined } : cell))
    .map((cell): Cell => (cell.kind === undefined && hasFlagsBelow(cell, below) ? { ...cell, kind: 'text' } : cell));
  const has_totals = named.filter((cell, at) => isTotal(cell, named[at + 1])).length > 1;
  const cells = has_totals
    ? named
    : named.map(
        (cell, at): Cell => (at > 0 && isUnnamedNumber(cell, named, below) ? { ...cell, kind: 'number' } : cell),
      );
  return withShares(groupsOf(has_totals ? cells : withAmounts(cells, below), has_totals, above, below), above);
}

const EMPLOYER =
  /^(?:employer|company|district|agency|county|city|state|university|college|board|government|er)(?:'?s)?(?: (?:share|paid|cost|contributions?|portion|amount|pays))?$/i;

/**
 * Adds a group of columns of amounts to the table before it, as the employer's share. The group must have no column of
 * descriptions, and a text above it must name the employer.
 */
function withShares(groups: readonly Cell[][], above: readonly Segment[]): Cell[][] {
  const joined: Cell[][] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    const [first, last] = [group[0], group.at(-1)];
    const is_share =
      before !== undefined &&
      first !== undefined &&
      last !== undefined &&
      group.every(({ kind }) => AMOUNTS.includes(kind)) &&
      above.some(
        ({ text, box }) =>
          EMPLOYER.test(text.replace(/[^A-Za-z' ]/g, '').trim()) &&
          box.left < last.box.right &&
          box.right > first.box.left,
      );
    if (is_share)
      before.push(
        ...group.map(
          (cell): Cell => ({
            ...cell,
            kind: cell.kind === 'ytd' || cell.kind === 'employer_ytd' ? 'employer_ytd' : 'employer_current',
          }),
        ),
      );
    else joined.push([...group]);
  }
  return joined;
}

/**
 * Treats `Wages` or `Deposit` as the heading of the table if the word is before the column names. After the column
 * names, the word is itself a column name.
 */
const withHeading = (cell: Cell, at: number, cells: readonly Cell[]): Cell => {
  const is_doubtful = HEADING_KINDS.has(cell.kind) || isWeakColumn(cell.text);
  const [before, next] = [cells[at - 1]?.kind, cells[at + 1]?.kind];
  // `Company paid` before `Current` is the heading of the next table. If it were a column, `Company YTD` would follow.
  const heads_next = cell.kind === 'employer_current' && AMOUNTS.includes(before) && next === 'current';
  if (heads_next) return { ...cell, kind: undefined };
  // `This pay` before `Year to date` is a column, although `Pay` alone is a heading.
  const is_period = isPeriodLabel(cell.text) && next === 'ytd';
  return at === 0 &&
    cells.length > 1 &&
    is_doubtful &&
    !is_period &&
    !isTextKind(cell.kind) &&
    sectionOf(cell.text) !== undefined
    ? { ...cell, kind: undefined }
    : cell;
};

const HEADING_KINDS = new Set<ColumnKind | undefined>(['number', 'employer_current', 'employer_ytd']);

/**
 * Whether the cell is the unknown name of a column of numbers: columns of numbers are beside the cell, and numbers are
 * below it.
 */
const isUnnamedNumber = (cell: Cell, cells: readonly Cell[], below: readonly Line[]): boolean =>
  cell.kind === undefined && cells.some(({ kind }) => !isTextKind(kind)) && hasNumbersBelow(cell, below);

/** Whether the cell names a total and no column of amounts follows. */
const isTotal = (cell: Cell, next: Cell | undefined): boolean =>
  cell.kind === undefined && totalOf(cell.text, true) !== undefined && (next === undefined || isTextKind(next.kind));

function cellsOf(segment: Segment, above: readonly Segment[], below: readonly Line[]): Cell[] {
  const count = columnsBelow(segment, below);
  const tiled = count > 1 ? tiledInto(segment.words, count, above) : undefined;
  if (tiled !== undefined) return tiled.cells;
  const tilings = tilingsOf(segment.words, above);
  for (const [start, tiles] of tilings.entries()) {
    if (tiles === undefined || tiles.length === 0) continue;
    if (start === 0) return tiles;
    const heading = segmentOf(segment.words.slice(0, start));
    const is_joined = /(?:\b(?:and|or|of|to|for|per)|&|\/|-|:)$/i.test(heading.text);
    if (!is_joined && isPlainColumn(tiles[0]?.text ?? '') && sectionOf(heading.text) !== undefined)
      return [{ ...heading, kind: undefined }, ...tiles];
  }
  return [{ ...segment, kind: undefined }];
}

/** The maximum number of words in a text with the names of several columns; it bounds the search. */
const TILED_WORDS_MAX = 10;

/**
 * Splits a text into `count` different names of columns of numbers. The names of narrow columns may be so close
 * together that they look like one text: `This check Year-to-date`. If the text can be split in several ways, the way
 * with the widest gaps between the names is used.
 */
function tiledInto(words: readonly Word[], count: number, above: readonly Segment[]): Tiling | undefined {
  if (words.length < count || words.length > TILED_WORDS_MAX) return undefined;
  if (count === 1) {
    const cell = tileOf(segmentOf([...words]), above);
    return cell === undefined || isTextKind(cell.kind) ? undefined : { cells: [cell], gap: 0 };
  }
  let best: Tiling | undefined;
  for (let end = 1; end <= Math.min(COLUMN_WORDS_MAX, words.length - 1); end++) {
    const first = tiledInto(words.slice(0, end), 1, above)?.cells[0];
    const rest = first === undefined ? undefined : tiledInto(words.slice(end), count - 1, above);
    if (first === undefined || rest === undefined || rest.cells.some(({ kind }) => kind === first.kind)) continue;
    const gap = rest.gap + (words[end]?.box.left ?? 0) - (words[end - 1]?.box.right ?? 0);
    if (best === undefined || gap > best.gap) best = { cells: [first, ...rest.cells], gap };
  }
  return best;
}

type Tiling = { cells: Cell[]; gap: number };

/** For each word, returns the column names that cover all words from this word to the end of the line. */
function tilingsOf(words: readonly Word[], above: readonly Segment[]): (Cell[] | undefined)[] {
  const tilings: (Cell[] | undefined)[] = [...words.map(() => undefined), []];
  for (let start = words.length - 1; start >= 0; start--) {
    for (let end = Math.min(start + COLUMN_WORDS_MAX, words.length); end > start; end--) {
      const rest = tilings[end];
      const cell = rest === undefined ? undefined : tileOf(segmentOf(words.slice(start, end)), above);
      if (cell === undefined || rest === undefined) continue;
      tilings[start] = [cell, ...rest];
      break;
    }
  }
  return tilings;
}

/** Returns the cell of a column name, which may be printed in two or three lines: `Year` above `to` above `Date`. */
function tileOf(segment: Segment, above: readonly Segment[]): Cell | undefined {
  const once = stackedOn(segment, above);
  const twice = once === undefined ? undefined : stackedOn(once, above);
  const named = [twice, once, segment].find((stack) => stack !== undefined && columnKind(stack.text) !== undefined);
  if (named === undefined) return undefined;
  return { ...named, box: { ...named.box, top: segment.box.top }, kind: columnKind(named.text) };
}

/**
 * Returns the segment joined with the words directly above it; undefined if there are none. The segments above may have
 * further words. If the text is a column name only with these words, returns the text with them.
 */
function stackedOn(segment: Segment, above: readonly Segment[]): Segment | undefined {
  const near = above.filter(({ words }) => words.some((word) => isDirectlyAbove(word, segment)));
  if (near.length === 0) return undefined;
  const words = near.flatMap((other) => other.words).filter(({ text }) => /[a-z0-9]/i.test(text));
  const direct = segmentOf([...words.filter((word) => isDirectlyAbove(word, segment)), ...segment.words]);
  const whole = segmentOf([...words, ...segment.words]);
  return columnKind(direct.text) === undefined && columnKind(whole.text) !== undefined ? whole : direct;
}

function isDirectlyAbove({ box, size, text }: Word, { box: below }: Segment): boolean {
  if (!/[a-z0-9]/i.test(text)) return false;
  const gap = below.top + size - box.bottom;
  return gap > 0.2 * size && gap <= STACK_GAP * size && box.left < below.right && box.right > below.left;
}

/** Treats a name such as `Earnings` as a column of amounts if it follows hours or a rate. */
const withAmounts = (cells: readonly Cell[], below: readonly Line[]): Cell[] =>
  cells.map((cell, at) => {
    const before = cells[at - 1]?.kind;
    const after_hours = before === 'hours' || before === 'rate' || before === 'ytd_hours';
    const is_open = (cell.kind === undefined || cell.kind === 'number') && !hasTextsBelow(cell, below);
    return is_open && after_hours && isAmountAfterHours(cell.text) ? { ...cell, kind: 'current' } : cell;
  });

/** Splits the cells of a line into tables. A heading after a column of amounts begins the next table. */
function groupsOf(
  cells: readonly Cell[],
  has_totals: boolean,
  above: readonly Segment[],
  below: readonly Line[],
): Cell[][] {
  const groups: Cell[][] = [];
  for (const cell of cells) {
    const group = groups.at(-1);
    if (group === undefined) groups.push([cell]);
    else if (isNameBehind(cell, group, below)) group.push(cell);
    else if (!startsGroup(cell, group, below) && !isHeaded(cell, above) && !isApart(cell, group, below))
      group.push(typed(cell, group));
    else {
      // The heading of a section may be beside the column of descriptions: `DEDUCTIONS  Description  Current`.
      const last = group.at(-1);
      const heads =
        !has_totals &&
        cell.kind === 'description' &&
        last?.kind === undefined &&
        sectionOf(last?.text ?? '') !== undefined;
      const heading = heads ? group.splice(-1) : [];
      groups.push([...heading, cell]);
    }
  }
  return withNamesBehind(groups.filter((group) => group.length > 0)).map(withCurrent);
}

/**
 * Whether the cell names a column of descriptions that is after hours and rate: `Hours  Rate  Earnings  Current`.
 */
const isNameBehind = (cell: Cell, group: readonly Cell[], below: readonly Line[]): boolean =>
  (cell.kind === undefined || cell.kind === 'description' || cell.kind === 'text') &&
  group.every(({ kind }) => kind === 'hours' || kind === 'rate') &&
  hasTextsBelow(cell, below);

/**
 * Whether another table, whose descriptions have no column name, begins before this column of numbers. In that case,
 * the lines below have texts between this column and the previous one.
 */
function isApart(cell: Cell, group: readonly Cell[], below: readonly Line[]): boolean {
  const before = group.at(-1);
  if (before === undefined || isTextKind(cell.kind) || isTextKind(before.kind)) return false;
  const size = cell.words[0]?.size ?? 10;
  const lines = below.slice(0, LINES_BETWEEN).filter(({ words, box }) => {
    const between = words.filter(
      (word) =>
        word.box.left > before.box.right + size && word.box.right < cell.box.left && /[a-z]{3}/i.test(word.text),
    );
    const is_row = words.some(
      (word) => isAmount(word) && word.box.left < cell.box.right && word.box.right > cell.box.left,
    );
    return is_row && between.length > 0 && box.bottom - cell.box.bottom < COLUMN_GAP_MAX * size;
  });
  return lines.length > 1;
}

const LINES_BETWEEN = 5;

/** A table may have its amounts first: `This pay   Year to date   Earnings   Hours   Rate`. */
function withNamesBehind(groups: readonly Cell[][]): Cell[][] {
  const joined: Cell[][] = [];
  for (const group of groups) {
    const before = joined.at(-1);
    const is_behind =
      before !== undefined &&
      !before.some(({ kind }) => isTextKind(kind)) &&
      isTextKind(group[0]?.kind) &&
      !group.some(({ kind }) => AMOUNTS.includes(kind));
    if (is_behind) before.push(...group);
    else joined.push([...group]);
  }
  return joined;
}

/** Whether the heading of a section is above the cell and has the same left edge as the cell. */
const isHeaded = ({ kind, box }: Cell, above: readonly Segment[]): boolean =>
  isTextKind(kind) &&
  above.some(
    (other) =>
      Math.abs(other.box.left - box.left) < 3 &&
      other.box.bottom < box.bottom &&
      sectionOf(other.text) !== undefined &&
      !above.some((one) => Math.abs(one.box.bottom - other.box.bottom) < 1 && one.words.some(isAmount)),
  );

/**
 * Finds the column of the current amounts if the header names the year-to-date column but not the column of the current
 * amounts. The column directly before the year-to-date column is chosen if its name is unknown. Otherwise, the only
 * column with an unknown name after the year-to-date column is chosen.
 */
function withCurrent(group: Cell[]): Cell[] {
  const year = group.findIndex(({ kind }) => kind === 'ytd');
  if (year < 0 || group.some(({ kind }) => kind === 'current')) return group;
  const before = year < 2 ? undefined : group[year - 1];
  const [after, ...others] = group.slice(year + 1).filter(({ text }) => columnKind(text) === undefined);
  const own = before?.kind === 'number' ? before : others.length === 0 && after?.kind === 'number' ? after : undefined;
  return own === undefined ? group : group.map((cell) => (cell === own ? { ...cell, kind: 'current' } : cell));
}

function startsGroup(cell: Cell, group: readonly Cell[], below: readonly Line[]): boolean {
  const { kind, text } = cell;
  const kinds = group.map((cell) => cell.kind);
  if (group.at(-1)?.words.some(isAmount) === true) return true;
  // `Type Amount Type Amount` is the header of two tables.
  if (text === group[0]?.text && kinds.some((other) => AMOUNTS.includes(other))) return true;
  if (kind === undefined) {
    const is_name = kinds.some(isTextKind) && !kinds.every(isTextKind) && hasTextsBelow(cell, below);
    return kinds.some((other) => AMOUNTS.includes(other)) || is_name || headsTable(text, group);
  }
  if (kind === 'description') return kinds.length > 1 || !kinds.every(isTextKind);
  if (isEmployerYear(kind, kinds)) return false;
  // `Hours Amount Hours Amount` is one table whose second pair is the year to date. After a year-to-date column, a
  // repeated column begins a new table.
  return kinds.includes(kind) && kind !== 'text' && kind !== 'number' && kinds.includes('ytd');
}

/**
 * Whether the text is the heading of a new table. The text must name a section. The cells before it in its group must
 * not be known columns, and must not be headings of the same section. A section without rows, such as `Summary` or
 * `Time off`, begins a new table only if all cells before it are headings of sections with rows.
 */
const headsTable = (text: string, group: readonly Cell[]): boolean => {
  const section = sectionOf(text);
  const before = group.map((cell) => sectionOf(cell.text));
  if (group.some(({ kind }) => kind !== undefined) || before.includes(section)) return false;
  return isRowSection(section) || (section !== undefined && before.every(isRowSection));
};

/**
 * Whether the column is the employer's year to date: it is the second year-to-date column, and the column before it has
 * the employer's current share.
 */
const isEmployerYear = (kind: ColumnKind | undefined, kinds: readonly (ColumnKind | undefined)[]): boolean =>
  kind === 'ytd' && kinds.includes('ytd') && kinds.at(-1) === 'employer_current';

/** Returns the cell with its kind, which depends on the cells before it in its table. */
function typed(cell: Cell, group: readonly Cell[]): Cell {
  const kinds = group.map(({ kind }) => kind);
  const { kind } = cell;
  if (isEmployerYear(kind, kinds)) return { ...cell, kind: 'employer_ytd' };
  if (kind === 'hours' && kinds.includes('hours')) return { ...cell, kind: 'ytd_hours' };
  if (kind === 'current' && kinds.includes('current') && !kinds.includes('ytd')) return { ...cell, kind: 'ytd' };
  if (kind === 'employer_current' && kinds.includes('employer_current')) return { ...cell, kind: 'employer_ytd' };
  if (kind === 'description' && kinds.includes('description')) return { ...cell, kind: 'text' };
  return { ...cell, kind: kind ?? (kinds.every(isTextKind) ? undefined : 'number') };
}
