// A process that uses the account of one link again and again. After each use, the process writes the outcome as one
// line.
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '#config.ts';
import { ProviderFailure } from '#connectors/contract.ts';
import { getLink, keyOf, secretsOf } from '#services/connections/links.ts';
import { callWithAccount } from '#services/connections/renewal.ts';
import { ctxOf } from '#services/platform/ctx.ts';
import { openHouse } from '#wiring.ts';
import { ROTATING_ID, withRotatingBank } from './rotating-bank.ts';

const [origin = '', client_id = '', link_id = ''] = process.argv.slice(2);
const house = withRotatingBank(await openHouse(readSettings(process.env)), origin);
const ctx = await ctxOf(house, { client_id, environment: 'prod' });
const connector = house.connectors.get(ROTATING_ID);
if (connector === undefined) throw new Error('the provider is missing');
const link = await getLink(ctx, link_id);
const owner = { link_id, key: await keyOf(ctx, link), account: (await secretsOf(ctx, link)).account };
const request = { product: 'employment', link_id, is_refresh: true, history_months: 1 } as const;
const times = { timeout_ms: 1_000, lost_after_ms: 2_000 };

const use = (): Promise<string> =>
  callWithAccount(ctx, connector, owner, (account, io) => connector.fetch.first(account, request, io), { times }).then(
    () => 'used',
    (error: unknown) => (error instanceof ProviderFailure ? error.status : `fault ${String(error)}`),
  );

process.stdout.write('It works in the background.\n');
for (;;) {
  const outcome = await use();
  process.stdout.write(`${outcome}\n`);
  await sleep(outcome === 'used' ? 25 : 100);
}
