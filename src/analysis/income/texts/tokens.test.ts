import { describe, expect, test } from 'vitest';
import { tokensOf } from './tokens.ts';

const words = (text: string) => tokensOf(text).map(({ word }) => word);

describe('tokensOf() returns the words of a description, with an empty word in place of each id or mask', () => {
  test.each([
    ['Acme Corp Payroll', ['ACME', 'CORP', 'PAYROLL']],
    ['MACY*S AT&T', ['MACY', 'S', 'AT&T']],
    ["MCDONALD'S", ['MCDONALDS']],
    ['PINE & BARLEY', ['PINE', 'BARLEY']],
    ['SSA TREAS 310 XXSOC SEC', ['SSA', 'TREAS', '', 'SOC', 'SEC']],
    ['XXXXX1234 ****99', ['', '']],
    ['***********BFWW **BFWW', ['', 'BFWW']],
    ['PAYROLL0412', ['PAYROLL']],
    ['AB12 A4610PNC3', ['', '']],
    ['401K 1099 310', ['401K', '1099', '']],
    ['CAFÉ ÉTOILE', ['CAFE', 'ETOILE']],
    ['', []],
  ])(
    'tokensOf() returns the words of the description %j, with an empty word in place of each id or mask',
    (text, expected) => expect(words(text)).toEqual(expected),
  );
});
