import { expect, test } from 'vitest';
import { PROVIDER_STATUSES } from '#domain/connections/providers.ts';
import { HEALTH_TONES, HEALTH_WORDS } from './health.tsx';

test('every health status of a provider has its own colour, and its own name in each language', () => {
  expect(PROVIDER_STATUSES.map((status) => HEALTH_TONES[status])).toEqual(['good', 'warn', 'bad', 'calm']);
  for (const words of [HEALTH_WORDS.en, HEALTH_WORDS.es]) {
    expect(new Set(PROVIDER_STATUSES.map((status) => words[status])).size).toBe(PROVIDER_STATUSES.length);
  }
});
