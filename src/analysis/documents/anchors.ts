// The printed phrases by which the type of a page is recognised. A phrase that occurs only on one type of document has
// a high weight, and a phrase that several types share has a low one.
import type { ReadType, Subtype } from '#domain/documents/read-documents.ts';

export type PageClass = { document_type: ReadType; subtype: Subtype | null };
/**
 * A page matches an anchor if it contains one of the anchor's phrases. Phrases consist of lower case letters and digits
 * with single spaces. A phrase with `heading` is searched for only at the beginning of a text. For example, a page of
 * instructions has such a phrase as a heading, but the form may mention its instructions inside a sentence. The first
 * page of a document matches all anchors with `begins`; a later page matches at most some of them.
 */
export type Anchor = { phrases: readonly string[]; weight: number; heading?: true; begins?: true };
export type ClassAnchors = PageClass & { anchors: readonly Anchor[] };

const anchor = (weight: number, ...phrases: string[]): Anchor => ({ weight, phrases });
const beginning = (weight: number, ...phrases: string[]): Anchor => ({ weight, phrases, begins: true });

/** The instructions on the back of a form name the same boxes as the form, but contain no amounts. */
export const INSTRUCTIONS: Anchor = {
  weight: 0,
  phrases: ['instructions for recipient', 'instructions for payee', 'instructions for employee', 'notice to employee'],
  heading: true,
};

/**
 * A letter about a job or an account names the same amounts as a pay stub or a statement. Phrases of a letter therefore
 * reduce the page's score as a pay stub or statement.
 */
export const LETTER: Anchor = {
  weight: -8,
  phrases: ['dear', 'to whom it may concern', 'sincerely', 'regards', 'sincerely yours', 'yours truly'],
  heading: true,
};

const w2_boxes = [
  anchor(3, 'wages tips other compensation', 'wages tips other comp', 'wages tips and other compensation'),
  anchor(3, 'medicare wages and tips', 'medicare wages'),
  anchor(2, 'social security wages'),
  anchor(2, 'social security tips', 'allocated tips', 'dependent care benefits', 'nonqualified plans'),
  anchor(1, 'federal income tax withheld', 'fed income tax withheld'),
];

const form1099 = (...anchors: Anchor[]): Anchor[] => [
  ...anchors,
  anchor(2, 'payers tin', 'payers federal identification number', 'payers federal id number'),
  anchor(2, 'recipients tin', 'recipients identification number', 'recipients name'),
];

const policy = [
  anchor(3, 'declarations', 'declarations page', 'policy declarations'),
  beginning(2, 'policy number', 'policy no'),
  beginning(2, 'policy period', 'policy term', 'policy effective', 'effective date'),
  anchor(1, 'named insured', 'insured'),
  anchor(1, 'premium', 'total premium', 'annual premium'),
  anchor(1, 'deductible', 'deductibles'),
  anchor(1, 'coverages', 'coverage', 'limits', 'limit of liability'),
];

