// State income tax as one effective rate per state. This is a simplification: the rate is the tax on a middle income as
// a share of that income, after the state's own brackets, deductions and credits. The rate is rounded to what a pay
// check typically shows. It does not depend on filing status or income, and it leaves out city and county taxes.

/** The rates, in parts per million of the wages subject to income tax. */
const RATES_PPM = {
  AK: 0n,
  AL: 40_000n,
  AR: 34_000n,
  AZ: 25_000n,
  CA: 45_000n,
  CO: 44_000n,
  CT: 47_000n,
  DC: 60_000n,
  DE: 48_000n,
  FL: 0n,
  GA: 52_000n,
  HI: 62_000n,
  IA: 38_000n,
  ID: 53_000n,
  IL: 49_500n,
  IN: 30_000n,
  KS: 48_000n,
  KY: 40_000n,
  LA: 30_000n,
  MA: 50_000n,
  MD: 48_000n,
  ME: 58_000n,
  MI: 42_500n,
  MN: 58_000n,
  MO: 42_000n,
  MS: 40_000n,
  MT: 50_000n,
  NC: 42_500n,
  ND: 15_000n,
  NE: 46_000n,
  NH: 0n,
  NJ: 35_000n,
  NM: 42_000n,
  NV: 0n,
  NY: 52_000n,
  OH: 27_000n,
  OK: 42_000n,
  OR: 82_000n,
  PA: 30_700n,
  RI: 41_000n,
  SC: 52_000n,
  SD: 0n,
  TN: 0n,
  TX: 0n,
  UT: 45_000n,
  VA: 50_000n,
  VT: 50_000n,
  WA: 0n,
  WI: 48_000n,
  WV: 42_000n,
  WY: 0n,
} as const;

export type StateCode = keyof typeof RATES_PPM;
export const isStateCode = (text: string): text is StateCode => Object.hasOwn(RATES_PPM, text);
export const STATE_CODES: readonly StateCode[] = Object.keys(RATES_PPM).filter(isStateCode);

export const stateRatePpm = (state: StateCode): bigint => RATES_PPM[state];
