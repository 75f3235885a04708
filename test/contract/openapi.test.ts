// Tests every operation of /openapi.json. A new resource needs one line in `FACTORIES`.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ValidateFunction } from 'ajv';
import * as fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { HEADERS_MISSING, NO_SUCH_TOKEN, NOT_FOUND, OTHER_ENVIRONMENT, SANDBOX_ONLY } from '#test/answers.ts';
import { documentAjv } from '#test/document.ts';
import { uploadStub } from '#test/documents.ts';
import { connectEverything, EVERYTHING, type Everything } from '#test/everything.ts';
import { type Call, caller, newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import {
  bodies,
  bodySchema,
  type Document,
  fillPath,
  type Listed,
  operationsOf,
  pathNames,
  queries,
} from '#test/operations.ts';
import { newUser } from '#test/tasks.ts';
import { anyEndpoint, anyRequest } from '#test/webhook-log.ts';

type Ids = Readonly<Record<string, string>>;

/**
 * Maps each path parameter to a function that creates its resource. The function receives the ids of the parameters
 * that come earlier in the path.
 */
const FACTORIES: Record<string, (call: Call, before: Ids, path: string) => Promise<string>> = {
  // A deposit switch report exists only for a user with a deposit switch.
  user_id: async (call, _, path) =>
    path.endsWith('/deposit_switch/report/') ? (await everythingOf(call)).user_id : newUser(call, newId()),
  // `/v1/links/{link_id}/` has the method DELETE, which deletes the link, so each run may need a new link. The link
  // gets little data, because creating data is slow.
  link_id: async (call, _, path) => {
    if (path === '/v1/links/{link_id}/') return (await connectEverything(house, call, ['employment'])).link_id;
    const { link_id } = await everythingOf(call);
    // GET reads the link's newest report, so a report must exist.
    if (path.endsWith('/income/transactions/reports/')) await call('POST', fillPath(path, { link_id }));
    return link_id;
  },
  task_id: async (call, _, path) =>
    path.startsWith('/v1/refresh/') ? refreshed(call) : (await everythingOf(call)).task_id,
  statement_id: async (call, { link_id }) =>
    (await call('GET', `/v1/links/${link_id}/statements/`)).json().results[0].id,
  tax_id: async (call, { link_id }) => (await call('GET', `/v1/links/${link_id}/tax/`)).json()[0].id,
  // A report is created by a POST to the path of its list.
  report_id: async (call, before, path) => {
    const body = path.startsWith('/v1/scoring_attributes/') ? SCORING : undefined;
    return (await call('POST', fillPath(path.slice(0, path.indexOf('{report_id}')), before), body)).json().report_id;
  },
  payroll_report_id: async (call) => {
    const { access_token } = await everythingOf(call);
    const january = { start_date: '2026-01-01', end_date: '2026-01-31' };
    return (await call('POST', '/v1/administrators/payrolls/', { access_token, ...january })).json().payroll_report_id;
  },
  order_id: async (call) => (await call('POST', '/v1/orders/', ORDER)).json().id,
  batch_id: async (call) => (await call('POST', '/v1/orders/batch/', [ORDER])).json().id,
  template_id: async (call) => (await call('POST', '/v1/templates/', { name: newId() })).json().id,
  collection_id: async (call) => (await uploadStub(house, call)).id,
  document_id: async (call) => (await uploadStub(house, call)).document_id,
  import_id: async (call) => {
    const user_id = (await call('POST', '/v1/users/', { external_user_id: newId() })).json().id;
    const content = Buffer.from('Date,Description,Amount\n2026-01-31,Rent,-1.00\n').toString('base64');
    return (await call('POST', '/v1/imports/', { user_id, filename: 'bank.csv', content })).json().id;
  },
  webhook_id: (call) => anyEndpoint(call),
  request_id: (call) => anyRequest(house, call),
  provider_id: async () => 'everything',
  kind: async () => 'paystub',
  company_mapping_id: async (call) => (await call('GET', '/v1/companies/')).json().results[0].id,
};

const SCORING = {
  lender_reference: 'loan-17',
  customer_identifier: 'customer-1',
  purpose: 'analytics',
  accounts: [{ identifier: 'checking', type: 'checking' }],
};
const ORDER = { products: ['income'], first_name: 'Jane', last_name: 'Roe' };

/** The path parameters that name public resources. Every client may read a public resource. */
const PUBLIC = new Set(['provider_id', 'company_mapping_id', 'kind']);

/** The path parameters whose factory uses the path after the parameter. */
const BY_WHOLE_PATH = new Set(['user_id', 'link_id', 'task_id']);

/** Each caller has one link, which all endpoints use. If the link was deleted, a new link is created. */
const connected = new Map<Call, Everything>();
async function everythingOf(call: Call): Promise<Everything> {
  const known = connected.get(call);
  if (known !== undefined && (await call('GET', `/v1/links/${known.link_id}/`)).statusCode === 200) return known;
  const made = await connectEverything(house, call);
  connected.set(call, made);
  return made;
}

/**
 * Returns the id of the caller's refresh task. No worker runs here, so the refresh never ends and each request returns
 * the same task.
 */
async function refreshed(call: Call): Promise<string> {
  const { access_token } = await everythingOf(call);
  return (await call('POST', '/v1/refresh/tasks/', { access_token })).json().task_id;
}

/** The number of random requests per operation. */
const RUNS = 4;

const house: TestHouse = await openTestHouse({ connectors: EVERYTHING });
const document: Document = (await house.app.inject('/openapi.json')).json();
const operations = operationsOf(document);
const withIds = operations.filter(({ path }) => pathNames(path).some((name) => !PUBLIC.has(name)));
afterAll(() => house.close());

let acme: TestClient;
let other: TestClient;
beforeAll(async () => {
  acme = await newClient(house);
  other = await newClient(house);
});

/** Whether the endpoint responds with 403 to a `prod-` secret. */
const isSandboxOnly = ({ path }: Listed): boolean => path.startsWith('/v1/sandbox/');

const nameOf = ({ method, path }: Listed): string => `${method} ${path}`;
const named = (listed: readonly Listed[]): [string, Listed][] => listed.map((one) => [nameOf(one), one]);

/** Creates a new resource for each parameter of the path, unless `known` already has the resource. */
async function makeIds(call: Call, path: string, known = new Map<string, string>()): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const name of pathNames(path)) {
    const make = FACTORIES[name];
    if (make === undefined) throw new Error(`FACTORIES knows no ${name}`);
    const collection = BY_WHOLE_PATH.has(name) ? path : path.slice(0, path.indexOf(`{${name}}`));
    const key = `${name} of ${fillPath(collection, ids)}`;
    const id = known.get(key) ?? (await make(call, ids, path));
    known.set(key, id);
    ids[name] = id;
  }
  return ids;
}

