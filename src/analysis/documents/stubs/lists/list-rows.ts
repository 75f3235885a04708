// Turns lists without headers into rows of the tables.

import { type Segment } from '#analysis/documents/geometry/lines.ts';
import { plain } from '#analysis/documents/phrases.ts';
import type { Numbers } from '#analysis/documents/stubs/cells.ts';
import type { Row } from '#analysis/documents/stubs/rows.ts';
import { totalOf } from '#analysis/documents/stubs/section-words.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { AFTER, type Draft, draftsOf } from './drafts.ts';
import { accountOf } from './items.ts';
import { kindsOf, placed } from './number-kinds.ts';
import { type Panel, panelsOf } from './panels.ts';

export type ListRows = { rows: Row[]; words: Set<Word> };

/** Returns the rows of all lists on a page. */
export function listRows(page: Page, used: ReadonlySet<Word>): ListRows {
  const found = withoutCopies(panelsOf(page, used).map(panelRows));
  const words = new Set(found.flatMap((one) => [...one.words]));
  const rows = mergedYears(found.flatMap((one) => one.rows));
  const kept = rows.filter(({ section, total }) => section !== undefined || total !== undefined);
  return { rows: kept.map((row) => withTotal(row, kept)), words };
}

/** Marks a row such as `Taxes` in a separate card as the total of the taxes that are listed elsewhere. */
function withTotal(row: Row, rows: readonly Row[]): Row {
  const { section, total, description } = row;
  if (total !== undefined || (section !== 'taxes' && section !== 'deductions')) return row;
  const named = totalOf(description?.text ?? '', true);
  const has_parts = rows.some((other) => other !== row && other.section === section && other.total === undefined);
  return has_parts && named !== undefined && AFTER[named] === section ? { ...row, total: named } : row;
}

/** Removes repeated lists, because some stubs are printed twice on one page. */
function withoutCopies(lists: readonly ListRows[]): ListRows[] {
  const seen = new Set<string>();
  return lists.map(({ rows, words }) => {
    const key = rows
      .map(({ description, numbers }) =>
        [description?.text, ...Object.values(numbers).map(({ text }) => text)].join(' '),
      )
      .join('\n');
    const is_copy = seen.has(key);
    seen.add(key);
    return { rows: is_copy ? [] : rows, words };
  });
}

function panelRows(panel: Panel): ListRows {
  const drafts = draftsOf(panel);
  const runs = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.run} ${draft.section ?? ''}`;
    runs.set(key, [...(runs.get(key) ?? []), draft]);
  }
  const rows = [...runs.values()].flatMap((run) => typedRows(run, panel.page));
  return { rows, words: new Set(drafts.flatMap(({ item }) => item.words)) };
}

function typedRows(run: readonly Draft[], page: number): Row[] {
  const columns = placed(
    run.map(({ item }) => item.numbers.filter(({ said }) => said === undefined).map(({ word }) => word)),
  );
  const rows = columns.filter((_, index) => run[index]?.total === undefined);
  const totals = columns.filter((_, index) => run[index]?.total !== undefined);
  const are_earnings = run.some(({ section, total }) => section === 'earnings' && total === undefined);
  const kinds = kindsOf(rows.length > 0 ? rows : totals, totals, are_earnings);
  return run.flatMap(({ item, section, mixed, total, year }, index): Row[] => {
    const numbers: Numbers = {};
    for (const [at, word] of (columns[index] ?? []).entries()) {
      const kind = kinds[at];
      if (word !== undefined && kind !== undefined) numbers[year && kind === 'current' ? 'ytd' : kind] = word;
    }
    for (const { word, said } of item.numbers) if (said !== undefined) numbers[said] ??= word;
    if (numbers.current === undefined && numbers.ytd === undefined) return [];
    return [{ page, section, mixed, description: item.description, account: accountOf(item), numbers, total }];
  });
}

/** Joins rows that have only a year-to-date amount with the rows of the same description. */
function mergedYears(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  const by_key = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.total ?? ''} ${keyOf(row.description)}`;
    const same = by_key.get(key) ?? [];
    const own = row.numbers.current === undefined ? same.find((other) => other.numbers.ytd === undefined) : undefined;
    if (own !== undefined) {
      own.numbers = { ...row.numbers, ...own.numbers };
      continue;
    }
    kept.push(row);
    by_key.set(key, [...same, row]);
  }
  return kept;
}

const keyOf = (segment: Segment | undefined): string => plain(segment?.text ?? '');
