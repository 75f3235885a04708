import { describe, expect, test } from 'vitest';
import { corrected, vocabularyOf } from './spelling.ts';

const KNOWN = vocabularyOf([
  'Wages tips other comp[ensation]',
  'Medicare tax withheld',
  'State',
  'Local',
  'Nonqualified plans',
]);

describe('corrected() for misspelt words', () => {
  test.each([
    ['ips', 'tips'],
    ['wagcs', 'wages'],
    ['wittheld', 'withheld'],
    ['wiheld', 'withheld'],
    ['wedicars', 'medicare'],
    ['compensatlon', 'compensation'],
    ['nonquaiied', 'nonqualified'],
  ])('corrected() returns for the misspelt word "%s" the word "%s"', (read, word) => {
    expect(corrected(read, KNOWN)).toBe(word);
  });

  test.each(['tips', 'ta', 'wegcs', 'harbor', 'medcr', ''])('corrected() returns the word %j unchanged', (read) => {
    expect(corrected(read, KNOWN)).toBe(read);
  });

  test('returns the known word with the same first letter if two known words are equally near', () => {
    expect(corrected('socal', vocabularyOf(['local', 'social']))).toBe('social');
  });

  test('returns a word unchanged if two known words are equally near and neither has the same first letter', () => {
    expect(corrected('local', vocabularyOf(['vocal', 'focal']))).toBe('local');
  });
});
