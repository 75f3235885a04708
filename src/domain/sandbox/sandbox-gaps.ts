// Lists the fields that are missing in a declared employment. The fields have the names that reports use.
import type { Address, Employment } from '#domain/reports/payroll.ts';

const OPTIONAL = [
  'start_date',
  'income',
  'income_unit',
  'pay_rate',
  'pay_frequency',
  'job_type',
  'original_hire_date',
  'external_last_updated',
  'manager_name',
] as const;
const LISTS = ['statements', 'bank_accounts', 'w2s'] as const;
const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'full_name',
  'middle_initials',
  'email',
  'phone',
  'ssn',
  'date_of_birth',
] as const;

/**
 * The parts of the declaration as the client sent them. They show whether the client sent an empty part or did not send
 * the part. In both cases the `Employment` is the same.
 */
type Declared = { profile?: unknown; statements?: unknown; bank_accounts?: unknown; w2s?: unknown };

/**
 * Lists the missing fields. If the whole profile is absent, only `profile` is listed. Otherwise the missing fields of
 * the profile are listed. An address is listed only if all its parts are missing. A field that contains a list of
 * objects is listed only if the client did not send the field.
 */
export function missingFields(declared: Declared, employment: Employment): string[] {
  const { company, profile, is_active, end_date } = employment;
  const names: string[] = OPTIONAL.filter((field) => employment[field] === null);
  // An active employment has no end date, so `end_date` is not listed as missing.
  if (!is_active && end_date === null) names.push('end_date');
  if (isEmpty(company.address)) names.push('company.address');
  for (const field of ['phone', 'ein'] as const) if (company[field] === null) names.push(`company.${field}`);
  if (declared.profile === undefined || declared.profile === null) names.push('profile');
  else {
    names.push(...PROFILE_FIELDS.filter((field) => profile[field] === null).map((field) => `profile.${field}`));
    if (isEmpty(profile.home_address)) names.push('profile.home_address');
  }
  return [...names, ...LISTS.filter((list) => declared[list] === undefined)];
}

const isEmpty = (address: Address): boolean => Object.values(address).every((part) => part === null);
