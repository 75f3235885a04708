import { expect, test } from 'vitest';
import { addressGroup } from './client-addresses.ts';

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  [':', 'unknown'],
  ['visitor', 'unknown'],
] as const)('the client address %s belongs to the address group %s', ([ip, group]) => {
  expect(addressGroup(ip)).toBe(group);
});
