// Measures what a person does in the console of a client with much data: 100,000 orders, a million events, a million
// audit entries and a million rows in the request log. Measures how long the server takes to answer each request, and
// how long the main pages take to open in a browser. Each console request alternates with a request for the API's own
// list of orders, so that a slow moment of the machine affects both. If the console request has a filter, the API
// request has the same filter.
import { cursorOf } from '#domain/events/event-log.ts';
import { ORDERS } from '#storage/orders/orders.ts';
import { USERS } from '#storage/people/users.ts';
import { type List, type ListRow, readPage } from '#storage/platform/lists/pages.ts';
import { FILLED_TABLES, ID_OF } from '#test/list-rows.ts';
import { LOG_TABLES } from '#test/log-rows.ts';
import { type ConsoleData, LOG_ROWS, openConsoleData, signIn } from './console-data.ts';
import { benchConsolePages } from './console-pages.ts';
import { inSchema, sealShown } from './list-data.ts';
import type { Service } from './service.ts';
import { type Figure, median, progress } from './table.ts';

/** The maximum time in which every console request must be answered. */
const BOUND_MS = 100;
const ROUNDS = 5;
const READINGS = 3;
/** The number of warm-up readings at the start of each round. Their times are not used. */
const WARMING = 1;
const PAGE_SIZE = 25;
/** The number of real orders. They are created through the API, so that their pages have a history. */
const REAL_ORDERS = 25;
const PERSON = { first_name: 'Jordan', last_name: 'Averill' };

export async function benchConsole(service: Service, orders: number): Promise<Figure[]> {
  const data = await openConsoleData(service, orders);
  try {
    const api = callerOf(service, data.api_headers);
    const real = await createOrders(api);
    const cases = [
      ...(await orderLists(data, orders)),
      ...orderPages(real),
      ...(await personLists(data, orders)),
      ...searches(data, real, orders, await api('/v1/orders/')),
      ...logs(data),
      ...(await eventLog(data, orders)),
    ];
    const tables = [...FILLED_TABLES, ...LOG_TABLES, 'list_blocks', 'list_moves'];
    await data.patient.query(`vacuum analyze ${inSchema(tables)}`);
    const opened = real[0] === undefined ? [] : await benchConsolePages(service, data, real[0]);
    return [...(await measure(service, data, cases)).map(toFigure), ...opened];
  } finally {
    await data.close();
  }
}

/**
 * One thing that a person does. `paths` are relative to the client and environment in the console. If there are several
 * paths, they are read one after the other, again and again. `baseline` is the path of the API's list of orders. The
 * time of the case is compared with the time of this path.
 */
type Case = { readonly name: string; readonly paths: readonly string[]; readonly baseline: string };
const API_LIST = '/v1/orders/';

type Answer = { text: string; request_id: string; took_ms: number };
type Caller = (path: string, body?: object) => Promise<Answer>;

const callerOf =
  ({ url }: Service, headers: Record<string, string>): Caller =>
  async (path, body) => {
    const started = performance.now();
    const response = await fetch(
      `${url}${path}`,
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) },
    );
    const text = await response.text();
    const took_ms = performance.now() - started;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { text, request_id: response.headers.get('x-request-id') ?? '', took_ms };
  };

type RealOrder = { id: string; user_id: string; email: string };

async function createOrders(api: Caller): Promise<RealOrder[]> {
  const created: RealOrder[] = [];
  for (let at = 0; at < REAL_ORDERS; at++) {
    const email = `jordan-${at}@example.com`;
    const order = { products: ['income'], ...PERSON, email, employers: [{ company_name: 'Home Depot' }] };
    const { id, user_id } = JSON.parse((await api(API_LIST, order)).text);
    created.push({ id, user_id, email });
  }
  return created;
}

type Query = Readonly<Record<string, string>>;
const pathOf = (path: string, query: Query): string => `${path}?${new URLSearchParams(query)}`;
const nameOf = (query: Query): string =>
  Object.keys(query)
    .map((name) => `, ${name}`)
    .join('');

/**
 * Returns cases for the first page of the list and, if the list has several pages, also for a page in the middle. Seals
 * (encrypts) the data of the people on these pages.
 */
