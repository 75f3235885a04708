// Opens a live connector for its simulator, and runs the connector's steps over real HTTP, as the task engine does.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { playerOf } from '#connectors/conformance-play.ts';
import type { Connector, NoticeRequest } from '#connectors/contract.ts';
import type { LiveKind, ProviderEntry } from '#connectors/live/kinds.ts';
import type { ProductType } from '#domain/access/products.ts';
import { runStep } from '#services/connections/provider-calls.ts';
import { withLog } from '#test/log.ts';
import { visitPages } from './pages.ts';

export const entryOf = <Settings>(kind: LiveKind<Settings>, settings: Settings): ProviderEntry<Settings> => ({
  id: kind.kind,
  name: 'Simulated provider',
  logo_url: null,
  aliases: [],
  environments: ['sandbox'],
  products: kind.products,
  clients: null,
  settings,
});

export const playLive = (connector: Connector, product: ProductType) =>
  playerOf(
    connector,
    {
      product,
      logins: { good: {}, wrong_password: {} },
      // Each request has its own connection, because the simulator may close an idle connection at the moment when it
      // is used again.
      fetch: (url, request) => {
        const headers = new Headers(request.headers);
        headers.set('connection', 'close');
        return fetch(url, { ...request, headers });
      },
      visit: visitPages,
    },
    withLog(runStep),
  );

/** Starts a server that stands in for our webhook URL: it receives a provider's notices and stores the requests. */
export async function startReceiver() {
  const received: NoticeRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(chunks) });
      response.writeHead(202).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
