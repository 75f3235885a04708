// Two instances of the service (`House`) use one database, as two processes of the service do. The instances share
// nothing but the database.
import { isDeepStrictEqual as equals } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connector } from '#connectors/contract.ts';
import type { FailureScope } from '#domain/connections/provider-health.ts';
import type { Scope } from '#domain/platform/scope.ts';
import type { House } from '#services/house.ts';
import { createUser, getStoredUser } from '#services/people/users.ts';
import { type Ctx, ctxOf } from '#services/platform/ctx.ts';
import { fileUrl } from '#services/platform/file-urls.ts';
import { openFiles } from '#services/reports/files.ts';
import { createPayrollReport, getPayrollReport, makePayrollReport } from '#services/reports/payroll-administration.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { findGate, takeProbe } from '#storage/connections/provider-gates.ts';
import { openDatabase, SYSTEM } from '#storage/platform/db.ts';
import { GATED_STATEMENT_ID, type GatedProvider, openGatedProvider } from '#test/gated-provider.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { fireDueTimers } from '#test/timers.ts';
import { deleteLink, getLink, secretsOf } from './links.ts';
import { receiveNotice } from './provider-notices.ts';
import { runTask } from './task-run.ts';
import { createTask, getTask } from './tasks.ts';

const connectors = new Map<string, Connector>();
let house: TestHouse;
let houses: readonly House[];
let gated: GatedProvider;
let other: GatedProvider;
let closeSecond: () => Promise<void>;
let users = 0;
let acme: Scope;
let birch: Scope;

beforeAll(async () => {
  gated = await openGatedProvider('gated');
  other = await openGatedProvider('other');
  for (const { connector } of [gated, other]) connectors.set(connector.manifest.id, connector);
  house = await openTestHouse({ connectors });
  const database = openDatabase({
    ...house.database,
    connections_max: 10,
    timeout_ms: 60_000,
    onError: () => undefined,
  });
  closeSecond = () => database.close();
  houses = [house, { ...house, database }];
  [acme, birch] = [await scopeOf('Acme Lending'), await scopeOf('Birch Lending')];
});
afterAll(async () => {
  await closeSecond();
  await house.close();
  for (const provider of [gated, other]) provider.close();
});
beforeEach(async () => {
  for (const { state } of [gated, other]) Object.assign(state, { answer: { status: 200 }, requests: 0, holds: false });
  await house.database.scoped(SYSTEM).query('delete from provider_gates');
  // The health of a provider is computed from recent tasks only. After a day, the tasks of earlier tests no longer
  // affect it.
  house.clock.advance(86_400_000);
});

async function scopeOf(name: string): Promise<Scope> {
  const { client_id } = await newClient(house, name);
  return { client_id, environment: 'prod' };
}

type Own = Scope & { task_id: string };

async function newTask(
  scope: Scope,
  provider_id = 'gated',
  is_unattended = true,
  product: 'employment' | 'admin' = 'employment',
): Promise<Own> {
  const ctx = await ctxOf(house, scope);
  const { id: user_id } = await createUser(ctx, { external_user_id: `user-${++users}` });
  const key = await ctx.vault.unwrap(ctx.scope, user_id, await getStoredUser(ctx, user_id));
  const task_id = await createTask(ctx, key, {
    link_id: ctx.newId(),
    is_known_link: false,
    user_id,
    order_id: null,
    bridge_token_id: null,
    product_type: product,
    allowed_products: [product],
    data_source: 'payroll',
    provider_id,
    company_mapping: null,
    template_id: null,
    use_case: null,
    tracking_info: null,
    is_refresh: false,
    is_suspicious: false,
    history_months: 12,
    credentials: { username: 'ada', password: 'pass' },
    code: null,
    is_unattended,
    deposit: null,
  });
  return { ...scope, task_id };
}

const newTasks = (count: number): Promise<Own[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => newTask(at % 2 === 0 ? acme : birch)));

const run = async (task: Own, by = houses[0] ?? house): Promise<void> => runTask(await ctxOf(by, task), task.task_id);

/** Starts all tasks at once, and assigns them alternately to the two instances of the service. */
const runAll = (tasks: readonly Own[]): Promise<unknown> =>
  Promise.all(tasks.map((task, at) => run(task, houses[at % houses.length])));

async function later(seconds: number): Promise<void> {
  house.clock.advance(seconds * 1000);
  while ((await fireDueTimers(house, TIMER_HANDLERS)) > 0);
}

async function statusesOf(tasks: readonly Own[]): Promise<string[]> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ status: string }>('select distinct status from tasks where id = any($1) order by 1', [
      tasks.map(({ task_id }) => task_id),
    ]);
  return rows.map(({ status }) => status);
}

