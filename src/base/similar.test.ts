import { expect, test } from 'vitest';
import { nearest } from './similar.ts';

const NAMES = ['VOUCH_LOG_LEVEL', 'VOUCH_ROLE', 'VOUCH_DATA_DIR'];

test.each([
  ['VOUCH_LOGLEVEL', 'VOUCH_LOG_LEVEL'],
  ['vouch_role', 'VOUCH_ROLE'],
  ['VOUCH_DATA_FOLDER', 'VOUCH_DATA_DIR'],
  ['VOUCH_WEBHOOK_SECRET', undefined],
  ['', undefined],
])('for the mistyped name "%s", nearest() returns the known name %s', (typed, name) => {
  expect(nearest(typed, NAMES)).toBe(name);
});

test('a known name is found if at most a third of its letters differ from the typed name, and is not found otherwise', () => {
  expect(nearest('abcdef', ['abcdxy'])).toBe('abcdxy');
  expect(nearest('abcdef', ['abcxyz'])).toBeUndefined();
});
