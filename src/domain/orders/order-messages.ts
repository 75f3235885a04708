// Messages about an order: their kinds, channels, recipients and contents. The order services decide when to send them.

import type { TemplateSettings } from '#domain/access/templates.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * `status` informs the client's staff that the order is finished. All other kinds go to the applicant. `code` contains
 * the code that the applicant requested on the landing page to prove their identity.
 */
export const ORDER_MESSAGE_KINDS = ['invitation', 'reminder', 'reconnect', 'code', 'status'] as const;
export type OrderMessageKind = (typeof ORDER_MESSAGE_KINDS)[number];

export const isToPerson = (kind: OrderMessageKind): kind is PersonMessageKind => kind !== 'status';
export type PersonMessageKind = Exclude<OrderMessageKind, 'status'>;

export const MESSAGE_CHANNELS = ['email', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Why a message was not sent: messages are disabled in the sandbox, the channel is not configured, the applicant must
 * no longer get this message, or the last attempt failed. `not_recorded` is the value for old messages, from the time
 * when outcomes were not yet recorded.
 */
const MESSAGE_OUTCOMES = ['sandbox', 'not_configured', 'not_wanted', 'failed', 'not_recorded'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export const MESSAGE_STATES = ['sent', 'waiting', ...MESSAGE_OUTCOMES] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const messageState = (row: { sent_at: Date | null; outcome: MessageOutcome | null }): MessageState =>
  row.sent_at === null ? (row.outcome ?? 'waiting') : 'sent';

/** All data that a message about an order may contain. */
export type OrderMessageFacts = {
  order_id: string;
  user_id: string;
  /** Settings of the order's template; `null` if the order has no template. */
  template: TemplateSettings | null;
  client_name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  custom_field: string | null;
  short_share_url: string;
  /** The key in the unsubscribe URL. Without this key, the message contains no unsubscribe URL. */
  share_key?: string;
  expires_at: Date;
  status: OrderStatus;
  order_number: string | null;
  manager: { email: string | null } | null;
  cc_emails: readonly string[];
  /** Only for the kind `code`: the digits of the code, and the channel that the applicant chose. */
  code?: { digits: string; channel: MessageChannel };
};

export type Addressee = { channel: MessageChannel; to: string };

/** Returns the recipients of a message of this kind, without duplicates. E-mail addresses come before phone numbers. */
export function addresseesOf(kind: OrderMessageKind, facts: OrderMessageFacts): Addressee[] {
  if (kind === 'status') return eachOnce([facts.manager?.email, ...facts.cc_emails]).map(toMail);
  const { email, phone, code } = facts;
  const all = [...eachOnce([email]).map(toMail), ...eachOnce([phone]).map((to) => ({ channel: 'sms' as const, to }))];
  return kind === 'code' ? all.filter(({ channel }) => channel === code?.channel) : all;
}

const toMail = (to: string): Addressee => ({ channel: 'email', to });

/**
 * Removes duplicate addresses. Upper and lower case are not distinguished, because in practice no mail server
 * distinguishes them.
 */
function eachOnce(addresses: readonly (string | null | undefined)[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses) {
    if (address && !known.has(address.toLowerCase())) known.set(address.toLowerCase(), address);
  }
  return [...known.values()];
}

/** The masked address of a recipient: `j***@example.com`, `***0134`. */
export function maskAddress({ channel, to }: Addressee): string {
  if (channel === 'sms') return `***${to.slice(-4)}`;
  const at = to.lastIndexOf('@');
  return `${/^./u.exec(to)?.[0] ?? ''}***${to.slice(at)}`;
}

/** The URL contains the key of the landing page and no personal data. */
export const unsubscribeUrl = (public_url: string, share_key: string): string =>
  `${public_url}/verify/${share_key}/unsubscribe/`;
