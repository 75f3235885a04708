import { describe, expect, test } from 'vitest';
import { isAskedFor, type ProviderInfo, presentProvider } from './providers.ts';

const OAUTH: ProviderInfo = {
  id: 'vouch_bank_oauth',
  name: 'Vouch Bank (OAuth)',
  logo_url: null,
  domain: null,
  is_supported: true,
  success_rate: 'high',
  data_source: 'financial_accounts',
  products: ['assets', 'transactions', 'income'],
  environments: ['sandbox'],
};

describe('isAskedFor', () => {
  test.each([
    [{}, true],
    [{ query: '' }, true],
    [{ query: 'vouch bank' }, true],
    [{ query: 'VOUCH BNAK' }, true],
    [{ query: 'oauth' }, true],
    [{ query: 'vouch_bank_oa' }, true],
    [{ query: 'vouch payroll' }, false],
    [{ query: '!' }, false],
    [{ product_type: 'income' }, true],
    [{ product_type: 'admin' }, false],
    [{ data_source: 'financial_accounts' }, true],
    [{ data_source: 'docs' }, false],
    [{ query: 'bank', product_type: 'income', data_source: 'financial_accounts' }, true],
    [{ query: 'bank', product_type: 'income', data_source: 'payroll' }, false],
  ] as const)('isAskedFor for an OAuth provider and the query %j is %s', (query, asked) =>
    expect(isAskedFor(OAUTH, query)).toBe(asked),
  );
});

test('presentProvider leaves out the provider’s environments', () => {
  expect(presentProvider(OAUTH, undefined)).toEqual({
    id: 'vouch_bank_oauth',
    name: 'Vouch Bank (OAuth)',
    logo_url: null,
    domain: null,
    is_supported: true,
    success_rate: 'high',
    data_source: 'financial_accounts',
    products: ['assets', 'transactions', 'income'],
    is_live: false,
    status: 'up',
  });
});
