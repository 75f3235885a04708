import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, type TestClient, type TestHouse } from '#test/house.ts';
import { advance, connect, eventsOf, finishTasks, newUser, openWorkingHouse, statusOf, wordsOf } from '#test/tasks.ts';
import { fireDueTimers } from '#test/timers.ts';
import { runTask } from './task-run.ts';

let house: TestHouse;
let client: TestClient;
beforeAll(async () => {
  house = await openWorkingHouse();
  client = await newClient(house);
});
afterAll(() => house.close());

const DEPOSIT = { account_number: '400100219999', routing_number: '991000012', account_type: 'checking' };

/** Connects, runs the task until it ends or waits, and returns its status and events. */
async function runToEnd(more: object, call = client.sandbox) {
  const connected = await connect(call, await newUser(call, newId()), more);
  await finishTasks(house);
  const { task_id } = connected;
  return { ...connected, ...(await statusOf(call, task_id)), words: wordsOf(await eventsOf(house, { task_id })) };
}

describe('a successful connection', () => {
  test('a task announces every status once, in the documented order', async () => {
    const { task_id, link_id } = await runToEnd({});
    const events = await eventsOf(house, { link_id });
    expect(wordsOf(events)).toEqual([
      'new',
      'login',
      'link-connected',
      'parse',
      'profile-created',
      'employment-created',
      'bank-accounts-created',
      'full_parse',
      'statements-created',
      'done',
    ]);
    expect(events.findLast(({ event_type }) => event_type === 'task-status-updated')).toMatchObject({
      task_id,
      link_id,
      product: 'income',
      data_source: 'payroll',
      status: 'done',
      order_id: null,
      error_message: null,
    });
  });

  test('a connection of an hourly worker emits the event `shifts-created`', async () => {
    expect((await runToEnd({ username: 'hourly.part-time' })).words).toContain('shifts-created');
  });

  test('a task at a bank, an insurer, a tax portal or a payroll provider ends in the status `done`', async () => {
    const others = [
      { provider_id: 'vouch_bank', product_type: 'assets' },
      { provider_id: 'vouch_bank_oauth', product_type: 'transactions' },
      { provider_id: 'vouch_insurance', product_type: 'insurance' },
      { provider_id: 'vouch_tax', product_type: 'income' },
      { provider_id: 'vouch_payroll', product_type: 'admin' },
    ];
    for (const other of others) expect(await runToEnd(other), JSON.stringify(other)).toMatchObject({ status: 'done' });
  });
});

describe('logins that fail or find no data', () => {
  test.each([
    'login_error',
    'config_error',
    'account_locked',
    'unavailable',
    'unable_to_reset',
    'not_supported',
    'error',
  ])(
    'the login `error.user` with the password %s fails with the status of the same name, and gets no public token',
    async (password) => {
      const result = await runToEnd({ username: 'error.user', password });
      expect(result).toMatchObject({ status: password, public_token: null, words: ['new', 'login', password] });
      expect(result.error_message).toMatch(/\w/);
      expect((await client.sandbox('GET', `/v1/links/${result.link_id}/`)).statusCode).toBe(404);
    },
  );

  test('the login `error.user` with the password `no_data` connects, and its task ends in the status no_data', async () => {
    const result = await runToEnd({ username: 'error.user', password: 'no_data' });
    expect(result.words).toEqual(['new', 'login', 'parse', 'no_data']);
    expect(result.public_token).toMatch(/^[0-9a-f]{32}$/);
  });

  test('an unknown username or a wrong password ends in login_error', async () => {
    expect(await runToEnd({ username: 'somebody' })).toMatchObject({ status: 'login_error', public_token: null });
    expect(await runToEnd({ password: 'wrong' })).toMatchObject({ status: 'login_error', public_token: null });
  });
});

test.each([
  ['vouch_insurance', 'income'],
  ['vouch_payroll', 'assets'],
  ['vouch_bank', 'insurance'],
  ['vouch_tax', 'employment'],
])(
  'the provider %s does not offer the product %s, so the task ends in not_supported without logging in',
  async (provider_id, product_type) => {
    const { public_token, words, error_message } = await runToEnd({ provider_id, product_type });
    expect(public_token).toBeNull();
    expect(words).toEqual(['new', 'login', 'not_supported']);
    expect(error_message).toBe('This provider does not support the requested product.');
  },
);

