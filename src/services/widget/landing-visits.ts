// The landing page of an order. Loading the page changes nothing. A visit is a separate request that only a browser
// makes. Each visit to an order that is not final is noted in the order's timeline, and gets its own bridge token
// unless a code is needed first.
import { randomBytes } from 'node:crypto';
import { incorrect, notFound, throttled } from '#base/errors.ts';
import { toTimestamp } from '#base/timestamps.ts';
import {
  LANDING_VISITS_PER_MINUTE,
  type LandingCode,
  type LandingCodeRequest,
  type LandingVisit,
} from '#domain/widget/widget.ts';
import { lookUpFor } from '#services/access/guesses.ts';
import type { Limiter } from '#services/access/limits.ts';
import { note } from '#services/events/events.ts';
import { type HeldOrder, holdOrder, markSent, statusOf } from '#services/orders/order-moves.ts';
import { openOrder, shareUrl } from '#services/orders/order-records.ts';
import { landingToken } from '#services/orders/order-tokens.ts';
import { type Ctx, type CtxParts, ctxOf, inTransaction } from '#services/platform/ctx.ts';
import type { Browser } from '#storage/orders/order-visitors.ts';
import { findOrder, findOrderByKey } from '#storage/orders/orders.ts';
import { SYSTEM } from '#storage/platform/db.ts';
import { channelsOf, checkCode, needsCode, sendCode } from './landing-codes.ts';
import { widgetTemplate } from './widget-looks.ts';

type Keys = { share_key: string } | { short_key: string };

/** Finds the order of a landing page by its share key or its short key. */
async function orderOf(parts: CtxParts, keys: Keys): Promise<{ ctx: Ctx; order_id: string } | undefined> {
  const [by, hash] =
    'share_key' in keys
      ? (['share_key_hash', parts.vault.hash('share_key', keys.share_key)] as const)
      : (['short_key_hash', parts.vault.hash('short_key', keys.short_key)] as const);
  const found = await findOrderByKey(parts.database.scoped(SYSTEM), by, hash);
  if (found === undefined) return undefined;
  const { client_id, environment, id: order_id } = found;
  return { ctx: await ctxOf(parts, { client_id, environment }), order_id };
}

const SHARE_KEY = /^[0-9a-f]{32}$/;

/** True if there is an order with this share key. A malformed key is not looked up. */
export async function isLanding(parts: CtxParts, share_key: string, ip: string): Promise<boolean> {
  const found = await lookUpFor(parts, ip, async () => {
    if (!SHARE_KEY.test(share_key)) return undefined;
    return findOrderByKey(parts.database.scoped(SYSTEM), 'share_key_hash', parts.vault.hash('share_key', share_key));
  });
  return found !== undefined;
}

/** A visitor of a landing page: the page's share key, the IP address, and the browser's cookie if there is one. */
export type Guest = { share_key: string; ip: string; browser: string | undefined };
/** The content of the page, and the cookie value to set in the browser. */
export type Visited = { visit: LandingVisit; browser: string };

export const visitLanding = (parts: LandingParts, guest: Guest): Promise<Visited> => atPage(parts, guest, visit);

/** Sends a code to the order's phone number or email address, regardless of who requests it. */
export const requestLandingCode = async (
  parts: LandingParts,
  guest: Guest,
  { channel }: LandingCodeRequest,
): Promise<{ browser: string }> =>
  atPage(parts, guest, async (ctx, { held, browser, value }) => {
    const { order } = held;
    // No code is sent if no code is needed, so that another person who has the URL cannot send messages to the
    // applicant.
    if (order.finalized_at === null && (await needsCode(ctx, order, browser))) {
      await sendCode(ctx, held, await openOrder(ctx, order), { browser, value, channel });
    }
    return { browser: value };
  });

/** Checks a code. If the code is correct, this browser sees what was connected in other browsers. */
export async function confirmLanding(parts: LandingParts, guest: Guest, { code }: LandingCode): Promise<Visited> {
  const confirmed = await atPage(parts, guest, async (ctx, at) =>
    (await checkCode(ctx, { browser: at.browser, value: at.value, code })) ? visit(ctx, at) : undefined,
  );
  if (confirmed === undefined) throw incorrect({ field: 'code', message: 'The code is wrong or has expired.' });
  return confirmed;
}

type LandingParts = CtxParts & { limiter: Limiter };
/** `value` is the value of the browser's cookie. */
type AtPage = { held: HeldOrder; browser: Browser; value: string };

async function atPage<T>(
  parts: LandingParts,
  { share_key, ip, browser }: Guest,
  work: (ctx: Ctx, at: AtPage) => Promise<T>,
): Promise<T> {
  const found = await lookUpFor(parts, ip, () => orderOf(parts, { share_key }));
  if (found === undefined) throw notFound();
  const { ctx, order_id } = found;
  // A visit may create a token; without a limit, anyone with the URL could create any number of tokens.
  const visits = await parts.limiter.request(ctx.scope, order_id, LANDING_VISITS_PER_MINUTE);
  if (!visits.admitted) throw throttled(visits.retry_after_seconds);
  const value = browser !== undefined && BROWSER.test(browser) ? browser : randomBytes(32).toString('hex');
  const browser_hash = parts.vault.hash('landing_browser', order_id, value);
  return inTransaction(ctx, async (ctx) => {
    const held = await holdOrder(ctx, order_id);
    if (held === undefined) throw notFound();
    return work(ctx, { held, browser: { order_id, browser_hash }, value });
  });
}

const BROWSER = /^[0-9a-f]{64}$/;

async function visit(ctx: Ctx, { held, browser, value }: AtPage): Promise<Visited> {
  const { order } = held;
  const is_open = order.finalized_at === null;
  const open = await openOrder(ctx, order);
  const channels = channelsOf(open);
  const is_asked = is_open && channels.length > 0 && (await needsCode(ctx, order, browser));
  const bridge_token =
    is_open && !is_asked ? await landingToken(ctx, open, held.suborders, browser.browser_hash) : undefined;
  if (is_open) {
    await note(ctx, [{ order_id: order.id, event_type: 'landing-opened', data: {} }]);
    await markSent(ctx, held, { seen_at: ctx.now() });
  }
  const { looks } = await widgetTemplate(ctx, order.template_id);
  return {
    browser: value,
    visit: {
      bridge_token: bridge_token ?? null,
      status: statusOf(held),
      is_final: !is_open,
      environment: ctx.scope.environment,
      locale: 'en',
      client_name: order.client_name,
      ...looks,
      expires_at: toTimestamp(order.expires_at),
      code: is_asked ? { channels } : null,
    },
  };
}

/**
 * The URL of the landing page to which a short URL leads; `undefined` if the short key is unknown or the order's person
 * was erased.
 */
export const findLandingUrl = (parts: CtxParts, short_key: string, ip: string): Promise<string | undefined> =>
  lookUpFor(parts, ip, () => landingUrlOf(parts, short_key));

async function landingUrlOf(parts: CtxParts, short_key: string): Promise<string | undefined> {
  const found = await orderOf(parts, { short_key });
  const order = found && (await findOrder(found.ctx.db, found.ctx.scope, found.order_id));
  if (found === undefined || order === undefined) return undefined;
  const { key, record } = await openOrder(found.ctx, order);
  return key === undefined ? undefined : shareUrl(found.ctx, record);
}
