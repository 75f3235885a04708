// Tests that a figure equal to its bound meets the bound. A figure that could not be measured does not meet its bound.
import { expect, test } from 'vitest';
import { atLeast, atMost, boundedTable, markdown, printed } from './tables.ts';

test('a bound holds for a figure equal to the bound, but not for a figure beyond the bound or for NaN', () => {
  expect([0.9699, 0.97, Number.NaN].map((value) => atLeast('a', value, 10, 0.97).holds)).toEqual([false, true, false]);
  expect([0.0501, 0.05, Number.NaN].map((value) => atMost('a', value, 10, 0.05).holds)).toEqual([false, true, false]);
});

test('a figure that does not meet its bound is marked on the page and in the terminal', () => {
  const table = boundedTable('Title', [atLeast('recall', 0.5, 10, 0.95)]);
  expect(markdown(table)).toContain('| recall | 50.0 % | 10 | ≥ 95.0 % | DOES NOT HOLD |');
  expect(printed(table)).toContain('recall  50.0 %  10  ≥ 95.0 %  DOES NOT HOLD');
});
