import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '#domain/platform/scope.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { setTimer } from '#services/platform/timers.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { startTimers } from './timers.ts';

const seen: string[] = [];
/** The clients whose `backlog` timers fired, in order. */
const backlog: string[] = [];
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({
    timer_handlers: {
      note: async (_, { subject_id }) => void seen.push(subject_id),
      hang: () => released,
      backlog: async (ctx) => void backlog.push(ctx.scope.client_id),
    },
  });
});
afterAll(() => house.close());

const newOwner = async (): Promise<Scope> => ({
  client_id: (await newClient(house)).client_id,
  environment: 'sandbox',
});
const set = (owner: Scope, kind: string, subject_id: string) =>
  setTimer(ctxFor(house, owner, 0), { kind, subject_id, due_at: house.clock.now() });

test('a hanging timer does not delay the timers of other owners; later timers of the same owner fire after the hanging timer has ended', async () => {
  const [slow, other] = [await newOwner(), await newOwner()];
  await set(slow, 'hang', 'first');
  house.clock.advance(1_000);
  await set(slow, 'note', 'of the slow one');
  await set(other, 'note', 'of the other');
  const timers = startTimers(house);
  await until(async () => seen.length > 0);
  await set(other, 'note', 'of the other, later');
  await until(async () => seen.length > 1);
  expect(seen).toEqual(['of the other', 'of the other, later']);
  release();
  await until(async () => seen.length > 2);
  expect(seen.at(-1)).toBe('of the slow one');
  await timers.stop();
});

test('five owners, each with 220 due timers, are served in turn, although only four owners are processed at once', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, newOwner));
  await house.database.scoped('system').query(
    `insert into timers (client_id, environment, id, kind, subject_id, due_at, fires_at)
     select client_id, 'sandbox', client_id || n, 'backlog', n::text, $2, $2
     from unnest($1::text[]) as client_id cross join generate_series(1, 220) as n`,
    [owners.map(({ client_id }) => client_id), house.clock.now()],
  );
  const timers = startTimers(house);
  await until(async () => backlog.length === 1_100);
  await timers.stop();
  // In one turn, at most a hundred timers of an owner fire. No owner begins a third turn before every owner has begun a
  // first turn.
  const firstOf = (client_id: string) => backlog.indexOf(client_id);
  const thirdTurnOf = (client_id: string) => backlog.flatMap((one, at) => (one === client_id ? [at] : []))[200] ?? 0;
  const ids = owners.map(({ client_id }) => client_id);
  expect(Math.max(...ids.map(firstOf))).toBeLessThan(Math.min(...ids.map(thirdTurnOf)));
});
