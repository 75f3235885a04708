// Tests what an owner changes on the operations page: features, limits, prices, the client's settings, the catalogue of
// companies, and dead jobs. The first client that is created is the operator's own client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '#connectors/contract.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import { COMPANY_FILE_BYTES_MAX } from '#domain/console/operating.ts';
import { ROLES, type Role } from '#domain/console/roles.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { listPrices } from '#services/billing/prices.ts';
import { openConnectors } from '#services/connections/live-providers.ts';
import { keepHouse } from '#services/platform/housekeeping.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newMember, type TestMember, whileUnrecordable } from '#test/console.ts';
import { BASE_URL, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { silentLog } from '#test/jobs.ts';

const connectors = new Map<string, Connector>();
const live = (id: string, is_file: boolean): Connector => ({
  ...vouchBank,
  manifest: { ...vouchBank.manifest, id, name: `Live ${id}`, is_live: true, is_file, environments: ['prod'] },
});
let house: TestHouse;
let operator: TestClient;
let other: TestClient;
let owner: TestMember;
let stranger: TestMember;
beforeAll(async () => {
  house = await openTestHouse({ connectors });
  for (const [id, connector] of openConnectors(house.settings, house.vault, [
    live('upload', true),
    live('bank', false),
  ])) {
    connectors.set(id, connector);
  }
  operator = await newClient(house, 'Harbor Home Loans');
  house.clock.advance(60_000);
  other = await newClient(house, 'Birch Bank');
  owner = await memberAs('owner');
  stranger = await memberAs('owner', other);
});
afterAll(() => house.close());

const memberAs = (role: Role, { client_id } = operator): Promise<TestMember> =>
  newMember(house, [
    { client_id, environment: 'sandbox', role },
    { client_id, environment: 'prod', role },
  ]);
const at = (path: string, environment: Environment = 'prod', { client_id } = operator): string =>
  `${client_id}/${environment}/${path}`;
const read = async (environment: Environment = 'prod', by = owner, of = operator) =>
  (await by.call('GET', at('operations/', environment, of))).json();
const audited = async (action: string, by = owner, of = operator) =>
  (await by.call('GET', at(`audit/?action=${action}`, 'prod', of)))
    .json()
    .results.map(({ object, before, after }: Record<string, unknown>) => ({ object, before, after }));
const faultsIn = (body: string): unknown => JSON.parse(body).error.extra['invalid-params'];

const CSV = 'name,ein,state\nHarbor Mills,12-3456789,CA\nBirch Bakery,,OR\n';
const upload = (by: TestMember, file: string | Buffer, path = at('operations/companies/'), type = 'text/csv') =>
  house.app.inject({
    method: 'POST',
    url: `/console/api/${path}`,
    headers: {
      origin: BASE_URL,
      cookie: `vouch_console=${by.secret}`,
      'x-vouch-csrf': by.session.csrf_token,
      'content-type': type,
    },
    payload: file,
  });
const linesIn = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Every change that the operations page can make, with a body that changes nothing. */
const CHANGES = [
  ['PATCH', 'operations/features/liabilities/', { is_on: false }, 204],
  ['PATCH', 'operations/limits/orders/', { value: null }, 204],
  ['PATCH', 'operations/prices/income/', { unit_price: '0.00' }, 204],
  ['PATCH', 'operations/client/', {}, 204],
  ['POST', 'operations/jobs/retry/', {}, 200],
] as const;

describe('roles on the operations page', () => {
  test.each(ROLES)('the role %s can make the changes of the operations page only if it is “owner”', async (role) => {
    const member = await memberAs(role);
    for (const [method, path, body, status] of CHANGES) {
      const { statusCode } = await member.call(method, at(path), body);
      expect([path, statusCode]).toEqual([path, role === 'owner' ? status : 403]);
    }
    expect((await upload(member, CSV)).statusCode).toBe(role === 'owner' ? 200 : 403);
  });

  test('403 for a request without the CSRF token and for a request from a foreign page; 404 for an owner of another client', async () => {
    for (const [method, path, body] of CHANGES) {
      expect((await owner.call(method, at(path), body, { 'x-vouch-csrf': 'x' })).statusCode).toBe(403);
      expect((await owner.call(method, at(path), body, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
      expect((await stranger.call(method, at(path), body)).statusCode).toBe(404);
    }
  });

  test('403 if an owner of a client other than the operator’s makes a change that applies to all clients', async () => {
    const own = at('operations/prices/income/', 'prod', other);
    const { statusCode, body } = await stranger.call('PATCH', own, { unit_price: '1.00' });
    expect([statusCode, body]).toEqual([403, expect.stringContaining('Only the operator may change it.')]);
    expect((await upload(stranger, CSV, at('operations/companies/', 'prod', other))).statusCode).toBe(403);
    expect((await read('prod', stranger, other)).client.is_operator).toBe(false);
    expect((await read()).client.is_operator).toBe(true);
  });

  test('403 if a member who is an owner only in the sandbox makes a change that applies to both environments', async () => {
    const { client_id } = operator;
    const { call } = await newMember(house, [
      { client_id, environment: 'sandbox', role: 'owner' },
      { client_id, environment: 'prod', role: 'developer' },
    ]);
    expect((await call('PATCH', at('operations/client/', 'sandbox'), { name: 'Taken' })).statusCode).toBe(403);
    const price = at('operations/prices/income/', 'sandbox');
    expect((await call('PATCH', price, { unit_price: '0.01' })).statusCode).toBe(403);
    expect((await call('PATCH', at('operations/limits/orders/', 'sandbox'), { value: null })).statusCode).toBe(204);
  });
});

describe('PATCH …/operations/features/{feature}/', () => {
  test('204: switches a feature of one environment on or off; the audit log records the old and the new value once', async () => {
    const liabilities = async (environment: Environment) => (await read(environment)).features[0].is_on;
    expect([await liabilities('sandbox'), await liabilities('prod')]).toEqual([true, false]);
    const path = at('operations/features/liabilities/');
    expect((await owner.call('PATCH', path, { is_on: true })).statusCode).toBe(204);
    expect((await owner.call('PATCH', path, { is_on: true })).statusCode).toBe(204);
    expect([await liabilities('sandbox'), await liabilities('prod')]).toEqual([true, true]);
    expect(await audited('setFeature')).toEqual([
      { object: 'features/liabilities', before: { is_on: false }, after: { is_on: true } },
    ]);
    await owner.call('PATCH', path, { is_on: false });
  });

  test('404 for an unknown feature; 400 if the value is not a boolean', async () => {
    expect((await owner.call('PATCH', at('operations/features/wings/'), { is_on: true })).statusCode).toBe(404);
    expect((await owner.call('PATCH', at('operations/features/liabilities/'), { is_on: 'yes' })).statusCode).toBe(400);
  });
});

describe('PATCH …/operations/limits/{limit}/', () => {
  const path = () => at('operations/limits/orders/');
  const orders = async (environment: Environment = 'prod') =>
    (await read(environment)).limits.find(({ name }: { name: string }) => name === 'orders');

  test('204: sets a limit of one environment; the value null clears the limit', async () => {
    const unset = { name: 'orders', value: 1_000, default_value: 1_000, is_set: false, window_seconds: 3_600 };
    expect(await orders()).toEqual(unset);
    expect((await owner.call('PATCH', path(), { value: 5_000 })).statusCode).toBe(204);
    expect(await orders()).toEqual({ ...unset, value: 5_000, is_set: true });
    expect(await orders('sandbox')).toEqual(unset);
    expect((await owner.call('PATCH', path(), { value: null })).statusCode).toBe(204);
    expect(await orders()).toEqual(unset);
    expect(await audited('setLimit')).toEqual([
      { object: 'limits/orders', before: { value: 5_000 }, after: { value: null } },
      { object: 'limits/orders', before: { value: null }, after: { value: 5_000 } },
    ]);
  });

  test('a changed limit applies from a key’s next request on', async () => {
    const policy = async () => (await operator.prod('GET', '/v1/users/')).headers['ratelimit-policy'];
    await policy();
    await owner.call('PATCH', at('operations/limits/requests/'), { value: 77 });
    expect(await policy()).toContain('"requests";q=77;');
    await owner.call('PATCH', at('operations/limits/requests/'), { value: null });
    expect(await policy()).not.toContain('q=77;');
  });

  test.each([
    [1, 204],
    [999_999_999, 204],
    [0, 400],
    [1_000_000_000, 400],
    [1.5, 400],
    ['7', 400],
  ])('setting a limit of a client to the value %j gets status %i', async (value, status) => {
    expect((await owner.call('PATCH', path(), { value })).statusCode).toBe(status);
    await owner.call('PATCH', path(), { value: null });
  });
});

describe('PATCH …/operations/prices/{product_type}/', () => {
  const change = (unit_price: unknown) => owner.call('PATCH', at('operations/prices/employment/'), { unit_price });
  const price = async () =>
    (await listPrices(house)).find(({ product_type }) => product_type === 'employment')?.unit_price;

  test('204: sets the price for all clients; the audit log records the price before and after the change', async () => {
    expect((await change('8.5')).statusCode).toBe(204);
    expect(await price()).toBe('8.50');
    expect((await change('8.50')).statusCode).toBe(204);
    expect((await change(9)).statusCode).toBe(204);
    expect(await audited('setPrice')).toEqual([
      { object: 'prices/employment', before: { unit_price: '8.50' }, after: { unit_price: '9.00' } },
      { object: 'prices/employment', before: { unit_price: '0.00' }, after: { unit_price: '8.50' } },
    ]);
  });

  test.each(['-1', 'free', '1.234', '', null])('400 for setting the price of a product to %j', async (unit_price) => {
    const { statusCode, body } = await change(unit_price);
    expect([statusCode, faultsIn(body)]).toEqual([400, [{ field: 'unit_price', message: expect.any(String) }]]);
    expect(await price()).toBe('9.00');
  });
});

describe('PATCH …/operations/client/', () => {
  const change = (body: object) => owner.call('PATCH', at('operations/client/'), body);

  test('204: renames the client and sets the origins of its pages, in both environments', async () => {
    const origins = ['https://app.example.com/', ' https://app.example.com', 'http://127.0.0.1:3000'];
    expect((await change({ name: ' Harbor Loans ', widget_origins: origins })).statusCode).toBe(204);
    for (const environment of ENVIRONMENTS) {
      expect((await read(environment)).client).toMatchObject({
        name: 'Harbor Loans',
        widget_origins: ['https://app.example.com', 'http://127.0.0.1:3000'],
      });
    }
    const session = (await owner.call('GET', 'session/')).json();
    expect(session.memberships[0].client_name).toBe('Harbor Loans');
    expect((await change({ widget_origins: [] })).statusCode).toBe(204);
    const object = `clients/${operator.client_id}`;
    expect(await audited('renameClient')).toEqual([
      { object, before: { name: 'Harbor Home Loans' }, after: { name: 'Harbor Loans' } },
    ]);
    expect((await audited('setWidgetOrigins')).map(({ after }: { after: unknown }) => after)).toEqual([
      { widget_origins: [] },
      { widget_origins: ['https://app.example.com', 'http://127.0.0.1:3000'] },
    ]);
  });

  test.each([
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ widget_origins: ['https://app.example.com/page'] }, 'widget_origins'],
    [{ widget_origins: ['javascript:alert(1)'] }, 'widget_origins'],
    [{ widget_origins: Array.from({ length: 51 }, (_, n) => `https://a${n}.example.com`) }, 'widget_origins'],
  ])('400 for changing a client with the body %j', async (body, field) => {
    const response = await change(body);
    expect([response.statusCode, faultsIn(response.body)]).toEqual([400, [expect.objectContaining({ field })]]);
  });
});

describe('POST …/operations/companies/', () => {
  test('200: imports a file with the same parser as the command-line import; the report names the bad lines, and the audit log records the report’s counts', async () => {
    const file = `name,state,motto\nQuayside Foods,CA,Fresh\n,CA,None\nQuayside Foods,California,Old\nAmber Tools,NV,"Open\n`;
    const response = await upload(owner, file, at('operations/companies/', 'sandbox'));
    expect(response.headers['content-type']).toBe('application/jsonl');
    const { report } = linesIn(response.body).at(-1);
    expect(report).toMatchObject({ rows: 4, created: 1, refused: 3, ignored_columns: ['motto'] });
    expect(report.faults).toEqual([
      { line: 3, message: 'name: missing' },
      { line: 4, message: 'state: "California" is not a two-letter state code' },
      { line: 5, message: expect.stringContaining('quote') },
    ]);
    const again = linesIn((await upload(owner, file, at('operations/companies/', 'sandbox'))).body).at(-1);
    expect(again.report).toMatchObject({ created: 0, unchanged: 1 });
    const { results } = (await owner.call('GET', at('audit/?action=importCompanies', 'sandbox'))).json();
    expect(results[1]).toMatchObject({
      object: 'companies',
      after: { rows: 4, created: 1, updated: 0, unchanged: 0, refused: 3 },
    });
  });

  test('200: for a long file, the response contains the progress before the report', async () => {
    const rows = Array.from({ length: 4_500 }, (_, n) => `Works ${n},${String(100_000_000 + n)}`);
    const lines = linesIn((await upload(owner, `name,ein\n${rows.join('\n')}`)).body);
    const shares = lines.flatMap(({ progress }) => (progress === undefined ? [] : [progress.share]));
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(lines.at(-1).report).toMatchObject({ rows: 4_500, created: 4_500, refused: 0 });
  });

  test.each([
    ['an empty file', '', 'The file is empty.'],
    [
      'a first line without "name"',
      'ein\n123456789\n',
      'The first line of the file must name its columns, and one of them must be "name".',
    ],
  ])('400 for a company import with %s, and the audit log records nothing', async (_, file, message) => {
    const before = (await audited('importCompanies')).length;
    const { statusCode, body } = await upload(owner, file);
    expect([statusCode, faultsIn(body)]).toEqual([400, [{ field: 'file', message }]]);
    expect((await audited('importCompanies')).length).toBe(before);
  });

  test('415 for a body that is not CSV; 400 for a file that is too large', async () => {
    expect((await upload(owner, '{}', undefined, 'application/json')).statusCode).toBe(415);
    const large = Buffer.alloc(COMPANY_FILE_BYTES_MAX + 1, 'a');
    expect((await upload(owner, large)).statusCode).toBe(400);
  });

  test('503 while another file is being imported; the next import succeeds', async () => {
    const statuses = (await Promise.all([upload(owner, CSV), upload(owner, CSV)])).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 503]);
    expect((await upload(owner, CSV)).statusCode).toBe(200);
  });
});

