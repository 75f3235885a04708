import { describe, expect, test } from 'vitest';
import { isId, newTimedId, timeOfId } from './ids.ts';

describe('an id that begins with a time', () => {
  test.each(['1970-01-01T00:00:00.000Z', '2026-03-01T12:00:00.001Z', '9999-12-31T23:59:59.999Z'])(
    'newTimedId() returns an id that contains the time %s',
    (text) => {
      const id = newTimedId(new Date(text));
      expect(isId(id)).toBe(true);
      expect(timeOfId(id).toISOString()).toBe(text);
    },
  );

  test('two timed ids of the same millisecond differ', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    expect(new Set(Array.from({ length: 1_000 }, () => newTimedId(now))).size).toBe(1_000);
  });
});
