// Transactions of the Plaid simulator: all pages together are complete, and each change is sent once.
import { afterEach, describe, expect, test } from 'vitest';
import { historyOf } from '../lives/history.ts';
import { call, closeAll, connect, DAY, lifeOf, NOW, ok, type Page, start, syncAll } from './plain-client.ts';

afterEach(closeAll);

describe('transactions that are read with cursors', () => {
  test('all pages together contain every row of the person’s declared bank history once, oldest first', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const { added, modified, removed, next_cursor } = await syncAll(simulator, access_token, '', 37);
    const truth = historyOf(lifeOf('maya'), '2026-11-18').accounts.flatMap(({ rows, pending }) => [
      ...rows.filter(({ posted_on }) => posted_on >= '2026-05-22'),
      ...pending,
    ]);
    expect(added).toHaveLength(truth.length);
    expect(new Set(added.map(({ transaction_id }) => transaction_id)).size).toBe(truth.length);
    const cents = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);
    expect(cents(added.map(({ amount }) => -Math.round(amount * 100)))).toBe(cents(truth.map((row) => row.cents)));
    expect(added.map(({ date }) => date)).toEqual(added.map(({ date }) => date).toSorted());
    expect([...modified, ...removed]).toEqual([]);
    const nothing = await syncAll(simulator, access_token, next_cursor);
    expect([...nothing.added, ...nothing.modified, ...nothing.removed]).toEqual([]);
  });

  test('when the bank posts a pending row, the pending row is removed; a posted row with another id is added and refers to the pending row', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const before = await syncAll(simulator, access_token);
    const pending = before.added.filter((row) => row.pending).map(({ transaction_id }) => transaction_id);
    expect(pending.length).toBeGreaterThan(0);
    simulator.clock.set(new Date(NOW.getTime() + 8 * DAY * 1000));
    const { added, removed } = await syncAll(simulator, access_token, before.next_cursor);
    expect(removed.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(pending.toSorted());
    const posted_from = new Set(added.map((row) => row['pending_transaction_id']));
    expect(pending.every((id) => posted_from.has(id))).toBe(true);
  });

  test('modified and removed rows are sent once, and a client that reads from the start never sees removed rows', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    const { next_cursor } = await syncAll(simulator, access_token);
    const { removed: ids } = simulator.control('remove', { count: 3 }) as { removed: string[] };
    const { transaction_id } = simulator.control('modify') as { transaction_id: string };
    const change = await syncAll(simulator, access_token, next_cursor);
    expect(change.removed.map((row) => row.transaction_id).toSorted()).toEqual(ids.toSorted());
    expect(change.modified.map((row) => row.transaction_id)).toEqual([transaction_id]);
    expect(change.added).toEqual([]);
    const fresh = await syncAll(simulator, access_token);
    expect(fresh.added.filter((row) => ids.includes(row.transaction_id))).toEqual([]);
    expect(fresh.removed).toEqual([]);
  });

  test('after a change during pagination, the next page is refused until the client starts again from its first cursor', async () => {
    const simulator = await start();
    const access_token = await connect(simulator);
    simulator.control('mutate-during-pagination', { times: 1 });
    const first = (await ok(simulator, '/transactions/sync', { access_token, count: 10 })) as Page;
    const second = await call(simulator, '/transactions/sync', { access_token, count: 10, cursor: first.next_cursor });
    expect(second).toMatchObject({
      status: 400,
      body: { error_type: 'TRANSACTIONS_ERROR', error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' },
    });
    const all = await syncAll(simulator, access_token, '', 500);
    expect(all.added.filter(({ name }) => name.includes('CORRECTED'))).toHaveLength(1);
  });

  test('a staged history is empty at first, and then arrives in two parts', async () => {
    const simulator = await start();
    simulator.control('staged');
    const access_token = await connect(simulator);
    const empty = (await ok(simulator, '/transactions/sync', { access_token })) as Page;
    expect(empty).toMatchObject({
      added: [],
      next_cursor: '',
      has_more: false,
      transactions_update_status: 'NOT_READY',
    });
    simulator.control('progress');
    const initial = await syncAll(simulator, access_token);
    expect(initial.added[0]?.date.localeCompare('2026-10-19')).toBeGreaterThanOrEqual(0);
    simulator.control('progress');
    const rest = await syncAll(simulator, access_token, initial.next_cursor);
    expect(rest.added.length).toBeGreaterThan(initial.added.length);
    expect(rest.removed).toEqual([]);
  });

  test('the cursor of another item and a count of 501 are refused', async () => {
    const simulator = await start();
    const [one, other] = [await connect(simulator), await connect(simulator)];
    const { next_cursor } = await syncAll(simulator, one);
    for (const body of [
      { access_token: other, cursor: next_cursor },
      { access_token: one, count: 501 },
    ]) {
      const answer = await call(simulator, '/transactions/sync', body);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_FIELD' } });
    }
  });
});
