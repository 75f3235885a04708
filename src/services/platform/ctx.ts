// The context that service functions receive: a scope, the database in that scope, the owner's time, and the parts of
// the service they may use. Time and ids come from the context, so that a test can fix them.
import type { Logger } from 'pino';
import type { Clock } from '#base/clock.ts';
import { ownerNow } from '#base/clock.ts';
import { notFound, otherEnvironment, type ServiceError } from '#base/errors.ts';
import { newId } from '#base/ids.ts';
import type { Connector } from '#connectors/contract.ts';
import type { HealthReader } from '#domain/connections/providers.ts';
import type { DrawOutcome, PageProgress, ReadOutcome } from '#domain/documents/file-readings.ts';
import type { FileStore } from '#domain/documents/file-store.ts';
import { otherScope, type Scope } from '#domain/platform/scope.ts';
import type { AddressPolicy } from '#outbound/addresses.ts';
import type { IdentityProvider } from '#outbound/identity-provider.ts';
import type { Mailer } from '#outbound/mail.ts';
import type { Texter } from '#outbound/text-messages.ts';
import { findEnvironment } from '#storage/access/clients.ts';
import type { OrderTask } from '#storage/connections/tasks.ts';
import { type Database, type Db, SYSTEM } from '#storage/platform/db.ts';
import type { EventSignal } from '#storage/platform/event-signal.ts';
import type { BlockCloser } from '#storage/platform/lists/list-blocks.ts';
import type { Queue } from '#storage/platform/queue.ts';
import type { Compute } from './compute.ts';
import type { Passwords } from './passwords.ts';
import type { Vault } from './vault.ts';

/** The parts of the service that functions may use, whatever the scope of the request or job is. */
export type CtxParts = {
  readonly vault: Vault;
  /** `clock` shows real time, and `database` gives access to other scopes. Only a few functions need either of them. */
  readonly clock: Clock;
  readonly database: Database;
  /**
   * Stores the row counts of long lists in the background, block by block (storage/platform/lists/list-blocks.ts). The
   * function that reads a list wakes this background work if too many rows of the list are not counted in a block yet.
   */
  readonly block_closer: BlockCloser;
  readonly queue: Pick<Queue, 'enqueue'>;
  /** Signals that there are events to add to the event log or deliveries to send. */
  readonly event_signal: EventSignal;
  /** Returns the store of uploaded files. A store in the database uses the given handle; any other store ignores it. */
  readonly file_store: (db: Db) => FileStore;
  readonly mailer: Mailer;
  readonly texter: Texter;
  /**
   * Connectors by provider id. The live connectors change when the operator changes providers.json. A provider that the
   * operator removed stays in this map, because its tasks and links still need it, but it is no longer offered.
   */
  readonly connectors: ReadonlyMap<string, Connector>;
  /** Reads the health of the live providers. */
  readonly provider_health: HealthReader;
  /** Uses worker threads to run jobs that would block the main thread. */
  readonly compute: Compute;
  /** Reads uploaded files in a separate process. */
  readonly reader: Reader;
  readonly order_hooks: OrderHooks;
  /** Hashes and compares the passwords of dashboard users. */
  readonly passwords: Passwords;
  /** The operator's identity provider, if dashboard users may sign in through one. */
  readonly identity_provider: IdentityProvider | undefined;
  readonly settings: HouseSettings;
  readonly log: Logger;
};

export type Ctx = CtxParts & {
  readonly db: Db;
  readonly scope: Scope;
  /** The owner's time, in whole seconds. */
  now(): Date;
  newId(): string;
};

/**
 * The functions that update an order when the status of one of its tasks changes. They run in the transaction of that
 * change. The task code gets these functions from the context, because the order code imports the task code, so an
 * import in the other direction would create a cycle.
 */
export type OrderHooks = {
  /** Called when the task has logged in. From then on, the task's suborder has a link. */
  onLink(ctx: Ctx, task: OrderTask): Promise<void>;
  /** Called when the task has ended. `has_left` is true if no applicant is present to try again. */
  onEnd(ctx: Ctx, task: OrderTask, has_left: boolean): Promise<void>;
};

/**
 * Reads the documents in a file. If a file cannot be read, `read` throws no error, but returns an outcome that states
 * the failure.
 */
export type Reader = {
  read(bytes: Buffer, options?: ReadingOptions): Promise<ReadOutcome>;
  /** Renders one page of a file as a picture, turned upright. Pages are counted from 1. */
  draw(bytes: Buffer, page: number, options?: Pick<ReadingOptions, 'signal'>): Promise<DrawOutcome>;
  /** How many files are being read, and how many can be read at once. */
  load(): { busy: number; max: number };
};

export type ReadingOptions = {
  signal?: AbortSignal | undefined;
  /** Called once, just before the reading begins. Before that, the file may wait for other files. */
  onTurn?: (() => Promise<void>) | undefined;
  /** Called before each page that takes seconds to read. */
  onPage?: ((page: PageProgress) => void) | undefined;
};

export type HouseSettings = {
  /** The URL at which clients reach the API. Every file URL and every `next` URL starts with this URL. */
  base_url: string;
  public_url: string;
  /**
   * The maximum number of requests per secret in any 60 seconds, unless the operator set another number for the client.
   */
  requests_limit: number;
  /** The IP addresses to which webhooks may be sent. */
  webhook_policy: AddressPolicy;
  /** True if the sandbox's mails and text messages are really sent. */
  sandbox_notifications: boolean;
};

export const ctxFor = (parts: CtxParts, scope: Scope, clock_offset_seconds: number): Ctx => ({
  vault: parts.vault,
  clock: parts.clock,
  database: parts.database,
  block_closer: parts.block_closer,
  queue: parts.queue,
  event_signal: parts.event_signal,
  file_store: parts.file_store,
  mailer: parts.mailer,
  texter: parts.texter,
  connectors: parts.connectors,
  provider_health: parts.provider_health,
  compute: parts.compute,
  reader: parts.reader,
  order_hooks: parts.order_hooks,
  passwords: parts.passwords,
  identity_provider: parts.identity_provider,
  settings: parts.settings,
  log: parts.log,
  db: parts.database.scoped(scope),
  scope,
  now: () => ownerNow(parts.clock, clock_offset_seconds),
  newId,
});

/** Creates a context for work that no request started. Reads the owner's clock from the database. */
export async function ctxOf(parts: CtxParts, scope: Scope, db = parts.database.scoped(scope)): Promise<Ctx> {
  const environment = await findEnvironment(db, scope);
  return { ...ctxFor(parts, scope, environment?.clock_offset_seconds ?? 0), db };
}

/** Runs `work` in a transaction, or in a savepoint if the context is already in a transaction. */
export const inTransaction = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));

/**
 * The error for an id that was not found: 403 if the id exists in the client's other environment, otherwise 404. A 404
 * does not reveal whether another client has this id.
 */
export async function missing(ctx: Ctx, find: (db: Db, scope: Scope) => Promise<unknown>): Promise<ServiceError> {
  const elsewhere = otherScope(ctx.scope);
  // We search with a connection of the system scope, because the caller may be in a transaction. A transaction must not
  // wait for a second connection of its own client.
  const found = await find(ctx.database.scoped(SYSTEM), elsewhere);
  return found === undefined ? notFound() : otherEnvironment();
}
