// Tests that while one client sends many requests at the same time, another client is served.
import { setImmediate as nextRound } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EDGE_LIMITS } from './guard.ts';
import { boundRequests } from './slots.ts';

let app: FastifyInstance;
/** The names of the clients whose requests reached a route, one entry per request. */
let seen: string[];
let answers: Promise<unknown>[];
let answerAll: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [seen, answers] = [[], []];
  const answered = new Promise<void>((resolve) => (answerAll = resolve));
  app = Fastify();
  boundRequests(app, EDGE_LIMITS, ({ headers }) => String(headers['party']));
  app.get('/slow', ({ headers }) => (seen.push(String(headers['party'])), answered));
  app.get('/fast', async ({ headers }) => void seen.push(String(headers['party'])));
});
afterEach(async () => {
  answerAll();
  vi.useRealTimers();
  await Promise.all(answers);
});

const send = (party: string, url: string) => void answers.push(app.inject({ url, headers: { party } }));
const seenOf = (party: string): number => seen.filter((name) => name === party).length;
/** Waits, without advancing the clock, until `count` requests of the party have reached a route. */
async function untilSeen(party: string, count: number): Promise<void> {
  while (seenOf(party) < count) await nextRound();
}

test('only four of one client’s 60 requests run at a time, so that a second client is not delayed', async () => {
  send('birch', '/fast');
  for (let at = 0; at < 60; at++) send('acme', '/slow');
  send('birch', '/fast');
  await untilSeen('birch', 2);
  expect(seenOf('acme')).toBe(4);
});

test('a request that has run for 50 ms gives up its slot, and a waiting request of the same client starts', async () => {
  send('birch', '/fast');
  for (let at = 0; at < 7; at++) send('acme', '/slow');
  await untilSeen('acme', 4);
  expect(seenOf('acme')).toBe(4);
  vi.advanceTimersByTime(50);
  await untilSeen('acme', 7);
  expect(seenOf('acme')).toBe(7);
});