async function pagesOf(
  data: ConsoleData,
  list: List,
  { name, path, query, range = {} }: { name: string; path: string; query: Query; range?: Record<string, Date> },
): Promise<Case[]> {
  const db = data.database.scoped(data.scope);
  const read = (page: number) =>
    readPage<ListRow & { user_id?: string }>(db, data.scope, list, { ...query, ...range, page, page_size: PAGE_SIZE });
  const { count } = await read(1);
  const middle = Math.ceil(count / PAGE_SIZE / 2);
  const moments = Object.fromEntries(Object.entries(range).map(([key, at]) => [key, at.toISOString()]));
  const cases: Case[] = [];
  for (const [which, page] of Object.entries({ first: 1, deep: middle })) {
    if (which === 'deep' && page <= 1) continue;
    const { rows } = await read(page);
    // Real orders and their people already have keys, so only generated rows are sealed here.
    const people = rows.filter(isGenerated).map(({ id, user_id }) => user_id ?? id);
    await sealShown(data, data, new Set(people));
    const asked = { ...query, ...moments, page: String(page) };
    cases.push({
      name: `${name}${nameOf({ ...query, ...moments })}, ${which} page`,
      paths: [pathOf(path, asked)],
      baseline: list === ORDERS ? pathOf(API_LIST, asked) : API_LIST,
    });
  }
  return cases;
}

const isGenerated = ({ external_user_id }: ListRow): boolean => String(external_user_id).startsWith('person-');

const rangeOf = (orders: number): Record<string, Date> => ({
  created_at__gte: new Date(Date.now() - orders * 700),
  created_at__lte: new Date(Date.now() - orders * 200),
});

async function orderLists(data: ConsoleData, orders: number): Promise<Case[]> {
  const queries: Query[] = [
    {},
    { status: 'completed' },
    { status: 'canceled' },
    { product_type: 'income' },
    { status: 'completed', product_type: 'income' },
    { order_number: `L-${orders / 2}` },
    { external_user_id: `person-${orders / 2}` },
  ];
  const cases: Case[] = [];
  for (const query of queries) {
    cases.push(...(await pagesOf(data, ORDERS, { name: 'orders', path: 'v1/orders/', query })));
  }
  const range = rangeOf(orders);
  cases.push(...(await pagesOf(data, ORDERS, { name: 'orders', path: 'v1/orders/', query: {}, range })));
  return cases;
}

function orderPages(real: readonly RealOrder[]): Case[] {
  const one = (name: string, path: (order: RealOrder) => string): Case => ({
    name,
    paths: real.map(path),
    baseline: API_LIST,
  });
  return [
    one('an order', ({ id }) => `v1/orders/${id}/`),
    one('an order’s history', ({ id }) => `orders/${id}/timeline/`),
    one('an order’s history at a time', ({ id }) => `orders/${id}/timeline/?at=${new Date().toISOString()}`),
    one('an order’s messages', ({ id }) => `orders/${id}/messages/`),
    one('an order’s costs', ({ id }) => `orders/${id}/invoice/`),
    one('a person', ({ user_id }) => `v1/users/${user_id}/?list_links=true`),
    one('a person’s tasks', ({ user_id }) => `v1/tasks/?user_id=${user_id}`),
  ];
}

async function personLists(data: ConsoleData, orders: number): Promise<Case[]> {
  const cases: Case[] = [];
  for (const query of [{}, { product_type: 'income' }, { external_user_id: `person-${orders / 2}` }]) {
    cases.push(...(await pagesOf(data, USERS, { name: 'people', path: 'v1/users/', query })));
  }
  const range = rangeOf(orders);
  cases.push(...(await pagesOf(data, USERS, { name: 'people', path: 'v1/users/', query: {}, range })));
  return cases;
}

function searches({ user_id }: ConsoleData, real: readonly RealOrder[], orders: number, logged: Answer): Case[] {
  const search = (by: string, texts: readonly string[]): Case => ({
    name: `search by ${by}`,
    paths: texts.map((text) => pathOf('search/', { q: text })),
    baseline: API_LIST,
  });
  return [
    search(
      'order id',
      real.map(({ id }) => id),
    ),
    search(
      'the beginning of an id',
      real.map(({ id }) => id.slice(0, 8)),
    ),
    search(
      'person id',
      real.map(({ user_id }) => user_id),
    ),
    search('request id', [logged.request_id]),
    search('order number', [`L-${orders / 2}`]),
    search('external id', [`person-${orders / 2}`]),
    search(
      'e-mail address',
      real.map(({ email }) => email),
    ),
    search('full name', [`${PERSON.first_name} ${PERSON.last_name}`]),
    search('last name', [PERSON.last_name]),
    search('unknown id', [user_id]),
    search('unknown name', ['Nobody Here']),
  ];
}

