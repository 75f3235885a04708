// Converts the rows of lists without headers into rows of the tables of a pay stub.

import type { Numbers } from '#analysis/documents/stubs/cells.ts';
import { inOrderOfYear, joinedYears } from '#analysis/documents/stubs/joined-years.ts';
import { parseQuantity } from '#analysis/documents/stubs/quantities.ts';
import type { Row } from '#analysis/documents/stubs/rows.ts';
import { isYearLabel, totalOf } from '#analysis/documents/stubs/section-words.ts';
import type { Page, Word } from '#domain/documents/pages.ts';
import { AFTER, type Draft, draftsOf, type OpenSection } from './drafts.ts';
import { accountOf, type Item } from './items.ts';
import { kindsOf, placed } from './number-kinds.ts';
import { type Panel, panelsOf } from './panels.ts';

export type ListRows = { rows: Row[]; words: Set<Word>; end?: ListEnd | undefined };
/** The last row of the lowest list on a page, with the left edge of this list. */
type ListEnd = Pick<Row, 'section' | 'mixed'> & { left: number };
/** The rows of one list; `headings` has the heading of each row that has one. */
type PanelRows = ListRows & { headings: Map<Row, Item> };

/** Returns the rows of all lists on all pages. A list may continue at the top of the next page. */
export function listsOf(pages: readonly Page[], used: ReadonlySet<Word>): ListRows[] {
  const lists: ListRows[] = [];
  for (const page of pages) lists.push(listRows(page, used, lists.at(-1)?.end));
  return lists;
}

/** Returns the rows of all lists on a page. `before` is the end of the lists on the previous page. */
export function listRows(page: Page, used: ReadonlySet<Word>, before?: ListEnd): ListRows {
  const panels = panelsOf(page, used);
  const lists = panels.map((panel, at) => {
    const continues = at === 0 && before !== undefined && Math.abs(before.left - panel.left) < LEFT_SPREAD;
    return panelRows(panel, continues ? before : undefined);
  });
  const lowest = panels.toSorted((a, b) => bottomOf(a) - bottomOf(b)).at(-1);
  const last = lowest === undefined ? undefined : lists[panels.indexOf(lowest)]?.rows.at(-1);
  const end =
    lowest === undefined || last === undefined || last.total !== undefined
      ? undefined
      : { section: last.section, mixed: last.mixed, left: lowest.left };
  const found = withoutCopies(lists);
  const words = new Set(found.flatMap((one) => [...one.words]));
  const read = inReadingOrder(found);
  const before_joining = read.map((row) => ({ ...row }));
  const rows = inOrderOfYear(joinedYears(read), before_joining);
  // A row such as `Fed tax YTD` is left out, because its single amount is a year-to-date amount and not a tax of this
  // pay period.
  const kept = rows.filter(
    ({ section, total, description }) =>
      total !== undefined || (section !== undefined && !isYearLabel(description?.text ?? '')),
  );
  return { rows: kept.map((row) => withTotal(row, kept)), words, end };
}

/** The maximum difference between the left edges of a list on two pages, in points. */
const LEFT_SPREAD = 12;

const bottomOf = ({ items }: Panel): number => items.at(-1)?.box.bottom ?? 0;

/** Marks a row such as `Taxes` in a separate card as the total of the taxes that are listed elsewhere. */
function withTotal(row: Row, rows: readonly Row[]): Row {
  const { section, total, description } = row;
  const named = totalOf(description?.text ?? '', true);
  if (total === undefined && named !== undefined && isSumOfSection(row, AFTER[named], rows))
    return { ...row, total: named };
  if (total !== undefined || (section !== 'taxes' && section !== 'deductions')) return row;
  const has_parts = rows.some((other) => other !== row && other.section === section && other.total === undefined);
  return has_parts && named !== undefined && AFTER[named] === section ? { ...row, total: named } : row;
}

/** Whether the amount of the row is the sum of several rows of the section. */
function isSumOfSection(row: Row, section: Row['section'], rows: readonly Row[]): boolean {
  const parts = rows.filter((other) => other !== row && other.section === section && other.total === undefined);
  const centsOf = ({ numbers }: Row) => {
    const cents = parseQuantity(numbers.current?.text ?? '') ?? 0n;
    return cents < 0n ? -cents : cents;
  };
  return (
    section !== undefined && parts.length > 1 && parts.reduce((sum, part) => sum + centsOf(part), 0n) === centsOf(row)
  );
}

/**
 * If several lists are side by side below one heading, they are read line by line, provided that every row of the other
 * lists is beside a row of the first list. Otherwise the lists are read one after the other.
 */
function inReadingOrder(lists: readonly PanelRows[]): Row[] {
  const headings = new Map(lists.flatMap((list) => [...list.headings]));
  const queues = new Map(
    [...new Set(headings.values())].map((heading) => {
      const parts = lists.map(({ rows }) => rows.filter((row) => headings.get(row) === heading));
      const [first = [], ...others] = parts.filter((part) => part.length > 0);
      const own = [...first, ...others.flat()];
      const share_lines = others.flat().every((row) => first.some((one) => isBeside(one, row)));
      return [heading, share_lines ? own.toSorted(byPlace) : own];
    }),
  );
  return lists
    .flatMap(({ rows }) => rows)
    .flatMap((row) => {
      const heading = headings.get(row);
      return heading === undefined ? [row] : (queues.get(heading)?.splice(0) ?? []);
    });
}

const isBeside = ({ description: a }: Row, { description: b }: Row): boolean =>
  a !== undefined && b !== undefined && Math.abs(a.box.bottom - b.box.bottom) < 0.5 * (a.words[0]?.size ?? 10);

function byPlace({ description: a }: Row, { description: b }: Row): number {
  if (a === undefined || b === undefined) return 0;
  const distance = a.box.bottom - b.box.bottom;
  return Math.abs(distance) < 0.5 * (a.words[0]?.size ?? 10) ? a.box.left - b.box.left : distance;
}

/** Removes the rows of repeated lists, because some stubs are printed twice on one page. */
function withoutCopies(lists: readonly PanelRows[]): PanelRows[] {
  const seen = new Set<string>();
  return lists.map(({ rows, ...list }) => {
    const key = rows
      .map(({ description, numbers }) =>
        [description?.text, ...Object.values(numbers).map(({ text }) => text)].join(' '),
      )
      .join('\n');
    const is_copy = seen.has(key);
    seen.add(key);
    return { ...list, rows: is_copy ? [] : rows };
  });
}

function panelRows(panel: Panel, before: OpenSection | undefined): PanelRows {
  const drafts = draftsOf(panel, before);
  const runs = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.run} ${draft.section ?? ''}`;
    runs.set(key, [...(runs.get(key) ?? []), draft]);
  }
  const rows = [...runs.values()].flatMap((run) => typedRows(run, panel.page));
  const named = new Map(drafts.flatMap(({ item, heading }) => (heading ? [[item.description, heading]] : [])));
  const headings = new Map(
    rows.flatMap((row): [Row, Item][] => {
      const heading = named.get(row.description);
      return heading === undefined ? [] : [[row, heading]];
    }),
  );
  return { rows, words: new Set(drafts.flatMap(({ item }) => item.words)), headings };
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
