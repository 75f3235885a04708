import { describe, expect, test } from 'vitest';
import { openArrivals } from './arrivals.ts';

function open(limits: { arrivals_max?: number; arrivals_bytes_max?: number }) {
  const refused: string[] = [];
  const arrivals = openArrivals<{ name: string }>({ arrivals_max: 100, arrivals_bytes_max: 1_000, ...limits });
  const begin = (name: string, address: string) => {
    const request = { name };
    arrivals.begin(request, address, () => refused.push(name));
    return request;
  };
  return { arrivals, begin, refused };
}

describe('too many requests with incomplete bodies', () => {
  test('if too many request bodies are incomplete, the address with the most requests is selected, and the request of this address that has been idle longest is dropped', () => {
    const { begin, refused } = open({ arrivals_max: 3 });
    for (const [name, address] of [
      ['other', 'b'],
      ['first', 'a'],
      ['second', 'a'],
      ['third', 'a'],
    ] as const)
      begin(name, address);
    expect(refused).toEqual(['first']);
    begin('newcomer', 'c');
    expect(refused).toEqual(['first', 'second']);
  });

  test('if too many request bodies are incomplete, a request that is still sending its body is kept, and an idle request is dropped', () => {
    const { arrivals, begin, refused } = open({ arrivals_max: 2 });
    const busy = begin('busy', 'a');
    begin('idle', 'a');
    expect(arrivals.grow(busy, 10)).toBe(true);
    begin('newcomer', 'a');
    expect(refused).toEqual(['idle']);
  });

  test('a request whose body is complete no longer counts towards the limit', () => {
    const { arrivals, begin, refused } = open({ arrivals_max: 1 });
    for (const name of ['first', 'second', 'third']) expect(arrivals.end(begin(name, 'a'))).toBe(true);
    expect(refused).toEqual([]);
  });
});

describe('incomplete request bodies with too many bytes in total', () => {
  test('if incomplete request bodies have too many bytes in total, requests from the address with the most bytes are dropped until the remaining requests are within the limit', () => {
    const { arrivals, begin, refused } = open({ arrivals_bytes_max: 100 });
    const [small, large, larger, newcomer] = [begin('s', 'b'), begin('l', 'a'), begin('m', 'a'), begin('n', 'c')];
    begin('empty', 'a');
    expect([arrivals.grow(small, 10), arrivals.grow(large, 40), arrivals.grow(larger, 50)]).toEqual([true, true, true]);
    expect(arrivals.grow(newcomer, 45)).toBe(true);
    expect(refused).toEqual(['l', 'm']);
    expect(arrivals.grow(large, 41)).toBe(false);
    expect(arrivals.end(large)).toBe(false);
  });

  test('a single request with more bytes than the limit is rejected', () => {
    const { arrivals, begin, refused } = open({ arrivals_bytes_max: 100 });
    expect(arrivals.grow(begin('giant', 'a'), 101)).toBe(false);
    expect(refused).toEqual(['giant']);
  });

  test('a request frees its bytes when it ends', () => {
    const { arrivals, begin, refused } = open({ arrivals_bytes_max: 100 });
    for (let round = 0; round < 5; round++) {
      const request = begin(`round ${round}`, 'a');
      expect(arrivals.grow(request, 60)).toBe(true);
      expect(arrivals.grow(request, 100)).toBe(true);
      arrivals.end(request);
    }
    expect(refused).toEqual([]);
  });
});
