import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '#connectors/contract.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import { vouchBank } from '#connectors/sandbox/vouch-bank.ts';
import { refreshNoticedLink } from '#services/connections/provider-notices.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { newClient, type TestHouse } from '#test/house.ts';
import { openWorkingHouse } from '#test/tasks.ts';

const webhook: Connector['webhook'] = async ({ headers, body }) => {
  if (headers['x-signature'] === 'late') throw new ProviderFailure('unavailable', 'Birch is not responding.');
  return headers['x-signature'] === 'right' ? { id: body.toString('hex'), logins: [] } : undefined;
};
const birch: Connector = {
  ...vouchBank,
  manifest: { ...vouchBank.manifest, id: 'birch', is_live: true, environments: ['prod'] },
  webhook,
};
const silent: Connector = { ...vouchBank, manifest: { ...birch.manifest, id: 'silent' } };
const gone: Connector = { ...birch, manifest: { ...birch.manifest, id: 'gone', environments: [] } };

let house: TestHouse;
beforeAll(async () => {
  house = await openWorkingHouse({
    connectors: new Map([birch, silent, gone].map((connector) => [connector.manifest.id, connector])),
  });
});
afterAll(() => house.close());

const post = (provider_id: string, signature: string, remoteAddress = '203.0.113.1') =>
  house.app.inject({
    method: 'POST',
    url: `/providers/${provider_id}/webhook/`,
    headers: { 'x-signature': signature, 'content-type': 'application/json' },
    payload: '{"not": json',
    remoteAddress,
  });
const statusOf = async (provider_id: string, signature: string) => (await post(provider_id, signature)).statusCode;

describe('POST /providers/{id}/webhook/', () => {
  test('202: the connector gets the body of a notice unchanged, even if the body is not JSON; a repeated notice is stored only once', async () => {
    expect(await statusOf('birch', 'right')).toBe(202);
    expect(await statusOf('birch', 'right')).toBe(202);
    const { rows } = await house.database.scoped(SYSTEM).query('select provider_id from provider_notices');
    expect(rows).toEqual([{ provider_id: 'birch' }]);
  });

  test('a database connection that is limited to one client cannot read stored notices', async () => {
    const { client_id } = await newClient(house);
    const db = house.database.scoped({ client_id, environment: 'prod' });
    expect((await db.query('select 1 from provider_notices')).rows).toEqual([]);
  });

  test('404 with the same body for an unknown provider, a removed provider and a provider that sends no notices', async () => {
    const bodies = await Promise.all(['nobody', 'gone', 'silent'].map((id) => post(id, 'right')));
    expect(new Set(bodies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(bodies[0]?.statusCode).toBe(404);
  });

  test('503 if a notice cannot be verified at the moment; after a 503, the provider sends the notice again', async () => {
    expect(await statusOf('birch', 'late')).toBe(503);
  });

  test('401 for each of a hundred wrong signatures from one address, then 429 for this address only', async () => {
    const from = (address: string) => post('birch', 'wrong', address).then(({ statusCode }) => statusCode);
    for (let at = 0; at < 100; at += 1) expect(await from('203.0.113.9')).toBe(401);
    expect(await from('203.0.113.9')).toBe(429);
    expect(await from('203.0.113.10')).toBe(401);
  });
});

test('a notice about a link that was deleted in the meantime has no effect', async () => {
  const { client_id } = await newClient(house);
  const ctx = await ctxOf(house, { client_id, environment: 'prod' });
  await expect(refreshNoticedLink({ is_last_attempt: false }, ctx, ctx.newId())).resolves.toBe(undefined);
});
