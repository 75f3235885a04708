import { describe, expect, test } from 'vitest';
import { day, duration, fullName, moment, money, month, shortId, since } from './format.ts';

const NOW = new Date('2026-03-01T12:00:00Z');

test('money() groups the digits of a decimal string, and shows a dash for a missing amount', () => {
  expect([money('1234567.80'), money('-5.00'), money(null), money(undefined)]).toEqual([
    '$1,234,567.80',
    '-$5.00',
    '–',
    '–',
  ]);
});

describe('since() formats a time relative to now', () => {
  test.for([
    ['2026-03-01T11:59:30Z', 'now', 'ahora'],
    ['2026-03-01T11:57:00Z', '3 minutes ago', 'hace 3 minutos'],
    ['2026-03-01T09:00:00Z', '3 hours ago', 'hace 3 horas'],
    ['2026-02-28T11:00:00Z', 'yesterday', 'ayer'],
    ['2026-03-03T13:00:00Z', 'in 2 days', 'pasado mañana'],
  ] as const)(
    'since() shows the timestamp %s as "%s" in English and as "%s" in Spanish',
    ([timestamp, english, spanish]) => {
      expect([since('en', timestamp, NOW), since('es', timestamp, NOW)]).toEqual([english, spanish]);
    },
  );
});

test('a date is shown as the same day in every time zone; a text that is not a date is shown unchanged', () => {
  expect([day('en', '2026-03-04'), day('es', '2026-03-04'), day('en', null), day('en', 'soon')]).toEqual([
    'Mar 4, 2026',
    '4 mar 2026',
    '–',
    'soon',
  ]);
  expect(month('en', '2026-03-01')).toBe('Mar 26');
});

test('the year of a timestamp is shown only if it is not the current year', () => {
  expect(moment('en', '2026-02-03T10:20:30Z', NOW)).not.toContain('2026');
  expect(moment('en', '2024-02-03T10:20:30Z', NOW)).toContain('2024');
});

test('durations, ids and names are shown in a short form', () => {
  expect([duration(4.4), duration(1_234), duration(12_345)]).toEqual(['4 ms', '1.23 s', '12.3 s']);
  expect([shortId('5f0e'.repeat(8)), shortId('vouch_bank')]).toEqual(['5f0e5f0e', 'vouch_bank']);
  expect([fullName({ first_name: 'Jordan', last_name: 'Averill' }), fullName({ first_name: null })]).toEqual([
    'Jordan Averill',
    null,
  ]);
});
