// Words that identify insurers that replace the wages of people who cannot work: group disability, workers'
// compensation, paid leave. LTD alone is the legal form of a company; after an insurer's name, LTD means long-term
// disability.
import type { PhraseList } from './lexicon.ts';

/** The first words in the names of group disability carriers and their claims administrators. */
const CARRIERS = `HARTFORD, THE HARTFORD, HARTFORD LIFE, HARTFORD LIFE INS, HARTFORD INS, HARTFORD FIRE,
  LINCOLN NATL, LINCOLN NATIONAL, LINCOLN NAT, LINCOLN FIN, LINCOLN FINANCIAL, LINCOLN LIFE, LINCOLN NATL LIFE,
  METLIFE, MET LIFE, METROPOLITAN LIFE, PRUDENTIAL, PRUDENTIAL INS, PRU, GUARDIAN, GUARDIAN LIFE, PRINCIPAL,
  PRINCIPAL LIFE, CIGNA, CIGNA LIFE, LIFE INS CO OF NA, LINA, NEW YORK LIFE, NY LIFE, NYL, NYLGBS, NYL GBS,
  SUN LIFE, SUNLIFE, SUN LIFE ASSUR*, STANDARD INS, STANDARD INSURANCE, THE STANDARD, STANDARD INS CO,
  MUTUAL OF OMAHA, MUT OF OMAHA, UNITED OF OMAHA, RELIANCE STANDARD, RELIANCE STD, MATRIX ABSENCE, AETNA,
  AETNA LIFE, LIBERTY LIFE, LIBERTY MUTUAL, SEDGWICK, SEDGWICK CMS, UNUM, UNUM GROUP, UNUM LIFE, PROVIDENT LIFE,
  PAUL REVERE, COLONIAL LIFE, ASSURITY, AMERITAS, MASSMUTUAL, MASS MUTUAL, NORTHWESTERN MUT*, NW MUTUAL, SECURIAN,
  ONEAMERICA, SYMETRA, VOYA, DEARBORN, ANTHEM LIFE, USABLE LIFE, AFLAC, BERKSHIRE LIFE, ILLINOIS MUTUAL,
  ZURICH AMERICAN, TRUSTMARK, TRANSAMERICA, MADISON NATL, BOSTON MUTUAL, SHELTERPOINT`;

/** The carriers' terms for disability cover and paid leave. */
const COVERS =
  'LTD*, STD*, DI, IDI, DIS, DISAB*, DSBL*, GRP LTD, GRP STD, GROUP LTD, GROUP STD, GRP DISAB*, PFL, LEAVE';

const listed = (phrases: string): string[] => phrases.split(',').map((phrase) => phrase.trim());

/** Terms for disability cover that come before the carrier's name, because some banks print the entry first. */
const FIRST_COVERS = 'LTD, STD, LTD BEN*, STD BEN*, GRP LTD, GRP STD, DISAB*';

const everyCover = (carriers: string): string =>
  listed(carriers)
    .flatMap((carrier) => [
      ...listed(COVERS).map((cover) => `${carrier} ${cover}`),
      ...listed(FIRST_COVERS).map((cover) => `${cover} ${carrier}`),
    ])
    .join(', ');

export const INSURER_WORDS: readonly PhraseList<'disability'>[] = [
  { tag: 'disability', role: 'payer', phrases: everyCover(CARRIERS) },
  {
    tag: 'disability',
    role: 'entry',
    // At the start of an entry field, LTD always means long-term disability. It is never the legal form of a company
    // there.
    phrases: `| LTD, | STD, | DI, DISAB*, DSBLTY*, DSABLTY*, DISBLTY*, DIS BENEFIT*, DIS BENE*, DIS BEN, DIS PMT,
      DIS PAYMENT, DIS PYMT, DISBENEFIT*, LTD BEN*, LTD BNFT*, LTDBEN*, LTD DISAB*, LTD CLM*, STD BEN*, STD BNFT*,
      STDBEN*, STD DISAB*, STD CLM*, DI PMT, DI PAYMENT, DI PYMT, DI CLAIM*, DI BNFT*, DI BEN*, LT DISAB*,
      ST DISAB*, LNG TRM DIS*, INCOME PROTECT*, INCOME REPLACEMENT, RI TDI, DLT TDI, TDI BEN*, TDI PMT, TTD BEN*,
      TTD PAY, TTD PAYMENT*, TTD PAYMNT*, WORK COMP, WORKCOMP, WRK COMP, WRKCOMP, WKRCOMP, WRKRS COMP, WC INDEMNITY,
      WC PAYMENT, WC PMT, WC BEN*, WC TTD, INDEMNITY PMT, INDEMNITY PAY, INDEMNITY PAYMENT*, INDEMNITY PAYMNT*,
      PFML BEN*, FMLI, FAMLI, PAID FAM*, PAID MEDICAL LEAVE, PAID LEAVE OREGON, PAID FML, SHELTERPOINT`,
  },
  {
    tag: 'disability',
    role: 'payer',
    phrases: `BWC, OHIO BWC, SCIF, STATE COMP INS*, STATE COMPENSATION*, COMP INS FUND, SAIF CORP,
      GALLAGHER BASSETT, CORVEL, BROADSPIRE, SEDGWICK, SEDGWICK CLAIMS, SEDGWICK CMS, MATRIX ABSENCE, WORKSAFE*,
      TEXAS MUTUAL, PINNACOL, WCF MUTUAL`,
  },
];
