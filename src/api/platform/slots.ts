// Limits how many requests are processed at the same time. A request takes a slot when its body is complete, so that no
// slot waits for a slow client. Until then the request is an arrival. Arrivals have their own limits (arrivals.ts).
// Health checks take no slot.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ServiceError, unavailable } from '#base/errors.ts';
import { addressGroup } from '#base/http/client-addresses.ts';
import { openThreadShares } from '#base/thread-shares.ts';
import { serve } from '#base/traffic.ts';
import { type ArrivalLimits, openArrivals } from './arrivals.ts';
import { hasBody } from './bodies.ts';

export type SlotLimits = ArrivalLimits & {
  /** If more requests than this are in flight, we respond 503 instead of queueing without limit. */
  requests_in_flight_max: number;
};

declare module 'fastify' {
  interface FastifyInstance {
    slots: Slots;
  }
  interface FastifyContextConfig {
    /** True for a route that must respond under any load. Its requests take no slot. */
    essential?: boolean;
  }
}

type Slots = {
  /**
   * Whether there is memory for `bytes` bytes of the body. If false, the request has already been answered with 503.
   */
  hasRoom(request: FastifyRequest, bytes: number): boolean;
  /** Called when the body is complete. Returns an error if the maximum number of requests is already in flight. */
  enter(request: FastifyRequest): ServiceError | undefined;
};

/**
 * A request counts towards the limit until its response is ready. This holds even if the client has disconnected,
 * because the service continues to process the request. `partyOf` returns the client or address whose share of thread
 * time the request uses.
 */
export function boundRequests(
  app: FastifyInstance,
  limits: SlotLimits,
  partyOf: (request: FastifyRequest) => string,
): void {
  const shares = openThreadShares<FastifyRequest>();
  const in_flight = new Map<FastifyRequest, () => void>();
  const arrivals = openArrivals<FastifyRequest>(limits);
  const take = (request: FastifyRequest): ServiceError | undefined => {
    in_flight.set(request, serve());
    return in_flight.size > limits.requests_in_flight_max
      ? unavailable(new Error('too many requests at once'))
      : undefined;
  };
  const enter = (request: FastifyRequest) => (arrivals.end(request) ? take(request) : undefined);

  app.decorate('slots', { hasRoom: arrivals.grow, enter });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.essential === true) return done();
    shares.begin(request, partyOf(request), () => {
      if (!hasBody(request.raw)) return done(take(request));
      arrivals.begin(request, addressGroup(request.ip), () => refuse(reply));
      done();
    });
  });
  app.addHook('preValidation', (request, _reply, done) => done(enter(request)));
  app.addHook('onSend', (request, _reply, payload, done) => {
    arrivals.end(request);
    in_flight.get(request)?.();
    in_flight.delete(request);
    shares.end(request);
    done(null, payload);
  });
}

/** Responds with an error and does not wait for the rest of the body. */
const refuse = (reply: FastifyReply): void =>
  void reply.header('connection', 'close').send(unavailable(new Error('too many unfinished bodies at once')));
