import { expect, test } from 'vitest';
import { randomPiece } from './random.ts';

test('randomPiece() returns the requested number of bytes, and no two pieces are equal', () => {
  const lengths = Array.from({ length: 2_000 }, (_, at) => 12 + (at % 30));
  const pieces = lengths.map((length) => randomPiece(length));
  expect(pieces.map(({ length }) => length)).toEqual(lengths);
  expect(new Set(pieces.map((piece) => piece.subarray(0, 12).toString('hex'))).size).toBe(pieces.length);
});

test('a returned piece does not change if randomPiece() is called again or if a later piece is overwritten', () => {
  const first = randomPiece(32);
  const before = first.toString('hex');
  for (let taken = 0; taken < 500; taken++) randomPiece(32).fill(0);
  expect(first.toString('hex')).toBe(before);
});

test('randomPiece() returns at most 4,096 bytes, because its supply of random bytes has this size', () => {
  expect(randomPiece(4_096)).toHaveLength(4_096);
  expect(() => randomPiece(4_097)).toThrow('at most 4096 bytes');
});
