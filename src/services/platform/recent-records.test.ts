import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recentRecords } from './recent-records.ts';

let now_ms = 0;
beforeEach(() => {
  now_ms = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number): void => {
  now_ms += ms;
  vi.advanceTimersByTime(ms);
};

test('a record expires after five seconds; it is later removed even if no further requests arrive', () => {
  const recent = recentRecords(() => now_ms);
  recent.keep('a', 'jane', { name: 'Jane' });
  pass(4_999);
  expect(recent.find('a')).toEqual({ name: 'Jane' });
  recent.keep('b', 'joe', { name: 'Joe' });
  pass(1);
  expect(recent.size()).toBe(1);
  expect(recent.find('a')).toBeUndefined();
  pass(5_000);
  pass(5_000);
  expect(recent.size()).toBe(0);
});

test('forget() drops all records of one owner and keeps other owners’ records', () => {
  const recent = recentRecords(() => now_ms);
  recent.keep('a', 'jane', {});
  recent.keep('b', 'joe', {});
  recent.keep('c', 'jane', {});
  recent.forget('jane');
  expect([recent.find('a'), recent.find('b'), recent.find('c')]).toEqual([undefined, {}, undefined]);
  recent.forgetAll();
  expect(recent.size()).toBe(0);
});

test('the 1,001st record replaces the oldest record', () => {
  const recent = recentRecords(() => now_ms);
  for (let i = 0; i <= 1_000; i++) recent.keep(String(i), 'jane', { i });
  expect([recent.size(), recent.find('0'), recent.find('1')]).toEqual([1_000, undefined, { i: 1 }]);
});
