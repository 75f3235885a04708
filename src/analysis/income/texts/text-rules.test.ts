import { describe, expect, test } from 'vitest';
import { newReader } from './readings.ts';
import { TEXT_RULE_IDS, verdictOf } from './text-rules.ts';

const verdict = (text: string) => verdictOf(newReader()(text, null).reading);

/** Each case has a rule, its result, and descriptions for which the rule decides. */
const CASES: [rule: string, decides: string, texts: string[]][] = [
  ['text.fee-reversal', 'fee_reversal', ['FEE REVERSAL NSF FEE RETURNED ITEM', 'ATM FEE REBATE']],
  [
    'text.reimbursement',
    'reimbursement',
    ['BASIN GEAR EXPENSE REIMB', 'HEALTHEQUITY FSA', 'BASIN GEAR PER DIEM', 'BASIN GEAR T&E'],
  ],
  [
    'text.cash-advance',
    'cash_advance',
    ['EARNIN ACTIVEHOURS', 'DAVE INC', 'DAVE', 'MONEYLION INSTACASH', 'DIME CASH ADVANCE'],
  ],
  ['text.advance-word', 'cash_advance', ['QUICKDIME ADVANCE']],
  [
    'text.government-benefit',
    'GOVERNMENT_BENEFIT',
    ['IRS TREAS 310 CHILDCTC', 'STATE OF CO TANF', 'AK PERMANENT FUND DIVIDEND', 'HMRC CHILD BENEFIT'],
  ],
  [
    'text.child-support',
    'CHILD_SUPPORT',
    [
      'TX CHILD SUPPORT SDU PAYMENT PPD ID: 9990000332',
      'STATE DISBURSEMENT UNIT',
      'MISDU CHILDSUPRT',
      'PASCDU',
      'CO FAM SUPP REG',
    ],
  ],
  [
    'text.tax-refund',
    'TAX_REFUND',
    [
      'IRS TREAS 310 TAX REF',
      'FRANCHISE TAX BD CASTTAXRFD',
      'STATE OF OHIO TAX REFUND',
      'STATE OF KANSAS DES:KSSTTAXRFD ID:77',
    ],
  ],
  [
    'text.refund',
    'refund',
    [
      'RETURN POS PURCHASE BASIN GEAR',
      'BASIN GEAR REFUND',
      'PROVISIONAL CREDIT',
      'CHARGEBACK BASIN',
      'UBER TRIP CREDIT',
    ],
  ],
  ['text.reward', 'card_reward', ['CASHBACK BONUS', 'REWARDS REDEMPTION CREDIT']],
  ['text.alimony', 'ALIMONY', ['ALIMONY PAYMENT', 'ZELLE FROM J DOE SPOUSAL SUPPORT']],
  ['text.veteran', 'VETERAN', ['VACP TREAS 310 XXVA BENEF PPD ID: 9990000311']],
  [
    'text.disability',
    'DISABILITY',
    [
      'UNUM LIFE INS LTD BENEFIT',
      'EDD SDI BENEFITS',
      'WORKERS COMP BENEFIT',
      'SUN LIFE LTD',
      'METLIFE DES:LTD ID:77',
      'AETNA LIFE DISAB BNFT',
      'ACH CORP CREDIT LTD CIGNA LIFE CUSTOMER ID 118204',
    ],
  ],
  [
    'text.social-security',
    'SOCIAL_SECURITY',
    ['SSA TREAS 310 XXSOC SEC', 'SSI TREAS 310 XXSUPP SEC', 'DIRECT DEPOSIT SSA TREAS 310'],
  ],
  ['text.military-retired', 'MILITARY', ['DFAS-CLEVELAND RETIRED PAY', 'MIL RETIRED']],
  [
    'text.military-retired-net',
    'MILITARY',
    ['DFAS-CLEVELAND RET NET', 'DFAS-CLEVELAND DES:RET NET ID:77', 'Ret Net Dfas-Cleveland'],
  ],
  [
    'text.pension',
    'RETIREMENT',
    ['GULF TEACHERS RET PENSION', 'OPM1 TREAS 310 XXCIV SERV', 'EMPOWER RETIREMENT 401K DIST'],
  ],
  [
    'text.unemployment',
    'UNEMPLOYMENT',
    ['NYS DOL UI DD', 'FLORIDA DEO REEMPLOYMENT', 'STATE UNEMPLOYMENT COMP', 'FL DEO REEMP ASST', 'PA UC BNFT'],
  ],
  [
    'text.gig-platform',
    'GIG_ECONOMY',
    ['UBER USA 6787 EDI PAYMNT', 'RAISER 6795 EDI PAYM', 'DOORDASH INC WEEKLY PAY', 'UPWORK ESCROW INC'],
  ],
  [
    'text.gig-programme',
    'GIG_ECONOMY',
    ['AMAZON.COM SERVI DES:FLEX PAY', 'WALMART INC SPARK DRVR PAY', 'WAL MART SPARK'],
  ],
  ['text.wage-access', 'PAYCHECK', ['DAILYPAY INC', 'PAYACTIV BASIN GEAR']],
  [
    'text.payroll-words',
    'PAYCHECK',
    [
      'BASIN GEAR PAYROLL',
      'BASIN GEAR REG SALARY',
      'ADVANCE LOAN & RENTAL PAYROLL',
      'CASINO BASIN WAGES',
      'AGRI TREAS 310 FED SAL',
      'LYFT INC PAYROLL',
      'PAYROLL ADVANCE GLASS WORKS',
    ],
  ],
  ['text.military-pay', 'PAYCHECK', ['DFAS-IN IND, IN ARMY ACT']],
  ['text.loan', 'loan', ['UPSTART NETWORK', 'BASIN LENDING', 'LOAN PROCEEDS']],
  ['text.credit-builder', 'credit_builder', ['SELF LENDER PAYOUT']],
  ['text.round-up', 'round_up', ['ACORNS ROUND-UPS', 'KEEP THE CHANGE']],
  ['text.gambling', 'gambling', ['DRAFTKINGS WITHDRAWAL', 'STATE LOTTERY']],
  ['text.insurance', 'insurance_payment', ['BASIN INSURANCE', 'GEICO']],
  ['text.claim', 'insurance_payment', ['BASIN INSURANCE CLAIM', 'GEICO CLAIMS PAYMENT', 'CLASS ACTION SETTLEMENT']],
  ['text.retirement-payer', 'RETIREMENT', ['CALPERS BENEFIT PMT', 'STATE RETIREMENT SYSTEM']],
  [
    'text.unemployment-payer',
    'UNEMPLOYMENT',
    ['CA EDD DIRECT DEP', 'TEXAS WORKFORCE COMMISSION', 'NJDOL', 'NHES DIRECT DEP'],
  ],
  ['text.benefit-payer', 'GOVERNMENT_BENEFIT', ['FEMA TREAS 310 MISC', 'COUNTY HUMAN SERVICES']],
  ['text.benefit-words', 'GOVERNMENT_BENEFIT', ['COUNTY BENEFIT PMT']],
  ['text.rental-platform', 'RENTAL', ['AIRBNB 4XW2', 'VRBO PAYOUT']],
  ['text.rental-words', 'RENTAL', ['BLUEBONNET PM OWNER DRAW CCD ID: 9990000331', 'ZELLE FROM TOBIAS FENWICK RENT']],
  [
    'text.interest',
    'INTEREST_DIVIDENDS',
    ['INTEREST PAYMENT', 'DIVIDEND RECEIVED', 'CREDIT INTEREST', 'BASIN GEAR DIV PAYMNT', 'BASIN GEAR DES:DIV ID:77'],
  ],
  ['text.brokerage', 'brokerage_move', ['SCHWAB BROKERAGE MONEYLINK', 'COINBASE INC']],
  ['text.broker', 'brokerage_move', ['CHARLES SCHWAB', 'Direct Deposit - EDWARD JONES']],
  ['text.payout', 'SELF_EMPLOYMENT', ['TUNEHARBOR PAYOUT']],
  ['text.bank-direct-deposit', 'PAYCHECK', ['Direct Deposit - BASIN GEAR', 'DIRECT DEPOSIT: BASIN GEAR']],
  [
    'text.marketplace',
    'SELF_EMPLOYMENT',
    [
      'STRIPE TRANSFER ST-A1B2',
      'ETSY INC DEPOSIT',
      'SQUARE INC',
      'INTUIT 77120345 DEPOSIT',
      'AMERICAN EXPRESS SETTLEMENT 7712034511',
    ],
  ],
  ['text.gig-words', 'GIG_ECONOMY', ['HOPALONG RIDES DRIVER PAY', 'VISA DIRECT PARCELPUP COURIER INSTANT PAY 11']],
  [
    'text.invoice',
    'SELF_EMPLOYMENT',
    ['JUNIPER STUDIO VENDOR PMT', 'OLD MESA PRESS INVOICE PAY', 'BASIN GEAR 1099 PMT'],
  ],
  ['text.other-income', 'OTHER', ['FENWICK TRUST DISTRIBUTION', 'BASIN COLLEGE STIPEND']],
  [
    'text.transfer',
    'own_transfer',
    ['ONLINE TRANSFER FROM SAV ...9876', 'ALLY BANK', 'ACH CONTRIBUTION FROM LINKED BANK'],
  ],
  ['text.payroll-company', 'PAYCHECK', ['GUSTO PAY 123456', 'RIPPLING DES:BASIN GEAR']],
  ['text.direct-deposit', 'PAYCHECK', ['BASIN GEAR DIR DEP', 'PROGRESSIVE DIR DEP', 'DIR DEP; FIDELITY INVEST']],
  [
    'text.cash',
    'CASH_DEPOSIT',
    ['ATM CASH DEPOSIT SANTA FE NM', 'COUNTER DEPOSIT', 'QUAY BANK ATM 03/14 #4471 DEPOSIT MAIN ST'],
  ],
  ['text.check', 'CASH_DEPOSIT', ['MOBILE CHECK DEPOSIT REF 123', 'REMOTE DEPOSIT']],
  [
    'text.person-to-person',
    'TRANSFER',
    ['ZELLE FROM TOBIAS FENWICK', 'ZELLE FROM DAVE SMITH', 'VENMO CASHOUT', 'PAYPAL TRANSFER'],
  ],
  ['text.pay-word', 'PAYCHECK', ['BASIN GEAR PAY', 'EDWARD JONES DES:COMMISSION ID:77', 'ALLSTATE INS CO INCENTIVE']],
  ['text.bare-deposit', 'CASH_DEPOSIT', ['DEPOSIT', 'CREDIT 1234567']],
  ['text.company-entry', 'SELF_EMPLOYMENT', ['BASIN GEAR CCD ID: 9990000400']],
];

