// Runs the conformance suite (src/connectors/conformance.ts) for every live connector, against its simulator over HTTP.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '#config.ts';
import { describeConnector } from '#connectors/conformance.ts';
import { type Fixture, failureOf, NOON, playerOf, type RunStep, type Transport } from '#connectors/conformance-play.ts';
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
import { endingsFor, HAPPENINGS } from '#test/live-endings.ts';
import { KINDS, type Kind } from '#test/live-stage.ts';
import { withLog } from '#test/log.ts';
import { visitPages } from './pages.ts';

let now = NOON;
const folder = await mkdtemp(join(tmpdir(), 'vouch-conformance-'));
const options = { seed: 7, now: NOON };
const fdx = await startFdx({ seed: 7, folder, now: () => now });
const simplefin = await startSimplefin({ ...options, budget: 10_000 });
const [plaid, argyle, finch] = [await startPlaid(options), await startArgyle(options), await startFinch(options)];
const others = [simplefin, plaid, argyle, finch];
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
  progress(connector.manifest.origins);
  // If the step would use the global `fetch`, no transport is given. The step then uses the network as in production,
  // with the certificates of the provider's entry.
  const { fetch: transport, ...rest } = options;
  return runStep(connector, step, transport === fetch ? rest : options);
});

/** The simulators that have not collected the data of their newest connection yet. */
const collecting = new Set<typeof plaid>();

/**
 * Makes the simulators provide the data that they have at `now`: the slow data 15 seconds after `NOON`, and the data of
 * the next day one day after `NOON`.
 */
function progress(origins: readonly string[]): void {
  const seconds = (now.getTime() - NOON.getTime()) / 1000;
  for (const simulator of seconds < 15 ? [] : collecting) {
    // A simulator collects the data in two stages: first the newest part of the history, then the whole history.
    for (const _ of ['recent', 'all']) simulator.control('progress');
    collecting.delete(simulator);
  }
  if (seconds >= 15) finch.control('pending', { answers: 0 });
  if (seconds < 86_400) return;
  if (origins.includes(argyle.url)) argyle.control('refresh');
  finch.control('absent', {});
}

/**
 * Goes through the pages of a simulator. In the case `slow`, the simulator collects no data until `progress` is called.
 */
const visitSlowly =
  (simulator: typeof plaid): NonNullable<Fixture['visit']> =>
  async (url, person) => {
    const is_slow = person['case'] === 'slow';
    simulator.control('staged', { staged: is_slow });
    const query = await visitPages(url, person);
    simulator.control('staged', { staged: false });
    if (is_slow) collecting.add(simulator);
    return query;
  };

const maya = (more: Credentials = {}): Credentials => ({ username: 'maya', password: 'harbor-maya-1', ...more });
const TOM = { username: 'tom', password: 'harbor-tom-1', choose: 'SwiftLift Rides' };
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
    logins: { ...PERSON, no_data: maya({ case: 'no_data' }), changed: maya() },
    visit: async (url, { username = '', password = '', ...person }) => {
      // The next request for the list of accounts gets an error that says that there is no account.
      const empty = { kind: 'refused', path: '/accounts', status: 404, code: '701', times: 1 };
      if (person['case'] === 'no_data') await fdx.control('POST', '/faults', empty);
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
      changed: { setup_token: simplefin.setupToken('maya') },
    },
    fetch: claimOnce,
  },
  plaid: {
    product: 'assets',
    logins: {
      good: maya({ choose: 'Harbor Street Bank' }),
      wrong_password: maya({ choose: 'Harbor Street Bank', password: 'wrong' }),
      slow: maya({ choose: 'Harbor Street Bank', case: 'slow' }),
      changed: maya({ choose: 'Harbor Street Bank' }),
    },
    visit: visitSlowly(plaid),
  },
  argyle: {
    product: 'income',
    logins: {
      good: maya({ choose: 'Summit Ridge Hospital' }),
      wrong_password: maya({ choose: 'Summit Ridge Hospital', password: 'wrong' }),
      partial: maya({ choose: 'Summit Ridge Hospital' }),
      no_data: maya({ choose: 'Summit Ridge Hospital', case: 'no_data' }),
      // Argyle keeps an account that is connected again, so only a new account is collected from the start.
      slow: { ...TOM, case: 'slow' },
      changed: TOM,
    },
    visit: async (url, person) => {
      // The person has only one identity. The fault removes it from the answer, so the person has no data.
      if (person['case'] === 'no_data') argyle.addFault({ fault: 'vanishing_rows', path: '/v2/identities' });
      return visitSlowly(argyle)(url, person);
    },
  },
  finch: {
    product: 'admin',
    logins: {
      good: ADMIN,
      wrong_password: { ...ADMIN, password: 'wrong' },
      slow: { ...ADMIN, case: 'slow' },
      changed: { ...ADMIN, case: 'changed' },
    },
    visit: async (url, person) => {
      // Until the next day, the payroll system lacks the contact details of two people.
      if (person['case'] === 'changed') finch.control('absent', { employees: 2 });
      // The pay statements are prepared when they are first requested, and are ready after 15 seconds.
      if (person['case'] === 'slow') finch.control('pending', { answers: 10 });
      return visitPages(url, person);
    },
  },
};

