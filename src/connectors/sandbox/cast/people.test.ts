import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOfMonth, daysBetween, isBusinessDay, toDate, toDay } from '#base/calendar.ts';
import { sum } from '#base/money.ts';
import { payrollOn } from '#connectors/sandbox/payroll/payroll.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import { isPayrollUsername, lifeOf, PAYROLL_USERNAMES, type PayrollUsername, personaOf } from './people.ts';

const anyDay = fc.integer({ min: toDay('2024-01-01'), max: toDay('2026-12-31') }).map(toDate);

/**
 * Checks a person's payroll data as it is on the day of the first login. The check runs for random login days and for
 * some edge cases.
 */
function onAnyDay(username: PayrollUsername, check: (payroll: ReturnType<typeof payrollOn>, today: string) => void) {
  fc.assert(
    fc.property(anyDay, (today) => {
      check(payrollOn(lifeOf(username, today), today), today);
    }),
    { numRuns: 15, examples: [['2024-02-29'], ['2024-12-31'], ['2026-01-01'], ['2026-12-31'], ['2025-07-04']] },
  );
}

const only = ({ employments }: { employments: Employment[] }): Employment => {
  const [employment, ...others] = employments;
  if (employment === undefined || others.length > 0) throw new Error('there is not exactly one employment');
  return employment;
};

