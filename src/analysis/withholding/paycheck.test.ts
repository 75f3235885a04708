import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divideRounded, formatMoney, parseMoney } from '#base/money.ts';
import { FILING_STATUSES, type FilingStatus, federalWithholding, highestFederalWithholding } from './federal.ts';
import { ficaOf, wageBase } from './fica.ts';
import { taxesOf } from './paycheck.ts';
import { STATE_CODES, stateRatePpm } from './states.ts';

type Golden = [year: number, status: FilingStatus, gross: string, periods: number, federal: string, net: string];

describe('taxes on sample pay checks', () => {
  test.each<Golden>([
    [2026, 'single', '2000.00', 26, '156.15', '1690.85'],
    [2025, 'single', '2000.00', 26, '161.60', '1685.40'],
    [2026, 'married', '2000.00', 26, '76.15', '1770.85'],
    [2026, 'head', '2000.00', 26, '114.92', '1732.08'],
    [2026, 'single', '5000.00', 24, '732.08', '3885.42'],
    [2026, 'single', '900.00', 52, '66.08', '765.07'],
    [2026, 'single', '12000.00', 12, '1941.17', '9140.83'],
  ])(
    'in %d with filing status %s, gross pay of %s that is paid %d times a year has federal tax %s and net pay %s',
    (year, filing_status, gross, periods_per_year, federal, net) => {
      const wages = parseMoney(gross) ?? -1n;
      const taxes = taxesOf({
        year,
        filing_status,
        periods_per_year,
        state: null,
        income_wages: wages,
        fica_wages: wages,
        fica_wages_before: 0n,
      });
      expect(formatMoney(taxes.federal)).toBe(federal);
      expect(formatMoney(wages - taxes.federal - taxes.social_security - taxes.medicare)).toBe(net);
    },
  );
});

describe('federal withholding', () => {
  const wages = fc.bigInt({ min: 0n, max: 10_000_000n });
  const status = fc.constantFrom(...FILING_STATUSES);
  const periods = fc.constantFrom(12, 24, 26, 52);

  test('the federal tax never falls when wages rise, and grows by at most 37 % of the rise', () => {
    fc.assert(
      fc.property(wages, wages, status, periods, (a, b, filing_status, periods_per_year) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const tax = (amount: bigint) =>
          federalWithholding({ year: 2026, filing_status, periods_per_year, wages: amount });
        expect(tax(high)).toBeGreaterThanOrEqual(tax(low));
        expect((tax(high) - tax(low)) * 100n).toBeLessThanOrEqual((high - low) * 37n + 100n);
      }),
    );
  });

  test.each([
    [2019, 2025],
    [2024, 2025],
    [2027, 2026],
    [2036, 2026],
  ])('federal withholding for the year %d uses the tax table of the year %d', (year, table) => {
    const input = { filing_status: 'single' as const, periods_per_year: 26, wages: 300_000n };
    expect(federalWithholding({ ...input, year })).toBe(federalWithholding({ ...input, year: table }));
  });

  test('the federal tax is zero for a small pay check', () => {
    expect(federalWithholding({ year: 2026, filing_status: 'single', periods_per_year: 26, wages: 61_900n })).toBe(0n);
  });
});

test('highestFederalWithholding is at least as high as the federal tax for every filing status', () => {
  const wages = fc.bigInt({ min: 0n, max: 10_000_000n });
  fc.assert(
    fc.property(wages, fc.constantFrom(12, 24, 26, 52), (amount, periods_per_year) => {
      const highest = highestFederalWithholding({ year: 2026, periods_per_year, wages: amount });
      for (const filing_status of FILING_STATUSES) {
        const tax = federalWithholding({ year: 2026, filing_status, periods_per_year, wages: amount });
        expect(tax).toBeLessThanOrEqual(highest);
      }
    }),
  );
});

describe('Social Security and Medicare', () => {
  test.each([
    [2025, '10918.20'],
    [2026, '11439.00'],
  ])('in the year %d, the maximum Social Security tax is %s', (year, most) => {
    const fica = ficaOf({ year, wages: 100_000_000n, wages_before: 0n });
    expect(formatMoney(fica.social_security)).toBe(most);
    expect(fica.social_security_wages).toBe(wageBase(year));
  });

  test('Social Security tax is withheld only up to the wage base; of a pay check that crosses the wage base, only the part below it is taxed', () => {
    const fica = ficaOf({ year: 2026, wages: 1_000_000n, wages_before: 18_440_000n });
    expect(fica.social_security_wages).toBe(10_000n);
    expect(fica.social_security).toBe(620n);
    expect(ficaOf({ year: 2026, wages: 1_000_000n, wages_before: 18_450_000n }).social_security).toBe(0n);
  });

  test('the Medicare rate is 0.9 percentage points higher on wages above 200,000 dollars', () => {
    expect(ficaOf({ year: 2026, wages: 100_000n, wages_before: 20_000_000n }).medicare).toBe(2_350n);
    expect(ficaOf({ year: 2026, wages: 100_000n, wages_before: 19_950_000n }).medicare).toBe(1_900n);
  });

  test('for a year’s pay checks, the taxes add up to the tax on the year’s wages; the Social Security tax of each pay check is within a cent of its taxable wages times the rate', () => {
    const year = fc.array(fc.bigInt({ min: 0n, max: 2_000_000n }), { minLength: 1, maxLength: 53 });
    fc.assert(
      fc.property(year, (checks) => {
        let [before, social_security, medicare] = [0n, 0n, 0n];
        for (const wages of checks) {
          const fica = ficaOf({ year: 2026, wages, wages_before: before });
          const exact = divideRounded(fica.social_security_wages * 62n, 1_000n);
          expect([exact - 1n, exact, exact + 1n]).toContain(fica.social_security);
          before += wages;
          social_security += fica.social_security;
          medicare += fica.medicare;
        }
        const whole = ficaOf({ year: 2026, wages: before, wages_before: 0n });
        expect([social_security, medicare]).toEqual([whole.social_security, whole.medicare]);
      }),
    );
  });
});

describe('the income tax rates of the US states', () => {
  test('the table of state tax rates covers all fifty states and the District of Columbia', () => {
    expect(STATE_CODES).toHaveLength(51);
  });

  test('state tax rates are zero for nine states and at most ten percent for all states', () => {
    const free = STATE_CODES.filter((state) => stateRatePpm(state) === 0n);
    expect(free).toEqual(['AK', 'FL', 'NH', 'NV', 'SD', 'TN', 'TX', 'WA', 'WY']);
    expect(STATE_CODES.filter((state) => stateRatePpm(state) > 100_000n)).toEqual([]);
  });
});
