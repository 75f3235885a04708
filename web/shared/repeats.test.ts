import { expect, test } from 'vitest';
import { repeats } from './repeats.ts';

const OURS = 'Your account is locked. Unlock it on the website of Vouch Payroll, then try again.';

test.for([
  ['This account is locked. Please unlock it at the provider, then try again.', true],
  ['', true],
  ['  ', true],
  // One new word of two is half, which adds something; one of three is not.
  ['Account suspended', false],
  ['Account locked, suspended', true],
  ['Locked until Monday at nine', false],
  ['¿?', false],
  ['Cuenta bloqueada', false],
] as const)('“%s” only repeats what we say: %s', ([said, expected]) => {
  expect(repeats(said, OURS)).toBe(expected);
});