describe('retention of data', () => {
  test('200: shows how long each kind of data is kept, when this client’s data was last removed, and how much of it was removed', async () => {
    const requests = async (by: TestMember, of: TestClient) =>
      (await read('prod', by, of)).retention.find(({ what }: { what: string }) => what === 'requests');
    const unused = { what: 'requests', days: 7, last_removed_at: null, rows_removed: 0 };
    expect(await requests(owner, operator)).toEqual(unused);
    const system = house.database.scoped(SYSTEM);
    await system.query(
      `insert into request_chunks (client_id, environment, id, newest_at, entries_count, outcomes, entries)
       select $1, 'prod', n::text, $2, 1, 0, '[]' from generate_series(1, 3) as n`,
      [operator.client_id, new Date('2026-02-01T00:00:00Z')],
    );
    const { clock } = house;
    await keepHouse({ db: system, clock, log: silentLog, signal: new AbortController().signal });
    expect(await requests(owner, operator)).toMatchObject({ rows_removed: 3, last_removed_at: expect.any(String) });
    expect(await requests(stranger, other)).toEqual(unused);
    const { retention } = await read();
    expect(retention).toContainEqual({ what: 'people', days: null, last_removed_at: null, rows_removed: 0 });
    expect(retention).toContainEqual(expect.objectContaining({ what: 'audit', days: 2_555 }));
  });
});

