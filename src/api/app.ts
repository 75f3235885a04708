// Builds the HTTP application. It checks every /v1/ request before the route handler runs, in the order that the API
// documents: (1) the path, (2) authentication, (3) the method, (4) the rate limit, (5) the Accept header, (6) the body.
// Later steps are in routes.ts.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { notFound, ServiceError } from '#base/errors.ts';
import { describeFault } from '#base/faults.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { newTimedId } from '#base/ids.ts';
import type { Caller } from '#domain/access/callers.ts';
import { openRequestLog, type RequestLog } from '#services/console/request-log.ts';
import type { House } from '#services/house.ts';
import { openOrderBudget } from '#services/orders/order-budget.ts';
import { ctxFor } from '#services/platform/ctx.ts';
import { keyRoutes } from './access/keys.ts';
import { templateRoutes } from './access/templates.ts';
import { invoiceRoutes } from './billing/invoices.ts';
import { bridgeTokenRoutes } from './connections/bridge-tokens.ts';
import { companyRoutes } from './connections/companies.ts';
import { importRoutes } from './connections/imports.ts';
import { linkRoutes } from './connections/links.ts';
import { providerWebhookRoute } from './connections/provider-webhooks.ts';
import { providerRoutes } from './connections/providers.ts';
import { taskRoutes } from './connections/tasks.ts';
import { consoleRoutes } from './console/console.ts';
import { listConsoleRoutes } from './console/console-edge.ts';
import { admitFromConsole, withoutPrefix } from './console/v1-requests.ts';
import { collectionRoutes } from './documents/collections.ts';
import { documentReviewRoutes } from './documents/reviews.ts';
import { eventRoutes } from './events/events.ts';
import { webhookRequestRoutes } from './events/webhook-requests.ts';
import { webhookRoutes } from './events/webhooks.ts';
import { orderBatchRoutes } from './orders/order-batches.ts';
import { orderRoutes } from './orders/orders.ts';
import { userRoutes } from './people/users.ts';
import { accepts } from './platform/accept.ts';
import { checkBodyHeaders, readBodies } from './platform/bodies.ts';
import { drawFirst, payForRefusal } from './platform/budgets.ts';
import { EVERY_ANSWER, toAnswer } from './platform/errors.ts';
import {
  answerClientError,
  checkHeaders,
  EDGE_LIMITS,
  type EdgeLimits,
  HEADERS_BYTES_MAX,
  type Refused,
  serverOptions,
  toOriginForm,
} from './platform/guard.ts';
import { healthRoutes } from './platform/health.ts';
import { type Metrics, openMetrics } from './platform/metrics.ts';
import { describeApi, openapiRoute } from './platform/openapi.ts';
import { PathTable, pathOf } from './platform/paths.ts';
import { asksPdf, send } from './platform/routes.ts';
import { serialiseOnDemand } from './platform/serializers.ts';
import { boundRequests } from './platform/slots.ts';
import { traceRequests } from './platform/spans.ts';
import { newWarmUp } from './platform/warm-up.ts';
import { assetReportRoutes } from './reports/asset-reports.ts';
import { depositReportRoutes } from './reports/deposit-reports.ts';
import { fileRoutes } from './reports/files.ts';
import { financialAccountRoutes } from './reports/financial-accounts.ts';
import { incomeInsightsRoutes } from './reports/income-insights.ts';
import { insuranceRoutes } from './reports/insurance.ts';
import { payrollRoutes } from './reports/payroll.ts';
import { payrollAdministrationRoutes } from './reports/payroll-administration.ts';
import { scoringReportRoutes } from './reports/scoring-reports.ts';
import { taxDocumentRoutes } from './reports/tax-documents.ts';
import { userReportRoutes } from './reports/user-reports.ts';
import { sandboxClockRoutes } from './sandbox/sandbox-clock.ts';
import { sandboxDeclarationRoutes } from './sandbox/sandbox-declarations.ts';
import { sandboxDocumentRoutes } from './sandbox/sandbox-documents.ts';
import { sandboxLinkRoutes } from './sandbox/sandbox-links.ts';
import { landingRoutes } from './widget/landing.ts';
import { widgetRoutes } from './widget/widget.ts';

