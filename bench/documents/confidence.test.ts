import { expect, test } from 'vitest';
import { atLeastShare, atMostShare } from './confidence.ts';

test('the confidence limits equal those in the tables of Clopper and Pearson', () => {
  // If nothing is found in 299 files, the true share is below 1 % with 95 % confidence.
  expect(atMostShare(0, 299)).toBeCloseTo(0.00997, 5);
  expect(atMostShare(1, 20)).toBeCloseTo(0.2161, 4);
  expect(atLeastShare(19, 20)).toBeCloseTo(0.7839, 4);
  expect(atLeastShare(20, 20)).toBeCloseTo(0.8609, 4);
});

test('the upper confidence limit is 1 if the count equals the number of files, and the lower confidence limit is 0 if the count is 0', () => {
  expect(atMostShare(7, 7)).toBe(1);
  expect(atLeastShare(0, 7)).toBe(0);
});
