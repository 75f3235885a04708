// Webhooks of the Plaid simulator. Bodies are indented by two spaces, as Plaid's are, because the signature contains
// the hash of the exact bytes.
import { type ErrorCode, errorOf } from './errors.ts';
import type { Item, LinkSession, LinkToken, State } from './state.ts';

export type WebhookFlaw = 'bad_signature' | 'stale' | 'duplicate' | 'changed_body';
export const WEBHOOK_FLAWS: readonly WebhookFlaw[] = ['bad_signature', 'stale', 'duplicate', 'changed_body'];

export function notifyItem(
  state: State,
  item: Item,
  webhook_type: 'TRANSACTIONS' | 'ITEM' | 'HOLDINGS' | 'LIABILITIES',
  webhook_code: string,
  more: Record<string, unknown> = {},
  flaw?: WebhookFlaw,
): boolean {
  if (item.webhook === null) return false;
  const body = { environment: 'sandbox', item_id: item.item_id, webhook_code, webhook_type, ...more };
  send(state, item.webhook, webhook_code, body, flaw);
  return true;
}

export function notifyUpdates(state: State, item: Item, flaw?: WebhookFlaw): boolean {
  const more = {
    initial_update_complete: item.phase !== 'not_ready',
    historical_update_complete: item.phase === 'historical',
  };
  return notifyItem(state, item, 'TRANSACTIONS', 'SYNC_UPDATES_AVAILABLE', more, flaw);
}

export const notifyError = (state: State, item: Item, code: ErrorCode): boolean =>
  notifyItem(state, item, 'ITEM', 'ERROR', { error: { ...errorOf(code), status: 400 } });

export function notifySession(state: State, token: LinkToken, session: LinkSession): void {
  if (token.webhook === null) return;
  const common = {
    environment: 'sandbox',
    link_session_id: session.id,
    link_token: token.link_token,
    webhook_type: 'LINK',
  };
  const public_tokens = session.public_token === null ? [] : [session.public_token];
  const { status } = session;
  send(state, token.webhook, 'SESSION_FINISHED', {
    ...common,
    public_tokens,
    status,
    webhook_code: 'SESSION_FINISHED',
  });
  send(state, token.webhook, 'EVENTS', { ...common, events: session.events, webhook_code: 'EVENTS' });
}

function send(state: State, url: string, event: string, content: Record<string, unknown>, flaw?: WebhookFlaw): void {
  const body = JSON.stringify(content, null, 2);
  const make = () => {
    const now = state.clock.now();
    const token =
      flaw === 'bad_signature' ? state.keys.forge(body, now) : state.keys.sign(body, now, flaw === 'stale' ? 900 : 0);
    return { headers: { 'plaid-verification': token }, body: flaw === 'changed_body' ? `${body}\n` : body };
  };
  state.webhooks.send(url, event, make);
  if (flaw === 'duplicate') state.webhooks.send(url, event, make);
}
