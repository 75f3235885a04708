// Authenticates callers. The result is cached for a second, so most requests need no database query. A change (for
// example, a deactivated key or a moved clock) is announced to the other processes immediately. Even if the
// notification is lost, the change takes effect within a second.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, elapsedMs, ownerNow } from '#base/clock.ts';
import { ServiceError } from '#base/errors.ts';
import type { Caller } from '#domain/access/callers.ts';
import { environmentOf } from '#domain/access/keys.ts';
import type { Vault } from '#services/platform/vault.ts';
import { findCaller, type KeyUse, updateLastUses } from '#storage/access/keys.ts';
import { type Database, SYSTEM } from '#storage/platform/db.ts';

export type Authenticator = {
  /**
   * The cached caller, if these credentials were looked up within the last second. Most requests need no other lookup.
   */
  recall(client_id: string | undefined, secret: string | undefined): Caller | undefined;
  /**
   * Returns the client that the cache holds for this secret, even if the cache entry has expired; `undefined` if the
   * cache has no entry. This method does not authenticate the request.
   */
  lastKnownClient(secret: string | undefined): string | undefined;
  authenticate(client_id: string | undefined, secret: string | undefined): Promise<Caller>;
  /**
   * Invalidates the cached entries of this client, and those of unknown secrets, after a change. Invalidates the whole
   * cache if no `client_id` is given.
   */
  forget(client_id?: string): void;
  /** Writes the last-use times of keys to the database now. A timer also does this every second. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const REMEMBER_MS = 1_000;
const REMEMBERED_MAX = 10_000;
const FLUSH_MS = 1_000;

type Remembered = { caller: Caller | undefined; until_ms: number };

export function openAuthenticator(database: Database, vault: Vault, clock: Clock): Authenticator {
  const salt = randomBytes(32).toString('base64');
  const remembered = new Map<string, Remembered>();
  const asked = new Map<string, Promise<Caller | undefined>>();
  /** The number of cache invalidations so far. */
  let changes = 0;
  let uses = new Map<string, KeyUse>();
  const timer = setInterval(() => void flush().catch(() => undefined), FLUSH_MS).unref();

  async function look(secret_hash: Buffer): Promise<Caller | undefined> {
    const row = await findCaller(database.scoped(SYSTEM), secret_hash);
    if (row === undefined) return undefined;
    const { client_id, environment, id, ...rest } = row;
    return { scope: { client_id, environment }, key_id: id, subject_id: id, ...rest };
  }

  /** The cache key of a secret. It is a hash, so the secret itself is not kept or compared. */
  const nameOf = (secret: string): string => hash('sha256', salt + secret, 'base64');

  async function callerOf(secret: string): Promise<Caller | undefined> {
    const name = nameOf(secret);
    const known = remembered.get(name);
    if (known !== undefined && known.until_ms > elapsedMs()) return known.caller;
    // Concurrent requests with the same secret share one database query.
    const asking = asked.get(name) ?? ask(name, vault.hash('access_secret', secret));
    asked.set(name, asking);
    return asking;
  }

  function noteUse({ scope, subject_id: id, clock_offset_seconds }: Caller): void {
    const last_used_at = ownerNow(clock, clock_offset_seconds);
    uses.set(id, { client_id: scope.client_id, id, last_used_at });
  }

  async function ask(name: string, secret_hash: Buffer): Promise<Caller | undefined> {
    const [since, until_ms] = [changes, elapsedMs() + REMEMBER_MS];
    try {
      const caller = await look(secret_hash);
      // A query that was running during an invalidation may return stale data, so its result is not cached.
      if (changes === since) {
        if (remembered.size >= REMEMBERED_MAX) remembered.clear();
        remembered.set(name, { caller, until_ms });
      }
      return caller;
    } finally {
      if (changes === since) asked.delete(name);
    }
  }

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const written = [...uses.values()];
    uses = new Map();
    await updateLastUses(database.scoped(SYSTEM), written);
  }

  return {
    recall(client_id, secret) {
      if (client_id === undefined || secret === undefined) return undefined;
      const known = remembered.get(nameOf(secret));
      if (known === undefined || known.until_ms <= elapsedMs()) return undefined;
      if (known.caller === undefined || !equal(known.caller.scope.client_id, client_id)) return undefined;
      noteUse(known.caller);
      return known.caller;
    },
    lastKnownClient: (secret) =>
      secret === undefined ? undefined : remembered.get(nameOf(secret))?.caller?.scope.client_id,
    async authenticate(client_id, secret) {
      if (client_id === undefined || secret === undefined) throw failed('Authentication headers are missing');
      const caller = environmentOf(secret) === undefined ? undefined : await callerOf(secret);
      if (caller === undefined || !equal(caller.scope.client_id, client_id)) throw failed('No such token');
      noteUse(caller);
      return caller;
    },
    forget(client_id) {
      changes++;
      asked.clear();
      for (const known of remembered.values()) {
        const { caller } = known;
        if (client_id === undefined || caller === undefined || caller.scope.client_id === client_id)
          known.until_ms = Number.NEGATIVE_INFINITY;
      }
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

const failed = (message: string) =>
  new ServiceError('authentication_failed', message, { headers: { 'www-authenticate': 'Access' } });

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
