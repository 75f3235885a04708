// Shares of the connection pool. A client gets another connection only while it uses fewer connections than are still
// free. So a client gets at most half of an idle pool, and less while other clients are busy. Even if many requests of
// one client are stuck, another client gets a connection immediately.
import { elapsedMs } from '#base/clock.ts';
import { unavailable } from '#base/errors.ts';

/**
 * The user of a database connection. The value is a client's id, or `SERVICE` for the service itself. The service may
 * take any free connection.
 */
export type PoolUser = string;
export const SERVICE: PoolUser = '';
/**
 * The number of connections that are reserved for the service. The service must always get a connection, because some
 * transactions of clients need a second connection before they can end.
 */
const RESERVED = 1;

export type ConnectionShares = {
  /** Takes a connection. Returns false if no connection is available to the user now. */
  take(user: PoolUser): boolean;
  /**
   * Waits in turn for a connection and takes it. Rejects with `unavailable` if one of the `WaitingLimits` is exceeded.
   */
  wait(user: PoolUser): Promise<void>;
  giveBack(user: PoolUser): void;
  /** How many connections are in use, and how many requests wait for a connection. */
  load(): { in_use: number; waiting: number };
};

export type WaitingLimits = {
  /**
   * The maximum wait while none of the user's waiting requests gets a connection. This happens if the database hangs or
   * all connections are in use.
   */
  standstill_ms_max: number;
  /** The maximum total wait of a request. It applies while other requests in the user's queue are being served. */
  wait_ms_max: number;
  /**
   * Maximum number of simultaneous waits per user. A request that sends several statements concurrently is counted as
   * several waits.
   */
  waiting_max: number;
};

type Waiter = { admit(): void };
/** `admitted` is the number of this user's requests that were served so far. */
type Line = { readonly waiters: Set<Waiter>; admitted: number };

export function openShares(connections_max: number, limits: WaitingLimits): ConnectionShares {
  const held = new Map<PoolUser, number>();
  /** The queues of waiting users, in the order in which the users are served. */
  const lines = new Map<PoolUser, Line>();
  let free = connections_max;

  const reserved = Math.min(RESERVED, connections_max - 1);
  const mayTake = (user: PoolUser): boolean => (user === SERVICE ? free > 0 : (held.get(user) ?? 0) < free - reserved);

  function count(user: PoolUser): void {
    free--;
    held.set(user, (held.get(user) ?? 0) + 1);
  }

  /** Gives free connections to waiting requests, one request of each user in turn. */
  function serveLines(): void {
    for (let user = nextUser(); user !== undefined; user = nextUser()) {
      const line = lines.get(user);
      const [waiter] = line?.waiters ?? [];
      lines.delete(user);
      if (line === undefined || waiter === undefined) continue;
      line.waiters.delete(waiter);
      line.admitted++;
      if (line.waiters.size > 0) lines.set(user, line);
      count(user);
      waiter.admit();
    }
  }

  function nextUser(): PoolUser | undefined {
    if (free === 0) return undefined;
    for (const user of lines.keys()) if (mayTake(user)) return user;
    return undefined;
  }

  return {
    load: () => ({
      in_use: connections_max - free,
      waiting: [...lines.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),
    }),
    take(user) {
      if (lines.has(user) || !mayTake(user)) return false;
      count(user);
      return true;
    },
    wait(user) {
      const line = lines.get(user) ?? { waiters: new Set(), admitted: 0 };
      if (line.waiters.size >= limits.waiting_max) {
        return Promise.reject(unavailable(new Error('too many callers are waiting for a connection')));
      }
      lines.set(user, line);
      return new Promise((resolve, reject) => {
        const since_ms = elapsedMs();
        const waiter: Waiter = {
          admit() {
            clearTimeout(timer);
            resolve();
          },
        };
        const look = (admitted_before: number): void => {
          const left_ms = since_ms + limits.wait_ms_max - elapsedMs();
          if (line.admitted > admitted_before && left_ms > 0) {
            timer = setTimeout(look, Math.min(limits.standstill_ms_max, left_ms), line.admitted);
            return;
          }
          line.waiters.delete(waiter);
          if (line.waiters.size === 0 && lines.get(user) === line) lines.delete(user);
          reject(unavailable(new Error('no connection became free in time')));
        };
        let timer = setTimeout(look, limits.standstill_ms_max, line.admitted);
        line.waiters.add(waiter);
      });
    },
    giveBack(user) {
      free++;
      const left = (held.get(user) ?? 0) - 1;
      if (left > 0) held.set(user, left);
      else held.delete(user);
      if (lines.size > 0) serveLines();
    },
  };
}