export async function buildApp(house: House, chosen: Partial<EdgeLimits> = {}): Promise<FastifyInstance> {
  const limits = { ...EDGE_LIMITS, ...chosen };
  const metrics = openMetrics(house);
  const paths = new PathTable();
  const onRefused = (refused: Refused) => house.log.info(refused, 'request refused');
  const app = Fastify({
    ...serverOptions(limits, onRefused),
    genReqId: () => newTimedId(house.clock.now()),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (raw) => withoutPrefix(raw, toOriginForm(raw.url ?? '/')),
    routerOptions: { ignoreTrailingSlash: true, querystringParser: parseQuery, maxParamLength: HEADERS_BYTES_MAX },
    frameworkErrors: (_error, request, reply) => void fail(house, notFound(), request, reply),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, onRefused),
    return503OnClosing: false,
  });
  app.addHook('onRoute', ({ method, url, config }) => paths.add(url, method, config?.operation));
  app.decorate('console_routes', listConsoleRoutes(app));
  // Requests are validated in our own order (routes.ts), so fastify's validation is switched off. Fastify still uses
  // the schemas to serialise responses.
  app.setValidatorCompiler(() => () => true);
  app.decorate('warm_up', newWarmUp());
  serialiseOnDemand(app);
  app.setErrorHandler<Error>(async (error, request, reply) =>
    fail(house, await payForRefusal(error, request, reply), request, reply),
  );
  app.setNotFoundHandler((request, reply) => fail(house, notFound(), request, reply));
  app.decorateRequest('caller');
  app.decorateRequest('ctx');
  app.decorateRequest('drawn');
  app.decorateRequest('span');
  app.decorateRequest('overseer');
  app.decorate('readOperationOf', (path: string) => paths.readOperationOf(path));
  app.decorate('limiter', house.limiter);
  app.decorate('order_budget', openOrderBudget(house.database));
  boundRequests(app, limits, (request) => partyOf(house, request));
  traceRequests(app);
  const request_log = openRequestLog(house, house.log);
  app.addHook('onClose', () => request_log.stop());
  reportRequests(app, house, metrics, request_log);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(EVERY_ANSWER).header('x-request-id', request.id);
    checkHeaders(request.raw);
    const path = pathOf(request.url);
    if (!request.is404 && !paths.isMisrouted(path, request.method)) done();
    else refuseUnrouted(house, paths, path, request, reply).catch(done);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => done(checkBodyHeaders(request.raw)));

  await describeApi(app, house.settings.base_url);
  await app.register(async (v1) => {
    v1.addHook('onRequest', (request, reply, done) => {
      // Most requests are admitted synchronously, without creating a promise.
      const is_recalled = request.raw.console_scope === undefined && recalled(house, request);
      const drawn = is_recalled ? drawFirst(request, reply) : admit(house, request, reply);
      if (drawn instanceof Promise) drawn.then(() => checkAccept(request)).then(() => done(), done);
      else {
        checkAccept(request);
        done();
      }
    });
    readBodies(v1);
    userRoutes(v1, house);
    bridgeTokenRoutes(v1);
    linkRoutes(v1, house);
    payrollRoutes(v1, house);
    financialAccountRoutes(v1, house);
    insuranceRoutes(v1);
    taxDocumentRoutes(v1);
    collectionRoutes(v1);
    importRoutes(v1);
    documentReviewRoutes(v1);
    depositReportRoutes(v1);
    payrollAdministrationRoutes(v1);
    userReportRoutes(v1, house);
    assetReportRoutes(v1, house);
    incomeInsightsRoutes(v1, house);
    scoringReportRoutes(v1);
    orderRoutes(v1, house);
    taskRoutes(v1, house);
    orderBatchRoutes(v1);
    invoiceRoutes(v1);
    companyRoutes(v1, house);
    providerRoutes(v1, house);
    templateRoutes(v1, house);
    webhookRoutes(v1, house);
    webhookRequestRoutes(v1, house);
    eventRoutes(v1);
    keyRoutes(v1, house);
    sandboxClockRoutes(v1, house);
    sandboxLinkRoutes(v1);
    sandboxDocumentRoutes(v1);
    sandboxDeclarationRoutes(v1);
  });
  await app.register((widget) => widgetRoutes(widget, house, metrics));
  await app.register(async (console_api) => consoleRoutes(console_api, house));
  landingRoutes(app, house);
  fileRoutes(app, house);
  providerWebhookRoute(app, house);
  healthRoutes(app, house, metrics);
  openapiRoute(app);
  app.warm_up.add(() => house.compute.warmUp());
  return app;
}