/** Makes the provider fail until it is down. */
async function bringDown(scope?: FailureScope): Promise<void> {
  gated.state.answer = { status: 503, ...(scope && { scope }) };
  for (const task of await newTasks(3)) await run(task);
  gated.state.requests = 0;
}

describe('a provider that answers 429 to everything', () => {
  test('all processes and clients together send only one request until the wait that the provider asked for is over; after ten minutes, the tasks end in `unavailable`', async () => {
    gated.state.answer = { status: 429, seconds: 120 };
    const tasks = await newTasks(20);
    const [first] = tasks;
    if (first !== undefined) await run(first);
    await runAll(tasks);
    expect(gated.state.requests).toBe(1);
    await later(119);
    await runAll(tasks);
    expect(gated.state.requests).toBe(1);
    await later(1);
    await runAll(tasks);
    expect(gated.state.requests).toBe(2);
    expect(await statusesOf(tasks)).toEqual(['login']);
    for (let minutes = 0; minutes < 10; minutes++) {
      await later(60);
      await runAll(tasks);
    }
    expect(await statusesOf(tasks)).toEqual(['unavailable']);
    expect(gated.state.requests).toBeLessThanOrEqual(6);
  });

  test('no further request is sent during the wait that the provider asked for, even if the wait is longer than a task may wait', async () => {
    gated.state.answer = { status: 429, seconds: 3_600 };
    const tasks = await newTasks(5);
    for (const task of tasks) await run(task);
    expect(gated.state.requests).toBe(1);
  });
});

describe('a provider that is down', () => {
  test('all waiting tasks together send one request a minute to the provider; when it works again, the tasks that still wait end with `done`', async () => {
    await bringDown();
    const tasks = await newTasks(10);
    await runAll(tasks);
    expect([gated.state.requests, await statusesOf(tasks)]).toEqual([0, ['login']]);
    await later(60);
    await runAll(tasks);
    expect([gated.state.requests, await statusesOf(tasks)]).toEqual([1, ['login', 'unavailable']]);

    Object.assign(gated.state, { answer: { status: 200 }, holds: true });
    await later(60);
    const running = runAll(tasks);
    await until(async () => gated.held() === 1);
    expect(gated.state.requests).toBe(2);
    gated.release();
    await running;
    for (let looks = 0; looks < 3; looks++) {
      await later(60);
      await runAll(tasks);
    }
    expect(await statusesOf(tasks)).toEqual(['done', 'unavailable']);
    expect(await findGate(house.database.scoped(SYSTEM), 'gated')).toBeUndefined();
  });

  test('while a provider is down, tasks of other providers still run, and so does the login of a person at this provider', async () => {
    await bringDown();
    const elsewhere = await newTask(acme, 'other');
    await run(elsewhere);
    expect(await statusesOf([elsewhere])).toEqual(['done']);
    const person = await newTask(acme, 'gated', false);
    await run(person);
    expect([gated.state.requests, await statusesOf([person])]).toEqual([1, ['unavailable']]);
  });

  test('new tasks still call a failing provider if all its failures concern one institution or one link', async () => {
    for (const scope of ['institution', 'link'] as const) await bringDown(scope);
    const task = await newTask(acme);
    await run(task);
    expect(gated.state.requests).toBe(1);
  });

  test('if the process that sent a probe (test request) was killed, another task sends the next probe', async () => {
    await bringDown();
    await later(60);
    const db = house.database.scoped(SYSTEM);
    const now = house.clock.now();
    const probe = { task_id: 'killed', now, until: new Date(now.getTime() + 180_000) };
    expect(await takeProbe(db, 'gated', probe)).toBe(true);
    const task = await newTask(acme);
    gated.state.answer = { status: 200 };
    await run(task);
    expect(gated.state.requests).toBe(0);
    await later(180);
    await run(task);
    expect(await statusesOf([task])).toEqual(['done']);
  });

  test('after a probe (test request) has failed, other tasks send no request to the provider', async () => {
    await bringDown();
    await later(60);
    const [first, second] = [await newTask(acme), await newTask(acme)];
    await run(first);
    await run(second);
    expect([gated.state.requests, await statusesOf([second])]).toEqual([1, ['login']]);
  });
});

test('a task that ends without a call to the provider does not count towards the provider’s health', async () => {
  await bringDown();
  const task = await newTask(acme);
  await house.database
    .scoped(SYSTEM)
    .query(`update provider_gates set closed_until = $1`, [new Date(house.clock.now().getTime() + 3_600_000)]);
  await run(task);
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query('select status, failure_scope from tasks where id = $1', [task.task_id]);
  expect(rows).toEqual([{ status: 'unavailable', failure_scope: 'link' }]);
});

