import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '#domain/platform/scope.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { setTimer } from '#services/platform/timers.ts';
import { newClient, openTestHouse, type TestHouse } from '#test/house.ts';
import { until } from '#test/jobs.ts';
import { startTimers } from './timers.ts';

const seen: string[] = [];
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

test('a hanging timer does not delay the timers of other owners; later timers of the same owner fire after it has ended', async () => {
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
