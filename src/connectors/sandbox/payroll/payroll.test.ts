import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILING_STATUSES } from '#analysis/withholding/federal.ts';
import { ficaOf, wageBase } from '#analysis/withholding/fica.ts';
import { STATE_CODES } from '#analysis/withholding/states.ts';
import { addDays, FRIDAY, isBusinessDay, THURSDAY, toDate, toDay, weekdayOf, yearOf } from '#base/calendar.ts';
import { divideRounded, sum } from '#base/money.ts';
import { lifeOf, PAYROLL_USERNAMES } from '#connectors/sandbox/cast/people.ts';
import { biweeklyFrom, jobOf } from '#connectors/sandbox/cast/sample-jobs.ts';
import { CHECKING, JORDAN, SAVINGS } from '#connectors/sandbox/cast/sample-people.ts';
import type { Job, Life } from '#connectors/sandbox/lives/life.ts';
import { idOf } from '#connectors/sandbox/lives/random.ts';
import type { Employment } from '#domain/reports/payroll.ts';
import type { Deduction, Statement } from '#domain/reports/statements.ts';
import { employmentId, payDeposits, payrollOn } from './payroll.ts';

const day = (from: string, to: string) => fc.integer({ min: toDay(from), max: toDay(to) }).map(toDate);
const anyDay = day('2024-01-01', '2026-12-31');
const username = fc.constantFrom(...PAYROLL_USERNAMES);

