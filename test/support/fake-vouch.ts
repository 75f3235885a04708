// Fakes for tests of CLI commands: a service with an event log and endpoints, and a webhook receiver. Both respond as
// the test configures them, and record the requests they get.
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { Access } from '#cli/api-client.ts';

export type FakeVouch = Awaited<ReturnType<typeof startFakeVouch>>;

export const ACCESS_SECRET = `sandbox-${'0123456789'.repeat(4)}`;
const CLIENT_ID = 'c'.repeat(32);

/** A faulty response, or a closed connection, in place of the normal response to one request. */
export type Misbehaviour = { status: number; body?: string; headers?: Record<string, string> } | 'hang up';

export async function startFakeVouch() {
  const log: { cursor: string; event_type: string; text: string }[] = [];
  const asked: { method: string; path: string; query: Record<string, string>; body: string }[] = [];
  const misbehaviours: Misbehaviour[] = [];
  const answers = new Map<string, [number, unknown]>();
  const server = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '', 'http://fake');
      const query = Object.fromEntries(url.searchParams);
      asked.push({ method: request.method ?? '', path: url.pathname, query, body });
      const misbehaviour = misbehaviours.shift();
      if (misbehaviour === 'hang up') return response.destroy();
      if (misbehaviour !== undefined) {
        return response.writeHead(misbehaviour.status, misbehaviour.headers).end(misbehaviour.body);
      }
      if (request.headers['x-access-secret'] !== ACCESS_SECRET || request.headers['x-access-client-id'] !== CLIENT_ID) {
        const error = { code: 'authentication_failed', message: 'No such token' };
        return response.writeHead(401).end(JSON.stringify({ error }));
      }
      const [status, value] = answers.get(url.pathname) ?? [200, undefined];
      if (value !== undefined) return response.writeHead(status).end(JSON.stringify(value));
      return response.end(pageOf(log, query));
    });
  });
  return {
    access: { url: server.url, client_id: CLIENT_ID, access_secret: ACCESS_SECRET } satisfies Access,
    asked,
    misbehaviours,
    answers,
    close: server.close,
    /** Adds `count` events to the log; `more` is inserted verbatim into each payload. */
    add(count: number, event_type = 'link-connected', more = ''): void {
      for (let i = 0; i < count; i++) {
        const cursor = String(log.length + 1);
        const payload = `{"webhook_id":"${webhookId(cursor)}","event_type":"${event_type}"${more}}`;
        const head = `"cursor":"${cursor}","event_type":"${event_type}","created_at":"2026-03-01T12:00:03Z"`;
        log.push({ cursor, event_type, text: `{${head},"payload":${payload}}` });
      }
    },
  };
}

export const webhookId = (cursor: string): string => cursor.padStart(32, '0');

function pageOf(log: { cursor: string; event_type: string; text: string }[], query: Record<string, string>): string {
  const found = log
    .filter(({ cursor }) => Number(cursor) > Number(query['after'] ?? 0))
    .filter(({ event_type }) => query['event_type'] === undefined || event_type === query['event_type'])
    .slice(0, Number(query['limit']));
  return `{"next_cursor":${JSON.stringify(found.at(-1)?.cursor ?? null)},"results":[${found.map(({ text }) => text)}]}`;
}

export type Received = { headers: IncomingHttpHeaders; body: string };

/**
 * Starts a receiver that responds with the given statuses, one per request, and then with 204; `hang up` closes the
 * connection without a response.
 */
export async function startReceiver(statuses: (number | 'hang up')[] = []) {
  const received: Received[] = [];
  const server = await serve((request, response) => {
    void bodyOf(request).then((body) => {
      const status = statuses.shift() ?? 204;
      received.push({ headers: request.headers, body });
      if (status === 'hang up') return response.destroy();
      return response
        .writeHead(status, status < 400 && status >= 300 ? { location: '/elsewhere' } : {})
        .end('thank you');
    });
  });
  return { url: `${server.url}/hook?from=vouch`, received, close: server.close };
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function serve(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
