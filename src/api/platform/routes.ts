// Declares and handles /v1/ routes. Each route first looks up the resources named in the path, then checks body and
// query, then does its work. Earlier checks are in app.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { type InvalidParam, incorrect, notFound, ServiceError } from '#base/errors.ts';
import { inLine } from '#base/lines.ts';
import { spanned } from '#base/tracing.ts';
import type { Caller } from '#domain/access/callers.ts';
import { type Check, compileCheck } from '#domain/platform/validation.ts';
import type { Answer } from '#services/access/idempotency.ts';
import { newSteps, type Steps } from '#services/access/idempotent-steps.ts';
import { AnswerText } from '#services/platform/answer-text.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import type { PdfFile } from '#services/platform/printed.ts';
import { bodyTooLarge } from './bodies.ts';
import { type Budget, payForReplay } from './budgets.ts';
import { checkIdempotencyKey, IdempotencyHeader, runOnce } from './idempotency.ts';
import { checkLongList, type LongListRule } from './long-lists.ts';
import { ERROR_RESPONSES, type Tag, TOKEN_RESPONSES } from './openapi.ts';
import type { Overseer } from './overseers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    ctx: Ctx;
    /** Set if the request comes from the console. */
    overseer: Overseer | undefined;
  }
  interface FastifyContextConfig {
    /** The name of a /v1/ route's operation. */
    operation?: string;
    /** True if the route responds with JSON, or with a PDF if the query has `fmt=pdf`. */
    has_pdf?: boolean;
    /** True if the route responds with a PDF only. */
    is_pdf?: boolean;
  }
}

export type Input<Params extends TSchema, Query extends TSchema, Body extends TSchema, Found> = {
  ctx: Ctx;
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  /** The result of `find`. */
  found: Found;
  request: FastifyRequest;
  /** The reply. Only a few routes use it: to choose between two statuses, or to set headers. */
  reply: FastifyReply;
  /** What the steps have done so far, if the request runs in steps. */
  steps: Steps;
};

type Checked<Params extends TSchema, Query extends TSchema, Body extends TSchema, Found> = Omit<
  Input<Params, Query, Body, Found>,
  'reply' | 'steps'
>;

