// Response schemas of a link's insurance reports, as defined in section 12 of the contract.
import { profile } from './payroll.ts';
import {
  address,
  boolean,
  choice,
  date,
  each,
  extend,
  fileUrl,
  id,
  integer,
  list,
  masked,
  money,
  type ObjectShape,
  object,
  orNull,
  taskStatus,
  text,
  timestamp,
} from './words.ts';

export const HOME_POLICIES = [
  'HOMEOWNERS',
  'CONDO',
  'RENTERS',
  'LANDLORD',
  'MOBILE_HOME',
  'FLOOD',
  'FIRE',
  'EARTHQUAKE',
] as const;
export const AUTO_POLICIES = ['AUTO', 'MOTORCYCLE', 'CLASSIC_CAR', 'NAMED_NON_OWNER'] as const;
const OTHER_POLICIES = [
  'BOAT',
  'FARMOWNER',
  'LIFE',
  'TERM_LIFE',
  'UNIVERSAL_LIFE',
  'WHOLE_LIFE',
  'SNOWMOBILE',
  'UMBRELLA',
  'RECREATIONAL_VEHICLE',
  'TRAILER',
  'PERSONAL_ARTICLES',
  'BUSINESS_OWNERS',
  'COMMERCIAL_UMBRELLA',
  'COMMERCIAL_AUTO',
  'COMMERCIAL_FIRE',
  'COMBO',
  'OFFROAD_VEHICLE',
  'WORKERS_COMPENSATION',
  'PET',
  'PERSONAL_LIABILITY',
  'GENERAL_LIABILITY',
  'ERRORS_AND_OMISSIONS',
  'INLAND_MARINE',
  'GARAGE',
  'EXCESS_LIABILITY',
  'CYBER',
  'IDENTITY_THEFT',
] as const;

const coverage = object({
  id,
  name: text(),
  is_declined: boolean,
  ...each(orNull(money), 'premium', 'per_person_limit', 'per_incident_limit', 'deductible'),
});
const mortgagee = object({
  id,
  name: text(),
  type: choice('FIRST', 'SECOND', 'OTHER'),
  loan_number: orNull(text()),
  address,
});
const dwelling = object({
  id,
  address,
  ...each(orNull(money), 'replacement_cost', 'cash_value'),
  coverages: list(coverage),
  mortgagees: list(mortgagee),
});
const vehicle = object({
  id,
  ...each(orNull(text()), 'vin', 'make', 'model', 'series', 'type', 'lien_holder'),
  ...each(orNull(integer), 'year', 'annual_mileage'),
  is_removed: boolean,
  coverages: list(coverage),
});
const namedInsured = object({
  id,
  ...each(orNull(text()), 'first_name', 'middle_name', 'last_name'),
  full_name: text(),
  is_primary: boolean,
});
const claim = object({
  id,
  ...each(orNull(id), 'dwelling_id', 'vehicle_id', 'driver_id'),
  ...each(orNull(date), 'date_occurred', 'date_closed'),
  payout: orNull(money),
  ...each(
    orNull(text()),
    'carrier_claim_identifier',
    'type',
    'status',
    'representative_name',
    'representative_phone',
    'representative_email',
  ),
});
const policy = (policy_types: readonly string[]): ObjectShape =>
  object({
    id,
    carrier_name: text(),
    policy_type: choice(...policy_types),
    ...each(orNull(text()), 'carrier_policy_number', 'name', 'description'),
    ...each(orNull(date), 'effective_date', 'expiry_date', 'renewal_date', 'canceled_date'),
    ...each(orNull(money), 'total_premium', 'deductible'),
    status: choice('ACTIVE', 'PENDING', 'CANCELLED', 'EXPIRED', 'OTHER'),
    paid_in_full: orNull(boolean),
    dwellings: list(dwelling),
    vehicles: list(vehicle),
    named_insureds: list(namedInsured),
    commercial_named_insureds: list(object({ id, name: text() })),
    claims: list(claim),
  });
const driver = object({
  id,
  full_name: text(),
  date_of_birth: orNull(date),
  license_number: orNull(masked),
  ...each(orNull(text()), 'license_state', 'relationship'),
});
const insuredAddress = extend(address, { id, address_nature: choice('MAILING', 'PROPERTY', 'GARAGING') });
const drivingRecord = object({ id, driver_id: id, date, type: text(), description: orNull(text()) });
const agent = object({ id, name: text(), ...each(orNull(text()), 'phone', 'email'), address });

const insured = (policy_types: readonly string[]): ObjectShape =>
  object({
    policies: list(policy(policy_types)),
    drivers: list(driver),
    addresses: list(insuredAddress),
    driving_records: list(drivingRecord),
    agents: list(agent),
  });
const ALL_POLICIES = [...HOME_POLICIES, ...AUTO_POLICIES, ...OTHER_POLICIES];
/** The report's lists without its other fields; orders contain the same lists (contract, section 5.4). */
export const insuredLists = insured(ALL_POLICIES);

const report = (policy_types: readonly string[]): ObjectShape =>
  object({
    id,
    status: taskStatus,
    finished_at: orNull(timestamp),
    access_token: id,
    tracking_info: orNull(text(256)),
    provider: text(64),
    pdf_report: orNull(fileUrl),
    identity: orNull(profile),
    insurance: insured(policy_types),
  });

export const insuranceReport = report(ALL_POLICIES);
/** The home report contains only home policies, and the auto report contains only auto policies. */
export const homeReport = report(HOME_POLICIES);
export const autoReport = report(AUTO_POLICIES);
