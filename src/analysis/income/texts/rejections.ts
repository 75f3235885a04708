// The reasons why a credit is not income. Every credit in the report's date range either belongs to an income source or
// has one of these reasons.

export const REJECTION_REASONS = [
  /**
   * The credit was first reported as pending and then as posted. Only the posted credit counts, and the pending credit
   * gets this reason.
   */
  'pending_duplicate',
  /**
   * The same row of the same account was delivered by two links, or twice by one link. Only one of the two rows is
   * counted, and the other row gets this reason.
   */
  'duplicate_feed',
  /** A credit on a card, loan or mortgage account pays a debt, so it is not income. */
  'liability_account',
  'investment_move',
  'own_transfer',
  'loan',
  'cash_advance',
  'refund',
  'fee_reversal',
  'card_reward',
  'round_up',
  'credit_builder',
  'brokerage_move',
  'gambling',
  'insurance_payment',
  'reimbursement',
  'large_wire',
  'personal_transfer',
  'too_few_deposits',
  'not_recurring',
  'low_confidence',
  /**
   * The payer was rejected, but the data was too large to examine the payer fully. Either the payer was not compared
   * with all other payers, or its deposits were not searched for a second calendar.
   */
  'too_many_payers',
  /** The amount is zero, or the payer reversed the payment. */
  'nothing_paid',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
