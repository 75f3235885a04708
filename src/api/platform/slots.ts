// How much is worked on at once. A request takes a slot when there is nothing more to wait for but us: its body is
// complete. Until then it is an arrival, with bounds of its own. Answers about health take none.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '#base/client-addresses.ts';
import { type ServiceError, unavailable } from '#base/errors.ts';
import { openThreadShares } from '#base/thread-shares.ts';
import { serve } from '#base/traffic.ts';
import { type ArrivalLimits, openArrivals } from './arrivals.ts';
import { hasBody } from './bodies.ts';

export type SlotLimits = ArrivalLimits & {
  /** More than this at once and we say so instead of queueing without end. */
  requests_in_flight_max: number;
};

declare module 'fastify' {
  interface FastifyInstance {
    slots: Slots;
  }
  interface FastifyContextConfig {
    /** Answered however busy we are. */
    essential?: boolean;
  }
}

type Slots = {
  /** Whether there is memory for so much of this body. Where there is not, the request has been answered. */
  hasRoom(request: FastifyRequest, bytes: number): boolean;
  /** Its body is here. An error when as many are worked on as can be. */
  enter(request: FastifyRequest): ServiceError | undefined;
};

/**
 * A request counts until its answer is ready, even when the client is gone: its work goes on all the same. `partyOf` says
 * with whom it shares its part of the thread.
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

/** The rest of its body is not waited for. */
const refuse = (reply: FastifyReply): void =>
  void reply.header('connection', 'close').send(unavailable(new Error('too many unfinished bodies at once')));
