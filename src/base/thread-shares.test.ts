import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openThreadShares } from './thread-shares.ts';

const BOUNDS = { at_once: 2, served_ms_min: 2, served_ms_max: 50, alone_ms: 1_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts requests named after their client, and records the names of the requests that have started. */
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

test('while another client is active, a client runs only `at_once` requests; the other client does not wait', () => {
  const { begin, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2, 3, 4]) begin(`acme${at}`);
  begin('birch2');
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'birch2']);
});

test('after a response, the client’s next waiting request starts, in order of arrival and in a later tick', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  const [first] = [1, 2, 3, 4].map((at) => begin(`acme${at}`));
  if (first) end(first);
  expect(started).not.toContain('acme3');
  vi.advanceTimersToNextTimer();
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme3']);
});

test('a request that runs longer than served_ms_max gives up its slot', () => {
  const { begin, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2, 3, 4, 5]) begin(`acme${at}`);
  vi.advanceTimersByTime(49);
  expect(started).not.toContain('acme3');
  vi.advanceTimersByTime(1);
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme3', 'acme4']);
});

test('a client has no limit again one second after the last request of another client', () => {
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

test('a waiting request whose response is sent before it starts never starts', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  const [, , third] = [1, 2, 3, 4].map((at) => begin(`acme${at}`));
  if (third) end(third);
  vi.advanceTimersByTime(1_000);
  expect(started).toEqual(['birch1', 'acme1', 'acme2', 'acme4']);
});

test('the late end of a slow request does not free a slot held by a later request', () => {
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

test('a request whose response is sent immediately occupies its slot for two milliseconds', () => {
  const { begin, end, started } = openCounter();
  begin('birch1');
  for (const at of [1, 2]) end(begin(`acme${at}`));
  begin('acme3');
  vi.advanceTimersByTime(1);
  expect(started).not.toContain('acme3');
  vi.advanceTimersByTime(1);
  expect(started).toContain('acme3');
});
