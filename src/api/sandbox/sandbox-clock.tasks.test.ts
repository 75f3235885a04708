// Tests clock advances while tasks run. An advance may perform a step that a request or worker is already performing.
// In that case the step does not fail, and nothing happens twice.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Connector } from '#connectors/contract.ts';
import { runTask } from '#services/connections/task-run.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { connectInSandbox } from '#services/sandbox/sandbox-links.ts';
import type { Database } from '#storage/platform/db.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { connect, eventsOf, newUser, wordsOf } from '#test/tasks.ts';

let house: TestHouse;
let client: TestClient;
let payroll: Connector;
beforeAll(async () => {
  // No worker runs, so the test decides whether the request or the clock advance performs a step.
  house = await openTestHouse();
  payroll = connectorOf('vouch_payroll');
});
beforeEach(async () => {
  client = await newClient(house);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => house.close());

function connectorOf(id: string): Connector {
  const connector = house.connectors.get(id);
  if (connector === undefined) throw new Error('an unknown provider');
  return connector;
}

const scopeOf = ({ client_id }: TestClient) => ({ client_id, environment: 'sandbox' }) as const;

async function advance(seconds: number, headers: Record<string, string> = {}): Promise<void> {
  const response = await client.sandbox('POST', '/v1/sandbox/clock/advance/', { seconds }, headers);
  expect(response.statusCode, response.body).toBe(200);
}

const statusesOf = async (task_id: string): Promise<string[]> =>
  wordsOf(await eventsOf(house, { task_id })).filter((word) => !word.includes('-'));

const ONCE_EACH = ['new', 'login', 'parse', 'full_parse', 'done'];

/**
 * A gate at which calls of `pass` wait. `reached` resolves when the first call waits; `open` lets all calls continue.
 */
function newGate() {
  let reach: () => void = () => undefined;
  let open: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    reached,
    open: () => open(),
    async pass(): Promise<void> {
      reach();
      await opened;
    },
  };
}

test('201: if a clock advance has already performed the login step of a sandbox login’s task, the sandbox login returns the task’s current state', async () => {
  const user_id = await newUser(client.sandbox, 'overtaken');
  const gate = newGate();
  const { login } = payroll;
  vi.spyOn(payroll, 'login').mockImplementationOnce(async (request, io) => {
    await gate.pass();
    return login(request, io);
  });
  const [connected] = await Promise.all([
    connect(client.sandbox, user_id),
    gate.reached.then(() => advance(60)).finally(gate.open),
  ]);
  expect(connected.public_token).toEqual(expect.any(String));
  expect(await statusesOf(connected.task_id)).toEqual(ONCE_EACH);
  const exchanged = await client.sandbox('POST', '/v1/link-access-tokens/', { public_token: connected.public_token });
  expect(exchanged.json()).toMatchObject({ link_id: connected.link_id });
});

test('if a clock advance ends the task of a sandbox login, the login returns no public token', async () => {
  const user_id = await newUser(client.sandbox, 'ended');
  const ctx = ctxFor(house, scopeOf(client), 0);
  const gate = newGate();
  // A database that delays the insert of the bank's grant, so that the clock is advanced while the person is on the
  // bank's page.
  const database: Database = {
    ...house.database,
    scoped(scope) {
      const db = house.database.scoped(scope);
      return {
        ...db,
        async query(sql, values) {
          if (/insert into sandbox_bank_grants/.test(sql)) await gate.pass();
          return db.query(sql, values);
        },
      };
    },
  };
  const [connected] = await Promise.all([
    connectInSandbox(
      { ...ctx, database },
      {
        user_id,
        provider_id: 'vouch_bank_oauth',
        username: 'goodlogin',
        password: 'goodpassword',
        product_type: 'transactions',
      },
    ),
    gate.reached.then(() => advance(3_600)).finally(gate.open),
  ]);
  expect(connected.public_token).toBeNull();
  expect(await statusesOf(connected.task_id)).toEqual(['new', 'login', 'unavailable']);
});

test('200: if workers finish half of the tasks while a request with an Idempotency-Key advances the clock, each step of each task still happens only once', async () => {
  const tasks: string[] = [];
  for (let at = 0; at < 8; at++) {
    const { task_id } = await connect(client.sandbox, await newUser(client.sandbox, `person ${at}`));
    tasks.push(task_id);
  }
  const { first, rest } = payroll.fetch;
  const workers = {
    ...ctxFor(house, scopeOf(client), 0),
    connectors: new Map([[payroll.manifest.id, { ...payroll, fetch: { first, rest } }]]),
  };
  const overtaken = tasks.filter((_, at) => at % 2 === 0);
  let ahead: Promise<unknown> | undefined;
  // Workers finish half of the tasks before the clock advance fetches any data.
  vi.spyOn(payroll.fetch, 'first').mockImplementation(async (...call) => {
    ahead ??= Promise.all(overtaken.map((id) => runTask(workers, id)));
    await ahead;
    return first(...call);
  });
  await advance(60, { 'idempotency-key': 'once' });
  expect(ahead).toBeDefined();
  expect(await Promise.all(tasks.map(statusesOf))).toEqual(tasks.map(() => ONCE_EACH));
});
