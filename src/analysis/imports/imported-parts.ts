// The parts of a file from a bank, a payroll program or a tax program. A parser reads the file piece by piece and
// yields its parts in the order of the file, so that a large file needs little memory.

import type { CsvColumns } from '#domain/connections/import-formats.ts';

export type { CsvColumn, CsvColumns, ImportFormat } from '#domain/connections/import-formats.ts';

/** A place in a file. The first line and the first column have the number 1. */
export type Place = { line: number; column: number };

/** A parser throws this error if the file does not follow its format. `what` says what is wrong, without the place. */
export class UnreadableFile extends Error {
  readonly place: Place;
  readonly what: string;
  constructor(place: Place, what: string) {
    super(`Line ${place.line}, column ${place.column}: ${what}.`);
    this.name = 'UnreadableFile';
    this.place = place;
    this.what = what;
  }
}

export type AccountType =
  | 'CHECKING'
  | 'SAVINGS'
  | 'MONEY_MARKET'
  | 'CREDIT_CARD'
  | 'LINE_OF_CREDIT'
  | 'INVESTMENT'
  | 'LOAN'
  | 'OTHER';

/** An account is yielded before its transactions. Each property that the file does not state is null. */
export type ImportedAccount = {
  /** Identifies the account within the file. */
  key: string;
  /** The account number or IBAN, as complete as the file has it. */
  number: string | null;
  routing_number: string | null;
  /** The name of the bank or its identification (BIC, FID). */
  institution: string | null;
  name: string | null;
  owner: string | null;
  type: AccountType | null;
  currency_code: string | null;
};

export type ImportedTransaction = {
  account_key: string;
  /**
   * The identification that the bank gave the transaction (FITID, account servicer reference); null if the bank gave
   * none.
   */
  bank_id: string | null;
  /** The day on which the transaction was booked, as an ISO date. A pending transaction may have no such day. */
  posted_on: string | null;
  /** The day on which the transaction was made; null if the file does not state it. */
  transacted_on: string | null;
  /** The amount in cents: positive if money arrived in the account, negative if money left it. */
  amount: bigint;
  currency_code: string | null;
  is_pending: boolean;
  /** The text that the bank shows first, usually the payee. */
  description: string;
  memo: string | null;
  check_number: string | null;
  /** The balance after this transaction, if the file states it (CSV). */
  balance: bigint | null;
};

export type ImportedBalance = {
  account_key: string;
  kind: 'opening' | 'closing' | 'available';
  /** The balance in cents. */
  amount: bigint;
  /** The ISO date of the balance. */
  date: string | null;
};

/** A payment in a NACHA file: a credit from an employer to one account of an employee. */
export type ImportedPayment = {
  company_name: string;
  company_id: string;
  /** The description of the batch, such as PAYROLL. */
  description: string;
  /** The ISO date on which the receiver gets the money. */
  effective_date: string;
  receiver_name: string;
  /** The number by which the employer identifies the receiver. Some employers use the SSN. */
  receiver_id: string | null;
  routing_number: string;
  account_number: string;
  account_type: 'CHECKING' | 'SAVINGS';
  /** The amount of the payment in cents. */
  amount: bigint;
  trace_number: string;
};

/** The amounts of a tax form in cents, keyed by their box, such as `1` or `12D`. */
export type FormAmounts = Readonly<Record<string, bigint>>;

export type ImportedParty = {
  /** The EIN, TIN or SSN, digits only; null if it is not stated. */
  tax_id: string | null;
  name: string;
  /** The address lines that are not empty, in the order of the file. */
  address: readonly string[];
};

export type ImportedPerson = ImportedParty & { first_name: string; middle_name: string; last_name: string };

export type ImportedW2 = {
  tax_year: number;
  employer: ImportedParty;
  employee: ImportedPerson;
  /**
   * The amounts of boxes 1 to 8, 10 and 11, and of box 12 one amount per letter (such as `12D`). A box without an
   * amount is absent.
   */
  boxes: FormAmounts;
  is_statutory: boolean;
  has_retirement_plan: boolean;
  has_third_party_sick_pay: boolean;
  states: readonly ImportedState[];
};

export type ImportedState = {
  /** The postal abbreviation of the state. */
  state: string;
  state_id: string | null;
  wages: bigint;
  income_tax: bigint;
};

export type ImportedForm1099 = {
  /** The form's name without its number, such as `NEC` or `INT`. */
  form: string;
  tax_year: number;
  /** Whether the form replaces a form that was filed before. */
  is_correction: boolean;
  payer: ImportedParty;
  recipient: ImportedParty;
  /**
   * The type of `recipient.tax_id`. `SSN` is also used for an ITIN or ATIN. Null if the file does not state the type.
   */
  recipient_tax_id_type: 'EIN' | 'SSN' | null;
  account_number: string | null;
  /** The amounts, keyed by the number of the payment amount in the B record: `1` to `9`, `A` to `J`. */
  amounts: FormAmounts;
};

export type ImportedPart =
  /** The column map with which a CSV file is read. Only CSV files have this part. It comes before all other parts. */
  | { part: 'columns'; columns: CsvColumns }
  | { part: 'account'; account: ImportedAccount }
  | { part: 'transaction'; transaction: ImportedTransaction }
  | { part: 'balance'; balance: ImportedBalance }
  | { part: 'payment'; payment: ImportedPayment }
  | { part: 'w2'; w2: ImportedW2 }
  | { part: 'form_1099'; form: ImportedForm1099 }
  /** A fault that does not prevent the file from being read. */
  | { part: 'warning'; warning: Place & { message: string } };

export type Chunks = AsyncIterable<Uint8Array>;
/** Parses a file. Throws `UnreadableFile` at the first fault. */
export type FileParser = (chunks: Chunks) => AsyncGenerator<ImportedPart>;
