// The layout of FIRE files (IRS Publication 1220). Since tax year 2021 a payee has 18 amounts instead of 16, and the
// payee’s name begins 40 positions later.

/**
 * The 1099 forms, keyed by their code in the payer’s record. The value is null if the form is not a 1099 and reports no
 * income of its own.
 */
export const FORMS: Readonly<Record<string, string | null>> = {
  '1': 'DIV',
  '4': 'A',
  '5': 'C',
  '6': 'INT',
  '7': 'PATR',
  '9': 'R',
  A: 'MISC',
  B: 'B',
  D: 'OID',
  F: 'G',
  J: 'H',
  LS: 'LS',
  M: 'SA',
  MC: 'K',
  NE: 'NEC',
  P: 'CAP',
  Q: 'Q',
  QA: 'QA',
  S: 'S',
  SB: 'SB',
  T: 'LTC',
  // The codes of the forms 1098, 1098-C, 1098-E, 1098-F, 1098-Q and 1098-T.
  '3': null,
  X: null,
  '2': null,
  FP: null,
  QL: null,
  '8': null,
  // The codes of the forms 1097-BTC, 3921, 3922, 5498, 5498-ESA, 5498-SA and W-2G.
  BT: null,
  N: null,
  Z: null,
  L: null,
  V: null,
  K: null,
  W: null,
};

export type Layout = {
  /** The codes of the amounts in the order of their fields. */
  codes: readonly string[];
  /** The positions at which the payee’s first and second name lines begin. */
  first_name_line: number;
  second_name_line: number;
};

const CODES_TO_2020 = [...'123456789ABCDEFG'];

export const layoutOf = (tax_year: number): Layout =>
  tax_year <= 2020
    ? { codes: CODES_TO_2020, first_name_line: 248, second_name_line: 288 }
    : { codes: [...CODES_TO_2020, 'H', 'J'], first_name_line: 288, second_name_line: 328 };

/**
 * In a B record, amounts have 12 characters and begin at position 55. In C and K records, totals have 18 characters and
 * begin at position 16.
 */
export const AMOUNT = { from: 55, length: 12 };
export const TOTAL = { from: 16, length: 18 };
