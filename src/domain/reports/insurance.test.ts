import { describe, expect, test } from 'vitest';
import {
  AUTO_POLICY_TYPES,
  HOME_POLICY_TYPES,
  type KeptInsurance,
  onlyPolicies,
  POLICY_TYPES,
  presentInsurance,
} from './insurance.ts';

const TIMES = { created_at: '2026-03-04T09:30:00Z', updated_at: '2026-03-04T09:30:00Z' };
const insured = (license_number: string | null): KeptInsurance => ({
  policies: [],
  drivers: [
    {
      id: '0'.repeat(32),
      full_name: 'Jordan Averill',
      date_of_birth: null,
      license_number,
      license_state: 'CO',
      relationship: null,
      ...TIMES,
    },
  ],
  addresses: [],
  driving_records: [],
  agents: [],
});

describe('presentInsurance', () => {
  test.each([
    ['D990417142', '*****7142'],
    ['12345', '*****2345'],
    ['1234', '****'],
    [null, null],
  ])('presentInsurance shows the licence number %s as %s', (number, shown) => {
    expect(presentInsurance(insured(number)).drivers[0]?.license_number).toBe(shown);
  });

  test('omits the timestamps that the service added to the stored data', () => {
    expect(presentInsurance(insured(null)).drivers[0]).not.toHaveProperty('created_at');
  });
});

describe('onlyPolicies', () => {
  const all = { policies: POLICY_TYPES.map((policy_type) => ({ policy_type })), drivers: ['kept'] };
  const kept = (kind: 'home' | 'auto') => onlyPolicies(all, kind).policies.map(({ policy_type }) => policy_type);

  test('removes all policies that are not of the given kind, and keeps everything else', () => {
    expect(kept('home').toSorted()).toEqual([...HOME_POLICY_TYPES].toSorted());
    expect(kept('auto').toSorted()).toEqual([...AUTO_POLICY_TYPES].toSorted());
    expect(onlyPolicies(all, 'auto').drivers).toEqual(['kept']);
  });

  test('never assigns a policy type to both kinds, home and auto', () => {
    expect(kept('home').filter((type) => kept('auto').includes(type))).toEqual([]);
    expect(POLICY_TYPES).toHaveLength(39);
  });
});
