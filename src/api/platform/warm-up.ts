// Runs slow one-time initialisation, such as compiling the serialiser of an order, between startup and the first
// request, so that no request waits for it.
import { mapInTurns } from '#base/turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    warm_up: WarmUp;
  }
}

export type WarmUp = {
  /** True until the warm-up has ended. While it is true, /readyz responds 503. */
  is_pending: boolean;
  /**
   * Adds a function that creates a cached object. If the function fails, the first request that needs the object tries
   * again.
   */
  add(make: () => void): void;
  /** Runs all added functions one after the other. Requests can be served between two functions. */
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
