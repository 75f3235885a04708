import { describe, expect, test } from 'vitest';
import { type CompanyRecord, readCompanyRow } from './company-rows.ts';

const FULL: CompanyRecord = {
  id: 'harbor-1',
  name: ' Harbor & Pine ',
  domain: 'https://www.Harbor.example/',
  logo_url: 'https://harbor.example/logo.png',
  ein: '99-9000002',
  phone: '(503) 555-0102',
  street: '900 Alder Quay',
  city: 'Portland',
  state: 'or',
  zip: '97205-1234',
  provider_id: 'northwind',
  mapping_status: 'VERIFIED',
  success_rate: 'medium',
  deposit_types: 'percent;entire',
  amount_precision: '0',
  percent_precision: '1',
  max_number: '4',
};
const read = (record: CompanyRecord) => {
  const result = readCompanyRow(record);
  if ('faults' in result) throw new Error(result.faults.join('; '));
  return result.company;
};
const faultsOf = (record: CompanyRecord): string[] => {
  const result = readCompanyRow(record);
  return 'faults' in result ? result.faults : [];
};

describe('readCompanyRow', () => {
  test('reads every column', () => {
    expect(read(FULL)).toEqual({
      company_mapping_id: 'harbor-1',
      name: 'Harbor & Pine',
      domain: 'harbor.example',
      logo_url: 'https://harbor.example/logo.png',
      ein: '999000002',
      phone: '+15035550102',
      street: '900 Alder Quay',
      city: 'Portland',
      state: 'OR',
      zip: '97205',
      provider_id: 'northwind',
      mapping_status: 'verified',
      success_rate: 'medium',
      deposit_switch: {
        deposit_types: ['entire', 'percent'],
        amount_precision: 0,
        percent_precision: 1,
        max_number: 4,
      },
    });
  });

  test('requires only the name', () => {
    expect(read({ name: 'Harbor', domain: '', state: ' ' })).toEqual({
      company_mapping_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'Harbor',
      domain: null,
      logo_url: null,
      ein: null,
      phone: null,
      street: null,
      city: null,
      state: null,
      zip: null,
      provider_id: null,
      mapping_status: 'unmapped',
      success_rate: null,
      deposit_switch: null,
    });
    expect(read({ name: 'Harbor', provider_id: 'northwind' }).mapping_status).toBe('mapped');
    expect(read({ name: 'Harbor', deposit_types: 'entire' }).deposit_switch).toEqual({
      deposit_types: ['entire'],
      amount_precision: 2,
      percent_precision: 2,
      max_number: 1,
    });
  });

  test('derives a missing id from name, EIN, domain and state', () => {
    const id = (record: CompanyRecord) => read(record).company_mapping_id;
    expect(id({ name: 'Harbor & Pine, Inc.', city: 'Salem' })).toBe(id({ name: 'HARBOR AND PINE', city: 'Portland' }));
    const others = [{}, { ein: '99-9000002' }, { domain: 'a.example' }, { state: 'OR' }];
    expect(new Set(others.map((other) => id({ name: 'Harbor', ...other }))).size).toBe(others.length);
  });

  test.each<[keyof CompanyRecord, string, string]>([
    ['name', ' ', 'name: missing'],
    ['name', '!!!', 'name: "!!!" is not a name of up to 256 characters'],
    ['name', 'Caf\ufffd', 'name: "Caf\ufffd" is not UTF-8'],
    ['id', 'a b', 'id: "a b" is not an id (up to 64 letters, digits, "-" and "_")'],
    ['id', 'mapping', 'id: "mapping" is not an id (up to 64 letters, digits, "-" and "_")'],
    ['id', 'self_employed', 'id: "self_employed" is not an id (up to 64 letters, digits, "-" and "_")'],
    ['domain', 'harbor', 'domain: "harbor" is not a domain'],
    ['logo_url', 'logo.png', 'logo_url: "logo.png" is not a web address'],
    ['ein', '99', 'ein: "99" is not nine digits'],
    ['phone', '555-0102', 'phone: "555-0102" is not a phone number'],
    ['state', 'Oregon', 'state: "Oregon" is not a two-letter state code'],
    ['zip', '9720', 'zip: "9720" is not a five-digit zip code'],
    ['provider_id', 'North wind', 'provider_id: "North wind" is not a provider id'],
    ['mapping_status', 'maybe', 'mapping_status: "maybe" is not one of verified, mapped, unmapped'],
    ['success_rate', 'great', 'success_rate: "great" is not one of high, medium, low, unsupported'],
    ['deposit_types', 'entire;half', 'deposit_types: "entire;half" is not a list of entire, amount, percent'],
    ['amount_precision', '3', 'amount_precision: "3" is not a number from 0 to 2'],
    ['percent_precision', '-1', 'percent_precision: "-1" is not a number from 0 to 2'],
    ['max_number', '0', 'max_number: "0" is not a number from 1 to 100'],
    ['max_number', '101', 'max_number: "101" is not a number from 1 to 100'],
  ])('for the column %s, readCompanyRow rejects the value %s', (column, value, fault) => {
    expect(faultsOf({ ...FULL, [column]: value })).toEqual([fault]);
  });

  test.each<[keyof CompanyRecord, number]>([
    ['name', 256],
    ['id', 64],
    ['street', 256],
    ['city', 128],
    ['provider_id', 64],
  ])('for the column %s, readCompanyRow accepts up to %d characters', (column, length_max) => {
    expect(faultsOf({ ...FULL, [column]: 'x'.repeat(length_max) })).toEqual([]);
    expect(faultsOf({ ...FULL, [column]: 'x'.repeat(length_max + 1) })).toHaveLength(1);
  });

  test('lists all errors of a row, and quotes only the beginning of a long value', () => {
    expect(faultsOf({ name: '', domain: 'x'.repeat(100), ein: '1' })).toEqual([
      'name: missing',
      `domain: "${'x'.repeat(60)}…" is not a domain`,
      'ein: "1" is not nine digits',
    ]);
  });
});
