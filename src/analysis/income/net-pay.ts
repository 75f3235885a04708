// Converts gross to net pay and back. The tax tables themselves are in the withholding engine.
import { type FilingStatus, federalWithholding } from '#analysis/withholding/federal.ts';
import { ficaOf } from '#analysis/withholding/fica.ts';
import { isStateCode, stateRatePpm } from '#analysis/withholding/states.ts';
import { divideRounded, timesRate } from '#base/money.ts';

export type { FilingStatus } from '#analysis/withholding/federal.ts';

export type Withheld = {
  /** The year of the pay date. */
  year: number;
  filing_status: FilingStatus;
  periods_per_year: number;
  /** State tax, as a share of the wages subject to income tax. */
  state_rate_ppm: number;
  /**
   * The share of gross pay that goes into a retirement plan. It is deducted before income tax, but not before Social
   * Security and Medicare.
   */
  pre_tax_ppm: number;
};

/** Used if the state is unknown: the mean rate of all states, weighted by population. */
const UNKNOWN_STATE_PPM = 34_000;

export function stateRateOf(state: string | null): number {
  const code = state?.toUpperCase() ?? '';
  return isStateCode(code) ? Number(stateRatePpm(code)) : UNKNOWN_STATE_PPM;
}

/**
 * Social Security tax ends at the wage base, so later pay checks of a year may have less of it. This function spreads
 * the tax of the year evenly over all pay checks.
 */
export function netOf(
  gross: bigint,
  { year, filing_status, periods_per_year, state_rate_ppm, pre_tax_ppm }: Withheld,
): bigint {
  const periods = BigInt(periods_per_year);
  const pre_tax = timesRate(gross, BigInt(pre_tax_ppm));
  const wages = gross - pre_tax;
  const federal = federalWithholding({ year, filing_status, periods_per_year, wages });
  const yearly = ficaOf({ year, wages: gross * periods, wages_before: 0n });
  const fica = divideRounded(yearly.social_security, periods) + divideRounded(yearly.medicare, periods);
  return gross - pre_tax - federal - fica - timesRate(wages, BigInt(state_rate_ppm));
}

/**
 * The minimum net pay, as a percentage of gross pay. The highest tax rates and the retirement plan together take at
 * most 63 % of each additional dollar, so at least 37 % remain.
 */
const KEPT_PERCENT_MIN = 30n;

/**
 * Returns the smallest gross pay whose net pay is at least `net`. Net pay grows with gross pay, so the search range is
 * narrowed by linear interpolation. Every third step uses bisection instead, because the tax tables are not linear.
 */
export function grossOf(net: bigint, withheld: Withheld): bigint {
  if (net <= 0n) return 0n;
  let [low, high] = [net - 1n, (net * 100n) / KEPT_PERCENT_MIN + 2n];
  let [low_net, high_net] = [netOf(low, withheld), netOf(high, withheld)];
  for (let turn = 0; high - low > 1n; turn++) {
    const middle = (low + high) / 2n;
    const along = low + ((high - low) * (net - low_net)) / (high_net - low_net);
    const guess = turn % 3 === 2 ? middle : along <= low ? low + 1n : along >= high ? high - 1n : along;
    const guess_net = netOf(guess, withheld);
    if (guess_net < net) [low, low_net] = [guess, guess_net];
    else [high, high_net] = [guess, guess_net];
  }
  return high;
}
