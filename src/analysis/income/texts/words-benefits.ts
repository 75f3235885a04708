// Words that identify payments by public offices and pension funds, payments that are due by law (such as child support
// and alimony), and a few other kinds of income (such as trust distributions and scholarships).
import type { PhraseList } from './lexicon.ts';

export type BenefitTag =
  | 'social_security'
  | 'veteran'
  | 'pension'
  | 'retirement_payer'
  | 'military_pay'
  | 'military_retired'
  | 'retired_net'
  | 'tax_refund'
  | 'unemployment'
  | 'unemployment_payer'
  | 'disability'
  | 'child_support'
  | 'alimony'
  | 'benefit'
  | 'benefit_payer'
  | 'benefit_word'
  | 'other_income';

export const BENEFIT_WORDS: readonly PhraseList<BenefitTag>[] = [
  {
    tag: 'social_security',
    role: 'payer',
    phrases: 'SSA TREAS, SSA, SSI TREAS, SSI, SOC SEC ADMIN, SOCIAL SECURITY ADMIN*',
  },
  // Banks print the kind of benefit before or after the office's name. The kind of benefit is therefore not treated as
  // part of the name.
  {
    tag: 'social_security',
    role: 'entry',
    phrases: `SOC SEC, SOCSEC, SOCIAL SECURITY, SOCIAL SEC, SUPP SEC, SUPPLEMENTAL SEC, SUPPLEMENTAL SECURITY`,
  },
  {
    tag: 'veteran',
    role: 'payer',
    phrases: 'VACP TREAS, VACP, VETERANS AFFAIRS, VAED TREAS, DEPT OF VETERANS',
  },
  {
    tag: 'veteran',
    role: 'entry',
    phrases: `VA BENEF, VA BENEFIT, VA BENEFITS, VETERANS BENEFIT*, VETERAN BENEFIT*, VA COMP, VA PENSION, VA EDUCATION,
      VA DISABILITY`,
  },
  {
    tag: 'pension',
    role: 'entry',
    phrases: `PENSION*, ANNUITYP*, PENSION, PENSIONS, PENSION PMT, PENSION PAYMENT, PENSION PAY, ANNUITY, ANNUITIES, ANNUITANT, RETIREE,
      RETIREES, RETIREE PAY, ANN PMT*, ANN PYMT*, ANN PAY, ANN PAYMENT, ANNTY*, TSP, TSP TREAS, CIV SERV, OPM TREAS, OPM RETIRE*, RRB TREAS, RR RET, RAIL RET, RAILROAD RET*, RETIREMENT PAY,
      RETIREMENT PMT, RETIREMENT BENEFIT*, RET BENEFIT, RETIRE BEN, 401K DIST*, 401K PAYMENT, 403B DIST*, IRA DIST*,
      IRA DISTRIBUTION, RMD, RETIREMENT DIST*, PENSION BENEFIT, DUCHOD, STATE PENSION, SUPERANNUATION`,
  },
  {
    tag: 'retirement_payer',
    role: 'payer',
    phrases: `RETIREMENT, PERA, RETIREMENT SYS*, RETIRE*, TEACHERS RET, TEACHER RET, EMPLOYEES RET, EMP RET, EMP RET SYS*, LOCAL RET*,
      RET SYS*, RET SYSTEM, PUBLIC EMPLOYEES RET*, CALPERS,
      CALSTRS, PERS, OPERS, STRS, SERS, TRS, PSERS, MPSERS, NYSLRS, FRS, IMRF, SURS, IPERS,
      KPERS, NDPERS, PERSI, TCRS, KTRS, MOSERS, LASERS, ASRS, NHRS, TMRS, TCDRS, LACERA, SDCERS, NYCERS, CTPF, SERS PA, TIAA, TIAA CREF, PBGC,
      EMPOWER RETIREMENT, FIDELITY RETIREMENT, PRINCIPAL LIFE, PENSION FUND, PENSION TRUST, PRUDENTIAL RETIREMENT`,
  },
  {
    tag: 'military_pay',
    role: 'payer',
    phrases: 'DFAS, DFAS IN IND, DFAS CLEVELAND, DFAS INDIANAPOLIS',
  },
  {
    tag: 'military_pay',
    role: 'entry',
    phrases: `ARMY ACT, NAVY ACT, AF SALARY, AIR FORCE ACT, USMC ACT, COAST GUARD ACT, ARMY RES, NAVY RES, ARMY NG, AF RES,
      MIL PAY, MILITARY PAY, ACTIVE DUTY, ARMY PAY, NAVY PAY, USAF PAY`,
  },
  {
    tag: 'military_retired',
    role: 'entry',
    phrases: `DFAS RET*, RETIRED PAY, MIL RET, MILITARY RET*, ARMY RET, NAVY RET, AF RET, USMC RET, RETD PAY,
      DFAS ANNUITY, MIL RETIRED, ARMY RETIRED, DFAS SBP`,
  },
  // RET NET means military retired pay. RET alone has no tag, because RET may be the end of a truncated name.
  { tag: 'retired_net', role: 'entry', phrases: 'RET NET' },
  {
    tag: 'tax_refund',
    role: 'payer',
    phrases: `IRS TREAS, IRS US TREASURY, FRANCHISE TAX BD, FRANCHISE TAX BOARD, DEPT OF REVENUE, DEPT REVENUE,
      DEPARTMENT OF REVENUE, REVENUE DEPT, TAX PRODUCTS, SBTPG, SANTA BARBARA TPG, TPG PRODUCTS, REFUND ADVANTAGE,
      REPUBLIC TRS, TAX REFUND SOL*, REFUNDO, TAX COMMISSION,
      COMPTROLLER TAX`,
  },
  {
    tag: 'tax_refund',
    role: 'entry',
    phrases: `TAX REF, TAXREF, TAX REFUND, TAXREFUND, TAX RFD, TAXRFD, TAX RFND, TAX RETURN, TAX RTN, CASTTAXRFD, STTAXRFD,
      NYSTTAXRFD, STATE TAX REF*, STATE TAX RF*, STTAXREF, STTXREF, INCOME TAX REF*`,
  },
  {
    tag: 'unemployment',
    role: 'entry',
    phrases: `UNEMPLOY*, UNEMP, UNEMP BENEFIT*, UNEMP COMP, UI BENEFIT, UI BENEFITS, UI BENEF, UI BENE, UI BEN, UI PAYMENT,
      UI PAYMENTS, UCD, UI PMT, UI PAY, UI CLAIM, UI, UC BENEFIT*, UC PAYMENT, UC BENEFITS, UIBENEFIT*, UIDD, UI DD, REEMPLOY*,
      JOBLESS*, JOBSEEKER*, PUA, PEUC, DUA BENEFIT*, UI DIRECT DEP, WEEKLY BENEFIT`,
  },
  {
    tag: 'unemployment_payer',
    role: 'payer',
    phrases: `EDD, DEPT OF LABOR, DEPT LABOR, DEPARTMENT OF LABOR, LABOR DEPT, DOL, TWC, TWC BENEFITS, IDES, DWD, JFS, ODJFS,
      DEPT OF WORKFORCE, WORKFORCE COMM*, WORKFORCE SERV*, EMPLOYMENT SEC*, EMPLOYMENT DEV*, EMPLOYMENT SECURITY, ESD,
      UIA, DLIR, DETR, DLLR, DES UI, CDLE, WORKFORCE AGENCY`,
  },
  {
    tag: 'disability',
    role: 'entry',
    phrases: `DISABILITY*, DISABIL*, LTD BENEFIT*, STD BENEFIT*, LTD BENE, LTD CLAIM, STD CLAIM,
      LONG TERM DIS*, SHORT TERM DIS*, SSDI, SDI, SDI BENEFIT*, EDD SDI, EDD DI, EDD PFL, PFL, PFML, PAID FAMILY LEAVE,
      PAID FAMILY, PAID LEAVE, UNUM, UNUM GROUP, UNUM LIFE, UNUM LIFE INS, INSURANCE LTD, HARTFORD BENEFIT*, AFLAC, WORKERS COMP*, WORKER COMP,
      WORKMANS COMP*, WC BENEFIT*, WKRS COMP, DI BENEFIT*`,
  },
  {
    tag: 'child_support',
    role: 'payer',
    phrases: `CHILD SUPPORT, CHILD SUPP*, CHILDSUPP*, CHLD SUP*, CHLDSUP*, CHILD SUP, CHLD SUPP, SDU, STATE DISB UNIT,
      STATE DISBURSEMENT UNIT, FAMILY SUPPORT, CSE PAYMENT, CSE, KIDS FIRST SUPPORT, SUPPORT PAYMENT, SUPPORT PMT, FSR CHILD*`,
  },
  {
    tag: 'alimony',
    role: 'entry',
    phrases: `ALIMONY, SPOUSAL SUPPORT, SPOUSAL SUPP*, SPOUSAL SUP, SPOUSAL MAINT*, SPOUSAL, MAINTENANCE PMT, PALIMONY`,
  },
  {
    tag: 'benefit',
    role: 'entry',
    phrases: `TANF, SNAP, EBT, CALWORKS, CALFRESH, WIC BENEFIT*, ECONOMIC IMPACT, TAXEIP, TAX EIP, EIP, CHILD TAX CREDIT,
      CHILDCTC, CTC ADV*, CHILD CTC, STIMULUS*, STIM PAYMENT, PUBLIC ASSIST*, CASH ASSIS*, CASH AID, GENERAL ASSIST*,
      HOUSING ASSIST*, ENERGY ASSIST*, LIHEAP, FOSTER CARE, FOSTERCARE, FOSTER PMT, ADOPTION ASSIST*,
      ADOPTION SUB*, ADOPT SUB*, ADOPT ASSIST*, KINSHIP CARE, PERMANENT FUND,
      PERM FUND, PERM FUND DIV*,
      WELFARE, UNIVERSAL CREDIT, CHILD BENEFIT, TAX CREDITS, GOVT BENEFIT*, GOV BENEFIT*, STATE BENEFIT*, PUBLIC BENEFIT*,
      FAMILY ASSIST*, INFLATION REFUND, TAX REBATE, SURVIVOR BENEFIT*, BLACK LUNG`,
  },
  {
    tag: 'benefit_payer',
    role: 'payer',
    phrases: `FEMA TREAS, FEMA, HHS, DHS, DSHS, DHHS, DCF, HUMAN SERVICES, SOCIAL SERVICES, DEPT OF HUMAN, DEPT HUMAN,
      DEPT OF SOCIAL, HOUSING AUTHORITY, DWP, HMRC, FAMILY SERVICES`,
  },
  {
    tag: 'benefit_word',
    role: 'entry',
    phrases:
      'BENEFIT, BENEFITS, BENEF, BENEFIT PMT, BENEFIT PAYMENT, BENEFITS PMT, BENEFITS PAYMENT, BENEFIT PAY, BEN PAY, BENE PMT, ASSISTANCE',
  },
  {
    tag: 'other_income',
    role: 'entry',
    phrases: `TRUST DISTRIBUTION, TRUST DIST*, TRUST PMT, TRUST PAYMENT, ESTATE DIST*, SCHOLARSHIP*, FELLOWSHIP, STIPEND, STIPENDS,
      GRANT PAYMENT, GRANT PMT, JURY DUTY, JURY FEE, ALLOWANCE, STRUCTURED SET*, STRUCT SET*, STRUCTURED PMT, ASSIGNED SETTLEMENT, SETTLEMENT ANNUITY,
      PERIODIC PMT, PERIODIC PAYMENT, ESTATE OF DIST*`,
  },
];
