import { expect, test } from 'vitest';
import { connectors } from './registry.ts';

const ADDRESS = {
  base_url: 'https://api.vouch.example/base',
  public_url: 'https://vouch.example',
  bank_secret: 'secret',
};
const BANK = ['assets', 'transactions', 'income'];

test('connectors() returns five sandbox providers, uploaded documents and imported files, each by its id; of these, only imported files are offered in prod', () => {
  const all = [...connectors(ADDRESS)].map(([id, { manifest }]) => ({ ...manifest, id }));
  expect(all.map(({ id, name, data_source, products }) => ({ id, name, data_source, products }))).toEqual([
    {
      id: 'vouch_payroll',
      name: 'Vouch Payroll',
      data_source: 'payroll',
      products: ['income', 'employment', 'deposit_switch', 'pll', 'admin'],
    },
    { id: 'vouch_bank', name: 'Vouch Bank', data_source: 'financial_accounts', products: BANK },
    { id: 'vouch_bank_oauth', name: 'Vouch Bank (OAuth)', data_source: 'financial_accounts', products: BANK },
    { id: 'vouch_insurance', name: 'Vouch Insurance', data_source: 'insurance', products: ['insurance'] },
    { id: 'vouch_tax', name: 'Vouch Tax', data_source: 'tax', products: ['income'] },
    {
      id: 'documents',
      name: 'Documents',
      data_source: 'docs',
      products: ['income', 'employment', 'assets', 'transactions', 'insurance'],
    },
    {
      id: 'vouch_files',
      name: 'Imported files',
      data_source: 'financial_accounts',
      products: ['transactions', 'assets', 'income'],
    },
  ]);
  expect(all.filter(({ environments }) => environments.includes('prod')).map(({ id }) => id)).toEqual(['vouch_files']);
});

test('only the connector of the OAuth bank uses the network, and it may reach only this service’s own origin', () => {
  const reaching = [...connectors(ADDRESS).values()].flatMap(({ manifest }) => manifest.origins);
  expect(reaching).toEqual(['https://api.vouch.example']);
});
