import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#storage/platform/db.ts';
import { openRequestLog, type ServedRequest } from './request-log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const REQUEST: ServedRequest = {
  scope: { client_id: '0'.repeat(32), environment: 'sandbox' },
  at_ms: 0,
  method: 'GET',
  route: '/v1/users/',
  url: '/v1/users/',
  status: 200,
  duration_ms: 1,
  request_id: '1'.repeat(32),
  key_id: '2'.repeat(32),
};
const WAITING_MAX = 20_000;

test('while the database does not respond, at most two batches of requests are kept in memory; both are written afterwards', async () => {
  const thaws: (() => void)[] = [];
  let written = 0;
  const query = (_sql: string, [, , , , counts]: number[][]) =>
    new Promise<void>((resolve) => {
      thaws.push(() => {
        written += (counts ?? []).reduce((sum, count) => sum + count, 0);
        resolve();
      });
    });
  const database = { scoped: () => ({ query }) } as unknown as Database;
  const log = openRequestLog({ database }, pino({ enabled: false }));
  for (let second = 0; second < 4; second++) {
    for (let n = 0; n < WAITING_MAX; n++) log.note(REQUEST);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(thaws).toHaveLength(1);
  const stopped = log.stop();
  thaws[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  thaws[1]?.();
  await stopped;
  expect(written).toBe(2 * WAITING_MAX);
  expect(thaws).toHaveLength(2);
});
