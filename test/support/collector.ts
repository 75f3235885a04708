// A fake OpenTelemetry collector. It receives spans as OTLP in JSON and stores them.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type CollectedSpan = {
  trace_id: string;
  span_id: string;
  /** The id of the parent span. It is empty for the first span of a trace, which has no parent. */
  parent_id: string;
  name: string;
  attributes: Record<string, unknown>;
  /** The ids of the linked traces that caused this span. */
  links: string[];
  has_failed: boolean;
};

export type Collector = {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All received request bodies, as JSON text. */
  text(): string;
  stop(): Promise<void>;
};

type Attribute = { key: string; value: Record<string, unknown> };
type WireSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: Attribute[];
  links?: { traceId: string }[];
  status?: { code?: number };
};
type WireBody = { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };

const STATUS_ERROR = 2;

export async function startCollector(): Promise<Collector> {
  const bodies: WireBody[] = [];
  const spans: CollectedSpan[] = [];
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = (await json(request)) as WireBody;
    bodies.push(body);
    spans.push(...body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans.map(toSpan))));
  };
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => JSON.stringify(bodies),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const toSpan = ({ traceId, spanId, parentSpanId, name, attributes, links, status }: WireSpan): CollectedSpan => ({
  trace_id: traceId,
  span_id: spanId,
  parent_id: parentSpanId ?? '',
  name,
  attributes: Object.fromEntries((attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]])),
  links: (links ?? []).map((link) => link.traceId),
  has_failed: status?.code === STATUS_ERROR,
});
