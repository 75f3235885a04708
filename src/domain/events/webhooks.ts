// Webhook endpoints: the URL that a client registers, the event types that the client subscribes to, and how API
// responses show an endpoint.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import { choice, Id, nullable, PAGING, QueryBoolean, requiredText, sensitive, shape, Timestamp } from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import { ENVIRONMENTS, type Environment } from '#domain/platform/scope.ts';
import { EVENT_TYPES, type EventType } from './events.ts';

export const ENDPOINTS_MAX = 50;
const NAME_MAX = 128;
const URL_MAX = 2048;

const name = requiredText(NAME_MAX);
const webhook_url = requiredText(URL_MAX, { format: 'url', examples: ['https://hooks.example.com/vouch'] });
const events = Type.Array(choice(EVENT_TYPES), {
  minItems: 1,
  description: 'The event types to send; all if omitted.',
});
const enabled = Type.Boolean();

export const NewWebhook = shape('NewWebhookEndpoint', 'An endpoint to register.', {
  name,
  webhook_url,
  env_type: choice(ENVIRONMENTS),
  events: Type.Optional(events),
  enabled: Type.Optional(enabled),
});
export type NewWebhook = Static<typeof NewWebhook>;

/** The fields of an endpoint that can be changed. The environment is not among them, because it cannot be changed. */
export const WebhookChanges = shape('WebhookEndpointChanges', 'Changes to an endpoint; absent fields stay unchanged.', {
  name: Type.Optional(name),
  webhook_url: Type.Optional(webhook_url),
  events: Type.Optional(events),
  enabled: Type.Optional(enabled),
});
export type WebhookChanges = Static<typeof WebhookChanges>;

export const WebhookListQuery = Type.Object({ enabled: QueryBoolean, ...PAGING });

const WEBHOOK = {
  id: Id,
  name: Type.String(),
  webhook_url: Type.String(),
  events: Type.Array(choice(EVENT_TYPES)),
  env_type: choice(ENVIRONMENTS),
  enabled: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  disabled_reason: nullable(Type.String({ description: 'Why we disabled the endpoint; null if we did not.' })),
};
export const WebhookAnswer = shape('WebhookEndpoint', 'A URL to which events are sent.', WEBHOOK);
export type WebhookAnswer = Static<typeof WebhookAnswer>;
/** The response to the creation of an endpoint. It is the only response that contains the signing secret. */
export const NewWebhookAnswer = shape('CreatedWebhookEndpoint', 'An endpoint with its signing secret.', {
  ...WEBHOOK,
  signing_secret: sensitive(
    'secret',
    Type.String({
      description: 'Shown only once.',
      examples: ['whsec_bm90IGEgc2VjcmV0LCBqdXN0IGFuIGV4YW1wbGUhISE='],
    }),
  ),
});

export type WebhookEndpoint = {
  id: string;
  name: string;
  webhook_url: string;
  events: EventType[];
  enabled: boolean;
  disabled_reason: string | null;
  /** The time of the first failure since the last successful delivery. It is `null` while deliveries succeed. */
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
};

export const newWebhook = (input: NewWebhook, id: string, now: Date): WebhookEndpoint => ({
  id,
  name: input.name,
  webhook_url: input.webhook_url,
  events: kindsOf(input.events ?? EVENT_TYPES),
  enabled: input.enabled ?? true,
  disabled_reason: null,
  failing_since: null,
  created_at: now,
  updated_at: now,
});

/** Absent fields stay unchanged. Enabling an endpoint clears `disabled_reason` and `failing_since`. */
export const changeWebhook = (endpoint: WebhookEndpoint, changes: WebhookChanges, now: Date): WebhookEndpoint => ({
  ...endpoint,
  name: changes.name ?? endpoint.name,
  webhook_url: changes.webhook_url ?? endpoint.webhook_url,
  events: changes.events === undefined ? endpoint.events : kindsOf(changes.events),
  enabled: changes.enabled ?? endpoint.enabled,
  ...(changes.enabled === true && { disabled_reason: null, failing_since: null }),
  updated_at: now,
});

/** The event types without duplicates, in the given order. */
const kindsOf = (events: readonly EventType[]): EventType[] => [...new Set(events)];

export const presentWebhook = (endpoint: WebhookEndpoint, environment: Environment): WebhookAnswer => ({
  id: endpoint.id,
  name: endpoint.name,
  webhook_url: endpoint.webhook_url,
  events: endpoint.events,
  env_type: environment,
  enabled: endpoint.enabled,
  created_at: toTimestamp(endpoint.created_at),
  updated_at: toTimestamp(endpoint.updated_at),
  disabled_reason: endpoint.disabled_reason,
});

/**
 * Returns an error message if the URL is longer than `URL_MAX` bytes. The length is limited, because endpoints are
 * looked up by URL through an index, and the size of an index entry is limited.
 */
export function lengthFault(webhook_url: string): string | undefined {
  return Buffer.byteLength(webhook_url) > URL_MAX
    ? `Ensure this field has no more than ${URL_MAX} characters.`
    : undefined;
}

export function environmentFaults({ env_type }: NewWebhook, environment: Environment): InvalidParam[] {
  return env_type === environment ? [] : [{ field: 'env_type', message: `"${env_type}" is not a valid choice.` }];
}

export const alreadyRegistered = (environment: Environment) =>
  incorrect({ field: 'env_type', message: `Webhook url for ${environment} already registered` });

export const tooManyEndpoints = () =>
  incorrect({ field: 'env_type', message: `Only ${ENDPOINTS_MAX} webhooks are allowed.` });
