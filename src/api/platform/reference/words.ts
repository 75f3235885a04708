// What the fields of the contract mean, for the OpenAPI document. A field has one meaning wherever it occurs, so it is
// described once, by its name. A field that means something special in one shape or operation is described under
// `Shape.field` or `operation.parameter`; one that is described in its schema needs no entry.
import { ACCESS_WORDS } from './words-access.ts';
import { ACCOUNT_WORDS } from './words-accounts.ts';
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
};

/** `owner`: the shape of a field, or the operation of a parameter. */
export const wordsFor = (owner: string, field: string): string | undefined =>
  WORDS[`${owner}.${field}`] ?? WORDS[field];
