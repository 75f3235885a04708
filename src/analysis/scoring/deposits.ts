// Determines a deposit's kind. If the deposit belongs to a stream that the income engine found, the stream's income
// category decides. Otherwise the engine's rejection reason and the words of the description decide.

import type { IncomeReport } from '#analysis/income/report.ts';
import type { IncomeCategory } from '#analysis/income/texts/categories.ts';
import type { RejectionReason } from '#analysis/income/texts/rejections.ts';
import type { Kind } from './kinds.ts';
import type { Tag } from './words.ts';

const INCOME: Record<IncomeCategory, Kind> = {
  PAYCHECK: 'salary',
  MILITARY: 'benefits',
  GIG_ECONOMY: 'gig',
  SELF_EMPLOYMENT: 'gig',
  SOCIAL_SECURITY: 'benefits',
  DISABILITY: 'benefits',
  RETIREMENT: 'benefits',
  VETERAN: 'benefits',
  UNEMPLOYMENT: 'benefits',
  GOVERNMENT_BENEFIT: 'benefits',
  CHILD_SUPPORT: 'other_income',
  ALIMONY: 'other_income',
  RENTAL: 'other_income',
  INTEREST_DIVIDENDS: 'other_income',
  TRANSFER: 'other_income',
  OTHER: 'other_income',
  // Tax refunds and cash deposits are not expected to recur, so they are not counted as income.
  TAX_REFUND: 'refund',
  CASH_DEPOSIT: 'cash',
};

/**
 * The kind of deposit for each rejection reason. Null if the reason says only that a deposit is not income, but not
 * what the deposit is.
 */
const NO_INCOME: Record<RejectionReason, Kind | null> = {
  pending_duplicate: null,
  duplicate_feed: 'transfer',
  liability_account: null,
  investment_move: 'transfer',
  own_transfer: 'transfer',
  loan: 'loan',
  cash_advance: 'advance',
  refund: 'refund',
  fee_reversal: 'refund',
  card_reward: 'refund',
  round_up: 'transfer',
  credit_builder: 'transfer',
  brokerage_move: 'transfer',
  gambling: 'gambling',
  insurance_payment: 'refund',
  reimbursement: 'refund',
  large_wire: null,
  personal_transfer: null,
  too_few_deposits: null,
  not_recurring: null,
  low_confidence: null,
  too_many_payers: null,
  nothing_paid: null,
};

export type DepositReader = (id: string, tags: ReadonlySet<Tag>, is_own_transfer: boolean) => Kind;

export function newDepositReader({ explain }: IncomeReport): DepositReader {
  const kinds = new Map<string, Kind>();
  for (const { category, transactions } of explain.sources) {
    for (const id of transactions) kinds.set(id, INCOME[category.value]);
  }
  const reasons = new Map(explain.rejected.map(({ transaction_id, reason }) => [transaction_id, reason]));
  return (id, tags, is_own_transfer) => {
    const income = kinds.get(id);
    if (income !== undefined) return income;
    const reason = reasons.get(id);
    return moreExactly(reason === undefined ? null : NO_INCOME[reason], tags, is_own_transfer);
  };
}

function moreExactly(kind: Kind | null, tags: ReadonlySet<Tag>, is_own_transfer: boolean): Kind {
  // The income engine does not distinguish payday lenders from other lenders, or crypto from other investments. So the
  // tags of the deposit's description decide.
  if ((kind === 'loan' || kind === 'advance') && tags.has('payday')) return 'payday';
  if (kind === 'transfer' && tags.has('crypto')) return 'crypto';
  if (kind !== null) return kind;
  if (is_own_transfer) return 'transfer';
  return tags.has('handed_in') ? 'cash' : 'other';
}
