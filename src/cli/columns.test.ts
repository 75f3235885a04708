import { describe, expect, test } from 'vitest';
import { fill, fit, harmless, widthOf } from './columns.ts';

describe('columns', () => {
  test('text that fits is unchanged, text one column wider is truncated', () => {
    expect(fit('abcde', 5)).toBe('abcde');
    expect(fit('abcdef', 5)).toBe('abcd…');
    expect(fit('abc', 0)).toBe('');
  });

  test('fill pads to exactly the width, even when the cut falls on a wide character', () => {
    expect(fill('ab', 4)).toBe('ab  ');
    expect(fill('日本語', 6)).toBe('日本語');
    expect(fill('日本語', 5)).toBe('日本…');
    expect(fill('日本語', 4)).toBe('日… ');
    expect(widthOf('é日…')).toBe(4);
  });

  test('control characters are replaced with spaces', () => {
    expect(harmless('a\u001B[2Jb\r\nc\u009Bd\u202Ee\tf')).toBe('a [2Jb  c d e f');
  });
});
