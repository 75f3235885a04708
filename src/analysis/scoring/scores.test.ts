import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ATTRIBUTES } from './attributes.ts';
import { SCORES, type ScoreRule, scoresOf } from './scores.ts';

const RULE: ScoreRule = {
  name: 'sample',
  version: '1',
  about: 'A sample.',
  parts: [
    { attribute: 'more_is_better', points: 60, none_at: 0, all_at: 10 },
    { attribute: 'less_is_better', points: 40, none_at: 3, all_at: 0 },
  ],
};
const scoreOf = (more: bigint | null, less: bigint | null) =>
  scoresOf(
    new Map([
      ['more_is_better', more],
      ['less_is_better', less],
    ]),
    [RULE],
  ).map(({ value }) => value);

describe('a sample score', () => {
  test.each([
    [0n, 300n, 0],
    [10_00n, 0n, 100],
    [5_00n, 150n, 50],
    [10_00n, 300n, 60],
    [0n, 100n, 27],
    [-5_00n, 900n, 0],
    [99_00n, -100n, 100],
  ])('a sample score with the attribute values %d and %d, both in hundredths, is %d', (more, less, expected) => {
    expect(scoreOf(more, less)).toEqual([expected]);
  });

  test('a score leaves out attributes whose value is unknown; there is no score if the known ones are worth fewer than sixty points', () => {
    expect(scoreOf(5_00n, null)).toEqual([50]);
    expect(scoreOf(null, 0n)).toEqual([]);
    expect(scoreOf(null, null)).toEqual([]);
  });
});

describe('every published score', () => {
  test.each(SCORES.map((rule) => [rule.name, rule] as const))(
    'the published score %s has points that add up to a hundred, and uses only existing attributes',
    (_, rule) => {
      expect(rule.parts.reduce((points, part) => points + part.points, 0)).toBe(100);
      const known = new Set(ATTRIBUTES.map(({ short_name }) => short_name));
      expect(rule.parts.filter(({ attribute }) => !known.has(attribute))).toEqual([]);
    },
  );

  test('every score is a whole number from 0 to 100', () => {
    const anything = fc.option(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }));
    const names = SCORES.flatMap(({ parts }) => parts.map(({ attribute }) => attribute));
    fc.assert(
      fc.property(fc.array(anything, { minLength: names.length, maxLength: names.length }), (values) => {
        for (const { value } of scoresOf(new Map(names.map((name, at) => [name, values[at] ?? null])))) {
          expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
        }
      }),
    );
  });
});