describe('POST …/operations/jobs/retry/', () => {
  const newDeadJob = async ({ client_id }: TestClient): Promise<void> => {
    const system = house.database.scoped(SYSTEM);
    const scope = { client_id, environment: 'prod' } as const;
    await system.transaction((tx) => house.queue.enqueue(tx, scope, 'create_order_batch', {}));
    await house.database.pool.query(
      `update vouch_jobs.job_common set state = 'failed', completed_on = now() where group_id like $1 and state = 'created'`,
      [`%${client_id}%`],
    );
  };

  test('200: puts all dead jobs of this client back into the queue, and no job of another client', async () => {
    await newDeadJob(operator);
    await newDeadJob(operator);
    await newDeadJob(other);
    const jobs = async (by: TestMember, of: TestClient) =>
      (await by.call('GET', at('operations/jobs/', 'prod', of))).json().results.length;
    expect([await jobs(owner, operator), await jobs(stranger, other)]).toEqual([2, 1]);
    expect((await owner.call('POST', at('operations/jobs/retry/'), {})).json()).toEqual({ retried: 2 });
    expect([await jobs(owner, operator), await jobs(stranger, other)]).toEqual([0, 1]);
    expect(await audited('retryDeadJobs')).toEqual([{ object: 'jobs', before: null, after: { jobs: 2 } }]);
  });

  test('500: no job is retried if the request cannot be recorded in the audit log', async () => {
    await newDeadJob(operator);
    await whileUnrecordable(house, 'retryDeadJobs', async () => {
      expect((await owner.call('POST', at('operations/jobs/retry/'), {})).statusCode).toBe(500);
    });
    expect((await owner.call('GET', at('operations/jobs/'))).json().results).toHaveLength(1);
  });
});

test('the list of providers shows the live provider for uploaded files as `up`, because the service itself reads the files', async () => {
  const { providers } = await read();
  const statuses = providers.map(({ id, status }: Record<string, unknown>) => [id, status]);
  expect(statuses).toContainEqual(['upload', 'up']);
  expect(statuses).toContainEqual(['bank', 'unknown']);
});
