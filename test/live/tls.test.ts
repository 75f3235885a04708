// Faults of TLS, over the connectors' own network access: a certificate that has expired, and a connection that closes
// during the handshake. The simulators speak HTTP, so a TLS server in front of each simulator passes the bytes on.
// The FDX simulator has TLS of its own, which fdx.test.ts uses.
import { connect, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { failureOf, laterBy, NOON, playerOf } from '#connectors/conformance-play.ts';
import type { Account, Connector } from '#connectors/contract.ts';
import { argyleKind } from '#connectors/live/argyle/index.ts';
import { finchKind } from '#connectors/live/finch/index.ts';
import { plaidKind } from '#connectors/live/plaid/index.ts';
import { simplefinKind } from '#connectors/live/simplefin/index.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { ARGYLE_KEY_ID, ARGYLE_KEY_SECRET, startArgyle } from '#simulators/argyle/server.ts';
import { FINCH_CLIENT_ID, FINCH_CLIENT_SECRET, startFinch } from '#simulators/finch/server.ts';
import { PLAID_CLIENT_ID, PLAID_SECRET, startPlaid } from '#simulators/plaid/server.ts';
import { startSimplefin } from '#simulators/simplefin/server.ts';
import { selfSigned } from '#test/certificate.ts';
import { entryOf, playLive } from './live-kinds.ts';

const options = { seed: 7, now: NOON };
const simplefin = await startSimplefin(options);
const [plaid, argyle, finch] = [await startPlaid(options), await startArgyle(options), await startFinch(options)];
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await Promise.all([simplefin, plaid, argyle, finch].map((simulator) => simulator.close()));
});

const URLS = { redirect_url: '', webhook_url: 'http://127.0.0.1:8080/webhook/' };
const KINDS = {
  simplefin: {
    url: simplefin.url,
    open: (url: string) => simplefinKind.open(entryOf(simplefinKind, { origins: [url] }), URLS),
    product: 'assets',
    login: { setup_token: simplefin.setupToken('maya') },
  },
  plaid: {
    url: plaid.url,
    open: (base_url: string) =>
      plaidKind.open(entryOf(plaidKind, { base_url, client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET }), URLS),
    product: 'assets',
    login: { username: 'maya', password: 'harbor-maya-1', choose: 'Harbor Street Bank' },
  },
  argyle: {
    url: argyle.url,
    open: (base_url: string) =>
      argyleKind.open(entryOf(argyleKind, { base_url, client_id: ARGYLE_KEY_ID, secret: ARGYLE_KEY_SECRET }), URLS),
    product: 'income',
    login: { username: 'maya', password: 'harbor-maya-1', choose: 'Summit Ridge Hospital' },
  },
  finch: {
    url: finch.url,
    open: (base_url: string) =>
      finchKind.open(entryOf(finchKind, { base_url, client_id: FINCH_CLIENT_ID, secret: FINCH_CLIENT_SECRET }), URLS),
    product: 'admin',
    login: { username: 'payroll-summit-ridge-hospital', password: 'harbor-summit-ridge-hospital-1' },
  },
} as const;

async function listening(server: Server, scheme: 'https'): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return `${scheme}://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Starts a TLS server with this certificate, which passes all bytes on to the simulator. Returns its origin. */
const inFrontOf = (url: string, { key, cert }: ReturnType<typeof selfSigned>): Promise<string> =>
  listening(
    createTlsServer({ key, cert }, (socket) => {
      const behind = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => behind.destroy());
      behind.on('error', () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    }),
    'https',
  );

/** Starts a server that closes each connection when the first bytes of the TLS handshake arrive. */
const closing = (): Promise<string> =>
  listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.destroy());
    }),
    'https',
  );

test.each(Object.entries(KINDS))(
  'a refresh at %s works over TLS, and ends with unavailable if the certificate has expired or the handshake is cut off',
  async (_, { url, open, product, login }) => {
    const account = await playLive(open(url), product).connect(login);
    /** Begins a refresh at another origin. The connector trusts only the given certificate. */
    const refresh = (origin: string, ca: string) => {
      const connector: Connector = open(origin);
      const tls = { certificate: null, key: null, ca };
      const trusting = { ...connector, manifest: { ...connector.manifest, tls } };
      const moved: Account = JSON.parse(JSON.stringify(account).replaceAll(new URL(url).host, new URL(origin).host));
      const own: Account = JSON.parse(JSON.stringify(moved).replaceAll('http://', 'https://'));
      // No transport is given, so the step uses the network as in production.
      const player = playerOf(
        trusting,
        { product, logins: { good: {}, wrong_password: {} } },
        (of, step, { fetch: _fetch, ...rest }) => runStep(of, step, rest),
      );
      return player.step({}, { account: own, is_refresh: true, now: laterBy(NOON, 60) });
    };
    const [valid, expired] = [selfSigned(), selfSigned('20210101000000Z')];
    expect((await refresh(await inFrontOf(url, valid), valid.cert)).step).toBe('connected');
    const { status, cause } = await failureOf(refresh(await inFrontOf(url, expired), expired.cert));
    expect([status, String(cause)]).toEqual(['unavailable', expect.stringContaining('CERT_HAS_EXPIRED')]);
    expect((await failureOf(refresh(await closing(), valid.cert))).status).toBe('unavailable');
  },
);
