// The formats of files that can be imported, and the map of the columns of a CSV file.

export const IMPORT_FORMATS = ['ofx', 'qfx', 'camt053', 'mt940', 'bai2', 'csv', 'efw2', 'nacha', 'fire'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The columns of a CSV file by name, or by index, which begins at 0. The first column has the index 0. */
export type CsvColumn = string | number;

/** Which column of a CSV file holds what. Either `amount` or both `debit` and `credit` are given. */
export type CsvColumns = {
  date: CsvColumn;
  description: CsvColumn;
  amount?: CsvColumn;
  debit?: CsvColumn;
  credit?: CsvColumn;
  balance?: CsvColumn;
  currency?: CsvColumn;
  /** Made of YYYY or YY, MM or MMM (name of the month), DD and separators, such as `MM/DD/YYYY`. */
  date_format?: string;
  decimal?: '.' | ',';
  /** Whether a positive amount is money that arrived (`credit_positive`) or left (`debit_positive`). */
  sign?: 'credit_positive' | 'debit_positive';
};

/** The types that an account of a person may have. */
export const BANK_ACCOUNT_TYPES = [
  'CHECKING',
  'SAVINGS',
  'CREDIT_CARD',
  'LOAN',
  'LINE_OF_CREDIT',
  'CHECKING_LINE_OF_CREDIT',
  'MORTGAGE',
  'INVESTMENT',
  'CD',
  'OTHER',
] as const;
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number];
