// Replays: the request that selects which of an endpoint's events are sent again, and its response.
import { type Static, Type } from 'typebox';
import { optionalChoice, shape } from '#base/schema.ts';
import { parseTimestamp } from '#base/timestamps.ts';
import { EVENT_TYPES } from './events.ts';

/**
 * Validation reports the error of the first alternative of a union. So the timestamp is the first alternative, and the
 * empty string, which means "not given", is the last.
 */
const optionalTimestamp = Type.Optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    anyOf: [{ format: 'timestamp' }, { maxLength: 0 }],
    examples: ['2026-03-02T12:00:00Z'],
  }),
);

export const WebhookReplay = shape('NewReplay', 'Which events to send again.', {
  created_at__gte: Type.String({ minLength: 1, format: 'timestamp', examples: ['2026-03-01T12:00:00Z'] }),
  created_at__lte: optionalTimestamp,
  event_type: optionalChoice(EVENT_TYPES),
  only_failed: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
});
export type WebhookReplay = Static<typeof WebhookReplay>;

export const ReplayAnswer = shape('Replay', 'How many events are sent again.', {
  replayed_count: Type.Integer({ minimum: 0 }),
});

export function toReplayRange(replay: WebhookReplay) {
  const created_at__gte = parseTimestamp(replay.created_at__gte);
  if (created_at__gte === undefined) throw new Error('the schema should have rejected this time');
  return {
    created_at__gte,
    created_at__lte: parseTimestamp(replay.created_at__lte ?? ''),
    event_type: replay.event_type || undefined,
    only_failed: replay.only_failed ?? true,
  };
}
