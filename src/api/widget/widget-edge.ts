// Checks requests before they reach a route of /widget/api/. Any page may call these routes with a bridge token and
// without cookies, unless the client has a list of allowed origins. The token and the page's origin are checked first,
// then the rate limit, then the path parameters, the query and the body.
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { bodyTooLarge, readBodies } from '#api/platform/bodies.ts';
import { send } from '#api/platform/routes.ts';
import { incorrect, notFound, throttled } from '#base/errors.ts';
import { type Check, compileCheck } from '#domain/platform/validation.ts';
import { WIDGET_REQUESTS_PER_MINUTE } from '#domain/widget/widget.ts';
import type { House } from '#services/house.ts';
import { admitVisitor, noteSeen, type Visitor } from '#services/widget/widget-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor;
  }
}

/** Any origin is allowed, because the bridge token is the only credential and cookies are ignored. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, x-request-id',
};
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': '86400',
};

export function guardWidget(app: FastifyInstance, house: House): void {
  app.decorateRequest('visitor');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(CORS);
    // A preflight request has no token and its response reveals nothing, so the request is not checked.
    if (request.method !== 'OPTIONS') await admit(house, request);
  });
  readBodies(app);
}

async function admit(house: House, request: FastifyRequest): Promise<void> {
  const { authorization, 'x-vouch-page-origin': page_origin } = request.headers;
  const visitor = await admitVisitor(house, bearer(authorization), page_origin?.toString());
  const { scope } = visitor.ctx;
  const { admitted, retry_after_seconds } = await house.limiter.request(
    scope,
    visitor.token.id,
    WIDGET_REQUESTS_PER_MINUTE,
  );
  if (!admitted) throw throttled(retry_after_seconds);
  await noteSeen(visitor);
  request.visitor = visitor;
}

/** The token of an Authorization header; undefined if there is no header. A malformed header yields an empty token. */
const bearer = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '');

type Input<Params extends TSchema, Query extends TSchema, Body extends TSchema> = {
  visitor: Visitor;
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type WidgetRoute<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema> = {
  method: 'GET' | 'POST';
  /** The path relative to `/widget/api/`. */
  url: string;
  status: 200 | 201 | 204;
  params?: Params;
  query?: Query;
  body?: Body;
  body_bytes_max?: number;
  /** If true, the body is a form with a file, and `handle` receives it as a FormBody. */
  takes_form?: true;
  answer?: Result;
  handle(input: Input<Params, Query, Body>): Promise<Static<Result>>;
};

export function widgetRoute<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
>(app: FastifyInstance, declared: WidgetRoute<Params, Query, Body, Result>): void {
  const { method, status, answer, params, query, body } = declared;
  const url = `/widget/api/${declared.url}`;
  const checkParams = check(params, 'path');
  const checkQuery = check(query, 'query');
  const checkBody = check(body, 'body');
  // Two routes may have the same path with different methods. Their preflight requests are the same, so the preflight
  // route is added only once. Fastify stores paths without their last slash.
  if (!app.hasRoute({ method: 'OPTIONS', url: url.replace(/\/$/, '') })) {
    app.options(url, { schema: { hide: true } }, async (_request, reply) => reply.headers(PREFLIGHT).code(204).send());
  }
  const schema: FastifySchema = { hide: true, response: { [status]: answer ?? Type.Null() } };
  app.route({
    method,
    url,
    schema,
    config: {
      ...(declared.body_bytes_max === undefined ? {} : { body_bytes_max: declared.body_bytes_max }),
      ...(declared.takes_form === undefined ? {} : { takes_form: declared.takes_form }),
    },
    async handler(request, reply) {
      if (checkParams(request.params).length > 0) throw notFound();
      const faults = [
        ...checkQuery(request.query),
        ...(request.raw_body === undefined ? [bodyTooLarge(request)] : checkBody(request.body)),
      ];
      if (faults.length > 0) throw incorrect(...faults);
      reply.code(status);
      const value = await declared.handle({
        visitor: request.visitor,
        params: request.params as Static<Params>,
        query: request.query as Static<Query>,
        body: request.body as Static<Body>,
        request,
        reply,
      });
      return send(reply, { status, body: answer === undefined ? '' : String(reply.serialize(value)) });
    },
  });
}

const check = (schema: TSchema | undefined, whole: string): Check =>
  schema === undefined ? () => [] : compileCheck(schema, whole);
