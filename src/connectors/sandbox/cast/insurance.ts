// The data of the `vouch_insurance` person: cars and a house, insured from year to year. Each year has its own policy,
// so a renewal adds a policy, and the previous policy only changes its status to expired.
import { addMonths } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import type { Raise } from '#connectors/sandbox/lives/life.ts';
import { fullName, profileOf } from '#connectors/sandbox/lives/profiles.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import type { Insurance, Policy } from '#domain/reports/insurance.ts';
import type { Profile } from '#domain/reports/payroll.ts';
import {
  AGENT,
  CARRIER,
  CARS,
  type DeclaredCoverage,
  HOUSE,
  HOUSE_COVERAGES,
  type InsuredDriver,
  MORTGAGEE,
  PARTNER,
} from './sample-insurance.ts';
import { JORDAN } from './sample-people.ts';

export type Insured = { insurance: Insurance; identity: Profile };

/** One year of insurance; `number` 0 is the year that contains the first login. */
type Term = { number: number; effective_date: string; expiry_date: string; id_seed: string };

const HOUSE_MONTHS_BEFORE = 8;
const CAR_MONTHS_BEFORE = 5;
/** The percentage of the first year's premium that each renewal adds to the premium. */
const RISE_PERCENT = 4;

export function insuranceOn(first_login_date: string, today: string, id_seed: string): Insured {
  const cars = termsOf(addMonths(first_login_date, -CAR_MONTHS_BEFORE), today, id_seed);
  const houses = termsOf(addMonths(first_login_date, -HOUSE_MONTHS_BEFORE), today, id_seed);
  const policies = [
    ...cars.map((term) => carPolicy(term, first_login_date, today)),
    ...houses.map((term) => housePolicy(term, first_login_date, today)),
  ];
  const drivers: [string, InsuredDriver][] = [
    ['jordan', { person: JORDAN, license_number: 'D990417142', license_state: 'CO', relationship: 'SELF' }],
    ['partner', PARTNER],
  ];
  return {
    insurance: {
      // Policies are sorted newest first, so that active policies come before expired policies.
      policies: policies.toSorted((a, b) => (b.effective_date ?? '').localeCompare(a.effective_date ?? '')),
      drivers: drivers.map(([key, { person, ...license }]) => ({
        id: idOf(id_seed, 'driver', key),
        full_name: fullName(person),
        date_of_birth: person.date_of_birth,
        ...license,
      })),
      addresses: (['MAILING', 'PROPERTY', 'GARAGING'] as const).map((address_nature) => ({
        id: idOf(id_seed, 'address', address_nature),
        ...JORDAN.address,
        address_nature,
      })),
      driving_records: [
        {
          id: idOf(id_seed, 'driving record', 'speeding'),
          driver_id: idOf(id_seed, 'driver', 'jordan'),
          date: addMonths(first_login_date, -26),
          type: 'SPEEDING',
          description: 'Speeding, 9 miles an hour over the limit',
        },
      ],
      agents: [{ id: idOf(id_seed, 'agent'), ...AGENT }],
    },
    identity: profileOf(JORDAN, id_seed),
  };
}

/** The monthly car insurance premium in the given term. */
export const carPremium = (term: number): bigint =>
  sum(CARS.flatMap(({ coverages }) => coverages.map(({ premium }) => raised(premium, term)))) / 12n;

/**
 * The monthly car insurance premiums, each with the date from which it applies. The same person's bank account pays
 * these premiums.
 */
export const carPremiumRaises = (first_login_date: string): Raise[] =>
  Array.from({ length: 15 }, (_, term) => ({
    from: addMonths(first_login_date, 12 * term - CAR_MONTHS_BEFORE),
    amount: carPremium(term),
  }));

function termsOf(since: string, today: string, id_seed: string): Term[] {
  const terms: Term[] = [];
  for (let number = 0; addMonths(since, 12 * number) <= today; number++) {
    const effective_date = addMonths(since, 12 * number);
    terms.push({ number, effective_date, expiry_date: addMonths(since, 12 * (number + 1)), id_seed });
  }
  return terms;
}

