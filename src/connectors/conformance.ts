// The conformance suite that every connector must pass. It tests what the task engine relies on. The test file of a
// connector only supplies logins. The logins belong to the connector's provider, or to a simulator of the provider.
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { inDecimals } from '#base/money.ts';
import { SOURCES_OF } from '#domain/access/products.ts';
import { SECOND_FACTOR_SECONDS } from '#domain/connections/tasks.ts';
import {
  type Fixture,
  failureOf,
  idsOf,
  laterBy,
  NOON,
  objectsOf,
  type Player,
  playerOf,
  type RunStep,
  type Transport,
  throughJson,
} from './conformance-play.ts';
import { type Account, type Connector, ProviderFailure } from './contract.ts';
import { drawFile } from './drawings.ts';

export type { Fixture } from './conformance-play.ts';

const DAY_SECONDS = 86_400;

export function describeConnector(connector: Connector, fixture: Fixture, runStep: RunStep): void {
  const player = playerOf(connector, fixture, runStep);
  describe(`${connector.manifest.id} as a connector`, () => {
    describeManifest(connector, fixture);
    describeLogin(connector, fixture, player);
    if (fixture.logins.second_factor !== undefined)
      describeSecondFactor(connector, fixture.logins.second_factor, player);
    describeData(fixture, player);
    describeFiles(connector, fixture, player);
    if (connector.switchDeposit !== undefined) describeSwitch(connector.switchDeposit, fixture, player);
    if (connector.manifest.origins.length > 0) describeOutages(fixture, player);
  });
}

function describeManifest({ manifest }: Connector, { product }: Fixture): void {
  test('its manifest lists products, data source, environments and allowed origins', () => {
    const { id, name, products, data_source, environments, origins } = manifest;
    expect(id).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
    expect(name).toMatch(/\S/);
    expect(products).toContain(product);
    expect(products.filter((one, at) => products.indexOf(one) !== at)).toEqual([]);
    expect(products.filter((one) => !SOURCES_OF[one].includes(data_source))).toEqual([]);
    expect(environments.length).toBeGreaterThan(0);
    expect(origins.map((origin) => new URL(origin).origin)).toEqual(origins);
  });

  test('its login form has unique, labelled fields', () => {
    const fields = manifest.login.kind === 'form' ? manifest.login.fields : [];
    const names = fields.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(fields.filter(({ label, length_max }) => label.trim() === '' || length_max < 1)).toEqual([]);
    expect(fields.some(({ required }) => required)).toBe(manifest.login.kind === 'form');
  });
}

