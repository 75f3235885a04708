// Amounts withheld from a pay check. This code follows the tables of the IRS and the states. It does not use the
// engine's tax code, so that a mistake in the engine is not repeated here.
import type { Random } from './random.ts';
import type { FilingStatus } from './truth.ts';

/** A person's deductions from each pay check, before and after tax. */
export type Deductions = {
  /** The contribution to a retirement plan, as a share of gross pay. It is exempt from income tax only. */
  retirement: number;
  /** Health insurance, in cents per month; exempt from all taxes. */
  health_cents: number;
  /** The deductions after tax, as a share of gross pay: union dues, Roth contributions and life insurance. */
  after_tax: number;
};

export function deductionsOf(random: Random, yearly_cents: number): Deductions {
  const is_low = yearly_cents < 3_500_000;
  return {
    retirement: random.weighted([
      [is_low ? 65 : 28, 0],
      [is_low ? 25 : 42, random.between(0.03, 0.06)],
      [is_low ? 8 : 22, random.between(0.06, 0.1)],
      [is_low ? 2 : 8, random.between(0.1, 0.15)],
    ]),
    health_cents: random.chance(is_low ? 0.3 : 0.65) ? random.int(6_000, is_low ? 15_000 : 38_000) : 0,
    after_tax: random.chance(0.2) ? random.between(0.002, 0.015) : 0,
  };
}

export type Pay = {
  gross_cents: number;
  year: number;
  periods_per_year: number;
  state: string;
  filing_status: FilingStatus;
  deductions: Deductions;
};

export function netOfPay({ gross_cents, year, periods_per_year, state, filing_status, deductions }: Pay): number {
  const health = Math.min((deductions.health_cents * 12) / periods_per_year, gross_cents * 0.2);
  const retirement = gross_cents * deductions.retirement;
  const fica_wages = gross_cents - health;
  const wages = fica_wages - retirement;
  const yearly = (wages * periods_per_year) / 100;
  const federal = federalTax(yearly, year, filing_status);
  const fica = ficaTax((fica_wages * periods_per_year) / 100, year);
  const of_state = stateTax(yearly, state, filing_status);
  const taxes = ((federal + fica + of_state) / periods_per_year) * 100;
  return Math.round(wages - taxes - gross_cents * deductions.after_tax);
}

const RATES = [0.1, 0.12, 0.22, 0.24, 0.32, 0.35, 0.37];

/**
 * The annual tables of Publication 15-T for automated payrolls, for employees who did not tick the box in step 2.
 * First, yearly wages are reduced by 12,900 dollars for `married` and by 8,600 dollars for the other statuses.
 */
const FEDERAL: Record<number, Record<FilingStatus, readonly number[]>> = {
  2024: {
    single: [6_000, 17_600, 53_150, 106_525, 197_950, 249_725, 615_350],
    married: [16_300, 39_500, 110_600, 217_350, 400_200, 503_750, 747_500],
    head: [13_300, 29_850, 76_400, 113_800, 205_250, 257_000, 622_650],
  },
  2025: {
    single: [6_400, 18_325, 54_875, 109_750, 203_700, 256_925, 632_750],
    married: [17_100, 40_950, 114_050, 223_800, 411_700, 518_150, 768_700],
    head: [13_900, 30_900, 78_750, 117_250, 211_200, 264_400, 640_250],
  },
  2026: {
    single: [7_500, 19_900, 57_900, 113_200, 209_275, 263_725, 648_100],
    married: [19_300, 44_100, 120_100, 230_700, 422_850, 531_750, 788_000],
    head: [15_550, 33_250, 83_000, 121_250, 217_300, 271_750, 656_150],
  },
};

function federalTax(yearly: number, year: number, status: FilingStatus): number {
  const table = FEDERAL[Math.min(Math.max(year, 2024), 2026)]?.[status] ?? [];
  const wages = yearly - (status === 'married' ? 12_900 : 8_600);
  return banded(
    wages,
    table.map((from, at) => [from, RATES[at] ?? 0]),
  );
}

const WAGE_BASE: Record<number, number> = { 2023: 160_200, 2024: 168_600, 2025: 176_100, 2026: 184_500 };

