import { expect, test } from 'vitest';
import { repeats } from './repeats.ts';

const OURS = 'Your account is locked. Unlock it on the website of Vouch Payroll, then try again.';

test.for([
  ['This account is locked. Please unlock it at the provider, then try again.', true],
  ['', true],
  ['  ', true],
  // One new word of two is half, which counts as new; one of three does not.
  ['Account suspended', false],
  ['Account locked, suspended', true],
  ['Locked until Monday at nine', false],
  ['¿?', false],
  ['Cuenta bloqueada', false],
] as const)('“%s” only repeats our own text: %s', ([said, expected]) => {
  expect(repeats(said, OURS)).toBe(expected);
});