function describeLogin(connector: Connector, { logins }: Fixture, { begin, connect }: Player): void {
  test('the same login gives the same account, and the memory field of the account is plain JSON', async () => {
    const reached = await begin(logins.good);
    if (reached.step !== 'connected') throw new Error(`expected a connection, not ${reached.step}`);
    expect(throughJson(reached.account)).toEqual(reached.account);
    const account = throughJson(reached.account);
    const again = await connect(logins.good, { account, now: laterBy(NOON, 40 * DAY_SECONDS) });
    expect(again.login).toBe(account.login);
    expect([undefined, account.login]).toContain(connector.loginOf(logins.good));
  });

  test('a person who connects the same accounts a second time has the same identity', async () => {
    const { login } = await connect(logins.good);
    expect((await connect(logins.again ?? logins.good)).login).toBe(login);
  });

  test('a wrong password ends with login_error, and the message does not quote the password', async () => {
    const { status, message } = await failureOf(begin(logins.wrong_password));
    expect(status).toBe('login_error');
    expect(Object.values(logins.wrong_password).filter((value) => message.includes(value))).toEqual([]);
  });

  test.each(Object.entries(logins.failing ?? {}))('a failing login ends with %s and a message', async (name, login) => {
    const { status, message } = await failureOf(begin(login));
    expect({ status, message }).toEqual({ status: name, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test('a refresh with the same login connects again', async () => {
    const account = await connect(logins.good);
    const again = await connect(logins.good, { account, is_refresh: true, now: laterBy(NOON, DAY_SECONDS) });
    expect(again.login).toBe(account.login);
  });
}

type SecondFactor = NonNullable<Fixture['logins']['second_factor']>;

function describeSecondFactor({ manifest }: Connector, factor: SecondFactor, { begin, step }: Player): void {
  const { credentials, right, wrong } = factor;

  async function answer(code: string, seconds: number) {
    const asked = await begin(credentials);
    if (asked.step !== 'second_factor') throw new Error(`expected a question, not ${asked.step}`);
    expect(manifest.second_factors).toContain(asked.ask.kind);
    return step(credentials, { memory: asked.memory, reply: { kind: 'code', code }, now: laterBy(NOON, seconds) });
  }

  test('the correct code connects if it is entered immediately, and also if it is entered in the last second before it expires', async () => {
    expect((await answer(right, 0)).step).toBe('connected');
    expect((await answer(right, SECOND_FACTOR_SECONDS)).step).toBe('connected');
  });

  test('a wrong code ends with mfa_error', async () => {
    expect((await failureOf(answer(wrong, 0))).status).toBe('mfa_error');
  });

  test('a correct code that is entered after its expiry connects, or ends with mfa_error or login_error', async () => {
    const late = await answer(right, SECOND_FACTOR_SECONDS + 1).catch((error: unknown) => error);
    const ending = late instanceof ProviderFailure ? late.status : late;
    expect(['mfa_error', 'login_error', expect.objectContaining({ step: 'connected' })]).toContainEqual(ending);
  });
}

function describeData({ logins }: Fixture, { connect, fetch, read }: Player): void {
  test('every object has an id, and no two different objects share an id', async () => {
    const { data } = await read(await connect(logins.good));
    const objects = objectsOf(inDecimals(data));
    expect(objects.length).toBeGreaterThan(0);
    expect(objects.filter(({ id }) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
    const known = new Map(objects.map((object) => [object.id, JSON.stringify(object)]));
    expect(objects.filter((object) => known.get(object.id) !== JSON.stringify(object))).toEqual([]);
    for (const list of Object.values(data)) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  });

  test('data consists of plain values that survive JSON', async () => {
    const kept = inDecimals((await read(await connect(logins.good))).data);
    expect(throughJson(kept)).toEqual(kept);
  });

  test('the same login on the same day gives the same data; in another link all ids are different', async () => {
    const account = await connect(logins.good);
    const once = await read(account);
    const twice = await read(await connect(logins.good, { account }));
    expect(inDecimals(twice.data)).toEqual(inDecimals(once.data));
    const other = await read(await connect(logins.good), { link_id: 'b'.repeat(32) });
    const known = new Set(idsOf(once.data));
    expect(idsOf(other.data).filter((id) => known.has(id))).toEqual([]);
  });

  test.each(having(logins.no_data))('reading an empty account ends with no_data', async (credentials) => {
    const account = await connect(credentials);
    expect((await failureOf(fetch('first', account))).status).toBe('no_data');
  });

  test.each(having(logins.partial))('fields listed in missing_data_fields are empty', async (credentials) => {
    const { employments = [] } = (await read(await connect(credentials))).data;
    const named = employments.flatMap((employment) =>
      employment.missing_data_fields.map((field) => ({ field, value: valueAt(employment, field.split('.')) })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ value }) => !isNothing(value))).toEqual([]);
  });

  test.each(having(logins.slow))('slow data has the outcome `later` with increasing progress', async (credentials) => {
    const first = await fetch('first', await connect(credentials));
    // Some providers have the accounts immediately, and only the slow parts are ready later.
    const part = first.outcome === 'later' ? 'first' : 'rest';
    const asked = part === 'first' ? first : await fetch(part, throughJson(first.account));
    if (asked.outcome !== 'later') throw new Error('the data was available immediately');
    expect(asked.seconds).toBeGreaterThan(1);
    const halfway = laterBy(NOON, asked.seconds / 2);
    const still = await fetch(part, throughJson(asked.account), { now: halfway });
    if (still.outcome !== 'later') throw new Error('the data was available too early');
    expect(still.progress).toBeGreaterThan(asked.progress);
    const there = await fetch(part, throughJson(still.account), { now: laterBy(halfway, still.seconds) });
    expect(there.outcome).toBe('data');
  });

  test.each(having(logins.changed))(
    'a refresh returns changed data, in which existing objects keep their ids',
    async (credentials) => {
      const year = { history_months: 12 };
      const before = await read(await connect(credentials), year);
      const tomorrow = { now: laterBy(NOON, DAY_SECONDS), is_refresh: true };
      const again = await connect(credentials, { ...tomorrow, account: before.account });
      const after = await read(again, { ...tomorrow, ...year });
      expect(inDecimals(after.data)).not.toEqual(inDecimals(before.data));
      // The year of `after` begins a day later than the year of `before`, so `after` may lack objects of `before`. The
      // longer history has all of them.
      const longer = await read(after.account, tomorrow);
      const known = new Set(idsOf(longer.data));
      // A provider may replace a pending transaction by a posted one with another id.
      const { transactions = [] } = before.data;
      const pending = new Set(transactions.filter(({ status }) => status === 'PENDING').map(({ id }) => id));
      expect(idsOf(before.data).filter((id) => !known.has(id) && !pending.has(id))).toEqual([]);
    },
  );
}

function describeFiles({ openFile }: Connector, { logins }: Fixture, { connect, read, run }: Player): void {
  test('every file_id in the data opens a file; if the data has an md5sum of the file, the file matches it; an unknown file_id opens nothing', async () => {
    const { data, account } = await read(await connect(logins.good));
    const files = objectsOf(data).filter((object) => 'file_id' in object && object.file_id !== null);
    const open = (file_id: string) =>
      run(async (io) =>
        typeof openFile === 'function'
          ? openFile(account, file_id, io)
          : openFile && drawFile(openFile.drawn_by, account, file_id),
      );
    for (const file of files) {
      const bytes = await open('file_id' in file ? String(file.file_id) : '');
      expect(bytes).toBeDefined();
      // The hash is null if the provider sends the file only on request.
      const md5sum = 'md5sum' in file && file.md5sum === null ? null : bytes && hash('md5', bytes);
      expect(file).toMatchObject({ md5sum });
    }
    expect(await open('paystub:nobody:2020-01-01')).toBeUndefined();
  });
}

function describeSwitch(
  write: NonNullable<Connector['switchDeposit']>,
  { logins }: Fixture,
  { connect, run }: Player,
): void {
  const deposit = {
    account_number: '700300100',
    routing_number: '991000038',
    account_type: 'checking',
    bank_name: 'Harvest Credit Union',
    bank_address: null,
    deposit_type: 'amount',
    deposit_value: 5_000n,
  } as const;

  test('a deposit switch retried with the same key is applied once, even if the first response was lost', async () => {
    const switchOf = (account: Account) =>
      run(async (io) => inDecimals(await write(account, { product: 'deposit_switch', deposit, key: 'key-1' }, io)));
    const account = await connect(logins.good);
    const once = await switchOf(account);
    expect(throughJson(once)).toEqual(once);
    expect(await switchOf(throughJson(once.account))).toEqual(once);
    expect(await switchOf(account)).toEqual(once);
  });
}

const NONSENSE: Record<string, () => Response> = {
  'not JSON': () => new Response('<html>It works!</html>'),
  'JSON of an unknown schema': () => new Response('[1, null, {"a": {}}]'),
  'a server error': () => new Response('{}', { status: 500 }),
  'a redirect to another host': () => new Response(null, { status: 302, headers: { location: 'http://192.0.2.1/' } }),
  'too large': () => new Response('x'.repeat(5 * 1024 * 1024)),
};

/** Tests of an unusable response and of an unreachable provider. They run only for connectors that use the network. */
function describeOutages({ logins }: Fixture, { begin }: Player): void {
  test.each(Object.entries(NONSENSE))('the status is error or unavailable if a response is %s', async (_, answer) => {
    const { status, message } = await failureOf(begin(logins.good, { fetch: async () => answer() }));
    expect(['error', 'unavailable']).toContain(status);
    expect(message).toMatch(/^[A-Z].*\.$/);
  });

  test('a login at an unreachable provider ends with unavailable', async () => {
    const refused: Transport = () => Promise.reject(new TypeError('fetch failed'));
    expect((await failureOf(begin(logins.good, { fetch: refused }))).status).toBe('unavailable');
  });

  test('a login at a provider that never responds ends with unavailable after the timeout', async () => {
    const silent: Transport = () => new Promise(() => undefined);
    expect((await failureOf(begin(logins.good, { fetch: silent, timeout_ms: 20 }))).status).toBe('unavailable');
  });
}

/** Returns an empty list if the provider has no login for the test case. The suite then skips the case. */
const having = <T>(login: T | undefined): T[] => (login === undefined ? [] : [login]);

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
