// Reads the tables of a statement. The positions of the columns are learned from all amounts, on all pages, below
// headers that have the same columns at the same places.

import { boxAround, centerOf, type Word } from '#domain/documents/pages.ts';
import type { Column } from './columns.ts';
import { type Assembly, addRow, type Entry, type Total } from './entries.ts';
import type { Run } from './runs.ts';
import type { Section } from './sections.ts';
import { tableEdges, withDateColumns } from './table-places.ts';
import { type Edges, learnEdges, type Row, readRow } from './table-rows.ts';

/** The transactions below one header, group by group, and the totals that are printed in its columns. */
export type Table = { entries: Entry[]; totals: Total[]; beside: boolean };

type Part = { page: number; size: number; words: Word[]; section: Section };

/**
 * Returns all tables. The positions of the columns are learned from all amounts, on all pages, below headers that have
 * the same columns at the same places.
 */
export function tablesOf(runs: readonly Run[]): Table[] {
  return tablesOfRuns(runs.map(withDateColumns));
}

function tablesOfRuns(runs: readonly Run[]): Table[] {
  const parts = runs.map((run) => run.groups.map((_, group) => partsOf(run, group)));
  const same = new Map<string, Word[][]>();
  for (const [index, run] of runs.entries()) {
    for (const [group, columns] of run.groups.entries()) {
      const rows = (parts[index]?.[group] ?? []).filter(({ section }) => section !== 'none').map(({ words }) => words);
      const key = placeKey(columns);
      const known = same.get(key);
      if (known === undefined) same.set(key, rows);
      else for (const words of rows) known.push(words);
    }
  }
  const last_dates = new Map<string, Row['date']>();
  return runs.map((run, index) => {
    const groups = run.groups.map((columns, group) => {
      const key = placeKey(columns);
      const edges = learnEdges(same.get(key) ?? [], columns);
      const assembly = assembled(columns, group, parts[index]?.[group] ?? [], edges, last_dates.get(key));
      last_dates.set(key, assembly.entries.at(-1)?.date ?? last_dates.get(key));
      return assembly;
    });
    return {
      entries: groups.flatMap(({ entries }) =>
        entries.filter(({ amount, balance }) => amount !== undefined || balance !== undefined),
      ),
      totals: groups.flatMap(({ totals }) => totals),
      beside: run.groups.length > 1,
    };
  });
}

const placeKey = (columns: readonly Column[]): string =>
  columns.map(({ kind, box }) => `${kind} ${Math.round(box.left / 4)}`).join(' ');

function partsOf(run: Run, group: number): Part[] {
  const isInGroup = groupFilter(run.groups, group);
  const { left, right } = tableEdges(run);
  const inside = (word: Word) => isInGroup(word) && word.box.right > left && word.box.left < right;
  return run.rows.flatMap(({ row, section }) => {
    const words = row.words.filter(inside);
    return words.length === 0
      ? []
      : [{ page: row.page, size: Math.max(...words.map(({ size }) => size)), words, section }];
  });
}

function assembled(
  columns: Column[],
  group: number,
  parts: readonly Part[],
  edges: Edges,
  carried: Row['date'],
): Assembly {
  const assembly: Assembly = {
    columns,
    group,
    entries: [],
    totals: [],
    current: undefined,
    text: undefined,
    balance: undefined,
    card: undefined,
    day: undefined,
    carried: columns.length === 0 ? undefined : carried,
  };
  for (const { page, size, words, section } of parts) {
    if (section === 'none') assembly.current = undefined;
    else addRow(assembly, readRow(page, words, boxAround(words.map(({ box }) => box)), size, columns, edges), section);
  }
  return assembly;
}

function groupFilter(groups: readonly Column[][], group: number): (word: Word) => boolean {
  const edge = (left: Column | undefined, right: Column | undefined, otherwise: number) =>
    left === undefined || right === undefined ? otherwise : (left.box.right + right.box.left) / 2;
  const from = edge(groups[group - 1]?.at(-1), groups[group]?.[0], Number.NEGATIVE_INFINITY);
  const to = edge(groups[group]?.at(-1), groups[group + 1]?.[0], Number.POSITIVE_INFINITY);
  return ({ box }) => centerOf(box).x >= from && centerOf(box).x < to;
}
