// Converts net income to gross income. Pay is converted with the tax tables or with a pay stub. Other kinds of income
// are converted with a flat rate or not at all, because little or no tax is withheld from them.
import { divideRounded } from '#base/money.ts';
import { CALENDARS } from './calendars/calendars.ts';
import type { Calibrated } from './calibration.ts';
import { type Figure, figure } from './figures.ts';
import { type FilingStatus, grossOf, stateRateOf } from './net-pay.ts';
import type { Stream } from './streams.ts';
import type { IncomeCategory } from './texts/categories.ts';

/**
 * Voluntary withholding is between zero and ten percent. We assume five percent, so the error is at most five
 * percentage points.
 */
const FLAT_PERCENT = 5n;
const FLAT: ReadonlySet<IncomeCategory> = new Set(['UNEMPLOYMENT', 'RETIREMENT', 'DISABILITY', 'MILITARY']);

/**
 * The share of pay that goes into a retirement plan grows with pay. `below` is the upper limit of a band, as yearly net
 * pay in cents.
 */
const PRE_TAX_BANDS = [
  { below: 2_500_000n, ppm: 30_000 },
  { below: 6_000_000n, ppm: 50_000 },
  { below: null, ppm: 60_000 },
] as const;

export type TaxPayer = { state: string | null; filing_status: FilingStatus | null };

/** A stream's ratio of gross to net pay, with the rule and inputs used to compute it. */
export type GrossRatio = { gross: bigint; net: bigint; rule: string; inputs: Readonly<Record<string, unknown>> };

/** A whole pay check, including the parts paid into other accounts. */
export type PayCheck = { avg_deposit_amount: bigint; deposits: number; pay_days: number; paid_elsewhere: bigint };

export function grossRatio(
  stream: Stream,
  pay_check: PayCheck,
  tax_payer: TaxPayer,
  stub: Calibrated | null,
): GrossRatio {
  const { category } = stream;
  if (category === 'PAYCHECK') return stub === null ? byTables(stream, pay_check, tax_payer) : byStub(stub);
  if (category !== null && FLAT.has(category)) {
    return {
      gross: 100n,
      net: 100n - FLAT_PERCENT,
      rule: 'gross.flat-withholding',
      inputs: { withheld_percent: Number(FLAT_PERCENT) },
    };
  }
  return { gross: 1n, net: 1n, rule: 'gross.equals-net', inputs: {} };
}

const byStub = ({ id, rule, gross_cents, net_cents }: Calibrated): GrossRatio => ({
  gross: gross_cents,
  net: net_cents,
  rule,
  inputs: { pay_stub: id, stub_gross: gross_cents, stub_net: net_cents },
});

function byTables(stream: Stream, pay_check: PayCheck, { state, filing_status }: TaxPayer): GrossRatio {
  const net = netOfPayCheck(pay_check);
  const periods_per_year = periodsOf(stream);
  const yearly = net * BigInt(periods_per_year);
  const withheld = {
    year: Number(stream.credits.at(-1)?.transaction.date.slice(0, 4)),
    filing_status: filing_status ?? 'single',
    periods_per_year,
    state_rate_ppm: stateRateOf(state),
    pre_tax_ppm: PRE_TAX_BANDS.find(({ below }) => below === null || yearly < below)?.ppm ?? 0,
  };
  const gross = grossOf(net, withheld);
  // If the filing status is unknown, the report shows the gross pay for `single`. The gross pay for `married` is added
  // to the inputs of the explanation.
  const range =
    filing_status === null ? { gross_if_married: grossOf(net, { ...withheld, filing_status: 'married' }) } : {};
  return {
    gross,
    net,
    rule: 'gross.withholding-tables',
    inputs: { pay_check, pay_check_net: net, pay_check_gross: gross, ...withheld, ...range },
  };
}

/** The net amount of a pay check. Several deposits on one pay day are treated as one pay check. */
export const netOfPayCheck = ({ avg_deposit_amount, deposits, pay_days, paid_elsewhere }: PayCheck): bigint =>
  (avg_deposit_amount * BigInt(deposits)) / BigInt(pay_days) + paid_elsewhere;

/** If deposits fall on fewer days than this, the usual interval between deposits is treated as unknown. */
const PACE_DAYS_MIN = 3;

/**
 * The number of pay periods per year. If the stream follows no pay-day calendar, the number is derived from the usual
 * interval between deposits.
 */
function periodsOf({ rhythm: { fit, gap_days }, days }: Stream): number {
  if (fit !== null) return CALENDARS[fit.calendar.model].periods_per_year;
  if (days.length < PACE_DAYS_MIN) return 12;
  if (gap_days <= 3) return 260;
  if (gap_days <= 10) return 52;
  return gap_days <= 20 ? 26 : 12;
}

/** Scales a net amount by the ratio of gross to net. */
export function grossFigure(
  name: string,
  net: bigint,
  ratio: GrossRatio,
  said: Figure<unknown>['inputs'],
): Figure<bigint> {
  const value = ratio.net === 0n ? net : divideRounded(net * ratio.gross, ratio.net);
  return figure(value, ratio.rule, { [name]: net, gross: ratio.gross, net: ratio.net, ...ratio.inputs, ...said });
}
