// Taxes that are withheld from one pay check. Social security and Medicare taxes are computed as the law requires;
// income taxes are plausible approximations. Amounts are cents.
import type { State } from './people.ts';

export const TAX_YEARS = [2023, 2024, 2025] as const;
export type TaxYear = (typeof TAX_YEARS)[number];
export type FilingStatus = 'single' | 'married' | 'head';

export type TaxKind =
  | 'federal'
  | 'social_security'
  | 'medicare'
  | 'state'
  | 'disability'
  | 'family_leave'
  | 'unemployment'
  | 'long_term_care'
  | 'transit'
  | 'local'
  | 'local_services';

export type TaxInput = {
  state: State;
  year: TaxYear;
  filing: FilingStatus;
  checks_per_year: number;
  /** Gross pay minus the section 125 deductions. */
  fica_wages: number;
  federal_wages: number;
  /**
   * The social security tax that was withheld earlier in the year. Once wages exceed the wage base, no more is
   * withheld.
   */
  taxed_before: number;
};

/** The maximum social security tax of a year: 6.2 % of the year's wage base. */
const SOCIAL_SECURITY_MAX: Record<TaxYear, number> = { 2023: 993_240, 2024: 1_045_320, 2025: 1_091_820 };

/** The taxes that each state withholds, as a share of wages in hundredths of a percent. */
const STATE_RATES: Record<State, readonly (readonly [TaxKind, number])[]> = {
  CA: [
    ['state', 410],
    ['disability', 110],
  ],
  NY: [
    ['state', 520],
    ['family_leave', 37],
  ],
  TX: [],
  FL: [],
  OH: [
    ['state', 275],
    ['local', 200],
  ],
  PA: [
    ['state', 307],
    ['unemployment', 7],
    ['local', 100],
  ],
  IL: [['state', 495]],
  WA: [
    ['family_leave', 53],
    ['long_term_care', 58],
  ],
  CO: [
    ['state', 440],
    ['family_leave', 45],
  ],
  MA: [
    ['state', 500],
    ['family_leave', 46],
  ],
  OR: [
    ['state', 810],
    ['family_leave', 60],
    ['transit', 10],
  ],
  GA: [['state', 549]],
  MN: [['state', 620]],
  NJ: [
    ['state', 340],
    ['unemployment', 42],
    ['disability', 9],
    ['family_leave', 9],
  ],
};

/** Returns the taxes in the order in which pay stubs usually list them. */
export function taxesOf(input: TaxInput): Map<TaxKind, number> {
  const { fica_wages, federal_wages, checks_per_year } = input;
  const social_security = Math.min(
    share(fica_wages, 620),
    Math.max(0, SOCIAL_SECURITY_MAX[input.year] - input.taxed_before),
  );
  const taxes = new Map<TaxKind, number>([
    ['federal', Math.round(yearlyTax(federal_wages * checks_per_year, input.filing) / checks_per_year)],
    ['social_security', social_security],
    ['medicare', share(fica_wages, 145)],
  ]);
  for (const [kind, rate] of STATE_RATES[input.state]) {
    taxes.set(kind, share(kind === 'state' ? federal_wages : fica_wages, rate));
  }
  if (input.state === 'NY')
    taxes.set('disability', Math.min(share(fica_wages, 50), Math.round(3120 / checks_per_year)));
  if (input.state === 'PA') taxes.set('local_services', Math.round(5200 / checks_per_year));
  return taxes;
}

const share = (wages: number, rate: number) => Math.round((wages * rate) / 10_000);

const DEDUCTIONS: Record<FilingStatus, number> = { single: 1_460_000, married: 2_920_000, head: 2_190_000 };
/** Tax brackets of a single person: the upper limit, and the tax rate in percent. */
const BRACKETS: readonly (readonly [number, number])[] = [
  [1_160_000, 10],
  [4_715_000, 12],
  [10_052_500, 22],
  [19_195_000, 24],
  [24_372_500, 32],
  [Number.POSITIVE_INFINITY, 35],
];

function yearlyTax(wages: number, filing: FilingStatus): number {
  const taxable = Math.max(0, wages - DEDUCTIONS[filing]);
  const width = filing === 'married' ? 2 : filing === 'head' ? 1.4 : 1;
  let tax = 0;
  let from = 0;
  for (const [bound, percent] of BRACKETS) {
    const to = Math.min(taxable, bound * width);
    if (to > from) tax += ((to - from) * percent) / 100;
    from = bound * width;
  }
  return tax;
}
