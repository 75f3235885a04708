// Judges a credit by its description alone. The rules form an ordered table, in which the first matching rule decides.
import type { IncomeCategory } from './categories.ts';
import type { Reading } from './readings.ts';
import type { RejectionReason } from './rejections.ts';
import type { Tag } from './words.ts';

/**
 * How strong the words in a description are. Strong words alone give enough confidence that deposits are income. Fair
 * words need further evidence, such as steady amounts or a pay-day calendar. Weak words need a pay-day calendar. With
 * words of any strength, most streams also need three deposits.
 */
export type Strength = 'strong' | 'fair' | 'weak';

export type Verdict =
  | { rule: string; category: IncomeCategory; strength: Strength }
  | {
      rule: string;
      reason: RejectionReason;
      /**
       * Whether the rejection is based only on a word in the payer's name. An employer with regular pay days may also
       * have such a name, so its pay may still count.
       */
      is_soft: boolean;
    };

type Rule = Verdict & { any: readonly Tag[]; with?: Tag; unless?: readonly Tag[] };

const income = (rule: string, category: IncomeCategory, any: readonly Tag[], unless: readonly Tag[] = []): Rule => ({
  rule,
  category,
  strength: 'strong',
  any,
  unless,
});
const reject = (rule: string, reason: RejectionReason, any: readonly Tag[], unless: readonly Tag[] = []): Rule => ({
  rule,
  reason,
  is_soft: false,
  any,
  unless,
});
const rejectSoftly = (...given: Parameters<typeof reject>): Rule => ({ ...reject(...given), is_soft: true });

/**
 * Words for pay outweigh the payer's name, because an employer may have any name. For example, Advance Loan & Rental
 * pays wages.
 */
const PAY: readonly Tag[] = ['payroll'];
const PAID: readonly Tag[] = ['payroll', 'direct_deposit', 'earned'];

/**
 * The rule for descriptions in which "Direct Deposit" is printed before a name. If no earlier rule matches such a
 * description, "Direct Deposit" is evidence of pay.
 */
export const BANK_DEPOSIT_RULE = 'text.bank-direct-deposit';

const RULES: readonly Rule[] = [
  reject('text.fee-reversal', 'fee_reversal', ['fee_reversal']),
  reject('text.reimbursement', 'reimbursement', ['reimbursement'], PAY),
  reject('text.cash-advance', 'cash_advance', ['cash_advance']),
  income('text.government-benefit', 'GOVERNMENT_BENEFIT', ['benefit'], PAY),
  income('text.child-support', 'CHILD_SUPPORT', ['child_support'], PAY),
  income('text.tax-refund', 'TAX_REFUND', ['tax_refund'], PAY),
  reject('text.refund', 'refund', ['refund'], PAY),
  reject('text.reward', 'card_reward', ['reward'], PAID),
  income('text.alimony', 'ALIMONY', ['alimony'], PAY),
  income('text.veteran', 'VETERAN', ['veteran'], PAY),
  income('text.disability', 'DISABILITY', ['disability'], PAY),
  income('text.social-security', 'SOCIAL_SECURITY', ['social_security'], PAY),
  income('text.military-retired', 'MILITARY', ['military_retired']),
  { ...income('text.military-retired-net', 'MILITARY', ['retired_net']), with: 'military_pay' },
  income('text.pension', 'RETIREMENT', ['pension']),
  income('text.unemployment', 'UNEMPLOYMENT', ['unemployment'], PAY),
  income('text.gig-platform', 'GIG_ECONOMY', ['gig'], ['wages', 'direct_deposit']),
  {
    ...income('text.gig-programme', 'GIG_ECONOMY', ['gig_programme'], ['wages', 'reimbursement']),
    with: 'gig_company',
  },
  income('text.wage-access', 'PAYCHECK', ['wage_access']),
  income('text.payroll-words', 'PAYCHECK', ['payroll']),
  income('text.military-pay', 'PAYCHECK', ['military_pay']),
  reject(
    'text.advance-word',
    'cash_advance',
    ['advance_word'],
    [...PAID, 'rental', 'retirement_payer', 'reimbursement'],
  ),
  reject('text.claim', 'insurance_payment', ['claim'], [...PAID, 'other_income', 'marketplace', 'payout']),
  rejectSoftly('text.loan', 'loan', ['loan'], [...PAID, 'rental', 'retirement_payer']),
  reject('text.credit-builder', 'credit_builder', ['credit_builder'], PAID),
  reject('text.round-up', 'round_up', ['round_up'], PAID),
  rejectSoftly('text.gambling', 'gambling', ['gambling'], PAID),
  rejectSoftly('text.insurance', 'insurance_payment', ['insurance'], PAID),
  income('text.retirement-payer', 'RETIREMENT', ['retirement_payer'], ['direct_deposit']),
  income('text.unemployment-payer', 'UNEMPLOYMENT', ['unemployment_payer']),
  income('text.benefit-payer', 'GOVERNMENT_BENEFIT', ['benefit_payer'], ['direct_deposit']),
  income('text.benefit-words', 'GOVERNMENT_BENEFIT', ['benefit_word'], PAID),
  income('text.rental-platform', 'RENTAL', ['rental_platform'], PAID),
  income('text.rental-words', 'RENTAL', ['rental'], PAID),
  income('text.interest', 'INTEREST_DIVIDENDS', ['interest'], PAID),
  reject('text.brokerage', 'brokerage_move', ['brokerage'], PAID),
  rejectSoftly('text.broker', 'brokerage_move', ['broker'], PAID),
  income('text.marketplace', 'SELF_EMPLOYMENT', ['marketplace'], PAID),
  income('text.gig-words', 'GIG_ECONOMY', ['gig_word'], PAID),
  { rule: 'text.payout', category: 'SELF_EMPLOYMENT', strength: 'fair', any: ['payout'], unless: PAID },
  income('text.invoice', 'SELF_EMPLOYMENT', ['invoice'], PAID),
  income('text.other-income', 'OTHER', ['other_income'], PAID),
  reject('text.transfer', 'own_transfer', ['transfer'], [...PAID, 'processor', 'app', 'wire']),
  income('text.payroll-company', 'PAYCHECK', ['processor']),
  income('text.direct-deposit', 'PAYCHECK', ['direct_deposit']),
  { rule: 'text.cash', category: 'CASH_DEPOSIT', strength: 'fair', any: ['cash'] },
  { rule: 'text.check', category: 'CASH_DEPOSIT', strength: 'fair', any: ['check'] },
  { rule: 'text.person-to-person', category: 'TRANSFER', strength: 'weak', any: ['app'] },
  { rule: BANK_DEPOSIT_RULE, category: 'PAYCHECK', strength: 'fair', any: ['bank_deposit'], unless: ['wire'] },
  { rule: 'text.pay-word', category: 'PAYCHECK', strength: 'fair', any: ['pay_word', 'earned'], unless: ['wire'] },
];

