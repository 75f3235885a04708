import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail, isStorable, isUrl } from './text.ts';

/** Any sequence of UTF-16 code units, including lone surrogates. */
const anything = fc
  .array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd7ff, max: 0xe000 })))
  .map((units) => String.fromCharCode(...units));

describe('isStorable', () => {
  test('is true exactly for strings that contain no NUL and that UTF-8 can encode and decode without a change', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(isStorable(text)).toBe(Buffer.from(text).toString() === text && !text.includes('\u0000'));
      }),
    );
  });

  test.each([
    ['', true],
    ['🙂', true],
    ['\u{10ffff}\ufffd\ufeff', true],
    ['\u0000', false],
    ['a\u0000', false],
    ['\ud83d', false],
    ['\ude42\ud83d', false],
  ])('isStorable(%j) is %s', (text, expected) => {
    expect(isStorable(text)).toBe(expected);
  });
});

describe('isEmail', () => {
  test('accepts every e-mail address of the usual form', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(isEmail(address)).toBe(true);
      }),
    );
  });

  test('rejects a string with a space, without a local part, or with fewer than two labels in its domain', () => {
    fc.assert(
      fc.property(anything, anything, (left, right) => {
        expect(isEmail(`${left} ${right}`)).toBe(false);
        expect(isEmail(left.replaceAll('@', ''))).toBe(false);
        expect(isEmail(`@${right}`)).toBe(false);
        expect(isEmail(`${left}@${right.replaceAll('.', '')}`)).toBe(false);
      }),
    );
  });

  test.each([
    ['jane.roe@example.com', true],
    ['jane+tag@sub.example.co.uk', true],
    ["o'neil@example.com", true],
    ['ä@bücher.example', true],
    ['jane@例え.テスト', true],
    ['jane', false],
    ['jane@', false],
    ['@example.com', false],
    ['jane@example', false],
    ['jane@@example.com', false],
    ['jane@-example.com', false],
    ['jane@example-.com', false],
    ['jane@.example.com', false],
    ['jane@example..com', false],
    ['jane..roe@example.com', false],
    ['.jane@example.com', false],
    ['jane.@example.com', false],
    ['Jane <jane@example.com>', false],
    ['jane@example.com, joe@example.com', false],
    ['jane\n@example.com', false],
    ['jane@example.com\n', false],
  ])('isEmail(%j) is %s', (address, expected) => {
    expect(isEmail(address)).toBe(expected);
  });
});

describe('isUrl', () => {
  test('accepts every web URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(isUrl(url)).toBe(true);
      }),
    );
  });

  test.each([
    ['https://example.com', true],
    ['HTTP://EXAMPLE.COM:8080/a?b#c', true],
    ['https://[::1]/', true],
    ['example.com', false],
    ['//example.com', false],
    ['/path', false],
    ['ftp://example.com', false],
    ['javascript:alert(1)', false],
    ['https://', false],
    ['https:///path', false],
    ['https://exa mple.com', false],
    ['https://example.com\n', false],
    ['https://example.com:99999', false],
    ['', false],
  ])('isUrl(%j) is %s', (url, expected) => {
    expect(isUrl(url)).toBe(expected);
  });
});
