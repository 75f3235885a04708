// Puts all known phrases into one lexicon, and lists the words that do not identify the payer.
import { lexiconOf } from './lexicon.ts';
import { BENEFIT_WORDS, type BenefitTag } from './words-benefits.ts';
import { BUSINESS_WORDS, type BusinessTag } from './words-business.ts';
import { INSURER_WORDS } from './words-insurers.ts';
import { NOT_INCOME_WORDS, type NotIncomeTag } from './words-not-income.ts';
import { PAY_WORDS, type PayTag } from './words-pay.ts';
import { RAIL_WORDS, type RailTag } from './words-rails.ts';
import { STATE_WORDS } from './words-states.ts';

export type Tag = PayTag | BenefitTag | BusinessTag | NotIncomeTag | RailTag;

export const findPhrases = lexiconOf<Tag>([
  ...PAY_WORDS,
  ...BENEFIT_WORDS,
  ...STATE_WORDS,
  ...INSURER_WORDS,
  ...BUSINESS_WORDS,
  ...NOT_INCOME_WORDS,
  ...RAIL_WORDS,
]);

/** Words that banks print before a payer's name. */
export const BEFORE_A_NAME = new Set(
  `ACH CREDIT CR CREDITS DEPOSIT DEPOSITS DEP ELECTRONIC ELEC DIRECT DIR PREAUTHORIZED PREAUTH PREAUTHORISED AUTOMATIC AUTO EXTERNAL
  INCOMING RECEIVED RECD RCVD FROM PAID BY EFT BACS BGC FPI FASTER PPD CCD CTX WEB TEL IAT ID DES INDN ORIG NAME CO ENTRY DESCR
  TRN REF REFERENCE PAYMENT PAYMENTS PMT PYMT POS ONLINE TRANSACTION TRANS TXN EARLY POSTED PENDING CORPORATE MISC MISCELLANEOUS
  MONEY OTHER MOBILE INTERNET NET TO FOR ON AT OF AND VIA`.split(/\s+/),
);

/** Words of `BEFORE_A_NAME` that may also begin a company's name: Credit Acceptance, Auto Owners, Direct Energy. */
export const MAY_BEGIN_A_NAME = new Set(
  'CREDIT AUTO AUTOMATIC DIRECT ELECTRONIC ONLINE MOBILE INTERNET EARLY EXTERNAL CORPORATE MONEY NET OTHER'.split(' '),
);

/** Words that come after a name and mark its end. They are not part of the name. */
export const BEHIND_A_NAME = new Set(
  `ACH PPD CCD CTX WEB TEL IAT ID DES INDN ORIG TRACE TRN REF REFERENCE CONF CONFIRMATION PMT PMTS PYMT PYMTS PAYMNT PAYMNTS PYMNT
  PYMNTS PAYMENT PAYMENTS EDI BGC BACS FPI TYPE DEP DEPOSIT EFT TREAS ON DATE ACCT ACCOUNT ENDING TXN TRANSACTION MEMO`.split(
    /\s+/,
  ),
);

export const LEGAL_FORMS = new Set(
  `INC CO INCORPORATED LLC LLP LP LTD LIMITED CORP CORPORATION COMPANY COMPANIES PLLC PC PLC NA GMBH AG SA NV BV COM THE AND OF
  HOLDINGS HLDGS GROUP GRP INTL INTERNATIONAL ENTERPRISES USA`.split(/\s+/),
);
