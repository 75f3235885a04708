import { describe, expect, test } from 'vitest';
import { isSuccess, RETRY_SECONDS, retryDelayMs } from './webhook-deliveries.ts';

describe('a failed attempt', () => {
  test.each(RETRY_SECONDS.map((seconds, at) => [at + 1, seconds]))(
    'failed webhook attempt number %i is retried after %i seconds, plus or minus 20 percent',
    (attempt, seconds) => {
      expect(retryDelayMs(attempt, 0)).toBe(seconds * 800);
      expect(retryDelayMs(attempt, 0.5)).toBe(seconds * 1000);
      expect(retryDelayMs(attempt, 1)).toBe(seconds * 1200);
    },
  );

  test('attempt number eight is the last; it is not retried', () => {
    expect(retryDelayMs(8, 0.5)).toBeUndefined();
  });
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [404, false],
  [null, false],
])('isSuccess for the response status %s is %s', (status_code, arrived) => {
  expect(isSuccess(status_code)).toBe(arrived);
});
