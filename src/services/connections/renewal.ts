// Renews access with a secret that the provider accepts only once (a rotating refresh token). Only one renewal of a
// link runs at a time, over all processes. The start of a renewal is stored in the link's row before the request is
// sent. The end of the renewal is stored together with the new account. If a process is killed in between, the row
// shows an unfinished renewal. We then cannot know whether the provider has replaced the secret. So the old secret is
// never used again, and the person must connect again.
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AccessRefused,
  type Account,
  type Connector,
  type Io,
  ProviderFailure,
  type Renewal,
} from '#connectors/contract.ts';
import type { Link } from '#domain/connections/links.ts';
import { IoFault } from '#outbound/provider-io.ts';
import { announce } from '#services/events/events.ts';
import { type Ctx, inTransaction } from '#services/platform/ctx.ts';
import {
  beginRenewal,
  dropRenewal,
  findRenewableLink,
  lockRenewableLink,
  loseRenewal,
  type RenewableLink,
  storeRenewal,
} from '#storage/connections/link-renewals.ts';
import { disconnectLink } from '#storage/connections/links.ts';
import { type LinkSecrets, openLink, sealLink } from './links.ts';
import { type CallOptions, callConnector } from './provider-calls.ts';

/** The link whose account a step uses. `account` is used only if the provider's access needs no renewal. */
export type AccountOfLink = { link_id: string; key: KeyObject; account: Account };

/** `link_version` is the version of the account that the step used; undefined if the access needs no renewal. */
export type Called<T> = { result: T; link_version: number | undefined };

export type RenewalTimes = {
  /** The timeout of one renewal. */
  timeout_ms: number;
  /**
   * The time after which an unfinished renewal is treated as lost. It is longer than the timeout, because the clocks of
   * machines may differ a little.
   */
  lost_after_ms: number;
};
const TIMES: RenewalTimes = { timeout_ms: 30_000, lost_after_ms: 60_000 };

/**
 * The pauses between checks on a renewal that another process is running. No database connection is held during a
 * pause.
 */
const PAUSE_MS_MIN = 20;
const PAUSE_MS_MAX = 500;

const RECONNECT = 'Access to the accounts has to be allowed again. Please connect them again.';
const DELETED = 'The link was deleted.';

/**
 * Runs one step of a connector with the account of a link. If a renewal is due, renews the access first. If the
 * provider refuses the access, renews the access and runs the step once more.
 */
