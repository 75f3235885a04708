import { describe, expect, test } from 'vitest';
import { median, medianDeviation, quantile, withoutOutliers } from './statistics.ts';

test.each([
  [[5], 5],
  [[1, 9], 5],
  [[9, 1, 4], 4],
])('the median of %j is %d', (values, middle) => expect(median(values)).toBe(middle));

test('quantile() interpolates linearly between adjacent values', () => {
  expect([0.25, 0.5, 0.75].map((share) => quantile([10, 20, 30, 40], share))).toEqual([17.5, 25, 32.5]);
});

test('medianDeviation() returns the median absolute deviation', () => expect(medianDeviation([1, 2, 9], 2)).toBe(1));

describe('outliers', () => {
  const kept = (values: number[]) => withoutOutliers(values).map((at) => values[at]);

  test('outliers are values more than 1.5 interquartile ranges outside the quartiles, if there are eight or more values', () => {
    // The quartiles are 101.75 and 105.25. So values above 110.5 are outliers.
    expect(kept([100, 101, 102, 103, 104, 105, 106, 110])).toHaveLength(8);
    expect(kept([100, 101, 102, 103, 104, 105, 106, 111])).toEqual([100, 101, 102, 103, 104, 105, 106]);
  });

  test('outliers are values more than 3.5 scaled median deviations from the median, if there are fewer than eight values', () => {
    // The median is 102 and the median deviation is 1, so values above 107.19 are outliers.
    expect(kept([101, 102, 103, 102, 107, 101])).toHaveLength(6);
    expect(kept([101, 102, 103, 102, 108, 101])).toEqual([101, 102, 103, 102, 101]);
  });

  test('outliers are dropped in sequence, the farthest first; at most a fifth of the values is dropped', () => {
    // Three of the twelve values are outliers, but only two may be dropped.
    const far = [50, 50, 50, 50, 90, 50, 85, 50, 80, 50, 50, 50];
    expect(kept(far)).toEqual(far.filter((value) => value < 85));
    expect(kept([50, 50, 50, 90])).toEqual([50, 50, 50, 90]);
    expect(kept([50, 50, 50, 50, 90])).toEqual([50, 50, 50, 50]);
  });
});
