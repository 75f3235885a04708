// Creates one tracing span per request, except for requests to essential routes (health and metrics). The trace id is
// the request id that the response contains as `X-Request-Id`.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, type Span, startSpan, withinSpan } from '#base/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The tracing span of the request. It is undefined while tracing is off, and for essential routes. */
    span: Span | undefined;
  }
}

/**
 * Adds the hooks only if tracing is on. This is sufficient, because tracing is never turned on after the app is built.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.essential === true) return done();
    request.span = begin(request);
    within(request, done);
  });
  // A body arrives through socket events. Their callbacks run outside of the span, so the span is entered again here.
  app.addHook('preHandler', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const { span, caller } = request;
    if (span !== undefined) {
      span.set({
        'http.response.status_code': reply.statusCode,
        'vouch.client_id': caller?.scope.client_id,
        'vouch.environment': caller?.scope.environment,
      });
      if (reply.statusCode >= 500) span.fail(new Error());
      span.end();
    }
    done();
  });
}

function begin({ id, method, routeOptions, headers }: FastifyRequest): Span | undefined {
  const route = routeOptions.url ?? 'none';
  return startSpan({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'vouch.request_id': id },
    trace_id: id,
    is_first: true,
    caused_by: headers['traceparent']?.toString(),
  });
}

function within({ span }: FastifyRequest, done: () => void): void {
  if (span === undefined) done();
  else withinSpan(span, done);
}
