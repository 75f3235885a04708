// The content that is kept of an imported file: its accounts with their balances, the payments and tax forms of the
// person, and the rows of its accounts. Amounts are decimal strings, because the content is stored as JSON.
import type {
  AccountType,
  CsvColumns,
  ImportedAccount,
  ImportedBalance,
  ImportedForm1099,
  ImportedPart,
  ImportedPayment,
  ImportedTransaction,
  ImportedW2,
  ImportFormat,
  Place,
} from '#analysis/imports/imported-parts.ts';
import { UnreadableFile } from '#analysis/imports/imported-parts.ts';
import { formatMoney, type InDecimals, inDecimals } from '#base/money.ts';
import type { BankAccountType } from '#domain/connections/import-formats.ts';
import type { GivenAccount, ImportWarning } from '#domain/connections/imports.ts';
import { checkRecords, isOwnForm, isOwnPayment, isOwnW2, type Sought } from './own-records.ts';

export type ImportContent = { head: ImportHead; rows: ImportedRow[] };

/**
 * All content except the rows. It is small: even if the file has records of many people, only the records of the user
 * are kept.
 */
export type ImportHead = {
  format: ImportFormat;
  accounts: ImportedBook[];
  payments: InDecimals<ImportedPayment>[];
  w2s: InDecimals<ImportedW2>[];
  forms: InDecimals<ImportedForm1099>[];
};

/** An account in a file. */
export type ImportedBook = Omit<ImportedAccount, 'key' | 'type'> & {
  /** Identifies the account in all files of the person. */
  identity: string;
  type: AccountType | BankAccountType | null;
  mask: string | null;
  balances: InDecimals<Omit<ImportedBalance, 'account_key'>>[];
  /** The last day for which the file has data of the account. */
  as_of: string;
};

/** A transaction in a file. `book` is the index of the transaction's account among the accounts of the file. */
export type ImportedRow = Omit<InDecimals<ImportedTransaction>, 'account_key' | 'balance'> & { book: number };

export type TakenImport = ImportContent & {
  columns: CsvColumns | null;
  warnings: ImportWarning[];
};

export type TakeOptions = {
  /** The properties of the account, as given by the client. */
  account: GivenAccount;
  /** The person whose payments and tax forms are kept. */
  sought: Sought;
  rows_max: number;
};

/**
 * Reads all parts of a file. Nothing is returned before the end of the file, because a fault may come after thousands
 * of parts.
 */
export async function takeParts(
  format: ImportFormat,
  parts: AsyncIterable<ImportedPart>,
  { account: given, sought, rows_max }: TakeOptions,
): Promise<TakenImport> {
  const taken: TakenImport = {
    head: { format, accounts: [], payments: [], w2s: [], forms: [] },
    rows: [],
    columns: null,
    warnings: [],
  };
  const { accounts, payments, w2s, forms } = taken.head;
  const indexes = new Map<string, number>();
  const bookOf = (key: string): { at: number; book: ImportedBook } => {
    const at = indexes.get(key) ?? -1;
    const book = accounts[at];
    if (book === undefined) throw new Error('a parser yields an account before its transactions');
    return { at, book };
  };
  for await (const one of parts) {
    if (one.part === 'transaction') {
      const { at, book } = bookOf(one.transaction.account_key);
      if (taken.rows.length === rows_max) throw new UnreadableFile(START, tooManyRows(rows_max));
      taken.rows.push(toRow(one.transaction, at));
      noteDay(book, one.transaction.posted_on ?? one.transaction.transacted_on);
    } else if (one.part === 'account') {
      indexes.set(one.account.key, accounts.push(toBook(one.account, given, format)) - 1);
    } else if (one.part === 'balance') {
      const { kind, amount, date } = one.balance;
      const { book } = bookOf(one.balance.account_key);
      book.balances.push({ kind, amount: formatMoney(amount), date });
      noteDay(book, date);
    } else if (one.part === 'payment') {
      if (isOwnPayment(sought, one.payment)) payments.push(inDecimals(one.payment));
    } else if (one.part === 'w2') {
      if (isOwnW2(sought, one.w2)) w2s.push(inDecimals(one.w2));
    } else if (one.part === 'form_1099') {
      if (isOwnForm(sought, one.form)) forms.push(inDecimals(one.form));
    } else if (one.part === 'columns') taken.columns = one.columns;
    else taken.warnings.push(one.warning);
  }
  if (IS_ABOUT_PEOPLE[format]) checkRecords(taken.head);
  return taken;
}

/** Whether a file of the format contains records of many people. */
const IS_ABOUT_PEOPLE: Record<ImportFormat, boolean> = {
  ofx: false,
  qfx: false,
  camt053: false,
  mt940: false,
  bai2: false,
  csv: false,
  efw2: true,
  nacha: true,
  fire: true,
};

const START: Place = { line: 1, column: 1 };
const tooManyRows = (max: number): string => `more than ${max.toLocaleString('en-US')} transactions`;

function noteDay(book: ImportedBook, day: string | null): void {
  if (day !== null && day > book.as_of) book.as_of = day;
}

function toRow(transaction: ImportedTransaction, book: number): ImportedRow {
  const { bank_id, posted_on, transacted_on, amount, currency_code, is_pending } = transaction;
  const { description, memo, check_number } = transaction;
  return {
    book,
    bank_id,
    posted_on,
    transacted_on,
    amount: formatMoney(amount),
    currency_code,
    is_pending,
    description,
    memo,
    check_number,
  };
}

/** Banks write these formats for checking accounts, but the files do not state the type of account. */
const STATEMENTS: ReadonlySet<ImportFormat> = new Set(['camt053', 'mt940', 'bai2']);

/** Values that the file states about the account take precedence over values that the client gives. */
function toBook(account: ImportedAccount, given: GivenAccount, format: ImportFormat): ImportedBook {
  const { number, routing_number, institution, owner } = account;
  return {
    identity: identityOf(account, given),
    number,
    routing_number,
    institution,
    owner,
    name: account.name ?? given.name,
    type: account.type ?? given.type ?? (STATEMENTS.has(format) ? 'CHECKING' : null),
    currency_code: account.currency_code ?? given.currency_code,
    mask: number === null ? given.mask : (/[0-9A-Za-z]{4}$/.exec(number.replace(/[^0-9A-Za-z]/g, ''))?.[0] ?? null),
    balances: [],
    as_of: '',
  };
}

/**
 * An account with a number is identified by its number, bank, type and currency in the file. The number alone is not
 * enough: some banks use one number for the checking and the savings account of a person, or for accounts in two
 * currencies. An account without a number (CSV) is identified by the mask or the name that the client gives. If the
 * client gives neither, all such files belong to one account.
 */
function identityOf(account: ImportedAccount, { mask, name }: GivenAccount): string {
  const { number, routing_number, type, currency_code } = account;
  if (number !== null) {
    return JSON.stringify([number.replace(/\s/g, '').toUpperCase(), routing_number, type, currency_code]);
  }
  return JSON.stringify(mask !== null ? ['mask', mask] : name === null ? [] : ['name', name]);
}
