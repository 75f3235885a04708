// What is made when it is first needed and takes a while, such as the function that writes an order: made between the start
// and the first request, so that no request waits for it, its own or another.
import { mapInTurns } from '#base/turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    warm_up: WarmUp;
  }
}

export type WarmUp = {
  /** Whether a load balancer had better wait. */
  is_pending: boolean;
  /** `make` makes something that is kept; what fails is left to the request that needs it. */
  add(make: () => void): void;
  /** Requests are answered in between. */
  run(): Promise<void>;
};

export function newWarmUp(): WarmUp {
  const makers: (() => void)[] = [];
  const warm_up: WarmUp = {
    is_pending: false,
    add: (make) => void makers.push(make),
    async run() {
      try {
        await mapInTurns(makers.splice(0), (make) => make());
      } finally {
        warm_up.is_pending = false;
      }
    },
  };
  return warm_up;
}
