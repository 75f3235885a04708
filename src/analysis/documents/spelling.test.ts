import { describe, expect, test } from 'vitest';
import { corrected, vocabularyOf } from './spelling.ts';

const KNOWN = vocabularyOf([
  'Wages tips other comp[ensation]',
  'Medicare tax withheld',
  'State',
  'Local',
  'Nonqualified plans',
]);

describe('corrected', () => {
  test.each([
    ['ips', 'tips'],
    ['wagcs', 'wages'],
    ['wittheld', 'withheld'],
    ['wiheld', 'withheld'],
    ['wedicars', 'medicare'],
    ['compensatlon', 'compensation'],
    ['nonquaiied', 'nonqualified'],
  ])('%s becomes %s', (read, word) => {
    expect(corrected(read, KNOWN)).toBe(word);
  });

  test.each(['tips', 'ta', 'wegcs', 'harbor', 'medcr', ''])('%s stays', (read) => {
    expect(corrected(read, KNOWN)).toBe(read);
  });

  test('of two words that are equally near, the one with the same first letter is meant', () => {
    expect(corrected('socal', vocabularyOf(['local', 'social']))).toBe('social');
  });

  test('a word as near to one known word as to another stays', () => {
    expect(corrected('local', vocabularyOf(['vocal', 'focal']))).toBe('local');
  });
});
