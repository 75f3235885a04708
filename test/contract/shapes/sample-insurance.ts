// Sample responses with insurance data and tax data, as defined in sections 12 and 13 of the contract.
import { autoReport, homeReport, insuranceReport } from './insurance.ts';
import { ADDRESS, ADDRESS_KEYS, amountsOf, daysOf, FILE, ID, type Sample, type Samples, TS, under } from './sample.ts';
import { PROFILE_NULLABLE, SAMPLE_PROFILE, W2_AMOUNTS, W2_NULLABLE } from './sample-payroll.ts';
import { taxDocuments } from './tax.ts';

const COVERAGE = {
  id: ID,
  name: 'Collision',
  premium: '310.00',
  is_declined: false,
  per_person_limit: '100000.00',
  per_incident_limit: '300000.00',
  deductible: '500.00',
};
const COVERAGE_NULLABLE = 'premium per_person_limit per_incident_limit deductible';
const insurancePolicy = (policy_type: string) => ({
  id: ID,
  carrier_name: 'Vouch Mutual',
  carrier_policy_number: 'P-100',
  policy_type,
  name: 'Policy',
  description: 'Twelve months',
  ...daysOf('effective_date expiry_date renewal_date canceled_date'),
  total_premium: '1480.00',
  deductible: '500.00',
  status: 'ACTIVE',
  paid_in_full: true,
  dwellings: [
    {
      id: ID,
      address: ADDRESS,
      replacement_cost: '410000.00',
      cash_value: '350000.00',
      coverages: [COVERAGE],
      mortgagees: [{ id: ID, name: 'Vouch Bank', type: 'FIRST', loan_number: 'L-1', address: ADDRESS }],
    },
  ],
  vehicles: [
    {
      id: ID,
      vin: '1XXXX00XXXX000001',
      year: 2021,
      make: 'Fable',
      model: 'Runabout',
      series: 'LX',
      type: 'SEDAN',
      annual_mileage: 9000,
      is_removed: false,
      lien_holder: 'Vouch Bank',
      coverages: [COVERAGE],
    },
  ],
  named_insureds: [
    {
      id: ID,
      first_name: 'Jordan',
      middle_name: 'E',
      last_name: 'Averill',
      full_name: 'Jordan Averill',
      is_primary: true,
    },
  ],
  commercial_named_insureds: [{ id: ID, name: 'Averill Deliveries' }],
  claims: [
    {
      id: ID,
      dwelling_id: ID,
      vehicle_id: ID,
      driver_id: ID,
      carrier_claim_identifier: 'C-7',
      ...daysOf('date_occurred date_closed'),
      type: 'WATER',
      status: 'CLOSED',
      payout: '2200.00',
      representative_name: 'Ines Calloway',
      representative_phone: '+13035550111',
      representative_email: 'ines@example.com',
    },
  ],
});
const POLICY_NULLABLE = `carrier_policy_number name description effective_date expiry_date renewal_date canceled_date
  total_premium deductible paid_in_full
  ${under(
    'dwellings',
    `${under('address', ADDRESS_KEYS)} replacement_cost cash_value ${under('coverages', COVERAGE_NULLABLE)}
    mortgagees.loan_number ${under('mortgagees.address', ADDRESS_KEYS)}`,
  )}
  ${under('vehicles', `vin year make model series type annual_mileage lien_holder ${under('coverages', COVERAGE_NULLABLE)}`)}
  ${under('named_insureds', 'first_name middle_name last_name')}
  ${under(
    'claims',
    `dwelling_id vehicle_id driver_id carrier_claim_identifier date_occurred date_closed type status payout
    representative_name representative_phone representative_email`,
  )}`;
export const insuredSample = (policy_type: string) => ({
  policies: [insurancePolicy(policy_type)],
  drivers: [
    {
      id: ID,
      full_name: 'Jordan Averill',
      date_of_birth: '1988-04-17',
      license_number: '*****1234',
      license_state: 'CO',
      relationship: 'SELF',
    },
  ],
  addresses: [{ ...ADDRESS, id: ID, address_nature: 'MAILING' }],
  driving_records: [{ id: ID, driver_id: ID, date: '2024-02-29', type: 'SPEEDING', description: '10 over' }],
  agents: [{ id: ID, name: 'Ines Calloway', phone: '+13035550111', email: 'ines@example.com', address: ADDRESS }],
});
export const INSURED_NULLABLE = `${under('policies', POLICY_NULLABLE)}
  ${under('drivers', 'date_of_birth license_number license_state relationship')} ${under('addresses', ADDRESS_KEYS)}
  driving_records.description ${under('agents', `phone email ${under('address', ADDRESS_KEYS)}`)}`;

const insurance = (shape: Sample['shape'], policy_type: string): Sample => ({
  shape,
  value: {
    id: ID,
    status: 'done',
    finished_at: TS,
    access_token: ID,
    tracking_info: 'loan-17',
    provider: 'vouch_insurance',
    pdf_report: FILE,
    identity: SAMPLE_PROFILE,
    insurance: insuredSample(policy_type),
  },
  nullable: `finished_at tracking_info pdf_report identity ${under('identity', PROFILE_NULLABLE)}
    ${under('insurance', INSURED_NULLABLE)}`,
});

const F1040_KEYS =
  'total_income adjusted_gross_income capital_gain ordinary_dividends other_income pension_and_annuities pension_and_annuities_taxable social_security_benefits social_security_benefits_taxable';
const F1099_AMOUNTS = 'amount federal_tax total_ordinary_dividends';
const tax = (document_type: string, document_subtype: string, fields: object, nullable: string): Sample => ({
  shape: taxDocuments,
  value: [{ id: ID, document_type, document_subtype, year: 2025, file: FILE, md5sum: ID, fields }],
  nullable: `document_subtype file md5sum ${under('fields', nullable)}`,
});

export const INSURANCE_SAMPLES: Samples = {
  'insurance report (12)': insurance(insuranceReport, 'UMBRELLA'),
  'home report (12)': insurance(homeReport, 'HOMEOWNERS'),
  'auto report (12)': insurance(autoReport, 'AUTO'),
  'W-2 (13)': tax('W2', 'W2C', W2_AMOUNTS, W2_NULLABLE),
  '1040 (13)': tax('F1040', 'SCHEDULE_C', amountsOf(F1040_KEYS), F1040_KEYS),
  '1099 (13)': tax(
    'F1099',
    'F1099_NEC',
    {
      full_name: 'Jordan Averill',
      account_number: '1',
      payer_name: 'Fable Freight',
      payer_tin: '*****4567',
      recipient_tin: '*****9991',
      ...amountsOf(F1099_AMOUNTS),
    },
    `full_name account_number payer_name payer_tin recipient_tin ${F1099_AMOUNTS}`,
  ),
};
