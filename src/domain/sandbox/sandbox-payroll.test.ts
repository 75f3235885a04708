import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '#base/errors.ts';
import { inDecimals } from '#base/money.ts';
import { compileCheck } from '#domain/platform/validation.ts';
import { EmploymentAnswer, presentEmployment, ShiftAnswer } from '#domain/reports/payroll.ts';
import {
  INJECTED_EMPLOYMENTS_MAX,
  INJECTED_STATEMENTS_MAX,
  type InjectedPayroll,
  PayrollInjection,
  toInjectedPayroll,
} from './sandbox-payroll.ts';

const TODAY = '2026-03-04';
const check = compileCheck(PayrollInjection, 'body');
const faultsOf = (body: unknown) => check(body).map(({ field, message }) => `${field}: ${message}`);

const bare = { company: { name: 'Fable Freight' }, job_title: 'Driver' };
const many = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

const inject = (body: PayrollInjection, previous: InjectedPayroll | null = null): InjectedPayroll => {
  const payroll = toInjectedPayroll(body, previous, 'user', TODAY);
  if (payroll === null) throw new Error('nothing was declared');
  return payroll;
};
const only = (employment: PayrollInjection['employments'][number]) => {
  const [made] = inject({ employments: [employment] }).employments;
  if (made === undefined) throw new Error('no employment');
  return made;
};

const FULL: PayrollInjection['employments'][number] = {
  start_date: '2024-01-08',
  company: {
    name: 'Fable Freight',
    address: { street: '1 Dock Road', city: 'Tulsa', state: 'OK', zip: '74103', country: 'US' },
    phone: '+19185550120',
    ein: '99-9000009',
  },
  income: '52000',
  income_unit: 'YEARLY',
  pay_rate: 2000,
  pay_frequency: 'BW',
  job_title: 'Driver',
  job_type: 'F',
  original_hire_date: '2024-01-08',
  external_last_updated: '2026-03-01',
  manager_name: 'Odette Marchetti',
  profile: {
    first_name: 'Jordan',
    last_name: 'Averill',
    full_name: 'Jordan E Averill',
    middle_initials: 'E',
    email: 'jordan@example.com',
    phone: '(303) 555-0142',
    ssn: '991-91-9991',
    date_of_birth: '1988-04-17',
    home_address: { city: 'Denver' },
  },
  statements: [
    {
      pay_date: '2026-02-27',
      gross_pay: 2000,
      net_pay: '1540.20',
      earnings: [{ name: 'Regular', amount: 2000, category: 'regular' }],
      deductions: [{ name: 'Tax', amount: '459.80' }],
    },
    { pay_date: '2026-02-13', gross_pay: 2000 },
    { pay_date: '2026-02-27', gross_pay: 100, bonus: 100 },
  ],
  w2s: [{ year: 2025, wages: '51800.10' }],
  bank_accounts: [{ account_number: '****4721', account_type: 'C', deposit_type: 'E' }],
  shifts: [{ date: '2026-03-02', started_at: '2026-03-02T08:00:00-06:00', hours: 8 }],
};

