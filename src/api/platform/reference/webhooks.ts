// The `webhooks` section of the OpenAPI document: the requests that we send to endpoints.
import { Type } from 'typebox';
import { payloadOf, whenSent } from '#domain/events/event-payloads.ts';
import { EVENT_TYPES, type EventType } from '#domain/events/events.ts';

/** The headers of every webhook delivery, as components of the OpenAPI document. */
export const WEBHOOK_HEADERS = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'The `webhook_id` of the payload: the same in every attempt. Ignore an id that you have already handled.',
    schema: Type.String(),
    example: '24d7a5c0f61b4f0c9a3ce1b2d4f60718',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of this attempt, in seconds since 1970.',
    schema: Type.String(),
    example: '1772366403',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded part of the signing secret of the endpoint after `whsec_`.',
    schema: Type.String({ pattern: '^v1,' }),
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
  WebhookSign: {
    name: 'X-Webhook-Sign',
    in: 'header',
    required: false,
    description:
      '`v1=` and the hexadecimal HMAC-SHA256 of the body. The key is the access secret that created the endpoint or, if that is no longer active, the newest active one. Absent if no key is active.',
    schema: Type.String({ pattern: '^v1=[0-9a-f]{64}$' }),
    example: 'v1=9f2c1d7be0a1f4c3b2d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b',
  },
} as const;

const webhook = (event_type: EventType) => ({
  post: {
    operationId: `on${event_type.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: event_type,
    description: whenSent(event_type),
    tags: ['Webhooks'],
    // A webhook request contains no API credentials. It is authenticated by its signature headers, which are listed in
    // `parameters`.
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: payloadOf(event_type) } } },
    responses: {
      '2XX': {
        description:
          'The event was received. If no such response arrives within 10 seconds, the event is sent again later.',
      },
    },
  },
});

export const WEBHOOKS = Object.fromEntries(EVENT_TYPES.map((event_type) => [event_type, webhook(event_type)]));
