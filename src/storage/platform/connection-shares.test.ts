import { expect, test, vi } from 'vitest';
import { openShares, SERVICE } from './connection-shares.ts';

const LIMITS = { standstill_ms_max: 3_000, wait_ms_max: 10_000, waiting_max: 3 };

/** Takes connections for the user until no more are available to that user. Returns how many were taken. */
function takeAll(shares: ReturnType<typeof openShares>, user: string): number {
  let taken = 0;
  while (shares.take(user)) taken++;
  return taken;
}

test('each client gets at most half of the connections that are still free, and one connection is reserved for the service', () => {
  const shares = openShares(12, LIMITS);
  expect(['acme', 'birch', 'cedar', 'dune', 'elm'].map((user) => takeAll(shares, user))).toEqual([6, 3, 1, 1, 0]);
  expect(takeAll(shares, SERVICE)).toBe(1);
});

test('a pool that has only one connection still serves a client', () => {
  expect(takeAll(openShares(1, LIMITS), 'acme')).toBe(1);
});

test('the service gets the first free connection, waiting clients get the other connections in turn, and each client’s requests are served in the order of their arrival', async () => {
  const shares = openShares(8, LIMITS);
  takeAll(shares, SERVICE);
  const served: string[] = [];
  const wait = (user: string, name: string) => shares.wait(user).then(() => served.push(name));
  const waiting = [
    wait('acme', 'a1'),
    wait('acme', 'a2'),
    wait('acme', 'a3'),
    wait('birch', 'b1'),
    wait(SERVICE, 's1'),
  ];
  for (let i = 0; i < 8; i++) shares.giveBack(SERVICE);
  await Promise.all(waiting);
  expect(served).toEqual(['s1', 'a1', 'b1', 'a2', 'a3']);
});

test('a request does not overtake waiting requests of the same client', async () => {
  const shares = openShares(2, LIMITS);
  expect(takeAll(shares, 'acme')).toBe(1);
  const first = shares.wait('acme');
  expect(shares.take('acme')).toBe(false);
  shares.giveBack('acme');
  await first;
  expect(shares.take('acme')).toBe(false);
});

test('a request fails as unavailable if it waits too long or if too many requests of its client wait; other clients are served', async () => {
  vi.useFakeTimers();
  try {
    const shares = openShares(2, LIMITS);
    takeAll(shares, 'acme');
    const waiting = [1, 2, 3].map(() => shares.wait('acme').catch((error: Error) => error));
    await expect(shares.wait('acme')).rejects.toMatchObject({ code: 'unavailable' });
    vi.advanceTimersByTime(LIMITS.standstill_ms_max);
    expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => expect.objectContaining({ code: 'unavailable' })));
    shares.giveBack('acme');
    expect(shares.take('birch')).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a request may wait longer than usual while the requests before it in its queue are being served, but never longer than `wait_ms_max`', async () => {
  vi.useFakeTimers();
  try {
    const shares = openShares(2, { ...LIMITS, waiting_max: 10 });
    takeAll(shares, 'acme');
    const ends: string[] = [];
    const waiting = Array.from({ length: 6 }, (_, at) =>
      shares.wait('acme').then(
        () => ends.push(`served ${at}`),
        () => ends.push(`refused ${at}`),
      ),
    );
    for (let round = 0; round < 4; round++) {
      await vi.advanceTimersByTimeAsync(2_400);
      shares.giveBack('acme');
    }
    await vi.advanceTimersByTimeAsync(400);
    await Promise.all(waiting);
    expect(ends).toEqual(['served 0', 'served 1', 'served 2', 'served 3', 'refused 4', 'refused 5']);
  } finally {
    vi.useRealTimers();
  }
});
