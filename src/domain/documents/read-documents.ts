// The result of the document engine: the type of each document in a file, and its fields, each with its position on the
// page.
import type { Box } from './pages.ts';

export const READ_TYPES = [
  'PAYSTUB',
  'W2',
  'F1099',
  'F1040',
  'BANK_STATEMENT',
  'INSURANCE_HOME_POLICY',
  'INSURANCE_AUTO_POLICY',
  'OTHER',
] as const;
export type ReadType = (typeof READ_TYPES)[number];

export const SUBTYPES = [
  'W2C',
  'F1099_NEC',
  'F1099_MISC',
  'F1099_INT',
  'F1099_DIV',
  'F1099_G',
  'F1099_R',
  'F1099_K',
  'SSA_1099',
  'SCHEDULE_C',
  'SCHEDULE_E',
] as const;
export type Subtype = (typeof SUBTYPES)[number];

/**
 * Where a value was found: in a field of a fillable form, beside or below its label, in a column of a table, or in the
 * title of the file. If a form does not print its year, the title of the file may name the year of the blank form. The
 * figures may be of another year, so no check uses the title.
 */
export type Method = 'form_field' | 'label' | 'table' | 'title';

/** A value that was read. Amounts are in cents, dates have the form `YYYY-MM-DD`, and all other values are text. */
export type Field = {
  value: bigint | string | boolean;
  /** The value as it is printed on the page. */
  raw: string;
  page: number;
  box: Box;
  method: Method;
  /** The confidence, between 0 and 1. */
  confidence: number;
  /** Present if OCR misread the amount, but the correct amount follows from the other figures of the document. */
  repair?: Repair;
};

/**
 * The amount that OCR read, and the relations that fail with this amount but hold with the repaired amount. A relation
 * is between figures of the document.
 */
export type Repair = { read: bigint; checks: Pick<Check, 'name' | 'inputs'>[] };

export type Fields = Record<string, Field>;
/** The rows of the document's tables, for example `earnings` or `transactions`. */
export type Tables = Record<string, Fields[]>;

/** Returns the year that is printed on a form, or an empty text. */
export function printedYear({ fields }: Pick<Reading, 'fields'>): string {
  const year = fields['year'];
  return year === undefined || year.method === 'title' ? '' : String(year.value);
}

/** The fields of one document. */
export type Reading = { fields: Fields; tables: Tables };

/** A relation between figures of one document, and whether it holds. Amounts are decimals. */
export type Check = {
  name: string;
  holds: boolean;
  relation: 'equal' | 'at_least' | 'at_most';
  expected: string;
  actual: string;
  /** The names of the figures, for example `gross_pay` or `earnings[0].current`. */
  inputs: string[];
};

/** How often an employer pays, as printed on a pay stub. */
export const PRINTED_FREQUENCIES = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const;

/** Words of a document that say what its figures are about. They are not values, so they are not among the fields. */
export type PrintedTerms = {
  pay_frequency?: (typeof PRINTED_FREQUENCIES)[number];
  /** The name of the account, for example `Everyday Checking`. */
  account_type?: string;
};

export type ReadDocument = Reading & {
  /** Absent in readings that were stored before the engine could read `PrintedTerms`. */
  terms?: PrintedTerms;
  document_type: ReadType;
  subtype: Subtype | null;
  /** The first and the last page of the document, counted from 1. */
  pages: [number, number];
  checks: Check[];
};