/**
 * The party to which a request is attributed. If the request is for /v1/ and its secret is in the authenticator's
 * cache, the party is the client. Otherwise the party is the address group of the request's IP address.
 */
function partyOf({ authenticator }: House, request: FastifyRequest): string {
  const secret = request.url.startsWith('/v1/') ? single(request.headers['x-access-secret']) : undefined;
  return authenticator.lastKnownClient(secret) ?? addressGroup(request.ip);
}

/**
 * Performs steps 1 to 3 of the checks for a request that matches no route. Either the path is unknown, or the path does
 * not allow the request's method.
 */
async function refuseUnrouted(
  house: House,
  paths: PathTable,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<never> {
  const allowed = paths.methodsOf(path);
  if (allowed === undefined) throw notFound();
  if (path.startsWith('/v1/')) await identify(house, request, reply);
  throw new ServiceError('method_not_allowed', `Method "${request.method}" not allowed.`, {
    headers: { allow: allowed.join(', ') },
  });
}

async function admit(house: House, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await identify(house, request, reply);
  await drawFirst(request, reply);
}

function recalled(house: House, request: FastifyRequest): boolean {
  const { 'x-access-client-id': client_id, 'x-access-secret': secret } = request.headers;
  const caller = house.authenticator.recall(single(client_id), single(secret));
  if (caller !== undefined) welcome(house, request, caller);
  return caller !== undefined;
}

/** A request from the console has a session instead of a key. */
async function identify(house: House, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.raw.console_scope !== undefined) return admitFromConsole(house, request, reply);
  const { 'x-access-client-id': client_id, 'x-access-secret': secret } = request.headers;
  welcome(house, request, await house.authenticator.authenticate(single(client_id), single(secret)));
}

function welcome(house: House, request: FastifyRequest, caller: Caller): void {
  request.caller = caller;
  request.ctx = ctxFor(house, caller.scope, caller.clock_offset_seconds);
}

const single = (header: string | string[] | undefined): string | undefined =>
  header === undefined || header === '' ? undefined : String(header);

function checkAccept(request: FastifyRequest): void {
  const { accept } = request.headers;
  if (accepts(accept, 'application/json')) return;
  const { has_pdf, is_pdf } = request.routeOptions.config;
  const may_be_pdf = is_pdf === true || (has_pdf === true && asksPdf(request));
  if (may_be_pdf && accepts(accept, 'application/pdf')) return;
  throw new ServiceError('not_acceptable', 'Could not satisfy the request Accept header.');
}

/** If a query parameter is repeated, its last value is used. */
function parseQuery(text: string): Record<string, string> {
  return text === '' ? {} : Object.fromEntries(new URLSearchParams(text));
}

function reportRequests(app: FastifyInstance, house: House, metrics: Metrics, request_log: RequestLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    const { scope, key_id } = request.caller ?? {};
    if (scope !== undefined && typeof key_id === 'string') {
      request_log.note({
        scope,
        at_ms: house.clock.now().getTime(),
        method: request.method,
        route,
        url: request.url,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
        request_id: request.id,
        key_id,
      });
    }
    done();
    // Health checks arrive every second, so successful requests to the health and metrics endpoints are logged at level
    // debug.
    const level = request.routeOptions.config.essential === true && reply.statusCode < 400 ? 'debug' : 'info';
    if (!house.log.isLevelEnabled(level)) return;
    const line = {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
      client_id: request.caller?.scope.client_id,
      key_id: request.caller?.key_id,
    };
    house.log[level](line, reply.statusCode >= 400 ? 'request refused' : 'request answered');
  });
}

function fail(house: House, error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, headers } = toAnswer(error);
  // A `ServiceError` without a cause was thrown on purpose, so it is not logged. For example, `/readyz` responds 503
  // while the process warms up.
  const cause = error instanceof ServiceError ? error.cause : error;
  if (status >= 500 && cause !== undefined) {
    house.log.error(
      { request_id: request.id, route: request.routeOptions?.url, ...describeFault(cause) },
      'request failed',
    );
  }
  reply.headers({ ...EVERY_ANSWER, 'x-request-id': request.id, ...headers });
  return send(reply, { status, body });
}
