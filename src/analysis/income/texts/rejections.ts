// The reasons why a credit is not income. Every credit in the window is in a source or has one of these reasons.

export const REJECTION_REASONS = [
  /** The credit was first pending and then posted. The posted credit counts. */
  'pending_duplicate',
  /** The same row of the same account was also delivered by another link, or twice by this link. It counts once. */
  'duplicate_feed',
  /** A credit on a card, a loan or a mortgage pays a debt. */
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
  /** The statement has more payers than can be compared with each other, so this payer was judged by itself. */
  'too_many_payers',
  /** The amount is zero, or the payer reversed the payment. */
  'nothing_paid',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
