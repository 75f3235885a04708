// Words that identify state offices that pay unemployment insurance, child support and tax refunds. Each state has its
// own names for these payments. The entry has only ten characters, so the names are truncated in various ways.
import { STATE_CODES } from '#analysis/withholding/states.ts';
import type { PhraseList } from './lexicon.ts';

export type StateTag = 'tax_refund' | 'unemployment' | 'unemployment_payer' | 'child_support';

/**
 * Joins each state's code and each ending without a space, in the form that states use in descriptions: CASTTAXRFD,
 * FLSDU.
 */
const ofEachState = (...endings: readonly string[]): string =>
  STATE_CODES.flatMap((code) => endings.map((ending) => `${code}${ending}`)).join(', ');

export const STATE_WORDS: readonly PhraseList<StateTag>[] = [
  {
    tag: 'tax_refund',
    role: 'entry',
    phrases: `${ofEachState('STTAX*', 'TAXR*', 'TAX REF*', 'TAX RFD', 'TAX RFND', 'TXREF*')}, STTAX*, ST TAX RFD,
      ST TAX REF*, ST TX REF*, ST TX RFD, TAXREF*, TAX REFD, TX REF*, TX RFD, TX RFND, STATE REFUND,
      DOR STATE REFUND, TAX OVERPAY*, TAXOVERPAY*`,
  },
  {
    tag: 'tax_refund',
    role: 'payer',
    phrases: `STATE TAX, DEPT OF REV*, DEPT REV*, DEPARTMENT OF REV*, STATE TAXATION, DEPT OF TAXATION,
      DEPT TAXATION, DEPT OF TAX*, DEPT TAX*, DIV OF TAXATION, DIVISION OF TAXATION, TAXATION DEPT,
      TAXATION AND REV*, TAXATION REV*, REVENUE SERVICES, REVENUE SERV*, DRS TAX*, DOR TAX*, DOR REFUND, DOR RFD,
      NCDOR, DOR, NYS TAX, NYS DTF, NYS TAX FIN*, FTB MCT REFUND, FTB`,
  },
  {
    tag: 'unemployment',
    role: 'entry',
    phrases: `${ofEachState('UIBEN*', 'UIDD', 'UIPMT', 'UIPAY*')}, UNEMP*, UNEMP INS, UNEMP INS*, UNEMP PMT,
      UNEMP PAY, UNEMP PAYMENT*, UNEMP PAYMNT*, UNEMPL BEN*, UI BNFT*, UI BNF*, UI BENFT*, UI BENEF*, UI BENE*,
      UI PYMT*, UI PMTS, UI WEEKLY, UI INS, UI DEP*, UI DIR DEP, UI TRUST*, UI FUND, UIBEN*, UIPMT*, UIPAY*,
      UIPYMT*, UC BEN*, UC BNFT*, UC PMT*, UC PYMT*, UC PAY, UC PAYMENT*, UC PAYMNT*, UC DD, UC DIR DEP, UCBEN*,
      UCPAY*, UCPMT*, UC CLAIM*, REEMP*, REEMP ASST, REEMP ASSIST*, RE EMPLOYMENT ASST, RA BENEFIT*, EMPL INS BEN*,
      EMPLOYMENT INS*, PARTIAL UI`,
  },
  {
    tag: 'unemployment_payer',
    role: 'payer',
    phrases: `${ofEachState('DOL', 'DLR', 'DLLR', 'DWS', 'LWD')}, NYSDOL, NYS DOL, NYS DEPT OF LABOR, ADOL, GDOL,
      KDOL, VDOL, NEDOL, ADWS, NMDWS, IWD, NHES, NCDES, MDES, OESC, SCDEW, JSND, JOB SERVICE ND, TDLWD,
      FLORIDACOMMERCE, FL COMMERCE, FL DEO, FLDEO, DEPT OF ECONOMIC OPP*, DEPT ECONOMIC OPP*, WORKFORCE WV,
      WORKFORCE DEV*, EMPLOYMENT COMM*, EMPLOYMNT SEC*, EMPLOYMNT DEV*, EMPLOY SEC*, EMPL SEC*, EMP SEC*,
      EMPLOY DEV*, JOB AND FAMILY SER*, JOB FAMILY SER*, DEPT EMPLOYMENT, DEPT OF EMPLOYMENT, DEPT OF EMPLOY*,
      DEPT EMPLOY*, LABOR AND IND*, LABOR TRAINING, LABOR AND TRAINING, LABOR AND EMP*, DEPT OF LABR, DEPT LABR,
      ECON SECURITY`,
  },
  {
    tag: 'child_support',
    role: 'payer',
    phrases: `${ofEachState('SDU', 'SCDU', 'CSDU', 'CHILDSUP*', 'CHLDSUP*', 'CSPC', 'DCSS')}, SCDU, CSDU, CHILDSUP*,
      CHILDSPT*, CHILDSPRT, CHLDSPT*, CHLDSPRT, CHILD SUP*, CHLD SUP*, CHILD SPT*, CHILD SPRT, CHD SUP*, CHD SUPP*,
      CH SUPP, CH SUPPORT, CHSUPP, C SUPPORT, CHILD SUPPORT PMT*, CHILD SUPPORT PAY, CHILD SUPPORT PAYMENT*,
      CHILD SUPPORT PAYMNT*, CHILD SUPPORT ENF*, CS PAYMENT, CS PMT, CS PYMT, CS DISB*, CSPAYMENT, CSPC, DCSS, DCSE,
      OCSE, CSEA, CSED, OAG CHILD*, OAG CSD, ATTY GEN CHILD*, SUPPORT DISB*, SUPPORT DSB*, SUPPORT COLL*,
      SUPPORT ENF*, SUPPORT CLEARING*, SUPPORT REGISTRY, SUPPORT TRUST, SUPPORTPMT, SUPPORT PYMT, SUPT PMT,
      FAMILY SUPP, FAM SUPP, FAM SUPPORT, FSPC, NJFSPC, WISCTF, INSCCU, NCCSCC, KANSAS PAYMENT C*, ST DISB UNIT,
      STATE DISB*, ST DISBURSEMENT*`,
  },
  // Florida has no income tax, so its revenue department sends no tax refunds. It forwards child support.
  {
    tag: 'child_support',
    role: 'payer',
    phrases: `${['FL', 'FLA', 'FLORIDA'].flatMap((state) => ['DEPT REV*', 'DEPT OF REV*', 'DOR'].map((office) => `${state} ${office}`)).join(', ')}`,
  },
];