describe('the rules for descriptions', () => {
  test.each(CASES)('the rules for descriptions include %s, which leads to the verdict %s', (rule, decides, texts) => {
    for (const text of texts) {
      const found = verdict(text);
      expect([text, found?.rule, found !== null && 'reason' in found ? found.reason : found?.category]).toEqual([
        text,
        rule,
        decides,
      ]);
    }
  });

  test('each rule for descriptions has exactly one test case', () => {
    expect(CASES.map(([rule]) => rule).toSorted()).toEqual([...TEXT_RULE_IDS].toSorted());
  });
});

test.each(['BASIN GEAR', 'BASIN GEAR PPD ID: 9990000400', 'INCOMING WIRE BASIN GEAR', 'INCOMING WIRE'])(
  'no rule gives a verdict on the description %s',
  (text) => expect(verdict(text)).toBeNull(),
);

test.each([
  ['BASIN LENDING', 'loan', 'soft'],
  ['BASIN CASINO', 'gambling', 'soft'],
  ['BASIN INSURANCE', 'insurance_payment', 'soft'],
  ['EARNIN', 'cash_advance', 'hard'],
  ['BASIN REFUND', 'refund', 'hard'],
  ['COINBASE', 'brokerage_move', 'hard'],
])('the description %s is rejected with the reason %s, and the rejection is %s', (text, reason, strength) => {
  expect(verdict(text)).toMatchObject({ reason, is_soft: strength === 'soft' });
});

