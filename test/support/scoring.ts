// Scoring tests: builders for accounts and transactions, and access to a scoring report's values by attribute name.
import type { ScoringAccount, ScoringInput, ScoringTransaction } from '#analysis/scoring/input.ts';
import { scoringReport } from '#analysis/scoring/report.ts';
import { addDays } from '#base/calendar.ts';
import { type DecimalText, parseMoney } from '#base/money.ts';
import type { ScoringFindings } from '#domain/reports/scoring-reports.ts';

export const CUTOFF = '2026-03-01';
export const daysBefore = (days: number): string => addDays(CUTOFF, -days);

let made = 0;

export const scoredAccount = (more: Partial<ScoringAccount> = {}): ScoringAccount => ({
  id: 'checking',
  type: 'CHECKING',
  subtype: null,
  currency_code: 'USD',
  balance: null,
  balance_as_of: 'now',
  has_autopay: false,
  ...more,
});

/** A transaction; a positive amount is a credit. It is posted on `date`, unless `more` overrides the posting date. */
export function scored(
  date: string,
  amount: string,
  description = 'LANTERN MARKET',
  more: Partial<ScoringTransaction> = {},
): ScoringTransaction {
  const cents = parseMoney(amount);
  if (cents === undefined) throw new Error(`not an amount: ${amount}`);
  return {
    id: `t${++made}`,
    account_id: 'checking',
    date,
    booked_date: date,
    amount_cents: cents < 0n ? -cents : cents,
    type: cents < 0n ? 'DEBIT' : 'CREDIT',
    status: 'POSTED',
    description,
    currency_code: 'USD',
    ...more,
  };
}

/**
 * A transaction before the start of the longest time span. It makes the history cover every span, but is not counted in
 * any span.
 */
export const longAgo = (): ScoringTransaction => scored('2025-02-25', '-1.00', 'LONG AGO');

export const scoringInput = (
  transactions: readonly ScoringTransaction[],
  more: Partial<ScoringInput> = {},
): ScoringInput => ({
  cutoff_date: CUTOFF,
  accounts: [scoredAccount()],
  transactions,
  checkpoints: [],
  loan_data_enabled: false,
  ...more,
});

export const valueIn = ({ metrics }: ScoringFindings, short_name: string): DecimalText | null => {
  const metric = metrics.find((one) => one.short_name === short_name);
  if (metric === undefined) throw new Error(`no attribute is called ${short_name}`);
  return metric.value;
};

/** The values of the named attributes in the scoring report on these transactions. */
export function valuesOf(
  transactions: readonly ScoringTransaction[],
  short_names: readonly string[],
  more: Partial<ScoringInput> = {},
): Record<string, DecimalText | null> {
  const findings = scoringReport(scoringInput(transactions, more));
  return Object.fromEntries(short_names.map((name) => [name, valueIn(findings, name)]));
}

/** Every second Friday from 5 September to 20 February: thirteen dates. */
export const SALARY_DATES = Array.from({ length: 13 }, (_, at) => addDays('2025-09-05', 14 * at));
export const salary = (amount = '2000.00'): ScoringTransaction[] =>
  SALARY_DATES.map((date) => scored(date, amount, 'COPPER CANYON LO PAYROLL PPD ID: 9911223344'));

export const SCORING_URL = '/v1/scoring_attributes/reports/';

/** The smallest valid scoring request that contains a transaction. */
export const BASIC_REQUEST = {
  lender_reference: 'loan-17',
  customer_identifier: 'customer-1',
  purpose: 'decisioning',
  accounts: [{ identifier: 'checking', type: 'checking' }],
  transactions: [{ identifier: '1', account_identifier: 'checking', post_date: '2026-02-02', amount: '-12.50' }],
};
