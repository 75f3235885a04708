import { expect, test } from 'vitest';
import { answerOf } from './attempt.tsx';
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
] as const)('answerOf() shows %s for the attempt %o', (shown, given) => {
  expect(answerOf({ ...attempt, ...given }, words)).toBe(shown);
});