/**
 * Returns the ids of the caller's shared resources, for requests that are refused or only read. Each shared resource is
 * created once, because it may need a PDF to be read or a report to be computed.
 */
function sharedIds(call: Call, path: string): Promise<Ids> {
  const known = shared.get(call) ?? new Map<string, string>();
  shared.set(call, known);
  return makeIds(call, path, known);
}
const shared = new Map<Call, Map<string, string>>();

/** Returns ids for a request of their owner. The method GET changes nothing, so it gets the ids of shared resources. */
const idsFor = (call: Call, { method, path }: Listed): Promise<Ids> =>
  method === 'GET' ? sharedIds(call, path) : makeIds(call, path);

const send = (call: Call, { method, path }: Listed, ids: Ids) =>
  call(method, fillPath(path, ids), method === 'GET' || method === 'DELETE' ? undefined : {});

/** Returns the response without the headers that differ in every response. */
function bytesOf({ statusCode, headers, rawPayload }: LightMyRequestResponse) {
  const { date: _date, 'x-request-id': _id, ratelimit: _left, ...rest } = headers;
  return { statusCode, headers: rest, body: rawPayload.toString('latin1') };
}

describe('the OpenAPI document', () => {
  test('the document is valid OpenAPI 3.1 by redocly’s rules, without errors or warnings', async () => {
    expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/) });
    const dir = await mkdtemp(join(tmpdir(), 'vouch-openapi-'));
    try {
      await writeFile(join(dir, 'openapi.json'), JSON.stringify(document));
      const args = ['lint', join(dir, 'openapi.json'), '--config', 'redocly.yaml', '--format', 'stylish'];
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const run = promisify(execFile)('node_modules/.bin/redocly', args, { env });
      const problems = await run.then(
        ({ stdout, stderr }) => /\d+ warnings?\b/.exec(`${stdout}${stderr}`)?.[0] ?? '',
        (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
      );
      expect(problems).toBe('');
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  test('every operation in the document has a unique operationId', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.every((id) => id !== undefined && /^[a-z][A-Za-z0-9]+$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(named(operations))(
    'the OpenAPI document gives the operation %s a summary and a tag, and lists the operation’s errors',
    (_name, { operation }) => {
      expect(operation.summary).toMatch(/\S/);
      expect(operation.tags).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(['400', '401', '403', '404', '405', '406', '415', '429', '500', '503']),
      );
    },
  );

  test('the document lists for each path exactly the methods that the service allows', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/v1\/.*\/$/);
      const url = fillPath(path, Object.fromEntries(pathNames(path).map((name) => [name, newId()])));
      const { headers } = await acme.sandbox('OPTIONS', url);
      const allowed = String(headers['allow']).toLowerCase().split(', ');
      expect(allowed.filter((method) => method !== 'head').toSorted()).toEqual(Object.keys(methods).toSorted());
    }
  });
});