export const CLASSES: readonly ClassAnchors[] = [
  { document_type: 'W2', subtype: null, anchors: [...w2_boxes, anchor(4, 'wage and tax statement', 'w 2')] },
  {
    document_type: 'W2',
    subtype: 'W2C',
    anchors: [
      ...w2_boxes,
      // The weight is low, because the notice on an ordinary W-2 mentions the W-2c, too.
      anchor(2, 'w 2c'),
      anchor(1, 'corrected wage and tax statement'),
      anchor(8, 'previously reported'),
    ],
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_NEC',
    anchors: form1099(anchor(5, '1099 nec'), anchor(4, 'nonemployee compensation')),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_MISC',
    anchors: form1099(
      anchor(5, '1099 misc'),
      anchor(3, 'miscellaneous information', 'miscellaneous income'),
      anchor(2, 'royalties', 'fishing boat proceeds', 'medical and health care payments'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_INT',
    anchors: form1099(
      anchor(5, '1099 int'),
      anchor(4, 'interest income'),
      anchor(2, 'early withdrawal penalty', 'tax exempt interest'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_DIV',
    anchors: form1099(
      anchor(5, '1099 div'),
      anchor(4, 'total ordinary dividends', 'ordinary dividends'),
      anchor(3, 'qualified dividends', 'dividends and distributions'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_G',
    anchors: form1099(
      anchor(5, '1099 g'),
      anchor(4, 'unemployment compensation'),
      anchor(3, 'certain government payments', 'state or local income tax refunds credits or offsets'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_R',
    anchors: form1099(
      anchor(5, '1099 r'),
      anchor(4, 'gross distribution'),
      anchor(3, 'distributions from pensions', 'distribution code', 'distribution codes', 'distribution code s'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'F1099_K',
    anchors: form1099(
      anchor(5, '1099 k'),
      anchor(4, 'payment card and third party network transactions', 'payment card'),
      anchor(3, 'gross amount of payment card', 'merchant category code', 'number of payment transactions'),
    ),
  },
  {
    document_type: 'F1099',
    subtype: 'SSA_1099',
    anchors: [
      anchor(6, 'ssa 1099', 'social security benefit statement'),
      anchor(4, 'benefits paid in', 'benefits paid'),
      anchor(3, 'net benefits for', 'net benefits'),
      anchor(2, 'benefits repaid to ssa', 'benefits repaid'),
    ],
  },
  {
    document_type: 'F1040',
    subtype: null,
    anchors: [
      beginning(7, 'u s individual income tax return', 'us individual income tax return'),
      anchor(5, 'form 1040', '1040 sr', 'form 1040 sr'),
      anchor(3, 'filing status', 'amount you owe', 'amount you overpaid'),
      anchor(2, 'adjusted gross income', 'total payments', 'this is your total tax', 'taxable income'),
    ],
  },
  {
    document_type: 'F1040',
    subtype: 'SCHEDULE_C',
    anchors: [
      beginning(7, 'profit or loss from business'),
      anchor(5, 'schedule c'),
      anchor(3, 'gross receipts or sales', 'cost of goods sold', 'net profit or loss'),
    ],
  },
  {
    document_type: 'F1040',
    subtype: 'SCHEDULE_E',
    anchors: [
      beginning(7, 'supplemental income and loss'),
      anchor(5, 'schedule e'),
      anchor(3, 'rents received', 'income or loss from rental real estate', 'total rental real estate'),
    ],
  },
  {
    document_type: 'PAYSTUB',
    subtype: null,
    anchors: [
      beginning(
        3,
        'net pay',
        'net check',
        'take home pay',
        'take home',
        'takes home',
        'net amount',
        'net amt',
        'net earnings',
        'net this check',
        'net wages',
        'net deposit',
        'net payment',
        'net warrant',
        'net settlement',
        'net distribution',
        'net salary',
        'net income',
        'total net',
        'you were paid',
        'you got paid',
        'your pay',
        'your paycheck',
        'amount of deposit',
      ),
      anchor(3, 'ytd', 'year to date', 'y t d', 'so far this year', 'this year', 'year so far', 'calendar year'),
      anchor(
        2,
        'gross pay',
        'gross earnings',
        'total gross',
        'gross wages',
        'gross',
        'total earnings',
        'total pay',
        'before taxes',
        'you earned',
        'total wages',
      ),
      beginning(
        3,
        'pay date',
        'pay period',
        'period ending',
        'period beginning',
        'check date',
        'pay begin date',
        'pay end date',
        'payday',
        'pay day',
        'period end',
        'period ends',
        'period start',
        'period begins',
        'period from',
        'advice date',
        'payment date',
        'deposit date',
        'date paid',
        'paid on',
        'pay per',
        'pay begin',
        'pay end',
        'week ending',
        'work week',
        'work period',
        'pay cycle',
        'earnings period',
      ),
      anchor(
        2,
        'earnings statement',
        'pay stub',
        'paystub',
        'payslip',
        'pay slip',
        'paycheck',
        'earnings',
        'statement of earnings',
        'statement of pay',
        'payroll',
        'pay statement',
        'pay advice',
        'wage statement',
        'advice of deposit',
        'wages',
        'compensation',
        'entitlements',
      ),
      anchor(1, 'deductions', 'taxes', 'withholding', 'withholdings', 'taxes withheld', 'tax withheld', 'withheld'),
      anchor(1, 'medicare', 'fica', 'oasdi', 'social security', 'federal'),
      anchor(1, 'hours', 'hrs', 'rate', 'salary', 'overtime', 'hourly'),
      anchor(1, 'direct deposit', 'check number', 'check no', 'advice number', 'non negotiable', 'voucher'),
      LETTER,
    ],
  },
  {
    document_type: 'BANK_STATEMENT',
    subtype: null,
    anchors: [
      beginning(
        4,
        'beginning balance',
        'opening balance',
        'previous balance',
        'balance forward',
        'starting balance',
        'balance brought forward',
        'previous statement balance',
        'balance last statement',
        'balance at start',
        'start balance',
        'beginning of period',
        'balance from last statement',
        'balance on last statement',
      ),
      beginning(
        4,
        'ending balance',
        'closing balance',
        'new balance',
        'current balance',
        'ending daily balance',
        'balance this statement',
        'balance at end',
        'end balance',
        'balance on this statement',
      ),
      anchor(2, 'statement period', 'statement of account', 'account statement', 'statement date', 'period covered'),
      anchor(
        2,
        'deposits',
        'deposits and other credits',
        'deposits and additions',
        'total deposits',
        'credits',
        'money in',
      ),
      anchor(
        2,
        'withdrawals',
        'withdrawals and other debits',
        'checks paid',
        'debits',
        'electronic withdrawals',
        'money out',
      ),
      anchor(2, 'transaction history', 'transaction detail', 'transactions', 'account activity', 'daily balance'),
      anchor(1, 'checking', 'savings', 'share account', 'share draft', 'account number', 'account ending in'),
      anchor(1, 'member fdic', 'federally insured by ncua', 'equal housing lender'),
      anchor(
        2,
        'card purchase',
        'debit card purchase',
        'checkcard',
        'pos purchase',
        'atm withdrawal',
        'online transfer',
        'bill payment',
        'mobile deposit',
        'interest paid',
        'ach debit',
        'ach credit',
      ),
      LETTER,
      // These words for pay reduce the page's score as a bank statement, because a pay stub may also list the bank
      // accounts into which the pay was deposited.
      anchor(-4, 'net pay', 'gross pay'),
      // These phrases reduce the page's score as a bank statement, because they are printed on credit card statements.
      // A credit card statement has balances, but it shows a liability and not a bank account.
      anchor(-6, 'minimum payment due', 'minimum payment', 'payment due date', 'credit limit'),
    ],
  },
  {
    document_type: 'INSURANCE_HOME_POLICY',
    subtype: null,
    anchors: [
      ...policy,
      anchor(3, 'homeowners', 'homeowner', 'dwelling fire', 'home insurance', 'homeowners policy'),
      anchor(3, 'dwelling', 'coverage a dwelling', 'other structures', 'loss of use'),
      anchor(2, 'personal property', 'property address', 'insured location', 'residence premises'),
    ],
  },
  {
    document_type: 'INSURANCE_AUTO_POLICY',
    subtype: null,
    anchors: [
      ...policy,
      anchor(3, 'auto policy', 'automobile', 'personal auto', 'auto insurance', 'vehicles', 'vehicle'),
      anchor(3, 'bodily injury', 'bodily injury liability', 'uninsured motorist', 'uninsured motorists'),
      anchor(2, 'collision', 'comprehensive', 'vin', 'vehicle identification number'),
    ],
  },
];
