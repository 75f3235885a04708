// The redirects of an OAuth login: to a provider's page and back. The user first opens a URL of ours, which sets a
// cookie in the browser and redirects to the provider; the callback is accepted only with that cookie. So the
// provider's URL alone is useless: someone else can consent there, but we do not accept the callback from another
// browser.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { REDIRECT_SECONDS } from '#domain/connections/tasks.ts';
import { type Ctx, type CtxParts, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import type { Vault } from '#services/platform/vault.ts';
import { findTask, findTaskByRedirect, type StoredTask, stepTask } from '#storage/connections/tasks.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { openSecretsOf, sealSecrets, type TaskSecrets } from './task-secrets.ts';
import { answerTask } from './tasks.ts';

/** The path of our URL that redirects the user to the provider's page. */
export const DEPARTURE_PATH = '/oauth/start/';

/**
 * The query of the start URL. The state appears in the provider's URL, but the key cannot be derived from the state.
 */
export type Departure = { state: string; key: string };

const keyOf = (vault: Vault, state: string): Buffer => vault.hash('redirect_start', state);

/**
 * The callback of a live provider is at our base URL, so the redirect starts at the same URL. Otherwise the browser
 * would not send the cookie, because a cookie is sent only to the host that set it.
 */
export function departureUrl(ctx: RedirectParts, provider_id: string, state: string): string {
  const query = new URLSearchParams({ state, key: keyOf(ctx.vault, state).toString('hex') });
  const { base_url, public_url } = ctx.settings;
  return `${isLive(ctx, provider_id) ? base_url : public_url}${DEPARTURE_PATH}?${query}`;
}

type RedirectParts = Pick<Ctx, 'settings' | 'vault' | 'connectors'>;

const isLive = ({ connectors }: Pick<Ctx, 'connectors'>, provider_id: string): boolean =>
  connectors.get(provider_id)?.manifest.is_live === true;

type Waiting = { ctx: Ctx; row: StoredTask };

/** The task that waits for the redirect with this state; `undefined` if no task waits or the time limit has passed. */
async function findWaiting(parts: CtxParts, state: string): Promise<Waiting | undefined> {
  const hash = parts.vault.hash('redirect_state', state);
  const found = await findTaskByRedirect(parts.database.scoped(SYSTEM), hash);
  if (found === undefined) return undefined;
  const ctx = await ctxOf(parts, { client_id: found.client_id, environment: found.environment });
  const row = await findTask(ctx.db, ctx.scope, found.id);
  if (row === undefined || row.waits_for !== 'redirect') return undefined;
  const ends_at = row.progress_at.getTime() + REDIRECT_SECONDS * 1000;
  return ctx.now().getTime() < ends_at ? { ctx, row } : undefined;
}

async function findDeparture(parts: CtxParts, { state, key }: Departure): Promise<Waiting | undefined> {
  const [sent, right] = [Buffer.from(key, 'hex'), keyOf(parts.vault, state)];
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) return undefined;
  return findWaiting(parts, state);
}

/**
 * Returns whether another browser has already started the redirect (`is_taken`). If so, this browser must not start it.
 * Returns `undefined` if no task waits for the redirect.
 */
export async function findDepartureFor(
  parts: CtxParts,
  departure: Departure,
  browser: string | undefined,
): Promise<{ is_taken: boolean } | undefined> {
  const found = await findDeparture(parts, departure);
  if (found === undefined) return undefined;
  const { secrets } = await openSecretsOf(found.ctx, found.row);
  return { is_taken: isTaken(parts, secrets, browser) };
}

const isTaken = (parts: CtxParts, { browser_hash }: TaskSecrets, browser: string | undefined): boolean =>
  browser_hash !== null && browser_hash !== hashOf(parts, browser);

/**
 * Binds the callback to this browser. A browser that already has our cookie keeps the cookie's value, so that two
 * concurrent logins in one browser succeed. Returns `undefined` if no task waits for the redirect, or if another
 * browser has already started the redirect. A person whose browser lost the cookie begins again in the widget, which
 * creates a new redirect.
 */
export async function depart(
  parts: CtxParts,
  departure: Departure,
  known: string | undefined,
): Promise<{ url: string; browser: string; is_live: boolean } | undefined> {
  const found = await findDeparture(parts, departure);
  if (found === undefined) return undefined;
  const browser = known !== undefined && BROWSER.test(known) ? known : randomBytes(32).toString('hex');
  return inTransaction(found.ctx, async (ctx) => {
    const { row, key, secrets } = await openSecretsOf(ctx, found.row);
    if (secrets.redirect_url === null || isTaken(parts, secrets, browser)) return undefined;
    const bound = { ...secrets, browser_hash: hashOf(parts, browser) };
    const is_written = await stepTask(ctx.db, ctx.scope, { ...row, secrets: sealSecrets(ctx, key, row.id, bound) });
    const is_live = isLive(parts, row.provider_id);
    return is_written ? { url: secrets.redirect_url, browser, is_live } : undefined;
  });
}

const BROWSER = /^[0-9a-f]{64}$/;
const hashOf = ({ vault }: Pick<CtxParts, 'vault'>, browser: string | undefined): string | null =>
  browser === undefined ? null : vault.hash('redirect_browser', browser).toString('hex');

/**
 * Passes the callback's query to the task that waits for the redirect. The query is passed only once, and only if the
 * callback comes from the browser that started the redirect. A live provider has its own callback, `callback_of`, and
 * its tasks accept no other callback. Otherwise one provider could send a callback in the name of another provider.
 */
export async function acceptRedirect(
  parts: CtxParts,
  callback_of: string | undefined,
  state: string,
  browser: string | undefined,
  query: Readonly<Record<string, string>>,
): Promise<boolean> {
  const found = await findWaiting(parts, state);
  if (found === undefined) return false;
  const { provider_id } = found.row;
  if (callback_of !== (isLive(parts, provider_id) ? provider_id : undefined)) return false;
  const { secrets } = await openSecretsOf(found.ctx, found.row);
  if (secrets.browser_hash === null || secrets.browser_hash !== hashOf(parts, browser)) return false;
  return answerTask(found.ctx, found.row.id, 'redirect', { kind: 'redirect', query });
}
