// Why a credit is no income. Every credit of the window is in a source or has one of these.

export const REJECTION_REASONS = [
  /** Announced first and booked later: the booked one counts. */
  'pending_duplicate',
  /** The same row of the same account came by another link as well, or twice by this one: it is counted there. */
  'duplicate_feed',
  /** Money coming into a card, a loan or a mortgage pays a debt. */
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
  /** The statement names more payers than are compared with each other: this one was looked at by itself. */
  'too_many_payers',
  /** Or taken back by who paid it. */
  'nothing_paid',
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];
