// Measures how long it takes to read a page of every list over HTTP, with every filter of the contract. Lists whose
// size is bounded are left out. The short lists belong to a client with a thousand rows. The long lists belong to 200
// clients with a million orders in total: to the largest client, which has 300,000 orders, and to an average client.
// Short and long lists are read alternately, so that a slow moment of the machine affects both alike.
import { cursorOf } from '#domain/events/event-log.ts';
import { LISTS } from '#storage/lists.ts';
import { type List, type ListRow, readPage } from '#storage/platform/lists/pages.ts';
import { LIST_ENDPOINTS } from '#test/list-endpoints.ts';
import { ID_OF } from '#test/list-rows.ts';
import { type Document, fillPath, type Listed, operationsOf } from '#test/operations.ts';
import { giveSsn, type ListData, openListData, type Reader, SSN, sealShown, vacuum } from './list-data.ts';
import type { Service } from './service.ts';
import { atMost, type Figure, median, progress } from './table.ts';

/**
 * Number of rounds over all cases. If the machine is slow for a second, only one round of a few cases is affected, and
 * the medians of these cases stay the same.
 */
const ROUNDS = 8;
const READINGS = 5;
/**
 * Number of warm-up readings of each case at the start of each round. The times of these readings are not used, because
 * statements are planned and caches are filled during them.
 */
const WARMING = 1;
/**
 * The default page size. If the short list has fewer rows than this, the number of its rows is the page size for both
 * lists.
 */
const PAGE_SIZE = 25;
/**
 * The page size of the logs. A larger page could not be filled: the newer half of a thousand events has only five
 * events of the rarest type.
 */
const LOG_SIZE = 5;
const BOUND = 1.3;
const SHOWN_MAX = 12;

export async function benchLists(service: Service, orders: number): Promise<Figure[]> {
  const data = await openListData(service, orders);
  try {
    const document: Document = JSON.parse(await (await fetch(`${service.url}/openapi.json`)).text());
    const operations = operationsOf(document).filter(isPaged);
    const values = await filterValues(data, data.readers.few);
    const sizes = new Map<string, number>();
    const asked = new Map<Reader, Map<string, Case>>();
    for (const reader of Object.values(data.readers)) {
      const { cases, people } = await casesFor(data, reader, { operations, values, sizes });
      await sealShown(data, reader, people);
      asked.set(reader, new Map(cases.map((one) => [one.name, one])));
    }
    await vacuum(data);
    const { few, one, whale } = data.readers;
    const casesOf = (reader: Reader) => asked.get(reader) ?? new Map<string, Case>();
    const long = await compare(service, [few, casesOf(few)], [whale, casesOf(whale)]);
    const first = new Map([...casesOf(one)].filter(([name]) => name.endsWith(', first')));
    const average = await compare(service, [few, casesOf(few)], [one, first]);
    return [
      ...toFigures(`${whale.rows} orders against ${few.rows}`, long),
      ...toFigures(`${one.rows} of ${orders} orders against ${few.rows}`, average),
    ];
  } finally {
    await data.close();
  }
}

type Case = { readonly name: string; readonly path: string; readonly body?: object };
type Query = Readonly<Record<string, string>>;
type Shown = ListRow & { user_id?: string };

const PAGING = new Set(['page', 'page_size', 'cursor', 'limit', 'after']);
/**
 * Query parameters that do not filter by a column. They set the paging or a time range, include deleted rows, or decide
 * whether each row contains its links.
 */
const NO_FILTER = new Set([...PAGING, 'created_at__gte', 'created_at__lte', 'include_deleted', 'list_links']);
const queriesOf = ({ operation }: Listed): string[] =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
const isPaged = (listed: Listed): boolean => queriesOf(listed).some((name) => PAGING.has(name));

/** For each table and each filter column with few different values, the most frequent value and the rarest value. */
type FilterValues = ReadonlyMap<string, readonly string[]>;

async function filterValues({ database }: ListData, { scope }: Reader): Promise<FilterValues> {
  const few_values = [
    ...LISTS.flatMap(({ table, filters }) =>
      Object.values(filters)
        .filter(({ is_counted }) => is_counted)
        .map(({ column, items }) => ({ table, column, value: items === undefined ? column : `unnest(${column})` })),
    ),
    { table: 'events', column: 'event_type', value: 'event_type' },
    { table: 'webhook_attempts', column: 'event_type', value: 'event_type' },
    { table: 'webhook_attempts', column: 'status_code', value: 'status_code::text' },
  ];
  const found = new Map<string, string[]>();
  for (const { table, column, value } of few_values) {
    const { rows } = await database
      .scoped(scope)
      .query<{ value: string }>(
        `select ${value} as value from ${table} where client_id = $1 group by 1 order by count(*) desc, 1`,
        [scope.client_id],
      );
    const [most, fewest] = [rows[0]?.value, rows.at(-1)?.value];
    if (most === undefined || fewest === undefined) throw new Error(`${table} has no ${column}`);
    found.set(`${table} ${column}`, [most, fewest]);
  }
  return found;
}