describe('sample people of the sandbox’s payroll provider', () => {
  test('the login `goodlogin` has one active full-time bi-weekly job, 24 months of statements, 2 W-2s and 2 deposit accounts', () => {
    onAnyDay('goodlogin', (payroll, today) => {
      const employment = only(payroll);
      expect(employment).toMatchObject({ is_active: true, job_type: 'F', pay_frequency: 'BW', end_date: null });
      const first = employment.statements.at(-1)?.pay_date ?? '';
      expect(first <= addMonths(today, -24) && first > addDays(addMonths(today, -24), -9)).toBe(true);
      expect([53, 54]).toContain(employment.statements.length);
      expect(employment.w2s).toHaveLength(2);
      expect(employment.bank_accounts).toHaveLength(2);
      expect(employment.missing_data_fields).toEqual([]);
      expect(employment.profile.ssn).toBe('991919991');
      // The employment's pay rate equals the latest statement's regular pay.
      expect(employment.statements[0]?.regular).toBe(employment.pay_rate);
    });
  });

  test('the sample login `fulltime` is a full-time salesperson who earns commission; the SSN ends with 2211', () => {
    onAnyDay('fulltime', (payroll) => {
      const employment = only(payroll);
      expect(employment).toMatchObject({ is_active: true, job_type: 'F' });
      expect(employment.profile.ssn).toMatch(/^\d{5}2211$/);
      expect(employment.statements.every(({ commission }) => (commission ?? 0n) > 0n)).toBe(true);
    });
  });

  test('the login `hourly.part-time` has an hourly part-time job with shifts, and the SSN 666-38-2548', () => {
    onAnyDay('hourly.part-time', (payroll, today) => {
      const employment = only(payroll);
      expect(employment).toMatchObject({ job_type: 'P', income_unit: 'HOURLY', is_active: true });
      expect(employment.profile.ssn).toBe('666382548');
      expect(payroll.shifts.every((shift) => shift.date < today !== (shift.status === 'scheduled'))).toBe(true);
      expect(payroll.shifts.every((shift) => shift.employment_id === employment.id)).toBe(true);
      const dates = payroll.shifts.map(({ date }) => date);
      expect(dates.filter((date) => date >= today).length).toBeGreaterThanOrEqual(8);
      expect(daysBetween(today, dates.at(-1) ?? '')).toBeLessThanOrEqual(14);
      expect(daysBetween(dates[0] ?? '', today)).toBeGreaterThan(80);
    });
  });

  test('the shifts of the sample login `hourly.part-time` in a pay period add up to the hours and gross pay of the period’s statement', () => {
    const { employments, shifts } = payrollOn(lifeOf('hourly.part-time', '2026-03-04'), '2026-03-04');
    for (const statement of employments[0]?.statements.slice(0, 5) ?? []) {
      const worked = shifts.filter(
        ({ date, status }) =>
          status === 'worked' && date >= (statement.period_start ?? '') && date <= (statement.period_end ?? ''),
      );
      expect(sum(worked.map(({ amount }) => amount ?? 0n))).toBe(statement.gross_pay);
      expect(sum(worked.map(({ hours }) => hours ?? 0n))).toBe(statement.hours);
    }
  });

  test('the login `multiple.employments` has one active job and two ended jobs', () => {
    onAnyDay('multiple.employments', ({ employments }) => {
      expect(employments.map(({ is_active }) => is_active)).toEqual([true, false, false]);
      expect(new Set(employments.map(({ company }) => company.name)).size).toBe(3);
      expect(employments.slice(1).every(({ end_date }) => end_date !== null)).toBe(true);
      const starts = employments.map(({ start_date }) => start_date ?? '');
      expect(starts).toEqual(starts.toSorted().toReversed());
      expect(employments[2]?.statements.some(({ overtime }) => (overtime ?? 0n) > 0n)).toBe(true);
    });
  });

  test.each([
    ['goodlogin.tn1', 6],
    ['goodlogin.tn2', 3],
  ] as const)(
    'the sample login `%s` has one job, which started %d months ago or up to six days earlier',
    (username, months) => {
      onAnyDay(username, (payroll, today) => {
        const { start_date, statements } = only(payroll);
        const late = daysBetween(start_date ?? '', addMonths(today, -months));
        expect(late >= 0 && late < 7).toBe(true);
        expect(statements.length).toBeGreaterThan(months);
      });
    },
  );

  test.each([
    ['weekly', 'W', 7],
    ['biweekly', 'BW', 14],
    ['semimonthly', 'SM', 16],
    ['monthly', 'M', 31],
  ] as const)(
    'the sample login `%s` has pay_frequency %s, and its pay periods and paydays match this frequency',
    (username, frequency, days_max) => {
      onAnyDay(username, (payroll) => {
        const { pay_frequency, statements } = only(payroll);
        expect(pay_frequency).toBe(frequency);
        for (const { period_start, period_end, pay_date } of statements) {
          const days = daysBetween(period_start ?? '', period_end ?? '') + 1;
          expect(days <= days_max && days >= Math.min(days_max, 14) - 1).toBe(true);
          expect(isBusinessDay(pay_date ?? '')).toBe(true);
          expect(frequency !== 'SM' || [1, 16].includes(dayOfMonth(period_start ?? ''))).toBe(true);
        }
      });
    },
  );

  test('the sample login `former.employee` has exactly one job, and that job has ended', () => {
    onAnyDay('former.employee', (payroll, today) => {
      const { is_active, end_date, statements } = only(payroll);
      expect(is_active).toBe(false);
      expect((end_date ?? '9999') < today).toBe(true);
      expect((statements[0]?.period_start ?? '9999') <= (end_date ?? '')).toBe(true);
    });
  });

  test('the sample login `missing.data` lists the missing fields in missing_data_fields', () => {
    onAnyDay('missing.data', (payroll) => {
      const employment = only(payroll);
      expect(employment.missing_data_fields).toEqual([
        'w2s',
        'bank_accounts',
        'manager_name',
        'original_hire_date',
        'company.phone',
        'profile.email',
      ]);
      expect(employment).toMatchObject({ w2s: [], bank_accounts: [], manager_name: null, original_hire_date: null });
      expect([employment.company.phone, employment.profile.email]).toEqual([null, null]);
      expect(employment.dates_from_statements).toBe(true);
      expect(employment.derived_fields).toContain('start_date');
      expect(employment.start_date).toBe(employment.statements.at(-1)?.period_start);
      expect(employment.statements[0]).toMatchObject({
        check_number: null,
        hours: null,
        missing_data_fields: ['check_number', 'hours'],
      });
    });
  });

  test('the login `suspicious` has normal data and the is_suspicious flag', () => {
    expect(personaOf('suspicious').is_suspicious).toBe(true);
    onAnyDay('suspicious', (payroll) => expect(only(payroll).statements.length).toBeGreaterThan(50));
  });

  test('for the sample login `changed.on.refresh`, every refresh adds a statement and raises the pay; older statements do not change', () => {
    fc.assert(
      fc.property(anyDay, fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }), (first_login, gaps) => {
        const refreshes: string[] = [];
        let today = first_login;
        let before = only(payrollOn(lifeOf('changed.on.refresh', first_login), today));
        for (const gap of gaps) {
          today = addDays(today, gap);
          const unrefreshed = only(payrollOn(lifeOf('changed.on.refresh', first_login, refreshes), today));
          refreshes.push(today);
          const after = only(payrollOn(lifeOf('changed.on.refresh', first_login, refreshes), today));
          expect(after.statements.length).toBe(unrefreshed.statements.length + 1);
          expect(after.statements.slice(-before.statements.length)).toEqual(before.statements);
          expect(after.income ?? 0n).toBeGreaterThan(unrefreshed.income ?? 0n);
          before = after;
        }
      }),
      { numRuns: 15 },
    );
  });

  test('the sample login `disconnect.on.refresh` has normal data on the first login, and its flag disconnects_on_refresh is true', () => {
    expect(personaOf('disconnect.on.refresh').disconnects_on_refresh).toBe(true);
    onAnyDay('disconnect.on.refresh', (payroll) => expect(only(payroll).is_active).toBe(true));
  });

  test('the login `no.dds` has a current job, and no_deposit_switch is set', () => {
    expect(personaOf('no.dds').no_deposit_switch).toBe(true);
    onAnyDay('no.dds', (payroll) => expect(only(payroll).is_active).toBe(true));
  });

  test('the login `already.allocated` has deposit percentages that add up to 100', () => {
    expect(personaOf('already.allocated').is_fully_allocated).toBe(true);
    onAnyDay('already.allocated', (payroll) => {
      const { bank_accounts } = only(payroll);
      expect(bank_accounts.every(({ deposit_type }) => deposit_type === 'P')).toBe(true);
      expect(sum(bank_accounts.map(({ deposit_value }) => deposit_value ?? 0n))).toBe(10_000n);
    });
  });
});

test('the seed of every sample payroll person is the person’s user name; isPayrollUsername is false for all other strings', () => {
  for (const username of PAYROLL_USERNAMES) expect(lifeOf(username, '2026-03-04').seed).toBe(username);
  expect(PAYROLL_USERNAMES).toHaveLength(17);
  expect(['goodlogin ', 'toString', '', 'error.user'].filter(isPayrollUsername)).toEqual([]);
});
