// Tests payments of state offices in the form in which banks print them. Banks cut the name of the payer after sixteen
// characters, and the purpose of the payment after ten.
import { expect, test } from 'vitest';
import { STATE_CODES } from '#analysis/withholding/states.ts';
import { newReader } from './readings.ts';
import { verdictOf } from './text-rules.ts';

const categoryOf = (text: string): string | null => {
  const verdict = verdictOf(newReader()(text, null).reading);
  return verdict !== null && 'category' in verdict ? verdict.category : null;
};

test.each<[string, string[]]>([
  [
    'UNEMPLOYMENT',
    [
      'STATE OF MICHIGAN UIA PRD',
      'COMM OF PA UCD UC BENEFITS',
      'MASS DUA UI BENEFIT',
      'OH ODJFS UI PMT',
      'LA WORKFORCE COM UI BENEFIT',
      'WA ST EMPLOY SEC UI BENEFIT',
      'STATE OF NJ DOL UI',
      'IN DWD UNEMP INS',
      'OR EMPLOYMENT DEPT UI BENEFIT',
      'CO DEPT OF LABOR UIBENEFIT',
      'AL DEPT OF LABOR UC PAYMENT',
      'FL DEO REEMP ASST',
      'COMM OF PA DES:UCD ID:77',
    ],
  ],
  [
    'CHILD_SUPPORT',
    [
      'STATE OF WA DSHS CHILDSUPP',
      'CA SCDU CHILD SUP',
      'ILL STATE DISBUR CHILD SUPP',
      'OHIO CSPC CHILD SUPP',
      'STATE OF NJ NJFSPC',
      'VA DSS DCSE CHILD SUP',
      'MO FSPC CHILD SUPT',
      'PA SCDU SUPPORT PY',
      'MISDU',
      'WISCTF',
      'FLORIDA DEPT OF REVENUE',
      'STATE OF MAINE CHILD SU',
    ],
  ],
  [
    'TAX_REFUND',
    [
      'WISC DEPT REVENU TAXRFD',
      'NC DEPT REVENUE NCTXREFUND',
      'VA DEPT TAXATION TAX REFUND',
      'ILLINOIS DOR STATE REFUND',
      'MN DEPT OF REVEN MN TX RFD',
      'AZ DEPT OF REV AZTAXREFND',
      'TAX REF ACH from IRS TREAS 310',
      'TAX PRODUCTS PE2',
      'Direct Deposit - SBTPG LLC',
      'NYS TAX',
      'INDIANA DOR',
      'IRS TREAS 310 XXTAX RE',
    ],
  ],
  [
    'RETIREMENT',
    [
      'TRS OF TEXAS RETIREMENT',
      'IPERS BENEFITS',
      'NM PERA PENSION',
      'STRS OHIO BENEFIT',
      'PERA OF COLORADO BENEFIT',
      'QUILL ANNUITYPMT',
      'PRUDENTIAL ANN PMT',
      'TSP TREAS 310 MISC PAY',
      'NYS & LOCAL RET',
      'QUAY CITY EMP PENSIO',
    ],
  ],
  [
    'GOVERNMENT_BENEFIT',
    [
      'STATE OF ALASKA PERM FUND DIV',
      'STATE OF CA CALWORKS',
      'STATE OF UTAH ADOPT SUBS',
      'NM CYFD FOSTERCARE',
      'QUAY CITY CASH ASSIS',
    ],
  ],
  // State offices also pay their own employees; these payments are pay checks.
  ['PAYCHECK', ['STATE OF MICHIGAN DIR DEP', 'NC DEPT OF REVENUE PAYROLL', 'MISDU PAYROLL', 'AL DEPT OF LABOR SALARY']],
])(
  'the category %s is recognized in the descriptions of payments from state offices and similar payers',
  (category, texts) => {
    expect(texts.filter((text) => categoryOf(text) !== category)).toEqual([]);
  },
);

test('tax refunds and child support are recognized for every state', () => {
  const missed = STATE_CODES.filter(
    (code) =>
      categoryOf(`STATE TREASURER ${code}STTAXRFD`) !== 'TAX_REFUND' || categoryOf(`${code}SDU`) !== 'CHILD_SUPPORT',
  );
  expect(missed).toEqual([]);
});
