// What a service is handed: whose work it is, the database in that scope, the owner's time, and the few
// things of the house it may use. Time and ids come in here, so a test can fix them.
import type { Clock } from '#base/clock.ts';
import { ownerNow } from '#base/clock.ts';
import { notFound, otherEnvironment, type ServiceError } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import { otherScope, type Scope } from '#domain/scope.ts';
import type { Database, Db } from '#storage/db.ts';
import type { BlockCloser } from '#storage/list-blocks.ts';
import type { Vault } from './vault.ts';

export type Ctx = {
  readonly db: Db;
  readonly scope: Scope;
  /** The owner's time, in whole seconds. */
  now(): Date;
  newId(): string;
  readonly vault: Vault;
  /** Real time and the way to other scopes, for the few services whose story needs them. */
  readonly clock: Clock;
  readonly database: Database;
  /** Woken by whoever read a list whose tail has grown long. */
  readonly block_closer: BlockCloser;
};

export type CtxParts = { database: Database; vault: Vault; clock: Clock; block_closer: BlockCloser };

export const ctxFor = (parts: CtxParts, scope: Scope, clock_offset_seconds: number): Ctx => ({
  db: parts.database.scoped(scope),
  scope,
  now: () => ownerNow(parts.clock, clock_offset_seconds),
  newId,
  vault: parts.vault,
  clock: parts.clock,
  database: parts.database,
  block_closer: parts.block_closer,
});

/** The same work inside a transaction. */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));

/**
 * Why an id was not found: the client has it in its other environment, which it may know, or nobody it
 * may know of has it.
 */
export async function missing(ctx: Ctx, find: (db: Db, scope: Scope) => Promise<unknown>): Promise<ServiceError> {
  const elsewhere = otherScope(ctx.scope);
  const found = await find(ctx.database.scoped(elsewhere), elsewhere);
  return found === undefined ? notFound() : otherEnvironment();
}
