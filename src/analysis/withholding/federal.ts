// Computes the federal income tax withheld from one pay check, by the percentage method for automated payroll systems
// (IRS Publication 15-T, Worksheet 1A). Assumes a Form W-4 of 2020 or later with no entries besides the filing status.
import { divideRounded, greater } from '#base/money.ts';

export const FILING_STATUSES = ['single', 'married', 'head'] as const;
export type FilingStatus = (typeof FILING_STATUSES)[number];

const RATES_PERCENT = [10n, 12n, 22n, 24n, 32n, 35n, 37n] as const;

/** The annual wages, in whole dollars, at which each rate begins. */
type Thresholds = readonly [bigint, bigint, bigint, bigint, bigint, bigint, bigint];

const TABLES: { year: number; thresholds: Record<FilingStatus, Thresholds> }[] = [
  {
    year: 2025,
    thresholds: {
      single: [6_400n, 18_325n, 54_875n, 109_750n, 203_700n, 256_925n, 632_750n],
      married: [17_100n, 40_950n, 114_050n, 223_800n, 411_700n, 518_150n, 768_700n],
      head: [13_900n, 30_900n, 78_750n, 117_250n, 211_200n, 264_400n, 640_250n],
    },
  },
  {
    year: 2026,
    thresholds: {
      single: [7_500n, 19_900n, 57_900n, 113_200n, 209_275n, 263_725n, 648_100n],
      married: [19_300n, 44_100n, 120_100n, 230_700n, 422_850n, 531_750n, 788_000n],
      head: [15_550n, 33_250n, 83_000n, 121_250n, 217_300n, 271_750n, 656_150n],
    },
  },
];

/** Line 1g of the worksheet, in cents. This amount is subtracted if the box in step 2 of Form W-4 is not ticked. */
const ALLOWANCE: Record<FilingStatus, bigint> = { single: 860_000n, married: 1_290_000n, head: 860_000n };

export type FederalInput = {
  year: number;
  filing_status: FilingStatus;
  periods_per_year: number;
  /** Wages of this pay check that are subject to income tax, in cents. */
  wages: bigint;
};

/** The cents withheld from this pay check; only the result is rounded. */
export function federalWithholding({ year, filing_status, periods_per_year, wages }: FederalInput): bigint {
  const periods = BigInt(periods_per_year);
  const annual = greater(wages * periods - ALLOWANCE[filing_status], 0n);
  const thresholds = tableOf(year).thresholds[filing_status].map((dollars) => dollars * 100n);
  return divideRounded(percentCents(annual, thresholds), 100n * periods);
}

/**
 * The highest tax in any table: the tax of a single person who ticked the box in step 2 of Form W-4. With that box
 * ticked, all brackets are half as wide and nothing is subtracted. A person may still ask the employer to withhold
 * more.
 */
export function highestFederalWithholding({
  year,
  periods_per_year,
  wages,
}: Omit<FederalInput, 'filing_status'>): bigint {
  const periods = BigInt(periods_per_year);
  const thresholds = tableOf(year).thresholds.single.map((dollars) => (dollars * 100n + ALLOWANCE.single) / 2n);
  return divideRounded(percentCents(wages * periods, thresholds), 100n * periods);
}

/** The tax on annual wages, in hundredths of a cent. */
function percentCents(annual: bigint, thresholds: readonly bigint[]): bigint {
  let percent_cents = 0n;
  for (const [row, rate] of RATES_PERCENT.entries()) {
    const next = thresholds[row + 1];
    const ceiling = next === undefined || annual < next ? annual : next;
    percent_cents += greater(ceiling - (thresholds[row] ?? 0n), 0n) * rate;
  }
  return percent_cents;
}

/** We have the tables of 2025 and 2026. For any other year, the table of the nearer of these two years is used. */
function tableOf(year: number) {
  const [first, ...later] = TABLES;
  if (first === undefined) throw new Error('there is no withholding table');
  return later.reduce((best, table) => (table.year <= year ? table : best), first);
}
