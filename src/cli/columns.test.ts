import { describe, expect, test } from 'vitest';
import { fill, fit, harmless, widthOf } from './columns.ts';

describe('columns of terminal output', () => {
  test('fit() keeps text that fits, and truncates text that is one column too wide', () => {
    expect(fit('abcde', 5)).toBe('abcde');
    expect(fit('abcdef', 5)).toBe('abcd…');
    expect(fit('abc', 0)).toBe('');
  });

  test('fill() returns text of exactly the given width, even if a wide character would have to be cut in half', () => {
    expect(fill('ab', 4)).toBe('ab  ');
    expect(fill('日本語', 6)).toBe('日本語');
    expect(fill('日本語', 5)).toBe('日本…');
    expect(fill('日本語', 4)).toBe('日… ');
    expect(widthOf('é日…')).toBe(4);
  });

  test('harmless() replaces control characters with spaces', () => {
    expect(harmless('a\u001B[2Jb\r\nc\u009Bd\u202Ee\tf')).toBe('a [2Jb  c d e f');
  });
});
