// Checks requests before they reach a route of /console/api/. A request must come from our own pages. A route may also
// require a session in a certain stage, and a role. All of this is checked before the body is read.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBodies } from '#api/platform/bodies.ts';
import { notFound, ServiceError, throttled } from '#base/errors.ts';
import { type Area, mayDo, type Right } from '#domain/console/roles.ts';
import { type ConsoleSession, type Membership, membershipOf, type Stage } from '#domain/console/sessions.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { clientCtx, isOperator } from '#services/access/clients.ts';
import { admitSession, homeScope, notSignedIn } from '#services/console/sessions.ts';
import type { House } from '#services/house.ts';
import { type Ctx, ctxFor } from '#services/platform/ctx.ts';
import { readSessionCookie, setSessionCookie } from './session-cookies.ts';

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
 * environments. If the change reaches both environments, the user needs the role in both. If it reaches all clients,
 * the client of the path must be the operator's own client.
 */
export type Reach = 'client' | 'all_clients' | 'service';

/**
 * The maximum number of requests that one session may send in any 60 seconds. Opening a page sends about ten requests.
 */
const REQUESTS_PER_MINUTE = 600;
export const COMPLETE: readonly Stage[] = ['complete'];
const SAFE_METHODS = new Set(['GET', 'HEAD']);

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
 * The error for a request that the user's role does not allow. If the user has no role in the client and environment,
 * the response is 404 instead.
 */
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

const scopeOf = ({ client_id, environment }: Membership) => ({ client_id, environment });
