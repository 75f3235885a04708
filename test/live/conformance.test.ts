// Runs the conformance suite (src/connectors/conformance.ts) for every live connector, against its simulator over HTTP.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#config.ts';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, NOON, playerOf, type RunStep, type Transport } from '#connectors/conformance-play.ts';
import type { Credentials } from '#connectors/contract.ts';
import { LIVE_CONNECTORS } from '#connectors/live/registry.ts';
import { readProviders } from '#providers.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { startArgyle } from '#simulators/argyle/server.ts';
import { startFdx } from '#simulators/fdx/server.ts';
import { visitBank } from '#simulators/fdx/visit.ts';
import { startFinch } from '#simulators/finch/server.ts';
import { startPlaid } from '#simulators/plaid/server.ts';
import { startSimplefin } from '#simulators/simplefin/server.ts';
import { sourceFaults } from '#test/field-sources.ts';
import { withLog } from '#test/log.ts';
import { visitPages } from './pages.ts';

let now = NOON;
const folder = await mkdtemp(join(tmpdir(), 'vouch-conformance-'));
const options = { seed: 7, now: NOON };
const fdx = await startFdx({ seed: 7, folder, now: () => now });
const simplefin = await startSimplefin({ ...options, budget: 10_000 });
const others = [simplefin, await startPlaid(options), await startArgyle(options), await startFinch(options)];
afterAll(async () => {
  await Promise.all([fdx, ...others].map((simulator) => simulator.close()));
  await rm(folder, { recursive: true });
});

/**
 * Sets the clocks of the simulators to the time of the step, because some simulators check the times in our requests.
 */
const runAt: RunStep = withLog((connector, step, options) => {
  now = options.now();
  for (const { clock } of others) clock.set(now);
  // If the step would use the global `fetch`, no transport is given. The step then uses the network as in production,
  // with the certificates of the provider's entry.
  const { fetch: transport, ...rest } = options;
  return runStep(connector, step, transport === fetch ? rest : options);
});

const maya = (more: Credentials = {}): Credentials => ({ username: 'maya', password: 'harbor-maya-1', ...more });
const PERSON = { good: maya(), wrong_password: maya({ password: 'wrong' }) };

/**
 * A setup token can be claimed only once, but the suite logs in often. So the answer to the first claim is kept and
 * returned for later claims.
 */
const claimed = new Map<string, Promise<string>>();
const claimOnce: Transport = async (url, request) => {
  if (request.method !== 'POST' || url.endsWith('/unknown')) return fetch(url, request);
  const address = claimed.get(url) ?? fetch(url, request).then((response) => response.text());
  claimed.set(url, address);
  return new Response(await address);
};
const unknown_token = Buffer.from(`${simplefin.url}/simplefin/claim/unknown`).toString('base64');
const ADMIN = { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' };

const FIXTURES: Readonly<Record<string, Fixture>> = {
  fdx: {
    product: 'assets',
    logins: PERSON,
    visit: async (url, { username = '', password = '' }) => {
      const is_allowed = password !== 'wrong';
      const back = await visitBank(url, { username, password: PERSON.good['password'] ?? '', is_allowed });
      return Object.fromEntries(back.searchParams);
    },
  },
  simplefin: {
    product: 'assets',
    logins: {
      good: { setup_token: simplefin.setupToken('maya') },
      again: { setup_token: simplefin.setupToken('maya') },
      wrong_password: { setup_token: unknown_token },
    },
    fetch: claimOnce,
  },
  plaid: {
    product: 'assets',
    logins: {
      good: maya({ choose: 'Harbor Street Bank' }),
      wrong_password: maya({ choose: 'Harbor Street Bank', password: 'wrong' }),
    },
    visit: visitPages,
  },
  argyle: {
    product: 'income',
    logins: {
      good: maya({ choose: 'Summit Ridge Hospital' }),
      wrong_password: maya({ choose: 'Summit Ridge Hospital', password: 'wrong' }),
      partial: maya({ choose: 'Summit Ridge Hospital' }),
    },
    visit: visitPages,
  },
  finch: {
    product: 'admin',
    logins: { good: ADMIN, wrong_password: { ...ADMIN, password: 'wrong' } },
    visit: visitPages,
  },
};

const guides = [fdx, ...others].map(({ guide }) => guide);
const environment: Record<string, string> = Object.assign({}, ...guides.map((guide) => guide.environment));
const file = join(folder, 'providers.json');
/** Returns the entry of the same bank with the wrapped objects of FDX 5 instead of the flat objects of FDX 6. */
const inVersion5 = (entry: unknown): unknown =>
  JSON.parse(JSON.stringify(entry).replace('/fdx/v6', '/fdx/v5').replace('"harbor_es256"', '"harbor_v5"'));
const entries = [
  ...fdx.guide.providers,
  ...fdx.guide.providers.slice(0, 1).map(inVersion5),
  ...others.flatMap(({ guide: { providers } }) => providers.slice(0, 1)),
];
await writeFile(file, JSON.stringify({ providers: entries }));
Object.assign(process.env, environment);
const read = await readProviders(readSettings({ VOUCH_PROVIDERS: file, VOUCH_BASE_URL: 'http://127.0.0.1:8080' }));
for (const name of Object.keys(environment)) delete process.env[name];

const ALSO = new Set(['harbor_ps256', 'harbor_mtls', 'harbor_self_signed', 'harbor_v5']);
const URLS = { redirect_url: '', webhook_url: 'http://127.0.0.1:8080/webhook/' };
for (const { kind, entry } of read.flatMap(({ provider }) => provider ?? [])) {
  const fixture = FIXTURES[kind.kind];
  if (fixture === undefined) continue;
  // The other entries of the bank differ only in the connection or in the FDX version, so only transactions are read
  // with them. This saves some seconds per entry.
  const changed = { fetch, ...fixture, ...(ALSO.has(entry.id) && { product: 'transactions' as const }) };
  const connector = kind.open(entry, URLS);
  describeConnector(connector, changed, runAt);
  if (ALSO.has(entry.id)) continue;
  test.each(entry.products)(
    `every field of the data of ${entry.id} has a source in the provenance map (%s)`,
    async (product) => {
      const player = playerOf(connector, { ...changed, product }, runAt);
      const { data } = await player.read(await player.connect(changed.logins.good));
      expect(sourceFaults(kind.provenance, data)).toEqual([]);
    },
  );
}

test('every live connector except `file` has a simulator and passes the conformance suite', () => {
  const providers = read.flatMap(({ provider }) => (provider && FIXTURES[provider.kind.kind] ? [provider] : []));
  const tested = new Set(providers.map(({ kind }) => kind.kind));
  // The connector `file` is left out, because its files come from the applicant and not from a server.
  // src/connectors/files/connector.test.ts runs the suite for this connector.
  const reached = [...LIVE_CONNECTORS.keys()].filter((kind) => kind !== 'file');
  expect([...tested].toSorted()).toEqual(reached.toSorted());
  const of_fdx = providers.filter(({ kind }) => kind.kind === 'fdx').map(({ entry }) => entry.id);
  expect(of_fdx).toEqual(['harbor_es256', ...ALSO]);
});
