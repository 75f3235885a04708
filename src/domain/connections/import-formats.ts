// The formats of files that can be imported, and the type that says which column of a CSV file contains which value.

export const IMPORT_FORMATS = ['ofx', 'qfx', 'camt053', 'mt940', 'bai2', 'csv', 'efw2', 'nacha', 'fire'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** A column of a CSV file, given by its name or by its index. The first column has the index 0. */
export type CsvColumn = string | number;

/** Says which column of a CSV file contains which value. Either `amount` or both `debit` and `credit` are given. */
export type CsvColumns = {
  date: CsvColumn;
  description: CsvColumn;
  amount?: CsvColumn;
  debit?: CsvColumn;
  credit?: CsvColumn;
  balance?: CsvColumn;
  currency?: CsvColumn;
  /**
   * A date format. It consists of YYYY or YY, MM or MMM (name of the month), DD, and separators, for example
   * `MM/DD/YYYY`.
   */
  date_format?: string;
  decimal?: '.' | ',';
  /** Whether a positive amount is incoming money (`credit_positive`) or outgoing money (`debit_positive`). */
  sign?: 'credit_positive' | 'debit_positive';
};

/** The types that a person's account may have. */
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
