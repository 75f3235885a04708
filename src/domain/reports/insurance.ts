// An insurer's data about a person: policies with their coverages, drivers, addresses, driving records and agents. The
// schemas follow the table in the contract. A connector returns amounts in hundredths and full licence numbers.
import { type Static, Type } from 'typebox';
import { CalendarDate } from '#base/calendar.ts';
import { type InDecimals, type InHundredths, Money } from '#base/money.ts';
import { choice, Id, nullable, sensitive, shape } from '#base/schema.ts';
import type { Timed } from '#domain/platform/list-changes.ts';
import { AddressAnswer } from './payroll.ts';

export const HOME_POLICY_TYPES = [
  'HOMEOWNERS',
  'CONDO',
  'RENTERS',
  'LANDLORD',
  'MOBILE_HOME',
  'FLOOD',
  'FIRE',
  'EARTHQUAKE',
] as const;
export const AUTO_POLICY_TYPES = ['AUTO', 'MOTORCYCLE', 'CLASSIC_CAR', 'NAMED_NON_OWNER'] as const;

export const POLICY_TYPES = [
  'AUTO',
  'BOAT',
  'CONDO',
  'FARMOWNER',
  'FLOOD',
  'HOMEOWNERS',
  'LANDLORD',
  'LIFE',
  'MOTORCYCLE',
  'TERM_LIFE',
  'UNIVERSAL_LIFE',
  'WHOLE_LIFE',
  'RENTERS',
  'SNOWMOBILE',
  'UMBRELLA',
  'RECREATIONAL_VEHICLE',
  'FIRE',
  'TRAILER',
  'PERSONAL_ARTICLES',
  'EARTHQUAKE',
  'BUSINESS_OWNERS',
  'COMMERCIAL_UMBRELLA',
  'COMMERCIAL_AUTO',
  'COMMERCIAL_FIRE',
  'COMBO',
  'OFFROAD_VEHICLE',
  'WORKERS_COMPENSATION',
  'MOBILE_HOME',
  'PET',
  'PERSONAL_LIABILITY',
  'GENERAL_LIABILITY',
  'ERRORS_AND_OMISSIONS',
  'INLAND_MARINE',
  'GARAGE',
  'EXCESS_LIABILITY',
  'CYBER',
  'IDENTITY_THEFT',
  'NAMED_NON_OWNER',
  'CLASSIC_CAR',
] as const;
export const POLICY_STATUSES = ['ACTIVE', 'PENDING', 'CANCELLED', 'EXPIRED', 'OTHER'] as const;
export const MORTGAGEE_TYPES = ['FIRST', 'SECOND', 'OTHER'] as const;
export const ADDRESS_NATURES = ['MAILING', 'PROPERTY', 'GARAGING'] as const;

const text = nullable(Type.String());
const date = nullable(CalendarDate);
const amount = nullable(Money);
const id = nullable(Id);

export const CoverageAnswer = shape('Coverage', 'A coverage under a policy.', {
  id: Id,
  name: Type.String(),
  premium: amount,
  is_declined: Type.Boolean(),
  per_person_limit: amount,
  per_incident_limit: amount,
  deductible: amount,
});

export const MortgageeAnswer = shape('Mortgagee', 'A lender with a mortgage on a dwelling.', {
  id: Id,
  name: Type.String(),
  type: choice(MORTGAGEE_TYPES),
  loan_number: sensitive('number', text),
  address: AddressAnswer,
});

export const DwellingAnswer = shape('Dwelling', 'An insured dwelling.', {
  id: Id,
  address: AddressAnswer,
  replacement_cost: amount,
  cash_value: amount,
  coverages: Type.Array(CoverageAnswer),
  mortgagees: Type.Array(MortgageeAnswer),
});

export const VehicleAnswer = shape('Vehicle', 'An insured vehicle.', {
  id: Id,
  vin: text,
  year: nullable(Type.Integer()),
  make: text,
  model: text,
  series: text,
  type: text,
  annual_mileage: nullable(Type.Integer()),
  is_removed: Type.Boolean(),
  lien_holder: text,
  coverages: Type.Array(CoverageAnswer),
});

export const NamedInsuredAnswer = shape('NamedInsured', 'A person who is a named insured.', {
  id: Id,
  first_name: text,
  middle_name: text,
  last_name: text,
  full_name: Type.String(),
  is_primary: Type.Boolean(),
});

