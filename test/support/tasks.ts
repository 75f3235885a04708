// Support for tests with tasks: starts a worker on the queue of the test's service, and connects users through POST
// /v1/sandbox/links/.
import { expect } from 'vitest';
import { jobCtxFor } from '#services/platform/jobs.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { handlers } from '#worker/jobs.ts';
import { type Call, openTestHouse, type TestHouse } from './house.ts';
import { until } from './jobs.ts';

/** Opens the service for a test (`TestHouse`) and starts a worker. */
export async function openWorkingHouse(options: Parameters<typeof openTestHouse>[0] = {}): Promise<TestHouse> {
  const house = await openTestHouse(options);
  await startWorkerIn(house);
  return house;
}

export const startWorkerIn = (house: TestHouse): Promise<void> =>
  house.queue.work(handlers, (job) => jobCtxFor(house, job), { concurrency_max: 10, per_owner_max: 10 });

/** Waits until every task has ended or is waiting for user input or for a timer. */
export async function finishTasks(house: TestHouse): Promise<void> {
  const db = house.database.scoped(SYSTEM);
  await until(async () => {
    const { rowCount } = await db.query('select 1 from tasks where finished_at is null and waits_for is null limit 1');
    return rowCount === 0;
  });
}

export async function newUser(call: Call, external_user_id: string, more: object = {}): Promise<string> {
  const response = await call('POST', '/v1/users/', { external_user_id, ...more });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}

export type Connected = { public_token: string; task_id: string; link_id: string };

/**
 * Calls `POST /v1/sandbox/links/` and returns the response body. The login is a valid payroll login, unless `more`
 * overrides it.
 */
export async function connect(call: Call, user_id: string, more: object = {}): Promise<Connected> {
  const response = await call('POST', '/v1/sandbox/links/', {
    user_id,
    provider_id: 'vouch_payroll',
    username: 'goodlogin',
    password: 'goodpassword',
    product_type: 'income',
    ...more,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

export type Payload = Record<string, unknown> & { event_type: string };

/** The payloads of all events so far that match the filter, oldest first. */
export async function eventsOf(
  house: TestHouse,
  filter: { task_id?: string; link_id?: string } = {},
): Promise<Payload[]> {
  const { rows } = await house.database
    .scoped(SYSTEM)
    .query<{ payload: string; task_id: string | null; link_id: string | null }>(
      'select payload, task_id, link_id from events order by position',
    );
  return rows
    .filter(({ task_id }) => filter.task_id === undefined || task_id === filter.task_id)
    .filter(({ link_id }) => filter.link_id === undefined || link_id === filter.link_id)
    .map(({ payload }) => JSON.parse(payload));
}

/** One word per event: the status of a `task-status-updated` event, or the type of any other event. */
export const wordsOf = (events: readonly Payload[]): string[] =>
  events.map(({ event_type, status }) => (event_type === 'task-status-updated' ? String(status) : event_type));

export async function statusOf(call: Call, task_id: string): Promise<{ status: string; error_message: string | null }> {
  const { status, error_message } = (await call('GET', `/v1/tasks/${task_id}/`)).json();
  return { status, error_message };
}

/** Advances the client's sandbox clock. Waits until every task that the advance starts has ended or is waiting. */
export async function advance(house: TestHouse, call: Call, seconds: number): Promise<void> {
  const response = await call('POST', '/v1/sandbox/clock/advance/', { seconds });
  expect(response.statusCode, response.body).toBe(200);
  await finishTasks(house);
}
