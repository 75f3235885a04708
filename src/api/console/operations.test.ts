// Tests the operations of /v1/ through the console: which role may call which operation, what is masked in the
// responses, and what the audit log records. All tests share one service, because starting it takes most of the time.
import { Command } from 'commander';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAuditCommands } from '#cli/audit-commands.ts';
import { OPERATIONS } from '#domain/console/operations.ts';
import { mayDo, mayDoWithDocuments, ROLES } from '#domain/console/roles.ts';
import { ENVIRONMENTS } from '#domain/platform/scope.ts';
import { verifyAudit } from '#services/console/audit.ts';
import { deleteAuditEntries } from '#storage/console/audit-entries.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { type ConsoleCall, newMember, type TestMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { type Document, type Listed, operationsOf } from '#test/operations.ts';

let house: TestHouse;
let client: TestClient;
let listed: Listed[];
let owner: TestMember;
beforeAll(async () => {
  house = await openTestHouse();
  listed = operationsOf((await house.app.inject('/openapi.json')).json<Document>());
  client = await newClient(house);
  owner = await memberAs('owner');
});
afterAll(() => house.close());

const memberAs = (role: (typeof ROLES)[number], { client_id } = client): Promise<TestMember> =>
  newMember(house, [
    { client_id, environment: 'sandbox', role },
    { client_id, environment: 'prod', role },
  ]);
const within = (environment: string, path: string, { client_id } = client): string =>
  `${client_id}/${environment}/${path}`;
const nameOf = ({ operation }: Listed): string => operation.operationId ?? 'without a name';
const v1 = () => listed.filter(({ path }) => path.startsWith('/v1/'));
const NO_ID = '0'.repeat(32);
const addressOf = ({ path }: Listed): string => path.slice(1).replaceAll(/\{\w+\}/g, NO_ID);

