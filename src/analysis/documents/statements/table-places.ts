// Learns the positions of the columns and edges of a table of transactions from its rows.

import { sharedWidth } from '#domain/documents/pages.ts';
import { amountsIn } from './amounts.ts';
import { type Column, isMoney } from './columns.ts';
import type { Run } from './runs.ts';
import { dateUnder } from './table-rows.ts';

/** Marks a column as a column of dates if most of its rows have a date; the name of the column does not matter. */
export function withDateColumns(run: Run): Run {
  const rows = run.rows.filter(({ section }) => section !== 'none').slice(0, ROWS_TO_LEARN);
  const groups = run.groups.map((columns) =>
    columns.map((column): Column => {
      if (column.kind === 'date' || column.kind === 'description' || isMoney(column)) return column;
      const dated = rows.filter(({ row }) => dateUnder(row.words, [{ ...column, kind: 'date' }]) !== undefined).length;
      const filled = rows.filter(({ row }) => row.words.some(({ box }) => sharedWidth(box, column.box) > 0)).length;
      return dated >= 2 && dated >= 0.8 * filled ? { ...column, kind: 'date' } : column;
    }),
  );
  return { ...run, groups };
}

/** The number of rows that is enough to recognise the content of a column. */
const ROWS_TO_LEARN = 40;

/** The minimum distance, in points, between a text in a margin and the outer columns of the table. */
const MARGIN_GAP = 6;

/**
 * Returns the left and right edge of the table, found by the dates and amounts in its outer columns. An edge is
 * infinite if its outer column has no dates or amounts.
 */
export function tableEdges({ groups, rows }: Run): { left: number; right: number } {
  const columns = groups.flat();
  const [first, last] = [columns[0], columns.at(-1)];
  const own = rows.filter(({ section }) => section !== 'none');
  const lefts =
    first?.kind === 'date' ? own.flatMap(({ row }) => dateUnder(row.words, [first])?.words[0]?.box.left ?? []) : [];
  const rights =
    last !== undefined && isMoney(last)
      ? own.flatMap(({ row }) => amountsIn(row.words).filter(({ box }) => sharedWidth(box, last.box) > 0))
      : [];
  return {
    left: first === undefined || lefts.length === 0 ? -Infinity : least(lefts) - MARGIN_GAP,
    right:
      last === undefined || rights.length === 0
        ? Infinity
        : Math.max(last.box.right, -least(rights.map(({ box }) => -box.right))) + MARGIN_GAP,
  };
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