export type Route<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
  Found,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  /** The route's name in the OpenAPI document, and so in generated clients. */
  operation: string;
  summary: string;
  /** A longer description for the API reference. It gives details that are not in the summary. */
  description: string;
  tag: Tag;
  status: 200 | 201 | 202 | 204;
  /** A second status with which the route may respond. Both statuses have the same response schema. */
  also?: 200;
  params?: Params;
  query?: Query;
  body?: Body;
  body_bytes_max?: number;
  /**
   * Replaces this module's parsing and checking of the body, for routes where parsing and checking may be slow.
   * Receives the raw body and returns the parsed body.
   */
  read_body?: (ctx: Ctx, bytes: Buffer) => Promise<Static<Body>>;
  /** If set, the body is a LongList. The list as a whole is checked here, and its items are checked later. */
  long_list?: LongListRule;
  answer?: Result;
  /** True if the request body contains a token that expires, so that the route may respond with 410. */
  takes_token?: true;
  budget?: Budget;
  sandbox_only?: true;
  /**
   * True if requests to this route run one after the other for each client and environment. A waiting request holds no
   * database connection.
   */
  one_at_a_time?: true;
  /**
   * True if a request may take too long for one transaction. `handle` must save each of its steps, and the response
   * must contain no data about a person.
   */
  in_steps?: true;
  /** False if the route ignores an Idempotency-Key. */
  idempotent?: false;
  /** False if the response contains no data about a person. The request may still affect any number of people. */
  about_people?: false;
  /**
   * Loads the resource that the path names. Throws if the resource cannot be loaded. Runs before body and query are
   * checked.
   */
  find?: (ctx: Ctx, params: Static<Params>) => Promise<Found>;
  /** Returns AnswerText if the response is slow to serialise. */
  handle(input: Input<Params, Query, Body, Found>): Promise<Static<Result> | AnswerText>;
  /** Handles a GET request with `fmt=pdf`. The route's query schema must allow `fmt`. */
  pdf?: (input: Checked<Params, Query, Body, Found>) => Promise<PdfFile>;
  /** Runs after the transaction is committed, before the response is sent. */
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
  // A schema's check is compiled when it is first used, and is then cached. The warm-up runs each body check once, so
  // that it is compiled before the first request.
  if (body !== undefined && declared.read_body === undefined && declared.long_list === undefined) {
    app.warm_up.add(() => void compileCheck(body, 'body')(undefined));
  }
  app.route({
    method,
    url,
    config: {
      operation: declared.operation,
      budget: declared.budget ?? 'requests',
      has_pdf: declared.pdf !== undefined,
      ...(declared.body_bytes_max === undefined ? {} : { body_bytes_max: declared.body_bytes_max }),
      ...(declared.long_list === undefined ? {} : { long_list: declared.long_list }),
      ...(declared.read_body === undefined ? {} : { stays_bytes: true }),
    },
    schema: {
      operationId: declared.operation,
      summary: declared.summary,
      description: declared.description,
      tags: [declared.tag],
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(takesKey(declared) ? { headers: IdempotencyHeader } : {}),
      response: {
        [status]: answerSchema(declared),
        ...(declared.also === undefined ? {} : { [declared.also]: declared.answer }),
        ...(declared.takes_token === true ? TOKEN_RESPONSES : {}),
        ...ERROR_RESPONSES,
      },
    },
    async handler(request, reply) {
      const { overseer } = request;
      if (declared.pdf !== undefined && asksPdf(request)) {
        const file = await declared.pdf(await check(request.ctx, request));
        await overseer?.noteFile(request.ctx);
        return sendPdf(reply, file);
      }
      const answerIn = async (ctx: Ctx, steps: Steps): Promise<Answer> => {
        reply.code(status);
        const input = { ...(await check(ctx, request)), reply, steps };
        overseer?.noteFound(input.found);
        const value = await spanned({ name: declared.operation, kind: 'internal' }, () => declared.handle(input));
        return { status: reply.statusCode, body: written(declared, reply, value) };
      };
      const run = (ctx: Ctx, steps = newSteps()): Promise<Answer> => {
        if (overseer === undefined) return answerIn(ctx, steps);
        if (declared.in_steps === true) return answerIn(ctx, overseer.recordSteps(steps));
        return overseer.run(ctx, (ctx) => answerIn(ctx, steps));
      };
      const work = () => (takesKey(declared) ? runOnce(request, reply, run, declared) : run(request.ctx));
      const answer = await (declared.one_at_a_time === true ? inLine(lineOf(declared, request), work) : work());
      if ('replayed' in answer && answer.replayed) await payForReplay(request, reply);
      declared.after?.(request.ctx);
      if (overseer === undefined || declared.answer === undefined) return send(reply, answer);
      return send(reply, { ...answer, body: await overseer.mask(request.ctx, declared.answer, answer.body) });
    },
  });
}

const lineOf = ({ url }: { url: string }, { ctx: { scope } }: FastifyRequest): string =>
  `${scope.client_id}:${scope.environment} ${url}`;

type PdfRoute<Params extends TSchema, Query extends TSchema> = Omit<
  Route<Params, Query, TSchema, TSchema, undefined>,
  'method' | 'status' | 'handle' | 'find' | 'body' | 'answer' | 'also' | 'idempotent'
> & {
  /** The name of the PDF file, without its extension. */
  name(input: PdfInput<Params, Query>): string;
  handle(input: PdfInput<Params, Query>): Promise<Buffer>;
};
type PdfInput<Params extends TSchema, Query extends TSchema> = Pick<
  Input<Params, Query, TSchema, undefined>,
  'ctx' | 'params' | 'query'
>;

const PDF_CONTENT = { 'application/pdf': { schema: Type.String({ format: 'binary' }) } };
const PDF_ANSWER = { description: 'The PDF.', content: PDF_CONTENT };

type Answering = { answer?: TSchema; pdf?: unknown };

const answerSchema = ({ answer, pdf }: Answering) =>
  answer === undefined || pdf === undefined
    ? (answer ?? Type.Null({ description: 'No body.' }))
    : {
        description: 'The report, as a PDF if `fmt=pdf`.',
        content: { 'application/json': { schema: answer }, ...PDF_CONTENT },
      };

/** If a response has two formats, fastify needs the content type to choose the serialiser. */
function written({ answer, pdf }: Answering, reply: FastifyReply, value: unknown): string {
  if (answer === undefined) return '';
  if (value instanceof AnswerText) return value.json;
  if (pdf === undefined) return String(reply.serialize(value));
  if (!isRecord(value)) throw new Error('a report must be an object');
  return String(reply.serializeInput(value, String(reply.statusCode), 'application/json'));
}