const BARE_DEPOSIT: Verdict = { rule: 'text.bare-deposit', category: 'CASH_DEPOSIT', strength: 'weak' };
/**
 * The verdict for the ACH entry classes (SEC codes) `CCD` and `CTX`. Companies use these codes to pay other companies.
 */
const COMPANY_ENTRY: Verdict = { rule: 'text.company-entry', category: 'SELF_EMPLOYMENT', strength: 'fair' };

/** The ids of all rules for descriptions. The last two rules apply only if no other rule matches. */
export const TEXT_RULE_IDS: readonly string[] = [...RULES, BARE_DEPOSIT, COMPANY_ENTRY].map(({ rule }) => rule);

/**
 * Lenders whose names are also first names or common words. Such a name identifies the lender only if the payer's name
 * has no other word. In addition, the description must not name a payment app and must not contain words for pay.
 */
const ADVANCE_APPS = new Set(['DAVE', 'ALBERT', 'EMPOWER', 'CLEO', 'GERALD']);

export function verdictOf(reading: Reading): Verdict | null {
  const { words, sec, app } = reading;
  const tags = withoutNames(reading);
  if (app === null && words.length === 1 && ADVANCE_APPS.has(words[0] ?? '') && !tags.has('payroll')) {
    return { rule: 'text.cash-advance', reason: 'cash_advance', is_soft: false };
  }
  for (const rule of RULES) {
    if (!rule.any.some((tag) => tags.has(tag)) || rule.unless?.some((tag) => tags.has(tag))) continue;
    if (rule.with !== undefined && !tags.has(rule.with)) continue;
    return 'reason' in rule
      ? { rule: rule.rule, reason: rule.reason, is_soft: rule.is_soft }
      : { rule: rule.rule, category: rule.category, strength: rule.strength };
  }
  if (words.length === 0 && !tags.has('wire')) return BARE_DEPOSIT;
  return sec === 'CCD' || sec === 'CTX' ? COMPANY_ENTRY : null;
}

/**
 * Removes the tag for "advance" if "advance" is the first word, because a company's name may begin with "Advance". In
 * any later place, "advance" means that the money is an advance.
 */
function withoutNames({ tags, words }: Reading): ReadonlySet<Tag> {
  if (!tags.has('advance_word') || !words[0]?.startsWith('ADV')) return tags;
  return new Set([...tags].filter((tag) => tag !== 'advance_word'));
}
