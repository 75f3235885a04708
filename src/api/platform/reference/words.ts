// Descriptions of the contract's fields, for the OpenAPI document. A field has the same meaning wherever it occurs, so
// it is described once, under its name. A field with a special meaning in one shape or operation is described under
// `Shape.field` or `operation.parameter`. A field that is described in its schema needs no entry.
import { ACCESS_WORDS } from './words-access.ts';
import { ACCOUNT_WORDS } from './words-accounts.ts';
import { DOCUMENT_WORDS } from './words-documents.ts';
import { INCOME_WORDS } from './words-income.ts';
import { INSURANCE_WORDS } from './words-insurance.ts';
import { ORDER_WORDS } from './words-orders.ts';
import { PAYROLL_WORDS } from './words-payroll.ts';
import { SHARED_WORDS } from './words-shared.ts';

export const WORDS: Readonly<Record<string, string>> = {
  ...SHARED_WORDS,
  ...ACCESS_WORDS,
  ...ORDER_WORDS,
  ...PAYROLL_WORDS,
  ...ACCOUNT_WORDS,
  ...INCOME_WORDS,
  ...INSURANCE_WORDS,
  ...DOCUMENT_WORDS,
};

/**
 * The description of a field or parameter. `owner` is the shape that contains the field, or the operation that has the
 * parameter.
 */
export const wordsFor = (owner: string, field: string): string | undefined =>
  WORDS[`${owner}.${field}`] ?? WORDS[field];
