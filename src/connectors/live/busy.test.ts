import { describe, expect, test } from 'vitest';
import { failureOf, NOON } from '#connectors/conformance-play.ts';
import { type Connector, type Credentials, ProviderBusy, type Reply } from '#connectors/contract.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { fdxSettings } from '#test/fake-fdx.ts';
import { argyleKind } from './argyle/index.ts';
import { waitSecondsOf } from './busy.ts';
import { fdxKind } from './fdx/kind.ts';
import { finchKind } from './finch/index.ts';
import { plaidKind } from './plaid/index.ts';
import { simplefinKind } from './simplefin/index.ts';

const BASE = 'https://busy.example';
const KEYS = { base_url: BASE, client_id: 'client', secret: 'top-secret' };
const URLS = { redirect_url: 'https://vouch.example/back', webhook_url: 'https://vouch.example/notices' };
const entry = {
  id: 'busy',
  name: 'Busy',
  logo_url: null,
  aliases: [],
  environments: ['prod'],
  clients: null,
} as const;

const CONNECTORS: Record<string, Connector> = {
  fdx: fdxKind.open({ ...entry, products: fdxKind.products, settings: fdxSettings() }, URLS),
  simplefin: simplefinKind.open({ ...entry, products: simplefinKind.products, settings: { origins: [BASE] } }, URLS),
  plaid: plaidKind.open({ ...entry, products: plaidKind.products, settings: KEYS }, URLS),
  argyle: argyleKind.open({ ...entry, products: argyleKind.products, settings: KEYS }, URLS),
  finch: finchKind.open({ ...entry, products: finchKind.products, settings: KEYS }, URLS),
};
const TOKEN = Buffer.from(`${BASE}/simplefin/claim/demo`).toString('base64');
/** Finch is called only when the administrator returns from Finch's page. */
const RETURN: Reply = { kind: 'redirect', query: { state: 'state', code: 'code' } };

/** Begins a login while the provider answers every request with 429. */
function logIn(kind: string, headers: Record<string, string>): Promise<unknown> {
  const connector = CONNECTORS[kind];
  if (connector === undefined) throw new Error(`no connector ${kind}`);
  const credentials: Credentials = kind === 'simplefin' ? { setup_token: TOKEN } : {};
  const request = {
    credentials,
    product: connector.manifest.products[0] ?? 'income',
    products: connector.manifest.products,
    history_months: 12,
    is_refresh: false,
    account: undefined,
    memory: undefined,
    reply: kind === 'finch' ? RETURN : undefined,
    redirect_url: URLS.redirect_url,
    state: 'state',
    person_id: 'person',
  };
  const fetch = async () => new Response('{}', { status: 429, headers });
  return runStep(connector, (io) => connector.login(request, io), { now: () => NOON, fetch });
}

describe.each(Object.keys(CONNECTORS))('a login at a busy provider: %s', (kind) => {
  test.each([
    [{ 'retry-after': '77' }, 77],
    [{ 'retry-after': new Date(NOON.getTime() + 90_000).toUTCString() }, 90],
    [{}, 30],
  ] as const)(
    'a login at a busy provider waits as long as the provider’s headers say, or 30 seconds if they name no time: %j',
    async (headers, seconds) => {
      const failure = await failureOf(logIn(kind, { ...headers }));
      expect(failure).toBeInstanceOf(ProviderBusy);
      expect(failure).toMatchObject({ seconds, status: 'unavailable', scope: 'provider' });
    },
  );
});

test.each([
  ['120', 120],
  [' 5 ', 5],
  ['-3', 30],
  ['soon', 30],
  [new Date(NOON.getTime() - 60_000).toUTCString(), 0],
])('Retry-After: %s means %i seconds', (text, seconds) => {
  const io = { fetch: () => Promise.reject(), now: () => NOON, real_now: () => NOON, random: () => Buffer.alloc(0) };
  const { signal } = new AbortController();
  expect(waitSecondsOf({ headers: { 'retry-after': text } }, { ...io, signal })).toBe(seconds);
});