test('after an insurer’s name, LTD means long-term disability; after any other name, it is a legal form', () => {
  expect(verdict('BASIN GEAR LTD')).toBeNull();
  expect(verdict('BASIN GEAR LTD PAYROLL')).toMatchObject({ category: 'PAYCHECK' });
  expect(verdict('CIGNA LTD')).toMatchObject({ category: 'DISABILITY' });
});

test('RET at the end of a non-military payer’s name is not military retired pay', () => {
  expect(verdict('KESTREL COUNTY RET NET PAY')).not.toMatchObject({ category: 'MILITARY' });
});

describe('"Direct Deposit" in a description', () => {
  test.each(['Direct Deposit - BASIN GEAR', 'ACH DIRECT DEPOSIT BASIN GEAR', 'DD BASIN GEAR'])(
    '"Direct Deposit" in a description is "fair" evidence of pay, not "strong" evidence, if the bank prints it before the payer’s name: %s',
    (text) => expect(verdict(text)).toMatchObject({ rule: 'text.bank-direct-deposit', strength: 'fair' }),
  );

  test('a short form of "Direct Deposit" (DIR DEP) is "strong" evidence of pay if no other kind of payment is named after it in the description', () => {
    expect(verdict('DIR DEP BASIN GEAR INC')).toMatchObject({ rule: 'text.direct-deposit', strength: 'strong' });
    expect(verdict('DIR DEP BASIN PROPERTIES RENT')).toMatchObject({ category: 'RENTAL' });
    expect(verdict('DIR DEP HARROW ADVANCE T')).toMatchObject({ rule: 'text.direct-deposit' });
  });

  test('"Direct Deposit" does not override the rest of the description', () => {
    expect(verdict('Direct Deposit - MISDU')).toMatchObject({ category: 'CHILD_SUPPORT' });
    expect(verdict('Direct Deposit - COUNTY BENEFIT PMT')).toMatchObject({ category: 'GOVERNMENT_BENEFIT' });
    expect(verdict('Direct Deposit - BASIN GEAR PAYROLL')).toMatchObject({ rule: 'text.payroll-words' });
  });

  test.each(['BASIN GEAR DIRECT DEPOSIT', 'BASIN GEAR DES:DIR DEP', 'DIRECT DEPOSIT', 'DIRECT DEPOSIT 4471'])(
    '"Direct Deposit" in a description means pay if it comes after a name or if there is no name: %s',
    (text) => expect(verdict(text)).toMatchObject({ rule: 'text.direct-deposit' }),
  );
});
