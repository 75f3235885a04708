import { expect, test } from 'vitest';
import { toFigure } from './against.ts';

test('the ratio in a table row is the median of the ratios of all rounds, so one slow round on either side does not change this median', () => {
  const figure = toFigure('GET', [98, 97, 20, 99, 98], [100, 100, 100, 10, 100]);
  expect(figure).toMatchObject({ ours: '98/s', ratio: '0.980', holds: true });
  expect(toFigure('GET', [96, 96, 96], [100, 100, 100])).toMatchObject({ ratio: '0.960', holds: false });
});
