import { expect, test } from 'vitest';
import { repeats } from './repeats.ts';

const OURS = 'Your account is locked. Unlock it on the website of Vouch Payroll, then try again.';

test.for([
  ['This account is locked. Please unlock it at the provider, then try again.', true],
  ['', true],
  ['  ', true],
  // If one word of two is new, that is half, so the message counts as new; one new word of three is not enough.
  ['Account suspended', false],
  ['Account locked, suspended', true],
  ['Locked until Monday at nine', false],
  ['¿?', false],
  ['Cuenta bloqueada', false],
] as const)("repeats for the provider's message “%s” and our own text is %s", ([said, expected]) => {
  expect(repeats(said, OURS)).toBe(expected);
});
