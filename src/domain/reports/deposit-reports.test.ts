import { describe, expect, test } from 'vitest';
import { employerOf, presentDeposit, presentInitialAccount } from './deposit-reports.ts';
import type { EmploymentSummaryAnswer } from './payroll.ts';

const ADDRESS = { street: null, city: null, state: null, zip: null, country: null };
const job = (name: string | null): EmploymentSummaryAnswer => ({
  id: '0'.repeat(32),
  start_date: null,
  company: { name, address: ADDRESS, phone: null, ein: null },
  income: null,
  income_unit: null,
  pay_rate: null,
  pay_frequency: null,
  is_active: true,
  job_title: null,
  job_type: null,
  original_hire_date: null,
  end_date: null,
  external_last_updated: null,
  derived_fields: [],
  missing_data_fields: [],
  manager_name: null,
});

describe('the employer in a deposit report', () => {
  const chosen = { id: 'c-1', name: 'Fable Freight', logo_url: null };

  test('the employer is the company that the applicant chose, whatever employer the provider’s data names', () => {
    expect(employerOf(chosen, job('FABLE FREIGHT INC'))).toEqual(chosen);
  });

  test('the employer is taken from the provider’s data if the applicant chose no company; this employer’s id is null', () => {
    expect(employerOf(null, job('Larkspur Insights'))).toEqual({ id: null, name: 'Larkspur Insights', logo_url: null });
  });

  test('the employer is null if the applicant chose no company and the provider’s data contains no employer', () => {
    expect(employerOf(null, job(null))).toBeNull();
    expect(employerOf(null, undefined)).toBeNull();
  });
});

describe('an account in a deposit report', () => {
  const kept = {
    account_number: '400100219999',
    routing_number: '991000012',
    account_type: 'checking',
    bank_name: null,
    deposit_type: 'percent',
    deposit_value: '25.00',
  } as const;

  test("an account is presented with its full numbers and without the bank's address", () => {
    const account = { ...kept, bank_address: '1 Ledger Lane' };
    expect(presentDeposit(account)).toEqual(kept);
  });

  test('an account that existed before the switch has an account_name, which may be null', () => {
    expect(presentInitialAccount({ ...kept, account_name: 'Everyday' })).toEqual({ ...kept, account_name: 'Everyday' });
    expect(presentInitialAccount({ ...kept, account_name: null })).toEqual({ ...kept, account_name: null });
  });
});
