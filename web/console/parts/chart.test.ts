import { expect, test } from 'vitest';
import { mixed, stacked } from './chart.tsx';

test('stacked() adds to each bar the values of the bars below it; a missing bar stays missing', () => {
  const series = (values: (number | null)[]) => ({ name: '', colour: '', values });
  const edges = stacked([series([1, 2, null]), series([10, null, 5]), series([100, 100, 100])]);
  expect(edges.map(({ values }) => values)).toEqual([
    [1, 2, null],
    [11, null, 5],
    [111, 102, 105],
  ]);
});

test('mixed() mixes a colour with the colour of the page to get a paler shade', () => {
  expect(mixed('#000000', '#ffffff')).toBe('rgb(140 140 140)');
  expect(mixed('#000', '#fff')).toBe('rgb(140 140 140)');
  expect(mixed('#2b59c3', '#2b59c3')).toBe('rgb(43 89 195)');
});
