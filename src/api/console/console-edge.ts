// Checks requests before they reach a route of /console/api/. A request must come from our own pages. A route may also
// require a session in a certain stage, and a role. All of this is checked before the body is read.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { bodyTooLarge, readBodies } from '#api/platform/bodies.ts';
import { send } from '#api/platform/routes.ts';
import { incorrect, notFound, ServiceError, throttled } from '#base/errors.ts';
import { readCookie, writeCookie } from '#base/http/cookies.ts';
import { isLoopbackHost } from '#base/http/hosts.ts';
import type { Actor, NewAuditEntry } from '#domain/console/audit.ts';
import { type Mask, maskOf, type Shown } from '#domain/console/masking.ts';
import { type Area, mayDo, mayDoWithDocuments, type Right } from '#domain/console/roles.ts';
import {
  type ConsoleSession,
  type Membership,
  membershipOf,
  SESSION_LIFE_MS,
  type Stage,
} from '#domain/console/sessions.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { type Check, compileCheck } from '#domain/platform/validation.ts';
import { clientCtx, isOperator } from '#services/access/clients.ts';
import { recordAudit, recordView } from '#services/console/audit.ts';
import { admitSession, type Browser, homeScope, notSignedIn } from '#services/console/sessions.ts';
import type { Visit } from '#services/console/sign-in.ts';
import type { House } from '#services/house.ts';
import { type Ctx, ctxFor, inTransaction } from '#services/platform/ctx.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a console request; undefined if the route needs no session. */
    console_session: ConsoleSession | undefined;
    /**
     * The user's membership in the client and environment of the path; undefined if the path contains no client and
     * environment.
     */
    console_membership: Membership | undefined;
  }
  interface FastifyContextConfig {
    console?: ConsoleRule;
  }
  interface FastifyInstance {
    /**
     * Creates the context of a console request. Its scope is that of the membership; without a membership, the context
     * belongs to the user's own client.
     */
    console_ctx(session: ConsoleSession, membership: Membership | undefined): Promise<Ctx>;
  }
}

/**
 * Who may use a console route. If `stages` is missing, anybody may use the route. `area` and `right` are checked
 * against the user's role in the client and environment of the path.
 */
export type ConsoleRule = { stages?: readonly Stage[]; area?: Area; right?: Right; reach?: Reach };

/**
 * How far a change reaches, if it reaches further than the client and environment of the path. `client`: both
 * environments of the client. `all_clients`: all clients in this environment. `service`: all clients in both
 * environments. For both environments, the user needs the role in both. For all clients, the client of the path must be
 * the operator's own.
 */
export type Reach = 'client' | 'all_clients' | 'service';

/**
 * The maximum number of requests that one session may send in any 60 seconds. Opening a page sends about ten requests.
 */
const REQUESTS_PER_MINUTE = 600;
const COMPLETE: readonly Stage[] = ['complete'];
const SAFE_METHODS = new Set(['GET', 'HEAD']);
const SCOPED = 'scoped/';

export function guardConsole(app: FastifyInstance, house: House): void {
  app.decorateRequest('console_session');
  app.decorateRequest('console_membership');
  app.decorate('console_ctx', async (session: ConsoleSession, membership: Membership | undefined) =>
    membership === undefined ? ctxFor(house, homeScope(session), 0) : clientCtx(house, scopeOf(membership)),
  );
  app.addHook('onRequest', async (request, reply) => {
    const rule = request.routeOptions.config.console;
    if (rule !== undefined) await admitConsole(house, request, reply, rule);
  });
  readBodies(app);
}

/** Checks the origin, the session and the role of a request. Stores the session and the membership in the request. */
export async function admitConsole(
  house: House,
  request: FastifyRequest,
  reply: FastifyReply,
  rule: ConsoleRule,
): Promise<void> {
  if (rule.stages === undefined) {
    if (!SAFE_METHODS.has(request.method)) checkOrigin(house, request);
    return;
  }
  const session = await signedIn(house, request, reply, rule.stages);
  request.console_session = session;
  const { client_id, environment } = request.params as { client_id?: string; environment?: string };
  if (client_id !== undefined && environment !== undefined) {
    const membership = membershipOf(session, client_id, environment);
    if (membership === undefined) throw notFound();
    if (rule.area !== undefined && !mayDo(membership.role, membership.environment, rule.area, rule.right ?? 'read')) {
      throw refused();
    }
    if (rule.reach !== undefined) await checkReach(house, session, membership, rule);
    request.console_membership = membership;
  }
  const { admitted, retry_after_seconds } = await house.limiter.request(
    request.console_membership ?? homeScope(session),
    session.id,
    REQUESTS_PER_MINUTE,
  );
  if (!admitted) throw throttled(retry_after_seconds);
}