export async function callWithAccount<T>(
  ctx: Ctx,
  connector: Connector,
  link: AccountOfLink,
  step: (account: Account, io: Io) => Promise<T>,
  { times = TIMES, ...options }: CallOptions & { times?: RenewalTimes } = {},
): Promise<Called<T>> {
  const { signal, onRequest } = options;
  const run = (account: Account) => callConnector(ctx, connector, (io) => step(account, io), options);
  const { renewal } = connector;
  if (renewal === undefined) return { result: await run(link.account), link_version: undefined };
  const renewer: Renewer = { ctx: unfenced(ctx), connector, renewal, link, times, signal, onRequest };
  const current = await currentAccount(renewer, (account) => renewal.isDue(account, ctx.clock.now()));
  try {
    return { result: await run(current.account), link_version: current.version };
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  const renewed = await currentAccount(renewer, (_, version) => version === current.version);
  return { result: await run(renewed.account), link_version: renewed.version };
}

const isRefused = (error: unknown): boolean => error instanceof ProviderFailure && error.cause instanceof AccessRefused;

/**
 * Returns a context that can write even if another worker has taken over the job. A renewal replaces the secret, and
 * only the process that renewed it has the new secret. So this process must store it in any case.
 */
const unfenced = (ctx: Ctx): Ctx => ({ ...ctx, db: ctx.database.scoped(ctx.scope) });

type Renewer = {
  ctx: Ctx;
  connector: Connector;
  renewal: Renewal;
  link: AccountOfLink;
  times: RenewalTimes;
  signal: AbortSignal | undefined;
  onRequest: CallOptions['onRequest'];
};
type Current = { account: Account; version: number };
type IsDue = (account: Account, version: number) => boolean;

/**
 * Returns the newest account of the link. If `isDue` returns true, the access is renewed first. If another process is
 * renewing the access, waits for that process.
 */
async function currentAccount(renewer: Renewer, isDue: IsDue): Promise<Current> {
  const { ctx, link, signal } = renewer;
  for (let pause_ms = PAUSE_MS_MIN; ; pause_ms = Math.min(pause_ms * 2, PAUSE_MS_MAX)) {
    const seen = await findRenewableLink(ctx.db, ctx.scope, link.link_id);
    const state = stateOf(renewer, seen, isDue);
    if (state.kind === 'ready') return state.current;
    if (state.kind === 'due') {
      const renewed = await renewOnce(renewer, isDue);
      if (renewed !== undefined) return renewed;
    } else await sleep(pause_ms, undefined, signal && { signal });
  }
}

type State =
  | { kind: 'ready'; current: Current }
  | { kind: 'due'; secrets: LinkSecrets }
  /** Another process is renewing the access now. */
  | { kind: 'busy' };

/** Throws if the link was deleted, or if the response to a renewal was lost. */
function stateOf({ ctx, link, times }: Renewer, seen: RenewableLink | undefined, isDue: IsDue): State {
  if (seen === undefined) throw new ProviderFailure('error', DELETED, { scope: 'link' });
  if (seen.renewal_started_at !== null) {
    const age_ms = ctx.clock.now().getTime() - seen.renewal_started_at.getTime();
    if (age_ms >= times.lost_after_ms) throw new ProviderFailure('login_error', RECONNECT);
    return { kind: 'busy' };
  }
  const secrets = openLink(ctx, link.key, link.link_id, seen.sealed);
  const current = { account: secrets.account, version: seen.account_version };
  return isDue(current.account, current.version) ? { kind: 'due', secrets } : { kind: 'ready', current };
}

/**
 * Returns undefined if another process has renewed the access, or if a login has replaced the account in the meantime.
 */
async function renewOnce(renewer: Renewer, isDue: IsDue): Promise<Current | undefined> {
  const { ctx, link } = renewer;
  const renewal_id = ctx.newId();
  const begun = await inTransaction(ctx, async (ctx) => {
    const seen = await lockRenewableLink(ctx.db, ctx.scope, link.link_id);
    const state = stateOf(renewer, seen, isDue);
    if (state.kind !== 'due' || seen === undefined) return undefined;
    await beginRenewal(ctx.db, ctx.scope, { id: link.link_id, renewal_id, started_at: ctx.clock.now() });
    return { secrets: state.secrets, version: seen.account_version };
  });
  if (begun === undefined) return undefined;
  const account = await exchange(renewer, renewal_id, begun.secrets.account);
  if (await store(renewer, renewal_id, { ...begun.secrets, account })) return { account, version: begun.version + 1 };
  await revokeIfDeleted(renewer, account);
  return undefined;
}

/** Revokes the new secret of a deleted link. The deletion could revoke only the old secret. */
async function revokeIfDeleted({ ctx, connector, link }: Renewer, account: Account): Promise<void> {
  if ((await findRenewableLink(ctx.db, ctx.scope, link.link_id)) !== undefined) return;
  await callConnector(ctx, connector, (io) => connector.revoke(account, io)).catch(() => {
    ctx.log.info({ link_id: link.link_id }, 'could not notify the provider that a link was deleted');
  });
}

/** From here on, the old secret may be invalid. The step's own signal must not interrupt the exchange. */
async function exchange(renewer: Renewer, renewal_id: string, before: Account): Promise<Account> {
  const { ctx, connector, renewal, link, times, onRequest } = renewer;
  const options = { timeout_ms: times.timeout_ms, onRequest };
  try {
    return await callConnector(ctx, connector, (io) => renewal.renew(before, io), options);
  } catch (error) {
    if (isHarmless(error)) {
      await dropRenewal(ctx.db, ctx.scope, link.link_id, renewal_id);
      throw error;
    }
    await loseRenewal(ctx.db, ctx.scope, link.link_id, renewal_id);
    throw new ProviderFailure('login_error', RECONNECT, { cause: error });
  }
}

/**
 * True if the old secret is certainly still valid, because the provider's response shows this or because the request
 * was never sent.
 */
function isHarmless(error: unknown): boolean {
  if (!(error instanceof ProviderFailure)) return false;
  const { cause, status } = error;
  return cause === undefined ? status !== 'login_error' : cause instanceof IoFault && cause.is_unsent;
}

/**
 * Stores the new secret. The write is retried, because the secret exists only in this process and must survive a
 * database outage of some seconds.
 */
async function store(renewer: Renewer, renewal_id: string, secrets: LinkSecrets): Promise<boolean> {
  const { ctx, link, times } = renewer;
  const sealed = sealLink(ctx, link.key, link.link_id, secrets);
  for (let tries = 1; ; tries++) {
    const begun_after = new Date(ctx.clock.now().getTime() - times.lost_after_ms);
    try {
      return await storeRenewal(ctx.db, ctx.scope, { id: link.link_id, renewal_id, sealed, begun_after });
    } catch (error) {
      if (tries === STORE_TRIES_MAX) throw error;
      await sleep(STORE_PAUSE_MS * tries);
    }
  }
}
const STORE_TRIES_MAX = 6;
const STORE_PAUSE_MS = 500;

/** Disconnects a link whose access was refused outside a task, for example while a file was read. */
export async function disconnectRefused(ctx: Ctx, link: Link): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await disconnectLink(ctx.db, ctx.scope, link.id, ctx.now()))) return;
    await announce(ctx, [
      {
        event_type: 'link-disconnected',
        user_id: link.user_id,
        template_id: link.template_id,
        link_id: link.id,
        product: link.initial_product_type,
        data_source: link.data_source,
        tracking_info: link.tracking_info,
      },
    ]);
  });
}
