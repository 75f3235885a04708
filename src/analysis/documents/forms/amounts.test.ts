import { describe, expect, test } from 'vitest';
import { printedPage } from '#test/printed-page.ts';
import { amountIn, amountsIn } from './amounts.ts';

const centsIn = (line: string) => amountsIn(printedPage(line).words).map(({ cents }) => cents);

describe('amountsIn', () => {
  const cases: [line: string, cents: bigint[]][] = [
    ['$ 1,234.56', [123_456n]],
    ['$1,234.56 1234.56', [123_456n, 123_456n]],
    ['1,234. 56', [123_456n]],
    ['1,234 56', [123_456n]],
    ['( 1,234.56 )', [-123_456n]],
    ['<500.00>', [-50_000n]],
    ['- 12.00', [-1_200n]],
    ['.....12.00', [1_200n]],
    ['**12.00**', [1_200n]],
    ['0', [0n]],
    ['99', []],
    ['100', [10_000n]],
    ['see box 500', []],
    ['500 of them', []],
    ['12345678901234567890123', []],
    ['1,23 4.5 12.345', []],
  ];
  test.each(cases)('amountsIn finds in the line "%s" the amounts %o in cents', (line, cents) => {
    expect(centsIn(line)).toEqual(cents);
  });
});

describe('amountIn', () => {
  const cases: [text: string, cents: bigint | undefined][] = [
    ['52,340', 5_234_000n],
    ['52,340.', 5_234_000n],
    ['-0-', 0n],
    ['(1,200)', -120_000n],
    ['see statement', undefined],
    ['', undefined],
  ];
  test.each(cases)('amountIn parses "%s" as %s cents', (text, cents) => {
    expect(amountIn(text)).toBe(cents);
  });
});
