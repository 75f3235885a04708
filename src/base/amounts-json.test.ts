import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrapAmounts, wrapAmounts } from './amounts-json.ts';

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.bigInt());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.string().filter((key) => key !== 'hundredths' && key !== '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

test('a value is unchanged after a round trip: wrapping its amounts, writing and reading it as JSON, and unwrapping its amounts', () => {
  fc.assert(
    fc.property(value, (given) => {
      const read: unknown = JSON.parse(JSON.stringify(wrapAmounts(given)));
      expect(unwrapAmounts(read)).toEqual(given);
    }),
  );
});

test('a string that looks like an amount stays a string', () => {
  expect(unwrapAmounts(wrapAmounts({ check_number: '1250', amount: 1250n }))).toEqual({
    check_number: '1250',
    amount: 1250n,
  });
});
