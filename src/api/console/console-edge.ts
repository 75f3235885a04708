// Checks requests before they reach a route of /console/api/. A request must come from our own pages. A route may also
// require a session in a certain stage, and a role. All of this is checked before the body is read.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBodies } from '#api/platform/bodies.ts';
import { throttled } from '#base/errors.ts';
import type { Needed } from '#domain/console/operations.ts';
import type { ConsoleSession, Stage } from '#domain/console/sessions.ts';
import { type Admitted, accountCtx, admitMember, admittedCtx, refused } from '#services/console/callers.ts';
import { admitSession, homeScope, notSignedIn } from '#services/console/sessions.ts';
import type { House } from '#services/house.ts';
import type { Ctx } from '#services/platform/ctx.ts';
import { readSessionCookie, setSessionCookie } from './session-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of a console request; undefined if the route needs no session. */
    console_session: ConsoleSession | undefined;
    /** What the user may do in the client and environment of the path; undefined if the path contains neither. */
    console_admitted: Admitted | undefined;
  }
  interface FastifyContextConfig {
    console?: ConsoleRule;
  }
  interface FastifyInstance {
    /**
     * Creates the context of a console request. If the path contains no client, the context belongs to the user's own
     * account.
     */
    console_ctx(session: ConsoleSession, admitted: Admitted | undefined): Promise<Ctx>;
    /** All routes under `/console/api/`, each with the rule that it declares. */
    console_routes: readonly ConsoleRouteEntry[];
  }
}

/**
 * Who may use a console route. If `stages` is missing, anybody may use the route. If `needed` is missing, the route
 * concerns only the user's own account.
 */
export type ConsoleRule = { stages?: readonly Stage[]; needed?: Needed };

/** A route under `/console/api/`. The URL is relative to that path; the rule is undefined if the route declares none. */
export type ConsoleRouteEntry = { method: string; url: string; rule: ConsoleRule | undefined };

/**
 * The maximum number of requests that one session may send in any 60 seconds. Opening a page sends about ten requests.
 */
const REQUESTS_PER_MINUTE = 600;
export const COMPLETE: readonly Stage[] = ['complete'];
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Returns a list that a hook fills with every route under `/console/api/`, so that no route can be missing. */
export function listConsoleRoutes(app: FastifyInstance): readonly ConsoleRouteEntry[] {
  const routes: ConsoleRouteEntry[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const [, relative] = /^\/console\/api\/(.*)$/.exec(url) ?? [];
    if (relative === undefined) return;
    for (const one of [method].flat()) routes.push({ method: one, url: relative, rule: config?.console });
  });
  return routes;
}

export function guardConsole(app: FastifyInstance, house: House): void {
  app.decorateRequest('console_session');
  app.decorateRequest('console_admitted');
  app.decorate('console_ctx', async (session: ConsoleSession, admitted: Admitted | undefined) =>
    admitted === undefined ? accountCtx(house, session) : admittedCtx(house, admitted),
  );
  app.addHook('onRequest', async (request, reply) => {
    const rule = request.routeOptions.config.console;
    if (rule !== undefined) await admitConsole(house, request, reply, rule);
  });
  readBodies(app);
}

/**
 * Checks the origin, the session and the role of a request. Stores the session, and what the user may do, in the
 * request.
 */
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
  if (rule.needed !== undefined) {
    const { client_id = '', environment = '' } = request.params as { client_id?: string; environment?: string };
    request.console_admitted = await admitMember(house, session, { client_id, environment }, rule.needed);
  }
  const { admitted, retry_after_seconds } = await house.limiter.request(
    request.console_admitted?.membership ?? homeScope(session),
    session.id,
    REQUESTS_PER_MINUTE,
  );
  if (!admitted) throw throttled(retry_after_seconds);
}

/**
 * Returns the session of a request. The session must be in one of the stages. A request that may change something must
 * have the correct origin and the CSRF token.
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