const raised = (premium: bigint, term: number): bigint => (premium * BigInt(100 + RISE_PERCENT * term)) / 100n;

function carPolicy(term: Term, first_login_date: string, today: string): Policy {
  const vehicles = CARS.map(({ coverages, years_old, ...car }, at) => ({
    id: idOf(term.id_seed, 'vehicle', String(at), String(term.number)),
    ...car,
    year: Number(first_login_date.slice(0, 4)) - years_old,
    is_removed: false,
    coverages: coverages.map((coverage) => coverageOf(coverage, term, `car ${at}`)),
  }));
  return {
    ...policyOf(term, today, 'AUTO'),
    carrier_policy_number: 'VMA-990417-01',
    name: 'Personal Auto',
    description: 'Two cars, twelve months',
    total_premium: sum(vehicles.flatMap(({ coverages }) => coverages.map(({ premium }) => premium))),
    deductible: 50_000n,
    paid_in_full: false,
    vehicles,
  };
}

function housePolicy(term: Term, first_login_date: string, today: string): Policy {
  const coverages = HOUSE_COVERAGES.map((coverage) => coverageOf(coverage, term, 'house'));
  const dwelling_id = idOf(term.id_seed, 'dwelling', String(term.number));
  const mortgagee = { id: idOf(term.id_seed, 'mortgagee', String(term.number)), ...MORTGAGEE };
  return {
    ...policyOf(term, today, 'HOMEOWNERS'),
    carrier_policy_number: 'VMH-990417-02',
    name: 'Homeowners',
    description: 'Single family home, twelve months',
    total_premium: sum(coverages.map(({ premium }) => premium)),
    deductible: 100_000n,
    paid_in_full: true,
    dwellings: [{ id: dwelling_id, address: JORDAN.address, ...HOUSE, coverages, mortgagees: [mortgagee] }],
    claims: term.number === 0 ? [hailClaim(term, dwelling_id, first_login_date)] : [],
  };
}

/** The fields that car policies and home policies share. */
const policyOf = (term: Term, today: string, policy_type: 'AUTO' | 'HOMEOWNERS') => ({
  id: idOf(term.id_seed, 'policy', policy_type, String(term.number)),
  carrier_name: CARRIER,
  policy_type,
  effective_date: term.effective_date,
  expiry_date: term.expiry_date,
  renewal_date: term.expiry_date,
  canceled_date: null,
  status: term.expiry_date <= today ? ('EXPIRED' as const) : ('ACTIVE' as const),
  dwellings: [],
  vehicles: [],
  named_insureds: [
    {
      id: idOf(term.id_seed, 'named insured', policy_type, String(term.number)),
      first_name: JORDAN.first_name,
      middle_name: JORDAN.middle_initials,
      last_name: JORDAN.last_name,
      full_name: fullName(JORDAN),
      is_primary: true,
    },
  ],
  commercial_named_insureds: [],
  claims: [],
});

const coverageOf = (coverage: DeclaredCoverage, term: Term, of: string) => ({
  ...coverage,
  id: idOf(term.id_seed, 'coverage', of, coverage.name, String(term.number)),
  premium: raised(coverage.premium, term.number),
});

const hailClaim = (term: Term, dwelling_id: string, first_login_date: string): Policy['claims'][number] => ({
  id: idOf(term.id_seed, 'claim', 'hail'),
  dwelling_id,
  vehicle_id: null,
  driver_id: null,
  carrier_claim_identifier: 'CL-990417-7',
  date_occurred: addMonths(first_login_date, -4),
  date_closed: addMonths(first_login_date, -2),
  type: 'HAIL',
  status: 'CLOSED',
  payout: 641_250n,
  representative_name: 'Lucan Petrossi',
  representative_phone: '+13035550113',
  representative_email: 'claims@vouch-mutual.example',
});
