// Objects in which no field has a value. Connectors fill in the fields that their provider returns.
import type { EmploymentCore } from '#domain/reports/link-data.ts';
import type { Address, Profile } from '#domain/reports/payroll.ts';

export const NO_ADDRESS: Address = { street: null, city: null, state: null, zip: null, country: null };

export const UNKNOWN_PROFILE: Omit<Profile, 'id'> = {
  first_name: null,
  last_name: null,
  full_name: null,
  middle_initials: null,
  email: null,
  phone: null,
  ssn: null,
  date_of_birth: null,
  home_address: NO_ADDRESS,
};

export const UNKNOWN_EMPLOYMENT: Omit<EmploymentCore, 'id' | 'is_active' | 'profile'> = {
  start_date: null,
  company: { name: null, address: NO_ADDRESS, phone: null, ein: null },
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  job_title: null,
  job_type: null,
  original_hire_date: null,
  end_date: null,
  external_last_updated: null,
  derived_fields: [],
  missing_data_fields: [],
  manager_name: null,
  dates_from_statements: false,
  bank_accounts: [],
};
