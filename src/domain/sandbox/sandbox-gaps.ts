// What a declared employment does not tell, by the names under which reports list it.
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

/** What was declared, of the parts that look the same empty and left out. */
type Told = { profile?: unknown; statements?: unknown; bank_accounts?: unknown; w2s?: unknown };

/** An object that was left out is named once; of one that was given, the fields that are not there. */
export function missingFields(told: Told, employment: Employment): string[] {
  const { company, profile, is_active, end_date } = employment;
  const names: string[] = OPTIONAL.filter((field) => employment[field] === null);
  // Nobody misses the last day of someone who still works there.
  if (!is_active && end_date === null) names.push('end_date');
  if (isEmpty(company.address)) names.push('company.address');
  for (const field of ['phone', 'ein'] as const) if (company[field] === null) names.push(`company.${field}`);
  if (told.profile === undefined || told.profile === null) names.push('profile');
  else {
    names.push(...PROFILE_FIELDS.filter((field) => profile[field] === null).map((field) => `profile.${field}`));
    if (isEmpty(profile.home_address)) names.push('profile.home_address');
  }
  return [...names, ...LISTS.filter((list) => told[list] === undefined)];
}

const isEmpty = (address: Address): boolean => Object.values(address).every((part) => part === null);
