// A random walk. There are two clients, and each client has one member for each role. These members call random
// endpoints of the console with ids of both clients. A member must not see any data of the other client, or any data
// that the role table does not allow.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '#domain/console/operations.ts';
import { mayDo, ROLES, type Role } from '#domain/console/roles.ts';
import { cursorOf } from '#domain/events/event-log.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { newMember, readStream, type TestMember } from '#test/console.ts';
import { bodyOfRow, isAllowed, methodOfRow, pathOfRow, SCOPED_ROUTES } from '#test/console-routes.ts';
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
/** Members that send no requests. Other members change the roles of these members, and remove these members. */
const spare_members: string[] = [];
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
    const { client_id } = client;
    for (let count = 0; count < 20; count++) {
      const { session } = await newMember(house, [{ client_id, environment: 'sandbox', role: 'reviewer' }]);
      spare_members.push(session.user.id);
      claim(client_id, session.user.id);
    }
    const party = { client, word, members };
    parties.push(party);
    await populate(party);
    // The oldest client is the operator's own client, so the second client must be created later than the first.
    house.clock.advance(1000);
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
    const { statusCode, body, headers } = await send(member, path, call);
    answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
    const named = `step ${step}: ${role} ${call.method} ${environment} ${call.name}: ${statusCode}`;
    const seen = `${body}${JSON.stringify(headers)}`;
    if (statusCode >= 500 || statusCode === 401) faults.push(`${named} is no answer for a member`);
    if (target === other && statusCode !== 404) faults.push(`${named} in the other client`);
    if (target === party && !call.isAllowed(role, environment) && statusCode !== 403)
      faults.push(`${named} is not allowed`);
    if (target === party && call.is_own && call.isAllowed(role, environment) && REFUSED.test(body))
      faults.push(`${named} is allowed`);
    if (seen.includes(other.word) || seen.includes(other.word.toLowerCase())) faults.push(`${named} shows a name`);
    if (statusCode < 300 && call.is_private && claim(party.client.client_id, seen).length > 0)
      faults.push(`${named} shows an id`);
  }
  expect(faults).toEqual([]);
  expect(answered.get(200)).toBeGreaterThan(CALLS / 20);
  expect(answered.get(403)).toBeGreaterThan(CALLS / 20);
  expect(answered.get(404)).toBeGreaterThan(CALLS / 20);
});

const REFUSED = /Your role does not allow this|Your role must allow it in both|Only the operator may change it/;

/** A stream is read until its first event. */
function send(member: TestMember, path: string, { method, body, file_type, is_stream }: NextCall) {
  if (is_stream === true) return readStream(house, member, `${path}?after=${cursorOf(0)}`, /event: event/);
  return member.call(method, path, body, file_type === undefined ? {} : { 'content-type': file_type });
}

type NextCall = {
  name: string;
  method: Listed['method'];
  path: string;
  body: unknown;
  /**
   * True if the ids in the response belong to the client. False for the catalogues, because their ids belong to no
   * client.
   */
  is_private: boolean;
  /** Whether the route is one of the console's own routes. */
  is_own: boolean;
  file_type?: string;
  is_stream?: true;
  isAllowed(role: Role, environment: Environment): boolean;
};

function nextCall(step: number, party: Party): NextCall {
  const id = () => pick([...owners.keys()], step, 'id');
  if (drawOf(step, 'kind') < 0.4) return ownCall(step, party);
  const one = pick(listed, step, 'operation');
  const offered = OPERATIONS[one.operation.operationId ?? ''];
  return {
    name: one.operation.operationId ?? '',
    method: one.method,
    path: one.path.slice(1).replaceAll(/\{\w+\}/g, id),
    body: bodyOf(one, party),
    is_private: !CATALOGUES.test(one.path),
    is_own: false,
    isAllowed: (role, environment) =>
      offered !== 'none' && offered !== undefined && mayDo(role, environment, offered.area, offered.right),
  };
}

/** Picks at random one of the console's own routes, which may read or write, and returns a call of this route. */
function ownCall(step: number, party: Party): NextCall {
  const [name, row] = pick(Object.entries(SCOPED_ROUTES), step, 'route');
  // Only members that send no requests are changed and removed, so that the others keep their roles.
  const ids = /^\w+ members\//.test(name) ? spare_members : [...owners.keys()];
  // The audit log shows the path in the body of a reveal exactly as it was sent. If a body contained an id of the other
  // client, the audit log would show this id, and the test would fail. So a body contains only ids and names of the
  // user's own client.
  const own_id = pick(idsOf(party.client.client_id), step, 'id');
  const values = { WORD: party.word, ID: own_id, EMAIL: `new-${step}@example.com` };
  const path = pathOfRow(name, row, () => pick(ids, step, 'id'));
  const found = pick([...parties.map(({ word }) => word), ...owners.keys()], step, 'word');
  return {
    name,
    method: methodOfRow(name),
    path: path.replace('q=WORD', `q=${found}`),
    body: bodyOfRow(row, values),
    is_private: true,
    is_own: true,
    ...(row.file_type === undefined ? {} : { file_type: row.file_type }),
    ...(row.is_stream === true ? { is_stream: true } : {}),
    isAllowed: (role, environment) => isAllowed(row, role, environment, party === parties[0]),
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
