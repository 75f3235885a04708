import { describe, expect, test } from 'vitest';
import type { Company, CompanyLookup } from './companies.ts';
import { agreementOf, asksNothing, lookupConditions, toCriteria } from './company-lookup.ts';

const HARBOR: Company = {
  company_mapping_id: 'harbor',
  name: 'Harbor & Pine Furnishings',
  domain: 'harbor.example',
  logo_url: null,
  ein: '999000002',
  phone: '+15035550102',
  street: '900 Alder Quay',
  city: 'Portland',
  state: 'OR',
  zip: '97205',
  provider_id: 'vouch_payroll',
  mapping_status: 'verified',
  success_rate: 'high',
  deposit_switch: null,
};
const agreement = (lookup: CompanyLookup, company: Partial<Company> = {}): number =>
  agreementOf(toCriteria(lookup), { ...HARBOR, ...company });

describe('asksNothing', () => {
  test.each<[CompanyLookup, boolean]>([
    [{}, true],
    [{ product_type: 'income' }, true],
    [{ name: '', domain: null, address: null }, true],
    [{ address: { street: '', country: null } }, true],
    [{ name: 'x' }, false],
    [{ state: 'OR' }, false],
    [{ address: { zip: '97205' } }, false],
  ])('for the company lookup %j, asksNothing() returns %s', (lookup, nothing) =>
    expect(asksNothing(lookup)).toBe(nothing),
  );
});

describe('agreementOf', () => {
  test('the agreement is 1 if every given field agrees with the company’s data', () => {
    const all: CompanyLookup = {
      id: 'harbor',
      name: 'HARBOR AND PINE FURNISHINGS LLC',
      domain: 'https://www.harbor.example/',
      ein: '99-9000002',
      phone: '(503) 555-0102',
      state: 'or',
      address: { street: '900 Alder Quay', city: 'PORTLAND', zip: '97205-1234', country: 'US' },
    };
    expect(agreement(all)).toBe(1);
    for (const one of Object.keys(all) as (keyof CompanyLookup)[]) expect(agreement({ [one]: all[one] })).toBe(1);
  });

  test('a field that is empty in the catalogue does not change the agreement', () => {
    expect(agreement({ name: HARBOR.name, ein: '99-9000099' }, { ein: null })).toBe(1);
    expect(agreement({ name: HARBOR.name, ein: '99-9000099' })).toBeLessThan(0.5);
  });

  test('malformed values do not change the agreement', () => {
    expect(agreement({ name: HARBOR.name, ein: 'none', domain: '?', state: 'Oregon' })).toBe(1);
    expect(agreement({ ein: 'none' })).toBe(0);
  });

  test('the agreement is lower if the state differs, and even lower if the EIN differs', () => {
    const [elsewhere, other] = [
      agreement({ name: HARBOR.name, state: 'TX' }),
      agreement({ name: HARBOR.name, ein: '99-9000099' }),
    ];
    expect(elsewhere).toBeGreaterThan(other);
    expect(elsewhere).toBeLessThan(1);
  });

  test('uses the US state in the address if the criteria have no state of their own', () => {
    expect(agreement({ address: { state: 'OR' } })).toBe(1);
    expect(agreement({ state: 'OR', address: { state: 'TX' } })).toBe(1);
    expect(agreement({ state: 'TX', address: { state: 'OR' } })).toBe(0);
  });
});

describe('lookupConditions', () => {
  const term = (key: string) => ({ key, is_start: false });
  test('the zip code is looked up if no name, EIN, domain or phone is known; if the zip code is unknown too, the state is looked up', () => {
    expect(lookupConditions(toCriteria({ state: 'OR' }))).toEqual([term('state:OR')]);
    expect(lookupConditions(toCriteria({ state: 'OR', address: { zip: '97205' } }))).toEqual([term('zip:97205')]);
    expect(lookupConditions(toCriteria({ state: 'OR', ein: '99-9000002' }))).toEqual([
      { any: [term('ein:999000002')] },
    ]);
    expect(lookupConditions(toCriteria({ address: { street: '900 Alder Quay' } }))).toEqual([]);
  });

  test('for a name and a state, the first condition looks up the name in this state', () => {
    const [there, ...anywhere] = lookupConditions(toCriteria({ name: 'Harbor', state: 'OR' }));
    expect(JSON.stringify(there)).toContain('state:OR');
    expect(anywhere).toEqual(lookupConditions(toCriteria({ name: 'Harbor' })));
    expect(anywhere).toHaveLength(2);
  });
});
