// Rules that find evidence against counting deposits as pay. The rules apply to deposits that follow a calendar and
// whose description does not name their purpose. The evidence is the frequency, the payment channel, words for loans,
// the payer, or the size or pattern of the amounts. The first rule that applies is used, and the explanation names it.

import { frequencyOf, type Rhythm } from './calendars/rhythm.ts';
import type { Credit } from './credits.ts';
import { isToPerson } from './texts/readings.ts';

/**
 * The minimum median amount, in cents, at which regularity alone is evidence of pay. If the median deposit is smaller,
 * regularity alone is not enough evidence.
 */
export const PAY_CENTS_MIN = 10_000;
/** The name of the rule for deposits that are too small, too rare or too irregular to count as pay. */
export const RHYTHM_OTHER = 'rhythm.other';

type Paid = { rhythm: Rhythm; credits: readonly Credit[]; spread: number };

/** Returns the name of the rule that says that the credits are not pay. Returns null if there is no such rule. */
export function againstPay({ rhythm, credits, spread }: Paid, middle: number): string | null {
  const frequency = frequencyOf(rhythm);
  if (frequency === null || frequency === 'SA' || frequency === 'A' || middle < PAY_CENTS_MIN) return RHYTHM_OTHER;
  if (credits.some(isByWire)) return 'undecided.wire';
  if (credits.some(saysLoan)) return 'undecided.loan-words';
  const by_amounts = areRound(credits)
    ? 'undecided.round-amounts'
    : spread > UNEVEN
      ? 'undecided.uneven-amounts'
      : null;
  const is_to_person = credits.some(({ reading }) => isToPerson(reading));
  // A bank or an insurer is treated as an employer only if three conditions are met: it uses the kind of entry that
  // payrolls use to pay people, the amounts look like pay, and the payments are not monthly.
  if (credits.some(isByFinancier)) {
    const is_pay = is_to_person && by_amounts === null && frequency !== 'M';
    return is_pay ? null : 'undecided.payer-kind';
  }
  return is_to_person ? null : by_amounts;
}

export const isUndecided = (rule: string): boolean => rule === RHYTHM_OTHER || rule.startsWith('undecided.');

/**
 * Payrolls pay through the ACH clearing house, while wires and instant payments are used for payments of every kind.
 */
const isByWire = ({ reading: { tags } }: Credit): boolean => tags.has('wire') || tags.has('real_time');

/**
 * Whether the words that describe the payment mention a loan. Such words are evidence against pay. Words in the payer's
 * name are ignored, because a lender may also be an employer. LENDING and LENDER are always ignored, because they are
 * often part of a name.
 */
const saysLoan = ({ reading: { hits } }: Credit): boolean =>
  hits.some(({ tag, role, name }) => tag === 'loan' && role === 'entry' && !name.startsWith('LEND'));

/**
 * Words in the names of companies that hold, lend or invest money. The payments of such a company may have any purpose.
 */
const FINANCIERS =
  /^(?:FUNDS?|TRUSTS?|CAPITAL|INVEST(?:MENTS?|ORS?|ING)?|ASSETS?|WEALTH|SECURITIES|EQUITY|EQUITIES|VENTURES|REIT|LENDING|LENDERS?|LOANS?|FINANC(?:E|IAL?|ING)|FINL?|ANNUITY|ESTATES?|ESCROW|EXCHANGE|\w*COINS?|BIT\w+|BLOCKCHAIN|TOKENS?|MINING|LIFE|INS|INSUR\w*|ASSURANCE|TR)$/;
const KNOWN_FINANCIERS = ['loan', 'broker', 'insurance'] as const;
const isByFinancier = ({ reading: { words, tags } }: Credit): boolean =>
  KNOWN_FINANCIERS.some((tag) => tags.has(tag)) || words.some((word) => FINANCIERS.test(word));

/**
 * Net pay is the amount after taxes. It is rarely a multiple of fifty dollars. If at least the share `ROUND_SHARE_MIN`
 * of the deposits are multiples of fifty dollars, the deposits are not treated as net pay.
 */
const ROUND_CENTS = 5_000;
const ROUND_SHARE_MIN = 0.8;
export function areRound(credits: readonly Credit[]): boolean {
  const round = credits.filter(({ cents }) => cents % ROUND_CENTS === 0).length;
  return round >= ROUND_SHARE_MIN * credits.length;
}

/**
 * The maximum spread (the median deviation as a share of the median) of even amounts. Hourly pay varies from one pay
 * day to the next, but less than sales do.
 */
const UNEVEN = 0.25;
