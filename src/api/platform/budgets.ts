// Which budget a request draws on, and when. Most draw one of `requests` before anything else is looked at, a single order
// one of `orders`. What a batch costs stands in its body, so it draws once that is read and found to be a list of orders;
// and nothing before, because a full budget is no reason to refuse what cannot be counted yet. Whatever comes to these
// two paths and is none of it, that is a replay, or a batch that is no list, counts as an ordinary request in the end.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError, throttled } from '#base/errors.ts';
import { BUDGETS, type Decision } from '#domain/access/limits.ts';
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

/** What a request was admitted by. */
type Drawn = { budget: Budget; at_ms?: number };

/** Step 4. Without a promise where that can be. */
export function drawFirst(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { budget } = request.routeOptions.config;
  if (budget === 'batch-orders') return;
  return budget === 'orders' ? drawOrder(request, reply) : drawRequest(request, reply);
}

function drawRequest(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { scope, key_id, limits } = request.caller;
  const limit = limits.requests ?? request.ctx.settings.requests_limit;
  const decision = request.server.limiter.request(scope, key_id, limit);
  if (decision instanceof Promise) return decision.then((decided) => heed(request, reply, 'requests', decided));
  heed(request, reply, 'requests', decision);
}

/** An order sent again under its key is known before its budget is looked at. */
async function drawOrder(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx } = request;
  const named = namedRequest(request);
  if (named !== undefined && (await isAnswered(ctx, named))) return drawRequest(request, reply);
  const { scope, key_id, limits } = request.caller;
  heed(request, reply, 'orders', await request.server.order_budget.take(scope, key_id, limits.orders));
}

/** What a batch may draw on. It does so in the transaction that keeps it, so that both happen or neither. */
export const batchAllowance = ({ caller: { key_id, limits } }: FastifyRequest) => ({
  key_id,
  limit: limits['batch-orders'] ?? BUDGETS['batch-orders'].size,
});

/** Says what is left of the budget, and refuses where it does not suffice. */
export function heed(
  request: FastifyRequest,
  reply: FastifyReply,
  budget: Budget,
  decision: Decision & { at_ms?: number },
): void {
  const { admitted, limit, left, reset_seconds, retry_after_seconds, at_ms } = decision;
  reply.header('ratelimit-policy', `"${budget}";q=${limit};w=${BUDGETS[budget].window_seconds}`);
  reply.header('ratelimit', `"${budget}";r=${left};t=${reset_seconds}`);
  if (!admitted) throw throttled(retry_after_seconds);
  request.drawn = at_ms === undefined ? { budget } : { budget, at_ms };
}

/**
 * A replay costs one of `requests` and nothing else. It has drawn an order when the first one under its key was answered
 * while it was on its way, and nothing yet when it is a batch.
 */
export async function payForReplay(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { drawn, server } = request;
  if (drawn?.budget === 'requests') return;
  const { scope, key_id } = request.caller;
  if (drawn?.at_ms !== undefined) await server.order_budget.putBack(scope, key_id, drawn.at_ms);
  await drawRequest(request, reply);
}

/** The error to answer with: of a batch that failed before its orders were counted, a 429 if it cannot pay for that. */
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