describe('the second factor', () => {
  test('a task with the correct code ends in the status `done`', async () => {
    const result = await runToEnd({ password: 'mfa', mfa_code: '12345' });
    expect(result.words.slice(0, 4)).toEqual(['new', 'login', 'mfa', 'parse']);
    expect(result.status).toBe('done');
  });

  test.each([
    ['the wrong code', { mfa_code: '54321' }],
    ['no code', {}],
  ])('a login with a second factor fails with mfa_error if the applicant gives %s', async (_what, more) => {
    const result = await runToEnd({ password: 'mfa', ...more });
    expect(result).toMatchObject({ public_token: null, words: ['new', 'login', 'mfa', 'mfa_error'] });
  });

  test('an OAuth bank asks for the code after it redirects back to us', async () => {
    const bank = { provider_id: 'vouch_bank_oauth', product_type: 'assets', password: 'mfa' };
    expect(await runToEnd({ ...bank, mfa_code: '12345' })).toMatchObject({ status: 'done' });
    expect(await runToEnd({ ...bank, mfa_code: '54321' })).toMatchObject({ status: 'mfa_error' });
    expect(await runToEnd(bank)).toMatchObject({ status: 'mfa_error' });
  });

  test('a login that rejects every code ends in mfa_error', async () => {
    expect(await runToEnd({ username: 'error.user', password: 'mfa_error', mfa_code: '12345' })).toMatchObject({
      status: 'mfa_error',
    });
  });
});

test('a task with the password `longcheck` stays in the status `parse` for one minute on the sandbox clock, then has the status `done`', async () => {
  const own = await newClient(house);
  const result = await runToEnd({ password: 'longcheck' }, own.sandbox);
  expect(result).toMatchObject({ status: 'parse' });
  expect(result.public_token).toMatch(/^[0-9a-f]{32}$/);
  await advance(house, own.sandbox, 59);
  expect(await statusOf(own.sandbox, result.task_id)).toMatchObject({ status: 'parse' });
  await advance(house, own.sandbox, 1);
  expect(await statusOf(own.sandbox, result.task_id)).toMatchObject({ status: 'done' });
});

test('moving the sandbox clock by an hour in one step does not make a running task time out', async () => {
  const own = await newClient(house);
  const result = await runToEnd({ password: 'longcheck' }, own.sandbox);
  await advance(house, own.sandbox, 3_600);
  expect(await statusOf(own.sandbox, result.task_id)).toMatchObject({ status: 'done' });
});

describe('a task abandoned by its worker', () => {
  /**
   * Creates the state that remains if a process is killed between two steps: the task does not wait, and it has no job
   * and no `task_due` timer.
   */
  async function left(): Promise<string> {
    const { task_id } = await connect(client.sandbox, await newUser(client.sandbox, newId()), {
      password: 'longcheck',
    });
    await finishTasks(house);
    const system = house.database.scoped(SYSTEM);
    await system.query(`delete from timers where kind = 'task_due' and subject_id = $1`, [task_id]);
    await system.query('update tasks set waits_for = null where id = $1', [task_id]);
    expect(await statusOf(client.sandbox, task_id)).toMatchObject({ status: 'parse' });
    return task_id;
  }

  test('an abandoned task is resumed within a minute', async () => {
    const task_id = await left();
    house.clock.advance(59_000);
    expect(await fireDueTimers(house, TIMER_HANDLERS)).toBe(0);
    house.clock.advance(1_000);
    await fireDueTimers(house, TIMER_HANDLERS);
    await finishTasks(house);
    expect(await statusOf(client.sandbox, task_id)).toMatchObject({ status: 'done' });
  });

  test('an abandoned task is run as far as possible before the sandbox clock moves', async () => {
    const task_id = await left();
    await advance(house, client.sandbox, 1);
    const { rows } = await house.database.scoped(SYSTEM).query('select waits_for from tasks where id = $1', [task_id]);
    expect(rows).toEqual([{ waits_for: 'time' }]);
  });
});

