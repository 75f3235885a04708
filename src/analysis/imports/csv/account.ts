// Reads what a CSV file says about its account, in the rows above the header and in a column of currencies.
import type { ImportedAccount } from '#analysis/imports/imported-parts.ts';
import type { Layout, Row } from './layout.ts';
import { plainName } from './names.ts';

const NUMBER_LABEL =
  /\b(?:account (?:number|no|num|nr)|account|iban|kontonummer|konto|cuenta|numero de cuenta|compte|numero de compte)\b/;
const NUMBER = /(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?|[X*.\u2022-]*\d[\dX*-]{3,33})\s*$/i;
const OWNER_LABEL = /^(?:name|account holder|account name|owner|kontoinhaber|titular|titulaire)$/;

export function accountOf(
  key: string,
  preamble: readonly Row[],
  body: readonly Row[],
  { at }: Layout,
): ImportedAccount {
  const pairs = preamble.flatMap(({ fields }) => labelledValues(fields));
  const number = pairs.find(({ label, value }) => NUMBER_LABEL.test(label) && NUMBER.test(value))?.value;
  const owner = pairs.find(({ label, value }) => OWNER_LABEL.test(label) && /\p{L}/u.test(value))?.value;
  const currency = body[0]?.fields[at.currency ?? -1]?.trim().toUpperCase() ?? '';
  return {
    key,
    number: number === undefined ? null : (NUMBER.exec(number)?.[0].trim() ?? null),
    routing_number: null,
    institution: null,
    name: null,
    owner: owner ?? null,
    type: null,
    currency_code: /^[A-Z]{3}$/.test(currency) ? currency : null,
  };
}

/**
 * Returns a label with its value, which is in the same field (`Account number: 123`) or in the next field that is not
 * empty.
 */
function labelledValues(fields: readonly string[]): { label: string; value: string }[] {
  const filled = fields.map((field) => field.trim()).filter((field) => field !== '');
  const [first = '', second] = filled;
  const [label = '', ...rest] = first.split(':');
  const value = rest.join(':').trim() || second || first.replace(/^\D*(?=[\dX*])/i, '');
  return [{ label: plainName(label), value: value.trim() }];
}
