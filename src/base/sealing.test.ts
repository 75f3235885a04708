import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyedHash, newKeyBytes, seal, toKey, unseal } from './sealing.ts';

const key = toKey(newKeyBytes());
const REFUSED = /not a sealed value|unable to authenticate/;
const texts = fc.string({ unit: 'grapheme' });

describe('seal, unseal', () => {
  test('unseal() returns the value that was sealed, both for strings and for bytes', () => {
    fc.assert(
      fc.property(texts, fc.uint8Array(), texts, (text, bytes, place) => {
        expect(unseal(key, seal(key, text, place), place).toString('utf8')).toBe(text);
        expect(unseal(key, seal(key, Buffer.from(bytes), place), place).equals(bytes)).toBe(true);
      }),
    );
  });

  test('a sealed value can be unsealed only for its own place (client, table, row)', () => {
    fc.assert(
      fc.property(texts, texts, texts, (text, here, there) => {
        fc.pre(here !== there);
        const sealed = seal(key, text, here);
        expect(() => unseal(key, sealed, there)).toThrow(REFUSED);
      }),
    );
  });

  test('a sealed value can be unsealed only with its own key', () => {
    const sealed = seal(key, 'secret', 'place');
    expect(() => unseal(toKey(newKeyBytes()), sealed, 'place')).toThrow(REFUSED);
  });

  test('a changed bit is detected at any position', () => {
    const sealed = seal(key, 'some text', 'place');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => unseal(key, changed, 'place')).toThrow(REFUSED);
    }
  });

  test('a truncated or extended value is detected', () => {
    const sealed = seal(key, 'some text', 'place');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(key, sealed.subarray(0, length), 'place')).toThrow(REFUSED);
    }
    expect(() => unseal(key, Buffer.concat([sealed, Buffer.of(0)]), 'place')).toThrow(REFUSED);
  });

  test('sealing the same string twice results in different bytes, which do not contain the plaintext', () => {
    const seen = new Set(Array.from({ length: 100 }, () => seal(key, 'some text', 'place').toString('hex')));
    expect(seen.size).toBe(100);
    expect(seal(key, 'some text', 'place').includes('some text')).toBe(false);
  });

  test('an empty string can be sealed and unsealed', () => {
    expect(unseal(key, seal(key, '', ''), '').length).toBe(0);
  });
});

describe('keyedHash', () => {
  test('equal lists of parts have equal hashes; different lists have different hashes, even if the joined parts are the same string', () => {
    const parts = fc.array(fc.string({ unit: 'grapheme', maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(keyedHash(key, ...a).equals(keyedHash(key, ...b))).toBe(same);
      }),
    );
    expect(keyedHash(key, 'ab', 'c').equals(keyedHash(key, 'a', 'bc'))).toBe(false);
    expect(keyedHash(key, '1:a').equals(keyedHash(key, 'a'))).toBe(false);
  });

  test('the same parts with another key have another hash', () => {
    expect(keyedHash(key, 'a').equals(keyedHash(toKey(newKeyBytes()), 'a'))).toBe(false);
  });
});

test.each([0, 16, 31, 33])('a sealing key of %i bytes is rejected, because a key has 32 bytes', (length) => {
  expect(() => toKey(Buffer.alloc(length))).toThrow('32 bytes');
});
