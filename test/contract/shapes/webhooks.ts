// Response schemas of webhooks (SPEC: Webhook endpoint; contract, sections 20.1, 20.6 and 20.7).
import { EVENT_PAYLOADS } from './events.ts';
import {
  boolean,
  choice,
  count,
  distinct,
  extend,
  id,
  integer,
  list,
  matching,
  nonEmpty,
  object,
  orNull,
  type Shape,
  text,
  timestamp,
  url,
} from './words.ts';

/** The event types of contract section 20.2, in the order of its table. */
export const EVENT_KINDS = [
  'task-status-updated',
  'order-created',
  'order-status-updated',
  'order-refresh-failed',
  'order-finalized',
  'certification-completed',
  'link-connected',
  'link-disconnected',
  'link-deleted',
  'employment-created',
  'profile-created',
  'employment-updated',
  'profile-updated',
  'statements-created',
  'shifts-created',
  'bank-accounts-created',
  'statements-updated',
  'shifts-updated',
  'bank-accounts-updated',
] as const;
const eventKind = choice(...EVENT_KINDS);

export const webhook = object({
  id,
  name: text(128),
  webhook_url: url,
  events: distinct(nonEmpty(list(eventKind))),
  env_type: choice('sandbox', 'prod'),
  enabled: boolean,
  created_at: timestamp,
  updated_at: timestamp,
  disabled_reason: orNull(text()),
});

/** Contract, section 20.3: the signing secret is `whsec_` followed by 32 bytes in base64. */
export const newWebhook = extend(webhook, { signing_secret: matching('^whsec_[A-Za-z0-9+/]{43}=$') });

/** The payload of any event type. */
const payload: Shape = {
  type: 'object',
  required: ['event_type'],
  discriminator: { propertyName: 'event_type' },
  oneOf: Object.values(EVENT_PAYLOADS),
};

export const webhookRequest = object({
  webhook_id: id,
  event_type: eventKind,
  event_created_at: timestamp,
  status_code: orNull({ ...integer, minimum: 100, maximum: 599 }),
  error_message: orNull(text()),
  webhook_payload: payload,
  webhook_url: url,
  id,
  endpoint_id: id,
  attempt: { ...integer, minimum: 1 },
  state: choice('waiting', 'delivered', 'dead'),
  sent_at: timestamp,
  duration_ms: count,
  next_attempt_at: orNull(timestamp),
});
/** The list is paged by cursor, so it has no `count`. */
export const webhookRequests = object({ next: orNull(url), previous: orNull(url), results: list(webhookRequest) });

export const replayed = object({ replayed_count: count });

export const loggedEvent = object({ cursor: text(), event_type: eventKind, created_at: timestamp, payload });
export const eventLog = object({ next_cursor: orNull(text()), results: list(loggedEvent) });
