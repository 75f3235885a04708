// Webhooks of the Argyle simulator. The signature of each webhook is the HMAC-SHA512 of its body. The key is the secret
// of the subscription.
import { createHmac } from 'node:crypto';
import { toAccount, toUser } from './data.ts';
import { type Account, payoutsIn, type State, type Subscription, stubsOf } from './state.ts';

export const EVENTS = [
  'accounts.added',
  'accounts.connected',
  'accounts.updated',
  'accounts.failed',
  'accounts.removed',
  'identities.added',
  'identities.updated',
  'paystubs.added',
  'paystubs.updated',
  'paystubs.removed',
  'paystubs.partially_synced',
  'paystubs.fully_synced',
  'gigs.added',
  'gigs.updated',
  'gigs.removed',
  'gigs.partially_synced',
  'gigs.fully_synced',
  'payroll_documents.added',
  'deposit_destinations.added',
  'users.fully_synced',
] as const;
export type EventName = (typeof EVENTS)[number];

export type WebhookFlaw = 'bad_signature' | 'no_signature' | 'duplicate';
export const WEBHOOK_FLAWS: readonly WebhookFlaw[] = ['bad_signature', 'no_signature', 'duplicate'];

/**
 * Sends an event to every subscription that lists it. The resource is included if the subscription asks for resources.
 */
export function notify(
  state: State,
  account: Account,
  event: EventName,
  more: Record<string, unknown> = {},
  flaw?: WebhookFlaw,
): number {
  const wanting = [...state.subscriptions.values()].filter(({ events }) => events.includes(event));
  for (const subscription of wanting) {
    const { resource, ...rest } = more;
    const wanted = subscription.config['include_resource'] === true && resource !== undefined ? { resource } : {};
    const data = { account: account.id, user: account.user.id, ...rest, ...wanted };
    send(state, subscription, event, { event, name: subscription.name, data }, flaw);
  }
  return wanting.length;
}

export function announceConnected(state: State, account: Account): void {
  const resource = toAccount(state, account);
  notify(state, account, 'accounts.added', { resource });
  if (account.phase === 'connecting') return;
  notify(state, account, 'accounts.connected', { resource });
  notify(state, account, 'identities.added');
  announceProgress(state, account);
}

/** Sends webhooks that announce how much pay data is available now: a part, or everything. */
export function announceProgress(state: State, account: Account): void {
  const stubs = stubsOf(account);
  const payouts = payoutsIn(state, account);
  const days = [...stubs.map(({ pay_date }) => pay_date), ...payouts.map(({ paid_on }) => paid_on)];
  const trips = payouts.flatMap((payout) => payout.trips);
  const part = account.phase === 'synced' ? 'fully_synced' : 'partially_synced';
  const span = {
    available_from: days[0] === undefined ? null : `${days[0]}T00:00:00Z`,
    available_to: days.length === 0 ? null : `${days.at(-1)}T00:00:00Z`,
  };
  const partial = account.phase === 'synced' ? {} : { days_synced: 30 };
  notify(state, account, `paystubs.${part}`, { ...span, available_count: days.length, ...partial });
  notify(state, account, `gigs.${part}`, { ...span, available_count: trips.length, ...partial });
  if (account.phase === 'synced')
    notify(state, account, 'users.fully_synced', { resource: toUser(state, account.user) });
}

function send(
  state: State,
  { url, secret }: Subscription,
  event: EventName,
  content: Record<string, unknown>,
  flaw: WebhookFlaw | undefined,
): void {
  const body = JSON.stringify(content);
  const make = (): { headers: Record<string, string>; body: string } => {
    if (secret === null || flaw === 'no_signature') return { headers: {}, body };
    const key = flaw === 'bad_signature' ? `${secret}-other` : secret;
    return { headers: { 'x-argyle-signature': createHmac('sha512', key).update(body).digest('hex') }, body };
  };
  state.webhooks.send(url, event, make);
  if (flaw === 'duplicate') state.webhooks.send(url, event, make);
}