describe('clients and environments are isolated', () => {
  test.each(named(withIds))(
    'the operation %s gets the same 404 for the id of another client’s resource as for an unknown id',
    async (_name, listed) => {
      const names = pathNames(listed.path);
      const theirs = await idsFor(acme.sandbox, listed);
      // If a path has two ids, the test also combines the caller's own first id with the other client's second id.
      for (let own = 0; own < names.length; own++) {
        for (const call of isSandboxOnly(listed) ? [other.sandbox] : [other.sandbox, other.prod]) {
          const ours: Ids = own === 0 ? {} : await sharedIds(call, listed.path);
          const pick = (foreign: (name: string) => string | undefined): Ids =>
            Object.fromEntries(names.map((name, i) => [name, (i < own ? ours[name] : foreign(name)) ?? '']));
          const foreign = await send(
            call,
            listed,
            pick((name) => theirs[name]),
          );
          const never = await send(
            call,
            listed,
            pick(() => newId()),
          );
          expect(foreign.statusCode).toBe(404);
          expect(foreign.json()).toEqual(NOT_FOUND);
          expect(bytesOf(foreign)).toEqual(bytesOf(never));
        }
      }
      // The resource still exists for its owner.
      expect((await send(acme.sandbox, listed, theirs)).statusCode).not.toBe(404);
    },
  );

  test.each(named(withIds))(
    'the operation %s with an id of the client’s other environment gets 403',
    async (_name, listed) => {
      for (const [here, there] of [
        [acme.sandbox, acme.prod],
        [acme.prod, acme.sandbox],
      ] as const) {
        const response = await send(there, listed, await sharedIds(here, listed.path));
        expect(response.statusCode).toBe(403);
        const is_shut = there === acme.prod && isSandboxOnly(listed);
        expect(response.json()).toEqual(is_shut ? SANDBOX_ONLY : OTHER_ENVIRONMENT);
      }
    },
  );
});

