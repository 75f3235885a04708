// The sample person's insured cars and house, the carrier, and the coverages. First-year premiums are whole dollars.

import type { Person } from '#connectors/sandbox/lives/life.ts';
import type { Coverage } from '#domain/reports/insurance.ts';
import type { Address } from '#domain/reports/payroll.ts';
import { JORDAN } from './sample-people.ts';

export const CARRIER = 'Vouch Mutual Insurance';

const DENVER_OFFICE: Address = {
  street: '1750 Welton Arcade, Suite 400',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

export const AGENT = {
  name: 'Ines Calloway',
  phone: '+13035550111',
  email: 'ines.calloway@vouch-mutual.example',
  address: DENVER_OFFICE,
};

export type InsuredDriver = { person: Person; license_number: string; license_state: string; relationship: string };

export const PARTNER: InsuredDriver = {
  person: {
    ...JORDAN,
    first_name: 'Sage',
    middle_initials: null,
    last_name: 'Montclair',
    date_of_birth: '1990-08-23',
  },
  license_number: 'D990823118',
  license_state: 'CO',
  relationship: 'PARTNER',
};

export type DeclaredCoverage = Omit<Coverage, 'id'> & { premium: bigint };

const coverage = (
  name: string,
  premium: bigint,
  per_person_limit: bigint | null,
  per_incident_limit: bigint | null,
  deductible: bigint | null = null,
): DeclaredCoverage => ({
  name,
  premium,
  is_declined: false,
  per_person_limit,
  per_incident_limit,
  deductible,
});

/**
 * The sample cars. Their premiums add up to 1,500 dollars a year, which is 125 dollars a month. The monthly premium
 * stays a whole number of cents after every increase.
 */
export const CARS = [
  {
    vin: '1XFBL99R9R9000417',
    years_old: 3,
    make: 'Fable',
    model: 'Runabout',
    series: 'LX',
    type: 'SEDAN',
    annual_mileage: 9_000,
    lien_holder: 'Cottonwood Auto Finance',
    coverages: [
      coverage('Bodily Injury Liability', 38_800n, 10_000_000n, 30_000_000n),
      coverage('Property Damage Liability', 22_200n, null, 10_000_000n),
      coverage('Uninsured Motorist', 9_000n, 10_000_000n, 30_000_000n),
      coverage('Comprehensive', 14_000n, null, null, 50_000n),
      coverage('Collision', 26_000n, null, null, 50_000n),
    ],
  },
  {
    vin: '1XFBL99W9K9000823',
    years_old: 9,
    make: 'Fable',
    model: 'Wagoneer',
    series: null,
    type: 'WAGON',
    annual_mileage: 4_500,
    lien_holder: null,
    coverages: [
      coverage('Bodily Injury Liability', 19_600n, 10_000_000n, 30_000_000n),
      coverage('Property Damage Liability', 11_000n, null, 10_000_000n),
      coverage('Uninsured Motorist', 4_400n, 10_000_000n, 30_000_000n),
      coverage('Comprehensive', 5_000n, null, null, 50_000n),
      { ...coverage('Collision', 0n, null, null), is_declined: true },
    ],
  },
];

export const HOUSE = { replacement_cost: 41_000_000n, cash_value: 35_200_000n };

export const HOUSE_COVERAGES = [
  coverage('Dwelling', 98_500n, null, 41_000_000n, 100_000n),
  coverage('Other Structures', 8_200n, null, 4_100_000n, 100_000n),
  coverage('Personal Property', 31_400n, null, 20_500_000n, 100_000n),
  coverage('Loss of Use', 6_900n, null, 8_200_000n),
  coverage('Personal Liability', 11_000n, null, 30_000_000n),
  coverage('Medical Payments', 2_500n, 500_000n, null),
];

/**
 * The mortgage lender that the policy names. The same lender collects the home loan payments from the same person's
 * bank account.
 */
export const MORTGAGEE = {
  name: 'Tallgrass Home Lending',
  type: 'FIRST' as const,
  loan_number: 'THL-0041820',
  address: { street: '300 Bluestem Parkway', city: 'Wichita', state: 'KS', zip: '67202', country: 'US' },
};