const CASES = ['second_factor', 'no_data', 'partial', 'slow', 'changed'] as const;
const NO_JOBS = 'only employments have missing_data_fields, and a bank has no employments';
const ON_THE_PAGE = 'the person enters a second factor on the page of the provider';
/** Why a provider has no login for a case of the suite. */
const ABSENT: Readonly<Record<string, Partial<Record<(typeof CASES)[number], string>>>> = {
  fdx: {
    second_factor: ON_THE_PAGE,
    partial: NO_JOBS,
    slow: 'FDX has no answer that says that data is being collected',
  },
  simplefin: {
    second_factor: 'a setup token is the only secret',
    no_data: 'every person of the simulator has an account; simplefin.test.ts tests a token without accounts',
    partial: NO_JOBS,
    slow: 'SimpleFIN has no answer that says that data is being collected',
  },
  plaid: {
    second_factor: ON_THE_PAGE,
    no_data: 'the page does not end without an account; plaid.test.ts tests the error NO_ACCOUNTS',
    partial: NO_JOBS,
  },
  argyle: { second_factor: ON_THE_PAGE },
  finch: {
    second_factor: ON_THE_PAGE,
    no_data: 'every company of the simulator has employees; directory.test.ts tests an empty directory',
    partial: 'the people of a directory have no missing_data_fields',
  },
};

test.each(Object.entries(FIXTURES))('the suite tests each case at %s, or a reason is stated', (kind, { logins }) => {
  const absent = ABSENT[kind] ?? {};
  const tested = CASES.filter((one) => logins[one] !== undefined);
  expect([...tested, ...Object.keys(absent)].toSorted()).toEqual([...CASES].toSorted());
});

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

/** Lets a simulator send its answers so slowly that an answer takes seconds. */
async function dripAnswers(kind: string): Promise<void> {
  if (kind === 'fdx') await fdx.control('POST', '/faults', { kind: 'slow_bytes', path: '/fdx/', bytes_per_second: 20 });
  else simulatorOf(kind).addFault({ fault: 'slow_bytes', times: 0, amount: 50 });
}

async function stopDripping(kind: string): Promise<void> {
  if (kind === 'fdx') await fdx.control('DELETE', '/faults');
  else simulatorOf(kind).clearFaults();
}

const SIMULATORS: ReadonlyMap<string, typeof plaid> = new Map(Object.entries({ simplefin, plaid, argyle, finch }));
function simulatorOf(kind: string): typeof plaid {
  const simulator = SIMULATORS.get(kind);
  if (simulator === undefined) throw new Error(`there is no simulator of ${kind}`);
  return simulator;
}
const kindOf = (kind: string): Kind => KINDS.find((one) => one === kind) ?? 'fdx';

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
  test(`a step of ${entry.id} whose answers come slower than its time limit ends as docs/live.md says`, async () => {
    const player = playerOf(connector, changed, runAt);
    const account = await player.connect(changed.logins.good);
    await dripAnswers(kind.kind);
    try {
      const { status } = await failureOf(player.fetch('first', account, { timeout_ms: 400 }));
      expect(endingsFor(kindOf(kind.kind), HAPPENINGS.too_slow, 'Data')).toEqual([status]);
    } finally {
      await stopDripping(kind.kind);
    }
  });
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
