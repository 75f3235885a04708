import { describe, expect, test } from 'vitest';
import { byConfidence, type Company, isCompanyId, presentCompany } from './companies.ts';
import type { ProviderInfo } from './providers.ts';

const DEPOSITS: Company['deposit_switch'] = {
  deposit_types: ['entire', 'amount'],
  amount_precision: 2,
  percent_precision: 0,
  max_number: 3,
};
const HARBOR: Company = {
  company_mapping_id: 'harbor',
  name: 'Harbor & Pine',
  domain: 'harbor.example',
  logo_url: null,
  ein: '999000002',
  phone: null,
  street: null,
  city: null,
  state: 'OR',
  zip: null,
  provider_id: 'northwind',
  mapping_status: 'verified',
  success_rate: 'medium',
  deposit_switch: DEPOSITS,
};
const NORTHWIND: ProviderInfo = {
  id: 'northwind',
  name: 'Northwind Payroll',
  logo_url: null,
  domain: 'northwind.example',
  is_supported: true,
  success_rate: 'high',
  data_source: 'payroll',
  products: ['income', 'deposit_switch'],
  environments: ['prod'],
};
const present = (company: Partial<Company>, providers = [NORTHWIND], product?: 'income' | 'employment') =>
  presentCompany({ company: { ...HARBOR, ...company }, confidence: 0.875 }, providers, product);

describe('presentCompany', () => {
  test('returns exactly the fields of the contract', () => {
    expect(present({})).toEqual({
      company_mapping_id: 'harbor',
      id: 'harbor',
      name: 'Harbor & Pine',
      domain: 'harbor.example',
      logo_url: null,
      confidence_level: '0.88',
      success_rate: 'medium',
      mapping_status: 'verified',
      provider: { id: 'northwind', name: 'Northwind Payroll', logo_url: null },
      features: { deposit_switch: DEPOSITS },
    });
  });

  test('returns the success rate for the requested product', () => {
    expect(present({}, [NORTHWIND], 'income').success_rate).toBe('medium');
    expect(present({}, [NORTHWIND], 'employment').success_rate).toBe('unsupported');
    expect(present({ success_rate: null }, [NORTHWIND], 'income').success_rate).toBe(null);
  });

  test('returns `unsupported` as the success rate if the company’s provider is missing or not supported', () => {
    const nowhere = { success_rate: 'unsupported', provider: null, features: { deposit_switch: null } };
    expect(present({}, [])).toMatchObject(nowhere);
    expect(present({ provider_id: null })).toMatchObject(nowhere);
    expect(present({}, [{ ...NORTHWIND, is_supported: false }]).success_rate).toBe('unsupported');
  });

  test('a company has deposit_switch only if the company and the provider both support it', () => {
    expect(present({}, [{ ...NORTHWIND, products: ['income'] }]).features.deposit_switch).toBe(null);
    expect(present({ deposit_switch: null }).features.deposit_switch).toBe(null);
  });

  test.each([
    [0, '0.00'],
    [0.004, '0.00'],
    [0.005, '0.01'],
    [0.994, '0.99'],
    [1, '1.00'],
  ])('presentCompany writes a confidence of %d as %s', (confidence, level) => {
    expect(presentCompany({ company: HARBOR, confidence }, [], undefined).confidence_level).toBe(level);
  });
});

test('byConfidence sorts companies by rounded confidence, then by success rate, then by name, then by id', () => {
  const found = (id: string, confidence: number, more: Partial<Company> = {}) => ({
    company: { ...HARBOR, company_mapping_id: id, ...more },
    confidence,
  });
  const sorted = [
    found('8', 0.7),
    found('7', 0.8, { success_rate: 'unsupported' }),
    found('6', 0.8, { success_rate: null }),
    found('5', 0.8, { success_rate: 'low' }),
    found('4', 0.8, { name: 'Zebra', success_rate: 'high' }),
    found('3', 0.8, { name: 'Acorn', success_rate: 'high' }),
    found('2', 0.803, { name: 'Acorn', success_rate: 'high' }),
    found('1', 0.9, { success_rate: 'unsupported' }),
  ].toSorted(byConfidence);
  expect(sorted.map(({ company }) => company.company_mapping_id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

test.each([
  ['e9c9d4fda4d2d79ec4e9a10302235588', true],
  ['Harbor_1-a', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a/b', false],
  ['mapping', false],
  ['self_employed', false],
])('isCompanyId(%j) is %s', (id, is) => expect(isCompanyId(id)).toBe(is));