function logs(data: ConsoleData): Case[] {
  const one = (name: string, path: string): Case => ({ name, paths: [path], baseline: API_LIST });
  const { user_id } = data;
  const day_ms = 86_400_000;
  const moment = (days: number): string => new Date(Date.now() - days * day_ms).toISOString();
  const span = { created_at__gte: moment(200), created_at__lte: moment(50) };
  const filters: Record<string, Query> = {
    '': {},
    ' of a user': { actor: user_id },
    ' of an e-mail address': { actor: `${user_id}@example.com` },
    ' by action': { action: 'getOrder' },
    ' by rare action': { action: 'reveal' },
    ' by object': { object: 'search' },
    ' of a user by action': { actor: user_id, action: 'getOrder' },
    ' of a user by object': { actor: user_id, object: 'search' },
    ' in a time range': span,
    ' of a user in a time range': { actor: user_id, ...span },
    ' by action in a time range': { action: 'getOrder', ...span },
  };
  const audit = Object.entries(filters).flatMap(([name, query]) => [
    one(`audit log${name}, first page`, pathOf('audit/', query)),
    one(`audit log${name}, deep page`, pathOf('audit/', { ...query, page: '300' })),
  ]);
  const old = Buffer.from(`${Date.now() - 5 * day_ms}.${'0'.repeat(32)}.0`).toString('base64url');
  return [
    one('home', 'home/'),
    one('request log, first page', 'requests/'),
    one('request log, deep page', pathOf('requests/', { cursor: old })),
    one('request log by success', 'requests/?status_class=2xx'),
    one('request log by failure', 'requests/?status_class=5xx'),
    one('request log by path', 'requests/?path=/v1/orders/'),
    one('request log by path that no request has', 'requests/?path=/v1/links/'),
    one('request log by path that no request has, deep page', `requests/?path=/v1/links/&cursor=${old}`),
    ...audit,
  ];
}

/**
 * Returns the cases for the event log: unfiltered, and filtered by type, order, person or link. The order, person and
 * link are in the middle of the log. An order has ten events.
 */
async function eventLog({ database, scope }: ConsoleData, orders: number): Promise<Case[]> {
  const { rows } = await database
    .scoped(scope)
    .query<{ user_id: string; link_id: string; order_id: string }>(ID_OF, [scope.client_id, Math.ceil(orders / 2)]);
  const { user_id = '', link_id = '', order_id = '' } = rows[0] ?? {};
  const filters: Record<string, Query> = {
    '': {},
    ' by common type': { event_type: 'task-status-updated' },
    ' by rare type': { event_type: 'link-deleted' },
    ' by type that no event has': { event_type: 'profile-updated' },
    ' of an order': { order_id },
    ' of a person': { user_id },
    ' of a link': { link_id },
    ' of an order by common type': { order_id, event_type: 'task-status-updated' },
    ' of a person by rare type': { user_id, event_type: 'link-deleted' },
    ' of an order and another person': { order_id, user_id: '0'.repeat(32) },
  };
  return Object.entries(filters).flatMap(([name, query]) => [
    { name: `event log${name}, first page`, paths: [pathOf('events/recent/', query)], baseline: API_LIST },
    {
      name: `event log${name}, deep page`,
      paths: [pathOf('events/recent/', { ...query, before: cursorOf(LOG_ROWS / 2 + 100) })],
      baseline: API_LIST,
    },
  ]);
}

type Measured = { readonly name: string; readonly ours_ms: number; readonly api_ms: number };

async function measure(service: Service, data: ConsoleData, cases: readonly Case[]): Promise<Measured[]> {
  const report = progress();
  const api = callerOf(service, data.api_headers);
  const at = `/console/api/${data.scope.client_id}/${data.scope.environment}/`;
  const readings = cases.map((one) => ({ ...one, ours_ms: new Array<number>(), api_ms: new Array<number>() }));
  for (let round = 1; round <= ROUNDS; round++) {
    // A session may send at most 600 requests a minute, so each round uses a new session.
    const member = callerOf(service, await signIn(service, data, 'owner'));
    for (const { name, paths, baseline, ours_ms, api_ms } of readings) {
      for (let reading = -WARMING; reading < READINGS; reading++) {
        const path = paths[(round * (READINGS + WARMING) + reading) % paths.length] ?? '';
        const ours = await member(`${at}${path}`);
        const theirs = await api(baseline);
        if (reading < 0) continue;
        ours_ms.push(ours.took_ms);
        api_ms.push(theirs.took_ms);
      }
      report(`round ${round} of ${ROUNDS}: ${name}`);
    }
  }
  return readings.map(({ name, ours_ms, api_ms }) => ({ name, ours_ms: median(ours_ms), api_ms: median(api_ms) }));
}

/** The bound limits the response time. The ratio has no bound. */
const toFigure = ({ name, ours_ms, api_ms }: Measured): Figure => ({
  name: `console: ${name}`,
  ours: `${ours_ms.toFixed(2)} ms`,
  baseline: `${api_ms.toFixed(2)} ms`,
  ratio: (ours_ms / api_ms).toFixed(2),
  bound: `≤ ${BOUND_MS} ms`,
  holds: ours_ms <= BOUND_MS,
});
