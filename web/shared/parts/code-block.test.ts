import { expect, test } from 'vitest';
import { jsonParts } from './code-block.tsx';

test('jsonParts keeps every character, and distinguishes names, strings, numbers and the words true, false and null', () => {
  const text = JSON.stringify({ 'a"b': 'c: 1, true', n: -1.5e3, t: [true, null] }, undefined, 2);
  const parts = jsonParts(text);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
  expect(parts.filter(({ kind }) => kind !== '').map(({ kind, part }) => `${kind} ${part}`)).toEqual([
    'name "a\\"b"',
    'string "c: 1, true"',
    'name "n"',
    'number -1500',
    'name "t"',
    'word true',
    'word null',
  ]);
});