async function checkReach(
  house: House,
  session: ConsoleSession,
  { client_id }: Membership,
  { reach, area, right = 'read' }: ConsoleRule,
): Promise<void> {
  const mayIn = (environment: Environment): boolean => {
    const membership = membershipOf(session, client_id, environment);
    return membership !== undefined && area !== undefined && mayDo(membership.role, environment, area, right);
  };
  if (reach !== 'all_clients' && !ENVIRONMENTS.every(mayIn)) {
    throw refused('This applies to both environments. Your role must allow it in both.');
  }
  if (reach !== 'client' && !(await isOperator(house, client_id))) {
    throw refused('This applies to all clients. Only the operator may change it.');
  }
}

/**
 * Returns the session of a request. The session must be in one of the stages. A request that may change something must
 * have the right origin and the CSRF token.
 */
export async function signedIn(
  house: House,
  request: FastifyRequest,
  reply: FastifyReply,
  stages = COMPLETE,
): Promise<ConsoleSession> {
  const is_safe = SAFE_METHODS.has(request.method);
  if (!is_safe) checkOrigin(house, request);
  const session = await getSession(house, request, reply);
  if (!is_safe) checkCsrf(request, session);
  if (!stages.includes(session.stage)) throw refused('Your session needs a second factor first.');
  return session;
}

async function getSession(house: House, request: FastifyRequest, reply: FastifyReply): Promise<ConsoleSession> {
  const admitted = await admitSession(house, readSessionCookie(house, request));
  if (admitted === undefined) throw notSignedIn();
  if (admitted.new_secret !== undefined) setSessionCookie(house, reply, admitted.new_secret);
  return admitted.session;
}

/** The error if the role does not allow the request. Where the user has no role, the response is 404. */
export const refused = (message = 'Your role does not allow this.') => new ServiceError('not_authenticated', message);

/**
 * Checks that a request comes from our own pages. Browsers send the page's origin with every request that changes
 * something, and no page can forge the origin. If the Origin header is missing, the Sec-Fetch-Site header must be
 * `same-origin`.
 */
function checkOrigin({ settings }: House, { headers }: FastifyRequest): void {
  const { origin } = headers;
  const is_own =
    origin === undefined
      ? headers['sec-fetch-site'] === 'same-origin'
      : [settings.public_url, settings.base_url].some((url) => new URL(url).origin === origin) ||
        (URL.canParse(origin) && new URL(origin).host === headers.host);
  if (!is_own) throw refused('The request did not come from a page of this service.');
}

function checkCsrf({ headers }: FastifyRequest, { csrf_token }: ConsoleSession): void {
  const given = Buffer.from(String(headers['x-vouch-csrf'] ?? ''));
  const expected = Buffer.from(csrf_token);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refused('The request lacks the proof that it comes from your session.');
  }
}

/**
 * The name of a cookie, and whether it is sent only over TLS. A browser sends a cookie whose name starts with `__Host-`
 * only to this host, and only over TLS. Without TLS the console works on this machine only, and the cookie has a plain
 * name.
 */
export function cookieRules({ settings }: House, name: string): { name: string; is_secure: boolean } {
  const { protocol, hostname } = new URL(settings.public_url);
  const is_secure = protocol === 'https:' || !isLoopbackHost(hostname);
  return { name: is_secure ? `__Host-${name}` : name, is_secure };
}

const sessionCookie = (house: House) => cookieRules(house, 'vouch_console');

export const readSessionCookie = (house: House, { headers }: FastifyRequest): string | undefined =>
  readCookie(headers.cookie, sessionCookie(house).name);

/** The reply of a route, for handlers that set a cookie. */
export type Reply = Pick<FastifyReply, 'header'>;

export const browserOf = ({ ip, headers }: FastifyRequest): Browser => ({
  ip,
  user_agent: headers['user-agent'] ?? '',
});

export const visitOf = (house: House, request: FastifyRequest): Visit => ({
  ...browserOf(request),
  cookie: readSessionCookie(house, request),
});

