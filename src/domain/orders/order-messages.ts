// What is written to people about an order: which messages there are, by which way they go, and what they are made of.
// When one is due is decided where orders are.

import type { TemplateSettings } from '#domain/access/templates.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * `status` tells those who ordered that it is over; all others ask the person for something. `code` is what the person
 * asked for on the landing page, to prove who they are.
 */
export const ORDER_MESSAGE_KINDS = ['invitation', 'reminder', 'reconnect', 'code', 'status'] as const;
export type OrderMessageKind = (typeof ORDER_MESSAGE_KINDS)[number];

export const isToPerson = (kind: OrderMessageKind): kind is PersonMessageKind => kind !== 'status';
export type PersonMessageKind = Exclude<OrderMessageKind, 'status'>;

export const MESSAGE_CHANNELS = ['email', 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** All that a message about an order may tell. */
export type OrderMessageFacts = {
  order_id: string;
  user_id: string;
  /** Of the order's template; null where it has none. */
  template: TemplateSettings | null;
  client_name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  custom_field: string | null;
  short_share_url: string;
  /** Makes the address at which the person unsubscribes; without it none is told. */
  share_key?: string;
  expires_at: Date;
  status: OrderStatus;
  order_number: string | null;
  manager: { email: string | null } | null;
  cc_emails: readonly string[];
  /** Of a `code`: which, and by which way it was asked for. */
  code?: { digits: string; channel: MessageChannel };
};

export type Addressee = { channel: MessageChannel; to: string };

/** Whom a message of this kind goes to, in order and nobody twice. */
export function addresseesOf(kind: OrderMessageKind, facts: OrderMessageFacts): Addressee[] {
  if (kind === 'status') return eachOnce([facts.manager?.email, ...facts.cc_emails]).map(toMail);
  const { email, phone, code } = facts;
  const all = [...eachOnce([email]).map(toMail), ...eachOnce([phone]).map((to) => ({ channel: 'sms' as const, to }))];
  return kind === 'code' ? all.filter(({ channel }) => channel === code?.channel) : all;
}

const toMail = (to: string): Addressee => ({ channel: 'email', to });

/** Servers that tell capitals apart in an address exist in theory only. */
function eachOnce(addresses: readonly (string | null | undefined)[]): string[] {
  const known = new Map<string, string>();
  for (const address of addresses) {
    if (address && !known.has(address.toLowerCase())) known.set(address.toLowerCase(), address);
  }
  return [...known.values()];
}

/** Where a message went, without telling it: `j***@example.com`, `***0134`. */
export function maskAddress({ channel, to }: Addressee): string {
  if (channel === 'sms') return `***${to.slice(-4)}`;
  const at = to.lastIndexOf('@');
  return `${/^./u.exec(to)?.[0] ?? ''}***${to.slice(at)}`;
}

/** Knows the key of the landing page and nothing of the person. */
export const unsubscribeUrl = (public_url: string, share_key: string): string =>
  `${public_url}/verify/${share_key}/unsubscribe/`;
