// Large deposits are single posted deposits above a threshold. A lender must ask for their source. No source is needed
// for three kinds of deposits: deposits that the description or the bank's category describes as pay, a federal payment
// or a tax refund; transfers from the person's other accounts; and returned money. Money that a person deposited or
// sent needs a source, regardless of the rest of its description. All days of the report are checked, not only the last
// sixty, because the lender decides how far back to ask.
import { divideRounded, parseMoney } from '#base/money.ts';
import type { AssetReportChoices } from '#domain/reports/asset-reports.ts';
import type { Movement } from './movements.ts';

type Given = AssetReportChoices['large_deposit_threshold'];

/** A threshold in hundredths of a cent. In this unit, one percent of an amount in cents is exact. */
export type Threshold = bigint;
const PER_CENT = 100n;
const HALF = PER_CENT / 2n;

/**
 * The threshold is the fixed amount if one is given, else 1 % of the sales price for FHA loans, else half of the
 * monthly income.
 */
export function thresholdOf({
  fixed_amount,
  sales_price,
  qualifying_monthly_income,
  loan_type,
}: Given): Threshold | null {
  const [fixed, price, income] = [fixed_amount, sales_price, qualifying_monthly_income].map(parseMoney);
  if (fixed !== undefined) return fixed * PER_CENT;
  if (loan_type === 'FHA' && price !== undefined) return price;
  return income === undefined ? null : income * HALF;
}

/** The threshold as shown in the report, in cents. */
export const shownThreshold = (threshold: Threshold): bigint => divideRounded(threshold, PER_CENT);

/**
 * Whether a movement is a large deposit. `own_transfers` contains the ids of credits that came from the person's other
 * accounts.
 */
export const isLargeDeposit = (movement: Movement, threshold: Threshold, own_transfers: ReadonlySet<string>): boolean =>
  movement.type === 'CREDIT' &&
  movement.booked !== null &&
  movement.cents * PER_CENT > threshold &&
  !own_transfers.has(movement.id) &&
  !isExplained(movement);

/**
 * Words at the start of a description that mark returned money. Only the bank writes these words there, so a payer
 * cannot disguise a gift as returned money.
 */
const CAME_BACK = /^(?:RETURN(?:ED)? (?:ITEM|CHECK|PAYMENT|ACH)|(?:\w+ )?REVERSAL|RVSL)\b/;
const HANDED_IN =
  /\bZELLE\b|\bVENMO\b|\bCASH ?APP\b|\bPAYPAL\b|\bWIRE\b|\bWT FED\b|\bMOBILE\b|\bCHECK\b|\bATM\b|\bTELLER\b|\bBRANCH\b|\bCASH\b/;
const PAY =
  /\bPAYROLL\b|\bSALARY\b|\bWAGES?\b|\bDIR(?:ECT)? ?DEP(?:OSIT)?\b|\bADP\b|\bGUSTO\b|\bJUSTWORKS\b|\bPAYCHEX\b|\bPAYCOM\b|\bPAYLOCITY\b|\bRIPPLING\b|\bTRINET\b/;
const FEDERAL = /\bSSA TREAS\b|\bVACP TREAS\b|\bTREAS (?:220|310|449)\b|\bSOC(?:IAL)? SEC(?:URITY)?\b/;
const TAX_REFUND = /\bTAX ?REF(?:UND)?\b|\bTAX ?RFD\b|\bIRS TREAS\b/;
const NAMED_SOURCES = [PAY, FEDERAL, TAX_REFUND];

/** The names of the categories for pay, federal payments and tax refunds. Only some banks categorise transactions. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'paycheck',
  'payroll',
  'salary',
  'social security',
  'veteran benefits',
  'tax refund',
]);

function isExplained({ wording, categories }: Movement): boolean {
  if (CAME_BACK.test(wording)) return true;
  if (HANDED_IN.test(wording)) return false;
  return (
    NAMED_SOURCES.some((words) => words.test(wording)) || categories.some((name) => CATEGORIES.has(name.toLowerCase()))
  );
}