describe('requests with missing or wrong credentials', () => {
  test.each(named(operations))(
    'the operation %s gets 401 if the credentials are missing or wrong',
    async (_name, listed) => {
      const { method, path } = listed;
      const ids = await sharedIds(acme.sandbox, path);
      const url = fillPath(path, ids);
      const { client_id, secrets } = acme;
      for (const headers of [{}, { 'x-access-client-id': client_id }, { 'x-access-secret': secrets.sandbox }]) {
        const response = await house.app.inject({ method, url, headers });
        expect(response.statusCode).toBe(401);
        expect(response.json()).toEqual(HEADERS_MISSING);
        expect(response.headers['www-authenticate']).toBe('Access');
      }
      for (const [id, secret] of [
        [client_id, `sandbox-${'0'.repeat(40)}`],
        [client_id, `dev-${secrets.sandbox.slice(-40)}`],
        [other.client_id, secrets.sandbox],
      ] as const) {
        const response = await caller(house, id, secret)(method, url);
        expect(response.statusCode).toBe(401);
        expect(response.json()).toEqual(NO_SUCH_TOKEN);
        expect(response.headers['www-authenticate']).toBe('Access');
      }
    },
  );
});

describe('random requests that are generated from /openapi.json', () => {
  const ajv = documentAjv();
  /**
   * GET changes nothing, so all GET operations share one client and its one link, which has data for every endpoint.
   * They share the link because creating such a link takes a second. Every other operation has its own client.
   */
  let reader: TestClient;
  beforeAll(async () => {
    reader = await newClient(house);
  });

  /** The compiled validators, keyed by the text of their schema, because many operations have the same schema. */
  const checks = new Map<string, ValidateFunction>();

  /** Returns a validator for the documented response schema; undefined if no JSON body is documented. */
  function answerCheck({ operation }: Listed, status: number): ValidateFunction | undefined {
    const schema = operation.responses[status]?.content?.['application/json']?.schema;
    if (schema === undefined) return undefined;
    const text = JSON.stringify(schema);
    const check = checks.get(text) ?? ajv.compile(schema);
    checks.set(text, check);
    return check;
  }

  /** Returns the differences between a response and its documentation in /openapi.json. */
  function departures(listed: Listed, response: LightMyRequestResponse): unknown[] {
    const { statusCode, body, headers } = response;
    const documented = Object.keys(listed.operation.responses).includes(String(statusCode));
    if (!documented || statusCode >= 500) return [`status ${statusCode}`];
    const check = answerCheck(listed, statusCode);
    const has_pdf = listed.operation.responses[statusCode]?.content?.['application/pdf'] !== undefined;
    if (has_pdf && (check === undefined || headers['content-type'] === 'application/pdf')) {
      return headers['content-type'] === 'application/pdf' && body.startsWith('%PDF-') ? [] : ['no PDF'];
    }
    if (check === undefined) return body === '' ? [] : ['a body'];
    if (headers['content-type'] !== 'application/json') return [`content type ${headers['content-type']}`];
    return check(response.json()) ? [] : (check.errors ?? []);
  }

  test.each(named(operations))('every response of the operation %s matches /openapi.json', async (_name, listed) => {
    const { method, path, operation } = listed;
    const client = method === 'GET' ? reader : await newClient(house);
    const whose = fc.constantFrom<'own' | 'never' | 'broken'>('own', 'own', 'own', 'never', 'broken');
    const input = fc.record({ whose, body: bodies(bodySchema(operation)), query: queries(operation) });
    const property = fc.asyncProperty(input, async ({ whose, body, query }) => {
      const made = whose === 'own' ? await idsFor(client.sandbox, listed) : {};
      const stand_in = whose === 'never' ? newId() : 'x';
      const ids = Object.fromEntries(pathNames(path).map((name) => [name, made[name] ?? stand_in]));
      const url = `${fillPath(path, ids)}${query === '' ? '' : `?${query}`}`;
      const response = await client.sandbox(method, url, bodySchema(operation) === undefined ? undefined : body);
      expect(departures(listed, response)).toEqual([]);
    });
    await expect(fc.assert(property, { numRuns: RUNS })).resolves.toBe(undefined);
  });
});
