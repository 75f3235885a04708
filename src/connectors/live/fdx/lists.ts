// Reads FDX lists page by page. The provider chooses the offset of the next page. So the number of pages and rows is
// limited, and a repeated offset ends the list. If the list changes while it is read, rows can be missing between two
// pages. The list is then read again.
import { ProviderFailure } from '#connectors/contract.ts';
import { askPart, type Visit } from './api.ts';
import { FdxPage, type FdxRow, rowsAt } from './wire.ts';

const PAGE_SIZE = 500;
const PAGES_MAX = 2_000;
/** The maximum number of rows. Two years of a very busy account have about ten thousand transactions. */
const ROWS_MAX = 100_000;
const READS_MAX = 3;

type Query = Readonly<Record<string, string>>;

/** `is_partial` is true if the provider says that a page is not complete. */
export type FdxList = { rows: FdxRow[]; is_partial: boolean };

/**
 * Returns all rows of a list, in the order in which the provider sends them. Some providers write a different total on
 * each page although the list does not change. So a list with different totals is treated as complete if two reads in
 * succession return the same rows.
 */
export async function readList(visit: Visit, path: string, name: string, query: Query = {}): Promise<FdxList> {
  let last_text: string | undefined;
  for (let reads = 0; reads < READS_MAX; reads++) {
    const { totals, ...list } = await readPages(visit, path, name, query);
    if (totals.size <= 1) return list;
    const text = JSON.stringify(list.rows);
    if (text === last_text) return list;
    last_text = text;
  }
  throw new ProviderFailure('error', `The data of ${visit.client.provider.name} changed while it was read.`);
}

/** `totals` contains every total number of rows that a page states, each number once. Not every page states a total. */
type ReadPages = FdxList & { totals: ReadonlySet<number> };

async function readPages(visit: Visit, path: string, name: string, query: Query): Promise<ReadPages> {
  const rows: FdxRow[] = [];
  const totals = new Set<number>();
  const offsets = new Set<string>();
  let offset: string | undefined;
  let is_partial = false;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { value: page, ...part } = await askPart(visit, FdxPage, path, {
      ...query,
      limit: String(PAGE_SIZE),
      ...(offset === undefined ? {} : { offset }),
    });
    is_partial ||= part.is_partial;
    const own = { ...page } satisfies FdxRow;
    // A loop is used instead of the spread operator, because a function call has a limited number of arguments.
    for (const row of rowsAt(own, name)) rows.push(row);
    if (rows.length > ROWS_MAX) break;
    const total = page.page?.totalElements;
    if (typeof total === 'number') totals.add(total);
    const next = page.page?.nextOffset ?? undefined;
    offset = next === undefined || next === '' ? undefined : String(next);
    if (offset === undefined || offsets.has(offset)) return { rows, totals, is_partial };
    offsets.add(offset);
  }
  throw new ProviderFailure('error', `${visit.client.provider.name} has more data than can be read.`);
}