describe('the table of operations', () => {
  test('every operation of /v1/ has a row in the table of operations, and every row belongs to an operation of /v1/', () => {
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(v1().map(nameOf).toSorted());
  });

  test('all operations except GET need the right to write, except the two searches whose search terms are in the body', () => {
    const reading = v1().filter((one) => {
      const offered = OPERATIONS[nameOf(one)];
      return one.method !== 'GET' && offered !== 'none' && offered?.right === 'read';
    });
    expect(reading.map(nameOf).toSorted()).toEqual(['lookUpCompanies', 'lookUpOrders']);
  });

  test('the fields that the audit log records for an operation are fields of its request body', () => {
    const unknown = v1().flatMap((one) => {
      const offered = OPERATIONS[nameOf(one)];
      const fields = one.operation.requestBody?.content['application/json']?.schema.properties ?? {};
      return offered === undefined || offered === 'none' || one.method === 'DELETE'
        ? []
        : (offered.recorded ?? []).filter((name) => !(name in fields)).map((name) => `${nameOf(one)}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe('roles and the operations of /v1/', () => {
  test.each(ROLES)(
    'for the role %s, the role table decides which operations of /v1/ get 403, in both environments',
    async (role) => {
      const member = await memberAs(role);
      const wrong: string[] = [];
      for (const environment of ENVIRONMENTS) {
        for (const one of v1()) {
          const offered = OPERATIONS[nameOf(one)];
          const { statusCode, body } = await member.call(one.method, within(environment, addressOf(one)), bodyFor(one));
          const is_refused = statusCode === 403 && body.includes('Your role does not allow this.');
          const is_pdf_only = nameOf(one) === 'getSampleDocument';
          const expected =
            offered !== 'none' &&
            offered !== undefined &&
            mayDo(role, environment, offered.area, offered.right) &&
            (!is_pdf_only || mayDo(role, environment, 'disclosure', 'read'));
          if (is_refused === expected) wrong.push(`${environment} ${nameOf(one)}: ${statusCode}`);
          if (statusCode === 401 || statusCode >= 500)
            wrong.push(`${environment} ${nameOf(one)}: ${statusCode} ${body}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test.each(ROLES)(
    'for the role %s, a PDF from /v1/ is allowed or gets 403, as the row "unmask, PDF, export" of the role table says',
    async (role) => {
      const member = await memberAs(role);
      const printed = v1().filter(({ operation: { responses } }) => {
        const content = responses['200']?.content ?? {};
        return 'application/pdf' in content && 'application/json' in content;
      });
      expect(printed.length).toBeGreaterThan(5);
      const wrong: string[] = [];
      for (const environment of ENVIRONMENTS) {
        for (const one of printed) {
          const offered = OPERATIONS[nameOf(one)];
          if (offered === 'none' || offered === undefined || !mayDo(role, environment, offered.area, offered.right))
            continue;
          const { statusCode } = await member.call('GET', `${within(environment, addressOf(one))}?fmt=pdf`);
          const mayDisclose = offered.is_about_documents === true ? mayDoWithDocuments : mayDo;
          if ((statusCode === 403) === mayDisclose(role, environment, 'disclosure', 'read')) {
            wrong.push(`${environment} ${nameOf(one)}: ${statusCode}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});

/**
 * Returns an empty body for most operations. With an empty body, `createKey` would create a key, so it gets an invalid
 * body.
 */
const bodyFor = ({ method, operation: { operationId } }: Listed): unknown => {
  if (method === 'GET' || method === 'DELETE') return undefined;
  return operationId === 'createKey' ? { env_type: 'neither' } : {};
};

describe('admission of console requests to /v1/', () => {
  const users = (environment = 'sandbox') => within(environment, 'v1/users/');

  test('401 for a request with an API key, even if it also has a session; 401 for a request with neither key nor session', async () => {
    const key = { 'x-access-client-id': client.client_id, 'x-access-secret': client.secrets.sandbox };
    expect((await owner.call('GET', users(), undefined, key)).statusCode).toBe(401);
    expect((await owner.call('GET', users(), undefined, { ...key, cookie: '' })).statusCode).toBe(401);
    expect((await house.app.inject(`/console/api/${users()}`)).statusCode).toBe(401);
  });

  test('401 if a session is used for /v1/ without the console’s path prefix', async () => {
    const headers = { cookie: `vouch_console=${owner.secret}`, 'x-vouch-csrf': owner.session.csrf_token };
    expect((await house.app.inject({ url: '/v1/users/', headers })).statusCode).toBe(401);
  });

  test('403 for a change without the CSRF token or from a foreign page, and nothing is changed', async () => {
    const before = (await owner.call('GET', users())).json<{ count: number }>().count;
    const person = { external_user_id: 'forged', first_name: 'Robin' };
    expect((await owner.call('POST', users(), person, { 'x-vouch-csrf': 'x' })).statusCode).toBe(403);
    expect((await owner.call('POST', users(), person, { origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    expect((await owner.call('GET', users())).json<{ count: number }>().count).toBe(before);
  });

  test('404 for another client, an unknown client and an unknown environment, with the same response as for an unknown path', async () => {
    const other = await newClient(house, 'Borrow Well');
    const paths = [
      within('sandbox', 'v1/users/', other),
      within('sandbox', 'v1/users/', { ...client, client_id: NO_ID }),
      within('staging', 'v1/users/'),
      within('sandbox', 'v1/unknown/'),
    ];
    const answers = await Promise.all(paths.map((path) => owner.call('GET', path)));
    expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
      paths.map(() => '404 {"detail":"Not Found."}'),
    );
  });

  test('405 for a method that the path does not have; 403 while the session’s second factor is missing', async () => {
    expect((await owner.call('DELETE', users())).statusCode).toBe(405);
    const half = await newMember(
      house,
      [{ client_id: client.client_id, environment: 'sandbox', role: 'owner' }],
      'enroll',
    );
    expect((await half.call('GET', users())).statusCode).toBe(403);
  });

  test('a person in the sandbox is not available in prod', async () => {
    const { id } = (await owner.call('POST', users(), { external_user_id: 'kim' })).json<{ id: string }>();
    expect((await owner.call('GET', within('sandbox', `v1/users/${id}/`))).statusCode).toBe(200);
    expect((await owner.call('GET', within('prod', `v1/users/${id}/`))).statusCode).toBe(403);
  });

  test('a webhook endpoint that is created in the console has no API key to sign with, and its signing secret is shown only once', async () => {
    const hook = { name: 'Hook', webhook_url: 'http://127.0.0.1:9/hook', env_type: 'sandbox' };
    const created = await owner.call('POST', within('sandbox', 'v1/webhooks/'), hook);
    expect(created.statusCode).toBe(201);
    const { id, signing_secret } = created.json<{ id: string; signing_secret: string }>();
    expect(signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]/);
    const { rows } = await house.database.pool.query('select key_id from vouch.webhook_endpoints where id = $1', [id]);
    expect(rows.filter(({ key_id }) => key_id !== null)).toEqual([]);
    expect((await owner.call('GET', within('sandbox', `v1/webhooks/${id}/`))).body).not.toContain('whsec_');
  });

  test('the same Idempotency-Key, sent by two users and by the client, counts as three different keys', async () => {
    const key = { 'idempotency-key': 'same-key' };
    const other = await memberAs('underwriter');
    const answers = [
      await owner.call('POST', users(), { external_user_id: 'lou' }, key),
      await owner.call('POST', users(), { external_user_id: 'lou' }, key),
      await other.call('POST', users(), { external_user_id: 'max' }, key),
      await client.sandbox('POST', '/v1/users/', { external_user_id: 'ned' }, key),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual([
      undefined,
      'true',
      undefined,
      undefined,
    ]);
  });
});

describe('masking and reveals', () => {
  let order_id: string;
  let user_id: string;
  const orderAs = async ({ call }: { call: ConsoleCall }) =>
    (await call('GET', within('sandbox', `v1/orders/${order_id}/`))).json<Record<string, unknown>>();

  beforeAll(async () => {
    const body = {
      products: ['income'],
      first_name: 'Robin',
      last_name: 'Marsh',
      email: 'robin@example.com',
      ssn: '991-91-9991',
      employers: [{ company_name: 'Acme' }],
    };
    const created = (await client.sandbox('POST', '/v1/orders/', body)).json<{ id: string; user_id: string }>();
    ({ id: order_id, user_id } = created);
  });

  test('tokens are masked; the URL of the applicant’s page is shown only to roles that may change the order', async () => {
    const stars = /^\*{28}[0-9a-f]{4}$/;
    const seen = await orderAs(owner);
    expect(seen['bridge_token']).toMatch(stars);
    expect(seen['share_url']).toMatch(/^http/);
    const read_only = await orderAs(await memberAs('auditor'));
    expect(read_only).toMatchObject({ bridge_token: expect.stringMatching(stars), share_url: null, ssn: '*****9991' });
  });

  test('a reveal unmasks the values of one path for one session for 60 seconds, and is recorded with its purpose', async () => {
    const path = `v1/orders/${order_id}/`;
    const asked = await owner.call('POST', within('sandbox', 'reveals/'), { path, purpose: 'support' });
    expect(asked.statusCode).toBe(201);
    expect(asked.json<{ until: string }>().until).toBe('2026-03-01T12:01:00Z');
    expect((await orderAs(owner))['bridge_token']).toMatch(/^[0-9a-f]{32}$/);
    expect((await orderAs(owner))['ssn']).toBe('991919991');
    const { employers } = (await owner.call('GET', within('sandbox', path))).json();
    expect(employers[0].bridge_token).toMatch(/^[0-9a-f]{32}$/);
    expect((await orderAs(await memberAs('owner')))['bridge_token']).toMatch(/^\*/);
    expect((await owner.call('GET', within('sandbox', 'v1/orders/'))).body).toMatch(/"bridge_token":"\*/);
    const audit = await owner.call('GET', within('sandbox', `audit/?action=reveal&object=orders/${order_id}`));
    expect(audit.json()).toMatchObject({
      count: 1,
      results: [{ purpose: 'support', actor: { email: owner.session.user.email } }],
    });
    house.clock.advance(60_000);
    expect((await orderAs(owner))['bridge_token']).toMatch(/^\*/);
  });

  test.each([
    ['auditor', 'v1/users/USER/', 403],
    ['reviewer', 'v1/users/USER/', 403],
    ['reviewer', 'v1/documents/collections/USER/', 201],
    ['underwriter', 'v1/users/USER/', 201],
    ['underwriter', 'v1/orders/USER/', 201],
    ['reviewer', 'v1/orders/USER/', 403],
    ['underwriter', 'v1/links/USER/auth/', 201],
    ['underwriter', 'v1/links/USER/bank_accounts/', 201],
    ['auditor', 'v1/links/USER/auth/', 403],
    ['reviewer', 'documents/USER/', 201],
    ['auditor', 'documents/USER/', 403],
    ['owner', 'v1/link-access-tokens/', 404],
    ['owner', '../../../healthz', 404],
  ] as const)('if the role %s requests a reveal of %s, the status is %i', async (role, path, status) => {
    const { call } = await memberAs(role);
    const body = { path: path.replace('USER', user_id), purpose: 'audit' };
    expect((await call('POST', within('prod', 'reveals/'), body)).statusCode).toBe(status);
  });

  test('after a reveal of a person’s path, GET of that path returns the whole SSN', async () => {
    const path = `v1/users/${user_id}/`;
    const ssnOf = async () => (await owner.call('GET', within('sandbox', path))).json<{ ssn: string }>().ssn;
    expect(await ssnOf()).toBe('*****9991');
    await owner.call('POST', within('sandbox', 'reveals/'), { path, purpose: 'dispute' });
    expect(await ssnOf()).toBe('991919991');
  });

  test('400 for a reveal without a purpose', async () => {
    expect((await owner.call('POST', within('sandbox', 'reveals/'), { path: 'v1/users/' })).statusCode).toBe(400);
  });
});

describe('the audit log', () => {
  type Entry = {
    number: number;
    action: string;
    object: string;
    actor: { user_id: string };
    before: unknown;
    after: unknown;
  };
  const entriesOf = async ({ call }: { call: ConsoleCall }, query = '', environment = 'sandbox') =>
    (await call('GET', within(environment, `audit/?page_size=100&${query}`))).json<{
      count: number;
      results: Entry[];
    }>();

  test('the audit log records a change with the names of the fields in the request, but without the fields’ values; it records repeated views at most once a minute', async () => {
    const member = await memberAs('underwriter');
    const { id } = (
      await member.call('POST', within('sandbox', 'v1/users/'), { external_user_id: 'robin', ssn: '991919991' })
    ).json<{ id: string }>();
    await member.call('GET', within('sandbox', `v1/users/${id}/`));
    await member.call('GET', within('sandbox', `v1/users/${id}/`));
    await member.call('PATCH', within('sandbox', `v1/users/${id}/`), { last_name: 'Marsh' });
    const { results } = await entriesOf(member);
    expect(results.map(({ action, object, after }) => ({ action, object, after }))).toEqual([
      { action: 'updateUser', object: `users/${id}`, after: { fields: ['last_name'] } },
      { action: 'getUser', object: `users/${id}`, after: null },
      { action: 'createUser', object: `users/${id}`, after: { fields: ['external_user_id', 'ssn'] } },
    ]);
  });

  test('a rejected or failed request leaves no entry in the audit log', async () => {
    const { count } = await entriesOf(owner);
    await owner.call('PATCH', within('sandbox', `v1/users/${NO_ID}/`), { last_name: 'Marsh' });
    await owner.call('POST', within('sandbox', 'v1/users/'), { external_user_id: 'wrong', ssn: 'no number' });
    expect((await entriesOf(owner)).count).toBe(count);
  });

  test('the audit log records a change of a webhook endpoint with the values before and after the change', async () => {
    const { results } = (await owner.call('GET', within('sandbox', 'v1/webhooks/'))).json<{
      results: { id: string }[];
    }>();
    const id = results[0]?.id;
    await owner.call('PATCH', within('sandbox', `v1/webhooks/${id}/`), { enabled: false });
    await owner.call('DELETE', within('sandbox', `v1/webhooks/${id}/`));
    const entries = await entriesOf(owner, `object=webhooks/${id}`);
    expect(entries.results.map(({ action, before, after }) => ({ action, before, after }))).toMatchObject([
      { action: 'deleteWebhook', before: { name: 'Hook', enabled: false }, after: null },
      { action: 'updateWebhook', before: { enabled: true }, after: { enabled: false, fields: ['enabled'] } },
      { action: 'createWebhook', before: null, after: { name: 'Hook' } },
    ]);
  });

  test('a user whose role has the access "own" sees only their own audit log entries, in the list and in the export', async () => {
    const developer = await memberAs('developer');
    const auditor = await memberAs('auditor');
    await developer.call(
      'GET',
      within('sandbox', `v1/users/${(await entriesOf(owner, 'action=getUser')).results[0]?.object.slice(6)}/`),
    );
    const own = await entriesOf(developer);
    expect(own.results.map(({ actor }) => actor.user_id)).toEqual([developer.session.user.id]);
    expect((await entriesOf(developer, `actor=${owner.session.user.id}`)).count).toBe(0);
    expect((await entriesOf(auditor)).count).toBeGreaterThan(own.count);
    const lines = async ({ call }: { call: ConsoleCall }) =>
      (await call('GET', within('sandbox', 'audit/export/'))).body
        .trim()
        .split('\n')
        .map((line): Entry => JSON.parse(line));
    const exported = (await lines(developer)).map(({ actor }) => actor.user_id);
    expect(exported).toEqual([developer.session.user.id, developer.session.user.id]);
    expect(await lines(auditor)).toHaveLength((await entriesOf(auditor)).count);
  });

  test('the audit log can be filtered by actor, action, object and time, and is returned in pages', async () => {
    const all = await entriesOf(owner);
    const by_action = all.results.filter(({ action }) => action === 'createUser');
    expect((await entriesOf(owner, 'action=createUser')).results).toEqual(by_action);
    expect((await entriesOf(owner, `actor=${owner.session.user.email}&action=createUser`)).results).toEqual(
      by_action.filter(({ actor }) => actor.user_id === owner.session.user.id),
    );
    expect(
      (await entriesOf(owner, 'created_at__gte=2026-03-01T12:00:30Z&created_at__lte=2026-03-01T12:00:00Z')).count,
    ).toBe(0);
    const first = await entriesOf(owner, 'created_at__lte=2026-03-01T12:00:30Z');
    const later = await entriesOf(owner, 'created_at__gte=2026-03-01T12:00:31Z');
    expect(first.count + later.count).toBe(all.count);
    expect(first.count * later.count).toBeGreaterThan(0);
    const page = (await owner.call('GET', within('sandbox', 'audit/?page_size=2&page=2'))).json<{ results: Entry[] }>();
    expect(page.results).toEqual(all.results.slice(2, 4));
  });

  test('the database rejects changes of audit log entries, and allows the deletion of an entry only after retention has released it', async () => {
    const system = house.database.scoped(SYSTEM);
    await expect(system.query(`update audit_entries set action = 'x'`)).rejects.toThrow('permission denied');
    await expect(system.query('truncate audit_entries')).rejects.toThrow('permission denied');
    expect((await system.query('delete from audit_entries where client_id = $1', [client.client_id])).rowCount).toBe(0);
  });

  test('fifty concurrent audit log entries, half of them in each environment, form one chain without gaps', async () => {
    const calls = Array.from({ length: 50 }, (_, index) =>
      owner.call('POST', within(index % 2 === 0 ? 'sandbox' : 'prod', 'v1/users/'), {
        external_user_id: `person-${index}`,
      }),
    );
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 201));
    const [report] = await verifyAudit(house, client.client_id);
    expect(report).toMatchObject({ client_id: client.client_id, first_number: 1, broken_at: null });
    expect(report?.entries).toBe((await entriesOf(owner)).count + (await entriesOf(owner, '', 'prod')).count);
  });

  test('after retention has removed the oldest audit log entries, the rest of the chain is still valid; a forged entry breaks the chain', async () => {
    const system = house.database.scoped(SYSTEM);
    expect(await deleteAuditEntries(system, new Date('2026-03-02T00:00:00Z'), 5)).toBe(5);
    expect((await verifyAudit(house, client.client_id))[0]).toMatchObject({ first_number: 6, broken_at: null });
    // Only a superuser of the database can forge an audit log entry.
    const superuser = new pg.Client({ connectionString: house.database.url });
    await superuser.connect();
    await superuser.query(
      `update vouch.audit_entries set object = 'users/forged' where client_id = $1 and number = 9`,
      [client.client_id],
    );
    await superuser.end();
    expect((await verifyAudit(house, client.client_id))[0]?.broken_at).toBe(9);
  });

  test('`vouch audit verify` reports the client whose chain of audit log entries is broken, and exits with 1; another client’s chain is valid', async () => {
    const { client_id } = await newClient(house, 'Whole Lending');
    await (await memberAs('owner', { ...client, client_id })).call('POST', `${client_id}/prod/v1/users/`, {
      external_user_id: 'whole',
    });
    const printed: string[] = [];
    const program = new Command('vouch');
    addAuditCommands(
      program,
      (_value, text) => printed.push(text),
      (work) => work(house),
    );
    await program.parseAsync(['audit', 'verify', '--client', client_id], { from: 'user' });
    expect(process.exitCode ?? 0).toBe(0);
    await program.parseAsync(['audit', 'verify', '--client', client.client_id], { from: 'user' });
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    expect(printed[0]).toMatch(/ {2}whole: [1-9]\d* entries from number 1, last hash [0-9a-f]{64}$/);
    expect(printed[1]).toBe(`${client.client_id}  BROKEN at entry 9`);
  });

  test('the audit log records a move of the sandbox clock once, although the move runs in several steps; it records neither a repeated request with the same Idempotency-Key nor a rejected move', async () => {
    const other = await newClient(house);
    const member = await memberAs('owner', other);
    const advance = async (seconds: number, key = {}) =>
      (await member.call('POST', within('sandbox', 'v1/sandbox/clock/advance/', other), { seconds }, key)).statusCode;
    const key = { 'idempotency-key': 'step' };
    expect([await advance(60, key), await advance(60, key), await advance(0)]).toEqual([200, 200, 400]);
    const { results } = (await member.call('GET', within('sandbox', 'audit/', other))).json<{ results: Entry[] }>();
    expect(results).toMatchObject([
      { action: 'advanceSandboxClock', object: 'sandbox/clock/advance', after: { fields: ['seconds'], seconds: 60 } },
    ]);
  });
});
