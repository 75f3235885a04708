import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '#base/calendar.ts';
import { newKeyBytes, toKey } from '#base/sealing.ts';
import { account, transaction } from '#test/assets.ts';
import { bundledUrl } from '#test/bundled.ts';
import { type Compute, type ComputeLimits, type ComputeOptions, openCompute } from './compute.ts';
import type { WorkInput } from './compute-work.ts';
import { sealList } from './sealed-json.ts';

const key = toKey(newKeyBytes());
const days = { as_of: '2026-03-01', days_requested: 90 };

// A thread takes half a second to start, so most tests share one thread.
const PATIENT: ComputeOptions = { bytes_at_once_max: 0, threads_max: 1, run_ms_max: 60_000, wait_ms_max: 60_000 };
let shared: Compute;
beforeAll(async () => {
  PATIENT.entry = await bundledUrl('src/services/platform/compute-thread.ts');
  shared = openCompute({ ...PATIENT, waiting_per_client_max: 3 });
});
afterAll(() => shared.close());

async function using(limits: Partial<ComputeLimits>, run: (compute: Compute) => Promise<void>): Promise<void> {
  const compute = openCompute({ ...PATIENT, ...limits });
  try {
    await run(compute);
  } finally {
    await compute.close();
  }
}

/** A bank with `count` transactions in ninety days. Every tenth transaction is a pay deposit. */
function bankOf(count: number): WorkInput<'bank_income'> {
  const checking = account('1000.00');
  const transactions = Array.from({ length: count }, (_, at) =>
    transaction(checking, addDays(days.as_of, -(at % 90)), at % 10 === 0 ? 'CREDIT' : 'DEBIT', '12.50', {
      description: at % 10 === 0 ? 'LANTERN FREIGHT PAYROLL' : `LANTERN MARKET ${at}`,
    }),
  );
  const sealed = (items: readonly unknown[], where: string) => ({ key, sealed: sealList(key, items, where), where });
  return {
    sections: { accounts: sealed([checking], 'accounts'), transactions: sealed(transactions, 'transactions') },
    from: '',
    days,
    known: { employers: [], calibrations: [] },
  };
}
/** Input that a thread cannot unseal, because `where` is not the place at which the accounts were sealed. */
const broken = (): WorkInput<'bank_income'> => ({
  ...bankOf(1),
  sections: { accounts: { key, sealed: sealList(key, [account('1.00')], 'accounts'), where: 'elsewhere' } },
});
const about = (client_id: string) => ({ client_id, bytes: 1, ask: async () => new Map() });

describe('a compute thread', () => {
  test('a compute thread returns the same result as the main thread, and asks the main thread for data from the database', async () => {
    const employer = { id: 'c4'.repeat(16), name: 'Lantern Freight', logo_url: null };
    const ask = async (names: readonly string[]) => new Map(names.map((name) => [name, employer]));
    const input = bankOf(500);
    const [there, here] = await Promise.all([
      shared.run('bank_income', input, { ...about('acme'), ask }),
      openCompute({ bytes_at_once_max: 1 }).run('bank_income', input, { ...about('acme'), ask }),
    ]);
    expect(there).toEqual(here);
    expect(there.sources.map((source) => source.employer)).toContainEqual(employer);
  });

  test('every job with more than 20 KiB of input runs in a compute thread; smaller jobs run in the main thread', async () => {
    const { entry } = PATIENT;
    const compute = openCompute(entry && { entry });
    const threadsAfter = async (bytes: number) => {
      await compute.run('bank_income', bankOf(10), { ...about('acme'), bytes });
      return compute.load().threads;
    };
    expect(await threadsAfter(20 * 1024)).toBe(0);
    expect(await threadsAfter(20 * 1024 + 1)).toBe(1);
    await compute.close();
  });

  test('a compute thread reads 48,000 transactions without blocking the main thread', async () => {
    const running = shared.run('bank_income', bankOf(48_000), about('acme'));
    let turns = 0;
    let is_done = false;
    const watched = running.finally(() => {
      is_done = true;
    });
    for (; !is_done; turns++) await sleep(1);
    await watched;
    // If the job ran in the main thread, the job would finish before the event loop's first turn, so the number of
    // turns would be small.
    expect(turns).toBeGreaterThan(20);
  });

  test('the error of a job is passed to the job’s caller, and the thread then runs further jobs', async () => {
    await expect(shared.run('bank_income', broken(), about('acme'))).rejects.toThrow('authenticate');
    expect((await shared.run('bank_income', bankOf(10), about('acme'))).accounts).toHaveLength(1);
  });

  test('if a job’s request to the main thread fails, the job is rejected with the error of that request', async () => {
    const ask = () => Promise.reject(new RangeError('the database is away'));
    await expect(shared.run('bank_income', bankOf(500), { ...about('acme'), ask })).rejects.toThrow(RangeError);
  });

  test('a thread is terminated if its job times out; the job is rejected with `unavailable`, and the next job gets a new thread', () =>
    using({ run_ms_max: 3_000 }, async (threads) => {
      const never = () => new Promise<Map<string, never>>(() => undefined);
      const stuck = threads.run('bank_income', bankOf(500), { ...about('acme'), ask: never });
      await expect(stuck).rejects.toMatchObject({ code: 'unavailable' });
      expect((await threads.run('bank_income', bankOf(1), about('acme'))).accounts).toHaveLength(1);
    }));

  test('if a job runs out of memory, it is rejected with `unavailable`, and other jobs are not affected', () =>
    using({ heap_mb_max: 48 }, async (threads) => {
      const [greedy, modest] = await Promise.allSettled([
        threads.run('bank_income', bankOf(48_000), about('acme')),
        threads.run('bank_income', bankOf(10), about('birch')),
      ]);
      expect(greedy).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect(modest.status).toBe('fulfilled');
    }));

  test('clients are served in turn, and only the jobs of a client that floods the queue are rejected', async () => {
    const served: string[] = [];
    const run = (client: string, name: string) =>
      shared.run('bank_income', bankOf(10), about(client)).then(
        () => served.push(name),
        () => served.push(`${name} refused`),
      );
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => run('acme', name)),
      ...['b1', 'b2'].map((name) => run('birch', name)),
    ]);
    expect(served).toEqual(['a5 refused', 'a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('running and waiting jobs are rejected with `unavailable` when the service is stopping', async () => {
    const threads = openCompute(PATIENT);
    const running = threads.run('bank_income', bankOf(10), about('acme')).catch((error: unknown) => error);
    const waiting = threads.run('bank_income', bankOf(10), about('acme')).catch((error: unknown) => error);
    await threads.close();
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    expect(await running).toMatchObject({ code: 'unavailable' });
  });
});