describe('a call outside of a task', () => {
  type Outside = { ctx: Ctx; link_id: string; report(): Promise<string>; statusOf(id: string): Promise<string> };
  async function connected(): Promise<Outside> {
    gated.state.answer = { status: 200 };
    const task = await newTask(acme, 'gated', true, 'admin');
    await run(task);
    const ctx = await ctxOf(house, acme);
    const { link_id } = await getTask(ctx, task.task_id);
    const { access_token } = await secretsOf(ctx, await getLink(ctx, link_id));
    gated.state.requests = 0;
    // The clock is moved, so that tasks that fail later in a test are newer than the task that has just run.
    house.clock.advance(1_000);
    return {
      ctx,
      link_id,
      report: () => createPayrollReport(ctx, { access_token, start_date: '2026-01-01', end_date: '2026-01-31' }),
      statusOf: async (id) => (await getPayrollReport(ctx, id)).status,
    };
  }
  const openStatement = (link_id: string): Promise<Buffer> => {
    const url = new URL(fileUrl(house, link_id, `bank-statement-${GATED_STATEMENT_ID}.pdf`));
    const [id = '', name = ''] = url.pathname.split('/').slice(-2);
    const { expires = '', signature = '' } = Object.fromEntries(url.searchParams);
    return openFiles(house).open({ id, name, expires, signature });
  };
  const receive = (): Promise<void> =>
    receiveNotice(house, 'gated', '192.0.2.1', { headers: {}, body: Buffer.from('') });

  test('no call is sent while the provider must not be called: payroll reports wait; opening a file or receiving a notice fails', async () => {
    const { ctx, link_id, report, statusOf } = await connected();
    gated.state.answer = { status: 429, seconds: 120 };
    const [first, second] = [await report(), await report()];
    await makePayrollReport(ctx, first);
    expect(gated.state.requests).toBe(1);
    await makePayrollReport(ctx, second);
    await expect(openStatement(link_id)).rejects.toMatchObject({ code: 'bad_gateway' });
    await expect(receive()).rejects.toMatchObject({ code: 'unavailable' });
    expect([gated.state.requests, await statusOf(first), await statusOf(second)]).toEqual([1, 'new', 'new']);

    gated.state.answer = { status: 200 };
    await later(120);
    await makePayrollReport(ctx, first);
    expect([gated.state.requests, await statusOf(first)]).toEqual([2, 'done']);
    await makePayrollReport(ctx, second);
    expect((await openStatement(link_id)).toString()).toBe('%PDF-');
    await receive();
    expect([gated.state.requests, await statusOf(second)]).toEqual([5, 'done']);
  });

  test('if a call outside of a task is the probe (test request) and fails, the tasks keep waiting', async () => {
    const { link_id } = await connected();
    await bringDown();
    await later(60);
    await expect(openStatement(link_id)).rejects.toMatchObject({ code: 'bad_gateway' });
    const task = await newTask(acme);
    await run(task);
    expect([gated.state.requests, await statusesOf([task])]).toEqual([1, ['login']]);
  });

  test('a call that revokes a deleted link is sent even to a provider that is down, because the call cannot be repeated', async () => {
    const { ctx, link_id } = await connected();
    await bringDown();
    const info = vi.spyOn(ctx.log, 'info');
    await deleteLink(ctx, link_id);
    // The log line is written after the call has ended. We wait for it, so that the call cannot close the gate of the
    // next test.
    const refused = { link_id, provider_id: 'gated' };
    await until(() => info.mock.calls.some(([fields]) => equals(fields, refused)));
    info.mockRestore();
    expect(gated.state.requests).toBe(1);
  });

  test('if the provider is busy for more than ten minutes, a payroll report ends in `error`', async () => {
    const { ctx, report, statusOf } = await connected();
    gated.state.answer = { status: 429, seconds: 300 };
    const id = await report();
    for (const expected of ['new', 'new', 'error']) {
      await makePayrollReport(ctx, id);
      expect(await statusOf(id)).toBe(expected);
      await later(300);
    }
  });
});

describe('a person who is logging in at a busy provider', () => {
  const start = async (seconds: number): Promise<Own> => {
    gated.state.answer = { status: 429, seconds };
    const task = await newTask(acme, 'gated', false);
    await run(task);
    return task;
  };

  test('the login waits if the provider asks for a short wait', async () => {
    const task = await start(20);
    expect(await statusesOf([task])).toEqual(['login']);
    gated.state.answer = { status: 200 };
    await later(20);
    await run(task);
    await later(60);
    await run(task);
    expect(await statusesOf([task])).toEqual(['done']);
  });

  test('if the provider asks for a long wait, the login fails with a message that says when to try again', async () => {
    const { task_id } = await start(240);
    const { rows } = await house.database
      .scoped(SYSTEM)
      .query('select status, error_message from tasks where id = $1', [task_id]);
    expect(rows).toEqual([{ status: 'unavailable', error_message: 'Gated is busy. Please try again in 4 minutes.' }]);
  });
});
