import { expect, test } from 'vitest';
import { healthOf, type TaskCounts } from './provider-health.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

const counts = (more: Partial<TaskCounts>): TaskCounts => ({
  served: 20,
  failed: 0,
  recent_served: 20,
  recent_failed: 0,
  newest: ['done', 'done', 'done'],
  newest_at: ago(1),
  login_errors: 0,
  recent_login_errors: 0,
  ms_median: null,
  ms_p95: null,
  ...more,
});

test('a provider without ended tasks has an unknown status and no success rate', () => {
  expect(healthOf(counts({ served: 0, newest: [], newest_at: null }), NOW)).toEqual({
    status: 'unknown',
    success_rate: null,
    measured: { success_ratio: null, login_failure_ratio: null, seconds: null },
  });
});

test('refused logins count in login_failure_ratio, but not in the success rate', () => {
  const health = healthOf(counts({ served: 27, failed: 3, login_errors: 10, recent_login_errors: 5 }), NOW);
  expect(health).toMatchObject({
    status: 'up',
    success_rate: 'high',
    measured: { success_ratio: 0.9, login_failure_ratio: 0.25 },
  });
});

test.each([
  [17, 3, 'up'],
  [18, 2, 'degraded'],
  [20, 0, 'degraded'],
  [19, 0, 'degraded'],
  [3, 0, 'unknown'],
] as const)(
  'if a provider’s recent tasks are %i refused logins and %i served tasks, its status is %s',
  (refused, served, status) => {
    const newest = served === 0 ? {} : { newest: ['done', 'done'] as const };
    const health = healthOf(
      counts({ served, recent_served: served, newest: [], ...newest, login_errors: 40, recent_login_errors: refused }),
      NOW,
    );
    expect(health).toMatchObject({ status, success_rate: null });
  },
);

test('the duration of a task is given in seconds', () => {
  const { measured } = healthOf(counts({ ms_median: 1_500, ms_p95: 20_000 }), NOW);
  expect(measured.seconds).toEqual({ median: 1.5, p95: 20 });
});

test.each([
  [18, 2, 'high'],
  [179, 21, 'medium'],
  [14, 6, 'medium'],
  [139, 61, 'low'],
  [19, 0, null],
  [10, 9, null],
] as const)('%i served and %i failed tasks give a provider the success rate %s', (served, failed, success_rate) => {
  expect(healthOf(counts({ served, failed }), NOW)).toMatchObject({ success_rate });
});

test.each([
  [['unavailable', 'unavailable', 'unavailable'], 9, 'down'],
  [['unavailable', 'unavailable', 'unavailable'], 10, 'degraded'],
  [['unavailable', 'unavailable'], 1, 'up'],
  [['done', 'unavailable', 'unavailable'], 1, 'up'],
  [['unavailable', 'error', 'unavailable'], 1, 'up'],
] as const)(
  'if a provider’s newest tasks have the statuses %j and ended %i minutes ago, its status is %s',
  (newest, minutes, status) => {
    expect(healthOf(counts({ newest, newest_at: ago(minutes) }), NOW)).toMatchObject({ status });
  },
);

test('a provider is “degraded” if a quarter of its recent tasks failed, and “up” if a fifth failed', () => {
  expect(healthOf(counts({ recent_served: 15, recent_failed: 5 }), NOW)).toMatchObject({ status: 'degraded' });
  expect(healthOf(counts({ recent_served: 16, recent_failed: 4 }), NOW)).toMatchObject({ status: 'up' });
});