export function setSessionCookie(house: House, reply: Reply, secret: string): void {
  const cookie = { ...sessionCookie(house), path: '/', value: secret, seconds_max: SESSION_LIFE_MS / 1000 };
  void reply.header('set-cookie', writeCookie(cookie));
}

export function clearSessionCookie(house: House, reply: Reply): void {
  void reply.header('set-cookie', writeCookie({ ...sessionCookie(house), path: '/', value: '', seconds_max: 0 }));
}

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
  /** True if the response concerns documents. For documents, a reviewer has the right of disclosure. */
  is_about_documents?: true;
};

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
   * The path relative to `/console/api/`. `scoped/…` stands for `{client_id}/{environment}/…`. A scoped route has a
   * membership, and its context belongs to the client and environment of the path. Other routes have a context of the
   * user's own client.
   */
  url: Url;
  /** The stages in which a session may use the route. The default is only `complete`. */
  stages?: readonly Stage[];
  area?: Area;
  right?: Right;
  reach?: Reach;
  /**
   * False if this module does not record the request in the audit log, because nothing changes or because the service
   * records it.
   */
  is_audited?: false;
  /**
   * For GET: the response shows data of people. The audit log records a view with this action, once a minute for each
   * object.
   */
  view?: string;
  /**
   * Handles the request. The handler may also send the response itself, for example a stream. The returned value is
   * then ignored.
   */
  handle(
    input: Given<Params, Query, Body> & {
      session: ConsoleSession;
      membership: Url extends `scoped/${string}` ? Membership : undefined;
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
  const { area, right, reach, stages = COMPLETE } = declared;
  const is_scoped = declared.url.startsWith(SCOPED);
  if (is_scoped && area === undefined) throw new Error(`${declared.url}: a scoped route needs an area`);
  const url = is_scoped ? `:client_id/:environment/${declared.url.slice(SCOPED.length)}` : declared.url;
  const rule: ConsoleRule = {
    stages,
    ...(area === undefined ? {} : { area }),
    ...(right === undefined ? {} : { right }),
    ...(reach === undefined ? {} : { reach }),
  };
  addRoute(app, url, declared, rule, async (given) => {
    const { console_session: session, console_membership: membership } = given.request;
    if (session === undefined || is_scoped !== (membership !== undefined)) throw notSignedIn();
    const ctx = await app.console_ctx(session, membership);
    const actor = actorOf(session, given.request);
    const handle = (ctx: Ctx) => declared.handle({ ...given, session, membership: membership as never, ctx });
    if (declared.method !== 'GET' && declared.is_audited !== false) {
      return inTransaction(ctx, async (ctx) => {
        const value = await handle(ctx);
        await recordAudit(ctx, actor, changeOf(declared, given.request));
        return value;
      });
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

/** The object of a view: the path up to its last id, or the whole path if it has no id. */
const viewedObject = ({ url }: { url: string }, request: FastifyRequest): string =>
  withIds(relativePath(url).replace(/(:\w+)\/[^:]*$/, '$1'), request);

function withIds(path: string, { params }: FastifyRequest): string {
  const ids = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}));
  return path.replaceAll(/:(\w+)/g, (_, name: string) => String(ids.get(name)));
}

const scopeOf = ({ client_id, environment }: Membership) => ({ client_id, environment });

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
  const { method, status, answer, params, query, body, body_bytes_max, file_type, is_about_documents } = declared;
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
        body: masked(text, mask, request.console_membership, is_about_documents),
      });
    },
  });
}

/**
 * Masks the sensitive values of a client's data, as in the responses of /v1/. Here they are always masked; only
 * responses of /v1/ can reveal them.
 */
function masked(
  text: string,
  mask: Mask | undefined,
  membership: Membership | undefined,
  is_about_documents: true | undefined,
): string {
  if (mask === undefined || membership === undefined) return text;
  return JSON.stringify(mask(JSON.parse(text), { ...addressesFor(membership, is_about_documents), values: false }));
}

/** Which URLs a member may see: the URLs of files, and the URLs of applicants' pages. */
export const addressesFor = (
  { role, environment }: Membership,
  is_about_documents?: true,
): Pick<Shown, 'files' | 'pages'> => ({
  files: (is_about_documents === true ? mayDoWithDocuments : mayDo)(role, environment, 'disclosure', 'read'),
  pages: mayDo(role, environment, 'cases', 'write'),
});

const check = (schema: TSchema | undefined, whole: string): Check =>
  schema === undefined ? () => [] : compileCheck(schema, whole);
