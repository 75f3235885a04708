import { describe, expect, test } from 'vitest';
import { harmlessLine, harmlessText, shortened } from './harmless-text.ts';

describe('harmlessLine', () => {
  test.for([
    ['a line break adds no header', 'One\r\nBcc: eve@other.example', 'One Bcc: eve@other.example'],
    ['Unicode line breaks become spaces', 'a\u0085b\u2028c\u2029d\ve\ff', 'a b c d e f'],
    ['control characters become spaces', 'a\u0000b\u001B[31mc', 'a b [31mc'],
    ['bidi characters are removed', 'abc\u202Efed\u2066x\u2069\u200F\u061C', 'abcfedx'],
    ['invisible characters are removed', 'a\u00ADb\uFEFF\u200Bc\uE000', 'abc'],
    ['Unicode tag characters are removed', 'a\u{E0041}\u{E0042}', 'a'],
    ['a lone surrogate is removed', 'a\uD83Db', 'ab'],
    ['runs of white space become one space', ' a \t\u00A0 b ', 'a b'],
    ['text without visible characters becomes empty', '\u200B\n\u202E', ''],
    ['joined emoji stay together', '👩‍👩‍👧‍👦 Zoë', '👩‍👩‍👧‍👦 Zoë'],
    ['other scripts are unchanged', 'نمی‌خواهم Øyvind 山田', 'نمی‌خواهم Øyvind 山田'],
  ] as const)('harmlessLine(): %s', ([, text, shown]) => {
    expect(harmlessLine(text)).toBe(shown);
  });
});

test('harmlessText() keeps lines and paragraphs, normalises line breaks, and removes bidi characters', () => {
  expect(harmlessText('\n a\u202E \r\nb\t c\r\rd\n\n\n\n\u0007e\u2028f\n\n')).toBe('a\nb c\n\nd\n\ne\nf');
});

describe('shortened', () => {
  test.for([
    ['12345', 5, '12345'],
    ['123456', 5, '12...'],
    ['1 3456', 5, '1...'],
    ['😀😀😀😀😀', 5, '😀😀😀😀😀'],
    ['😀😀😀😀😀😀', 5, '😀😀...'],
  ] as const)('the text “%s”, shortened to at most %i characters, becomes “%s”', ([text, length_max, shown]) => {
    expect(shortened(text, length_max)).toBe(shown);
  });
});