describe('payroll data of every sample person on any day', () => {
  test('payroll data of every sample person satisfies the invariants of payroll data', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(username, anyDay, fc.integer({ min: 0, max: 900 }), (name, first_login, later) => {
        const today = addDays(first_login, later);
        expect(faultsOf(lifeOf(name, first_login, [first_login, today]), today)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('older statements and W-2s do not change as days pass', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(username, anyDay, fc.integer({ min: 1, max: 400 }), (name, first_login, later) => {
        const life = lifeOf(name, first_login);
        const [before, after] = [payrollOn(life, first_login), payrollOn(life, addDays(first_login, later))];
        for (const employment of before.employments) {
          const same = after.employments.find(({ id }) => id === employment.id);
          expect(same?.statements.slice(same.statements.length - employment.statements.length)).toEqual(
            employment.statements,
          );
          expect(same?.w2s.slice(same.w2s.length - employment.w2s.length)).toEqual(employment.w2s);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('payroll data is the same, byte for byte, whenever it is computed', () => {
    fc.assert(
      fc.property(username, anyDay, (name, today) => {
        expect(bytesOf(payrollOn(lifeOf(name, today), today))).toBe(bytesOf(payrollOn(lifeOf(name, today), today)));
      }),
      { numRuns: 30 },
    );
  });

  test('payroll data has the same values but different ids in another link', () => {
    const life = lifeOf('hourly.part-time', '2026-03-04');
    const [one, other] = [payrollOn(life, '2026-03-04', 'link-1'), payrollOn(life, '2026-03-04', 'link-2')];
    const withoutIds = (payroll: unknown) => bytesOf(payroll).replaceAll(/"[0-9a-f]{32}"/g, '"id"');
    expect(withoutIds(one)).toBe(withoutIds(other));
    const ids = (payroll: unknown): string[] => bytesOf(payroll).match(/"[0-9a-f]{32}"/g) ?? [];
    expect(ids(one).filter((id) => ids(other).includes(id))).toEqual([]);
  });
});

describe('payroll data of randomly generated people', () => {
  test('payroll data of randomly generated people satisfies the invariants of payroll data', {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(anyLife(), day('2025-01-01', '2028-12-31'), (life, today) => {
        expect(faultsOf(life, today)).toEqual([]);
      }),
      { numRuns: Number(process.env['TEST_VOUCH_LIVES'] ?? 100) },
    );
  });
});

describe('pay periods', () => {
  test('a bi-weekly job gets exactly one statement in any period of fourteen days', () => {
    // A payday is a Friday, or the Thursday before if that Friday is a holiday. The tested period of fourteen days
    // starts on neither a Thursday nor a Friday, so that its first day and its last day are not paydays.
    const quietDay = anyDay.filter((date) => ![THURSDAY, FRIDAY].includes(weekdayOf(date)));
    fc.assert(
      fc.property(quietDay, fc.integer({ min: 0, max: 60 }), (first_login, fortnights) => {
        const life = lifeOf('biweekly', first_login);
        const count = (today: string) => payrollOn(life, today).employments[0]?.statements.length ?? 0;
        const today = addDays(first_login, fortnights * 14);
        expect(count(addDays(today, 14)) - count(today)).toBe(1);
      }),
      { numRuns: 50 },
    );
    const life = lifeOf('biweekly', '2026-03-04');
    const [before, after] = ['2026-03-04', '2026-03-18'].map((today) => payrollOn(life, today).employments[0]);
    expect(after?.statements.slice(1)).toEqual(before?.statements);
  });

  test('a payday on a holiday moves to the business day before', () => {
    const job = jobOf({
      employer: { name: 'Example', ein: '', phone: '', address: JORDAN.address },
      job_title: 'Tester',
      state: 'TX',
      start_date: '2025-12-15',
      // The period ends on Sunday 28 December, and the payday is four days later, on New Year's Day.
      schedule: { frequency: 'BW', anchor: '2025-12-28', lag_days: 4 },
      pay: { basis: 'salary', yearly: 2_600_000n, hours_per_week: 40 },
    });
    const { employments } = payrollOn(lifeWith([job]), '2026-01-01');
    expect(employments[0]?.statements.map(({ pay_date }) => pay_date)).toEqual(['2025-12-31']);
    expect(employments[0]?.w2s.map(({ year, gross_pay }) => [year, gross_pay])).toEqual([[2025, 100_000n]]);
  });

  test('if only a part of a pay period was worked, the pay is proportional to the number of weekdays worked', () => {
    const job = jobOf({
      employer: { name: 'Example', ein: '', phone: '', address: JORDAN.address },
      job_title: 'Tester',
      state: 'TX',
      start_date: '2026-01-12',
      end_date: '2026-01-28',
      schedule: biweeklyFrom('2026-01-05'),
      pay: { basis: 'salary', yearly: 2_600_000n, hours_per_week: 40 },
    });
    const { employments } = payrollOn(lifeWith([job]), '2026-03-01');
    expect(employments[0]?.statements.map(({ gross_pay, hours }) => [gross_pay, hours])).toEqual(
      [
        [80_000n, 6_400n],
        [50_000n, 4_000n],
      ].toSorted((a, b) => Number((b[0] ?? 0n) - (a[0] ?? 0n))),
    );
  });
});

describe('taxes on high pay', () => {
  test('high pay is subject to Social Security tax only up to the wage base', () => {
    const job = jobOf({
      employer: { name: 'Example', ein: '', phone: '', address: JORDAN.address },
      job_title: 'Surgeon',
      state: 'WA',
      start_date: '2025-01-06',
      schedule: biweeklyFrom('2025-01-06'),
      pay: { basis: 'salary', yearly: 39_000_000n, hours_per_week: 40 },
    });
    const [employment] = payrollOn(lifeWith([job]), '2026-02-01').employments;
    const [w2] = employment?.w2s ?? [];
    expect(w2?.social_security_wages).toBe(17_610_000n);
    expect(w2?.social_security_tax).toBe(1_091_820n);
    expect(w2?.medicare_wages).toBe(w2?.gross_pay);
  });
});

/**
 * Returns a description of each invariant that a day's payroll violates. Checking one list is faster than thousands of
 * `expect` calls.
 */
function faultsOf(life: Life, today: string): string[] {
  const { employments } = payrollOn(life, today);
  const faults = employments.flatMap((employment) => [
    ...employment.statements.flatMap((statement) => statementFaults(statement, today)),
    ...chainFaults(employment.statements.toReversed(), life.gaps.statement.includes('earnings_ytd')),
    ...w2Faults(life, employment, today),
  ]);
  return [...faults, ...depositFaults(life, employments, today)];
}

function statementFaults(statement: Statement, today: string): string[] {
  const { pay_date, gross_pay, net_pay, regular, overtime, bonus, commission, other_pay } = statement;
  const gross = gross_pay ?? -1n;
  const named = sum([regular, overtime, bonus, commission, other_pay].map((amount) => amount ?? 0n));
  const checks: [boolean, string][] = [
    [pay_date !== null && isBusinessDay(pay_date) && pay_date <= today, 'is paid on a business day'],
    [total(statement.earnings) === gross, 'earnings are gross'],
    [named === gross, 'named amounts are gross'],
    [gross - total(statement.deductions) === net_pay, 'gross less deductions is net'],
    [(net_pay ?? -1n) >= 0n && statement.deductions.every(({ amount }) => amount >= 0n), 'nothing is negative'],
    [
      statement.earnings.every(
        ({ rate, units, amount }) => rate === null || units === null || divideRounded(rate * units, 100n) === amount,
      ),
      'hours times rate is the amount',
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, law]) => `${pay_date}: ${law}`);
}

const CHAINED = ['gross_pay', 'net_pay', 'regular', 'overtime', 'bonus', 'commission', 'other_pay'] as const;

function chainFaults(oldestFirst: readonly Statement[], no_earnings_ytd: boolean): string[] {
  return oldestFirst.flatMap((statement, at) => {
    const before = oldestFirst[at - 1];
    const previous = before && yearOf(before.pay_date ?? '') === yearOf(statement.pay_date ?? '') ? before : undefined;
    const broken: string[] = CHAINED.filter(
      (field) => statement[`${field}_ytd`] !== (previous?.[`${field}_ytd`] ?? 0n) + (statement[field] ?? 0n),
    );
    if (!linesAdd(previous?.deductions_ytd, statement.deductions, statement.deductions_ytd)) broken.push('deductions');
    if (!no_earnings_ytd && !linesAdd(previous?.earnings_ytd, statement.earnings, statement.earnings_ytd)) {
      broken.push('earnings');
    }
    if ((before?.pay_date ?? '') > (statement.pay_date ?? '')) broken.push('order');
    return broken.map((field) => `${statement.pay_date}: ${field} year to date`);
  });
}

type Line = { name: string; amount: bigint };
const total = (lines: readonly Line[]): bigint => sum(lines.map(({ amount }) => amount));

function linesAdd(before: readonly Line[] = [], lines: readonly Line[], after: readonly Line[]): boolean {
  const named = (list: readonly Line[], name: string) => total(list.filter((line) => line.name === name));
  const names = new Set([...before, ...lines, ...after].map(({ name }) => name));
  return [...names].every((name) => named(after, name) === named(before, name) + named(lines, name));
}

function w2Faults(life: Life, { id, statements, w2s }: Employment, today: string): string[] {
  const job = life.jobs.find((candidate) => employmentId(life.seed, candidate) === id);
  const before_tax = new Map(job?.deductions.map(({ name, before_tax }) => [name, before_tax]));
  const exempt = ({ name, category }: Deduction, ...kinds: string[]) =>
    before_tax.get(name) === true && kinds.includes(category);
  const years = [...new Set(statements.map(({ pay_date }) => yearOf(pay_date ?? '')))].filter(
    (year) => year < yearOf(today) && year >= life.w2s_from_year,
  );
  const expected = years.map((year) => {
    const paid = statements.filter(({ pay_date }) => yearOf(pay_date ?? '') === year);
    const gross = sum(paid.map(({ gross_pay }) => gross_pay ?? 0n));
    const held = (matches: (line: Deduction) => boolean) =>
      total(paid.flatMap(({ deductions }) => deductions.filter(matches)));
    const medicare_wages = gross - held((line) => exempt(line, 'benefits'));
    const fica = ficaOf({ year, wages: medicare_wages, wages_before: 0n });
    return {
      year,
      gross_pay: gross,
      wages: gross - held((line) => exempt(line, 'benefits', 'retirement')),
      federal_tax: held(({ category }) => category === 'federal'),
      medicare_wages,
      medicare_tax: fica.medicare,
      social_security_wages: medicare_wages < wageBase(year) ? medicare_wages : wageBase(year),
      social_security_tax: fica.social_security,
      statements_agree:
        held(({ category }) => category === 'socialsec') === fica.social_security &&
        held(({ category }) => category === 'medicare') === fica.medicare,
    };
  });
  if (life.gaps.employment.includes('w2s')) return w2s.length === 0 ? [] : ['a W-2 in spite of the gap'];
  const actual = w2s.map(({ id: _id, file_id: _file, md5sum: _sum, ...boxes }) => ({
    ...boxes,
    statements_agree: true,
  }));
  return bytesOf(sorted(actual)) === bytesOf(sorted(expected)) ? [] : [`W-2s: ${bytesOf(actual)} ${bytesOf(expected)}`];
}

const sorted = (boxes: readonly { year: number }[]) =>
  boxes
    .toSorted((a, b) => a.year - b.year)
    .map((box) => Object.entries(box).toSorted(([a], [b]) => a.localeCompare(b)));

/** For each job and payday, the deposits must add up to the net pay. No other deposits may exist. */
function depositFaults(life: Life, employments: readonly Employment[], today: string): string[] {
  const credited = new Map<string, bigint>();
  for (const { date, cents, job_key, payday_key } of payDeposits(life, today)) {
    const key = `${date} ${idOf(life.seed, job_key, 'statement', payday_key)}`;
    credited.set(key, (credited.get(key) ?? 0n) + cents);
  }
  const paid = employments.flatMap(({ statements }) =>
    statements.flatMap(({ id, pay_date, net_pay }) =>
      net_pay === 0n ? [] : ([[`${pay_date} ${id}`, net_pay]] as const),
    ),
  );
  const wrong = paid.filter(([key, net]) => credited.get(key) !== net).map(([key]) => `deposit: ${key}`);
  return credited.size === paid.length ? wrong : [...wrong, 'deposits without statement'];
}

const bytesOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

const lifeWith = (jobs: Job[]): Life => ({ ...lifeOf('goodlogin', '2026-03-04'), jobs, w2s_from_year: 0 });

/**
 * Random `Life` objects with unusual rates and days, several concurrent jobs, and deductions that exceed the pay.
 * Paychecks of a few cents do not occur, because a rounding error could be larger than such a paycheck.
 */
function anyLife(): fc.Arbitrary<Life> {
  const cents = (min: bigint, max: bigint) => fc.bigInt({ min, max });
  const schedule = fc.oneof(
    fc.record({
      frequency: fc.constantFrom('W' as const, 'BW' as const),
      anchor: day('2024-01-01', '2024-02-01'),
      lag_days: fc.integer({ min: 0, max: 10 }),
    }),
    fc.record({ frequency: fc.constantFrom('SM' as const, 'M' as const), lag_days: fc.integer({ min: 0, max: 10 }) }),
  );
  const pattern = fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    starts_at_hour: fc.integer({ min: 0, max: 23 }),
    quarters: fc.integer({ min: 8, max: 44 }),
    quarters_less_max: fc.integer({ min: 0, max: 8 }),
    quarters_more_max: fc.integer({ min: 0, max: 12 }),
    break_quarters: fc.integer({ min: 0, max: 4 }),
    canceled_percent: fc.integer({ min: 0, max: 100 }),
  });
  const pay = fc.oneof(
    fc.record({
      basis: fc.constant('salary' as const),
      yearly: cents(100_000n, 90_000_000n),
      hours_per_week: fc.integer({ min: 10, max: 60 }),
    }),
    fc.record({ basis: fc.constant('hourly' as const), hourly: cents(725n, 20_000n), pattern }),
  );
  const kind = fc.oneof(
    fc.record({ before_tax: fc.boolean(), category: fc.constantFrom('retirement' as const, 'benefits' as const) }),
    fc.record({
      before_tax: fc.constant(false as const),
      category: fc.constantFrom('garnishment' as const, 'other' as const),
    }),
  );
  const size = fc.oneof(fc.record({ amount: cents(0n, 300_000n) }), fc.record({ gross_ppm: cents(0n, 1_000_000n) }));
  const share = fc.oneof(
    fc.record({ account: ACCOUNT, deposit_type: fc.constant('E' as const) }),
    fc.record({
      account: ACCOUNT,
      deposit_type: fc.constantFrom('P' as const, 'A' as const),
      value: cents(0n, 10_000n),
    }),
  );
  const job = fc
    .record({
      start_date: day('2023-01-01', '2026-06-30'),
      days: fc.option(fc.integer({ min: 0, max: 1_200 })),
      schedule,
      pay,
      raises: fc.array(fc.record({ from: day('2023-01-01', '2028-12-31'), percent: cents(50n, 200n) })),
      bonus: cents(100n, 3_000_000n),
      commission: fc.option(fc.record({ low: cents(0n, 10_000n), high: cents(10_000n, 900_000n) })),
      state: fc.constantFrom(...STATE_CODES),
      deductions: fc.array(fc.tuple(kind, size), { maxLength: 5 }),
      deposits: fc.array(share, { minLength: 1, maxLength: 4 }),
      on_refresh: fc.option(fc.record({ raise_ppm: cents(0n, 100_000n), bonus: cents(100n, 500_000n) })),
    })
    .map(({ days, bonus, commission, deductions, raises, ...given }) =>
      jobOf({
        ...given,
        employer: { name: 'Random', ein: '', phone: '', address: JORDAN.address },
        job_title: 'Anything',
        end_date: days === null ? null : addDays(given.start_date, days),
        raises: raises
          .map(({ from, percent }) => ({ from, amount: (rateOf(given.pay) * percent) / 100n }))
          .toSorted((a, b) => a.from.localeCompare(b.from)),
        bonuses: [{ name: 'Bonus', month: 12, day: 31, amount: bonus }],
        commission: commission && { name: 'Commission', ...commission },
        deductions: deductions.map(([kind, size], at) => ({ name: `Deduction ${at}`, ...kind, ...size })),
      }),
    );
  return fc
    .record({
      seed: fc.string(),
      first_login_date: day('2025-01-01', '2026-12-31'),
      jobs: fc.array(job, { minLength: 1, maxLength: 3 }),
      filing_status: fc.constantFrom(...FILING_STATUSES),
      refreshed_on: fc.array(day('2025-01-01', '2028-12-31'), { maxLength: 4 }),
    })
    .map(({ filing_status, jobs, refreshed_on, ...given }) => ({
      ...lifeWith(jobs.map((each, at) => ({ ...each, key: `job-${at}` }))),
      ...given,
      person: { ...JORDAN, filing_status },
      refreshed_on: refreshed_on.toSorted(),
    }));
}

const rateOf = (pay: Job['pay']): bigint => (pay.basis === 'salary' ? pay.yearly : pay.hourly);
const ACCOUNT = fc.constantFrom(CHECKING.key, SAVINGS.key);
