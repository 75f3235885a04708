// Requests and responses for importing files. A client imports files of banks, payroll programs and tax programs for a
// person.
import { type Static, Type } from 'typebox';
import { type InvalidParam, incorrect } from '#base/errors.ts';
import {
  choice,
  fileName,
  Id,
  nullable,
  optionalChoice,
  optionalObject,
  optionalText,
  shape,
  Timestamp,
} from '#base/schema.ts';
import { toTimestamp } from '#base/timestamps.ts';
import type { DataSource, ProductType } from '#domain/access/products.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import {
  BANK_ACCOUNT_TYPES,
  type BankAccountType,
  type CsvColumn,
  type CsvColumns,
  IMPORT_FORMATS,
  type ImportFormat,
} from './import-formats.ts';

/** The maximum size of a file in bytes, after `content` is decoded. */
export const IMPORT_FILE_BYTES_MAX = 32 * 1_048_576;
/** The maximum length of `content`, which is base64 text with line breaks. */
const CONTENT_LENGTH_MAX = 46_000_000;
/**
 * The maximum size of a request body: the content in base64, plus 3 MiB for the line breaks in the content and for the
 * other fields.
 */
export const IMPORT_BODY_BYTES_MAX = 46 * 1_048_576;
/**
 * The maximum number of transactions that the files of one person may contain together. It is enough for ten years with
 * 27 transactions per day. Reading and comparing the maximum number of transactions takes 2.5 s of CPU time and 330 MB
 * of memory.
 */
export const IMPORTED_TRANSACTIONS_MAX = 100_000;

/** For each column of a CSV file, a description of its values. */
const COLUMNS = {
  date: 'The day on which the transaction was booked.',
  description: 'The text that the bank shows first.',
  amount: 'The amount, unless there are columns for debits and credits.',
  debit: 'The amounts of debits.',
  credit: 'The amounts of credits.',
  balance: 'The balance after the transaction.',
  currency: 'The currency code of the amount.',
};
const DECIMALS = ['.', ','] as const;
const SIGNS = ['credit_positive', 'debit_positive'] as const;
const DATE_FORMAT = 'YYYY or YY, MM or MMM (name of the month), DD and separators.';
const DECIMAL = 'The decimal sign of amounts.';
const SIGN = 'Whether a positive amount is money that arrived or money that left.';

/**
 * Adds a description to a schema object that the caller has just created. The object is changed in place, because a
 * copy would no longer be optional.
 */
const described = <Schema extends object>(schema: Schema, description: string): Schema =>
  Object.assign(schema, { description });

const column = (name: keyof typeof COLUMNS) =>
  Type.Optional(
    Type.Unsafe<CsvColumn | null>({
      type: ['string', 'integer', 'null'],
      minimum: 0,
      maxLength: 256,
      format: 'text',
      description: COLUMNS[name],
    }),
  );

const CSV_COLUMNS = shape('NewImportColumns', 'Which column of a CSV file holds what, by name or by index from 0.', {
  date: column('date'),
  description: column('description'),
  amount: column('amount'),
  debit: column('debit'),
  credit: column('credit'),
  balance: column('balance'),
  currency: column('currency'),
  date_format: optionalText(32, {
    description: DATE_FORMAT,
    examples: ['MM/DD/YYYY'],
  }),
  decimal: described(optionalChoice(DECIMALS), DECIMAL),
  sign: described(optionalChoice(SIGNS), SIGN),
});

const ACCOUNT = shape('NewImportAccount', 'What is known about the account, for files that do not state it.', {
  name: optionalText(128),
  type: optionalChoice(BANK_ACCOUNT_TYPES),
  currency_code: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], pattern: '^([A-Z]{3})?$', examples: ['USD'] }),
  ),
  mask: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: '^([0-9A-Za-z]{4})?$',
      description: 'The last four characters of the number.',
      examples: ['4721'],
    }),
  ),
});

export const NewImport = shape('NewImport', 'A file of a bank, a payroll program or a tax program.', {
  user_id: Type.String({ minLength: 1, format: 'text', description: 'The user whom the file is about.' }),
  filename: fileName('statement.ofx'),
  content: Type.String({
    minLength: 1,
    maxLength: CONTENT_LENGTH_MAX,
    format: 'base64',
    description: 'The file in base64; a file has at most 32 MiB.',
  }),
  format: described(optionalChoice(['auto', ...IMPORT_FORMATS]), 'The format; `auto`, the default, recognises it.'),
  account: optionalObject(ACCOUNT),
  columns: optionalObject(CSV_COLUMNS),
});
type NewImport = Static<typeof NewImport>;

const check = compileCheck(NewImport, 'body');
const isSound = (_sent: unknown, faults: readonly InvalidParam[]): _sent is NewImport => faults.length === 0;

/** Returns the request body if it is valid. Throws the validation errors otherwise. */
export function checkedImport(sent: unknown): NewImport {
  const faults = check(sent);
  if (!isSound(sent, faults)) throw incorrect(...faults);
  return sent;
}

export const FILE_TOO_LARGE = `Ensure the file has no more than ${IMPORT_FILE_BYTES_MAX} bytes.`;

const checkColumns = compileCheck(Type.Object({ columns: optionalObject(CSV_COLUMNS) }), 'body');

/**
 * Returns the columns if they are valid. Throws the validation errors otherwise. Columns that were not given are absent
 * from the result.
 */
export function checkedColumns(columns: unknown): Partial<CsvColumns> {
  const faults = checkColumns({ columns });
  if (!areSound(columns, faults)) throw incorrect(...faults);
  return toColumns(columns);
}

const areSound = (_sent: unknown, faults: readonly InvalidParam[]): _sent is NewImport['columns'] =>
  faults.length === 0;

