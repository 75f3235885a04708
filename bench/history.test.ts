import { expect, test } from 'vitest';
import { withRelease } from './history.ts';

const figure = (name: string, ratio: string) => ({ name, ratio });
const tableOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('|'));

test('a recorded release adds a column to the table; a figure that was not measured has an empty cell; a new figure adds a row', () => {
  const first = withRelease('', '0.1.0', [figure('GET', '0.43'), figure('POST', '0.60')]);
  const second = withRelease(first, '0.2.0', [figure('GET', '0.66'), figure('lists', '1.10')]);
  expect(tableOf(second)).toEqual([
    '| figure | 0.1.0 | 0.2.0 |',
    '| --- | --- | --- |',
    '| GET | 0.43 | 0.66 |',
    '| POST | 0.60 |  |',
    '| lists |  | 1.10 |',
  ]);
});

test('recording a release again replaces the figures that were measured again and keeps the release’s other figures', () => {
  const once = withRelease('', '0.1.0', [figure('GET', '0.43'), figure('POST', '0.60')]);
  expect(tableOf(withRelease(once, '0.1.0', [figure('GET', '0.50')])).slice(2)).toEqual([
    '| GET | 0.50 |',
    '| POST | 0.60 |',
  ]);
});
