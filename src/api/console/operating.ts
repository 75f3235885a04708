// /console/api/…/operations/: the client's features, limits, prices, usage, invoices and dead jobs.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { choice } from '#base/schema.ts';
import { UUID_PATTERN, Uuid } from '#base/uuids.ts';
import { SETTABLE_LIMITS } from '#domain/access/callers.ts';
import { FEATURE_NAMES } from '#domain/access/features.ts';
import { PRODUCT_TYPES } from '#domain/access/products.ts';
import {
  ClientChange,
  DeadJobsAnswer,
  FeatureChange,
  InvoicesAnswer,
  InvoicesQuery,
  LimitChange,
  OneInvoiceAnswer,
  OperationAnswer,
  PriceChange,
  RetriedAnswer,
  UsageAnswer,
  UsageQuery,
} from '#domain/console/operating.ts';
import { changeClient, changeLimit, changePrice, switchFeature } from '#services/console/client-settings.ts';
import {
  readDeadJobs,
  readInvoice,
  readInvoices,
  readOperation,
  readUsage,
  retryDeadJob,
  retryDeadJobs,
} from '#services/console/operating.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute } from './console-routes.ts';

const area = 'administration';
/** A change that the service itself records in the audit log, with the values before and after it. */
const WRITE = { area, right: 'write', is_audited: false, status: 204 } as const;

/**
 * A change of features or limits applies from the next request on, so this process invalidates its cached data about
 * the client's keys.
 */
export function operatingRoutes(app: FastifyInstance, { queue, authenticator }: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/',
    area,
    status: 200,
    answer: OperationAnswer,
    handle: ({ ctx }) => readOperation(ctx),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'PATCH',
    url: 'scoped/operations/features/:feature/',
    params: Type.Object({ feature: choice(FEATURE_NAMES) }),
    body: FeatureChange,
    async handle({ ctx, session, params, body, request }) {
      await switchFeature(ctx, actorOf(session, request), params.feature, body.is_on);
      authenticator.forget(ctx.scope.client_id);
    },
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'PATCH',
    url: 'scoped/operations/limits/:limit/',
    params: Type.Object({ limit: choice(SETTABLE_LIMITS) }),
    body: LimitChange,
    async handle({ ctx, session, params, body, request }) {
      await changeLimit(ctx, actorOf(session, request), params.limit, body.value);
      authenticator.forget(ctx.scope.client_id);
    },
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'PATCH',
    url: 'scoped/operations/prices/:product_type/',
    reach: 'service',
    params: Type.Object({ product_type: choice(PRODUCT_TYPES) }),
    body: PriceChange,
    handle: ({ ctx, session, params, body, request }) =>
      changePrice(ctx, actorOf(session, request), params.product_type, body.unit_price),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'PATCH',
    url: 'scoped/operations/client/',
    reach: 'client',
    body: ClientChange,
    handle: ({ ctx, session, body, request }) => changeClient(ctx, actorOf(session, request), body),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/usage/',
    area,
    status: 200,
    query: UsageQuery,
    answer: UsageAnswer,
    handle: ({ ctx, query }) => readUsage(ctx, query.month),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/invoices/',
    area,
    status: 200,
    query: InvoicesQuery,
    answer: InvoicesAnswer,
    handle: ({ ctx, query }) => readInvoices(ctx, query.before),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/invoices/:invoice_id/',
    area,
    status: 200,
    params: Type.Object({ invoice_id: Uuid }),
    answer: OneInvoiceAnswer,
    handle: ({ ctx, params }) => readInvoice(ctx, params.invoice_id),
  });

  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/jobs/',
    area,
    status: 200,
    answer: DeadJobsAnswer,
    handle: async ({ ctx }) => ({ results: await readDeadJobs(ctx, queue) }),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'POST',
    url: 'scoped/operations/jobs/:job_id/retry/',
    params: Type.Object({ job_id: Type.String({ pattern: `^${UUID_PATTERN}$` }) }),
    handle: ({ ctx, session, params, request }) => retryDeadJob(ctx, actorOf(session, request), queue, params.job_id),
  });

  consoleRoute(app, {
    ...WRITE,
    method: 'POST',
    url: 'scoped/operations/jobs/retry/',
    status: 200,
    answer: RetriedAnswer,
    handle: async ({ ctx, session, request }) => ({
      retried: await retryDeadJobs(ctx, actorOf(session, request), queue),
    }),
  });
}
