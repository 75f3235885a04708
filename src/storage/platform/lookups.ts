// Lookups of one scope share a connection. They are pipelined, so they are sent in few packets and wake the server
// once. On separate connections, each lookup would need its own packet and wake-up in each direction. These cost more
// than the lookup itself. A lookup is quick and waits for no lock, so it does not delay the lookups after it.

export type Lookups<Scope, Client> = {
  /** Runs `use` on a connection that other lookups of the scope may use at the same time. */
  run<T>(scope: Scope, use: (client: Client) => Promise<T>): Promise<T>;
};

export type LookupConnections<Scope, Client> = {
  nameOf(scope: Scope): string;
  acquire(scope: Scope): Promise<Client>;
  /** `broken` is the reason why the connection cannot be used again; undefined if it can be used again. */
  release(scope: Scope, client: Client, broken: Error | undefined): void;
  /** Returns false if no further lookup may use this connection. */
  mayJoin(client: Client): boolean;
  judge(error: unknown): Judged;
};

/**
 * `thrown` is the error for the caller. `broken` is the reason why the connection must be closed; undefined if it can
 * stay open.
 */
export type Judged = { readonly thrown: unknown; readonly broken: Error | undefined };

/**
 * The maximum number of simultaneous lookups on one connection. A connection answers all of them within a few
 * milliseconds.
 */
const USERS_MAX = 16;

type Shared<Client> = {
  readonly client: Promise<Client>;
  /** The connected client; undefined until `client` has resolved. */
  taken: Client | undefined;
  users: number;
  broken: Error | undefined;
};

export function openLookups<Scope, Client>(connections: LookupConnections<Scope, Client>): Lookups<Scope, Client> {
  /** Holds, for each scope, the database connection that further lookups of the same scope may share. */
  const open = new Map<string, Shared<Client>>();

  function joinable(name: string): Shared<Client> | undefined {
    const shared = open.get(name);
    return shared?.taken === undefined || connections.mayJoin(shared.taken) ? shared : undefined;
  }

  function join(scope: Scope, name: string): Shared<Client> {
    const shared = joinable(name) ?? {
      client: connections.acquire(scope),
      taken: undefined,
      users: 0,
      broken: undefined,
    };
    shared.users++;
    if (shared.users < USERS_MAX) open.set(name, shared);
    else open.delete(name);
    return shared;
  }

  function leave(scope: Scope, name: string, shared: Shared<Client>): void {
    shared.users--;
    if ((shared.users === 0 || shared.broken !== undefined) && open.get(name) === shared) open.delete(name);
    if (shared.users === 0 && shared.taken !== undefined) connections.release(scope, shared.taken, shared.broken);
  }

  return {
    async run(scope, use) {
      const name = connections.nameOf(scope);
      const shared = join(scope, name);
      try {
        shared.taken ??= await shared.client;
        return await use(shared.taken);
      } catch (error) {
        const { thrown, broken } = connections.judge(error);
        shared.broken ??= broken;
        throw thrown;
      } finally {
        leave(scope, name, shared);
      }
    },
  };
}
