import { describe, expect, test } from 'vitest';
import type { ProviderInfo } from '#domain/connections/providers.ts';
import type { Environment } from '#domain/platform/scope.ts';
import { describeFindings, examineProviders } from './doctor.ts';

const provider = (...environments: Environment[]): ProviderInfo => ({
  id: 'northwind',
  name: 'Northwind Payroll',
  logo_url: null,
  domain: null,
  is_supported: true,
  success_rate: null,
  data_source: 'payroll',
  products: ['income'],
  environments,
});

describe('examineProviders', () => {
  test('prod without a provider is a warning, not a failure', () => {
    const found = examineProviders([provider('sandbox')]);
    expect(found).toMatchObject({ ok: true, warning: true });
    expect(describeFindings([{ check: 'clock', ok: true, note: '0 ms off' }, found])).toMatch(
      /^ok {4}clock: 0 ms off\nwarn {2}prod: no provider is configured; /,
    );
  });

  test('prod with providers shows the number of providers', () => {
    const note = (...found: ProviderInfo[]) => examineProviders(found).note;
    expect(note(provider('sandbox'), provider('prod'), provider('sandbox', 'prod'))).toBe('2 providers');
    expect(examineProviders([provider('prod')])).toEqual({ check: 'prod', ok: true, note: '1 provider' });
  });
});

test('vouch doctor marks a failed check with the word BAD', () => {
  expect(describeFindings([{ check: 'jobs', ok: false, note: '2 failed permanently' }])).toBe(
    'BAD   jobs: 2 failed permanently',
  );
});
