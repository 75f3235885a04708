import { describe, expect, test } from 'vitest';
import { fitted, latin, widthOf, wrapped } from './latin.ts';

describe('latin', () => {
  test.each([
    ['keeps ASCII characters', 'Jordan E. Averill (401k) & Co <b>', 'Jordan E. Averill (401k) & Co <b>'],
    ['composes accents', 'Zoë Zoe\u0308', 'Zo\u00eb Zo\u00eb'],
    ['uses WinAnsi codes for quotes, dashes and the euro', '‘a’ – €', '\u0091a\u0092 \u0096 \u0080'],
    ['replaces other scripts by question marks', 'שלום Łódź 中', '???? ?\u00f3d? ?'],
    ['replaces an emoji by one question mark', 'ok😀', 'ok?'],
    ['replaces bidi characters', 'a\u202Eb\u200Fc\u2066d', 'a?b?c?d'],
    ['replaces control characters of both blocks', 'a\u0000b\u001Bc\u007Fd\u0085e\u0080', 'a?b?c?d?e?'],
    ['replaces line breaks and tabs by one space', 'a\r\n\tb', 'a b'],
    ['replaces a lone surrogate by a question mark', 'a\uD83D', 'a?'],
  ])('latin() %s', (_name, text, shown) => {
    expect(latin(text)).toBe(shown);
  });

  test('latin() truncates text after a thousand characters', () => {
    expect(latin('x'.repeat(1_001))).toHaveLength(1_000);
    expect(latin('é'.repeat(1_001))).toHaveLength(1_000);
  });
});

describe('text width', () => {
  test('the width of text matches the standard fonts: in thousandths of the font size, a digit has the width 556, and a bold capital W has the width 944', () => {
    expect(widthOf('0123456789', 'plain', 1_000)).toBe(5_560);
    expect(widthOf('W', 'bold', 10)).toBeCloseTo(9.44, 6);
    expect(widthOf(latin('€'), 'plain', 1_000)).toBe(556);
  });

  test('fitted() keeps text that fits, shrinks wider text, and truncates text that is still too wide', () => {
    const sizes = { size: 10, size_min: 8 };
    const width = widthOf('Harbor', 'plain', 10);
    expect(fitted('Harbor', 'plain', sizes, width)).toEqual({ shown: 'Harbor', size: 10 });
    expect(fitted('Harbor', 'plain', sizes, width * 0.9)).toEqual({ shown: 'Harbor', size: expect.closeTo(9, 6) });
    expect(fitted('Harbor', 'plain', sizes, width * 0.8)).toEqual({ shown: 'Harbor', size: expect.closeTo(8, 6) });
    const cut = fitted('Harbor', 'plain', sizes, width * 0.79);
    expect(cut).toEqual({ shown: 'Har\u0085', size: 8 });
    expect(widthOf(cut.shown, 'plain', cut.size)).toBeLessThanOrEqual(width * 0.79);
  });

  test('wrapped() breaks lines at spaces, splits overlong words anywhere, and puts the rest of the text on the last line', () => {
    const width = widthOf('mmmmm', 'plain', 10);
    expect(wrapped('mm mm mm', 'plain', 10, width, 3)).toEqual(['mm mm', 'mm']);
    expect(wrapped('mmmmmmm', 'plain', 10, width, 3)).toEqual(['mmmmm', 'mm']);
    expect(wrapped('mmmmmm mmmmm mmmmm', 'plain', 10, width, 2)).toEqual(['mmmmm', 'm mmmmm mmmmm']);
    expect(wrapped('', 'plain', 10, width, 2)).toEqual([]);
    expect(wrapped('mm', 'plain', 10, 1, 5)).toEqual(['m', 'm']);
  });
});
