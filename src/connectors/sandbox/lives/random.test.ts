import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isId } from '#base/ids.ts';
import { idOf, randomOf } from './random.ts';

describe('idOf() derives an id from its arguments', () => {
  test('idOf() returns the same id for the same parts; it returns different ids for different parts, even if the joined parts are the same string', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(isId(idOf(...words))).toBe(true);
        expect(idOf(...words)).toBe(idOf(...words));
      }),
    );
    expect(idOf('a', 'bc')).not.toBe(idOf('ab', 'c'));
  });

  test('idOf() returns the same id for the same parts in every version of the service, because stored links contain these ids', () => {
    expect(idOf('goodlogin', 'job', 'employment')).toBe('bf9ef0dfd4b10c3f998e4eaf1b1230e2');
  });
});

describe('randomOf() makes a random number generator', () => {
  test('randomOf() returns the same sequence of numbers for the same arguments', () => {
    const draw = () =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            random.integer(0, 1_000_000)
        )(randomOf('a', 'b')),
      );
    expect(draw()).toEqual(draw());
  });

  test('integer() returns numbers within its bounds, both bounds included', () => {
    const random = randomOf('bounds');
    const drawn = new Set(Array.from({ length: 400 }, () => random.integer(-2, 3)));
    expect([...drawn].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
  });

  test('chance() returns true with the given probability, even if each call uses a new generator and the seeds are consecutive numbers', () => {
    const hits = Array.from({ length: 4_000 }, (_, at) => randomOf('day', String(at)).chance(25)).filter(Boolean);
    expect(hits.length).toBeGreaterThan(900);
    expect(hits.length).toBeLessThan(1_100);
  });

  test('chance(0) never returns true, and chance(100) always returns true', () => {
    const random = randomOf('chance');
    const draws = (percent: number) => new Set(Array.from({ length: 300 }, () => random.chance(percent)));
    expect(draws(0)).toEqual(new Set([false]));
    expect(draws(100)).toEqual(new Set([true]));
  });
});
