import { describe, expect, test } from 'vitest';
import {
  hasNumbers,
  type KeptAccount,
  type Owner,
  presentAccount,
  primaryOwner,
  profileOfOwner,
} from './financial-accounts.ts';

const ID = '0'.repeat(32);
const NOWHERE = { street: null, city: null, state: null, zip: null, country: null };

const owner = (given: Partial<Owner>): Owner => ({
  id: ID,
  full_name: null,
  email: null,
  phone: null,
  address: NOWHERE,
  relation_type: null,
  ...given,
});

const account = (given: Partial<KeptAccount>): KeptAccount => ({
  id: ID,
  created_at: '2026-03-04T09:30:00Z',
  updated_at: '2026-03-04T09:30:00Z',
  type: 'CHECKING',
  subtype: null,
  mask: '4721',
  nickname: null,
  balances: { currency_code: 'USD', balance: '10.00', available_balance: null, credit_limit: null },
  account_number: '400100214721',
  routing_number: '991000012',
  wire_routing_number: null,
  owners: [owner({})],
  ...given,
});

test('presentAccount omits the account number, the routing numbers and the owners', () => {
  const shown = presentAccount(account({}));
  expect(JSON.stringify(shown)).not.toContain('400100214721');
  expect(Object.keys(shown)).toEqual([
    'id',
    'created_at',
    'updated_at',
    'type',
    'subtype',
    'mask',
    'nickname',
    'balances',
  ]);
});

test.each([
  [{}, true],
  [{ type: 'SAVINGS' }, true],
  [{ type: 'CD' }, false],
  [{ type: 'CREDIT_CARD' }, false],
  [{ account_number: null }, false],
  [{ routing_number: null }, false],
] as const)('hasNumbers of an account with %o is %s', (given, expected) => {
  expect(hasNumbers(account(given))).toBe(expected);
});

describe('primaryOwner', () => {
  const [joint, primary] = [owner({ relation_type: 'JOINT' }), owner({ relation_type: 'PRIMARY' })];

  test('the primary owner is the owner who is marked as primary; if there is none, it is the first owner; it is undefined if there are no owners', () => {
    expect(primaryOwner([account({ owners: [joint] }), account({ owners: [joint, primary] })])).toBe(primary);
    expect(primaryOwner([account({ owners: [] }), account({ owners: [joint] })])).toBe(joint);
    expect(primaryOwner([])).toBeUndefined();
  });
});

describe('profileOfOwner', () => {
  test.each([
    ['Jordan E Averill', 'Jordan', 'E', 'Averill'],
    ['Tessa Holloway-Finch', 'Tessa', null, 'Holloway-Finch'],
    ['Ana  Maria de Souza', 'Ana', 'MD', 'Souza'],
    ['Cher', 'Cher', null, null],
    ['', null, null, null],
    [null, null, null, null],
  ])(
    'profileOfOwner splits the full name "%s" into first name %s, middle initials %s and last name %s',
    (full_name, first_name, middle_initials, last_name) => {
      expect(profileOfOwner(owner({ full_name }), ID)).toMatchObject({
        full_name,
        first_name,
        middle_initials,
        last_name,
      });
    },
  );

  test('sets SSN and date of birth to null, because a bank does not return them', () => {
    const profile = profileOfOwner(owner({ email: 'jordan@example.com' }), ID);
    expect(profile).toMatchObject({
      email: 'jordan@example.com',
      ssn: null,
      date_of_birth: null,
      home_address: NOWHERE,
    });
  });
});