/**
 * The input for making the cases. `sizes` contains the page size of each list. The sizes are set for the client with
 * the fewest rows and used for all clients.
 */
type Asked = { operations: readonly Listed[]; values: FilterValues; sizes: Map<string, number> };

/**
 * Returns the requests to measure, and the people who appear in the responses. There is a request for each combination
 * of list or log, filter value, time range and page.
 */
async function casesFor(
  data: ListData,
  reader: Reader,
  { operations, values, sizes }: Asked,
): Promise<{ cases: Case[]; people: Set<string> }> {
  const { scope, rows } = reader;
  const db = data.database.scoped(scope);
  // In the test data, every tenth link is deleted. The number `middle` ends in 1, so the link with this number is not
  // deleted.
  const middle = Math.floor(rows / 20) * 10 + 1;
  const { rows: ids } = await db.query<Record<string, string>>(ID_OF, [scope.client_id, middle]);
  const named: Query = { ...ids[0], order_number: `L-${middle}`, external_user_id: `person-${middle}` };
  const { rows: newest } = await db.query<{ at: Date }>(
    'select max(created_at) as at from orders where client_id = $1',
    [scope.client_id],
  );
  const ago = (share: number): Date => new Date((newest[0]?.at.getTime() ?? 0) - Math.round(rows * share) * 1000);
  const span = { created_at__gte: ago(0.7), created_at__lte: ago(0.2) };
  const span_query = { created_at__gte: toQuery(span.created_at__gte), created_at__lte: toQuery(span.created_at__lte) };
  const cases: Case[] = [];
  const people = new Set([named['user_id'] ?? '', ...(await giveSsn(data, reader, PAGE_SIZE))]);

  async function addPages(path: string, list: List, query: Query, extra: Query, is_span: boolean): Promise<void> {
    const name = nameOf(path, { ...query, ...extra }, is_span);
    const read = (page: number, page_size: number) =>
      readPage<Shown>(db, scope, list, { ...query, ...(is_span && span), page, page_size });
    const { count } = await read(1, 1);
    const page_size = sizes.get(name) ?? Math.min(PAGE_SIZE, count);
    sizes.set(name, page_size);
    // If the list has fewer rows than one page, there is nothing to compare. This happens if `--list-orders` is small.
    if (page_size === 0 || count < page_size) return;
    // We read the last full page, so that all pages show the same number of rows.
    const last = Math.floor(count / page_size);
    for (const [which, page] of Object.entries({ first: 1, middle: Math.ceil(last / 2), last })) {
      if (which !== 'first' && page === 1) continue;
      for (const row of (await read(page, page_size)).rows) people.add(row.user_id ?? row.id);
      cases.push({
        name: `${name}, ${which}`,
        path: `${path}?${new URLSearchParams({ page: String(page), page_size: String(page_size), ...query, ...extra, ...(is_span && span_query) })}`,
      });
    }
  }

  for (const { path: template, operation, ...listed } of operations) {
    const behind = LIST_ENDPOINTS[operation.operationId ?? ''];
    if (behind === undefined) throw new Error(`nobody knows what is behind ${template}`);
    if ('bounded' in behind) continue;
    const path = fillPath(template, named);
    const filters = queriesOf({ path: template, operation, ...listed }).filter((name) => !NO_FILTER.has(name));
    if (operation.operationId === 'lookUpOrders') {
      for (const ssn of [SSN, SSN.slice(-4)]) {
        cases.push({
          name: `${template} by ${ssn.length} digits`,
          path: `${path}?page_size=${PAGE_SIZE}`,
          body: { ssn },
        });
      }
    } else if ('log' in behind) {
      const size = operation.operationId === 'listEvents' ? 'limit' : 'page_size';
      const deep = operation.operationId === 'listEvents' ? { after: cursorOf(Math.floor(rows / 2)) } : span_query;
      const queries: Query[] = [{}, ...filters.flatMap((name) => valuesOf(behind.log, name, name))];
      for (const [which, place] of Object.entries({ first: {}, deep })) {
        for (const query of queries) {
          const asked = new URLSearchParams({ [size]: String(LOG_SIZE), ...query, ...place });
          cases.push({ name: `${nameOf(template, query, false)}, ${which}`, path: `${path}?${asked}` });
        }
      }
    } else {
      for (const [at, list] of behind.lists.entries()) {
        if (list.without_blocks) {
          cases.push({ name: template, path: `${path}?page_size=${PAGE_SIZE}` });
          continue;
        }
        const extra: Query = at === 0 ? {} : { include_deleted: 'true' };
        const single = (name: string) => valuesOf(list.table, list.filters[name]?.column ?? '', name);
        const pairs = (list.counted_pairs ?? []).flatMap(([first, second]) =>
          single(first).flatMap((query) => single(second).map((other) => ({ ...query, ...other }))),
        );
        for (const query of [{}, ...filters.flatMap(single), ...pairs]) {
          for (const is_span of [false, true]) await addPages(path, list, query, extra, is_span);
        }
      }
    }
  }
  return { cases, people };

  function valuesOf(table: string, column: string, name: string): Query[] {
    const value = named[name];
    const some = values.get(`${table} ${column}`) ?? (value === undefined ? undefined : [value]);
    if (some === undefined) throw new Error(`no value to filter ${table} by ${name}`);
    return some.map((value) => ({ [name]: value }));
  }
}

