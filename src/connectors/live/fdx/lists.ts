// Reads FDX lists page by page. The provider chooses the offset of the next page. So the number of pages and rows is
// limited, and a repeated offset ends the list.
import { ProviderFailure } from '#connectors/contract.ts';
import { ask, type Visit } from './api.ts';
import { FdxPage, type FdxRow, rowsAt } from './wire.ts';

const PAGE_SIZE = 500;
const PAGES_MAX = 2_000;
/** The maximum number of rows. Two years of a very busy account have about ten thousand transactions. */
const ROWS_MAX = 100_000;

/** Returns all rows of a list, in the order in which the provider sends them. */
export async function readList(
  visit: Visit,
  path: string,
  name: string,
  query: Readonly<Record<string, string>> = {},
): Promise<FdxRow[]> {
  const rows: FdxRow[] = [];
  const offsets = new Set<string>();
  let offset: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await ask(visit, FdxPage, path, {
      ...query,
      limit: String(PAGE_SIZE),
      ...(offset === undefined ? {} : { offset }),
    });
    const own = { ...page } satisfies FdxRow;
    // A loop is used instead of the spread operator, because a function call has a limited number of arguments.
    for (const row of rowsAt(own, name)) rows.push(row);
    if (rows.length > ROWS_MAX) break;
    const next = page.page?.nextOffset ?? undefined;
    offset = next === undefined || next === '' ? undefined : String(next);
    if (offset === undefined || offsets.has(offset)) return rows;
    offsets.add(offset);
  }
  throw new ProviderFailure('error', `${visit.client.provider.name} has more data than can be read.`);
}
