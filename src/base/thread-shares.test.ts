import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openThreadShares } from './thread-shares.ts';

const BOUNDS = { at_once: 2, served_ms_min: 2, served_ms_max: 50, alone_ms: 1_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * Starts requests and records the names of the started requests. A request's name is its client's name, followed by a
 * number.
 */
function openCounter() {
  const shares = openThreadShares<{ name: string }>(BOUNDS);
  const started: string[] = [];
  const begin = (name: string): { name: string } => {
    const request = { name };
    shares.begin(request, name.replace(/\d+$/, ''), () => started.push(name));
    return request;
  };
  return { begin, end: shares.end, started };
}

test('a client has no limit while no other client is active', () => {
  const { begin, started } = openCounter();
  for (let at = 0; at < 100; at++) begin('acme');
  expect(started).toHaveLength(100);
});

test('while another client is active, a client runs at most `at_once` requests at a time; the other client does not wait', () => {
  const { begin, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2, 3, 4]) begin(`acme${at}`);
  begin('birch2');
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'birch2']);
});

test('after a response, the client’s oldest waiting request starts, but not in the same tick', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  const [first] = [1, 2, 3, 4].map((at) => begin(`acme${at}`));
  if (first) end(first);
  expect(started).not.toContain('acme3');
  vi.advanceTimersToNextTimer();
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme3']);
});

test('a request that has run for served_ms_max releases its slot', () => {
  const { begin, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2, 3, 4, 5]) begin(`acme${at}`);
  vi.advanceTimersByTime(49);
  expect(started).not.toContain('acme3');
  vi.advanceTimersByTime(1);
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme3', 'acme4']);
});

test('a client’s requests are no longer limited when one second has passed since the last request of another client', () => {
  const { begin, started } = openCounter();
  begin('birch1');
  vi.advanceTimersByTime(999);
  for (const at of [1, 2, 3]) begin(`acme${at}`);
  expect(started).not.toContain('acme3');
  vi.advanceTimersByTime(1);
  for (const at of [4, 5]) begin(`acme${at}`);
  vi.advanceTimersByTime(50);
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme3', 'acme4', 'acme5']);
});

test('a waiting request is never started if its response is sent while it waits', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  const [, , third] = [1, 2, 3, 4].map((at) => begin(`acme${at}`));
  if (third) end(third);
  vi.advanceTimersByTime(1_000);
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme4']);
});

test('a slow request that ends late does not free the slot of a later request', () => {
  const { begin, end, started } = openCounter();
  const slow = begin('acme1');
  begin('birch1');
  vi.advanceTimersByTime(50);
  begin('acme2');
  begin('acme3');
  end(slow);
  begin('acme4');
  vi.advanceTimersByTime(49);
  expect(started).toEqual(['acme1', 'birch1', 'acme2', 'acme3']);
});

test('a request occupies its slot for at least two milliseconds, even if its response is sent immediately', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2]) end(begin(`acme${at}`));
  begin('acme3');
  vi.advanceTimersByTime(1);
  expect(started).not.toContain('acme3');
  vi.advanceTimersByTime(1);
  expect(started).toContain('acme3');
});
