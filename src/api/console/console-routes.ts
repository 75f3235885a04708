// Declares the routes of /console/api/: their schemas, who may use them, what the audit log records, and which values of
// a response are masked.
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { bodyTooLarge } from '#api/platform/bodies.ts';
import { send } from '#api/platform/routes.ts';
import { incorrect, notFound } from '#base/errors.ts';
import type { Actor, NewAuditEntry } from '#domain/console/audit.ts';
import { type Mask, maskOf, type Shown } from '#domain/console/masking.ts';
import type { Needed, Permission, Reach } from '#domain/console/operations.ts';
import type { Area, Right } from '#domain/console/roles.ts';
import type { ConsoleSession, Membership, Stage } from '#domain/console/sessions.ts';
import { type Check, compileCheck } from '#domain/platform/validation.ts';
import { recordAudit, recordView } from '#services/console/audit.ts';
import { isRevealed } from '#services/console/reveals.ts';
import { notSignedIn } from '#services/console/sessions.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import { COMPLETE, type ConsoleRule } from './console-edge.ts';

const SCOPED = 'scoped/';

type Declared<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  status: 200 | 201 | 202 | 204;
  params?: Params;
  query?: Query;
  body?: Body;
  body_bytes_max?: number;
  /** The media type of the body, if the body is a file. The handler reads the file from the request's `raw_body`. */
  file_type?: string;
  answer?: Result;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the user has asked to see the masked values of this response. */
    console_shows_values?: boolean;
  }
}

type Given<Params extends TSchema, Query extends TSchema, Body extends TSchema> = {
  params: Static<Params>;
  query: Static<Query>;
  body: Static<Body>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type ConsoleRoute<
  Url extends string,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
> = Declared<Params, Query, Body, Result> & {
  /**
   * The path relative to `/console/api/`. `scoped/…` stands for `{client_id}/{environment}/…`. A request to a scoped
   * route has a membership, and the request's context belongs to the client and environment of the path. A request to
   * any other route has a context of the user's own client.
   */
  url: Url;
  /** The stages in which a session may use the route. The default is only `complete`. */
  stages?: readonly Stage[];
  area?: Area;
  right?: Right;
  reach?: Reach;
  /** True if the response concerns documents. For documents, a reviewer has the right of disclosure. */
  is_about_documents?: true;
  /** True if the response shows everything unmasked. The role then also needs the right of disclosure. */
  is_disclosed?: true;
  /**
   * If false, this module does not record the request in the audit log. Either the request changes nothing, or the
   * service records the request.
   */
  is_audited?: false;
  /**
   * Set only for a GET request whose response shows people's data. The audit log then records a view with this action,
   * at most once a minute for each object.
   */
  view?: string;
  /**
   * True if a user with the right of disclosure can reveal the masked values of the response. `ownRevealOf` must return
   * a right for the path.
   */
  is_revealable?: true;
  /**
   * Handles the request. The handler may also send the response itself, for example a stream. The returned value is
   * then ignored.
   */
  handle(
    input: Given<Params, Query, Body> & {
      session: ConsoleSession;
      membership: Url extends `scoped/${string}` ? Membership : undefined;
      permission: Url extends `scoped/${string}` ? Permission : undefined;
      ctx: Ctx;
    },
  ): Promise<Static<Result>>;
};

/** Declares a route for users who are signed in. */
export function consoleRoute<
  Url extends string,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  Result extends TSchema,
>(app: FastifyInstance, declared: ConsoleRoute<Url, Params, Query, Body, Result>): void {
  const { stages = COMPLETE } = declared;
  const is_scoped = declared.url.startsWith(SCOPED);
  const url = is_scoped ? `:client_id/:environment/${declared.url.slice(SCOPED.length)}` : declared.url;
  const rule: ConsoleRule = is_scoped ? { stages, needed: neededBy(declared) } : { stages };
  addRoute(app, url, declared, rule, async (given) => {
    const { console_session: session, console_admitted: admitted } = given.request;
    if (session === undefined || is_scoped !== (admitted !== undefined)) throw notSignedIn();
    const ctx = await app.console_ctx(session, admitted);
    const actor = actorOf(session, given.request);
    const scoped = { membership: admitted?.membership as never, permission: admitted?.permission as never };
    const handle = (ctx: Ctx) => declared.handle({ ...given, session, ...scoped, ctx });
    if (declared.method !== 'GET' && declared.is_audited !== false) {
      return inTransaction(ctx, async (ctx) => {
        const value = await handle(ctx);
        await recordAudit(ctx, actor, changeOf(declared, given.request));
        return value;
      });
    }
    if (declared.is_revealable === true && admitted !== undefined) {
      given.request.console_shows_values =
        addressesFor(admitted.permission).files &&
        (await isRevealed(ctx, session.id, `/${withIds(relativePath(declared.url), given.request)}/`));
    }
    const value = await handle(ctx);
    if (declared.view !== undefined) {
      await recordView(ctx, actor, session.id, {
        action: declared.view,
        object: viewedObject(declared, given.request),
      });
    }
    return value;
  });
}

type Rights = {
  url: string;
  area?: Area;
  right?: Right;
  reach?: Reach;
  is_about_documents?: true;
  is_disclosed?: true;
};

function neededBy({ url, area, right = 'read', reach, is_about_documents, is_disclosed }: Rights): Needed {
  if (area === undefined) throw new Error(`${url}: a scoped route needs an area`);
  return {
    area,
    right,
    ...(reach === undefined ? {} : { reach }),
    ...(is_about_documents === undefined ? {} : { is_about_documents }),
    ...(is_disclosed === undefined ? {} : { is_disclosed }),
  };
}

export const actorOf = ({ user }: ConsoleSession, { ip }: FastifyRequest): Actor => ({
  user_id: user.id,
  email: user.email,
  ip,
});

/**
 * The audit log entry for a request. It contains the route, the path with its ids, and the names of the fields in the
 * body.
 */
function changeOf({ method, url }: { method: string; url: string }, request: FastifyRequest): NewAuditEntry {
  const { body } = request;
  const path = relativePath(url);
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return {
    action: `${method} ${path}`,
    object: withIds(path, request),
    ...(fields.length === 0 ? {} : { after: { fields } }),
  };
}

const relativePath = (url: string): string => url.replace(SCOPED, '').replace(/\/$/, '');

/** The object that the audit log records for a view: the path up to its last id, or the whole path if it has no id. */
const viewedObject = ({ url }: { url: string }, request: FastifyRequest): string =>
  withIds(relativePath(url).replace(/(:\w+)\/[^:]*$/, '$1'), request);

function withIds(path: string, { params }: FastifyRequest): string {
  const ids = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids.get(name)));
}

