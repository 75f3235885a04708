// Webhooks of the Argyle simulator. The signature of each webhook is the HMAC-SHA512 of its body. The key is the secret
// of the subscription.
import { createHmac } from 'node:crypto';
import { identityId, timeOf, toAccount, toUser, toVerification } from './data.ts';
import {
  type Account,
  PARTIAL_DAYS,
  payoutsIn,
  type State,
  type Subscription,
  stubsOf,
  type Verification,
} from './state.ts';

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
  'payroll_documents.updated',
  'deposit_destinations.added',
  'users.fully_synced',
  'verifications.updated',
] as const;
export type EventName = (typeof EVENTS)[number];

export type WebhookFlaw = 'bad_signature' | 'no_signature' | 'duplicate';
export const WEBHOOK_FLAWS: readonly WebhookFlaw[] = ['bad_signature', 'no_signature', 'duplicate'];

/**
 * Sends an event to every subscription that lists it. The resource is included if the subscription asks for resources.
 * A body has neither an id nor a time of its own.
 */
export function notify(
  state: State,
  account: Account,
  event: EventName,
  more: Record<string, unknown> = {},
  flaw?: WebhookFlaw,
): number {
  return announce(state, event, { account: account.id, user: account.user.id, ...more }, flaw);
}

function announce(state: State, event: EventName, about: Record<string, unknown>, flaw?: WebhookFlaw): number {
  const wanting = [...state.subscriptions.values()].filter(({ events }) => events.includes(event));
  for (const subscription of wanting) {
    const { resource, ...rest } = about;
    const wanted = subscription.config['include_resource'] === true && resource !== undefined ? { resource } : {};
    const data = { ...rest, ...wanted };
    send(state, subscription, event, { event, name: subscription.name, data }, flaw);
  }
  return wanting.length;
}

export function announceVerification(state: State, verification: Verification): void {
  const about = { user: verification.user.id, verification: verification.id, resource: toVerification(verification) };
  announce(state, 'verifications.updated', about);
}

/** Announces a login at an employer. Only a new account is announced as added. */
export function announceConnected(state: State, account: Account, is_new: boolean): void {
  const resource = toAccount(state, account);
  if (is_new) notify(state, account, 'accounts.added', { resource });
  if (account.phase === 'connecting') return;
  notify(state, account, 'accounts.connected', { resource });
  notify(state, account, 'accounts.updated', { resource });
  if (is_new) notify(state, account, 'identities.added', { identity: identityId(account) });
  announceProgress(state, account);
}

/** Which pay stubs are available now. */
export function spanOf(state: State, account: Account): Record<string, unknown> {
  const days = [
    ...stubsOf(account).map(({ pay_date }) => pay_date),
    ...payoutsIn(state, account).map(({ paid_on }) => paid_on),
  ];
  return { ...between('available', days), available_count: days.length };
}

/** The fields `…_from` and `…_to` of a webhook: the first and the last of `days`, which must be in order. */
export const between = (name: string, days: readonly string[]): Record<string, unknown> => ({
  [`${name}_from`]: days[0] === undefined ? null : timeOf(days[0]),
  [`${name}_to`]: days.length === 0 ? null : timeOf(days.at(-1) ?? ''),
});

/** Sends webhooks that announce how much pay data is available now: a part, or everything. */
export function announceProgress(state: State, account: Account): void {
  const trips = payoutsIn(state, account).flatMap((payout) => payout.trips);
  const trip_days = trips.map(({ started_at }) => started_at.slice(0, 10));
  const part = account.phase === 'synced' ? 'fully_synced' : 'partially_synced';
  const partial = account.phase === 'synced' ? {} : { days_synced: PARTIAL_DAYS };
  notify(state, account, `paystubs.${part}`, { ...spanOf(state, account), ...partial });
  const gigs = { ...between('available', trip_days), available_count: trips.length };
  notify(state, account, `gigs.${part}`, { ...gigs, ...partial });
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
