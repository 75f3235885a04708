import { describe, expect, test } from 'vitest';
import type { UploadedDocument } from '#domain/documents/uploaded-documents.ts';
import { uploaded, type Values, without } from '#test/uploaded-documents.ts';
import { insuredPerson } from './identity.ts';
import { insuranceOf } from './policies.ts';

const LINK = 'a'.repeat(32);
const TODAY = '2026-03-04';
const HOME: Values = {
  insurer_name: 'Vouch Mutual Insurance Company',
  policy_number: 'VMH-990417-02',
  insured_name: 'Jordan Q. Vale and Robin Vale',
  effective_date: '2025-07-01',
  expiration_date: '2026-07-01',
  premium: 180_000n,
  property_address: '88 Juniper Court, Boulder, CO 80301',
};
const DWELLING: Values = { description: 'A. Dwelling', limit: 45_000_000n, deductible: 100_000n, premium: 120_000n };
const LIABILITY: Values = { description: 'Bodily Injury', limit: '$100,000/$300,000', premium: 30_000n };
const COLLISION: Values = { description: 'Collision', deductible: 50_000n, premium: 20_000n };
const CARS: Values[] = [
  { year: '2019', make: 'Ford', model: 'Fusion', vin: '3FA6P0H70KR100001' },
  { year: '2022', make: 'Honda', vin: '1HGBH41JXMN100002' },
];

const home = (number: number, values: Values = {}, coverages = [DWELLING]) =>
  uploaded(number, 'INSURANCE_HOME_POLICY', { ...HOME, ...values }, { rows: { coverages } });
const auto = (coverages: Values[], vehicles = CARS) =>
  uploaded(1, 'INSURANCE_AUTO_POLICY', { ...HOME, policy_number: 'VMA-1' }, { rows: { coverages, vehicles } });
const insurance = (...documents: UploadedDocument[]) => insuranceOf(documents, LINK, TODAY);
const policy = (document: UploadedDocument, today = TODAY) => {
  const [only] = insuranceOf([document], LINK, today).policies;
  if (only === undefined) throw new Error('there is no policy');
  return only;
};

describe('a policy', () => {
  test('a policy for a home contains the home and its coverages', () => {
    const shown = policy(home(1));
    expect(shown).toMatchObject({
      carrier_name: 'Vouch Mutual Insurance Company',
      carrier_policy_number: 'VMH-990417-02',
      policy_type: 'HOMEOWNERS',
      effective_date: '2025-07-01',
      expiry_date: '2026-07-01',
      total_premium: 180_000n,
      deductible: 100_000n,
      status: 'ACTIVE',
      vehicles: [],
    });
    expect(shown.dwellings).toMatchObject([
      {
        address: { street: '88 Juniper Court', city: 'Boulder', state: 'CO', zip: '80301' },
        coverages: [
          { name: 'A. Dwelling', premium: 120_000n, per_incident_limit: 45_000_000n, per_person_limit: null },
        ],
      },
    ]);
    expect(shown.named_insureds.map(({ full_name, is_primary }) => [full_name, is_primary])).toEqual([
      ['Jordan Q. Vale', true],
      ['Robin Vale', false],
    ]);
    expect(insuredPerson([home(1)], LINK)).toMatchObject({ first_name: 'Jordan', middle_initials: 'Q' });
  });

  test.each([
    ['2025-06-30', 'PENDING'],
    ['2025-07-01', 'ACTIVE'],
    ['2026-06-30', 'ACTIVE'],
    ['2026-07-01', 'EXPIRED'],
  ])('on %s, the status of a policy from 2025-07-01 until 2026-07-01 is %s', (today, status) =>
    expect(policy(home(1), today).status).toBe(status),
  );

  test('a policy whose first or last day is unknown is EXPIRED if its last day is known and has passed, and otherwise OTHER', () => {
    expect(policy(without(home(1), 'expiration_date')).status).toBe('OTHER');
    expect(policy(without(home(1), 'effective_date')).status).toBe('OTHER');
    expect(policy(without(home(1), 'effective_date'), '2027-01-01').status).toBe('EXPIRED');
  });

  test('a policy has a deductible only if all of its coverages with a deductible have the same deductible', () => {
    const others = { description: 'Wind', deductible: 200_000n };
    expect(policy(home(1, {}, [DWELLING, { description: 'Loss of use' }])).deductible).toBe(100_000n);
    expect(policy(home(1, {}, [DWELLING, others])).deductible).toBeNull();
  });

  test('a policy is listed once for each term, with a stable id and the values of the page that was uploaded last', () => {
    const documents = [home(1), home(2, { premium: 190_000n })];
    expect(insurance(...documents).policies).toMatchObject([{ id: policy(home(1)).id, total_premium: 190_000n }]);
    const renewed = home(3, { effective_date: '2026-07-01', expiration_date: '2027-07-01' });
    expect(insurance(home(1), renewed).policies.map(({ status }) => status)).toEqual(['PENDING', 'ACTIVE']);
  });

  test('a page without an insurer has the insurer of another page of the policy, or of another policy in its file', () => {
    const bare = (more: object) => ({ ...without(home(1), 'insurer_name'), ...more });
    const carriers = (...documents: UploadedDocument[]) =>
      insurance(...documents).policies.map(({ carrier_name }) => carrier_name);
    const renewed = { ...home(2, { effective_date: '2025-03-01' }) };
    expect(carriers(bare({}), renewed)).toEqual(Array(2).fill('Vouch Mutual Insurance Company'));
    const other = (file_id: string) => ({ ...home(2, { policy_number: 'OTHER-1' }), file_id });
    expect(carriers(bare({ file_id: 'f' }), other('f'))).not.toContain('');
    expect(carriers(bare({ file_id: 'f' }), other('g'))).toContain('');
  });

  test('a policy is created only if the page shows an insurer or a policy number', () => {
    expect(insurance(without(home(1), 'insurer_name')).policies).toMatchObject([{ carrier_name: '' }]);
    expect(insurance(without(home(1), 'insurer_name', 'policy_number')).policies).toEqual([]);
  });

  test('an insured home is listed once among the addresses, even if two policies have the same home', () => {
    expect(insurance(home(1), home(2, { policy_number: 'F-7007' })).addresses).toMatchObject([
      { city: 'Boulder', address_nature: 'PROPERTY' },
    ]);
    expect(insurance(auto([])).addresses).toHaveLength(1);
  });
});

