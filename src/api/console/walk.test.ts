// A random walk. Two clients have one member for each role. These members call random endpoints of the console with ids
// of both clients. A member must not see any data of the other client, or any data that the role table does not allow.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '#domain/console/operations.ts';
import { type Area, mayDo, type Right, ROLES, type Role } from '#domain/console/roles.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { newMember, type TestMember } from '#test/console.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { type Document, type Listed, operationsOf } from '#test/operations.ts';

/** The number of calls. `npm run test:console-walk` makes ten thousand calls. */
const CALLS = Number(process.env['TEST_VOUCH_CONSOLE_CALLS'] ?? 500);
const SEED = process.env['TEST_VOUCH_CONSOLE_SEED'] ?? '1';

type Party = { client: TestClient; word: string; members: { role: Role; member: TestMember }[] };

let house: TestHouse;
let listed: Listed[];
let parties: Party[];
/** For each id, the client in whose responses the id was first seen. Ids of the catalogues belong to no client. */
const owners = new Map<string, string>();
const IDS = /\b[0-9a-f]{32}\b/g;

beforeAll(async () => {
  house = await openTestHouse();
  const document = (await house.app.inject('/openapi.json')).json<Document>();
  listed = operationsOf(document).filter(({ path }) => path.startsWith('/v1/'));
  parties = [];
  for (const word of ['Quillfeather', 'Brambleworth']) {
    const client = await newClient(house, `${word} Lending`);
    const members: Party['members'] = [];
    for (const role of ROLES) {
      const { client_id } = client;
      const member = await newMember(house, [
        { client_id, environment: 'sandbox', role },
        { client_id, environment: 'prod', role },
      ]);
      members.push({ role, member });
    }
    const party = { client, word, members };
    parties.push(party);
    await populate(party);
  }
});
afterAll(() => house.close());

async function populate({ client, word }: Party): Promise<void> {
  const own = (text: string) => claim(client.client_id, text);
  own(client.client_id);
  for (const environment of ENVIRONMENTS) {
    const order = { ...newOrder(word), order_number: `${word}-1` };
    own((await client[environment]('POST', '/v1/orders/', order)).body);
    own(
      (
        await client[environment]('POST', '/v1/users/', {
          external_user_id: word,
          first_name: word,
          ssn: '991-91-9991',
        })
      ).body,
    );
    own((await client[environment]('POST', '/v1/templates/', { name: word, products: ['income'] })).body);
    const hook = { name: word, webhook_url: `http://127.0.0.1:9/${word}`, env_type: environment };
    own((await client[environment]('POST', '/v1/webhooks/', hook)).body);
  }
  const user_id = idsOf(client.client_id)[1];
  const login = { username: 'goodlogin', password: 'goodpassword', product_type: 'income' };
  own((await client.sandbox('POST', '/v1/sandbox/links/', { user_id, provider_id: 'vouch_payroll', ...login })).body);
}

const newOrder = (word: string) => ({
  products: ['income'],
  first_name: word,
  last_name: `${word}son`,
  email: `${word.toLowerCase()}@example.com`,
  employers: [{ company_name: `${word} Mills` }],
});

/** Stores which ids occur in a response of the client. Returns the ids that belong to another client. */
function claim(client_id: string, text: string): string[] {
  return [...text.matchAll(IDS)].flatMap(([id]) => {
    const owner = owners.get(id) ?? client_id;
    owners.set(id, owner);
    return owner === client_id ? [] : [id];
  });
}
const idsOf = (client_id: string): string[] => [...owners].flatMap(([id, owner]) => (owner === client_id ? [id] : []));

/**
 * Returns a pseudo-random number, at least 0 and less than 1, for each step and use. The same seed gives the same
 * numbers.
 */
const drawOf = (step: number, use: string): number =>
  createHash('sha256').update(`${SEED} ${step} ${use}`).digest().readUInt32BE() / 2 ** 32;
function pick<T>(from: readonly T[], step: number, use: string): T {
  const found = from[Math.floor(drawOf(step, use) * from.length)];
  if (found === undefined) throw new Error(`nothing to pick for ${use}`);
  return found;
}

const CATALOGUES = /^\/v1\/(?:companies|company-mappings-search|providers)\//;

