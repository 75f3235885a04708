import { expect, test } from 'vitest';
import { repeats } from './repeats.ts';

const OURS = 'Your account is locked. Unlock it on the website of Vouch Payroll, then try again.';

test.for([
  ['This account is locked. Please unlock it at the provider, then try again.', true],
  ['', true],
  ['  ', true],
  // A message is new if at least half of its words are new. In the first of these messages one of two words is new,
  // which is half. In the second, one of three words is new, which is less than half.
  ['Account suspended', false],
  ['Account locked, suspended', true],
  ['Locked until Monday at nine', false],
  ['¿?', false],
  ['Cuenta bloqueada', false],
] as const)('repeats(), called with the provider’s message “%s” and our own text, returns %s', ([said, expected]) => {
  expect(repeats(said, OURS)).toBe(expected);
});
