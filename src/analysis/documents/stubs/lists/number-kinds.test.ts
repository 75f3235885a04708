import { describe, expect, test } from 'vitest';
import type { Word } from '#domain/documents/pages.ts';
import { isProduct, kindsOf, placed } from './number-kinds.ts';

/** Returns numbers whose right edges are at 100, 200, and so on; an empty text leaves its position empty. */
const row = (...texts: string[]): Word[] =>
  texts.flatMap((text, index) =>
    text === ''
      ? []
      : [
          {
            text,
            box: { left: (index + 1) * 100 - 5 * text.length, top: 0, right: (index + 1) * 100, bottom: 10 },
            size: 10,
            font: '',
            confidence: 1,
          },
        ],
  );

describe('numbers in rows without a header', () => {
  test.each([
    { rows: [row('80.00', '25.00', '2,000.00', '16,000.00')], kinds: ['hours', 'rate', 'current', 'ytd'] },
    { rows: [row('25.50', '80.00', '2,040.00'), row('2.50', '8.00', '20.00')], kinds: ['hours', 'rate', 'current'] },
    { rows: [row('2,000.00', '16,000.00')], kinds: ['current', 'ytd'] },
    { rows: [row('16,000.00', '2,000.00')], kinds: ['ytd', 'current'] },
    { rows: [row('80.00', '$2,000.00')], kinds: ['hours', 'current'] },
  ])('kindsOf() returns the kinds $kinds for the numbers in rows that have no header', ({ rows, kinds }) => {
    expect(kindsOf(rows, [], true)).toEqual(kinds);
  });

  test('kindsOf() distinguishes the current amount from the year to date in a row of withheld amounts, even if the amounts are negative', () => {
    expect(kindsOf([row('(106.22)', '(5,354.73)')], [], false)).toEqual(['current', 'ytd']);
  });

  test('kindsOf() recognises the column of current amounts by its sum, which equals the total', () => {
    const rows = [row('10.00', '12.00'), row('20.00', '30.00')];
    expect(kindsOf(rows, [row('30.00', '42.00')], true)).toEqual(['current', 'ytd']);
  });

  test('if a row has fewer numbers than the widest row, placed() assigns them to the columns of the widest row', () => {
    const [, second] = placed([row('80.00', '25.00', '2,000.00', '16,000.00'), row('', '', '', '300.00')]);
    expect(second?.map((word) => word?.text)).toEqual([undefined, undefined, undefined, '300.00']);
  });

  test.each([
    [8000n, 2500n, 200_000n, true],
    [400n, 2500n, 15_000n, true],
    [400n, 2500n, 16_000n, false],
  ])(
    'isProduct(%d hundredths of an hour, a rate of %d cents, an amount of %d cents) returns %s',
    (hours, rate, amount, fits) => {
      expect(isProduct(hours, rate, amount)).toBe(fits);
    },
  );
});
