// How a /v1/ route is declared and answered. The order of checks stands here once: resources named in the
// path, then body and query, then the work itself; everything before that is in app.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { incorrect, notFound, ServiceError } from '#base/errors.ts';
import type { Caller } from '#domain/callers.ts';
import { type Check, compileCheck } from '#domain/validation.ts';
import type { Ctx } from '#services/ctx.ts';
import type { Answer } from '#services/idempotency.ts';
import { BODY_TOO_LARGE } from './bodies.ts';
import { checkIdempotencyKey, IdempotencyHeader, runOnce } from './idempotency.ts';
import { ERROR_RESPONSES, type Tag } from './openapi.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    ctx: Ctx;
  }
  interface FastifyContextConfig {
    budget?: Budget;
    /** Also answers `fmt=pdf`. */
    has_pdf?: boolean;
    /** Answered however busy we are. */
    essential?: boolean;
  }
}

/** Which allowance a route draws on before anything else is looked at. */
export type Budget = 'requests' | 'orders' | 'batch-orders';

export type Input<Params extends TSchema, Query extends TSchema, Body extends TSchema, Found> = {
  ctx: Ctx;
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  /** What `find` found. */
  found: Found;
  request: FastifyRequest;
};

export type Route<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
  Found,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  /** Its name in the OpenAPI document, and so in generated clients. */
  operation: string;
  summary: string;
  tag: Tag;
  status: 200 | 201 | 202 | 204;
  params?: Params;
  query?: Query;
  body?: Body;
  answer?: Result;
  budget?: Budget;
  sandbox_only?: true;
  /** False where an Idempotency-Key is not looked at. */
  idempotent?: false;
  /** Finds what the path names, or throws; runs before body and query are looked at. */
  find?: (ctx: Ctx, params: Static<Params>) => Promise<Found>;
  handle(input: Input<Params, Query, Body, Found>): Promise<Static<Result>>;
  /** Runs once the effect is committed, before the answer leaves. */
  after?: (ctx: Ctx) => void;
};

export function route<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
  Found = undefined,
>(app: FastifyInstance, declared: Route<Params, Query, Body, Result, Found>): void {
  const { method, url, status, params, query, body } = declared;
  const check = compileChecks(declared);
  app.route({
    method,
    url,
    config: { budget: declared.budget ?? 'requests', has_pdf: query !== undefined && 'fmt' in propertiesOf(query) },
    schema: {
      operationId: declared.operation,
      summary: declared.summary,
      tags: [declared.tag],
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(takesKey(declared) ? { headers: IdempotencyHeader } : {}),
      response: { [status]: declared.answer ?? Type.Null({ description: 'No body.' }), ...ERROR_RESPONSES },
    },
    async handler(request, reply) {
      const run = async (ctx: Ctx): Promise<Answer> => {
        const value = await declared.handle(await check(ctx, request));
        reply.code(status);
        return { status, body: declared.answer === undefined ? '' : String(reply.serialize(value)) };
      };
      const answer = takesKey(declared) ? await runOnce(request, reply, run) : await run(request.ctx);
      declared.after?.(request.ctx);
      return send(reply, answer);
    },
  });
}

/** Steps 7 and 8 as one function: what comes out of it has the declared types. */
function compileChecks<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
  Found,
>(declared: Route<Params, Query, Body, Result, Found>) {
  const checkParams = declared.params === undefined ? passes : compileCheck(declared.params, 'path');
  const checkQuery = declared.query === undefined ? passes : compileCheck(declared.query, 'query');
  const checkBody = declared.body === undefined ? passes : compileCheck(declared.body, 'body');
  return async (ctx: Ctx, request: FastifyRequest): Promise<Input<Params, Query, Body, Found>> => {
    if (declared.sandbox_only === true && ctx.scope.environment !== 'sandbox') {
      throw new ServiceError('not_authenticated', 'This endpoint is available in sandbox only.');
    }
    if (checkParams(request.params).length > 0) throw notFound();
    const found = await declared.find?.(ctx, request.params as Static<Params>);
    const invalid_params = [
      ...checkQuery(request.query),
      ...(request.raw_body === undefined ? [BODY_TOO_LARGE] : checkBody(request.body)),
      ...(takesKey(declared) ? checkIdempotencyKey(request) : []),
    ];
    if (invalid_params.length > 0) throw incorrect(...invalid_params);
    return {
      ctx,
      params: request.params as Static<Params>,
      query: request.query as Static<Query>,
      body: request.body as Static<Body>,
      found: found as Found,
      request,
    };
  };
}

const passes: Check = () => [];

const takesKey = ({ method, idempotent }: { method: string; idempotent?: false }): boolean =>
  method === 'POST' && idempotent !== false;

const propertiesOf = (schema: TSchema): object =>
  'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? schema.properties
    : {};

/** The text is finished: with a serialiser of its own fastify adds no charset to the content type. */
export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json').serializer(asIs).send(body);
}

const asIs = (text: string): string => text;
