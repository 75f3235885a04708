import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { connect } from '#test/tasks.ts';
import { buildHealthApp } from './health-app.ts';

let house: TestHouse;
let app: ReturnType<typeof buildHealthApp>;
beforeAll(async () => {
  house = await openTestHouse();
  app = buildHealthApp(house);
});
afterAll(async () => {
  await app.close();
  await house.close();
});

describe('a worker process', () => {
  test('a worker process responds to health checks, but not to API requests', async () => {
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/v1/users/' })).statusCode).toBe(404);
  });

  test('GET /metrics returns metrics of the connection pool, jobs, timers, deliveries, connectors, rate limiter, compute threads, file readers and file removals', async () => {
    const { sandbox: call } = await newClient(house);
    const { id } = (await call('POST', '/v1/users/', { external_user_id: 'measured' })).json();
    await connect(call, id);
    const { body, statusCode } = await app.inject({ url: '/metrics' });
    expect(statusCode).toBe(200);
    for (const line of [
      'vouch_database_connections{state="max"} ',
      'vouch_database_waiting 0',
      'vouch_jobs{job="run_task",state="ready"} 1',
      'vouch_jobs_ready_seconds{job="run_task"} ',
      'vouch_timers{state="dead"} 0',
      'vouch_timers_late_seconds 0',
      'vouch_webhook_deliveries_waiting 0',
      'vouch_webhook_deliveries_late_seconds 0',
      'vouch_connector_step_duration_seconds_count{provider="vouch_payroll",outcome="ok"} ',
      'vouch_limiter_decisions_total{where="database",outcome="admitted"} ',
      'vouch_compute_waiting 0',
      'vouch_readers{state="busy"} 0',
      'vouch_readers{state="max"} 1',
      'vouch_file_removals{state="due"} 0',
      'vouch_file_removals{state="failing"} 0',
      'vouch_jobs_ready_seconds{job="read_document_file"} 0',
    ]) {
      expect(body).toContain(line);
    }
  });
});