const ficaTax = (yearly: number, year: number): number =>
  Math.min(yearly, WAGE_BASE[year] ?? 176_100) * 0.062 + yearly * 0.0145 + Math.max(yearly - 200_000, 0) * 0.009;

type Bands = readonly (readonly [from: number, rate: number])[];

/** Returns the tax on an amount. The rate of each band applies to the part of the amount in this band. */
function banded(amount: number, bands: Bands): number {
  return bands.reduce((tax, [from, rate], at) => {
    const until = bands[at + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    return tax + Math.max(Math.min(amount, until) - from, 0) * rate;
  }, 0);
}

/**
 * State income taxes. `less` is the standard deduction or exemption of a single person. A couple's deduction or
 * exemption is twice as high.
 */
const STATES: Record<string, { less: number; bands: Bands; flat?: number }> = {
  TX: { less: 0, bands: [] },
  FL: { less: 0, bands: [] },
  WA: { less: 0, bands: [], flat: 0.0058 },
  TN: { less: 0, bands: [] },
  PA: { less: 0, bands: [[0, 0.0307]], flat: 0.0007 },
  IL: { less: 2_850, bands: [[0, 0.0495]] },
  NC: { less: 12_750, bands: [[0, 0.0425]] },
  MI: { less: 5_800, bands: [[0, 0.0425]] },
  CO: { less: 15_000, bands: [[0, 0.044]], flat: 0.0045 },
  GA: { less: 12_000, bands: [[0, 0.0539]] },
  AZ: { less: 15_000, bands: [[0, 0.025]] },
  MA: { less: 4_400, bands: [[0, 0.05]], flat: 0.0046 },
  OH: {
    less: 0,
    bands: [
      [26_050, 0.0275],
      [100_000, 0.0313],
    ],
  },
  VA: {
    less: 8_500,
    bands: [
      [0, 0.02],
      [3_000, 0.03],
      [5_000, 0.05],
      [17_000, 0.0575],
    ],
  },
  NJ: {
    less: 1_000,
    bands: [
      [0, 0.014],
      [20_000, 0.0175],
      [35_000, 0.035],
      [40_000, 0.05525],
      [75_000, 0.0637],
    ],
    flat: 0.0106,
  },
  NY: {
    less: 8_000,
    bands: [
      [0, 0.04],
      [8_500, 0.045],
      [11_700, 0.0525],
      [13_900, 0.055],
      [80_650, 0.06],
      [215_400, 0.0685],
    ],
    flat: 0.0045,
  },
  CA: {
    less: 5_540,
    bands: [
      [0, 0.011],
      [10_756, 0.022],
      [25_499, 0.044],
      [40_245, 0.066],
      [55_866, 0.088],
      [70_606, 0.1023],
    ],
    flat: 0.012,
  },
};

/** The states of the made-up people. Each state is weighted roughly by its share of the US population. */
export const STATE_WEIGHTS: readonly (readonly [number, string])[] = [
  [12, 'CA'],
  [9, 'TX'],
  [7, 'FL'],
  [6, 'NY'],
  [4, 'PA'],
  [4, 'IL'],
  [4, 'OH'],
  [3, 'GA'],
  [3, 'NC'],
  [3, 'MI'],
  [3, 'NJ'],
  [3, 'VA'],
  [2, 'WA'],
  [2, 'AZ'],
  [2, 'MA'],
  [2, 'TN'],
  [2, 'CO'],
];

function stateTax(yearly: number, state: string, status: FilingStatus): number {
  const { less, bands, flat = 0 } = STATES[state] ?? { less: 0, bands: [] };
  const taxed = Math.max(yearly - less * (status === 'married' ? 2 : 1), 0);
  // This code makes a couple's tax bands twice as wide as a single person's, except in Ohio. In a state with one rate
  // for all amounts, such as Pennsylvania, the width does not matter.
  const wide = status === 'married' && state !== 'OH' ? 2 : 1;
  return (
    banded(
      taxed,
      bands.map(([from, rate]) => [from * wide, rate]),
    ) +
    yearly * flat
  );
}
