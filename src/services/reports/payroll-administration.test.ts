import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#base/ids.ts';
import { type Connector, ProviderFailure } from '#connectors/contract.ts';
import type { Scope } from '#domain/platform/scope.ts';
import { getLink, secretsOf } from '#services/connections/links.ts';
import { runTask } from '#services/connections/task-run.ts';
import { createTask, getTask } from '#services/connections/tasks.ts';
import { type Ctx, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import { TIMER_HANDLERS } from '#services/timer-handlers.ts';
import { findUser } from '#storage/people/users.ts';
import { newClient, openTestHouse, type TestClient, type TestHouse } from '#test/house.ts';
import { newUser } from '#test/tasks.ts';
import { fireDueTimers } from '#test/timers.ts';
import { createPayrollReport, getPayrollReport, makePayrollReport } from './payroll-administration.ts';

const JANUARY = { start_date: '2026-01-01', end_date: '2026-01-31' };

let house: TestHouse;
let client: TestClient;
let prod: Ctx;
const enqueued: { name: string; payload: unknown }[] = [];
/** How the provider responds to a payroll request; `undefined` for the sandbox's own response. */
let fetchPayroll: Connector['fetchPayroll'];
beforeAll(async () => {
  house = await openTestHouse();
  client = await newClient(house);
  const scope: Scope = { client_id: client.client_id, environment: 'prod' };
  prod = {
    ...(await ctxOf(house, scope)),
    connectors: withPayroll(house.connectors),
    queue: {
      async enqueue(_tx, _owner, name, payload) {
        enqueued.push({ name, payload });
      },
    },
  };
});
afterAll(() => house.close());

/** Returns the sandbox's payroll provider, changed so that a test can replace `fetchPayroll`. */
function withPayroll(connectors: ReadonlyMap<string, Connector>): ReadonlyMap<string, Connector> {
  const payroll = connectors.get('vouch_payroll');
  if (payroll === undefined) throw new Error('the sandbox has no payroll provider');
  const asked: NonNullable<Connector['fetchPayroll']> = async (account, range, io) =>
    (fetchPayroll ?? payroll.fetchPayroll)?.(account, range, io) ?? [];
  return new Map([['vouch_payroll', { ...payroll, fetchPayroll: asked }]]);
}

/** A link in prod with its access token. The test creates and runs the task itself, because prod has no sandbox API. */
async function adminToken(): Promise<{ link_id: string; access_token: string }> {
  const user_id = await newUser(client.prod, newId());
  const user = await findUser(prod.db, prod.scope, user_id);
  if (user === undefined) throw new Error('the user is not there');
  const key = await prod.vault.unwrap(prod.scope, user_id, user);
  const task_id = await inTransaction(prod, (ctx) =>
    createTask(ctx, key, {
      link_id: newId(),
      is_known_link: false,
      user_id,
      order_id: null,
      bridge_token_id: null,
      product_type: 'admin',
      allowed_products: ['admin'],
      data_source: 'payroll',
      provider_id: 'vouch_payroll',
      company_mapping: null,
      template_id: null,
      use_case: null,
      tracking_info: null,
      is_refresh: false,
      is_suspicious: false,
      history_months: 12,
      credentials: { username: 'goodlogin', password: 'goodpassword' },
      code: null,
      is_unattended: true,
      deposit: null,
    }),
  );
  await runTask(prod, task_id);
  const { link_id } = await getTask(prod, task_id);
  const { access_token } = await secretsOf(prod, await getLink(prod, link_id));
  return { link_id, access_token };
}

const asked = async () => createPayrollReport(prod, { ...(await adminToken()), ...JANUARY });

describe('a payroll report in prod', () => {
  test('the report has status `new` and no entries until the job has run, and then has status `done`; a second run changes nothing', async () => {
    fetchPayroll = undefined;
    const id = await asked();
    expect(await getPayrollReport(prod, id)).toMatchObject({ status: 'new', completed_at: null, payroll_report: [] });
    expect(enqueued).toContainEqual({ name: 'make_payroll_report', payload: { report_id: id } });
    await makePayrollReport(prod, id);
    const made = await getPayrollReport(prod, id);
    expect(made.status).toBe('done');
    expect(made.payroll_report.length).toBeGreaterThan(0);
    fetchPayroll = async () => [];
    await makePayrollReport(prod, id);
    expect(await getPayrollReport(prod, id)).toEqual(made);
  });

  test('the report is `done` and empty for a date range without payments', async () => {
    fetchPayroll = async () => [];
    const id = await asked();
    await makePayrollReport(prod, id);
    expect(await getPayrollReport(prod, id)).toMatchObject({ status: 'done', payroll_report: [] });
  });

  test('the report ends in `error`, with a completion time and without entries, when the provider fails', async () => {
    fetchPayroll = async () => {
      throw new ProviderFailure('unavailable', 'Down for the night.');
    };
    const id = await asked();
    await makePayrollReport(prod, id);
    expect(await getPayrollReport(prod, id)).toMatchObject({
      status: 'error',
      completed_at: expect.any(String),
      payroll_report: [],
    });
  });

  test('the report ends in `error` after half an hour without a result, and a later result does not change it', async () => {
    fetchPayroll = undefined;
    const id = await asked();
    house.clock.advance(29 * 60_000);
    await fireDueTimers(prod, TIMER_HANDLERS);
    expect(await getPayrollReport(prod, id)).toMatchObject({ status: 'new' });
    house.clock.advance(60_000);
    await fireDueTimers(prod, TIMER_HANDLERS);
    expect(await getPayrollReport(prod, id)).toMatchObject({ status: 'error' });
    await makePayrollReport(prod, id);
    expect(await getPayrollReport(prod, id)).toMatchObject({ status: 'error', payroll_report: [] });
  });

  test('the report does not exist after its link was deleted, even if its job runs later', async () => {
    fetchPayroll = undefined;
    const { link_id, access_token } = await adminToken();
    const id = await createPayrollReport(prod, { access_token, ...JANUARY });
    await client.prod('DELETE', `/v1/links/${link_id}/`);
    await makePayrollReport(prod, id);
    await expect(getPayrollReport(prod, id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
