// Determines from which rate-limit budget a request takes units, and when. Most requests take 1 unit from `requests`,
// and a single order takes 1 unit from `orders`. In both cases this happens before the Accept header and the body are
// checked. The cost of a batch is known only from its body, so a batch takes its units from `batch-orders` after its
// body has been parsed as a list of orders. It takes nothing earlier, because an exhausted budget is no reason to
// reject a request whose cost is still unknown. A replayed order, a replayed batch and a batch that is not a list take
// 1 unit from `requests`, like most requests.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, throttled } from '#base/errors.ts';
import { BUDGETS, type Decision, limitHeaders } from '#domain/access/limits.ts';
import { isAnswered } from '#services/access/idempotency.ts';
import type { Limiter } from '#services/access/limits.ts';
import type { OrderBudget } from '#services/orders/order-budget.ts';
import { namedRequest } from './idempotency.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limiter: Limiter;
    order_budget: OrderBudget;
  }
  interface FastifyRequest {
    drawn: Drawn | undefined;
  }
  interface FastifyContextConfig {
    budget?: Budget;
  }
}

export type Budget = 'requests' | 'orders' | 'batch-orders';

/** The budget that admitted a request. */
type Drawn = { budget: Budget; at_ms?: number };

/**
 * Step 4 of the checks: takes one unit from the budget of the request. A batch takes nothing at this step. The function
 * returns a promise only if it has to wait.
 */
export function drawFirst(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { budget } = request.routeOptions.config;
  if (budget === 'batch-orders') return;
  return budget === 'orders' ? drawOrder(request, reply) : drawRequest(request, reply);
}

function drawRequest(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { scope, subject_id, limits } = request.caller;
  const limit = limits.requests ?? request.ctx.settings.requests_limit;
  const decision = request.server.limiter.request(scope, subject_id, limit);
  if (decision instanceof Promise) return decision.then((decided) => applyBudget(request, reply, 'requests', decided));
  applyBudget(request, reply, 'requests', decision);
}

/** A replayed request (with the same Idempotency-Key) is recognised before the `orders` budget is checked. */
async function drawOrder(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx } = request;
  const named = namedRequest(request);
  if (named !== undefined && (await isAnswered(ctx, named))) return drawRequest(request, reply);
  const { scope, subject_id, limits } = request.caller;
  applyBudget(request, reply, 'orders', await request.server.order_budget.take(scope, subject_id, limits.orders));
}

/**
 * The `batch-orders` budget. The transaction that stores the batch also takes the units from this budget, so that both
 * succeed or fail together.
 */
export const batchAllowance = ({ caller: { subject_id, limits } }: FastifyRequest) => ({
  subject_id,
  limit: limits['batch-orders'] ?? BUDGETS['batch-orders'].size,
});

/** Sets the rate-limit headers, and throws 429 if the budget does not suffice. */
export function applyBudget(
  request: FastifyRequest,
  reply: FastifyReply,
  budget: Budget,
  decision: Decision & { at_ms?: number },
): void {
  const { admitted, retry_after_seconds, at_ms } = decision;
  reply.headers(limitHeaders(budget, decision));
  if (!admitted) throw throttled(retry_after_seconds);
  request.drawn = at_ms === undefined ? { budget } : { budget, at_ms };
}

/**
 * A replay takes 1 unit from the budget `requests` and none from other budgets. If the first request with the same key
 * was still running when the replay arrived, the replay took 1 unit from the budget `orders` before it was recognised
 * as a replay. This unit is put back. For a batch nothing is put back, because its replay is recognised before it takes
 * anything from a budget.
 */
export async function payForReplay(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { drawn, server } = request;
  if (drawn?.budget === 'requests') return;
  const { scope, subject_id } = request.caller;
  if (drawn?.at_ms !== undefined) await server.order_budget.putBack(scope, subject_id, drawn.at_ms);
  await drawRequest(request, reply);
}

/**
 * Returns the error to respond with. A batch that failed before its orders were counted takes 1 unit from the
 * `requests` budget. If that budget is exhausted, the returned error is a 429.
 */
export async function payForRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<Error> {
  if (request.routeOptions.config.budget !== 'batch-orders' || request.caller === undefined) return error;
  if (request.drawn !== undefined || (error instanceof ServiceError && error.code === 'throttled')) return error;
  try {
    await drawRequest(request, reply);
    return error;
  } catch (refusal) {
    return refusal instanceof ServiceError ? refusal : error;
  }
}
