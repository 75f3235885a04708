import { expect, test } from 'vitest';
import { TASK_STATUSES } from '#domain/connections/tasks.ts';
import { DELIVERY_STATES } from '#domain/events/webhook-deliveries.ts';
import { countsPerHour, hoursUntil, outcomeOfAttempt, outcomeOfTask } from './outcomes.ts';

test('only a task with data counts as done; running tasks, tasks without data and failed tasks each have a separate class', () => {
  const of = (outcome: string) => TASK_STATUSES.filter((status) => outcomeOfTask(status) === outcome);
  expect(of('done')).toEqual(['done']);
  expect(of('under_way')).toEqual(['new', 'login', 'mfa', 'parse', 'full_parse', 'switch_deposit']);
  expect(of('no_data')).toEqual(['no_data']);
  expect(of('failed')).toContain('login_error');
  expect(outcomeOfTask('canceled')).toBe('no_data');
});

test('a failed delivery attempt that will be repeated has a separate class, which is neither done nor failed', () => {
  expect(DELIVERY_STATES.map(outcomeOfAttempt)).toEqual(['repeated', 'done', 'failed']);
});

test('countsPerHour() has one row per class that occurs in the last 24 hours', () => {
  const hours = hoursUntil('2026-03-02T12:34:00Z');
  const counts = [
    { hour: '2026-03-01T12:00:00Z', outcome: 'dead', count: 9 },
    { hour: '2026-03-01T13:00:00Z', outcome: 'delivered', count: 3 },
    { hour: '2026-03-02T12:00:00Z', outcome: 'waiting', count: 2 },
  ];
  const rows = countsPerHour(hours, counts, outcomeOfAttempt);
  expect(hours).toHaveLength(24);
  expect(rows.map(({ outcome, values }) => [outcome, values[0], values.at(-1)])).toEqual([
    ['done', 3, 0],
    ['repeated', 0, 2],
  ]);
});