export const ClaimAnswer = shape('Claim', 'A claim on a policy.', {
  id: Id,
  dwelling_id: id,
  vehicle_id: id,
  driver_id: id,
  carrier_claim_identifier: text,
  date_occurred: date,
  date_closed: date,
  type: text,
  status: text,
  payout: amount,
  representative_name: text,
  representative_phone: text,
  representative_email: text,
});

export const PolicyAnswer = shape('Policy', 'An insurance policy.', {
  id: Id,
  carrier_name: Type.String(),
  carrier_policy_number: text,
  policy_type: choice(POLICY_TYPES),
  name: text,
  description: text,
  effective_date: date,
  expiry_date: date,
  renewal_date: date,
  canceled_date: date,
  total_premium: amount,
  deductible: amount,
  status: choice(POLICY_STATUSES),
  paid_in_full: nullable(Type.Boolean()),
  dwellings: Type.Array(DwellingAnswer),
  vehicles: Type.Array(VehicleAnswer),
  named_insureds: Type.Array(NamedInsuredAnswer),
  commercial_named_insureds: Type.Array(
    shape('CommercialNamedInsured', 'A business that is a named insured.', { id: Id, name: Type.String() }),
  ),
  claims: Type.Array(ClaimAnswer),
});

export const DriverAnswer = shape('Driver', 'A driver on the policies.', {
  id: Id,
  full_name: Type.String(),
  date_of_birth: date,
  license_number: sensitive('number', nullable(Type.String({ description: 'Masked.', examples: ['*****0417'] }))),
  license_state: text,
  relationship: text,
});

export const InsuredAddressAnswer = shape('InsuredAddress', 'An address the insurer has on file.', {
  id: Id,
  ...AddressAnswer.properties,
  address_nature: choice(ADDRESS_NATURES),
});

export const DrivingRecordAnswer = shape('DrivingRecord', 'An incident on the driving record of a driver.', {
  id: Id,
  driver_id: Id,
  date: CalendarDate,
  type: Type.String(),
  description: text,
});

export const AgentAnswer = shape('Agent', 'An insurance agent.', {
  id: Id,
  name: Type.String(),
  phone: text,
  email: text,
  address: AddressAnswer,
});

export const InsuranceAnswer = shape('Insurance', 'The data an insurer has about a person.', {
  policies: Type.Array(PolicyAnswer),
  drivers: Type.Array(DriverAnswer),
  addresses: Type.Array(InsuredAddressAnswer),
  driving_records: Type.Array(DrivingRecordAnswer),
  agents: Type.Array(AgentAnswer),
});
export type InsuranceAnswer = Static<typeof InsuranceAnswer>;

export type Policy = InHundredths<Static<typeof PolicyAnswer>>;
export type Coverage = InHundredths<Static<typeof CoverageAnswer>>;
export type Insurance = InHundredths<InsuranceAnswer>;

/**
 * Insurance data in its stored form. Amounts are decimals. Each object has two timestamps: when we first saw the
 * object, and when we last saw it change.
 */
export type KeptInsurance = { [List in keyof Insurance]: Timed<InDecimals<Insurance[List][number]>>[] };

export const presentInsurance = (insurance: KeptInsurance): InsuranceAnswer => ({
  policies: insurance.policies.map(untimed),
  drivers: insurance.drivers.map(untimed).map((driver) => ({
    ...driver,
    license_number: driver.license_number === null ? null : maskLicense(driver.license_number),
  })),
  addresses: insurance.addresses.map(untimed),
  driving_records: insurance.driving_records.map(untimed),
  agents: insurance.agents.map(untimed),
});

/**
 * Keeps only the policies of one kind. Drivers, addresses, driving records and agents belong to the person and not to a
 * policy, so all of them are kept.
 */
export function onlyPolicies<Given extends { policies: { policy_type: Policy['policy_type'] }[] }>(
  insurance: Given,
  kind: 'home' | 'auto',
): Given {
  const types: readonly string[] = kind === 'home' ? HOME_POLICY_TYPES : AUTO_POLICY_TYPES;
  return { ...insurance, policies: insurance.policies.filter(({ policy_type }) => types.includes(policy_type)) };
}

function untimed<T extends object>({ created_at: _created, updated_at: _updated, ...data }: Timed<T>) {
  return data;
}

/**
 * Masks a licence number as five asterisks and the last four characters. A number of four characters or fewer is masked
 * completely.
 */
const maskLicense = (number: string): string => (number.length > 4 ? `*****${number.slice(-4)}` : '****');
