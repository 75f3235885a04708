// Connects and refreshes links at the FDX simulator in the ways that the other live tests do not use: with mutual TLS,
// with several products, and with a bank that cannot provide all data.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ProductType } from '#domain/access/products.ts';
import { type Connected, connectLane, openStage, refresh, type Stage, visitWidget } from '#test/live-stage.ts';
import { snapshot } from '#test/live-truth.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ now: new Date('2026-06-03T15:00:00Z') });
});
afterAll(() => stage.close());
afterEach(async () => {
  await stage.fdx.control('DELETE', '/faults');
});

/** The pause before a refresh. It is so long that the access token expires in the meantime. */
const PAUSE_MS = 20 * 60_000;

/** Refreshes the link after a pause. Returns the status of the task and its `missing_data`. */
async function refreshed(link: Connected, product: ProductType) {
  stage.moveTo(new Date(stage.house.clock.now().getTime() + PAUSE_MS));
  const { task_id, status } = await refresh(stage, link, product);
  const { missing_data } = (await stage.client.prod('GET', `/v1/tasks/${task_id}/`)).json();
  return { status, missing_data };
}

/**
 * FDX does not state when the period of a statement begins. For the oldest statement, the connector assumes a period of
 * one month, and `missing_data` says so.
 */
const OLDEST = expect.stringMatching(
  /^Harbor Bank \(simulated\) does not state the beginning of the oldest statement of .+; a period of one month is assumed\.$/,
);

const fault = (kind: string, more: object = {}) => stage.fdx.control('POST', '/faults', { kind, ...more });

describe.each(['harbor_mtls', 'harbor_self_signed'])('a link at %s', (provider_id) => {
  test('data is read over TLS and is read again if a TLS connection ends; the link is disconnected if its refresh token is lost', async () => {
    const lane = { kind: 'fdx', username: 'ruth', product: 'transactions', provider_id } as const;
    const link = await connectLane(stage, lane);
    const before = await snapshot(stage, link.link_id);
    expect(before.data.transactions?.length).toBeGreaterThan(0);
    await fault('connection_end', { times: 1, skip: 2 });
    expect(await refreshed(link, 'transactions')).toEqual({ status: 'done', missing_data: undefined });
    await fault('connection_end', { times: 1, path: '/token' });
    expect((await refreshed(link, 'transactions')).status).toBe('login_error');
    const after = await snapshot(stage, link.link_id);
    expect(after.is_connected).toBe(false);
    expect(after.data.transactions).toHaveLength(before.data.transactions?.length ?? 0);
    await visitWidget(stage, lane, link.user_id, link.access_token);
    expect((await refreshed(link, 'transactions')).status).toBe('done');
  });
});

test('one consent covers all products of the token, so a later refresh can read another of these products', async () => {
  const lane = { kind: 'fdx', username: 'owen', product: 'transactions' } as const;
  const narrow = await connectLane(stage, lane);
  const wide = await connectLane(stage, { ...lane, username: 'maya', allowed_products: ['assets'] });
  const refused = await stage.client.prod('POST', '/v1/refresh/tasks/', {
    access_token: narrow.access_token,
    product_type: 'assets',
  });
  expect(refused.statusCode).toBe(400);
  expect(await refreshed(wide, 'assets')).toEqual({ status: 'done', missing_data: [OLDEST] });
  const { data } = await snapshot(stage, wide.link_id);
  expect(data.bank_statements?.length).toBeGreaterThan(0);
});

describe('a bank that does not provide all data', () => {
  const LANE = { kind: 'fdx', username: 'priya', product: 'assets' } as const;

  test.each([
    ['failed_account', 'priya', /^Harbor Bank \(simulated\) could not provide accounts \(.+\)\.$/],
    ['unnamed_account', 'lena', /^Harbor Bank \(simulated\) did not provide all accounts\.$/],
  ])(
    'if a bank does not provide all data (%s), the stored data is kept, and the task’s missing_data says what is missing; the next refresh is complete',
    async (kind, username, sentence) => {
      const link = await connectLane(stage, { ...LANE, username });
      const before = await snapshot(stage, link.link_id);
      const counts = ({ data }: typeof before) =>
        Object.fromEntries(Object.entries(data).map(([name, list]) => [name, list.length]));
      await fault(kind);
      const { status, missing_data } = await refreshed(link, 'assets');
      expect(status).toBe('done');
      expect(missing_data).toEqual([expect.stringMatching(sentence), OLDEST]);
      expect(counts(await snapshot(stage, link.link_id))).toEqual(counts(before));
      await stage.fdx.control('DELETE', '/faults');
      expect(await refreshed(link, 'assets')).toEqual({ status: 'done', missing_data: [OLDEST] });
      expect(counts(await snapshot(stage, link.link_id))).toEqual(counts(before));
    },
  );

  test('a task ends with done even if the bank refuses some data', async () => {
    const link = await connectLane(stage, { ...LANE, username: 'ruth' });
    await fault('refused', { path: '/payment-networks', code: '704' });
    await fault('refused', { path: '/statements', status: 409, code: '999' });
    const { status, missing_data } = await refreshed(link, 'assets');
    expect(status).toBe('done');
    expect(missing_data).toEqual([
      expect.stringContaining('does not offer account and routing numbers of '),
      expect.stringContaining('could not provide statements of '),
    ]);
    const { data } = await snapshot(stage, link.link_id);
    expect(data.bank_statements?.length).toBeGreaterThan(0);
  });
});