const toColumns = (columns: NewImport['columns']): Partial<CsvColumns> =>
  Object.fromEntries(Object.entries(columns ?? {}).filter(([, value]) => value !== null && value !== ''));

export function checkSize({ length }: { length: number }): void {
  const message =
    length === 0 ? 'This field may not be blank.' : length > IMPORT_FILE_BYTES_MAX ? FILE_TOO_LARGE : undefined;
  if (message !== undefined) throw incorrect({ field: 'content', message });
}

/**
 * An import request with its content decoded. Values that were not given are null. Columns that were not given are
 * absent.
 */
export type SentImport = {
  user_id: string;
  filename: string;
  content: Uint8Array;
  /** The SHA-256 of the content, in hex. */
  sha256: string;
  format: ImportFormat | null;
  account: GivenAccount;
  columns: Partial<CsvColumns>;
};

export type GivenAccount = {
  name: string | null;
  type: BankAccountType | null;
  currency_code: string | null;
  mask: string | null;
};

/**
 * The value that is used if the request states nothing about the account. In this case, only the file itself describes
 * the account.
 */
export const NO_ACCOUNT: GivenAccount = { name: null, type: null, currency_code: null, mask: null };

export function toSentImport(sent: NewImport, content: Uint8Array, sha256: string): SentImport {
  const { user_id, filename, format, account, columns } = sent;
  return {
    user_id,
    filename,
    content,
    sha256,
    format: !format || format === 'auto' ? null : format,
    account: {
      name: account?.name || null,
      type: account?.type || null,
      currency_code: account?.currency_code || null,
      mask: account?.mask || null,
    },
    columns: toColumns(columns),
  };
}

export const ImportWarning = shape('ImportWarning', 'Something in a file that contradicts itself or was left out.', {
  line: Type.Integer({ description: 'The line in the file, from 1.' }),
  column: Type.Integer({ description: 'The column in the line, from 1.' }),
  message: Type.String(),
});
export type ImportWarning = Static<typeof ImportWarning>;

const requiredColumn = (name: keyof typeof COLUMNS) =>
  Type.Unsafe<CsvColumn>({ type: ['string', 'integer'], description: COLUMNS[name] });
const usedColumn = (name: keyof typeof COLUMNS) => Type.Optional(requiredColumn(name));

const UsedColumns = shape('ImportColumns', 'Which column of a CSV file holds what.', {
  date: requiredColumn('date'),
  description: requiredColumn('description'),
  amount: usedColumn('amount'),
  debit: usedColumn('debit'),
  credit: usedColumn('credit'),
  balance: usedColumn('balance'),
  currency: usedColumn('currency'),
  date_format: Type.Optional(Type.String({ description: DATE_FORMAT })),
  decimal: Type.Optional(described(choice(DECIMALS), DECIMAL)),
  sign: Type.Optional(described(choice(SIGNS), SIGN)),
});

const count = (description: string) => Type.Integer({ description });

export const ImportAnswer = shape('Import', 'An imported file.', {
  id: Id,
  user_id: Id,
  link_id: Id,
  task_id: Id,
  format: described(choice(IMPORT_FORMATS), 'The format of the file.'),
  accounts_count: count('The accounts in the file.'),
  transactions_count: count('The transactions in the file.'),
  new_transactions_count: count('The transactions that no earlier file of the user contained.'),
  statements_count: count('The credits of a NACHA file that belong to the user.'),
  tax_documents_count: count('The W-2s and 1099s in the file that belong to the user.'),
  columns: nullable(UsedColumns),
  warnings: Type.Array(ImportWarning, { description: 'At most 100.' }),
  created_at: Timestamp,
});
export type ImportAnswer = Static<typeof ImportAnswer>;

/** How many objects of each kind an imported file contains. */
export type ImportCounts = Pick<
  ImportAnswer,
  'accounts_count' | 'transactions_count' | 'new_transactions_count' | 'statements_count' | 'tax_documents_count'
>;

/**
 * The values of an import that are stored encrypted. They are encrypted because columns and warnings may quote the
 * file.
 */
export type ImportNotes = { filename: string; columns: CsvColumns | null; warnings: ImportWarning[] };

export type ImportRecord = ImportCounts & {
  id: string;
  user_id: string;
  link_id: string;
  task_id: string;
  format: ImportFormat;
  created_at: Date;
};

export const presentImport = (record: ImportRecord, { columns, warnings }: ImportNotes): ImportAnswer => ({
  id: record.id,
  user_id: record.user_id,
  link_id: record.link_id,
  task_id: record.task_id,
  format: record.format,
  accounts_count: record.accounts_count,
  transactions_count: record.transactions_count,
  new_transactions_count: record.new_transactions_count,
  statements_count: record.statements_count,
  tax_documents_count: record.tax_documents_count,
  columns,
  warnings,
  created_at: toTimestamp(record.created_at),
});

/**
 * For each file format, the product that the import's task verifies, and the data source of the file. Each task has the
 * data source of its own file. The link has the data source of its first file.
 */
export const VERIFIED_BY: Record<ImportFormat, { product_type: ProductType; data_source: DataSource }> = {
  ofx: { product_type: 'transactions', data_source: 'financial_accounts' },
  qfx: { product_type: 'transactions', data_source: 'financial_accounts' },
  camt053: { product_type: 'transactions', data_source: 'financial_accounts' },
  mt940: { product_type: 'transactions', data_source: 'financial_accounts' },
  bai2: { product_type: 'transactions', data_source: 'financial_accounts' },
  csv: { product_type: 'transactions', data_source: 'financial_accounts' },
  efw2: { product_type: 'income', data_source: 'payroll' },
  nacha: { product_type: 'income', data_source: 'payroll' },
  fire: { product_type: 'income', data_source: 'tax' },
};
