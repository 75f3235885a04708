import { expect, test } from 'vitest';
import { beginsWith, neighbour, ranked } from './palette-rank.ts';

const ENTRIES = [
  { title: 'Request log' },
  { title: 'API keys' },
  { title: 'Órdenes', note: 'Trabajo' },
  { title: 'Make a key' },
  { title: 'Keyboard shortcuts' },
];

test.for([
  ['', ['Request log', 'API keys', 'Órdenes', 'Make a key', 'Keyboard shortcuts']],
  ['key', ['Keyboard shortcuts', 'API keys', 'Make a key']],
  ['KEY a', ['API keys', 'Make a key', 'Keyboard shortcuts']],
  ['ordenes', ['Órdenes']],
  ['trab', ['Órdenes']],
  ['og', ['Request log']],
  ['nothing', []],
] as const)('the typed text "%s" finds the palette entries %s, in this order', ([typed, titles]) => {
  expect(ranked(ENTRIES, typed).map(({ title }) => title)).toEqual(titles);
});

test('the arrow keys move from the last entry to the first entry, and from the first to the last', () => {
  expect([neighbour(0, -1, 3), neighbour(2, 1, 3), neighbour(0, 1, 3), neighbour(0, 1, 0)]).toEqual([2, 0, 1, 0]);
});

test('beginsWith() ignores case and accents, and returns false for a blank text', () => {
  expect(beginsWith('Órdenes', 'ord')).toBe(true);
  expect(beginsWith('API keys', 'keys')).toBe(false);
  expect(beginsWith('API keys', ' ')).toBe(false);
});
