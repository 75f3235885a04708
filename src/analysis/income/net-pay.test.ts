import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, parseMoney } from '#base/money.ts';
import { type FilingStatus, grossOf, netOf, stateRateOf, type Withheld } from './net-pay.ts';

type Golden = [year: number, status: FilingStatus, gross: string, periods: number, net: string];

const cents = (text: string): bigint => parseMoney(text) ?? -1n;
const federalOnly = (year: number, filing_status: FilingStatus, periods_per_year: number): Withheld => ({
  year,
  filing_status,
  periods_per_year,
  state_rate_ppm: 0,
  pre_tax_ppm: 0,
});

describe('gross and net pay of sample pay checks', () => {
  test.each<Golden>([
    [2026, 'single', '2000.00', 26, '1690.85'],
    [2025, 'single', '2000.00', 26, '1685.40'],
    [2026, 'married', '2000.00', 26, '1770.85'],
    [2026, 'head', '2000.00', 26, '1732.08'],
    [2026, 'single', '5000.00', 24, '3885.42'],
    [2026, 'single', '900.00', 52, '765.07'],
    [2026, 'single', '12000.00', 12, '9140.83'],
  ])(
    'in the year %d with filing status %s, gross pay of %s that is paid %d times a year gives net pay of %s',
    (year, filing_status, gross, periods_per_year, net) => {
      const withheld = federalOnly(year, filing_status, periods_per_year);
      expect(formatMoney(netOf(cents(gross), withheld))).toBe(net);
      const back = grossOf(cents(net), withheld);
      expect(netOf(back, withheld)).toBe(cents(net));
      expect(Number(cents(gross) - back)).toBeLessThanOrEqual(1);
      expect(Number(cents(gross) - back)).toBeGreaterThanOrEqual(0);
    },
  );

  test('a gross of $1,931.02 gives a net of $1,629.98; with state tax and a retirement plan, the same net needs a gross of $2,167.26', () => {
    const withheld = federalOnly(2025, 'single', 26);
    const taxed = { ...withheld, state_rate_ppm: 37_000, pre_tax_ppm: 60_000 };
    // There are two cases: `withheld` has neither state tax nor a retirement plan, and `taxed` has both. In each case,
    // the net pay is only $1,629.97 if the gross pay is one cent lower.
    expect([grossOf(162_998n, withheld), grossOf(162_998n, taxed)].map(formatMoney)).toEqual(['1931.02', '2167.26']);
    expect([netOf(193_101n, withheld), netOf(216_725n, taxed)].map(formatMoney)).toEqual(['1629.97', '1629.97']);
  });
});

describe('the conversion from net to gross', () => {
  const withheld: fc.Arbitrary<Withheld> = fc.record({
    year: fc.constantFrom(2025, 2026),
    filing_status: fc.constantFrom<FilingStatus>('single', 'married', 'head'),
    periods_per_year: fc.constantFrom(12, 13, 24, 26, 52, 260),
    state_rate_ppm: fc.integer({ min: 0, max: 90_000 }),
    pre_tax_ppm: fc.integer({ min: 0, max: 100_000 }),
  });

  test('returns the smallest gross pay whose net pay is at least the given net pay, for any kind of withholding', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 5_000_000n }), withheld, (net, withheld) => {
        const gross = grossOf(net, withheld);
        expect(netOf(gross, withheld)).toBeGreaterThanOrEqual(net);
        expect(netOf(gross - 1n, withheld)).toBeLessThan(net);
      }),
    );
  });

  test('returns zero for a net of zero', () => expect(grossOf(0n, federalOnly(2026, 'single', 26))).toBe(0n));
});

test('Social Security is not withheld from wages above the year’s wage base', () => {
  const withheld = federalOnly(2026, 'single', 12);
  const [below, above] = [netOf(1_537_500n, withheld), netOf(1_637_500n, withheld)];
  // The wage base is $184,500 a year. The $1,000 above it are subject to 24 % income tax and 1.45 % Medicare tax, but
  // not to the 6.2 % for Social Security.
  expect(above - below).toBe(100_000n - 24_000n - 1_450n);
});

test.each([
  ['TX', 0],
  ['co', 44_000],
  [null, 34_000],
  ['XX', 34_000],
])('the tax rate of state %s is %d parts per million', (state, rate) => expect(stateRateOf(state)).toBe(rate));