test(`in ${CALLS} random calls (seed ${SEED}), no member sees an id or a name of the other client, or gets a response that the role table does not allow`, {
  timeout: 120_000 + CALLS * 300,
}, async () => {
  const faults: string[] = [];
  const answered = new Map<number, number>();
  for (let step = 0; step < CALLS; step++) {
    const party = pick(parties, step, 'party');
    const other = parties.find((one) => one !== party) ?? party;
    const { role, member } = pick(party.members, step, 'member');
    const target = drawOf(step, 'prefix') < 0.85 ? party : other;
    const environment = pick(ENVIRONMENTS, step, 'environment');
    const call = nextCall(step, party);
    const path = `${target.client.client_id}/${environment}/${call.path}`;
    const { statusCode, body, headers } = await member.call(call.method, path, call.body);
    answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
    const named = `step ${step}: ${role} ${call.method} ${environment} ${call.name}: ${statusCode}`;
    const seen = `${body}${JSON.stringify(headers)}`;
    if (statusCode >= 500 || statusCode === 401) faults.push(`${named} is no answer for a member`);
    if (target === other && statusCode !== 404) faults.push(`${named} in the other client`);
    if (target === party && !call.isAllowed(role, environment) && statusCode !== 403)
      faults.push(`${named} is not allowed`);
    if (seen.includes(other.word) || seen.includes(other.word.toLowerCase())) faults.push(`${named} shows a name`);
    if (statusCode < 300 && call.is_private && claim(party.client.client_id, seen).length > 0)
      faults.push(`${named} shows an id`);
  }
  expect(faults).toEqual([]);
  expect(answered.get(200)).toBeGreaterThan(CALLS / 20);
  expect(answered.get(403)).toBeGreaterThan(CALLS / 20);
  expect(answered.get(404)).toBeGreaterThan(CALLS / 20);
});

/** The console's own routes that read data, each with the area and the right that it needs. */
const READS: readonly (readonly [path: string, area: Area, right?: Right])[] = [
  ['audit/?page_size=100', 'audit'],
  ['audit/export/', 'audit'],
  ['home/', 'cases'],
  ['search/?q=WORD', 'cases'],
  ['search/?q=ID', 'cases'],
  ['orders/ID/timeline/', 'cases'],
  ['orders/ID/invoice/', 'cases'],
  ['orders/ID/messages/', 'cases'],
  ['documents/ID/', 'cases'],
  ['documents/ID/pages/1/', 'cases'],
  ['orders/export/', 'disclosure', 'write'],
  ['requests/', 'development'],
  ['users/ID/declared/', 'sandbox'],
  ['templates/preview/?kind=invitation&draft=%7B%7D', 'development'],
  ['webhook-attempts/ID/', 'development'],
  ['members/', 'administration'],
  ['invitations/', 'administration'],
  ['operations/', 'administration'],
  ['operations/jobs/', 'administration'],
];

type NextCall = {
  name: string;
  method: Listed['method'];
  path: string;
  body: unknown;
  /** Whether the ids in the response belong to the client. Ids of the catalogues do not. */
  is_private: boolean;
  isAllowed(role: Role, environment: Environment): boolean;
};

function nextCall(step: number, party: Party): NextCall {
  const id = () => pick([...owners.keys()], step, 'id');
  const choice = drawOf(step, 'kind');
  const console_only = { method: 'GET', body: undefined, is_private: true } as const;
  if (choice < 0.2) {
    const [path, area, right] = pick(READS, step, 'read');
    const isAllowed = (role: Role, environment: Environment) => mayDo(role, environment, area, right ?? 'read');
    return {
      ...console_only,
      name: path,
      path: path.replace('ID', id()).replace('WORD', pick(parties, step, 'word').word),
      isAllowed,
    };
  }
  if (choice < 0.24) {
    // The audit log shows the path exactly as the user wrote it. So the path must contain an id of the user's own
    // client.
    const own_id = pick(idsOf(party.client.client_id), step, 'id');
    const body = { path: `v1/orders/${own_id}/`, purpose: 'audit' };
    return {
      ...console_only,
      method: 'POST',
      name: 'reveal',
      path: 'reveals/',
      body,
      isAllowed: (role, environment) =>
        mayDo(role, environment, 'cases', 'read') && mayDo(role, environment, 'disclosure', 'read'),
    };
  }
  const one = pick(listed, step, 'operation');
  const offered = OPERATIONS[one.operation.operationId ?? ''];
  return {
    name: one.operation.operationId ?? '',
    method: one.method,
    path: one.path.slice(1).replaceAll(/\{\w+\}/g, id),
    body: bodyOf(one, party),
    is_private: !CATALOGUES.test(one.path),
    isAllowed: (role, environment) =>
      offered !== 'none' && offered !== undefined && mayDo(role, environment, offered.area, offered.right),
  };
}

function bodyOf({ method, operation: { operationId } }: Listed, { word }: Party): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (operationId === 'createOrder') return newOrder(word);
  if (operationId === 'lookUpOrders') return { first_name: word, last_name: `${word}son`, ssn: '991919991' };
  if (operationId === 'createUser' || operationId === 'updateUser') return { first_name: word };
  // The test creates no keys, because an environment has at most two active keys.
  return operationId === 'createKey' ? { env_type: 'neither' } : {};
}