const toQuery = (moment: Date): string => moment.toISOString();

/**
 * Returns the case's name. The name contains no ids, because ids differ between readers and the name must be the same
 * for every reader.
 */
const nameOf = (path: string, query: Query, is_span: boolean): string => {
  const asked = Object.entries(query).map(
    ([name, value]) => `${name}=${/^[\w-]{32}$|-\d+$/.test(value) ? '…' : value}`,
  );
  return `${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}${is_span ? ' in a span' : ''}`;
};

type ReaderCases = readonly [Reader, ReadonlyMap<string, Case>];
type Compared = { readonly name: string; readonly short_ms: number; readonly long_ms: number };

/**
 * Compares each case of the long lists with the same case of the short lists. If the short lists do not have this case,
 * the long case is compared with the short case that reads the first page of the same list.
 */
async function compare(service: Service, [few, short]: ReaderCases, [many, long]: ReaderCases): Promise<Compared[]> {
  const report = progress();
  const pairs = [...long].map(([name, one]) => {
    const other = short.get(name) ?? short.get(name.replace(/, \w+$/, ', first'));
    if (other === undefined) throw new Error(`${name}: nothing to compare it with`);
    return { name, one, other, short_ms: new Array<number>(), long_ms: new Array<number>() };
  });
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { one, other, short_ms, long_ms } of pairs) {
      for (let reading = -WARMING; reading < READINGS; reading++) {
        const [here, there] = [await pageMs(service, few, other), await pageMs(service, many, one)];
        if (reading < 0) continue;
        short_ms.push(here);
        long_ms.push(there);
      }
      report(`round ${round} of ${ROUNDS} over ${pairs.length} lists and filters`);
    }
  }
  return pairs.map(({ name, short_ms, long_ms }) => ({ name, short_ms: median(short_ms), long_ms: median(long_ms) }));
}

async function pageMs(service: Service, { headers }: Reader, { path, body, name }: Case): Promise<number> {
  const started = performance.now();
  const response = await fetch(
    `${service.url}${path}`,
    body === undefined
      ? { headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  const text = await response.text();
  const took = performance.now() - started;
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${text}`);
  return took;
}

/**
 * Returns the worst figure under a new name, which contains the number of compared cases. Also returns up to
 * `SHOWN_MAX` figures that exceed their bound, worst first.
 */
function toFigures(what: string, compared: readonly Compared[]): Figure[] {
  const figures = compared
    .toSorted((a, b) => b.long_ms / b.short_ms - a.long_ms / a.short_ms)
    .map(({ name, short_ms, long_ms }) =>
      atMost(name, long_ms / short_ms, BOUND, '×', `${long_ms.toFixed(2)} / ${short_ms.toFixed(2)} ms`),
    );
  const failing = figures.filter(({ holds }) => !holds);
  const [worst] = figures;
  if (worst === undefined) throw new Error('nothing was measured');
  return [
    { ...worst, name: `${what}, the worst of ${figures.length} lists and filters` },
    ...failing.slice(0, SHOWN_MAX),
  ];
}
