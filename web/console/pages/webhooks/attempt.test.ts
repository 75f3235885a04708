import { expect, test } from 'vitest';
import { answerOf, newestFailure } from './attempt.tsx';
import type { Attempt } from './words.ts';

const words = { not_sent: 'Not sent', no_response: 'No answer' };
const attempt: Attempt = {
  id: 'a',
  webhook_id: 'b',
  event_type: 'link-connected',
  event_created_at: '2026-03-01T12:00:00Z',
  status_code: null,
  error_message: null,
  webhook_payload: {},
  webhook_url: 'https://receiver.example/',
  endpoint_id: 'c',
  attempt: 1,
  state: 'waiting',
  sent_at: '2026-03-01T12:00:00Z',
  duration_ms: 12,
  next_attempt_at: null,
};

test.each([
  ['500', { status_code: 500, state: 'dead' }],
  ['No answer', { state: 'waiting' }],
  ['No answer', { state: 'dead' }],
  ['Not sent', { state: 'dead', duration_ms: 0 }],
] as const)('answerOf() shows "%s" for the webhook attempt %o', (shown, given) => {
  expect(answerOf({ ...attempt, ...given }, words)).toBe(shown);
});

test('newestFailure() returns the newest attempt that was sent, or nothing if the endpoint accepted this attempt', () => {
  const not_sent: Attempt = { ...attempt, id: 'not sent', state: 'dead', duration_ms: 0 };
  const failed: Attempt = { ...attempt, id: 'failed', status_code: 500 };
  const accepted: Attempt = { ...attempt, id: 'accepted', status_code: 204, state: 'delivered' };
  expect(newestFailure([not_sent, failed, accepted])?.id).toBe('failed');
  expect(newestFailure([not_sent, accepted, failed])).toBeUndefined();
  expect(newestFailure([not_sent])).toBeUndefined();
});
