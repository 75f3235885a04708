// Reads a row of an operator's company file: validates its columns and converts it to a company.
import { createHash } from 'node:crypto';
import { isStorable, isUrl } from '#base/text.ts';
import {
  COMPANY_NAME_LENGTH_MAX,
  type Company,
  DEPOSIT_TYPES,
  type DepositSwitchFeature,
  isCompanyId,
  MAPPING_STATUSES,
} from './companies.ts';
import { IDENTIFIER_FORMS, type Identifier } from './company-identifiers.ts';
import { wordsOf } from './company-names.ts';
import { SUCCESS_RATES } from './providers.ts';

export const COMPANY_COLUMNS = [
  'id',
  'name',
  'domain',
  'logo_url',
  'ein',
  'phone',
  'street',
  'city',
  'state',
  'zip',
  'provider_id',
  'mapping_status',
  'success_rate',
  'deposit_types',
  'amount_precision',
  'percent_precision',
  'max_number',
] as const;
type Column = (typeof COMPANY_COLUMNS)[number];

/** The values of one row, keyed by column. Optional columns may be missing or empty. */
export type CompanyRecord = Partial<Record<Column, string>>;

export type ReadRow = { company: Company } | { faults: string[] };

const URL_LENGTH_MAX = 2_048;
const PROVIDER_ID = /^[a-z0-9_-]{1,64}$/;
/** The replacement character that a decoder puts in place of invalid UTF-8. */
const NOT_UTF8 = '\ufffd';

/** Returns the company of a valid row. Returns all validation errors if the row is not valid. */
export function readCompanyRow(record: CompanyRecord): ReadRow {
  const faults: string[] = [];
  const read = <T>(column: Column, parse: (text: string) => T | undefined, what: string): T | null => {
    const text = record[column]?.trim() ?? '';
    if (text === '') return null;
    const is_text = isStorable(text) && !text.includes(NOT_UTF8);
    const value = is_text ? parse(text) : undefined;
    if (value === undefined) faults.push(`${column}: ${quote(text)} is not ${is_text ? what : 'UTF-8'}`);
    return value ?? null;
  };
  const identifier = (column: Identifier, what: string) => read(column, IDENTIFIER_FORMS[column], what);

  const name = read('name', toName, `a name of up to ${COMPANY_NAME_LENGTH_MAX} characters`);
  if (name === null && faults.length === 0) faults.push('name: missing');
  const provider_id = read('provider_id', (text) => matching(text, PROVIDER_ID), 'a provider id');
  const company = {
    name: name ?? '',
    domain: identifier('domain', 'a domain'),
    logo_url: read('logo_url', toUrl, 'a web address'),
    ein: identifier('ein', 'nine digits'),
    phone: identifier('phone', 'a phone number'),
    street: read('street', upTo(256), 'a string of up to 256 characters'),
    city: read('city', upTo(128), 'a string of up to 128 characters'),
    state: identifier('state', 'a two-letter state code'),
    zip: identifier('zip', 'a five-digit zip code'),
    provider_id,
    mapping_status:
      read('mapping_status', oneOf(MAPPING_STATUSES), `one of ${MAPPING_STATUSES.join(', ')}`) ??
      (provider_id === null ? 'unmapped' : 'mapped'),
    success_rate: read('success_rate', oneOf(SUCCESS_RATES), `one of ${SUCCESS_RATES.join(', ')}`),
    deposit_switch: readDepositSwitch(read),
  };
  const id = read('id', toId, 'an id (up to 64 letters, digits, "-" and "_")');
  return faults.length > 0 ? { faults } : { company: { company_mapping_id: id ?? idOf(company), ...company } };
}

/** Returns `null` if `deposit_types` is missing, because then the company does not support switching deposits. */
function readDepositSwitch(
  read: <T>(column: Column, parse: (text: string) => T | undefined, what: string) => T | null,
): DepositSwitchFeature | null {
  const deposit_types = read('deposit_types', toDepositTypes, `a list of ${DEPOSIT_TYPES.join(', ')}`);
  const amount_precision = read('amount_precision', integer(0, 2), 'a number from 0 to 2') ?? 2;
  const percent_precision = read('percent_precision', integer(0, 2), 'a number from 0 to 2') ?? 2;
  const max_number = read('max_number', integer(1, 100), 'a number from 1 to 100') ?? 1;
  return deposit_types && { deposit_types, amount_precision, percent_precision, max_number };
}

/**
 * Returns the company id for a row without an id. The id is a hash of name, EIN, domain and state, so a row with the
 * same four values gets the same id in every file.
 */
function idOf({ name, ein, domain, state }: Omit<Company, 'company_mapping_id'>): string {
  const parts = [wordsOf(name).join(' '), ein, domain, state];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

const matching = (text: string, pattern: RegExp): string | undefined => (pattern.test(text) ? text : undefined);
const upTo = (length_max: number) => (text: string) => (text.length <= length_max ? text : undefined);
const toName = (text: string) =>
  text.length <= COMPANY_NAME_LENGTH_MAX && wordsOf(text).length > 0 ? text : undefined;
const toUrl = (text: string) => (text.length <= URL_LENGTH_MAX && isUrl(text) ? text : undefined);
const toId = (text: string) => (isCompanyId(text) ? text : undefined);

const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text.toLowerCase());

const integer = (from: number, to: number) => (text: string) =>
  /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to ? Number(text) : undefined;

function toDepositTypes(text: string): DepositSwitchFeature['deposit_types'] | undefined {
  const names = text.toLowerCase().split(/[\s;,|]+/);
  const types = DEPOSIT_TYPES.filter((type) => names.includes(type));
  return names.every((name) => DEPOSIT_TYPES.some((type) => type === name)) ? types : undefined;
}

const QUOTED_LENGTH_MAX = 60;
const quote = (text: string): string =>
  JSON.stringify(text.length > QUOTED_LENGTH_MAX ? `${text.slice(0, QUOTED_LENGTH_MAX)}…` : text);
