import { expect, test } from 'vitest';
import { problemOf } from './page.tsx';

test.each([
  ['', undefined],
  ['sandbox-0123', undefined],
  ['prod-0123', 'other_environment'],
  ['0123', 'no_secret'],
])('in the sandbox, problemOf() returns for the typed secret "%s" the problem %s', (secret, problem) => {
  expect(problemOf(secret, 'sandbox')).toBe(problem);
});