describe('switching deposits', () => {
  test('the link’s data is fetched first if the link has no data', async () => {
    const { words } = await runToEnd({ product_type: 'deposit_switch', account: DEPOSIT });
    expect(words.filter((word) => !word.includes('-'))).toEqual([
      'new',
      'login',
      'parse',
      'full_parse',
      'switch_deposit',
      'done',
    ]);
  });

  test('the deposit is switched right after the login if the link has data', async () => {
    const user = await newUser(client.sandbox, newId());
    await connect(client.sandbox, user);
    await finishTasks(house);
    const { task_id } = await connect(client.sandbox, user, { product_type: 'pll', account: DEPOSIT });
    await finishTasks(house);
    expect(wordsOf(await eventsOf(house, { task_id }))).toEqual(['new', 'login', 'switch_deposit', 'done']);
  });

  test('a deposit switch ends in not_supported for the login no.dds, and in config_error for the login already.allocated', async () => {
    const more = { product_type: 'deposit_switch', account: DEPOSIT };
    expect(await runToEnd({ username: 'no.dds', ...more })).toMatchObject({ status: 'not_supported' });
    const result = await runToEnd({ username: 'already.allocated', ...more });
    expect(result.status).toBe('config_error');
    expect(result.error_message).toContain('100');
  });
});

test('several workers that run the same task write each step once', async () => {
  const own = await newClient(house);
  const { task_id } = await runToEnd({ password: 'longcheck' }, own.sandbox);
  const scope = { client_id: own.client_id, environment: 'sandbox' } as const;
  await house.database.scoped(scope).query('update tasks set waits_for = null where id = $1', [task_id]);
  // The clock of this context is an hour ahead, so that every worker finds that the provider has prepared the data.
  const ctx = ctxFor(house, scope, 3_600);
  await Promise.all(Array.from({ length: 8 }, () => runTask(ctx, task_id)));
  const words = wordsOf(await eventsOf(house, { task_id }));
  expect(words.filter((word) => !word.includes('-'))).toEqual(['new', 'login', 'parse', 'full_parse', 'done']);
  expect(new Set(words).size).toBe(words.length);
});

describe('is_suspicious', () => {
  test('is_suspicious is set when the SSN at the provider differs from the user’s SSN', async () => {
    const user = await newUser(client.sandbox, newId(), { ssn: '123-45-6789' });
    const { task_id, link_id } = await connect(client.sandbox, user);
    await finishTasks(house);
    expect((await client.sandbox('GET', `/v1/tasks/${task_id}/`)).json()).toMatchObject({
      status: 'done',
      is_suspicious: true,
    });
    expect((await client.sandbox('GET', `/v1/links/${link_id}/`)).json().is_suspicious).toBe(true);
  });

  test('is_suspicious is not set if the user’s SSN equals the SSN at the provider, or if only four digits of the user’s SSN are known', async () => {
    for (const ssn of ['991-91-9991', '6789']) {
      const { task_id } = await connect(client.sandbox, await newUser(client.sandbox, newId(), { ssn }));
      await finishTasks(house);
      expect((await client.sandbox('GET', `/v1/tasks/${task_id}/`)).json().is_suspicious).toBe(false);
    }
  });

  test.each([
    ['no SSN', {}, false],
    ['the SSN of the insured person', { ssn: '991-91-9991' }, false],
    ['another SSN', { ssn: '123-45-6789' }, true],
  ])(
    'is_suspicious of an insurance link depends only on the SSN, because the insurer issues no documents: %s',
    async (_, person, flag) => {
      const user = await newUser(client.sandbox, newId(), person);
      const { link_id } = await connect(client.sandbox, user, {
        provider_id: 'vouch_insurance',
        product_type: 'insurance',
      });
      await finishTasks(house);
      expect((await client.sandbox('GET', `/v1/links/${link_id}/`)).json().is_suspicious).toBe(flag);
    },
  );
});