/** Whether the query requests a PDF. Not every route can respond with a PDF. */
export const asksPdf = ({ query }: FastifyRequest): boolean => isRecord(query) && query['fmt'] === 'pdf';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Declares a GET that responds with a PDF only. Its checks run in the same order as the checks of other routes. */
export function pdfRoute<Params extends TSchema, Query extends TSchema>(
  app: FastifyInstance,
  declared: PdfRoute<Params, Query>,
): void {
  const check = compileChecks({ ...declared, method: 'GET', status: 200, handle: async () => undefined });
  const { url, params, query } = declared;
  app.route({
    method: 'GET',
    url,
    config: { operation: declared.operation, budget: declared.budget ?? 'requests', is_pdf: true },
    schema: {
      operationId: declared.operation,
      summary: declared.summary,
      description: declared.description,
      tags: [declared.tag],
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      response: { 200: PDF_ANSWER, ...ERROR_RESPONSES },
    },
    async handler(request, reply) {
      const input = await check(request.ctx, request);
      return sendPdf(reply, { name: `${declared.name(input)}.pdf`, bytes: await declared.handle(input) });
    },
  });
}

/**
 * Returns a function that performs step 7 (path) and step 8 (body and query) of the checks. The function's result has
 * the types that the route declares.
 */
function compileChecks<
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
  Found,
>(declared: Route<Params, Query, Body, Result, Found>) {
  const checkParams = declared.params === undefined ? passes : compileCheck(declared.params, 'path');
  const checkQuery = declared.query === undefined ? passes : compileCheck(declared.query, 'query');
  const readBody = bodyReader(declared);
  return async (ctx: Ctx, request: FastifyRequest): Promise<Checked<Params, Query, Body, Found>> => {
    if (declared.sandbox_only === true && ctx.scope.environment !== 'sandbox') {
      throw new ServiceError('not_authenticated', 'This endpoint is available in sandbox only.');
    }
    if (checkParams(request.params).length > 0) throw notFound();
    // If the route has `read_body`, the body has not been parsed yet. It is parsed here, before `find`, so that
    // malformed JSON is rejected before the resources in the path are looked up. Other bodies have already been parsed.
    const early = declared.read_body === undefined ? undefined : await readBody(ctx, request);
    const found = await declared.find?.(ctx, request.params as Static<Params>);
    const { body, faults } = early ?? (await readBody(ctx, request));
    const invalid_params = [
      ...checkQuery(request.query),
      ...faults,
      ...(takesKey(declared) ? checkIdempotencyKey(request) : []),
    ];
    if (invalid_params.length > 0) throw incorrect(...invalid_params);
    return {
      ctx,
      params: request.params as Static<Params>,
      query: request.query as Static<Query>,
      body: body as Static<Body>,
      found: found as Found,
      request,
    };
  };
}

const passes: Check = () => [];

type ReadBody = { body: unknown; faults: readonly InvalidParam[] };

function bodyReader({
  body,
  read_body,
  long_list,
}: {
  body?: TSchema;
  read_body?: (ctx: Ctx, bytes: Buffer) => Promise<unknown>;
  long_list?: LongListRule;
}): (ctx: Ctx, request: FastifyRequest) => ReadBody | Promise<ReadBody> {
  const check = long_list !== undefined ? checkLongList : body === undefined ? passes : compileCheck(body, 'body');
  return (ctx, request) => {
    if (request.raw_body === undefined) return { body: undefined, faults: [bodyTooLarge(request)] };
    if (read_body !== undefined) return readElsewhere(read_body(ctx, request.raw_body));
    return { body: request.body, faults: check(request.body) };
  };
}

async function readElsewhere(reading: Promise<unknown>): Promise<ReadBody> {
  try {
    return { body: await reading, faults: [] };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'incorrect_parameters') {
      return { body: undefined, faults: error.invalid_params };
    }
    throw error;
  }
}

const takesKey = ({ method, idempotent }: { method: string; idempotent?: false }): boolean =>
  method === 'POST' && idempotent !== false;

const sendPdf = (reply: FastifyReply, { name, bytes }: PdfFile): FastifyReply =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(bytes);

/**
 * Sends a body that is already serialised. Because a custom serialiser is set, fastify adds no charset to the content
 * type.
 */
export function send(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  reply.code(status);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json').serializer(asIs).send(body);
}

const asIs = (text: string): string => text;