describe('the limits of a coverage', () => {
  const limits = (limit: Values[string], description = 'Liability') => {
    const [coverage] = policy(home(1, {}, [{ description, limit }])).dwellings[0]?.coverages ?? [];
    return [coverage?.per_person_limit, coverage?.per_incident_limit];
  };

  test.each<[Values[string], (bigint | null)[]]>([
    [30_000_000n, [null, 30_000_000n]],
    ['$100,000/$300,000', [10_000_000n, 30_000_000n]],
    ['100,000 each person / 300,000 each accident', [10_000_000n, 30_000_000n]],
    ['100/300', [10_000_000n, 30_000_000n]],
    ['$5,000 each person', [500_000n, null]],
    ['$5,000 each occurrence', [null, 500_000n]],
    ['Actual cash value', [null, null]],
    ['100/300/50', [null, null]],
    ['10% of Coverage A', [null, null]],
  ])('the limits of a coverage are parsed from %s as %o: per person, then per incident', (limit, expected) =>
    expect(limits(limit)).toEqual(expected),
  );

  test('the limits of a coverage are per person if the name of the coverage contains “each person”', () => {
    expect(limits(500_000n, 'Medical Payments, each person')).toEqual([500_000n, null]);
  });

  test('is_declined of a coverage is true if its limit is printed as “Declined”', () => {
    const rows = [{ description: 'Earthquake', limit: 'Declined' }, DWELLING];
    expect(policy(home(1, {}, rows)).dwellings[0]?.coverages.map(({ is_declined }) => is_declined)).toEqual([
      true,
      false,
    ]);
  });
});

describe('the vehicles of an auto policy', () => {
  const covered = (document: UploadedDocument) =>
    policy(document).vehicles.map(({ coverages }) => coverages.map(({ name, premium }) => [name, premium]));

  test('the vehicles of an auto policy have a year, a make, a model and a VIN', () => {
    expect(policy(auto([])).vehicles).toMatchObject([
      { year: 2019, make: 'Ford', model: 'Fusion', vin: '3FA6P0H70KR100001', is_removed: false },
      { year: 2022, make: 'Honda', model: null, vin: '1HGBH41JXMN100002' },
    ]);
    expect(policy(auto([])).dwellings).toEqual([]);
  });

  test('if an auto policy has only one vehicle, the vehicle has all coverages', () => {
    expect(covered(auto([LIABILITY, COLLISION], CARS.slice(0, 1)))).toEqual([
      [
        ['Bodily Injury', 30_000n],
        ['Collision', 20_000n],
      ],
    ]);
  });

  test('if a coverage has one row for each vehicle, the vehicles get the rows in order', () => {
    const rows = [COLLISION, { ...COLLISION, premium: 25_000n }];
    expect(covered(auto(rows))).toEqual([[['Collision', 20_000n]], [['Collision', 25_000n]]]);
  });

  test('a coverage for people (such as bodily injury) that is printed in a single row belongs to all vehicles; the premium in this row is assigned to no vehicle', () => {
    expect(covered(auto([LIABILITY]))).toEqual([[['Bodily Injury', null]], [['Bodily Injury', null]]]);
  });

  test('a collision coverage that is printed in a single row belongs to no vehicle, because the page does not show which vehicle it covers', () => {
    expect(covered(auto([COLLISION]))).toEqual([[], []]);
  });

  test('the vehicles of an auto policy have different ids, and so do their coverages', () => {
    const shown = policy(auto([LIABILITY, COLLISION, { ...COLLISION, premium: 1n }]));
    const ids = shown.vehicles.flatMap(({ id, coverages }) => [id, ...coverages.map((coverage) => coverage.id)]);
    expect(new Set(ids).size).toBe(6);
  });
});
