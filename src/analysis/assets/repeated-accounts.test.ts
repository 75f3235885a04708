import { expect, test } from 'vitest';
import { account, heldLink } from '#test/assets.ts';
import { repeatedAccounts, withoutAccounts } from './repeated-accounts.ts';

const ownedBy = (full_name: string) => {
  const address = { street: null, city: null, state: null, zip: null, country: null };
  return { owners: [{ id: 'e'.repeat(32), full_name, email: null, phone: null, address, relation_type: null }] };
};
const NONE = { account_number: null, routing_number: null };
const NUMBERS = { account_number: '400100214721', routing_number: '991000012' };
const at = (provider: string, more: Parameters<typeof account>[1], updated_at = '2026-03-01T12:00:00Z') => ({
  ...heldLink([account('1.00', { ...NUMBERS, ...more })]),
  provider,
  updated_at,
});
const countRepeated = (...links: ReturnType<typeof at>[]) => repeatedAccounts(links).length;

test.each([
  ['equal numbers at two providers', at('a', {}), at('b', { nickname: 'Another name' }), 1],
  ['an equal number at another bank', at('a', {}), at('a', { routing_number: '991000029' }), 0],
  ['another number with the same last digits', at('a', {}), at('a', { account_number: '777100214721' }), 0],
  ['no numbers, at one provider', at('a', NONE), at('a', NONE), 1],
  ['numbers in only one of two links at one provider', at('a', {}), at('a', NONE), 1],
  ['no numbers, at two providers', at('a', NONE), at('b', NONE), 0],
  ['no numbers and another type', at('a', NONE), at('a', { ...NONE, type: 'SAVINGS' }), 0],
  ['no numbers and another name', at('a', NONE), at('a', { ...NONE, nickname: 'Holidays' }), 0],
  ['an equal number and other owners', at('a', ownedBy('Ada Lantern')), at('b', ownedBy('Wren Tallow')), 0],
  [
    'an equal number and the owner’s name in another form',
    at('a', ownedBy('LANTERN ADA')),
    at('b', ownedBy('Ada M. Lantern')),
    1,
  ],
  ['an equal number and one known owner', at('a', ownedBy('Ada Lantern')), at('b', {}), 1],
  [
    'digits only in the name',
    at('a', { ...NONE, mask: null, nickname: 'Daily (4721)' }),
    at('a', { ...NONE, mask: null, nickname: 'Daily (4721)' }),
    1,
  ],
  [
    'no digits at all',
    at('a', { ...NONE, mask: null, nickname: 'Daily' }),
    at('a', { ...NONE, mask: null, nickname: 'Daily' }),
    0,
  ],
])(
  'repeatedAccounts() returns an account only if two links have the same account: two links with %s',
  (_, one, other, expected) => {
    expect(countRepeated(one, other)).toBe(expected);
    expect(countRepeated(other, one)).toBe(expected);
  },
);

test('two accounts of one link are never the same', () => {
  expect(repeatedAccounts([heldLink([account('1.00', NONE), account('1.00', NONE)])])).toEqual([]);
});

test('of two repeated accounts, the requested account is kept; if none is requested, the account that was read last is kept', () => {
  const [older, newer] = [at('a', NONE, '2026-02-01T12:00:00Z'), at('a', NONE)];
  const [old_id = '', new_id = ''] = [older, newer].flatMap(({ accounts }) => accounts.map(({ id }) => id));
  const [last] = repeatedAccounts([older, newer]);
  expect(last).toEqual({ account_id: old_id, link_id: older.link_id, same_as: new_id });
  const repeated = repeatedAccounts([older, newer], new Set([old_id]));
  expect(repeated.map(({ same_as }) => same_as)).toEqual([old_id]);
  expect(withoutAccounts([older, newer], repeated).map(({ accounts }) => accounts.length)).toEqual([1, 0]);
});
