import { expect, test } from 'vitest';
import { isEnabled, switchedOff } from './features.ts';

test('the feature `liabilities` is on in the sandbox and off in prod, unless the operator has changed this', () => {
  expect(isEnabled('liabilities', 'sandbox', {})).toBe(true);
  expect(isEnabled('liabilities', 'prod', {})).toBe(false);
  expect(isEnabled('liabilities', 'sandbox', { liabilities: false })).toBe(false);
  expect(isEnabled('liabilities', 'prod', { liabilities: true })).toBe(true);
});

test('the error for a disabled feature names the feature by its title', () => {
  expect(switchedOff('liabilities')).toMatchObject({
    code: 'not_authenticated',
    message: 'Liabilities is not enabled for this account.',
  });
});
