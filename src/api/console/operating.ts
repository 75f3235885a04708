// /console/api/…/operations/: the client's features, limits, usage, invoices and dead jobs.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { UUID_PATTERN } from '#base/uuids.ts';
import {
  DeadJobsAnswer,
  InvoicesAnswer,
  InvoicesQuery,
  OperationAnswer,
  UsageAnswer,
  UsageQuery,
} from '#domain/console/operating.ts';
import { readDeadJobs, readInvoices, readOperation, readUsage, retryDeadJob } from '#services/console/operating.ts';
import type { House } from '#services/house.ts';
import { actorOf, consoleRoute } from './console-edge.ts';

const area = 'administration';

export function operatingRoutes(app: FastifyInstance, { queue }: House): void {
  consoleRoute(app, {
    method: 'GET',
    url: 'scoped/operations/',
    area,
    status: 200,
    answer: OperationAnswer,
    handle: ({ ctx }) => readOperation(ctx),
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
    url: 'scoped/operations/jobs/',
    area,
    status: 200,
    answer: DeadJobsAnswer,
    handle: async ({ ctx }) => ({ results: await readDeadJobs(ctx, queue) }),
  });

  consoleRoute(app, {
    method: 'POST',
    url: 'scoped/operations/jobs/:job_id/retry/',
    is_audited: false,
    area,
    right: 'write',
    status: 204,
    params: Type.Object({ job_id: Type.String({ pattern: `^${UUID_PATTERN}$` }) }),
    handle: ({ ctx, session, params, request }) => retryDeadJob(ctx, actorOf(session, request), queue, params.job_id),
  });
}
