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
  ...more,
});

test('a provider without ended tasks has an unknown status and no success rate', () => {
  expect(healthOf(counts({ served: 0, newest: [], newest_at: null }), NOW)).toEqual({
    status: 'unknown',
    success_rate: null,
  });
});

test.each([
  [18, 2, 'high'],
  [179, 21, 'medium'],
  [14, 6, 'medium'],
  [139, 61, 'low'],
  [19, 0, null],
  [10, 9, null],
] as const)('%i served and %i failed tasks give the success rate %s', (served, failed, success_rate) => {
  expect(healthOf(counts({ served, failed }), NOW)).toMatchObject({ success_rate });
});

test.each([
  [['unavailable', 'unavailable', 'unavailable'], 9, 'down'],
  [['unavailable', 'unavailable', 'unavailable'], 10, 'degraded'],
  [['unavailable', 'unavailable'], 1, 'up'],
  [['done', 'unavailable', 'unavailable'], 1, 'up'],
  [['unavailable', 'error', 'unavailable'], 1, 'up'],
] as const)('if the newest tasks ended as %j %i minutes ago, the provider is %s', (newest, minutes, status) => {
  expect(healthOf(counts({ newest, newest_at: ago(minutes) }), NOW)).toMatchObject({ status });
});

test('a provider that fails a quarter of its recent tasks is degraded', () => {
  expect(healthOf(counts({ recent_served: 15, recent_failed: 5 }), NOW)).toMatchObject({ status: 'degraded' });
  expect(healthOf(counts({ recent_served: 16, recent_failed: 4 }), NOW)).toMatchObject({ status: 'up' });
});
