// Computes all taxes of one pay check. The sandbox's payroll withholds these taxes from gross pay, and the income
// engine computes backwards from net pay to gross pay. This code depends neither on the sandbox nor on the income
// engine.
import { timesRate } from '#base/money.ts';
import { type FilingStatus, federalWithholding } from './federal.ts';
import { type Fica, ficaOf } from './fica.ts';
import { type StateCode, stateRatePpm } from './states.ts';

export type Paycheck = {
  /** The year of the pay date. */
  year: number;
  filing_status: FilingStatus;
  periods_per_year: number;
  /** The state whose tax is withheld. It is `null` if no state tax is withheld. */
  state: StateCode | null;
  /**
   * Gross pay minus all amounts that are exempt from income tax, such as 401(k) contributions and section 125 benefits.
   */
  income_wages: bigint;
  /** Gross pay minus section 125 benefits. Nothing else is subtracted. */
  fica_wages: bigint;
  /** The sum of `fica_wages` over the year's earlier pay checks from this employer. */
  fica_wages_before: bigint;
};

export type Taxes = Fica & { federal: bigint; state: bigint };

export function taxesOf(paycheck: Paycheck): Taxes {
  const { year, state, income_wages, fica_wages, fica_wages_before } = paycheck;
  return {
    federal: federalWithholding({ ...paycheck, wages: income_wages }),
    state: state === null ? 0n : timesRate(income_wages, stateRatePpm(state)),
    ...ficaOf({ year, wages: fica_wages, wages_before: fica_wages_before }),
  };
}