type OpenRoute<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema> = Declared<
  Params,
  Query,
  Body,
  Result
> & {
  /** The path relative to `/console/api/`. */
  url: string;
  handle(input: Given<Params, Query, Body>): Promise<Static<Result>>;
};

/** Declares a route that needs no session, such as signing in. */
export function openRoute<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema>(
  app: FastifyInstance,
  declared: OpenRoute<Params, Query, Body, Result>,
): void {
  addRoute(app, declared.url, declared, {}, (given) => declared.handle(given));
}

function addRoute<Params extends TSchema, Query extends TSchema, Body extends TSchema, Result extends TSchema>(
  app: FastifyInstance,
  url: string,
  declared: Declared<Params, Query, Body, Result>,
  rule: ConsoleRule,
  handle: (given: Given<Params, Query, Body>) => Promise<Static<Result>>,
): void {
  const { method, status, answer, params, query, body, body_bytes_max, file_type } = declared;
  const checkParams = check(params, 'path');
  const checkQuery = check(query, 'query');
  const checkBody = check(body, 'body');
  const mask = answer === undefined ? undefined : maskOf(answer);
  const schema: FastifySchema = { hide: true, response: { [status]: answer ?? Type.Null() } };
  app.route({
    method,
    url: `/console/api/${url}`,
    schema,
    config: {
      console: rule,
      ...(body_bytes_max === undefined ? {} : { body_bytes_max }),
      ...(file_type === undefined ? {} : { file_type }),
    },
    async handler(request, reply) {
      if (checkParams(request.params).length > 0) throw notFound();
      const faults = [
        ...checkQuery(request.query),
        ...(request.raw_body === undefined ? [bodyTooLarge(request)] : checkBody(request.body)),
      ];
      if (faults.length > 0) throw incorrect(...faults);
      reply.code(status);
      const value = await handle({
        params: request.params as Static<Params>,
        query: request.query as Static<Query>,
        body: request.body as Static<Body>,
        request,
        reply,
      });
      // The handler may have sent the response itself. Such a response may also have ended early, because the reader
      // has disconnected.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
      const text = answer === undefined ? '' : String(reply.serialize(value));
      return send(reply, {
        status: reply.statusCode,
        body: masked(text, mask, request),
      });
    },
  });
}

/**
 * Masks the sensitive values of a client's data, just as the console masks them in /v1/ responses. The values of a
 * revealable response are shown after a reveal.
 */
function masked(
  text: string,
  mask: Mask | undefined,
  { console_admitted: admitted, console_shows_values = false }: FastifyRequest,
): string {
  if (mask === undefined || admitted === undefined) return text;
  const shown = { ...addressesFor(admitted.permission), values: console_shows_values };
  return JSON.stringify(mask(JSON.parse(text), shown));
}

/** Whether a member may see the URLs of files, and whether the member may see the URLs of applicants' pages. */
export const addressesFor = ({ discloses, opens_pages }: Permission): Pick<Shown, 'files' | 'pages'> => ({
  files: discloses,
  pages: opens_pages,
});

const check = (schema: TSchema | undefined, whole: string): Check =>
  schema === undefined ? () => [] : compileCheck(schema, whole);
