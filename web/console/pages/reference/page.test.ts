import { expect, test } from 'vitest';
import { problemOf } from './page.tsx';

test.each([
  ['', undefined],
  ['sandbox-0123', undefined],
  ['prod-0123', 'other_environment'],
  ['0123', 'no_secret'],
])('problemOf() of the secret "%s" in the sandbox is %s', (secret, problem) => {
  expect(problemOf(secret, 'sandbox')).toBe(problem);
});