describe('the schema of a payroll declaration', () => {
  test.each<[string, unknown]>([
    ['no employment', { employments: [] }],
    ['only the required fields', { employments: [bare] }],
    ['all fields', { employments: [FULL] }],
    ['twenty employments', { employments: many(INJECTED_EMPLOYMENTS_MAX, bare) }],
    ['five hundred statements', { employments: [{ ...bare, statements: many(INJECTED_STATEMENTS_MAX, {}) }] }],
    ['null for unknown fields', { employments: [{ ...bare, income: null, profile: null, end_date: null }] }],
    ['a job title of 128 characters', { employments: [{ ...bare, job_title: 'x'.repeat(128) }] }],
  ])('the schema of a payroll declaration accepts %s', (_case, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  test.each<[string, unknown, string[]]>([
    ['a body without employments', {}, ['employments: This field is required.']],
    [
      'an employment without a company and a job title',
      { employments: [{}] },
      ['employments.0.company: This field is required.', 'employments.0.job_title: This field is required.'],
    ],
    [
      'an employment whose company has no name',
      { employments: [{ company: {}, job_title: 'x' }] },
      ['employments.0.company.name: This field is required.'],
    ],
    [
      'twenty-one employments',
      { employments: many(INJECTED_EMPLOYMENTS_MAX + 1, bare) },
      ['employments: Ensure this list has no more than 20 items.'],
    ],
    [
      '501 statements',
      { employments: [{ ...bare, statements: many(INJECTED_STATEMENTS_MAX + 1, {}) }] },
      ['employments.0.statements: Ensure this list has no more than 500 items.'],
    ],
    [
      'a job title of 129 characters',
      { employments: [{ ...bare, job_title: 'x'.repeat(129) }] },
      ['employments.0.job_title: Ensure this field has no more than 128 characters.'],
    ],
    [
      'a net pay with three decimals',
      { employments: [{ ...bare, statements: [{ net_pay: 1.005 }] }] },
      ['employments.0.statements.0.net_pay: Ensure that there are no more than 2 decimal places.'],
    ],
    [
      'a start date that does not exist',
      { employments: [{ ...bare, start_date: '2026-02-29' }] },
      ['employments.0.start_date: Date has wrong format. Use YYYY-MM-DD.'],
    ],
  ])('the schema of a payroll declaration rejects %s', (_case, body, messages) => {
    expect(faultsOf(body)).toEqual(messages);
  });
});

describe('a declared employment', () => {
  test('an employment with only the required fields lists its other fields as missing, except is_active, which is derived', () => {
    const employment = only(bare);
    expect(employment).toMatchObject({
      company: { name: 'Fable Freight', phone: null, address: { street: null, country: null } },
      job_title: 'Driver',
      income: null,
      pay_frequency: null,
      is_active: true,
      derived_fields: ['is_active'],
      statements: [],
    });
    expect(employment.missing_data_fields).toEqual([
      'start_date',
      'income',
      'income_unit',
      'pay_rate',
      'pay_frequency',
      'job_type',
      'original_hire_date',
      'external_last_updated',
      'manager_name',
      'company.address',
      'company.phone',
      'company.ein',
      'profile',
      'statements',
      'bank_accounts',
      'w2s',
    ]);
  });

  test('an employment that has all fields lists no field as missing', () => {
    const employment = only(FULL);
    expect(employment.missing_data_fields).toEqual([]);
    expect(employment.derived_fields).toEqual(['is_active', 'annual_income_summary']);
    const years = [...new Set(employment.statements.map(({ pay_date }) => Number(pay_date?.slice(0, 4))))];
    const with_years = only({ ...FULL, annual_income_summary: years.map((year) => ({ year, gross_pay: 1 })) });
    expect(with_years.derived_fields).toEqual(['is_active']);
    expect(employment).toMatchObject({ income: 5_200_000n, pay_rate: 200_000n });
    expect(employment.profile).toMatchObject({ phone: '+13035550142', ssn: '991919991' });
    const [statement] = employment.statements;
    expect(statement).toMatchObject({ gross_pay: 200_000n, net_pay: 154_020n, regular: null });
    expect(statement?.deductions).toEqual([{ name: 'Tax', amount: 45_980n, category: 'other' }]);
    expect(statement?.missing_data_fields).toContain('regular');
    expect(statement?.missing_data_fields).not.toContain('gross_pay');
  });

  test('an employment lists the missing profile fields if only a part of the profile is given', () => {
    const { missing_data_fields } = only({ ...FULL, profile: { full_name: 'Jordan Averill', email: '' } });
    expect(missing_data_fields).toEqual([
      'profile.first_name',
      'profile.last_name',
      'profile.middle_initials',
      'profile.email',
      'profile.phone',
      'profile.ssn',
      'profile.date_of_birth',
      'profile.home_address',
    ]);
  });

  test.each([
    [undefined, undefined, true, true],
    ['2026-03-03', undefined, false, true],
    ['2026-03-04', undefined, true, true],
    ['2026-03-03', true, true, false],
    [undefined, false, false, false],
  ] as const)(
    'an employment declared with end_date %s and is_active %s gets is_active %s; derived_fields contains is_active: %s',
    (end_date, declared, is_active, is_derived) => {
      const employment = only({
        ...FULL,
        ...(end_date === undefined ? {} : { end_date }),
        ...(declared === undefined ? {} : { is_active: declared }),
      });
      expect(employment.is_active).toBe(is_active);
      expect(employment.derived_fields.includes('is_active')).toBe(is_derived);
      expect(employment.missing_data_fields).toEqual(is_active || end_date !== undefined ? [] : ['end_date']);
    },
  );

  test('a declared employment matches the published schema', () => {
    const ajv = new Ajv({ validateFormats: false, strict: false });
    const times = { created_at: '2026-03-04T09:30:00Z', updated_at: '2026-03-04T09:30:00Z' };
    for (const declared of [bare, FULL]) {
      const { employments, shifts } = inject({ employments: [declared] });
      for (const employment of employments) {
        const { statements, w2s, ...core } = inDecimals(employment);
        const shown = presentEmployment({ ...core, ...times }, { statements, w2s }, () => 'https://vouch.example/');
        expect(ajv.validate(EmploymentAnswer, shown), ajv.errorsText()).toBe(true);
      }
      for (const shift of shifts) {
        expect(ajv.validate(ShiftAnswer, { ...inDecimals(shift), ...times }), ajv.errorsText()).toBe(true);
      }
    }
  });

  test('the shifts of an employment refer to the employment, and their times are in UTC', () => {
    const { employments, shifts } = inject({ employments: [bare, FULL] });
    expect(shifts).toMatchObject([
      {
        employment_id: employments[1]?.id,
        started_at: '2026-03-02T14:00:00Z',
        ended_at: null,
        status: 'worked',
        hours: 800n,
      },
    ]);
  });

  test('an employment with a timestamp after the year 9999 is rejected; the error names the field by its path', () => {
    const shifts = [{ date: '2026-03-02', ended_at: '9999-12-31T23:30:00-01:00' }];
    const declare = () => inject({ employments: [bare, { ...bare, shifts }] });
    expect(declare).toThrow(ServiceError);
    expect(declare).toThrow(
      expect.objectContaining({
        invalid_params: [
          { field: 'employments.1.shifts.0.ended_at', message: 'Datetime has wrong format. Use ISO 8601.' },
        ],
      }),
    );
  });
});

describe('a repeated payroll declaration', () => {
  const body: PayrollInjection = { mode: 'replace', employments: [FULL, bare] };

  test('declaring the same data again changes nothing; two paychecks on the same day stay separate', () => {
    const payroll = inject(body);
    expect(inject(body, payroll)).toEqual(payroll);
    const ids = payroll.employments.flatMap(({ id, statements, w2s, bank_accounts, profile }) => [
      id,
      profile.id,
      ...[...statements, ...w2s, ...bank_accounts].map((part) => part.id),
    ]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });

  test('declaring an additional statement does not change the ids of the other statements', () => {
    const longer = { ...FULL, statements: [{ pay_date: '2026-03-13', gross_pay: 2000 }, ...(FULL.statements ?? [])] };
    const [before, after] = [only(FULL), only(longer)].map(({ statements }) => statements.map(({ id }) => id));
    expect(after?.slice(1)).toEqual(before);
  });

  test('the mode `append` adds employments, up to a total of twenty', () => {
    const nineteen = inject({ employments: many(19, bare) });
    const twenty = inject({ mode: 'append', employments: [FULL] }, nineteen);
    expect(twenty.employments.slice(0, 19)).toEqual(nineteen.employments);
    expect(new Set(twenty.employments.map(({ id }) => id)).size).toBe(20);
    expect(() => inject({ employments: [bare] }, twenty)).toThrow(
      expect.objectContaining({
        invalid_params: [{ field: 'employments', message: 'Ensure this list has no more than 20 items.' }],
      }),
    );
  });

  test('the mode `replace` deletes the earlier declarations; with an empty list, it restores the sample data', () => {
    const payroll = inject(body);
    expect(inject({ mode: 'replace', employments: [bare] }, payroll).employments).toHaveLength(1);
    expect(toInjectedPayroll({ mode: 'replace', employments: [] }, payroll, 'user', TODAY)).toBeNull();
    expect(toInjectedPayroll({ employments: [] }, payroll, 'user', TODAY)).toEqual(payroll);
    expect(toInjectedPayroll({ employments: [] }, null, 'user', TODAY)).toBeNull();
  });
});
