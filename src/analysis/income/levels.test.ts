import { describe, expect, test } from 'vitest';
import { levelsOf } from './levels.ts';

const times = (count: number, amount: number) => Array.from({ length: count }, () => amount);

describe('pay levels', () => {
  test('steady pay is one level', () => {
    expect(levelsOf(times(12, 200_000))).toEqual({ steps: [0], level: 200_000, method: 'weighted', bonuses: [] });
  });

  test('a raise is a new level once it has been paid twice', () => {
    expect(levelsOf([...times(10, 200_000), ...times(2, 206_000)])).toMatchObject({
      steps: [0, 10],
      level: 206_000,
      method: 'after-step',
    });
    expect(levelsOf([...times(10, 200_000), 206_000])).toMatchObject({ steps: [0], level: 200_000 });
  });

  test('two raises result in three levels', () => {
    const amounts = [...times(8, 200_000), ...times(8, 206_000), ...times(8, 215_000)];
    expect(levelsOf(amounts)).toMatchObject({ steps: [0, 8, 16], level: 215_000 });
  });

  test('a change of less than one percent is not a raise', () => {
    expect(levelsOf([...times(10, 200_000), ...times(5, 201_900)]).steps).toEqual([0]);
    expect(levelsOf([...times(10, 200_000), ...times(5, 202_100)]).steps).toEqual([0, 10]);
  });

  test('a bonus that is part of one pay check does not start a new level', () => {
    const amounts = times(12, 200_000);
    amounts[5] = 500_000;
    expect(levelsOf(amounts)).toEqual({ steps: [0], level: 200_000, method: 'weighted', bonuses: [5] });
  });

  test('hourly pay that varies has one level, near the recent average', () => {
    const amounts = [100, 108, 95, 103, 99, 110, 92, 105, 101, 97, 106, 94].map((share) => share * 1_000);
    const { level, steps } = levelsOf(amounts);
    expect(steps).toEqual([0]);
    expect(level).toBeGreaterThan(95_000);
    expect(level).toBeLessThan(105_000);
  });

  test('if there is no raise, the level is a weighted mean; each pay day has half the weight of the third pay day after it', () => {
    // The four pay days have the weights 1/2, 2^(-2/3), 2^(-1/3) and 1. The amounts differ from each other, because
    // with a deviation of 0 every amount would be clamped to the median.
    const amounts = [100_000, 102_000, 98_000, 104_000];
    const weights = [0, 1, 2, 3].map((at) => 0.5 ** ((3 - at) / 3));
    const sum = amounts.reduce((total, amount, at) => total + amount * (weights[at] ?? 0), 0);
    const all = weights.reduce((total, weight) => total + weight, 0);
    expect(levelsOf(amounts).level).toBe(Math.round(sum / all));
  });
});
